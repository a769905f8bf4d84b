//! What goes to stderr.

use std::io::Write;
use std::sync::Arc;

use super::args::{self, LogLevel};
use super::exit::Exit;
use super::screen::{self, BAD, FAINT};
use super::text;
use crate::native::child::OnStderr;
use crate::native::client::{Client, ClientError, ClientOptions, Retry, Target};
use crate::native::remote::{OnExchange, Seen};
use crate::proto::http::Headers;
use crate::proto::mcp::{Lifecycle, Version};
use crate::proto::reconnect::RetryPolicy;
use crate::proto::session::{
    ClientConfig, DEFAULT_PROBE_TIMEOUT, Event, HeartbeatConfig, Opening, Output, Peer,
};

/// Says what went wrong and, if there are any, the last words of the server.
pub(super) fn error(error: &ClientError, last_words: &[String]) -> Exit {
    failed(&error.to_string(), last_words);
    if let ClientError::Refused { method, fault, .. } = error {
        text::server::advice(method, fault).map(note);
    }
    Exit::from(error)
}

/// The same, of something else than a client.
pub(super) fn failed(message: &str, last_words: &[String]) {
    complain(message);
    if !last_words.is_empty() {
        note(text::LAST_WORDS);
        last_words.iter().for_each(|line| note(line));
    }
}

/// An error of one or more lines.
pub(super) fn complain(message: &str) {
    let mut lines = message.lines();
    let first = screen::line(lines.next().unwrap_or_default());
    // There is nobody left to tell when stderr fails.
    let _ = writeln!(anstream::stderr().lock(), "{BAD}{}{BAD:#} {first}", text::ERROR);
    lines.for_each(note);
}

/// A line that belongs to what was said before.
fn note(line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "  {}", screen::line(line));
}

/// A frame as it is sent or received, on a line.
pub(super) fn frame(output: &Output<&[u8]>) -> Option<String> {
    match output {
        Output::Transmit(bytes) => Some(format!("-> {}", printed(bytes))),
        Output::Event(Event::FrameReceived(frame)) => Some(received(frame.body())),
        Output::Event(_) => None,
    }
}

/// The same of what was received.
pub(super) fn received(body: &[u8]) -> String {
    format!("<- {}", printed(body))
}

fn printed(bytes: &[u8]) -> String {
    screen::line(String::from_utf8_lossy(bytes).trim_end()).into_owned()
}

/// Shows frames as they are sent and received, and everything else that happens.
pub(super) fn watch(output: &Output<&[u8]>) {
    let mut err = anstream::stderr().lock();
    if let Some(frame) = frame(output) {
        let (arrow, text) = frame.split_at(2);
        // There is nobody left to tell when stderr fails.
        let _ = writeln!(err, "{FAINT}{arrow}{FAINT:#}{text}");
    }
    let _ = match output {
        Output::Event(Event::StateChanged(step)) => {
            writeln!(err, "{FAINT} * {:?} -> {:?}{FAINT:#}", step.from, step.to)
        }
        Output::Event(Event::Detected(what)) => {
            writeln!(err, "{BAD} ! {}{BAD:#}", screen::line(&what.to_string()))
        }
        Output::Event(Event::Misbehaved(what)) => {
            writeln!(err, "{BAD} ! {}{BAD:#}", screen::line(&what.to_string()))
        }
        Output::Event(Event::Cancelled { id }) => writeln!(err, "{FAINT} * {id} was cancelled{FAINT:#}"),
        Output::Event(Event::Closed(why)) => {
            writeln!(err, "{FAINT} * {}{FAINT:#}", screen::line(&why.to_string()))
        }
        // The frame itself has said it.
        Output::Transmit(_) | Output::Event(_) => Ok(()),
    };
}

/// Shows as much of what a server does as `level` asks for.
pub(super) fn log(level: LogLevel, output: &Output<&[u8]>) {
    let least = match output {
        Output::Transmit(_) | Output::Event(Event::FrameReceived(_)) => LogLevel::Debug,
        Output::Event(Event::Detected(_) | Event::Misbehaved(_)) => LogLevel::Warning,
        Output::Event(_) => LogLevel::Info,
    };
    if least <= level {
        watch(output);
    }
}

/// What a person should know who looks at the terminal.
pub(super) fn say(message: &str) {
    // There is nobody left to tell when stderr fails.
    let _ = writeln!(anstream::stderr().lock(), "{}", screen::line(message));
}

/// The options of a client that behaves as `args` say.
pub(super) fn options(args: &args::Client, show_stderr: bool) -> ClientOptions {
    // Who waits for less waits for the era no longer either.
    let probe_timeout = args.timeout.min(DEFAULT_PROBE_TIMEOUT);
    let config = ClientConfig { request_timeout: args.timeout, probe_timeout, ..begin(&args.protocol) };
    ClientOptions {
        config,
        framing: args.framing,
        grace: args.grace,
        watch: args.verbose.then(|| Box::new(watch) as _),
        on_exchange: args.verbose.then(|| Arc::new(exchange) as OnExchange),
        on_stderr: (show_stderr || args.verbose).then(|| Arc::new(server_stderr) as OnStderr),
        ..ClientOptions::default()
    }
}

/// The server that `args` name, wherever it is; says why there is none.
///
/// # Errors
/// The code to end with.
pub(super) fn target(args: &args::AnyServer) -> Result<Target, Exit> {
    args.target().map_err(|why| {
        complain(&why);
        Exit::Start
    })
}

/// Starts the server that `args` name; says why it cannot be started.
///
/// # Errors
/// The code to end with.
pub(super) fn start(client: &args::Client, server: &args::AnyServer) -> Result<Client, Exit> {
    Client::reach(&target(server)?, options(client, false)).map_err(|why| error(&why, &[]))
}

/// The same for a client that looks after its server.
pub(super) fn persistent(options: ClientOptions, args: &args::Persistence, retries: u32) -> ClientOptions {
    let usual = HeartbeatConfig::default();
    let heartbeat = args.heartbeat.map(|ping_interval| HeartbeatConfig { ping_interval, ..usual });
    let retry = RetryPolicy { first: args.backoff, attempts: retries, ..options.retry };
    let mut seed = [0; 8];
    // Without chance it still works, in step with others.
    let _ = getrandom::fill(&mut seed);
    let config = ClientConfig { heartbeat, ..options.config };
    ClientOptions { config, retry, seed: u64::from_ne_bytes(seed), ..options }
}

/// Begins the conversation; starts a server again that is gone before it has begun.
///
/// # Errors
/// When it does not begin.
pub(super) fn open(client: &mut Client, retries: u32) -> Result<Peer, ClientError> {
    match client.open() {
        Err(error) if retries > 0 => {
            complain(&error.to_string());
            reconnect(client)
        }
        opened => opened,
    }
}

/// Starts a server again that is gone, and says how that goes.
///
/// # Errors
/// When it does not come back.
pub(super) fn reconnect(client: &mut Client) -> Result<Peer, ClientError> {
    let remote = client.is_remote();
    client.reconnect(&mut |step| say(&retried(remote, &step)), &mut |_, wait| {
        std::thread::sleep(wait);
        true
    })
}

/// What happens while a server is started again, in words.
pub(super) fn retried(remote: bool, step: &Retry<'_>) -> String {
    match step {
        Retry::Waiting { attempt, of, wait } => text::ask::waiting(remote, *attempt, *of, *wait),
        Retry::Failed { attempt, error } => text::ask::failed(*attempt, &error.to_string()),
        Retry::Connected { attempt } => text::ask::connected(remote, *attempt),
    }
}

/// A client that begins with the revision `protocol`, or with whatever the server speaks.
pub(super) fn begin(protocol: &str) -> ClientConfig {
    let usual = ClientConfig::default();
    match Version::parse(protocol) {
        _ if protocol == args::AUTO => ClientConfig { opening: Opening::Probe, ..usual },
        Some(version) if version.lifecycle() == Lifecycle::Discover => {
            ClientConfig { opening: Opening::Modern, modern: protocol.to_owned(), ..usual }
        }
        _ => ClientConfig { offer: protocol.to_owned(), ..usual },
    }
}

/// Shows the heads of an exchange: what is between the messages and the network.
fn exchange(seen: &Seen<'_>) {
    let mut err = anstream::stderr().lock();
    // There is nobody left to tell when stderr fails.
    let _ = match seen {
        Seen::Asked(number, request) => {
            writeln!(err, "{FAINT} > [{}] {}{}{FAINT:#}", number.0, request.method, head(&request.headers))
        }
        Seen::Answered(number, answer) => {
            writeln!(err, "{FAINT} < [{}] {}{}{FAINT:#}", number.0, answer.status, head(&answer.headers))
        }
        Seen::Failed(number, why) => writeln!(err, "{FAINT} < [{}] {}{FAINT:#}", number.0, screen::line(why)),
        Seen::Dropped(number) => writeln!(err, "{FAINT} > [{}] {}{FAINT:#}", number.0, text::server::HUNG_UP),
    };
}

/// Header lines on a line.
fn head(headers: &Headers) -> String {
    let lines = headers.iter().map(|line| {
        let value = String::from_utf8_lossy(&line.value);
        format!(" | {}: {}", screen::line(&line.name), screen::line(&value))
    });
    lines.collect()
}

fn server_stderr(line: &str) {
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "{FAINT}{}{FAINT:#} {}", text::SERVER_STDERR, screen::line(line));
}
