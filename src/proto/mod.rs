//! The Model Context Protocol, byte for byte, without a clock, a socket or a thread.
//!
//! Bytes, messages and the time go in; bytes, events and the next wake-up come out. The same calls give the same
//! bytes, wherever they are made: in a page, over a pipe, in a test. This page is all that is needed to write a client
//! or a server; `examples/minimal_client.rs` and `examples/minimal_server.rs` are two that run, in less than 60 lines
//! each.
//!
//! # The drive contract
//!
//! **One mutation (`handle_input`, `handle_timeout` or a command), then drain `poll_output` until it returns `None`,
//! then wait for input or until `next_timeout`.**
//!
//! A [`Connection`](connection::Connection) is what a program drives. It is told what happened and says what to do:
//!
//! | you | with |
//! |---|---|
//! | pass on what came, cut anywhere, and that nothing more will come | [`handle_input`](connection::Connection::handle_input) |
//! | say that the time it asked for has come | [`handle_timeout`](connection::Connection::handle_timeout) |
//! | ask for something, or answer | the commands of [`session_mut`](connection::Connection::session_mut) |
//! | send the bytes, look at the events, until there are no more | [`poll_output`](connection::Connection::poll_output) |
//! | wait, but no longer than until then | [`next_timeout`](connection::Connection::next_timeout) |
//!
//! Bytes come as whole frames and are sent in their order. Events are in order with them: what the third frame of a
//! chunk leads to comes out after what the second led to. To send the bytes of a drain at once is fine; to hold them
//! back over a wait is not, for the peer waits too.
//!
//! # A client
//!
//! What a program has to bring is a pair of streams and a clock. Here they are a trait, so that the loop can be run
//! on this page; reading from a pipe takes a thread, because a wait must be able to end without bytes.
//!
//! ```
//! use wirelab::proto::connection::{Connection, Input};
//! use wirelab::proto::error::{Blame, ProtocolError};
//! use wirelab::proto::json::RawJson;
//! use wirelab::proto::jsonrpc::{ErrorObject, RequestId};
//! use wirelab::proto::mcp::ListToolsResult;
//! use wirelab::proto::session::{ClientConfig, ClientSession, Event, Output};
//! use wirelab::proto::time::Instant;
//!
//! trait World {
//!     fn now(&self) -> Instant;
//!     fn send(&mut self, bytes: &[u8]);
//!     /// Waits for bytes, none of them at the end of the stream. Nothing when the deadline passes first.
//!     fn wait(&mut self, deadline: Option<Instant>) -> Option<Vec<u8>>;
//! }
//!
//! /// Drives `client` until the request `id` is answered, by a result or by an error of the server's, or never will be.
//! fn answer(
//!     client: &mut Connection<ClientSession>,
//!     world: &mut impl World,
//!     id: &RequestId,
//! ) -> Result<Result<RawJson, ErrorObject>, ProtocolError> {
//!     let mut answer = None;
//!     loop {
//!         while let Some(output) = client.poll_output() {
//!             match output {
//!                 Output::Transmit(bytes) => world.send(&bytes),
//!                 Output::Event(Event::Answered { id: of, outcome, .. }) if of == *id => answer = Some(Ok(outcome)),
//!                 Output::Event(Event::Failed { id: of, error, .. }) if of == *id => answer = Some(Err(error)),
//!                 Output::Event(Event::Misbehaved(what)) => eprintln!("the server sent {what}"),
//!                 Output::Event(_) => {}
//!             }
//!         }
//!         if let Some(answer) = answer {
//!             return answer;
//!         }
//!         match world.wait(client.next_timeout()) {
//!             None => client.handle_timeout(world.now()),
//!             Some(bytes) if bytes.is_empty() => client.handle_input(world.now(), Input::Eof),
//!             Some(bytes) => client.handle_input(world.now(), Input::Bytes(&bytes)),
//!         }
//!     }
//! }
//!
//! # struct Script { now: Instant, sent: String, said: Vec<&'static str> }
//! # impl World for Script {
//! #     fn now(&self) -> Instant { self.now }
//! #     fn send(&mut self, bytes: &[u8]) { self.sent.push_str(std::str::from_utf8(bytes).expect("UTF-8")); }
//! #     fn wait(&mut self, deadline: Option<Instant>) -> Option<Vec<u8>> {
//! #         if self.said.is_empty() { self.now = deadline.expect("a request is open"); return None; }
//! #         Some(self.said.remove(0).as_bytes().to_vec())
//! #     }
//! # }
//! # let said = vec![
//! #     "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},",
//! #     "\"serverInfo\":{\"name\":\"theirs\",\"version\":\"1\"}}}\nlistening\n",
//! #     "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"tools\":[{\"name\":\"add\",\"inputSchema\":{\"type\":\"object\"}}]}}\n",
//! # ];
//! # let mut world = Script { now: Instant::ZERO, sent: String::new(), said };
//! let mut client = Connection::new(ClientSession::new(ClientConfig::default()));
//! let hello = client.session_mut().initialize(world.now()).expect("nothing was said yet");
//! answer(&mut client, &mut world, &hello).expect("in time").expect("a server we can work with");
//!
//! let list = client.session_mut().list_tools(world.now(), None).expect("the handshake is over");
//! let page = answer(&mut client, &mut world, &list).expect("in time").expect("no error");
//! let tools = page.parse::<ListToolsResult>().expect("it fits").tools;
//! assert_eq!(tools[0].name, "add");
//!
//! // This server falls silent, and the time to wait passes.
//! let call = client.session_mut().call_tool(world.now(), "add", None).expect("the handshake is over");
//! let error = answer(&mut client, &mut world, &call).expect_err("no answer");
//! assert_eq!((error.blame(), error.to_string().as_str()), (Blame::Clock, "no answer within 30000 ms"));
//! # let methods: Vec<_> = world.sent.lines().map(|line| line.split("\"method\":\"").nth(1).expect("all ask")).collect();
//! # let expected = ["initialize", "notifications/initialized", "tools/list", "tools/call", "notifications/cancelled"];
//! # assert!(methods.iter().zip(expected).all(|(method, expected)| method.starts_with(expected)), "{methods:?}");
//! ```
//!
//! The session has said `notifications/initialized` by itself, and has cancelled the call that it no longer waits for.
//! It answers a `ping` of the server's, and says of every other request that there is no such method. A refused
//! handshake is an answer too; [`Event::Closed`](session::Event::Closed) follows it and says why it was refused.
//!
//! # A server
//!
//! A server session asks nothing, so it has no timers, and a loop that only ever reads will do. It has answered
//! `initialize` and `ping`, and refused what no revision, no state and no capability of its own allows; what is left
//! comes as [`Event::Requested`](session::Event::Requested), to be answered now or later, in any order.
//!
//! ```
//! use std::collections::VecDeque;
//! use std::io::{self, Read, Write};
//! use wirelab::proto::connection::{Connection, Input};
//! use wirelab::proto::json::RawJson;
//! use wirelab::proto::jsonrpc::{ErrorObject, Request};
//! use wirelab::proto::mcp::ListToolsResult;
//! use wirelab::proto::session::{Event, Output, ServerConfig, ServerSession};
//! use wirelab::proto::time::Instant;
//!
//! fn serve(
//!     mut input: impl Read,
//!     mut output: impl Write,
//!     answer: impl Fn(&Request) -> Result<RawJson, ErrorObject>,
//! ) -> io::Result<()> {
//!     let mut server = Connection::new(ServerSession::new(ServerConfig::default()));
//!     let (mut requests, mut chunk) = (VecDeque::new(), [0; 4096]);
//!     loop {
//!         while let Some(step) = server.poll_output() {
//!             match step {
//!                 Output::Transmit(bytes) => output.write_all(&bytes)?,
//!                 Output::Event(Event::Requested(request)) => requests.push_back(request),
//!                 Output::Event(Event::Cancelled { id }) => requests.retain(|request| request.id != id),
//!                 Output::Event(Event::Closed(_)) => return output.flush(),
//!                 Output::Event(_) => {}
//!             }
//!         }
//!         output.flush()?;
//!         match requests.pop_front() {
//!             Some(request) => {
//!                 let answered = server.session_mut().respond(&request.id, answer(&request));
//!                 answered.expect("neither answered nor cancelled so far");
//!             }
//!             None => match input.read(&mut chunk)? {
//!                 0 => server.handle_input(Instant::ZERO, Input::Eof),
//!                 count => server.handle_input(Instant::ZERO, Input::Bytes(&chunk[..count])),
//!             },
//!         }
//!     }
//! }
//!
//! let input = concat!(
//!     r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
//!     r#""capabilities":{},"clientInfo":{"name":"theirs","version":"1"}}}"#, "\n",
//!     r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "\n",
//!     r#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#, "\n",
//! );
//! let mut output = Vec::new();
//! let no_tools = |_: &Request| Ok(RawJson::from_value(&ListToolsResult::new([])));
//! serve(input.as_bytes(), &mut output, no_tools).expect("nothing fails in memory");
//! assert!(output.ends_with(b"{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"tools\":[]}}\n"));
//! ```
//!
//! At the end of input the session still waits for the answers that are due, and closes after the last one.
//!
//! # The layers
//!
//! Each can be used without those below it in this table; read in this order they are the whole story.
//!
//! | layer | what it knows | begin with |
//! |---|---|---|
//! | [`framing`] | where a message begins and ends in the stream | [`FrameDecoder`](framing::FrameDecoder) |
//! | [`json`] | text that is kept exactly, and where it stops being JSON | [`RawJson`](json::RawJson) |
//! | [`jsonrpc`] | requests, notifications, answers, ids, error objects | [`decode`](jsonrpc::decode()) |
//! | [`mcp`] | revisions, methods, payloads | [`Version`](mcp::Version) |
//! | [`session`] | what may be said when, and what belongs to what | [`ClientSession`](session::ClientSession) |
//! | [`connection`] | all of it, behind one pair of byte streams | [`Connection`](connection::Connection) |
//!
//! # When something goes wrong
//!
//! There are four kinds, which never mix:
//!
//! | what | where it shows |
//! |---|---|
//! | the tool failed: its result says so, and the model sees it | `is_error` of a [`CallToolResult`](mcp::CallToolResult) |
//! | the peer answered with an error, for the program | an [`ErrorObject`](jsonrpc::ErrorObject), the outcome of a request |
//! | a request will not be answered, or a command was refused | a [`ProtocolError`](error::ProtocolError) |
//! | the peer did what it should not have done; the conversation goes on | a [`Misbehaviour`](error::Misbehaviour) |
//!
//! A `ProtocolError` says whom to look at first ([`Blame`](error::Blame): us, the peer, the clock), and both name the
//! rule that was broken, where one was ([`RuleId`](rule::RuleId)). What holds no message is
//! [`Malformed`](jsonrpc::Malformed), with the place of the first byte that is wrong; a server answers it as its
//! policy says. What explains several such frames at once comes as [`Event::Detected`](session::Event::Detected).
//!
//! # Time
//!
//! The core is told the time, as an [`Instant`](time::Instant) that counts from wherever the program likes, and never
//! asks. It must not run backwards. `next_timeout` changes with every mutation, so it is asked again before each
//! wait; `handle_timeout` too early does nothing, and too late catches up.
//! [`timeout_reason`](connection::Connection::timeout_reason) says what it is for. A client waits for each answer as
//! long as its [`ClientConfig`](session::ClientConfig) says, or the request's own
//! [`RequestOptions`](session::RequestOptions); progress begins the wait anew, up to a limit. With a
//! [`HeartbeatConfig`](session::HeartbeatConfig) it pings a silent server. When to try again after a lost connection
//! is the business of [`reconnect`], with [`random`] for its jitter; both are as deterministic as the rest.
//!
//! # Framing, policies, revisions
//!
//! - A message is a line: that is MCP's stdio transport, and what [`Connection::new`](connection::Connection::new)
//!   does. [`with_framing`](connection::Connection::with_framing) can have the headers of LSP instead, which are not
//!   part of MCP. [`observing`](connection::Connection::observing) shows every frame.
//! - Where real programs differ, a session asks its [`Policy`](session::Policy). The strict one goes by the book;
//!   another is a value, not another session.
//! - Sessions speak all five revisions. Until 2025-11-25 a conversation begins with `initialize`, and both sides may
//!   ask: a request of the server's that the client has declared is an [`Event::Requested`](session::Event::Requested)
//!   there too. 2025-03-26 has batches: an array is answered by an array, and
//!   [`Connection::batch`](connection::Connection::batch) sends one.
//! - 2026-07-28 has no handshake: [`Opening::Modern`](session::Opening::Modern) is a client of it, which says in each
//!   request what it speaks and can do. A server serves each request by what it says of itself, so that one server
//!   speaks both eras; [`open_request`](session::ServerSession::open_request) tells who asks, and what goes out is
//!   completed with what every result has there. It asks with
//!   [`ask_back`](session::ServerSession::ask_back); the client sees
//!   [`Event::InputRequired`](session::Event::InputRequired) and
//!   [answers](session::ClientSession::answer_questions). Changes are told to those who
//!   [`listen`](session::ClientSession::listen).
//! - [`Opening::Probe`](session::Opening::Probe) is a client of both eras: it asks `server/discover` first, and goes
//!   on with `initialize` when that shows a server of the older one
//!   ([`Event::FellBack`](session::Event::FellBack)).
#![forbid(unsafe_code)]

pub mod base64;
pub(crate) mod civil;
pub mod connection;
pub mod endpoint;
pub mod error;
pub mod framing;
pub mod http;
pub mod json;
pub mod jsonrpc;
pub mod mcp;
pub mod random;
pub mod reconnect;
pub mod rule;
pub mod session;
pub mod time;
pub mod timer;
