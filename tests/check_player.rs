//! The player of cases over HTTP, without a socket: what it asks, in which order and with which headers.
#![cfg(not(target_arch = "wasm32"))]

use wirelab::check::{Case, Conversation, Errand, Outcome, Pace, Player, Profile, Verdict, Web};
use wirelab::proto::http::client::Exchange;
use wirelab::proto::http::{Headers, Request, Response};
use wirelab::proto::mcp::Version;
use wirelab::proto::time::Instant;

const NOW: Instant = Instant::ZERO;

/// Plays the case `id`, with `answer` for each request, until it wants something that only time brings; then that.
fn play(
    id: &str,
    version: Version,
    answer: impl Fn(&Request) -> Option<Response>,
) -> (Vec<String>, Conversation) {
    let case = Case::find(id)[0];
    let profile = Profile::new(version);
    let mut player: Player<'_, Web> = Player::new(case, &profile, Pace::default());
    let (mut asked, mut now) = (Vec::new(), NOW);
    player.begin(now);
    while !player.is_over() {
        match player.poll_output() {
            Some(Errand::Begin(exchange, request)) => {
                asked.push(line(&request));
                if let Some(response) = answer(&request) {
                    player.handle_head(now, exchange, response);
                }
            }
            Some(Errand::Drop(Exchange(number))) => asked.push(format!("drop {number}")),
            None => {
                now = player.next_timeout().expect("something to wait for");
                player.handle_timeout(now);
            }
        }
    }
    (asked, player.finish())
}

/// A request in short: what is asked in whose name.
fn line(request: &Request) -> String {
    let body = String::from_utf8_lossy(&request.body);
    let what = ["initialized", "initialize", "ping", "tools/list", "server/discover", "tools/call"];
    let what = what.into_iter().find(|what| body.contains(what)).unwrap_or_default();
    let shown = ["Mcp-Session-Id", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Origin"];
    let headers = shown.into_iter().filter_map(|name| request.headers.text(name).expect("one"));
    let words = [request.method.as_str(), what].into_iter().chain(headers).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// A server that does well what it is asked here.
fn server(request: &Request) -> Option<Response> {
    let body = String::from_utf8_lossy(&request.body);
    let id = body.split("\"id\":").nth(1).and_then(|rest| rest.split(",\"method\"").next());
    let json = |result: &str| {
        let id = id.unwrap_or_default();
        Response::json(200, format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).into_bytes())
    };
    Some(match request.method.as_str() {
        "GET" => Response::empty(405),
        "DELETE" => Response::empty(204),
        _ if id.is_none() => Response::empty(202),
        _ if request.headers.first("Origin").is_some() => Response::empty(403),
        _ if body.contains("initialize") => {
            let mut response = json(
                r#"{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}"#,
            );
            response.headers.add("Mcp-Session-Id", "s-1");
            response
        }
        _ => json("{}"),
    })
}

fn judged(id: &str, version: Version, talk: &Conversation) -> Outcome {
    Verdict::of(Case::find(id)[0], &Profile::new(version), talk).outcome
}

#[test]
fn a_case_has_a_session_of_its_own_and_ends_it() {
    let (asked, talk) = play("flow.ping", Version::V2025_11_25, server);
    assert_eq!(
        asked,
        [
            "POST initialize",
            "POST initialized s-1 2025-11-25",
            "GET s-1 2025-11-25",
            "POST ping s-1 2025-11-25",
            "POST ping s-1 2025-11-25",
            "DELETE s-1 2025-11-25",
        ]
    );
    assert_eq!(judged("flow.ping", Version::V2025_11_25, &talk), Outcome::Passed);
    // What ends the session is no part of the conversation.
    assert_eq!(talk.exchanges.len(), 5);
}

#[test]
fn the_oldest_revision_with_this_transport_has_no_header_for_itself() {
    let older = |request: &Request| {
        let mut response = server(request)?;
        response.body =
            String::from_utf8(response.body).expect("UTF-8").replace("2025-11-25", "2025-03-26").into();
        Some(response)
    };
    let (asked, _) = play("flow.ping", Version::V2025_03_26, older);
    assert_eq!(asked[1], "POST initialized s-1");
}

#[test]
fn a_message_of_the_newest_revision_says_in_headers_what_it_says() {
    let (asked, _) = play("errors.unknown-tool", Version::V2026_07_28, server);
    assert_eq!(
        asked,
        [
            "POST tools/list 2026-07-28 tools/list",
            "POST tools/call 2026-07-28 tools/call wirelab no such tool",
            "POST server/discover 2026-07-28 server/discover",
        ]
    );
}

#[test]
fn a_refusal_ends_the_wait_and_is_what_came() {
    let (asked, talk) = play("http.foreign-origin-is-403", Version::V2025_11_25, server);
    assert_eq!(asked[2], "POST ping s-1 2025-11-25 http://wirelab.invalid");
    assert_eq!(judged("http.foreign-origin-is-403", Version::V2025_11_25, &talk), Outcome::Passed);
    let (_, talk) = play("flow.ping", Version::V2025_11_25, |request| {
        let is_asked = String::from_utf8_lossy(&request.body).contains("\"id\":1,");
        if is_asked { Some(Response::empty(404)) } else { server(request) }
    });
    let verdict = Verdict::of(Case::find("flow.ping")[0], &Profile::new(Version::V2025_11_25), &talk);
    let sentence = verdict.complaints[0].sentence(wirelab::lint::Language::English);
    assert!(sentence.ends_with("Came: HTTP 404 without a body."), "{sentence}");
}

#[test]
fn an_error_without_an_id_belongs_to_the_request_in_whose_answer_it_stands() {
    let (_, talk) = play("errors.unknown-method", Version::V2025_11_25, |request| {
        let is_asked = String::from_utf8_lossy(&request.body).contains("\"id\":1,");
        let error = br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no such method"}}"#;
        if is_asked { Some(Response::json(400, error.to_vec())) } else { server(request) }
    });
    assert_eq!(judged("errors.unknown-method", Version::V2025_11_25, &talk), Outcome::Passed);
}

#[test]
fn a_stream_that_ends_early_is_taken_up_and_one_without_ids_is_not() {
    let stream = |text: &str| Response {
        status: 200,
        headers: Headers::new().with("Content-Type", "text/event-stream"),
        body: text.as_bytes().to_vec(),
        streams: false,
    };
    for (begin, passes) in [("retry: 5\nid: 7\ndata: \n\n", true), ("data: \n\n: nothing\n\n", false)] {
        let (asked, talk) = play("flow.ping", Version::V2025_11_25, |request| {
            if request.headers.first("Last-Event-ID").is_some() {
                return Some(stream("id: 8\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"));
            }
            let is_asked = String::from_utf8_lossy(&request.body).contains("\"id\":1,");
            if is_asked { Some(stream(begin)) } else { server(request) }
        });
        assert_eq!(judged("flow.ping", Version::V2025_11_25, &talk) == Outcome::Passed, passes, "{asked:?}");
        assert_eq!(asked.iter().filter(|line| line.starts_with("GET")).count(), if passes { 2 } else { 1 });
    }
}

#[test]
fn silence_and_a_stream_that_stays_open_cost_no_more_than_their_time() {
    let (_, talk) = play("flow.ping", Version::V2025_11_25, |request| {
        let is_asked = String::from_utf8_lossy(&request.body).contains("\"id\":1,");
        if is_asked { None } else { server(request) }
    });
    assert!(matches!(judged("flow.ping", Version::V2025_11_25, &talk), Outcome::Broken(_)));
    let (asked, _) = play("flow.ping", Version::V2025_11_25, |_| None);
    assert_eq!(asked.first().map(String::as_str), Some("POST initialize"));
}

/// A server that has nothing to say yet ends each stream, and says it once more when it is asked after the same event.
#[test]
fn a_stream_that_is_taken_up_and_ends_again_without_an_event_is_taken_up_after_the_same_one() {
    let stream = |text: &str| Response {
        status: 200,
        headers: Headers::new().with("Content-Type", "text/event-stream"),
        body: text.as_bytes().to_vec(),
        streams: false,
    };
    let tries = std::cell::Cell::new(0);
    let (asked, talk) = play("flow.ping", Version::V2025_11_25, |request| {
        if request.headers.first("Last-Event-ID") == Some(b"7") {
            tries.set(tries.get() + 1);
            let answer = "id: 8\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n";
            return Some(stream(if tries.get() == 3 { answer } else { ": not yet\n\n" }));
        }
        let is_asked = String::from_utf8_lossy(&request.body).contains("\"id\":1,");
        if is_asked { Some(stream("retry: 0\nid: 7\ndata: \n\n")) } else { server(request) }
    });
    assert_eq!(tries.get(), 3, "{asked:?}");
    assert_eq!(judged("flow.ping", Version::V2025_11_25, &talk), Outcome::Passed);
    let waits: Vec<_> = talk.exchanges.iter().filter(|it| it.after.is_some()).map(|it| it.retry).collect();
    assert_eq!(waits, [Some(core::time::Duration::ZERO); 3], "what the server has said holds from then on");
}

/// It would go on for as long as an answer may take.
#[test]
fn a_server_that_ends_every_stream_at_once_is_not_asked_without_a_pause() {
    let (asked, talk) = play("flow.ping", Version::V2025_11_25, |request| {
        let is_asked = String::from_utf8_lossy(&request.body).contains("\"id\":1,");
        if !is_asked && request.headers.first("Last-Event-ID").is_none() {
            return server(request);
        }
        Some(Response {
            status: 200,
            headers: Headers::new().with("Content-Type", "text/event-stream"),
            body: b"retry: 0\nid: 7\ndata: \n\n".to_vec(),
            streams: false,
        })
    });
    assert!(matches!(judged("flow.ping", Version::V2025_11_25, &talk), Outcome::Broken(_)));
    assert!((10..600).contains(&asked.len()), "{}", asked.len());
}

#[test]
fn a_stream_that_the_server_does_not_have_is_no_failure_at_what_was_sent() {
    for status in [405, 501] {
        let (_, talk) = play("notices.unknown", Version::V2025_11_25, |request| {
            if request.method.as_str() == "GET" { Some(Response::empty(status)) } else { server(request) }
        });
        assert_eq!(judged("notices.unknown", Version::V2025_11_25, &talk), Outcome::Passed, "{status}");
    }
}
