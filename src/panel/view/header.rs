//! Settings of the page, and the list of keys.

use super::{attach, button, http};
use crate::panel::manners::{MODERN, PROBE};
use crate::panel::model::Theme;
use crate::panel::node::{Node, el};
use crate::panel::text::{Hand, Key, Language, Peer, Spot, When};
use crate::panel::{Model, Place, READER};
use crate::proto::mcp::{Lifecycle, Version};
use crate::proto::session::Opening;

/// A date that is no revision: every server answers it with a counter-offer.
const UNKNOWN_REVISION: &str = "2026-08-21";

pub(super) fn controls(model: &Model) -> Vec<Node> {
    let language = model.language;
    let offers = Version::ALL.into_iter().rev().map(|version| {
        let key = match version.lifecycle() {
            Lifecycle::Initialize => Key::OfferKnown,
            Lifecycle::Discover => Key::OfferModern,
        };
        (version.as_str(), language.fill(key, &[("version", version.as_str())]))
    });
    let latest = Version::LATEST.as_str();
    let modern = (MODERN, language.hand_with(Hand::OfferInRequests, &[("version", latest)]));
    let unknown = (UNKNOWN_REVISION, language.fill(Key::OfferUnknown, &[("version", UNKNOWN_REVISION)]));
    let client = &model.settings.client;
    let is_modern = client.opening == Opening::Modern;
    let mut offer = if is_modern { MODERN } else { client.offer.as_str() };
    let mut first = vec![modern];
    if READER {
        first.push((PROBE, language.peer_with(Peer::OfferProbe, &[("version", latest)])));
        offer = if client.opening == Opening::Probe { PROBE } else { offer };
    }
    let options = first.into_iter().chain(offers).chain([unknown]).map(|(value, label)| {
        el("option").key(value).attr("value", value).flag("selected", value == offer).text(label)
    });
    let select = el("select").attr("data-msg", "offer").attr("data-arg", "").children(options);
    let other = Language::ALL.into_iter().find(|other| *other != language).unwrap_or(language);
    let theme = match model.theme {
        Theme::System => Key::ThemeSystem,
        Theme::Light => Key::ThemeLight,
        Theme::Dark => Key::ThemeDark,
    };
    let speak = match other {
        Language::English => Key::SpeakEnglish,
        Language::Chinese => Key::SpeakChinese,
    };
    let offer =
        el("label").class("field-inline").child(el("span").text(language.say(Key::Offer))).child(select);
    // A client of somebody else offers what it likes, and one that is not here nothing.
    let is_ours = !(READER && attach::never_had_one(model));
    let offer = (model.place == Place::Play && is_ours).then_some(offer);
    let rest = [
        button(other.say(speak), "speak", other.tag()).class("quiet").attr("lang", other.tag()),
        themed(language.say(theme)),
        button("?", "help", "")
            .class("quiet")
            .attr("aria-label", language.say(Key::Keys))
            .attr("aria-expanded", model.help.to_string()),
    ];
    let over_http = if READER && model.place == Place::Http { http::offer(model) } else { None };
    offer.into_iter().chain(over_http).chain(rest).collect()
}

/// A symbol everywhere, and words where there is room for them.
fn themed(label: &'static str) -> Node {
    el("button")
        .attr("type", "button")
        .msg("theme", "")
        .class("quiet")
        .attr("aria-label", label)
        .child(el("span").attr("aria-hidden", "true").text("◐"))
        .child(el("span").class("words-only").text(label))
}

pub(super) fn help(model: &Model) -> Vec<Node> {
    if !model.help {
        return Vec::new();
    }
    let language = model.language;
    if READER && model.place == Place::Http {
        return vec![keys(language, http::keys(language))];
    }
    let rows = [
        ("n", Key::HelpStep),
        ("b", Key::HelpBack),
        ("␣", Key::HelpRun),
        ("r", Key::HelpReset),
        ("s", Key::HelpShare),
        ("t", Key::HelpListTools),
        ("p", Key::HelpPing),
        ("↑ ↓", Key::HelpFrames),
        ("?", Key::HelpHelp),
    ];
    let time = [("g", When::HelpBytes), ("f", When::HelpSkip), ("j", When::HelpEvent)];
    let time = time.map(|(key, text)| (key, language.when(text)));
    let write = ("e", language.hand(Hand::HelpWrite));
    let broken = ("x 1 2 3", language.hand(Hand::HelpBreak));
    let within = ("← → ↑ ↓ Esc", language.spot(Spot::HelpWithin));
    let rows = rows
        .map(|(key, text)| (key, language.say(text)))
        .into_iter()
        .chain(time)
        .chain([write, broken, within]);
    vec![keys(language, rows)]
}

/// Keys, and what they do.
fn keys(language: Language, rows: impl IntoIterator<Item = (&'static str, &'static str)>) -> Node {
    let rows = rows
        .into_iter()
        .map(|(key, text)| el("div").child(el("dt").child(el("kbd").text(key))).child(el("dd").text(text)));
    el("section")
        .class("help")
        .attr("aria-label", language.say(Key::Keys))
        .child(el("dl").children(rows))
        .child(el("p").text(language.say(Key::Privacy)))
}
