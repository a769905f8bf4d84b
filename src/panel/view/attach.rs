//! A real process: what it is, how it stands with it, what can be done about it, and time that nobody moves.

mod tap;

pub(super) use tap::{client, has_no_client, held, marks, never_had_one, said, sentence};

use super::sides::block;
use super::{act, button, fault, time, with_key};
use crate::panel::attach::{Attached, Cause, Ended, Role, Standing, Trouble};
use crate::panel::facts::Line;
use crate::panel::node::{Node, el};
use crate::panel::text::{Attach, Key, Language, When};
use crate::panel::wish::JUDGE;
use crate::panel::{Model, words};
use crate::proto::session::Side;
use crate::sim::Parting;

/// The server's column.
pub(super) fn server(model: &Model) -> Vec<Node> {
    let language = model.language;
    if model.pair.is_tapped() {
        return tap::server(model);
    }
    if tap::never_had_one(model) {
        return vec![process(model)];
    }
    let told = model.pair.client().version().map_or_else(
        || language.attach(Attach::NoRevision).to_owned(),
        |version| language.fill(Key::SpeaksRevision, &[("version", version.as_str())]),
    );
    let known = model.pair.facts().tools();
    let tools = match known {
        None => el("p").class("empty").text(language.attach(Attach::NoTools)),
        Some(tools) => el("ul").class("tools").children(tools.iter().map(tool)),
    };
    let count = known.map(|tools| tools.len().to_string());
    let doors = el("div").class("next").children(act::doors(model, Side::Server));
    let mut nodes = vec![el("p").class("who").text(told), process(model)];
    nodes.extend(act::list(model, Side::Server));
    nodes.push(block(language.say(Key::ServerTools), count, vec![tools]));
    nodes.push(block(language.say(Key::SendNext), None, vec![doors]));
    nodes.extend(
        act::framing(model, Side::Server)
            .map(|framing| block(language.say(Key::Settings), None, vec![framing])),
    );
    nodes
}

fn tool(tool: &crate::proto::mcp::Tool) -> Node {
    let choose = button(tool.name.clone(), "tool", tool.name.clone()).class("link");
    el("li").key(tool.name.clone()).attr("title", tool.description.clone().unwrap_or_default()).child(choose)
}

/// The process, with what can be done about it.
fn process(model: &Model) -> Node {
    let language = model.language;
    let attached = &model.attached;
    let command = attached.hello.as_ref().map(|hello| {
        let name = hello.name.clone().map(|name| el("b").text(name));
        let folder = hello
            .folder
            .as_deref()
            .map(|folder| el("small").text(language.attach_with(Attach::Folder, &[("folder", folder)])));
        let code = el("code").text(hello.command.join(" "));
        el("div").class("command").children(name).child(code).children(folder)
    });
    let (class, text) = stands(language, attached);
    let standing =
        el("p").class(format!("standing {class}")).key("standing").attr("role", "status").text(text);
    let notes = notes(language, attached).map(|text| el("p").class("notice").text(text));
    let children = command.into_iter().chain([standing]).chain(notes).chain(deeds(model));
    block(language.attach(Attach::Process), None, children.collect())
}

/// How it stands with the process, and whether that is good.
fn stands(language: Language, attached: &Attached) -> (&'static str, String) {
    let plain = |key| language.attach(key).to_owned();
    let with = |key, name, value: &str| language.attach_with(key, &[(name, value)]);
    match &attached.standing {
        Standing::Nowhere => ("still", plain(Attach::Recorded)),
        Standing::Connecting => ("still", plain(Attach::Connecting)),
        Standing::Refused(409) => ("bad", plain(Attach::Taken)),
        Standing::Refused(401 | 403) => ("bad", plain(Attach::WrongToken)),
        Standing::Refused(0) => ("bad", plain(Attach::Unreachable)),
        Standing::Refused(status) => ("bad", with(Attach::Refused, "status", &status.to_string())),
        Standing::Gone(None) => ("bad", plain(by_role(attached, Attach::GoneAway, Attach::TapGone))),
        Standing::Gone(Some(code)) => {
            let key = by_role(attached, Attach::GoneBecause, Attach::TapGoneBecause);
            ("bad", with(key, "code", &code.to_string()))
        }
        Standing::Idle if attached.is_back => ("still", plain(Attach::IsBack)),
        Standing::Idle => ("still", plain(Attach::Idle)),
        Standing::Starting => ("still", plain(Attach::Starting)),
        Standing::Failed(why) => match (why.cause, &why.system) {
            (Some(Cause::Missing), _) => ("bad", plain(Attach::FailedMissing)),
            (Some(Cause::Forbidden), _) => ("bad", plain(Attach::FailedForbidden)),
            (None, Some(system)) => ("bad", with(Attach::Failed, "why", system)),
            (None, None) => ("bad", plain(Attach::TooOften)),
        },
        Standing::Running(pid) => ("good", with(Attach::Running, "pid", &pid.to_string())),
        Standing::Ended(Ended::Code(0)) => ("still", plain(Attach::EndedWell)),
        Standing::Ended(Ended::Code(code)) => ("bad", with(Attach::EndedCode, "code", &code.to_string())),
        Standing::Ended(Ended::Signal(signal)) => {
            ("bad", with(Attach::EndedSignal, "signal", &signal_name(*signal)))
        }
        Standing::Left => ("still", plain(by_role(attached, Attach::Left, Attach::TapLeft))),
    }
}

/// What there is to say to a client, or to who is none.
fn by_role(attached: &Attached, client: Attach, other: Attach) -> Attach {
    if attached.role == Role::Client { client } else { other }
}

/// A signal as people know it.
pub(super) fn signal_name(signal: i32) -> String {
    let name = match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        _ => return signal.to_string(),
    };
    format!("{signal} ({name})")
}

/// What did not work on the way.
fn notes(language: Language, attached: &Attached) -> impl Iterator<Item = String> {
    let trouble = attached.trouble.as_ref().map(|(what, why)| {
        let key = match (what, why.bytes) {
            (Trouble::Input, Some(_)) => Attach::Input,
            (Trouble::Input, None) => Attach::InputRefused,
            (Trouble::Overrun, _) => Attach::Overrun,
            (Trouble::Start | Trouble::Other, _) => Attach::OtherTrouble,
        };
        let bytes = why.bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
        language.attach_with(key, &[("n", &bytes), ("why", &why.message)])
    });
    let plain = |key, holds: bool| holds.then(|| language.attach(key).to_owned());
    let is_open = matches!(attached.standing, Standing::Ended(_)) && !attached.is_over();
    [
        plain(Attach::StillOpen, is_open),
        plain(by_role(attached, Attach::Full, Attach::TapFull), attached.is_full()),
        trouble,
        plain(Attach::Garbled, attached.is_garbled),
    ]
    .into_iter()
    .flatten()
}

/// What can be done about the process now, each with what that does.
fn deeds(model: &Model) -> Vec<Node> {
    let language = model.language;
    let deed = |key: Attach, msg: &'static str, arg: &'static str, hint: Option<Attach>| {
        let hint = hint.map(|hint| el("small").text(language.attach(hint)));
        el("div")
            .class("deeds")
            .key(language.attach(key))
            .child(button(language.attach(key), msg, arg))
            .children(hint)
    };
    let start = |key| deed(key, "attach-start", "", Some(Attach::StartHint));
    let end = |parting: Parting| {
        let (key, hint) = match parting {
            Parting::Close => (Attach::Close, Attach::CloseHint),
            Parting::Ask => (Attach::Ask, Attach::AskHint),
            Parting::Kill => (Attach::Kill, Attach::KillHint),
        };
        deed(key, "attach-end", parting.name(), Some(hint))
    };
    let ends = || Parting::ALL.map(end).into_iter();
    match model.attached.standing {
        // The process is somebody else's.
        Standing::Idle
        | Standing::Starting
        | Standing::Failed(_)
        | Standing::Running(_)
        | Standing::Ended(_)
            if model.attached.role != Role::Client =>
        {
            Vec::new()
        }
        Standing::Refused(_) | Standing::Gone(_) => vec![deed(Attach::Connect, "attach-connect", "", None)],
        Standing::Nowhere | Standing::Connecting | Standing::Starting => Vec::new(),
        Standing::Running(_) => ends().chain([start(Attach::StartAgain)]).collect(),
        // Something that it has started may be there still.
        Standing::Ended(_) if !model.attached.is_over() => {
            [start(Attach::StartAgain)].into_iter().chain(ends()).collect()
        }
        Standing::Ended(_) | Standing::Failed(_) => vec![start(Attach::StartAgain)],
        Standing::Idle if model.attached.is_back => vec![start(Attach::StartAgain)],
        Standing::Idle => vec![start(Attach::Start)],
        Standing::Left => vec![back(language)],
    }
}

fn back(language: Language) -> Node {
    button(language.attach(Attach::GoBack), "attach-start", "").class("go")
}

/// The way back from a world that is not that of the process.
pub(super) fn way_back(model: &Model) -> Option<Node> {
    let language = model.language;
    let text = el("p").text(language.attach(by_role(&model.attached, Attach::Left, Attach::TapLeft)));
    (model.attached.standing == Standing::Left)
        .then(|| el("div").class("way-back").key("way-back").child(text).child(back(language)))
}

/// Whether there is nothing on the wire to be seen; that nothing could be started is told in its place.
pub(super) fn is_bare(model: &Model) -> bool {
    let lines = model.pair.facts().lines();
    let is_failed = matches!(model.attached.standing, Standing::Failed(_));
    lines.iter().all(|line| is_failed && matches!(line, Line::Noted(_)))
}

/// What stands in place of the wire before the first word.
pub(super) fn welcome(model: &Model) -> Node {
    let language = model.language;
    if let Some(welcome) = tap::welcome(model) {
        return welcome;
    }
    let (title, lines) = match model.attached.standing {
        Standing::Running(_) => {
            (language.attach(Attach::WelcomeTitle), vec![language.attach(Attach::WelcomeText).to_owned()])
        }
        Standing::Starting => (language.attach(Attach::Starting), Vec::new()),
        Standing::Connecting => (language.attach(Attach::Connecting), Vec::new()),
        _ => (language.attach(Attach::WelcomeNone), vec![stands(language, &model.attached).1]),
    };
    let step = matches!(model.attached.standing, Standing::Running(_))
        .then(|| button(language.say(Key::WelcomeStep), "step", "").class("go large"));
    let lines = lines.into_iter().map(|line| el("p").text(line));
    let again = matches!(model.attached.standing, Standing::Failed(_) | Standing::Idle)
        .then(|| button(language.attach(Attach::StartAgain), "attach-start", "").class("go large"));
    el("div")
        .class("welcome")
        .key("welcome")
        .child(el("h2").text(title))
        .children(lines)
        .children(step)
        .children(again)
}

/// The bar under the wire: steps, and what holds the frames; no other time than the real one.
pub(super) fn bar(model: &Model) -> Vec<Node> {
    let language = model.language;
    if model.pair.is_tapped() {
        return tap::bar(model);
    }
    let still = crate::panel::next_move(model).is_still();
    let step = button("", "step", "").class("step").flag("disabled", still);
    let hold = button("", "run", "")
        .class("holds")
        .key("hold-frames")
        .attr("aria-pressed", (!model.running).to_string())
        .attr("title", language.attach(Attach::HoldHint));
    let held = held_back(model);
    let state = match model.running {
        true => language.attach(Attach::Passing).to_owned(),
        false => language.attach_with(Attach::Waiting, &[("n", &held.to_string())]),
    };
    let state = el("span").class(if model.running { "passing" } else { "held" }).text(state);
    let pace = el("div")
        .class("pace")
        .attr("role", "group")
        .attr("aria-label", language.when(When::Pace))
        .child(time::grain(model));
    let none = model.pair.actions().is_empty();
    let clock = el("span")
        .class("clock")
        .attr("aria-label", language.attach(Attach::RealClock))
        .text(words::moment(model.now()));
    let real = el("small")
        .attr("title", language.attach(Attach::RealClockHint))
        .text(language.attach(Attach::RealClock));
    let clock = el("span").class("real-clock").child(real).child(clock);
    let moves = el("div")
        .class("moves-time")
        .key("moves")
        .child(with_key(step, language.say(Key::Step), "n"))
        .child(with_key(hold, language.attach(Attach::Hold), "␣"))
        .child(state)
        .child(pace)
        .child(with_key(button("", "reset", ""), language.attach(Attach::Anew), "r"))
        .child(with_key(button("", "share", "").flag("disabled", none), language.say(Key::Share), "s"))
        .child(
            button(language.attach(Attach::Save), "wish", JUDGE)
                .attr("title", language.attach(Attach::SaveHint))
                .flag("disabled", model.pair.frames().is_empty()),
        )
        .child(fault::door(model))
        .children(time::found(model))
        .child(clock);
    let where_it_is = el("div").class("moment").key("moment").child(time::due(model));
    [Some(moves), fault::chips(model), Some(where_it_is)].into_iter().flatten().collect()
}

/// How many frames wait for the reader: in each direction those after the last that has arrived.
fn held_back(model: &Model) -> usize {
    let (mut count, mut open) = (0, [true; 2]);
    for frame in model.pair.frames().iter().rev() {
        let is_open = &mut open[frame.from as usize];
        *is_open &= !frame.delivered;
        count += usize::from(*is_open && !frame.lost);
        if open == [false; 2] {
            break;
        }
    }
    count
}
