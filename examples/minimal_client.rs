//! A complete MCP client: starts a server, shakes hands, lists its tools, calls the first one with `{}`. Try it:
//! `cargo build && cargo run --example minimal_client -- target/debug/wirelab serve`

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::{env, error::Error, thread, time};
use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::error::LocalError;
use wirelab::proto::json::RawJson;
use wirelab::proto::jsonrpc::RequestId;
use wirelab::proto::mcp::ListToolsResult;
use wirelab::proto::session::{ClientConfig, ClientSession, Event, Output};
use wirelab::proto::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args_os().skip(1);
    let mut server = Command::new(words.next().ok_or("usage: minimal_client SERVER [ARGUMENT]...")?);
    let mut server = server.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (mut input, mut output) = server.stdin.take().zip(server.stdout.take()).ok_or("no pipes")?;
    // Reading blocks, so it has a thread of its own: the wait for bytes can then end when a timer is due.
    let (sender, inbox) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut part = [0; 4096];
        while output.read(&mut part).is_ok_and(|n| n > 0 && sender.send(part[..n].to_vec()).is_ok()) {}
    });
    let clock = time::Instant::now();
    let now = || Instant::ZERO + clock.elapsed();
    let mut client = Connection::new(ClientSession::new(ClientConfig::default()));
    // Gives the session one command and drives the connection until the answer is there.
    let mut ask = |command: &dyn Fn(&mut ClientSession) -> Result<RequestId, LocalError>| {
        command(client.session_mut()).map_err(|error| error.to_string())?;
        let mut answer = None;
        loop {
            match client.poll_output() {
                // A server that no longer reads has most often ended: its output will tell.
                Some(Output::Transmit(bytes)) => drop(input.write_all(&bytes)),
                Some(Output::Event(Event::Answered { outcome, .. })) => answer = Some(outcome),
                Some(Output::Event(Event::Failed { error, .. })) => return Err(error.to_string()),
                Some(Output::Event(Event::Closed(reason))) => return Err(reason.to_string()),
                Some(Output::Event(_)) => {}
                None if let Some(said) = answer.take() => break said.map_err(|error| error.to_string()),
                // As long as a request is open there is a timer: that of its answer.
                None => match inbox.recv_timeout(client.next_timeout().unwrap().saturating_since(now())) {
                    Ok(bytes) => client.handle_input(now(), Input::Bytes(&bytes)),
                    Err(RecvTimeoutError::Disconnected) => client.handle_input(now(), Input::Eof),
                    Err(RecvTimeoutError::Timeout) => client.handle_timeout(now()),
                },
            }
        }
    };
    ask(&|session| session.initialize(now()))?;
    let tools = ask(&|session| session.list_tools(now(), None))?.parse::<ListToolsResult>()?.tools;
    tools.iter().for_each(|tool| println!("tool {}", tool.name));
    let first = &tools.first().ok_or("the server has no tools")?.name;
    println!("{}", ask(&|session| session.call_tool(now(), first, Some(RawJson::empty_object())))?);
    drop(input); // The end of its input tells a server to end.
    server.wait().map(drop).map_err(Box::from)
}
