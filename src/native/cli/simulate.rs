//! `wirelab simulate`: a scenario with a seed, and its trace.

use std::io::{self, BufWriter, ErrorKind, Write as _};

use super::args;
use super::exit::Exit;
use super::report;
use super::text::simulate as text;
use crate::panel::text::Language;
use crate::sim::Scenario;
use crate::trace::wire;

pub(super) fn run(args: &args::Simulate) -> Exit {
    let out = match args.scenario.filter(|_| !args.list) {
        None => list(),
        Some(scenario) => match played(scenario, args.seed, args.script) {
            Ok(text) => text,
            Err(why) => {
                report::complain(&why);
                return Exit::Fault;
            }
        },
    };
    let mut stdout = BufWriter::new(io::stdout().lock());
    match stdout.write_all(out.as_bytes()).and_then(|()| stdout.flush()) {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            report::complain(&error.to_string());
            Exit::Lost
        }
        _ => Exit::Ok,
    }
}

/// The trace of `scenario`, or the script that leads to it.
fn played(scenario: Scenario, seed: u64, as_script: bool) -> Result<String, String> {
    let script = scenario.script(seed);
    if as_script {
        return Ok(script.to_text() + "\n");
    }
    let mut trace = script.replay().map_err(|error| error.to_string())?.trace();
    trace.heading.tool = Some(format!("wirelab {}", env!("CARGO_PKG_VERSION")));
    trace.heading.notes = vec![text::made(&scenario.name(), seed)];
    let mut out = String::new();
    wire::write(&trace, &mut out);
    Ok(out)
}

fn list() -> String {
    let mut out = String::new();
    let width = Scenario::all().map(|scenario| scenario.name().len()).max().unwrap_or(0);
    let mut group = "";
    for scenario in Scenario::all() {
        let title = text::group(scenario);
        if title != group {
            let gap = if group.is_empty() { "" } else { "\n" };
            out.push_str(&format!("{gap}{title}\n"));
            group = title;
        }
        let about = text::about(scenario, Language::English);
        let name = scenario.name();
        out.push_str(&format!("  {name:width$}  {about}").trim_end());
        out.push('\n');
    }
    out
}

/// The name that was most likely meant.
pub(super) fn nearest(name: &str) -> Option<String> {
    let is_near = |other: &String| other.contains(name) || name.contains(other.as_str());
    Scenario::all().map(Scenario::name).find(is_near)
}
