//! Two real ends, a client and the demo server, and what each makes of what the other says.
//!
//! One source for every build: the same tests run natively and, compiled to wasm32, in the browsers.

use std::fmt::Debug;

use core::time::Duration;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use wirelab::demo::{FileError, FolderEdit, Recorded, Registry, Server};
use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::error::{Blame, CloseReason, LocalError, Misbehaviour, ProtocolError};
use wirelab::proto::framing::{Detected, Framing};
use wirelab::proto::json::RawJson;
use wirelab::proto::jsonrpc::{ErrorCode, Malformed, MalformedKind, Meant, RequestId};
use wirelab::proto::mcp::{CallToolResult, ListToolsResult, SubscriptionFilter, Version};
use wirelab::proto::session::{
    ClientConfig, ClientSession, DEFAULT_REQUEST_TIMEOUT, Event, Output, Policy, ServerConfig, ServerSession,
    Side, State,
};
use wirelab::proto::time::Instant;
use wirelab::sim::{Action, Command, Fact, Pair, Refusal, Settings, Stepped};
use wirelab::trace::Lane;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

// Words for what a test does and sees.

fn json(text: &str) -> RawJson {
    RawJson::new(text).expect("the test writes JSON")
}

fn call(name: &str, arguments: &str) -> Command {
    Command::CallTool { name: name.to_owned(), arguments: Some(json(arguments)) }
}

fn raw(side: Side, text: &str) -> Command {
    Command::Raw { side, bytes: text.as_bytes().to_vec() }
}

/// Steps until nothing is left to happen.
fn settle<E: wirelab::demo::Execute>(pair: &mut Pair<E>) {
    assert!(pair.drive(1_000) < 1_000, "it never comes to rest");
}

/// A pair that has shaken hands.
fn initialized() -> Pair {
    let mut pair = Pair::new(&Settings::default());
    pair.tell(Command::Initialize).expect("the first word");
    settle(&mut pair);
    assert_eq!(pair.client().state(), State::Initialized);
    pair
}

/// A pair that has shaken hands, whose server has tools only, and whose client sends what it has not declared.
fn careless() -> Pair {
    let mut settings = Settings { server: ServerConfig::default(), ..Settings::default() };
    settings.client.policies = Policy { checks_own_messages: false, ..Policy::STRICT }.into();
    let mut pair = Pair::new(&settings);
    pair.tell(Command::Initialize).expect("the first word");
    settle(&mut pair);
    pair
}

fn server<E: wirelab::demo::Execute>(pair: &Pair<E>) -> &ServerSession {
    pair.server().connection().session()
}

fn events(pair: &Pair, of: Side) -> impl Iterator<Item = &Event> {
    pair.log().iter().filter_map(move |entry| match &entry.fact {
        Fact::Told { side, event } if *side == of => Some(event),
        _ => None,
    })
}

/// What became of the requests of the client, in the order in which it learned it.
fn outcomes(pair: &Pair) -> Vec<(i64, Outcome)> {
    let number = |id: &RequestId| id.to_json().parse().expect("our client counts");
    let outcome = |event: &Event| match event {
        Event::Answered { id, outcome: Ok(result), .. } => {
            let result = result.parse::<CallToolResult>();
            let outcome = result.map_or(Outcome::Answer, |result| {
                let text = result.content.iter().filter_map(|block| block.text.clone()).collect();
                if result.is_error { Outcome::ToolError(text) } else { Outcome::Text(text) }
            });
            Some((number(id), outcome))
        }
        Event::Answered { id, outcome: Err(error), .. } => {
            Some((number(id), Outcome::RpcError(error.code, error.message.clone())))
        }
        Event::Failed { id, error, .. } => Some((number(id), Outcome::Failed(error.clone()))),
        _ => None,
    };
    events(pair, Side::Client).filter_map(outcome).collect()
}

#[derive(Debug, Clone, PartialEq)]
enum Outcome {
    /// A result that is not a tool's.
    Answer,
    Text(String),
    ToolError(String),
    RpcError(ErrorCode, String),
    Failed(ProtocolError),
}

fn last_outcome(pair: &Pair) -> Outcome {
    outcomes(pair).pop().expect("a request was made").1
}

fn misbehaviour(pair: &Pair, of: Side) -> Vec<&Misbehaviour> {
    let misbehaved = events(pair, of).filter_map(|event| match event {
        Event::Misbehaved(misbehaviour) => Some(misbehaviour),
        _ => None,
    });
    misbehaved.collect()
}

fn close_reason(pair: &Pair, of: Side) -> Option<CloseReason> {
    events(pair, of).find_map(|event| match event {
        Event::Closed(reason) => Some(reason.clone()),
        _ => None,
    })
}

/// Everything that `from` has written, as text.
fn written(pair: &Pair, from: Side) -> String {
    String::from_utf8(pair.trace().bytes(Lane::from_sender(from))).expect("UTF-8")
}

// The handshake.

#[test]
fn both_ends_agree_on_every_revision_that_has_a_handshake() {
    for version in Version::WITH_HANDSHAKE {
        let mut settings = Settings::default();
        settings.client.offer = version.as_str().to_owned();
        assert_agreement(&settings, version);
    }
}

#[test]
fn what_is_no_revision_with_a_handshake_is_answered_with_the_newest() {
    for offer in ["2026-08-21", "1900-01-01", "", "2026-07-28", "2025-11-25 ", "周杰伦"] {
        let mut settings = Settings::default();
        settings.client.offer = offer.to_owned();
        assert_agreement(&settings, Version::V2025_11_25);
    }
}

#[test]
fn a_server_of_one_revision_gets_its_way() {
    for version in Version::WITH_HANDSHAKE {
        let mut settings = Settings::default();
        settings.server.supports = vec![version];
        assert_agreement(&settings, version);
    }
}

#[track_caller]
fn assert_agreement(settings: &Settings, version: Version) {
    let offer = &settings.client.offer;
    let mut pair = Pair::new(settings);
    pair.tell(Command::Initialize).expect("the first word");
    settle(&mut pair);
    assert_eq!(
        (pair.client().state(), server(&pair).state()),
        (State::Initialized, State::Initialized),
        "{offer}"
    );
    assert_eq!((pair.client().version(), server(&pair).version()), (Some(version), Some(version)), "{offer}");
    assert_eq!(pair.frames().len(), 3, "{offer}: a request, its answer, a notification");
    for side in [Side::Client, Side::Server] {
        let told =
            |event: &&Event| matches!(event, Event::Negotiated { version: told, .. } if *told == version);
        assert_eq!(events(&pair, side).filter(told).count(), 1, "{offer} {side}");
        assert!(misbehaviour(&pair, side).is_empty(), "{offer} {side}");
    }
}

#[test]
fn a_client_hangs_up_on_a_revision_that_it_does_not_accept() {
    let mut settings = Settings::default();
    settings.server.supports = vec![Version::V2024_11_05];
    settings.client.accepts = vec![Version::V2025_11_25];
    let mut pair = Pair::new(&settings);
    pair.tell(Command::Initialize).expect("the first word");
    settle(&mut pair);
    let refused = CloseReason::VersionRefused { offered: "2024-11-05".to_owned() };
    assert_eq!(close_reason(&pair, Side::Client), Some(refused));
    assert_eq!(close_reason(&pair, Side::Server), Some(CloseReason::PeerClosed));
    assert_eq!((pair.client().state(), server(&pair).state()), (State::Closed, State::Closed));
    assert_eq!(pair.client().version(), None);
    assert!(!written(&pair, Side::Client).contains("notifications/initialized"));
}

#[test]
fn a_client_hangs_up_on_an_invented_revision_and_on_an_answer_that_it_cannot_read() {
    let invented =
        r#"{"protocolVersion":"2099-01-01","capabilities":{},"serverInfo":{"name":"","version":""}}"#;
    for (result, expected) in [
        (invented, CloseReason::VersionRefused { offered: "2099-01-01".to_owned() }),
        (
            "{}",
            CloseReason::HandshakeUnreadable("/protocolVersion: expected a member, found none".to_owned()),
        ),
    ] {
        let mut client = Connection::new(ClientSession::new(ClientConfig::default()));
        client.session_mut().initialize(Instant::ZERO).expect("the first word");
        drain(&mut client);
        let answer = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}\n");
        client.handle_input(Instant::ZERO, Input::Bytes(answer.as_bytes()));
        let outputs = drain(&mut client);
        assert_eq!(outputs.last(), Some(&Output::Event(Event::Closed(expected))));
        assert!(!outputs.iter().any(|output| matches!(output, Output::Transmit(_))), "{outputs:?}");
        assert_eq!(client.session().state(), State::Closed);
    }
}

#[test]
fn a_server_without_any_revision_for_initialize_refuses_and_says_what_it_has() {
    let mut settings = Settings::default();
    settings.server.supports = vec![Version::V2026_07_28];
    let mut pair = Pair::new(&settings);
    pair.tell(Command::Initialize).expect("the first word");
    settle(&mut pair);
    let Some(CloseReason::HandshakeRefused(error)) = close_reason(&pair, Side::Client) else {
        panic!("{:?}", close_reason(&pair, Side::Client));
    };
    assert_eq!(error.code, ErrorCode::UNSUPPORTED_PROTOCOL_VERSION);
    assert_eq!(
        error.data.as_ref().map(RawJson::as_str),
        Some(r#"{"supported":["2026-07-28"],"requested":"2025-11-25"}"#)
    );
    assert_eq!((pair.client().state(), server(&pair).state()), (State::Closed, State::Closed));
    assert_eq!(server(&pair).version(), None);
}

#[test]
fn a_handshake_that_nobody_answers_ends_after_thirty_seconds_without_a_cancellation() {
    let mut client = Connection::new(ClientSession::new(ClientConfig::default()));
    client.session_mut().initialize(Instant::ZERO).expect("the first word");
    drain(&mut client);
    let due = client.next_timeout().expect("it waits");
    assert_eq!(due, Instant::ZERO + Duration::from_secs(30));
    client.handle_timeout(Instant::from_micros(due.micros() - 1));
    assert_eq!(drain(&mut client), [], "not a moment too early");
    client.handle_timeout(due);
    let outputs = drain(&mut client);
    assert!(!outputs.iter().any(|output| matches!(output, Output::Transmit(_))), "{outputs:?}");
    assert_eq!(outputs.last(), Some(&Output::Event(Event::Closed(CloseReason::HandshakeTimedOut))));
}

#[test]
fn a_request_between_answer_and_notification_counts_once_the_handshake_is_over() {
    let mut server = Server::demo(0);
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"","version":""}}}"#;
    let slow =
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow","arguments":{"ms":5}}}"#;
    let done = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let state = |server: &Server| server.connection().session().state();
    for (line, expected) in
        [(hello, State::Initializing), (slow, State::Initializing), (done, State::Waiting)]
    {
        server.handle_input(Instant::ZERO, Input::Bytes(format!("{line}\n").as_bytes()));
        while server.poll_output().is_some() {}
        assert_eq!(state(&server), expected, "after {line}");
    }
    server.handle_timeout(Instant::from_millis(5));
    while server.poll_output().is_some() {}
    assert_eq!(state(&server), State::Initialized);
}

// Requests and their answers.

const NO_DATABASE: &str =
    "There is no database here. `wirelab serve` has one: a sample, or yours with --db FILE or MCP_DB.";
const BEIJING: &str = "Forecast for Beijing (北京). Sample data, not live.
Today: 31 °C, sunny, south wind 12 km/h
Tonight: 21 °C, clear, calm
Tomorrow: 33 °C, hazy, south-west wind 10 km/h";

#[test]
fn every_demo_tool_is_listed_and_answers() {
    let mut pair = initialized();
    pair.tell(Command::ListTools).expect("the handshake is over");
    settle(&mut pair);
    let listed = events(&pair, Side::Client).find_map(|event| match event {
        Event::Answered { method, outcome: Ok(result), .. } if method == "tools/list" => {
            result.parse::<ListToolsResult>().ok()
        }
        _ => None,
    });
    let listed: Vec<_> = listed.expect("an answer").tools.into_iter().map(|tool| tool.name).collect();
    let text = |text: &str| Outcome::Text(text.to_owned());
    let undeclared = |method: &str| {
        Outcome::ToolError(format!(
            "This tool asks the client by {method}, which the client has not declared."
        ))
    };
    let calls = [
        ("add", r#"{"a":9007199254740993,"b":0.10}"#, text(r#"{"result":9007199254740993.1}"#)),
        ("reverse", r#"{"text":"añ👩‍🚀"}"#, text("👩‍🚀ña")),
        ("now", "{}", text("1970-01-01T00:00:00.040Z")),
        ("calc", r#"{"expression":"2 ** 10"}"#, text("1024")),
        ("play_music", r#"{"artist":"Jay Chou"}"#, text("Now playing: Jay Chou - Sunny Day")),
        ("echo", r#"{"text":"\u0000\n"}"#, text("\0\n")),
        ("slow", r#"{"ms":5000}"#, text("done")),
        ("fail", "{}", Outcome::ToolError("Error: no such file: /tmp/missing.txt".to_owned())),
        ("read_file", r#"{"path":"notes/windows.txt"}"#, text("first\r\nsecond\r\n")),
        ("query_db", r#"{"sql":"SELECT 1"}"#, Outcome::ToolError(NO_DATABASE.to_owned())),
        ("get_alerts", r#"{"state":"HI"}"#, text("No active alerts for HI. Sample data, not live.")),
        ("get_forecast", r#"{"latitude":39.9,"longitude":1.164e2}"#, text(BEIJING)),
        ("greet_user", "{}", undeclared("elicitation/create")),
        ("ask_model", r#"{"question":"Who?"}"#, undeclared("sampling/createMessage")),
        ("show_roots", "{}", undeclared("roots/list")),
        ("show_content", r#"{"kind":"text"}"#, text("A text. 一段文字。")),
    ];
    assert_eq!(listed, calls.clone().map(|(name, ..)| name), "a tool that nobody calls here");
    for (name, arguments, expected) in calls {
        pair.tell(call(name, arguments)).expect("the handshake is over");
        settle(&mut pair);
        assert_eq!(last_outcome(&pair), expected, "{name}");
        assert_eq!(pair.client().state(), State::Initialized, "{name}");
    }
    for side in [Side::Client, Side::Server] {
        assert_eq!(misbehaviour(&pair, side), [] as [&Misbehaviour; 0]);
    }
}

#[test]
fn each_error_comes_in_its_layer() {
    let arguments = |text: &str| Some(json(text));
    let rpc = |code, message: &str| Outcome::RpcError(code, message.to_owned());
    let request = |method: &str, params| Command::Request { method: method.to_owned(), params };
    for (command, expected) in [
        (call("no_such_tool", "{}"), rpc(ErrorCode::INVALID_PARAMS, "Unknown tool: no_such_tool")),
        (request("tools/calll", arguments("{}")), rpc(ErrorCode::METHOD_NOT_FOUND, "Method not found")),
        (request("resources/list", None), rpc(ErrorCode::METHOD_NOT_FOUND, "Method not found")),
        (request("tools/call", None), rpc(ErrorCode::INVALID_PARAMS, "Invalid params")),
        (
            request("tools/call", arguments(r#"{"name":"add","arguments":7}"#)),
            rpc(ErrorCode::INVALID_PARAMS, "/arguments: expected an object, found a number 7"),
        ),
        (call("fail", r#"{"message":"no"}"#), Outcome::ToolError("Error: no".to_owned())),
    ] {
        let mut pair = careless();
        pair.tell(command.clone()).expect("the handshake is over");
        settle(&mut pair);
        assert_eq!(last_outcome(&pair), expected, "{command:?}");
        // An error of either layer is an answer: nobody did wrong and the conversation goes on.
        assert_eq!(pair.client().state(), State::Initialized, "{command:?}");
        assert!(misbehaviour(&pair, Side::Client).is_empty(), "{command:?}");
    }
    let mut pair = initialized();
    pair.tell(call("echo", r#"{"texxt":1}"#)).expect("the handshake is over");
    settle(&mut pair);
    assert!(
        matches!(last_outcome(&pair), Outcome::ToolError(_)),
        "what the model can mend is the model's to see"
    );
}

#[test]
fn a_slow_tool_holds_up_nobody() {
    let mut pair = initialized();
    pair.tell(call("slow", r#"{"ms":5000}"#)).expect("allowed");
    pair.tell(call("echo", r#"{"text":"first"}"#)).expect("allowed");
    pair.tell(Command::Ping).expect("allowed");
    settle(&mut pair);
    let order: Vec<_> = outcomes(&pair).into_iter().map(|(id, _)| id).collect();
    assert_eq!(order, [1, 3, 4, 2]);
    // The way there and back, twice, and five seconds of work.
    assert_eq!(pair.now(), Instant::from_millis(12 + 4 + 5_000 + 4));
}

#[test]
fn the_story_of_a_song_has_these_bytes() {
    let mut pair = initialized();
    pair.tell(Command::ListTools).expect("allowed");
    settle(&mut pair);
    let told = pair.frames().len();
    pair.tell(call("play_music", r#"{"artist":"周杰伦"}"#)).expect("allowed");
    settle(&mut pair);
    let frames: Vec<_> =
        pair.frames()[told..].iter().map(|frame| frame.bytes.clone().expect("bytes")).collect();
    let request = "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"play_music\",\"arguments\":{\"artist\":\"周杰伦\"}}}\n";
    let answer = "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"正在播放：周杰伦 - 晴天\"}]}}\n";
    assert_eq!(frames, [request.as_bytes(), answer.as_bytes()]);
    assert!(answer.as_bytes().windows(3).any(|bytes| bytes == [0xE6, 0x99, 0xB4]), "UTF-8, not escapes");
}

// Time.

#[test]
fn a_request_that_takes_too_long_is_cancelled_and_nobody_else_is_blamed() {
    let mut pair = initialized();
    let sent = pair.now();
    pair.tell(call("slow", r#"{"ms":60000}"#)).expect("allowed");
    settle(&mut pair);
    let Outcome::Failed(error) = last_outcome(&pair) else { panic!("{:?}", last_outcome(&pair)) };
    assert_eq!(error, ProtocolError::TimedOut { after: DEFAULT_REQUEST_TIMEOUT });
    assert_eq!((error.blame(), error.rule()), (Blame::Clock, None));
    let cancelled = pair.frames().last().expect("a frame");
    assert_eq!((cancelled.from, cancelled.sent), (Side::Client, sent + Duration::from_secs(30)));
    let expected = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,\"reason\":\"timed out\"}}\n";
    assert_eq!(cancelled.bytes.as_deref(), Some(expected.as_bytes()));
    assert!(events(&pair, Side::Server).any(|event| *event == Event::Cancelled { id: RequestId::from(2) }));
    assert_eq!(
        pair.frames().iter().filter(|frame| frame.from == Side::Server).count(),
        1,
        "not answered any more"
    );
    assert_eq!((pair.client().state(), server(&pair).state()), (State::Initialized, State::Initialized));
    assert!(misbehaviour(&pair, Side::Client).is_empty() && misbehaviour(&pair, Side::Server).is_empty());
}

#[test]
fn an_answer_that_crosses_the_cancellation_is_late_and_no_fault() {
    let mut pair = initialized();
    // Finished after 29,998 ms, when the request is 30,000 ms old the answer is still on its way.
    pair.tell(call("slow", r#"{"ms":29994}"#)).expect("allowed");
    settle(&mut pair);
    assert_eq!(outcomes(&pair).len(), 2, "the handshake, and one outcome of the call");
    assert!(matches!(last_outcome(&pair), Outcome::Failed(ProtocolError::TimedOut { .. })));
    let late = Misbehaviour::LateAnswer(RequestId::from(2));
    assert_eq!(misbehaviour(&pair, Side::Client), [&late]);
    assert_eq!(late.rule(), None);
    assert!(misbehaviour(&pair, Side::Server).is_empty(), "a cancellation of what was answered is ignored");
    assert_eq!(pair.client().state(), State::Initialized);
    pair.tell(Command::Ping).expect("the conversation goes on");
    settle(&mut pair);
    assert_eq!(last_outcome(&pair), Outcome::Answer);
}

// The end.

#[test]
fn what_is_open_at_the_end_fails_with_the_reason() {
    let mut pair = initialized();
    pair.tell(call("slow", r#"{"ms":1000}"#)).expect("allowed");
    pair.tell(Command::Ping).expect("allowed");
    pair.tell(Command::Close).expect("allowed");
    let failed = Outcome::Failed(ProtocolError::Closed(CloseReason::Local));
    assert_eq!(outcomes(&pair)[1..], [(2, failed.clone()), (3, failed)]);
    assert_eq!(pair.client().state(), State::Closed);
    settle(&mut pair);
    assert_eq!(pair.client().open_requests().count(), 0);
}

#[test]
fn a_server_whose_input_ends_answers_what_it_has_begun_and_then_closes() {
    let mut pair = initialized();
    pair.tell(call("slow", r#"{"ms":1000}"#)).expect("allowed");
    pair.tell(Command::Close).expect("allowed");
    pair.step();
    pair.step();
    assert_eq!((server(&pair).state(), close_reason(&pair, Side::Server)), (State::Waiting, None));
    settle(&mut pair);
    let [.., answer, end] = pair.frames() else { panic!("two frames") };
    let text = String::from_utf8(answer.bytes.clone().expect("bytes")).expect("UTF-8");
    assert!(text.starts_with(r#"{"jsonrpc":"2.0","id":2,"result":"#), "{text}");
    assert_eq!((end.from, &end.bytes), (Side::Server, &None));
    assert_eq!(close_reason(&pair, Side::Server), Some(CloseReason::PeerClosed));
    assert_eq!(misbehaviour(&pair, Side::Client), [&Misbehaviour::LateAnswer(RequestId::from(2))]);
}

#[test]
fn a_client_whose_server_goes_away_fails_what_is_open() {
    let mut client = Connection::new(ClientSession::new(ClientConfig::default()));
    client.session_mut().initialize(Instant::ZERO).expect("the first word");
    drain(&mut client);
    client.handle_input(Instant::ZERO, Input::Eof);
    let error = ProtocolError::Closed(CloseReason::PeerClosed);
    assert_eq!(error.blame(), Blame::Peer);
    let outputs = drain(&mut client);
    let failed = Event::Failed { id: RequestId::from(1), method: "initialize".to_owned(), error };
    assert_eq!(outputs.first(), Some(&Output::Event(failed)));
    assert_eq!(outputs.last(), Some(&Output::Event(Event::Closed(CloseReason::PeerClosed))));
}

#[test]
fn after_the_end_nothing_is_sent_whatever_comes() {
    let mut pair = initialized();
    pair.tell(Command::Close).expect("allowed");
    let ping = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n";
    pair.tell(raw(Side::Server, ping)).expect("raw bytes");
    settle(&mut pair);
    let last = pair.frames().iter().rfind(|frame| frame.from == Side::Client);
    assert_eq!(last.map(|frame| &frame.bytes), Some(&None), "the end of the stream is the last thing");
}

// Bytes, however they are cut.

fn drain<S: wirelab::proto::session::Session>(connection: &mut Connection<S>) -> Vec<Output<Vec<u8>>> {
    std::iter::from_fn(|| connection.poll_output()).collect()
}

/// How a stream is cut.
#[derive(Debug, Clone, Copy)]
enum Cut {
    Whole,
    Every(usize),
    Seeded(u64),
}

impl Cut {
    const ALL: [Self; 9] = [
        Self::Whole,
        Self::Every(1),
        Self::Every(2),
        Self::Every(3),
        Self::Every(7),
        Self::Seeded(1),
        Self::Seeded(2),
        Self::Seeded(3),
        Self::Seeded(0x5eed),
    ];

    fn pieces(self, bytes: &[u8]) -> Vec<&[u8]> {
        let mut state = match self {
            Self::Whole => return vec![bytes],
            Self::Every(size) => return bytes.chunks(size).collect(),
            Self::Seeded(seed) => seed,
        };
        let mut pieces = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            // xorshift64: enough to cut in other places each time.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let size = rest.len().min(1 + usize::try_from(state % 40).expect("small"));
            let (piece, after) = rest.split_at(size);
            pieces.push(piece);
            rest = after;
        }
        pieces
    }
}

/// A client and a server that hand each other their bytes in pieces, and everything that they said.
struct Ends {
    cut: Cut,
    client: Connection<ClientSession>,
    server: Server,
    said: [Vec<Output<Vec<u8>>>; 2],
    /// How much of what each said was handed over.
    handed: [usize; 2],
}

impl Ends {
    fn new(cut: Cut) -> Self {
        Self {
            cut,
            client: Connection::new(ClientSession::new(ClientConfig::default())).observing(),
            server: Server::demo(0).observing(),
            said: [Vec::new(), Vec::new()],
            handed: [0, 0],
        }
    }

    fn do_as_client(&mut self, command: impl FnOnce(&mut ClientSession)) {
        command(self.client.session_mut());
        self.said[0].extend(drain(&mut self.client));
        self.hand_over();
    }

    /// Hands over until both have said all.
    fn hand_over(&mut self) {
        let now = Instant::ZERO;
        loop {
            let pending = [0, 1].map(|from| {
                let new = self.said[from][self.handed[from]..].iter();
                let bytes: Vec<u8> = new
                    .filter_map(|output| match output {
                        Output::Transmit(bytes) => Some(bytes.as_slice()),
                        Output::Event(_) => None,
                    })
                    .flatten()
                    .copied()
                    .collect();
                self.handed[from] = self.said[from].len();
                bytes
            });
            if pending.iter().all(Vec::is_empty) {
                return;
            }
            for piece in self.cut.pieces(&pending[0]) {
                self.server.handle_input(now, Input::Bytes(piece));
                self.said[1].extend(std::iter::from_fn(|| self.server.poll_output()));
            }
            for piece in self.cut.pieces(&pending[1]) {
                self.client.handle_input(now, Input::Bytes(piece));
                self.said[0].extend(drain(&mut self.client));
            }
        }
    }
}

fn conversation(cut: Cut) -> Ends {
    let now = Instant::ZERO;
    let mut ends = Ends::new(cut);
    ends.do_as_client(|client| drop(client.initialize(now).expect("first")));
    ends.do_as_client(|client| drop(client.list_tools(now, None).expect("allowed")));
    ends.do_as_client(|client| {
        for artist in ["周杰伦", "Faye Wong", "nobody 🎵"] {
            let arguments = json(&format!("{{\"artist\":\"{artist}\"}}"));
            client.call_tool(now, "play_music", Some(arguments)).expect("allowed");
        }
        client.request(now, "tools/calll", None).expect("allowed");
    });
    ends.client
        .transmit_raw("nonsense\r\n\n \u{feff}{}\n{\"jsonrpc\":\"2.0\",\"id\":\"é".as_bytes().to_vec());
    ends.client.transmit_raw("\",\"method\":\"ping\"}\r\n".as_bytes().to_vec());
    ends.do_as_client(|client| drop(client.ping(now).expect("allowed")));
    ends
}

#[test]
fn however_the_bytes_are_cut_the_conversation_is_the_same() {
    let whole = conversation(Cut::Whole);
    assert!(whole.said.iter().all(|said| said.len() > 20), "there was a conversation");
    for cut in Cut::ALL {
        let other = conversation(cut);
        for (side, (expected, found)) in whole.said.iter().zip(&other.said).enumerate() {
            assert_same(expected, found, &format!("{cut:?}, side {side}"));
        }
    }
}

#[track_caller]
fn assert_same<T: Debug + PartialEq>(expected: &[T], found: &[T], what: &str) {
    for (at, (expected, found)) in expected.iter().zip(found).enumerate() {
        assert_eq!(expected, found, "{what}, at {at}");
    }
    assert_eq!(expected.len(), found.len(), "{what}");
}

#[test]
fn the_last_line_counts_even_if_it_does_not_end() {
    for cut in Cut::ALL {
        let mut server = Server::demo(0);
        for piece in cut.pieces(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) {
            server.handle_input(Instant::ZERO, Input::Bytes(piece));
        }
        assert_eq!(server.poll_output(), None, "{cut:?}: not yet");
        server.handle_input(Instant::ZERO, Input::Eof);
        let pong = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n".to_vec();
        assert_eq!(server.poll_output(), Some(Output::Transmit(pong)), "{cut:?}");
    }
}

// Replays.

/// A world in which much has happened: answers, failures, a cancellation, something under way.
fn eventful() -> (Settings, Pair) {
    let settings = Settings { unix_millis: 1_764_000_000_000, ..Settings::default() };
    let mut pair = Pair::new(&settings);
    pair.tell(Command::Initialize).expect("first");
    settle(&mut pair);
    for command in [
        Command::ListTools,
        call("now", "{}"),
        call("slow", r#"{"ms":60000}"#),
        call("fail", "{}"),
        call("no_such_tool", "{}"),
        Command::Request {
            method: "tools/call".to_owned(),
            params: Some(json(r#"{"name":"add","arguments":[]}"#)),
        },
        raw(Side::Client, "junk\n"),
    ] {
        pair.tell(command).expect("allowed");
        pair.step();
    }
    settle(&mut pair);
    pair.tell(call("slow", r#"{"ms":700}"#)).expect("allowed");
    pair.tell(call("slow", r#"{"ms":900}"#)).expect("allowed");
    for _ in 0..3 {
        assert_ne!(pair.step(), Stepped::Idle);
    }
    (settings, pair)
}

#[test]
fn the_same_actions_give_the_same_bytes_and_facts() {
    let (settings, pair) = eventful();
    let again = Pair::replay(&settings, pair.actions());
    assert_same(&pair.trace().entries, &again.trace().entries, "bytes");
    assert_same(pair.log(), again.log(), "facts");
    assert_same(pair.actions(), again.actions(), "actions");
    for length in 0..pair.actions().len() {
        let earlier = Pair::replay(&settings, &pair.actions()[..length]);
        let entries = earlier.trace().entries;
        assert_same(&pair.trace().entries[..entries.len()], &entries, "the beginning");
    }
}

#[test]
fn recorded_completions_give_the_same_bytes_without_running_a_tool() {
    let (settings, pair) = eventful();
    let completions = pair.log().iter().filter_map(|entry| match &entry.fact {
        Fact::Completed(completion) => Some(completion.clone()),
        _ => None,
    });
    // Another clock: a tool that ran would tell another time.
    let elsewhen = Settings { unix_millis: 0, ..settings };
    let recorded = Recorded::new(Registry::demo().list(), completions);
    let mut again = Pair::with_executor(&elsewhen, recorded);
    for action in pair.actions() {
        again.act(action.clone()).expect("it was allowed before");
    }
    assert_same(&pair.trace().entries, &again.trace().entries, "bytes");
    assert_same(pair.log(), again.log(), "facts");
}

// The files of the server.

fn write(path: &str, text: &str) -> Action {
    Action::Edit(FolderEdit::Write { path: path.to_owned(), bytes: text.as_bytes().to_vec() })
}

/// Does `action` and lets everything happen that follows; what the server has written then.
fn told(pair: &mut Pair, action: Action) -> Vec<String> {
    let before = pair.frames().len();
    pair.act(action).expect("allowed");
    settle(pair);
    let frames = pair.frames()[before..].iter().filter(|frame| frame.from == Side::Server);
    let text = |frame: &wirelab::sim::WireFrame| {
        String::from_utf8(frame.bytes.clone().expect("no end")).expect("text").trim_end().to_owned()
    };
    frames.map(text).collect()
}

const LIST_CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}"#;

#[test]
fn a_change_of_the_files_is_told_to_those_who_want_to_know() {
    let mut pair = initialized();
    assert_eq!(told(&mut pair, write("new.txt", "1")), [LIST_CHANGED]);
    assert_eq!(
        told(&mut pair, write("new.txt", "2")),
        [""; 0],
        "the list is the same, nobody has subscribed"
    );
    assert_eq!(
        told(&mut pair, write("notes/new.txt", "1")),
        [""; 0],
        "a file in a folder is not on the list"
    );
    let uri = "demo://folder/notes/new.txt";
    let params = Some(json(&format!(r#"{{"uri":"{uri}"}}"#)));
    let subscribe = Command::Request { method: "resources/subscribe".to_owned(), params };
    assert_eq!(told(&mut pair, Action::Command(subscribe)).len(), 1, "its answer");
    let updated = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{{"uri":"{uri}"}}}}"#
    );
    assert_eq!(told(&mut pair, write("./notes/new.txt", "2")), [updated.as_str()]);
    assert_eq!(told(&mut pair, write("notes/new.txt", "2")), [""; 0], "nothing has changed");
    let read = call("read_file", r#"{"path":"notes/new.txt"}"#);
    told(&mut pair, Action::Command(read));
    assert_eq!(last_outcome(&pair), Outcome::Text("2".to_owned()));
    let mut all = told(&mut pair, Action::Edit(FolderEdit::Restore));
    all.sort_unstable();
    assert_eq!(all, [LIST_CHANGED, updated.as_str()]);

    let again = Pair::replay(&Settings::default(), pair.actions());
    assert_same(&pair.trace().entries, &again.trace().entries, "bytes");
}

#[test]
fn without_a_handshake_a_change_is_told_to_the_subscription() {
    let mut settings = Settings::default();
    settings.client.offer = "2026-07-28".to_owned();
    let mut pair = Pair::new(&settings);
    pair.tell(Command::Discover).expect("the first word");
    settle(&mut pair);
    assert_eq!(told(&mut pair, write("early.txt", "1")), [""; 0], "nobody listens");
    let filter = SubscriptionFilter { resources_list_changed: true, ..SubscriptionFilter::default() };
    told(&mut pair, Action::Command(Command::Listen(filter)));
    let told = told(&mut pair, write("late.txt", "1"));
    let [only] = told.as_slice() else { panic!("{told:?}") };
    assert!(
        only.contains("notifications/resources/list_changed") && only.contains("subscriptionId"),
        "{only}"
    );
}

#[test]
fn a_change_that_cannot_be_made_leaves_no_trace() {
    let mut pair = initialized();
    let (facts, actions) = (pair.log().len(), pair.actions().len());
    let refused = pair.act(write("notes", "x"));
    assert_eq!(refused, Err(Refusal::Folder(FileError::Directory("notes".to_owned()))));
    assert_eq!((pair.log().len(), pair.actions().len()), (facts, actions));
}

// A peer that does wrong.

#[test]
fn a_server_that_does_wrong_is_named_and_its_next_frame_is_not_lost() {
    let one = RequestId::from(2);
    let answer = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n";
    let text_id = Misbehaviour::IdTypeChanged { found: RequestId::from("2"), expected: one.clone() };
    for (bytes, expected) in [
        (answer.replace("\"id\":2", "\"id\":9"), Misbehaviour::UnknownId(RequestId::from(9))),
        (answer.replace("\"id\":2", "\"id\":\"2\""), text_id),
        (answer.replace("\"id\":2,", ""), malformed(MalformedKind::ResultWithoutId)),
        (
            answer.replace("\"result\"", "\"error\""),
            malformed_at(MalformedKind::ErrorShape, 32, Some(one.clone())),
        ),
        ("[]\n".to_owned(), malformed(MalformedKind::Batch { empty: true })),
        ("7\r\n".to_owned(), malformed(MalformedKind::NotAnObject)),
    ] {
        let mut pair = initialized();
        pair.tell(Command::Ping).expect("allowed");
        // Both in one write, so that the next frame is in the same piece.
        pair.tell(raw(Side::Server, &format!("{bytes}{answer}"))).expect("raw bytes");
        pair.step();
        pair.step();
        assert_eq!(misbehaviour(&pair, Side::Client), [&expected], "{bytes}");
        assert_eq!(last_outcome(&pair), Outcome::Answer, "{bytes}");
        // The server's own answer is the second.
        settle(&mut pair);
        let second = Misbehaviour::DuplicateAnswer(one.clone());
        assert_eq!(misbehaviour(&pair, Side::Client), [&expected, &second], "{bytes}");
        assert_eq!(pair.client().state(), State::Initialized, "{bytes}");
    }
}

fn malformed(kind: MalformedKind) -> Misbehaviour {
    malformed_at(kind, 0, None)
}

fn malformed_at(kind: MalformedKind, at: usize, id: Option<RequestId>) -> Misbehaviour {
    let answer = matches!(kind, MalformedKind::ResultWithoutId | MalformedKind::ErrorShape);
    let meant = match (answer, &id) {
        (true, _) => Meant::NoRequest,
        (false, Some(_)) => Meant::Request,
        (false, None) => Meant::Unknown,
    };
    Misbehaviour::Malformed(Malformed { kind, at, id, meant })
}

#[test]
fn a_client_that_does_wrong_is_answered_and_its_next_frame_is_not_lost() {
    let echo =
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"slow","arguments":{"ms":50}}}"#;
    for (line, code) in [
        ("Server ready", Some(-32700)),
        (r#"{"jsonrpc":"2.0","id":5,"method":"\ud800"}"#, Some(-32600)),
        ("[]", Some(-32600)),
        (r#"{"id":5,"method":"ping"}"#, Some(-32600)),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Some(-32600)),
        // An answer to nothing is never answered.
        (r#"{"jsonrpc":"2.0","id":5,"result":{}}"#, None),
        (r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#, None),
    ] {
        let mut pair = initialized();
        let before = pair.frames().len();
        pair.tell(raw(Side::Client, &format!("{line}\n{echo}\n"))).expect("raw bytes");
        settle(&mut pair);
        assert_eq!(misbehaviour(&pair, Side::Server).len(), 1, "{line}");
        let answers: Vec<_> =
            pair.frames()[before + 1..].iter().filter_map(|frame| frame.bytes.clone()).collect();
        let answers: Vec<_> =
            answers.into_iter().map(|bytes| String::from_utf8(bytes).expect("UTF-8")).collect();
        let refused = answers.iter().find(|answer| answer.contains("\"error\""));
        assert_eq!(refused.is_some(), code.is_some(), "{line}: {answers:?}");
        if let (Some(answer), Some(code)) = (refused, code) {
            assert!(answer.contains(&format!("\"code\":{code}")), "{line}: {answer}");
        }
        assert!(answers.iter().any(|answer| answer.contains("\"id\":7,\"result\"")), "{line}: {answers:?}");
    }
}

#[test]
fn an_id_that_is_still_open_is_refused_and_the_open_request_is_answered() {
    let mut pair = initialized();
    let line =
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"slow","arguments":{"ms":50}}}"#;
    pair.tell(raw(Side::Client, &format!("{line}\n{line}\n"))).expect("raw bytes");
    settle(&mut pair);
    assert_eq!(misbehaviour(&pair, Side::Server), [&Misbehaviour::ReusedId(RequestId::from(7))]);
    let said = written(&pair, Side::Server);
    assert_eq!(said.matches("\"id\":7,\"error\"").count(), 1, "{said}");
    assert_eq!(said.matches("\"id\":7,\"result\"").count(), 1, "{said}");
    assert_eq!(server(&pair).state(), State::Initialized);
}

// What a client may say when.

fn client_in(state: State) -> Pair {
    let mut pair = Pair::new(&Settings::default());
    let steps: &[Command] = match state {
        State::Uninitialized => &[],
        State::Discovering | State::Ready => &[Command::Discover],
        State::Initializing | State::Initialized => &[Command::Initialize],
        State::Waiting => &[Command::Initialize, Command::ListTools],
        State::Closed => &[Command::Close],
    };
    for (at, step) in steps.iter().enumerate() {
        if at > 0 {
            settle(&mut pair);
        }
        pair.tell(step.clone()).expect("the way into the state");
    }
    if matches!(state, State::Initialized | State::Ready) {
        settle(&mut pair);
    }
    assert_eq!(pair.client().state(), state);
    pair
}

/// What the guard says to `command` in `state`.
fn allowed(state: State, command: &Command) -> Result<(), LocalError> {
    let is_object = |json: &Option<RawJson>| json.as_ref().is_none_or(RawJson::is_object);
    let fits = match command {
        Command::CallTool { arguments, .. } => is_object(arguments),
        Command::Request { params, .. } => is_object(params),
        _ => true,
    };
    match (command, state) {
        (Command::Close | Command::Raw { .. }, _) => Ok(()),
        (_, State::Closed) => Err(LocalError::Closed),
        (Command::Initialize | Command::Discover, State::Uninitialized) => Ok(()),
        (Command::Initialize | Command::Discover, _) => Err(LocalError::AlreadyInitialized),
        (Command::Ping, State::Ready) => {
            Err(LocalError::NotInRevision { method: "ping".to_owned(), version: Version::V2026_07_28 })
        }
        (Command::Ping, _) => Ok(()),
        (_, State::Uninitialized | State::Discovering | State::Initializing) => {
            Err(LocalError::NotInitialized { state })
        }
        _ if !fits => Err(LocalError::ParamsNotAnObject),
        _ => Ok(()),
    }
}

#[test]
fn every_command_in_every_state_is_sent_or_refused_as_the_guard_says() {
    let request = |params: &str| Command::Request { method: "x/y".to_owned(), params: Some(json(params)) };
    let commands = [
        Command::Initialize,
        Command::Discover,
        Command::ListTools,
        Command::Ping,
        Command::Close,
        call("echo", "{}"),
        call("echo", "[]"),
        call("echo", "null"),
        Command::CallTool { name: String::new(), arguments: None },
        request(" {}"),
        request("[]"),
        Command::Request { method: "x/y".to_owned(), params: None },
        raw(Side::Client, "junk\n"),
    ];
    for state in State::ALL {
        for command in &commands {
            let mut pair = client_in(state);
            let before = (pair.frames().len(), pair.log().len(), pair.actions().len());
            let told = pair.tell(command.clone());
            assert_eq!(told, allowed(state, command), "{command:?} in {state:?}");
            let after = (pair.frames().len(), pair.log().len(), pair.actions().len());
            if told.is_err() {
                assert_eq!(after, before, "{command:?} in {state:?} was refused and left a trace");
                assert_eq!(pair.client().state(), state);
            } else {
                let sent = usize::from(!(*command == Command::Close && state == State::Closed));
                assert_eq!(after.0, before.0 + sent, "{command:?} in {state:?}");
                assert_eq!(pair.actions().last(), Some(&Action::Command(command.clone())));
            }
        }
    }
}

#[test]
fn a_server_answers_nothing_but_ping_before_the_handshake() {
    for (method, code) in [("tools/list", -32600), ("tools/call", -32600), ("server/discover", -32602)] {
        let mut server = Connection::new(ServerSession::new(ServerConfig::default()));
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{method}\"}}\n");
        server.handle_input(Instant::ZERO, Input::Bytes(line.as_bytes()));
        let outputs = drain(&mut server);
        let Some(Output::Transmit(bytes)) = outputs.last() else { panic!("{outputs:?}") };
        let text = String::from_utf8_lossy(bytes);
        assert!(text.contains(&format!("\"code\":{code}")), "{method}: {text}");
    }
}

// Time: by the byte, and for a while.

/// The world after `settle`, reached with `grain` bytes at a time.
fn by_the_byte(grain: usize) -> Pair {
    let mut pair = Pair::new(&Settings::default());
    for command in [Command::Initialize, Command::ListTools, call("add", r#"{"a":1,"b":2}"#)] {
        pair.tell(command).expect("it is ready for this");
        while pair.arrive(grain) != Stepped::Idle {}
    }
    pair
}

#[test]
fn however_a_frame_is_cut_the_same_bytes_follow_at_the_same_times() {
    let whole = by_the_byte(usize::MAX);
    assert_eq!(whole.frames().len(), 7);
    for grain in [1, 7, 64] {
        let cut = by_the_byte(grain);
        assert_eq!(cut.frames(), whole.frames(), "{grain}");
        assert_eq!(cut.now(), whole.now(), "{grain}");
        let again = Pair::replay(&Settings::default(), cut.actions());
        assert_eq!(again.log(), cut.log(), "{grain}");
    }
}

#[test]
fn a_frame_of_which_the_last_byte_is_missing_has_arrived_for_nobody() {
    let mut pair = Pair::new(&Settings::default());
    pair.tell(Command::Initialize).expect("the first word");
    let length = pair.frames()[0].bytes.as_ref().map_or(0, Vec::len);
    pair.arrive(length - 1);
    assert_eq!((pair.frames()[0].arrived, pair.frames()[0].delivered), (length - 1, false));
    assert_eq!(server(&pair).state(), State::Uninitialized);
    assert_eq!(pair.server().connection().partial().len(), length - 1);
    assert_eq!(pair.frames().len(), 1, "nobody answers half a message");
    // Whatever else is done first, the rest comes.
    pair.step();
    assert!(pair.frames()[0].delivered);
    assert_eq!(pair.frames().len(), 2);
    let parts: Vec<_> = pair
        .log()
        .iter()
        .filter(|entry| matches!(entry.fact, Fact::Arrived { frame: 0, .. } | Fact::Delivered(0)))
        .map(|entry| entry.fact.clone())
        .collect();
    assert_eq!(parts, [Fact::Arrived { frame: 0, bytes: length - 1 }, Fact::Delivered(0)]);
}

#[test]
fn while_time_passes_the_heart_beats_and_deadlines_run_out() {
    let mut settings = Settings::default();
    settings.client.heartbeat = Some(wirelab::proto::session::HeartbeatConfig::default());
    let mut pair = Pair::new(&settings);
    pair.tell(Command::Initialize).expect("the first word");
    let before = pair.now();
    pair.wait(Duration::from_secs(95));
    assert_eq!(pair.now(), before + Duration::from_secs(95));
    let pings = pair.frames().iter().filter(|frame| {
        frame.bytes.as_ref().is_some_and(|bytes| bytes.windows(6).any(|part| part == b"\"ping\""))
    });
    assert_eq!(pings.count(), 3, "one every thirty seconds");
    assert_eq!(pair.frames().len(), 3 + 2 * 3, "and each is answered");

    // Ten seconds before the next thing nothing happens, and it is ten seconds nearer.
    let (at, _) = pair.upcoming().expect("the heart goes on");
    let left = at.saturating_since(pair.now());
    let frames = pair.frames().len();
    assert_eq!(pair.wait(Duration::from_secs(10)), Stepped::Idle);
    assert_eq!(pair.frames().len(), frames);
    let (still, _) = pair.upcoming().expect("it is still to come");
    assert_eq!(still.saturating_since(pair.now()) + Duration::from_secs(10), left);
    assert_eq!(Pair::replay(&settings, pair.actions()).log(), pair.log());
}

#[test]
fn the_server_says_on_its_standard_error_what_became_of_each_call() {
    let mut pair = initialized();
    for tool in [call("add", r#"{"a":1,"b":2}"#), call("fail", "{}")] {
        pair.tell(tool).expect("it is ready for this");
        settle(&mut pair);
    }
    let trace = pair.trace();
    let beside: Vec<_> = trace
        .entries
        .iter()
        .filter(|entry| entry.lane == Lane::Stderr)
        .map(|entry| String::from_utf8_lossy(&entry.bytes).into_owned())
        .collect();
    assert_eq!(beside.len(), 2, "{beside:?}");
    assert!(
        beside[0].starts_with("demo: call 2 done") && beside[1].starts_with("demo: call 3 failed"),
        "{beside:?}"
    );
}

/// A client that has begun a handshake with a server, each framing in its own way.
fn framed(client: Framing, server: Framing) -> Pair {
    let mut settings = Settings::default();
    settings.framings = settings.framings.with(Side::Client, client).with(Side::Server, server);
    let mut pair = Pair::new(&settings);
    pair.tell(Command::Initialize).expect("the first word");
    pair
}

fn detected(pair: &Pair, of: Side) -> Vec<&Detected> {
    let found = events(pair, of).filter_map(|event| match event {
        Event::Detected(found) => Some(found),
        _ => None,
    });
    found.collect()
}

#[test]
fn two_ends_that_frame_as_lsp_does_understand_each_other() {
    let mut pair = framed(Framing::ContentLength, Framing::ContentLength);
    let header = b"Content-Length: ";
    // A header that has begun to arrive is no news for anybody.
    pair.arrive(header.len() + 1);
    assert_eq!(pair.server().connection().partial().len(), header.len() + 1);
    assert_eq!((pair.frames().len(), events(&pair, Side::Server).count()), (1, 0));
    settle(&mut pair);
    assert_eq!(pair.client().state(), State::Initialized);
    assert_eq!(server(&pair).state(), State::Initialized);
    for frame in pair.frames() {
        let bytes = frame.bytes.as_deref().expect("nobody hangs up");
        assert!(bytes.starts_with(header) && !bytes.ends_with(b"\n"), "{:?}", String::from_utf8_lossy(bytes));
    }
    assert!(detected(&pair, Side::Client).is_empty() && detected(&pair, Side::Server).is_empty());
}

#[test]
fn two_ends_that_frame_differently_find_out_and_wait_in_vain() {
    for (client, server_framing, seen_by_server, seen_by_client) in [
        (
            Framing::ContentLength,
            Framing::Ndjson,
            Detected::ContentLengthOnNewlineWire { at: 0 },
            Detected::NewlineOnContentLengthWire { at: 0 },
        ),
        (
            Framing::Ndjson,
            Framing::ContentLength,
            Detected::NewlineOnContentLengthWire { at: 0 },
            Detected::ContentLengthOnNewlineWire { at: 0 },
        ),
    ] {
        let mut pair = framed(client, server_framing);
        pair.wait(DEFAULT_REQUEST_TIMEOUT / 2);
        assert_eq!(server(&pair).state(), State::Uninitialized, "{client}");
        pair.wait(DEFAULT_REQUEST_TIMEOUT);
        assert_eq!(detected(&pair, Side::Server), [&seen_by_server], "{client}");
        // What the server complains of is framed in its own way, so that it says to the client what is wrong.
        assert_eq!(detected(&pair, Side::Client), [&seen_by_client], "{client}");
        assert_eq!(seen_by_server.rule().as_str(), "FR-06");
        assert!(!misbehaviour(&pair, Side::Server).is_empty(), "{client}");
        assert!(pair.client().version().is_none(), "{client}: they agree on nothing");
        assert_eq!(close_reason(&pair, Side::Client), Some(CloseReason::HandshakeTimedOut), "{client}");
    }
}
