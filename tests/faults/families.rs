//! The families of faults that were seen on real wires.

use super::*;
use wirelab::lint::{Options, judge};
use wirelab::proto::framing::Framing;
use wirelab::proto::session::Opening;
use wirelab::sim::When;

/// Every family that was reported.
const ALL: [&str; 28] = [
    "W01", "W02", "W03", "W04", "W05", "W06", "W07", "W09", "W10", "W11", "W13", "W14", "W16", "W18", "W19",
    "W20", "W22", "W23", "W25", "W26", "W28", "W29", "W30", "W31", "W33", "W35", "W36", "W38",
];

/// One way in which a family shows itself.
struct Case {
    family: &'static str,
    fault: Fault,
    /// What the client complains of.
    client: &'static [&'static str],
    /// What the server complains of.
    server: &'static [&'static str],
    /// The rules that the judge finds broken, each once.
    rules: &'static [&'static str],
}

/// A case of `family`: `kind` happens once in `lane`.
const fn case(family: &'static str, kind: FaultKind, lane: Lane) -> Case {
    Case { family, fault: Fault::once(kind, lane), client: &[], server: &[], rules: &[] }
}

impl Case {
    fn told(
        self,
        client: &'static [&'static str],
        server: &'static [&'static str],
        rules: &'static [&'static str],
    ) -> Self {
        Self { client, server, rules, ..self }
    }

    fn when(self, when: When) -> Self {
        Self { fault: self.fault.when(when), ..self }
    }
}

fn cases() -> Vec<Case> {
    let method = When::Method;
    vec![
        case("W01", FaultKind::Pollute, S2C).told(&["malformed"], &[], &["FR-03"]),
        case("W01", FaultKind::Pollute, C2S).told(&["error without id"], &["malformed"], &["FR-04"]),
        case("W02", FaultKind::Glue, S2C).told(&["detected", "malformed", "timed out"], &[], &["FR-03"]),
        case("W03", FaultKind::WrongFraming, C2S).told(
            &["error without id", "timed out"],
            &["malformed", "detected", "malformed"],
            &["FR-07", "FR-04", "FR-06", "FR-08", "FR-12", "CN-01"],
        ),
        case("W03", FaultKind::WrongFraming, S2C).told(
            &["malformed", "detected", "malformed", "timed out"],
            &[],
            &["FR-07", "FR-03", "FR-06", "FR-08", "FR-12"],
        ),
        case("W04", FaultKind::WrongLength, S2C).when(When::Next(2)).told(
            &["malformed", "timed out"],
            &[],
            &["FR-04", "FR-06", "FR-03", "FR-02"],
        ),
        case("W04", FaultKind::WrongLength, C2S).when(When::Next(2)).told(
            &["error without id", "timed out", "error without id"],
            &["malformed"],
            &["FR-04", "FR-06", "FR-03"],
        ),
        case("W05", FaultKind::CarriageReturn, C2S).told(&[], &[], &["FR-07"]),
        case("W06", FaultKind::ByteOrderMark, S2C).told(&[], &[], &["FR-09"]),
        case("W07", FaultKind::PrettyPrint, C2S).told(
            &["error without id", "timed out"],
            &["malformed", "detected", "malformed"],
            &["FR-01"],
        ),
        case("W07", FaultKind::PrettyPrint, S2C).told(
            &["malformed", "detected", "malformed", "timed out"],
            &[],
            &["FR-01"],
        ),
        case("W09", FaultKind::Chop, C2S),
        case("W09", FaultKind::Chop, S2C),
        case("W10", FaultKind::BadUtf8, C2S).told(
            &["error without id", "timed out"],
            &["malformed"],
            &["FR-05"],
        ),
        case("W10", FaultKind::BadUtf8, S2C).told(&["malformed", "timed out"], &[], &["FR-05"]),
        case("W11", FaultKind::LineSeparator, C2S).told(&[], &[], &["FR-10"]),
        case("W13", FaultKind::BlankLines, C2S).told(&[], &[], &["FR-08"]),
        case("W14", FaultKind::LongLine, C2S),
        case("W14", FaultKind::LongLine, S2C),
        case("W16", FaultKind::IdType, S2C).told(&["other type of id", "timed out"], &[], &["JR-06"]),
        case("W16", FaultKind::IdType, C2S).told(&["other type of id", "timed out"], &[], &["CN-01"]),
        case("W16", FaultKind::IdZero, S2C).told(&["unknown id", "timed out"], &[], &["JR-07"]),
        case("W18", FaultKind::IdNull, C2S).told(
            &["error without id", "timed out"],
            &["malformed"],
            &["JR-03", "CN-01"],
        ),
        case("W19", FaultKind::AnswerNotification, S2C).told(&["error without id"], &[], &["JR-13"]),
        case("W20", FaultKind::NoVersion, C2S).told(&["error"], &["malformed"], &["JR-01"]),
        case("W20", FaultKind::NeverAnswer, S2C).told(&["timed out"], &[], &[]),
        case("W22", FaultKind::Batch, C2S).told(
            &["error without id", "timed out"],
            &["malformed"],
            &["BA-03"],
        ),
        case("W22", FaultKind::Batch, S2C).told(&["malformed", "timed out"], &[], &["BA-03"]),
        case("W23", FaultKind::SameKey, C2S).told(&["error"], &["malformed"], &["JR-22"]),
        case("W25", FaultKind::NotANumber, C2S).told(
            &["error without id", "timed out"],
            &["malformed"],
            &["FR-04"],
        ),
        case("W25", FaultKind::NotANumber, S2C).told(&["malformed", "timed out"], &[], &["FR-03"]),
        case("W26", FaultKind::Truncate, C2S).told(
            &["error without id", "timed out"],
            &["malformed"],
            &["FR-04"],
        ),
        case("W26", FaultKind::Corrupt, C2S).told(
            &["error without id", "timed out"],
            &["malformed"],
            &["FR-04"],
        ),
        case("W26", FaultKind::Crash, S2C).told(&["malformed", "failed", "closed"], &[], &["FR-02"]),
        case("W29", FaultKind::UnknownVersion, C2S).told(&[], &[], &["LC-14"]),
        case("W29", FaultKind::UnknownVersion, S2C).told(&["closed"], &["closed"], &["LC-14"]),
        case("W30", FaultKind::WrongEra, S2C).told(&["error", "fell back"], &[], &[]),
        case("W31", FaultKind::AnswerLate, S2C).told(&["timed out", "late"], &[], &["CN-04"]),
        case("W33", FaultKind::FloodStderr, Lane::Stderr).told(&["timed out"], &[], &[]),
        case("W35", FaultKind::StayOn, S2C).told(&["closed"], &[], &[]),
        case("W36", FaultKind::ErrorAsResult, S2C).told(&[], &[], &["TL-12"]),
        case("W38", FaultKind::NeverAnswer, S2C).told(&["timed out"], &[], &[]),
        case("W38", FaultKind::Hang, S2C).told(&["timed out"], &[], &[]),
        case("W38", FaultKind::Drop, C2S).told(&["timed out"], &[], &["CN-01"]),
        case("W28", FaultKind::Drop, C2S).when(method("notifications/initialized")).told(
            &[],
            &[],
            &["LC-04"],
        ),
    ]
}

/// Whether the fault is in the handshake, and so must be on before it.
fn is_early(fault: &Fault) -> bool {
    matches!(fault.kind, FaultKind::UnknownVersion | FaultKind::WrongEra | FaultKind::AnswerNotification)
        || fault.when == When::Method("notifications/initialized")
}

/// A handshake, a list of tools, two calls and a long wait, with the fault of `case`.
fn world(case: &Case) -> Pair {
    let mut settings = Settings::default();
    if case.fault.kind == FaultKind::WrongLength {
        for side in [Side::Client, Side::Server] {
            settings.framings = settings.framings.with(side, Framing::ContentLength);
        }
    }
    if case.fault.kind == FaultKind::WrongEra {
        settings.client.opening = Opening::Probe;
    }
    let opening =
        if settings.client.opening == Opening::Probe { Command::Discover } else { Command::Initialize };
    let mut pair = Pair::new(&settings);
    let mut act = |action: Action| pair.act(action).map(drop);
    let is_early = is_early(&case.fault);
    let switch = on(case.fault);
    let first = is_early.then(|| switch.clone()).into_iter();
    let then = [seconds(1), Action::Command(Command::ListTools), seconds(1)];
    let later = (!is_early).then_some(switch).into_iter();
    let name = if case.fault.kind == FaultKind::ErrorAsResult { "no_such_tool" } else { "echo" };
    let calls = [call(name, r#"{"text":"音乐"}"#), seconds(1), call("add", r#"{"a":1,"b":2}"#), seconds(60)];
    let close = (case.fault.kind == FaultKind::StayOn)
        .then_some([Action::Command(Command::Close), seconds(60)])
        .into_iter()
        .flatten();
    let all = first.chain([Action::Command(opening)]).chain(then).chain(later).chain(calls).chain(close);
    for action in all {
        // Where the conversation is over by then, nobody can call anything any more.
        let _ = act(action);
    }
    pair
}

fn rules(pair: &Pair) -> Vec<String> {
    let findings = judge(&pair.trace(), &Options::default());
    let mut rules = Vec::new();
    for finding in &findings {
        if !rules.iter().any(|rule| rule == finding.rule.as_str()) {
            rules.push(finding.rule.as_str().to_owned());
        }
    }
    rules
}

#[test]
fn every_family_is_produced() {
    let mut families: Vec<_> = cases().iter().map(|case| case.family).collect();
    families.sort_unstable();
    families.dedup();
    assert_eq!(families, ALL);
}

#[test]
fn both_ends_say_what_is_wrong_and_the_judge_names_the_rule() {
    for case in cases() {
        let pair = world(&case);
        let touched = pair.frames().iter().any(|frame| frame.touched.contains(case.fault.kind));
        let is_process = !processes(&pair).is_empty();
        assert!(touched || is_process, "{} {}: no frame says so", case.family, case.fault.kind.name());
        let told = (complaints(&pair, Side::Client), complaints(&pair, Side::Server), rules(&pair));
        let expected = (
            case.client.to_vec(),
            case.server.to_vec(),
            case.rules.iter().map(|rule| (*rule).to_owned()).collect(),
        );
        assert_eq!(told, expected, "{} {} {}", case.family, case.fault.kind.name(), case.fault.lane.name());
    }
}
