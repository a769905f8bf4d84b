//! `wirelab connect`: a server tried in five steps.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::time::Duration;

use super::args;
use super::exit::Exit;
use super::progress::Progress;
use super::screen::{self, BAD, FAINT, GOOD, NAME, STEP};
use super::summary::Summary;
use super::{content, report, stand_in, text};
use crate::native::child::{self, EndedBy, Ending};
use crate::native::client::{Client, ClientError, ClientOptions, Statistics, Target};
use crate::native::sample;
use crate::proto::json::RawJson;
use crate::proto::mcp::{CallToolResult, Lifecycle, Tool, Version, names};
use crate::proto::session::{ClientConfig, Opening, Peer};

/// Where what is said of a step begins, after its name.
const LABEL: usize = 12;

/// How many characters of a description are shown to a terminal, and of arguments everywhere.
const DESCRIPTION: usize = 70;
const ARGUMENTS: usize = 120;

pub(super) fn run(args: &args::Connect) -> Exit {
    if let Err(error) = child::end_with_us_on_signals() {
        report::complain(&error.to_string());
    }
    let target = match report::target(&args.server) {
        Ok(target) => target,
        Err(exit) => return exit,
    };
    let mut screen = Screen {
        tables: io::stdout().is_terminal(),
        out: if args.json {
            Box::new(io::sink())
        } else {
            Box::new(anstream::stdout().lock()) as Box<dyn Write>
        },
        step: 0,
        calls: [0; 3],
        progress: Progress::new(args.client.verbose),
        summary: Summary::default(),
        exit: Exit::Ok,
    };
    let mut done = screen.run(args, &target);
    if args.json && done.is_ok() {
        done = writeln!(io::stdout().lock(), "{}", screen.summary.line());
    }
    match done {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => report::complain(&error.to_string()),
        _ => {}
    }
    screen.exit
}

struct Screen<W> {
    out: W,
    /// Whether a person looks at it: columns for people, tabs for programs.
    tables: bool,
    step: u8,
    /// Calls that went well, that failed as a tool, that have no result.
    calls: [u64; 3],
    progress: Progress,
    summary: Summary,
    exit: Exit,
}

impl<W: Write> Screen<W> {
    fn run(&mut self, args: &args::Connect, target: &Target) -> io::Result<()> {
        self.step(if target.is_remote() { text::REACH } else { text::START }, &target.to_string())?;
        let retries = args.persistence.retries(0);
        let options = report::persistent(report::options(&args.client, true), &args.persistence, retries);
        let config = ClientConfig { capabilities: stand_in::capabilities(), ..options.config };
        let options = ClientOptions { config, ..options };
        let mut client = match Client::reach(target, self.progress.watching(options)) {
            Ok(client) => client,
            Err(error) => return self.fail(&error),
        };
        if let Some(id) = client.process_id() {
            self.detail(&text::process(id))?;
        }
        self.talk(&mut client, args, retries)?;
        let statistics = client.statistics();
        self.summary.statistics(&statistics);
        self.statistics(&statistics, client.is_remote())?;
        // Of a server that is none of ours nothing is known.
        let Some(ending) = client.close()? else { return Ok(()) };
        self.summary.ending(&ending);
        self.ending(&ending)
    }

    /// The steps that need the server; the first error ends them, but for that of a single call.
    fn talk(&mut self, client: &mut Client, args: &args::Connect, retries: u32) -> io::Result<()> {
        let offered = &*args.client.protocol;
        let server = match report::open(client, retries) {
            Ok(server) => server,
            Err(error) => {
                let asked = report::begin(offered).opening != Opening::Handshake;
                self.step(if asked { text::DISCOVER } else { text::INITIALIZE }, "")?;
                return self.fail(&error);
            }
        };
        self.summary.server(&server, client.version());
        self.server(&server, client.version(), offered)?;
        let tools = if server.capabilities.contains("tools") {
            match client.list_tools() {
                Ok(list) => {
                    self.summary.tools(&list.entries, list.complete);
                    self.step(text::LIST_TOOLS, &text::tools(list.entries.len(), list.pages))?;
                    self.tools(&list.entries)?;
                    if !list.complete {
                        self.detail(text::INCOMPLETE)?;
                    }
                    list.entries
                }
                Err(error) => {
                    self.step(text::LIST_TOOLS, "")?;
                    return self.fail(&error);
                }
            }
        } else {
            self.step(text::LIST_TOOLS, text::NO_TOOLS_DECLARED)?;
            Vec::new()
        };
        self.step(text::CALL_TOOLS, if tools.is_empty() { text::NO_TOOLS } else { "" })?;
        for tool in tools.iter().take(args.calls) {
            let goes_on = self.call(client, tool)?;
            if !goes_on && (retries == 0 || !self.come_back(client)?) {
                break;
            }
        }
        Ok(())
    }

    fn step(&mut self, name: &str, what: &str) -> io::Result<()> {
        self.step += 1;
        let (number, indent) = (self.step, LABEL.saturating_sub(name.len()));
        match what {
            "" => writeln!(self.out, "{STEP}{number} {name}{STEP:#}"),
            _ => writeln!(self.out, "{STEP}{number} {name}{STEP:#}{:indent$}{}", "", screen::line(what)),
        }
    }

    fn detail(&mut self, what: &str) -> io::Result<()> {
        writeln!(self.out, "    {}", screen::line(what))
    }

    fn fail(&mut self, error: &ClientError) -> io::Result<()> {
        // Its stderr was shown line by line, so there are no last words left to show.
        self.out.flush()?;
        self.summary.error(error);
        self.exit = self.exit.max(report::error(error, &[]));
        Ok(())
    }

    fn server(&mut self, server: &Peer, version: Option<Version>, offered: &str) -> io::Result<()> {
        let info = server.info.as_ref().map(|info| format!("{} {}", info.name, info.version));
        let modern = version.is_some_and(|version| version.lifecycle() == Lifecycle::Discover);
        let name = if modern { text::DISCOVER } else { text::INITIALIZE };
        self.step(name, info.unwrap_or_default().trim_end())?;
        self.detail(&text::revision(version.map_or("?", Version::as_str), offered))?;
        let names: Vec<_> = server.capabilities.iter().map(|(name, _)| name).collect();
        let names = if names.is_empty() { text::NO_CAPABILITIES.to_owned() } else { names.join(", ") };
        self.detail(&text::capabilities(&names))
    }

    fn tools(&mut self, tools: &[Tool]) -> io::Result<()> {
        let widest = tools.iter().map(|tool| tool.name.chars().count()).max().unwrap_or(0).min(30);
        for tool in tools {
            let name = screen::line(&tool.name);
            let description = tool.description.as_deref().unwrap_or_default();
            let first = description.lines().next().unwrap_or_default();
            if self.tables {
                let (shown, cut) = screen::cut(first, DESCRIPTION);
                let dots = if cut.is_some() { "…" } else { "" };
                writeln!(self.out, "    {NAME}{name:<widest$}{NAME:#}  {}{dots}", screen::line(shown))?;
            } else {
                writeln!(self.out, "    {name}\t{}", screen::line(first))?;
            }
        }
        Ok(())
    }

    /// Calls one tool; false when there is no point in calling another.
    fn call(&mut self, client: &mut Client, tool: &Tool) -> io::Result<bool> {
        let arguments = sample::arguments(&tool.input_schema);
        let (shown, cut) = screen::cut(arguments.as_str(), ARGUMENTS);
        let dots = cut.map(text::cut).unwrap_or_default();
        let name = screen::line(&tool.name);
        writeln!(self.out, "    {NAME}{name}{NAME:#} {}{FAINT}{dots}{FAINT:#}", screen::line(shown))?;
        let result = self.result(client, &tool.name, arguments.clone());
        self.progress.clear();
        self.summary.call(&tool.name, &arguments, &result);
        match result {
            Ok(result) => {
                self.calls[usize::from(result.is_error)] += 1;
                content::show(&mut self.out, &result)?;
                Ok(true)
            }
            Err(error) => {
                self.calls[2] += 1;
                self.fail(&error)?;
                Ok(matches!(
                    error,
                    ClientError::Answered { .. } | ClientError::TimedOut(_) | ClientError::Unreadable { .. }
                ))
            }
        }
    }

    fn result(
        &self,
        client: &mut Client,
        tool: &str,
        arguments: RawJson,
    ) -> Result<CallToolResult, ClientError> {
        const METHOD: &str = names::TOOLS_CALL;
        let asked = client.send_call(tool, Some(arguments), self.progress.request())?;
        let answer = client.answer_by(&asked, &mut stand_in::answer)?;
        client.read_result(METHOD, answer)
    }

    /// Starts a server again that is gone; whether it is back.
    fn come_back(&mut self, client: &mut Client) -> io::Result<bool> {
        self.out.flush()?;
        match report::reconnect(client) {
            Ok(_) => Ok(true),
            Err(error) => self.fail(&error).map(|()| false),
        }
    }

    fn statistics(&mut self, counts: &Statistics, remote: bool) -> io::Result<()> {
        let [good, failed, errors] = self.calls;
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        let mean = counts.waited.checked_div(u32::try_from(counts.answered).unwrap_or(u32::MAX));
        let (sent, received) = ((counts.sent, counts.bytes_sent), (counts.received, counts.bytes_received));
        self.step(text::STATISTICS, &text::calls(good, failed, errors))?;
        self.detail(&text::messages(sent.0, sent.1, received.0, received.1))?;
        let (mean, slowest) = (millis(mean.unwrap_or_default()), millis(counts.slowest));
        self.detail(&text::answers(counts.answered, mean, slowest))?;
        if counts.misbehaved > 0 {
            writeln!(self.out, "    {BAD}{}{BAD:#}", text::misbehaved(remote, counts.misbehaved))?;
        }
        Ok(())
    }

    fn ending(&mut self, ending: &Ending) -> io::Result<()> {
        let (style, how) = match ending.by {
            EndedBy::Itself => (GOOD, text::ENDED_ITSELF),
            EndedBy::Terminate => (BAD, text::ENDED_TERMINATE),
            EndedBy::Kill => (BAD, text::ENDED_KILL),
        };
        let close = text::CLOSE;
        writeln!(self.out, "{STEP}  {close:<LABEL$}{STEP:#}{style}{how}{style:#} ({})", ending.status)
    }
}
