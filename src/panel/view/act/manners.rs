//! What the client says that it can do, and what is special about the revision.

use super::super::button;
use crate::panel::Model;
use crate::panel::act::version;
use crate::panel::manners::{ABILITIES, can_declare};
use crate::panel::node::{Node, el};
use crate::panel::text::{Act, Hand};
use crate::proto::mcp::Version;
use crate::proto::session::Side;

/// Switches for what the client declares.
pub(in crate::panel::view) fn abilities(model: &Model) -> Node {
    let language = model.language;
    let client = &model.settings.client;
    let known = ABILITIES.into_iter().filter(|(_, since)| can_declare(&client.offer, *since));
    let switches = known.map(|(name, _)| {
        let label = match name {
            "elicitation" => Hand::CanElicit,
            "sampling" => Hand::CanSample,
            _ => Hand::CanRoots,
        };
        let is_on = client.capabilities.contains(name);
        button(language.hand(label), "declare", name)
            .attr("title", name)
            .attr("aria-pressed", is_on.to_string())
    });
    let label = language.hand(Hand::CanDo);
    el("div")
        .class("abilities")
        .attr("role", "group")
        .attr("aria-label", label)
        .child(el("span").text(label))
        .children(switches)
}

/// What is special about the revision that is spoken, or offered.
pub(in crate::panel::view) fn differs(model: &Model) -> Node {
    let language = model.language;
    let version = version(model, Side::Client);
    let text = match version {
        Version::V2024_11_05 => Act::Differs2024,
        Version::V2025_03_26 => Act::Differs2025March,
        Version::V2025_06_18 => Act::Differs2025June,
        Version::V2025_11_25 => Act::Differs2025November,
        Version::V2026_07_28 => Act::Differs2026,
    };
    let title = language.act_with(Act::WhatDiffers, &[("version", version.as_str())]);
    let details = el("details").class("differs").key("differs");
    details.child(el("summary").text(title)).child(el("p").text(language.act(text)))
}
