//! The texts of `wirelab fault`. What a fault is called and does is told in the words of the page.

use crate::panel::text::Language;
use crate::sim::{FaultGroup, FaultKind, Meddled};
use crate::trace::Lane;

pub(in crate::native::cli) const ABOUT: &str =
    "Make something go wrong on purpose between a client and a server";
pub(in crate::native::cli) const LONG: &str = "\
Stand between a client and a server like `wirelab tap`, and make something go wrong on the way: once, a few times, always, \
by chance, or with one method. What was done to which frame is said on stderr, and in the recording if there is one, which \
holds what arrived.

The faults are those of the playground; --list names them all. A fault that has more and less to it takes an amount after \
an equals sign: delay=2000. For several faults on different frames put one `wirelab fault` before another.";
pub(in crate::native::cli) const AFTER: &str = "\
Examples:
  wirelab fault --list
  wirelab fault never-answer --method tools/call -- python server.py
  wirelab fault delay=2000 --always -- npx -y @modelcontextprotocol/server-everything
  wirelab fault corrupt --chance 10 --seed 7 --to server -o broken.wire.jsonl -- wirelab serve
  wirelab connect --timeout 2 -- wirelab fault crash --method tools/call -- wirelab serve

Exit codes: those of the server, or of what was done to it. And:
  2  the command line is wrong
  3  the server could not be started";
pub(in crate::native::cli) const KINDS: &str =
    "What goes wrong, by name, with an amount if it is not the usual one";
pub(in crate::native::cli) const LIST: &str = "List all faults, with a sentence each";
pub(in crate::native::cli) const TO: &str =
    "In which direction; to the client without it, where the fault can be there";
pub(in crate::native::cli) const NEXT: &str = "The next N frames that it can do something to; one without it";
pub(in crate::native::cli) const ALWAYS: &str = "Every frame that it can do something to";
pub(in crate::native::cli) const CHANCE: &str = "Each frame with this chance, in percent";
pub(in crate::native::cli) const METHOD: &str =
    "The frames of this method: requests, notifications, and the answers to such requests";
pub(in crate::native::cli) const SEED: &str = "What decides about all that is left to chance";
pub(in crate::native::cli) const OUTPUT: &str = "Record to this file what arrives";
pub(in crate::native::cli) const NO_COMMAND: &str =
    "the command of a server is missing; it stands after -- at the end";

/// What each line of ours on standard error begins with.
pub(in crate::native::cli) const MARK: &str = "fault:";

pub(in crate::native::cli) fn unknown(name: &str) -> String {
    let is_near = |kind: &&FaultKind| kind.name().contains(name) || name.contains(kind.name());
    let near = FaultKind::ALL.iter().find(is_near);
    let hint = near.map(|near| format!("; did you mean {}?", near.name())).unwrap_or_default();
    format!("there is no such fault{hint} (wirelab fault --list names all)")
}

pub(in crate::native::cli) const NO_AMOUNT: &str = "the amount is a whole number, as in delay=2000";

pub(in crate::native::cli) fn not_there(kind: FaultKind, lane: Lane) -> String {
    format!("{} cannot go wrong {}", kind.name(), way(lane))
}

pub(in crate::native::cli) fn no_method(name: &str) -> String {
    format!("MCP has no method {name:?}")
}

/// All faults, by group.
pub(in crate::native::cli) fn list() -> String {
    let width = FaultKind::ALL.iter().map(|kind| kind.name().len()).max().unwrap_or(0);
    let groups = [
        (FaultGroup::Wire, "The wire"),
        (FaultGroup::Words, "The words"),
        (FaultGroup::Process, "The process"),
    ];
    let mut out = String::new();
    for (group, title) in groups {
        let gap = if out.is_empty() { "" } else { "\n" };
        out.push_str(&format!("{gap}{title}\n"));
        for kind in FaultKind::ALL.iter().filter(|kind| kind.group() == group) {
            let usual = match kind.usual_amount() {
                0 => String::new(),
                amount => format!(" [={amount}]"),
            };
            out.push_str(&format!("  {:width$}  {}{usual}\n", kind.name(), Language::English.fault(*kind).1));
        }
    }
    out
}

fn way(lane: Lane) -> &'static str {
    match lane {
        Lane::ClientToServer => "to the server",
        Lane::ServerToClient => "to the client",
        Lane::Stderr | Lane::Note => "on stderr",
    }
}

/// What was done, and to what.
pub(in crate::native::cli) fn told(meddled: &Meddled) -> String {
    let names: Vec<_> = meddled.touched.iter().map(FaultKind::name).collect();
    let what = match (&meddled.method, meddled.is_answer) {
        (Some(method), true) => format!(", the answer to {method}"),
        (Some(method), false) => format!(", {method}"),
        (None, true) => ", an answer".to_owned(),
        (None, false) => String::new(),
    };
    let id = meddled.id.as_ref().map(|id| format!(" {id}")).unwrap_or_default();
    let frame = match meddled.frame {
        0 => String::new(),
        number => format!(": frame {number} {}{what}{id}", way(meddled.lane)),
    };
    format!("on purpose, {}{frame}", names.join(" and "))
}
