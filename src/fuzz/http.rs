//! The world of HTTP: the same actions lead to the same bytes, whatever is asked by hand, and what is written down can be
//! read again.

use core::time::Duration;

use super::source::Source;
use crate::proto::http::{EVENTS, Headers, JSON, Method, Request, name};
use crate::proto::json::RawJson;
use crate::proto::mcp::Version;
use crate::proto::session::{HeartbeatConfig, Side};
use crate::sim::http::{HOST, HttpAction, HttpUpcoming, HttpWorld, State};
use crate::sim::{Action, Command, Script, Settings};
use crate::trace::wire;

/// Tools and arguments that tell how far they are, ask back, fail, or are not there.
const CALLS: [(&str, &str); 5] = [
    ("slow", r#"{"ms":700}"#),
    ("add", r#"{"a":1,"b":2}"#),
    ("greet_user", "{}"),
    ("fail", "{}"),
    ("none", r#"{"a":"é"}"#),
];

const NAMES: [&str; 12] = [
    name::HOST,
    name::ORIGIN,
    name::ACCEPT,
    name::CONTENT_TYPE,
    name::SESSION,
    name::VERSION,
    name::METHOD,
    name::NAME,
    name::LAST_EVENT,
    "Mcp-Param-A",
    "content-encoding",
    "x",
];

const VALUES: [&str; 12] = [
    HOST,
    "",
    JSON,
    EVENTS,
    "*/*",
    "2025-11-25",
    "2026-07-28",
    "tools/call",
    "slow",
    "1-0",
    "=?base64?w6k=?=",
    "https://example.com",
];

const BODIES: [&str; 7] = [
    "",
    "{}",
    r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow","arguments":{"ms":1},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"a","version":"1"},"io.modelcontextprotocol/clientCapabilities":{},"progressToken":1}}}"#,
];

/// Lets `data` decide what is done to a world of HTTP, then does the same to another.
pub fn http(data: &[u8]) {
    let mut source = Source::new(data);
    let mut settings = Settings {
        latency: Duration::from_millis(u64::from(source.byte())),
        http: true,
        ..Settings::default()
    };
    settings.client.offer = source.pick(&Version::ALL).as_str().to_owned();
    if source.byte() % 2 == 1 {
        settings.client.heartbeat = Some(HeartbeatConfig::default());
    }
    let mut world = HttpWorld::new(&settings);
    while !source.is_empty() {
        let action = action(&mut source, &world);
        let (before, entries, at) = (world.actions().len(), world.log().len(), world.now());
        let acted = world.act(action.clone());
        let kept = world.actions().len() - before;
        assert!(
            kept == 1 || kept == 0 && world.log().len() == entries,
            "only what happened is kept: {action:?}"
        );
        assert!(acted.is_ok() || kept == 0, "a refused command leaves no trace: {action:?}");
        assert!(world.now() >= at, "time goes forward");
    }
    // What is left to happen, for a while: a stream says for ever that it is there.
    world.drive(64);

    for parcel in world.parcels() {
        assert!(
            parcel.state != State::Flying || parcel.arrives >= world.now(),
            "nothing is late: {parcel:?}"
        );
        assert!(parcel.entries.end <= world.log().len() && parcel.sent <= parcel.arrives);
    }
    if let Some((_, HttpUpcoming::Arrival(next))) = world.upcoming() {
        assert_eq!(world.parcels()[next].state, State::Flying, "what arrives next is on its way");
    }
    let again = HttpWorld::replay(&settings, world.actions());
    assert_eq!(again.parcels(), world.parcels(), "the same bytes");
    assert_eq!(again.log(), world.log(), "the same recording");
    assert_eq!(again.words(), world.words(), "the same words");
    assert_eq!((again.now(), again.upcoming()), (world.now(), world.upcoming()), "the same future");
    assert_eq!(again.actions(), world.actions(), "a replay can be replayed");

    let script = Script::new(&settings, world.actions().to_vec());
    let read = Script::from_text(&script.to_text());
    assert_eq!(read.as_ref(), Ok(&script), "a script says all that was done");
    let there = read.and_then(|script| script.replay_as::<HttpWorld>());
    assert_eq!(
        there.map(|there| there.log().to_vec()).as_deref(),
        Ok(world.log()),
        "it leads to the same bytes"
    );

    let trace = world.trace();
    let mut written = String::new();
    wire::write(&trace, &mut written);
    let (read, notes) = wire::read(written.as_bytes());
    assert!(notes.is_empty(), "{notes:?}");
    for (one, other) in read.entries.iter().zip(&trace.entries) {
        let is_same = (&one.bytes, one.lane, one.session) == (&other.bytes, other.lane, other.session);
        assert!(is_same && one.http.is_some() == other.http.is_some(), "{one:?} was {other:?}");
    }
    assert_eq!(read.entries.len(), trace.entries.len());
}

fn action(source: &mut Source<'_>, world: &HttpWorld) -> Action {
    Action::Command(match source.byte() % 16 {
        0 => Command::Initialize,
        1 => Command::Discover,
        2 => Command::ListTools,
        3 | 4 => {
            let (name, arguments) = *source.pick(&CALLS);
            Command::CallToolForProgress { name: name.to_owned(), arguments: RawJson::new(arguments).ok() }
        }
        5 => Command::Request { method: source.text(), params: RawJson::new(source.text()).ok() },
        6 => match world.client().open_requests().next() {
            Some(open) => Command::Cancel { id: open.id.clone(), reason: String::new() },
            None => Command::Close,
        },
        7 => return Action::Wait(Duration::from_millis(u64::from(source.byte()) * 300)),
        8 | 9 => return HttpAction::Ask(request(source, world)).into(),
        10 => {
            let by = if source.byte().is_multiple_of(2) { Side::Client } else { Side::Server };
            return HttpAction::Cut { exchange: u64::from(source.byte() % 16), by }.into();
        }
        11 if source.byte().is_multiple_of(4) => return HttpAction::Forget.into(),
        12 if source.byte().is_multiple_of(4) => return HttpAction::Anew.into(),
        _ => return Action::Step,
    })
}

fn request(source: &mut Source<'_>, world: &HttpWorld) -> Request {
    let method = Method::new(source.pick::<&str>(&["POST", "GET", "DELETE", "PUT"]));
    let mut headers = Headers::new().with(name::HOST, HOST);
    if source.byte().is_multiple_of(2) {
        headers.add(name::CONTENT_TYPE, JSON);
        headers.add(name::ACCEPT, "application/json, text/event-stream");
    }
    if source.byte().is_multiple_of(2) {
        headers.add(name::SESSION, world.carrier().session().unwrap_or("none"));
    }
    for _ in 0..source.byte() % 4 {
        let (header, value) = (*source.pick(&NAMES), *source.pick(&VALUES));
        headers.add(header, if source.byte().is_multiple_of(4) { source.bytes() } else { value.as_bytes() });
    }
    let body = match source.byte() % 4 {
        0 => source.bytes().to_vec(),
        _ => source.pick(&BODIES).as_bytes().to_vec(),
    };
    Request { method, headers, body }
}
