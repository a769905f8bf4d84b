//! `wirelab call`.

use std::io::{self, IsTerminal, Write};

use super::args;
use super::ask::{self, Stop};
use super::exit::Exit;
use super::progress::Progress;
use super::report;
use super::screen;
use crate::native::child;
use crate::native::client::{Client, read_as};
use crate::native::typed;
use crate::proto::json::RawJson;
use crate::proto::mcp::{CallToolResult, Lifecycle, names};

pub(super) fn run(args: &args::Call) -> Exit {
    if let Err(error) = child::end_with_us_on_signals() {
        report::complain(&error.to_string());
    }
    let target = match report::target(&args.server) {
        Ok(target) => target,
        Err(exit) => return exit,
    };
    let progress = Progress::new(args.client.verbose);
    let retries = args.persistence.retries(0);
    let options = report::persistent(report::options(&args.client, false), &args.persistence, retries);
    let mut client = match Client::reach(&target, progress.watching(options)) {
        Ok(client) => client,
        Err(error) => return report::error(&error, &[]),
    };
    let answer = call(&mut client, args, &progress);
    progress.clear();
    let told = answer.and_then(|(raw, result)| show(args, &raw, &result));
    ask::finish(client, args.client.verbose, told)
}

fn call(
    client: &mut Client,
    args: &args::Call,
    progress: &Progress,
) -> Result<(RawJson, CallToolResult), Stop> {
    const METHOD: &str = names::TOOLS_CALL;
    report::open(client, args.persistence.retries(0))?;
    if client.is_remote()
        && client.version().is_some_and(|version| version.lifecycle() == Lifecycle::Discover)
    {
        // Which arguments are repeated in headers the list of tools says; without one, the call says what is wrong.
        let _ = client.tools();
    }
    let arguments = match &args.arguments {
        None if !args.args.is_empty() => Some(typed(client, args)?),
        arguments => arguments.clone(),
    };
    let asked = client.send_call(&args.tool, arguments, progress.request())?;
    let answer = client.answer(&asked)?;
    let raw = client.result(METHOD, answer)?;
    let result = read_as(METHOD, &raw)?;
    Ok((raw, result))
}

/// The arguments as the tool wants them; as they look where there is no such tool, for the server to say so.
fn typed(client: &mut Client, args: &args::Call) -> Result<RawJson, Stop> {
    let tool = client.tools()?.entries.iter().find(|tool| tool.name == args.tool);
    let schema = tool.map_or_else(RawJson::empty_object, |tool| tool.input_schema.clone());
    typed::arguments(&schema, &args.args).map_err(|error| Stop::Said(Exit::Unjudged, error.to_string()))
}

fn show(args: &args::Call, raw: &RawJson, result: &CallToolResult) -> Result<Exit, Stop> {
    let text = if args.json {
        ask::one_line(raw)
    } else {
        let texts: Vec<_> = result.content.iter().filter_map(|block| block.text.as_deref()).collect();
        texts.join("\n")
    };
    if result.is_error && !args.json { print(&text, io::stderr()) } else { print(&text, io::stdout()) }?;
    Ok(if result.is_error { Exit::Fault } else { Exit::Ok })
}

/// Exactly the text for a program, nothing that drives a terminal for a person.
fn print(text: &str, mut out: impl Write + IsTerminal) -> io::Result<()> {
    if out.is_terminal() { writeln!(out, "{}", screen::lines(text)) } else { writeln!(out, "{text}") }
}
