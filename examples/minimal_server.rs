//! A complete MCP server with one tool, on stdin and stdout. Try it:
//! `cargo build --examples && cargo run -- connect -- target/debug/examples/minimal_server`

use std::collections::VecDeque;
use std::io::{self, Read, Write};

use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::json::{Members, RawJson};
use wirelab::proto::jsonrpc::{ErrorCode, ErrorObject, Request};
use wirelab::proto::mcp::{CallToolParams, CallToolResult, Implementation, ListToolsResult, Tool};
use wirelab::proto::session::{Event, Output, ServerConfig, ServerSession};
use wirelab::proto::time::Instant;

fn main() -> io::Result<()> {
    let (mut stdin, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    let info = Implementation::new("greeter", "1.0");
    let mut server = Connection::new(ServerSession::new(ServerConfig { info, ..ServerConfig::default() }));
    let (mut events, mut chunk) = (VecDeque::new(), [0; 4096]);
    loop {
        // First everything that the last thing led to. The client waits for it, so it is flushed.
        while let Some(output) = server.poll_output() {
            match output {
                Output::Transmit(bytes) => stdout.write_all(&bytes).and_then(|()| stdout.flush())?,
                Output::Event(event) => events.push_back(event),
            }
        }
        // Then one thing more: an answer of ours, if one is due, or else what the client says next.
        match events.pop_front() {
            // The only error is that the client has cancelled the request since: nobody wants the answer.
            Some(Event::Requested(request)) => {
                drop(server.session_mut().respond(&request.id, answer(&request)))
            }
            Some(Event::Closed(_)) => return Ok(()),
            Some(_) => {}
            // A server session has no timers: it may wait for ever, and needs no clock.
            None => match stdin.read(&mut chunk)? {
                0 => server.handle_input(Instant::ZERO, Input::Eof),
                count => server.handle_input(Instant::ZERO, Input::Bytes(&chunk[..count])),
            },
        }
    }
}

/// Answers `tools/list` and `tools/call`; the session has seen to everything else.
fn answer(request: &Request) -> Result<RawJson, ErrorObject> {
    if request.method == "tools/list" {
        let tool = Tool::new("greet", RawJson::from_value(&Members::new().with("type", "object")));
        return Ok(RawJson::from_value(&ListToolsResult::new([tool])));
    }
    let invalid = |why: String| ErrorObject::new(ErrorCode::INVALID_PARAMS, why);
    let params = request.params.clone().unwrap_or(RawJson::empty_object());
    let call: CallToolParams = params.parse().map_err(|mismatch| invalid(mismatch.to_string()))?;
    match call.name.as_str() {
        "greet" => Ok(RawJson::from_value(&CallToolResult::text("Hello!"))),
        name => Err(invalid(format!("no tool is called {name}"))),
    }
}
