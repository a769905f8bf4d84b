//! The texts of `wirelab simulate`.

use crate::panel::text::Language;
use crate::sim::Scenario;

pub(in crate::native::cli) const ABOUT: &str = "Play a scenario with a seed, and print its trace";
pub(in crate::native::cli) const LONG: &str = "\
Play a scenario between a simulated client and a simulated server, and print everything that they write as .wire.jsonl.

The same name and the same seed give the same bytes, here and in the playground. Nothing is started and no time passes: \
the clock of a scenario is its own.";
pub(in crate::native::cli) const AFTER: &str = "\
Examples:
  wirelab simulate --list
  wirelab simulate handshake
  wirelab simulate fault-drop | wirelab lint -
  wirelab simulate bad-day --seed 7 | wirelab export - --to html > bad-day.html";
pub(in crate::native::cli) const SCENARIO: &str = "The name of a scenario; without one all are listed";
pub(in crate::native::cli) const SEED: &str = "What decides about all that is left to chance";
pub(in crate::native::cli) const LIST: &str = "List all scenarios";
pub(in crate::native::cli) const SCRIPT: &str =
    "Print what is done in it instead of what is written: the playground opens that as a file";

pub(in crate::native::cli) fn unknown(near: Option<&str>) -> String {
    let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    format!("there is no such scenario{hint} (wirelab simulate --list names all)")
}

pub(in crate::native::cli) fn made(name: &str, seed: u64) -> String {
    format!("simulated: scenario {name}, seed {seed}")
}

pub(in crate::native::cli) const fn group(scenario: Scenario) -> &'static str {
    match scenario {
        Scenario::Story(_) => "Stories",
        Scenario::Fault(_) => "One fault, once",
        Scenario::Era(..) => "Clients and servers of two eras",
        Scenario::Manner(_) => "Servers that behave like an SDK",
    }
}

pub(in crate::native::cli) fn about(scenario: Scenario, language: Language) -> String {
    match scenario {
        Scenario::Story(story) => language.scenario(story).1.to_owned(),
        Scenario::Fault(kind) => language.fault(kind).1.to_owned(),
        Scenario::Era(..) | Scenario::Manner(_) => String::new(),
    }
}
