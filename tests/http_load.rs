//! `wirelab serve --http` under load: many clients at once, clients that read nothing or hang up in the midst of it, and
//! what is no HTTP at all. Nothing is lost, nothing comes twice, and what the process has of the system is bounded.
//! `benches/http` has the same at its full size.
#![cfg(unix)]

mod terminal;

use std::collections::BTreeSet;
use std::{io, thread};

use serde_json::{Value, json};
use terminal::served::{POST, Served, Usage};
use terminal::wait_for;
use terminal::wire::{Event, Wire};

/// How many sessions there are at once, each with a stream of its own and two further connections.
const SESSIONS: usize = 16;
/// How many requests go over each connection.
const REQUESTS: usize = 40;

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A request that calls a tool, with what its `_meta` says.
fn call(id: impl Into<Value>, tool: &str, arguments: &Value, meta: Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
    json!({"jsonrpc": "2.0", "id": id.into(), "method": "tools/call", "params": params})
}

/// Begins a session of `version` whose client wants the log if `logs` says so; the header that its requests have.
fn open(wire: &mut Wire, version: &str, logs: bool) -> String {
    let client = json!({"name": "load", "version": "1"});
    let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    let (head, said) = wire.ask(&[], &hello.to_string());
    let session = head.header("mcp-session-id").unwrap_or_else(|| panic!("no session: {said:?}"));
    let session = format!("Mcp-Session-Id: {session}");
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(wire.ask(&[&session], &ready.to_string()).0.status, 202);
    if logs {
        let level =
            json!({"jsonrpc": "2.0", "id": 0, "method": "logging/setLevel", "params": {"level": "info"}});
        assert_eq!(value(&wire.ask(&[&session], &level.to_string()).1[0])["result"], json!({}));
    }
    session
}

/// Ends a session.
fn end(wire: &mut Wire, session: &str) {
    wire.send("DELETE", &[session], "");
    assert_eq!(wire.head().status, 204);
}

/// A connection that stays, and what the server has of the system when it has answered on this one.
fn begin(served: &Served) -> (Wire, Option<Usage>) {
    let mut wire = Wire::new(served);
    let session = open(&mut wire, "2025-11-25", false);
    end(&mut wire, &session);
    (wire, served.usage())
}

/// Waits until the server has no more of the system than it had `before`, now that nobody else talks to it any more.
fn at_rest(served: &Served, before: Option<Usage>) {
    let Some(before) = before else { return };
    wait_for("connections or threads are left over", || {
        let now = served.usage().expect("it was there before");
        now.descriptors <= before.descriptors && now.threads <= before.threads
    });
}

/// It still answers, whatever was done to it.
fn still_answers(served: &Served) {
    let mut wire = Wire::new(served);
    let session = open(&mut wire, "2025-11-25", false);
    let (_, said) = wire.ask(&[&session], &call(1, "echo", &json!({"text": "there"}), json!({})).to_string());
    assert_eq!(value(&said[0])["result"]["content"][0]["text"], "there");
    end(&mut wire, &session);
}

/// Makes requests one after the other, and looks at all that each of them hears.
fn ask_much(served: &Served, session: &str, who: &str, first: usize, logs: bool) -> usize {
    let mut wire = Wire::new(served);
    for id in first..first + REQUESTS {
        let is_slow = id % 8 == 0;
        let (tool, arguments, text) = match is_slow {
            true => ("slow", json!({"ms": id % 16}), "done".to_owned()),
            false => ("echo", json!({"text": format!("{who} {id}")}), format!("{who} {id}")),
        };
        let (head, said) =
            wire.ask(&[session], &call(id, tool, &arguments, json!({"progressToken": 1})).to_string());
        let mut said: Vec<_> = said.iter().filter(|data| !data.is_empty()).map(|data| value(data)).collect();
        let answer = said.pop().expect("an answer");
        assert_eq!((head.status, &answer["id"]), (200, &json!(id)), "{answer}");
        assert_eq!(answer["result"]["content"][0]["text"], json!(text));
        assert_eq!(said.len(), usize::from(logs), "{said:?}");
        assert!(said.iter().all(|line| line["params"]["data"] == json!(format!("tools/call of {tool}"))));
        assert_eq!(head.streams(), is_slow || logs);
    }
    REQUESTS
}

/// The same of 2026-07-28: every client has the same ids and the same tokens.
fn ask_without_session(served: &Served, who: &str) -> usize {
    let mut wire = Wire::new(served);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "progressToken": "same",
    });
    let headers = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call"];
    for id in 0..REQUESTS {
        let is_slow = id == REQUESTS / 2;
        let (tool, arguments) = match is_slow {
            true => ("slow", json!({"ms": 500})),
            false => ("echo", json!({"text": format!("{who} {id}")})),
        };
        let name = format!("Mcp-Name: {tool}");
        let body = call(id, tool, &arguments, meta.clone()).to_string();
        let (_, said) = wire.ask(&[headers[0], headers[1], &name], &body);
        let mut said: Vec<_> = said.iter().map(|data| value(data)).collect();
        let answer = said.pop().expect("an answer");
        assert_eq!(answer["id"], json!(id), "{answer}");
        let text = if is_slow { "done".to_owned() } else { format!("{who} {id}") };
        assert_eq!(answer["result"]["content"][0]["text"], json!(text));
        let told: Vec<_> =
            said.iter().map(|it| (&it["params"]["progressToken"], &it["params"]["progress"])).collect();
        let (token, one) = (json!("same"), json!(1));
        assert_eq!(told, if is_slow { vec![(&token, &one)] } else { vec![] }, "{said:?}");
    }
    REQUESTS
}

#[test]
fn each_of_many_requests_at_once_is_answered_once_under_its_own_id() {
    let served = Served::start(&[]);
    let (_stays, before) = begin(&served);
    let answered: usize = thread::scope(|scope| {
        let served = &served;
        let sessions = (0..SESSIONS).map(|number| {
            scope.spawn(move || {
                let logs = number % 2 == 0;
                let mut wire = Wire::new(served);
                let session = open(&mut wire, "2025-11-25", logs);
                let mut own = Wire::new(served);
                assert_eq!(own.get(&[&session]).status, 200);
                let answered: usize = thread::scope(|scope| {
                    // The same ids in every session, and others on the second connection of one.
                    let asking = [1, 1001].map(|first| {
                        let (session, who) = (&session, format!("{number}/{first}"));
                        scope.spawn(move || ask_much(served, session, &who, first, logs))
                    });
                    asking.into_iter().map(|asking| asking.join().expect("every answer")).sum()
                });
                end(&mut wire, &session);
                // Nothing that belongs to a call came here: there is the event that it begins with.
                assert_eq!(own.events().iter().map(|event| &*event.data).collect::<Vec<_>>(), [""]);
                answered
            })
        });
        let sessions: Vec<_> = sessions.collect();
        let others = (0..SESSIONS / 2)
            .map(|number| scope.spawn(move || ask_without_session(served, &format!("without {number}"))));
        let others: Vec<_> = others.collect();
        sessions.into_iter().chain(others).map(|asking| asking.join().expect("every answer")).sum()
    });
    assert_eq!(answered, (SESSIONS * 2 + SESSIONS / 2) * REQUESTS);
    still_answers(&served);
    at_rest(&served, before);
}

/// Takes up a stream again and again: reads `each` events, hangs up, comes back. What it heard, up to the end.
fn hear_in_pieces(served: &Served, session: &str, body: &str, each: usize) -> Vec<Event> {
    let mut wire = Wire::new(served);
    wire.post(&[session], body);
    assert!(wire.head().streams());
    let mut heard: Vec<Event> = Vec::new();
    loop {
        for _ in 0..each {
            match wire.event().expect("it goes on") {
                Some(event) => heard.push(event),
                None => return heard,
            }
        }
        drop(wire);
        wire = Wire::new(served);
        let last = heard.last().and_then(|event| event.id.as_deref()).expect("an id");
        let head = wire.get(&[session, &format!("Last-Event-ID: {last}")]);
        assert_eq!(
            head.status,
            200,
            "{last}: {}",
            if head.status == 200 { String::new() } else { wire.body(&head) }
        );
    }
}

/// Insists that each event has the id after that of the one before it.
fn are_in_order(heard: &[Event], first: u64) {
    let places: Vec<u64> = heard
        .iter()
        .map(|event| {
            let (_, place) = event.id.as_deref().and_then(|id| id.split_once('-')).expect("an id");
            place.parse().expect("a number")
        })
        .collect();
    assert!(places.iter().copied().eq(first..first + places.len() as u64), "{places:?}");
}

#[test]
fn who_hangs_up_after_each_event_hears_everything_once() {
    let served = Served::start(&[]);
    let (_stays, before) = begin(&served);
    thread::scope(|scope| {
        for number in 0..SESSIONS {
            let served = &served;
            scope.spawn(move || {
                let mut wire = Wire::new(served);
                let session = open(&mut wire, "2025-11-25", true);
                let body =
                    call(7, "slow", &json!({"ms": 1500}), json!({"progressToken": number})).to_string();
                let heard = hear_in_pieces(served, &session, &body, 1 + number % 3);
                are_in_order(&heard, 0);
                let said: Vec<_> = heard[1..].iter().map(|event| value(&event.data)).collect();
                let progress: Vec<_> =
                    said.iter().filter_map(|it| it["params"]["progress"].as_u64()).collect();
                assert_eq!(progress, [1, 2, 3, 4, 5]);
                let answers: Vec<_> = said.iter().filter(|it| it["id"] == json!(7)).collect();
                assert_eq!(answers.len(), 1, "{said:?}");
                assert_eq!(said.len(), 7, "a line for the log, the reports and the answer: {said:?}");
                end(&mut wire, &session);
            });
        }
    });
    still_answers(&served);
    at_rest(&served, before);
}

#[test]
fn who_hangs_up_in_the_midst_of_a_body_or_an_answer_disturbs_nobody() {
    let served = Served::start(&[]);
    let (_stays, before) = begin(&served);
    let mut wire = Wire::new(&served);
    let session = open(&mut wire, "2025-11-25", false);
    let text = "x".repeat(1 << 20);
    let long = call("long", "echo", &json!({"text": text}), json!({})).to_string();
    let slow = |id: usize| call(id, "slow", &json!({"ms": 50}), json!({})).to_string();
    for id in 1..=20 {
        // A body that stops.
        let mut other = Wire::new(&served);
        let head = format!("POST /mcp HTTP/1.1\r\nHost: {}\r\n", served.address);
        let kind =
            "Content-Type: application/json\r\nAccept: */*\r\nContent-Length: 1000\r\n\r\n{\"jsonrpc\"";
        other.write(format!("{head}{session}\r\n{kind}").as_bytes()).expect("it reads");
        drop(other);
        // An answer of which nobody wants more than the beginning, and one that nobody waits for at all.
        let mut other = Wire::new(&served);
        other.post(&[&session], &long);
        other.trickle("HTTP/1.1 200");
        drop(other);
        let mut other = Wire::new(&served);
        other.post(&[&session], &slow(1000 + id));
        drop(other);
        let (_, said) =
            wire.ask(&[&session], &call(id, "echo", &json!({"text": "me"}), json!({})).to_string());
        assert_eq!(value(&said[0])["id"], json!(id));
    }
    // What was left behind is done nevertheless: its ids are free again.
    let mut id = 1001;
    wait_for("a call goes on for ever", || {
        let said = wire.ask(&[&session], &slow(id)).1;
        let is_free = said.iter().any(|data| data.contains("done"));
        id += usize::from(is_free);
        id == 1021
    });
    end(&mut wire, &session);
    drop(wire);
    still_answers(&served);
    at_rest(&served, before);
}

/// How many lines for the log a stream has that is too long for the buffers on its way, and how long each is.
const LONG_LINES: usize = 12;
const LONG_LINE: usize = 500_000;

/// A batch whose calls say something long each, and one that goes on for `ms`.
fn long_stream(ms: u32) -> String {
    let long = (1..=LONG_LINES).map(|id| call(id, &"n".repeat(LONG_LINE), &json!({}), json!({})));
    let slow = call("slow", "slow", &json!({"ms": ms}), json!({"progressToken": "slow"}));
    Value::Array([slow].into_iter().chain(long).collect()).to_string()
}

#[test]
fn a_stream_that_nobody_reads_is_cut_off_and_whoever_comes_back_gets_all_of_it() {
    const CUT: &str = "its client reads nothing: the stream was cut off";
    let served = Served::start(&["--log-level", "info"]);
    let mut wire = Wire::new(&served);
    let cuts = || served.said().matches(CUT).count();
    let ends = || served.said().matches("the end of the stream").count();
    // Where the machine is so busy that all of it is said before it is too much for too long, another one takes longer.
    let cut = [4_000, 15_000].into_iter().find_map(|ms| {
        let (before, ended) = (cuts(), ends());
        // The revision that has batches, whose streams do not begin with an event.
        let session = open(&mut wire, "2025-03-26", true);
        let mut lazy = Wire::new(&served);
        lazy.post(&[&session], &long_stream(ms));
        assert!(lazy.head().streams());
        let first = lazy.event().expect("it begins").expect("an event");
        wait_for("a stream that nobody reads goes on", || cuts() > before || ends() > ended);
        let mut back = Wire::new(&served);
        let last = format!("Last-Event-ID: {}", first.id.as_deref().expect("an id"));
        let is_back = cuts() > before && back.get(&[&session, &last]).streams();
        is_back.then_some((session, lazy, first, back))
    });
    let (session, mut lazy, first, mut back) = cut.expect("who comes back is served");
    // On a busy machine it may be cut off again, and comes back again.
    let mut heard = vec![first];
    let is_over = (0..20).any(|_| {
        loop {
            match back.event() {
                Ok(Some(event)) => heard.push(event),
                Ok(None) => return true,
                Err(_) => break,
            }
        }
        back = Wire::new(&served);
        let last = heard.last().and_then(|event| event.id.as_deref()).expect("an id");
        assert!(back.get(&[&session, &format!("Last-Event-ID: {last}")]).streams());
        false
    });
    assert!(is_over, "it never gets to the end");
    are_in_order(&heard, 1);
    let said: Vec<_> = heard.iter().map(|event| value(&event.data)).collect();
    let lines =
        said.iter().filter(|it| it["params"]["data"].as_str().is_some_and(|data| data.len() > LONG_LINE));
    assert_eq!(lines.count(), LONG_LINES);
    let progress: Vec<_> = said.iter().filter_map(|it| it["params"]["progress"].as_u64()).collect();
    assert_eq!(progress, (1..10).collect::<Vec<_>>());
    let answers = said.last().and_then(Value::as_array).expect("the answers to a batch");
    let ids: BTreeSet<_> = answers.iter().map(|answer| answer["id"].to_string()).collect();
    assert_eq!((answers.len(), ids.len()), (LONG_LINES + 1, LONG_LINES + 1));
    // What the first connection had before it broke is no stream with an end.
    let cut = std::iter::from_fn(|| Some(lazy.event())).find(|event| !matches!(event, Ok(Some(_))));
    assert!(cut.is_some_and(|last| last.is_err()));
    end(&mut wire, &session);
    still_answers(&served);
}

#[test]
fn who_reads_slowly_gets_everything_and_nobody_else_waits_for_him() {
    let served = Served::start(&[]);
    let mut wire = Wire::new(&served);
    let session = open(&mut wire, "2025-11-25", true);
    let text = "y".repeat(3 << 20);
    let long = call("long", "echo", &json!({"text": text}), json!({})).to_string();
    // Answers that nobody reads, longer than what the system keeps for a connection.
    let unread: Vec<_> = (0..6)
        .map(|_| {
            let mut other = Wire::new(&served);
            let session = open(&mut other, "2025-11-25", false);
            other.post(&[&session], &long);
            other
        })
        .collect();
    thread::scope(|scope| {
        let (served, session) = (&served, &session);
        for number in 0..4 {
            scope.spawn(move || {
                let mut slow = Wire::new(served);
                let text = format!("{number}").repeat(2000);
                slow.post(&[session], &call(number, "echo", &json!({"text": text}), json!({})).to_string());
                let heard = slow.trickle(&format!("{text}\""));
                assert!(heard.starts_with("HTTP/1.1 200"));
            });
        }
        ask_much(served, session, "meanwhile", 1000, true);
    });
    // Who comes late gets all of it.
    for mut late in unread {
        let head = late.head();
        assert!(late.body(&head).contains(&text));
    }
    // Each answer of 3 MiB was there as its request, as what is read of that and as what is written, and what one is done
    // with is kept by the allocator for the next.
    if let Some(usage) = served.usage() {
        assert!(usage.peak < 160 << 10, "{usage:?}");
    }
    end(&mut wire, &session);
    still_answers(&served);
}

/// What is no request: what it is, and what comes of it; nothing where the connection is closed without a word.
const GARBAGE: [(&str, &[u8], &[u16]); 10] = [
    ("zeros", &[0; 64], &[400]),
    ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03random\r\n\r\n", &[400]),
    ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &[]),
    ("no version", b"GET /mcp\r\n\r\n", &[400]),
    ("no name", b"POST /mcp HTTP/1.1\r\n: x\r\n\r\n", &[400]),
    ("no Host", b"POST /mcp HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", &[403]),
    ("a negative length", b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", &[400]),
    (
        "two lengths",
        b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
        &[400],
    ),
    (
        "a chunk of no size",
        b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        &[400, 413],
    ),
    ("a message by itself", b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\r\n\r\n", &[400]),
];

#[test]
fn garbage_on_a_socket_is_refused_and_half_a_request_holds_up_nobody() {
    let served = Served::start(&[]);
    let (_stays, before) = begin(&served);
    let halves: Vec<_> = (0..60)
        .map(|length| {
            let mut half = Wire::new(&served);
            half.write(&b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{}"[..length])
                .expect("it reads");
            half
        })
        .collect();
    let headers = format!("GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    let many = format!("GET /mcp HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: y\r\n".repeat(10_000));
    let long = [("a long header", headers.as_bytes(), &[431][..]), ("many headers", many.as_bytes(), &[431])];
    for (what, bytes, statuses) in GARBAGE.into_iter().chain(long) {
        for _ in 0..4 {
            let mut wire = Wire::new(&served);
            // It may be refused before it is read.
            let _ = wire.write(bytes);
            match wire.try_head() {
                Ok(head) => assert!(statuses.contains(&head.status), "{what}: {}", head.status),
                // Where much of it was not read, the answer is lost with it.
                Err(error) => {
                    assert_ne!(error.kind(), io::ErrorKind::WouldBlock, "{what}: it waits for more");
                    assert!(statuses.is_empty() || bytes.len() > 1000, "{what}: {error}");
                }
            }
        }
    }
    still_answers(&served);
    drop(halves);
    at_rest(&served, before);
}

#[test]
fn bodies_that_never_end_take_no_more_room_than_there_is() {
    let served = Served::start(&[]);
    let (_stays, before) = begin(&served);
    let body = vec![b' '; 30 << 20];
    let head = format!("POST /mcp HTTP/1.1\r\nHost: {}\r\n{}\r\n", served.address, POST.join("\r\n"));
    let head = format!("{head}Content-Length: {}\r\n\r\n", 32 << 20);
    let mut halves = Vec::new();
    let refused = (0..24).find_map(|_| {
        let mut half = Wire::new(&served);
        let written = half.write(head.as_bytes()).and_then(|()| half.write(&body));
        // It is refused as soon as there is no room, whether it can be told or not.
        let refused = written.is_err().then(|| half.try_head().map_or(503, |head| head.status));
        halves.push(half);
        refused
    });
    assert_eq!(refused, Some(503), "{} of them were read", halves.len());
    // Eight of them fit. What grows as it comes is twice as large for a moment.
    if let Some(usage) = served.usage() {
        assert!(usage.peak < 640 << 10, "{usage:?}");
    }
    drop(halves);
    at_rest(&served, before);
    still_answers(&served);
}

#[test]
fn sessions_that_are_left_behind_make_room_and_cost_little_each() {
    let served = Served::start(&[]);
    let mut wire = Wire::new(&served);
    let first = open(&mut wire, "2025-11-25", false);
    let mut own = Wire::new(&served);
    let read = open(&mut wire, "2025-11-25", false);
    assert_eq!(own.get(&[&read]).status, 200);
    let before = served.usage();
    let last = (0..1100).map(|_| open(&mut wire, "2025-11-25", false)).last().expect("a session");
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for (session, status) in [(&first, 404), (&read, 200), (&last, 200)] {
        assert_eq!(wire.ask(&[session], ping).0.status, status);
    }
    // No more than 1024 are there at once, and one costs some kilobytes.
    if let (Some(before), Some(now)) = (before, served.usage()) {
        assert!(now.peak - before.peak < 64 << 10, "{before:?} {now:?}");
        assert_eq!((now.descriptors, now.threads), (before.descriptors, before.threads));
    }
}
