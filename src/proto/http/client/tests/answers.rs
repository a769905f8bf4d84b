//! What comes instead of a stream: an answer, or something else.

use super::*;

#[test]
fn an_answer_is_json_on_one_line_or_the_data_of_events() {
    // HT-06
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    wire.answer(Response::json(200, ANSWER.replace(',', ",\r\n  ").into_bytes()));
    assert_eq!(wire.heard.lines().count(), 1);
    assert_eq!(wire.heard.replace(' ', "").trim_end(), ANSWER);
    wire.heard.clear();
    wire.send(&CALL.replace('2', "3"));
    wire.stream(&[
        Event::message(LOG),
        Event::message("").with_id("1"),
        Event::message(ANSWER.replace(":2", ":3")),
    ]);
    wire.end();
    assert_eq!(wire.heard, format!("{LOG}\n{}\n", ANSWER.replace(":2", ":3")));
    assert!(wire.failed.is_empty() && wire.noticed.is_empty() && wire.carrier.is_idle());
}

#[test]
fn whatever_a_server_says_instead_of_an_answer_is_told_for_that_request() {
    let html = |status| Response {
        headers: Headers::new().with("content-type", "text/html"),
        body: b"<h1>No\n way</h1>".to_vec(),
        ..Response::empty(status)
    };
    let moved = Response {
        headers: Headers::new().with("location", "https://elsewhere/mcp"),
        ..Response::empty(307)
    };
    let with = |status, name: &str, value: &str| Response {
        headers: Headers::new().with(name, value),
        ..Response::empty(status)
    };
    let error = br#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: no session"},"id":null}"#;
    for (answer, rule, why) in [
        (html(401), "HT-09", "HTTP 401 Unauthorized to POST: `<h1>No way</h1>`"),
        (
            with(401, "www-authenticate", "Bearer realm=\"notes\""),
            "HT-09",
            "HTTP 401 Unauthorized to POST, which wants `Bearer realm=\"notes\"`",
        ),
        (
            with(429, "retry-after", "30"),
            "HT-06",
            "HTTP 429 Too Many Requests to POST, which may be asked again after 30 s",
        ),
        (
            with(503, "retry-after", "Fri, 31 Dec 1999 23:59:59 GMT"),
            "HT-06",
            "HTTP 503 Service Unavailable to POST, which may be asked again after Fri, 31 Dec 1999 23:59:59 GMT",
        ),
        (html(403), "HT-08", "HTTP 403 Forbidden to POST"),
        (html(404), "HT-01", "HTTP 404 Not Found to POST"),
        (html(405), "HT-01", "HTTP 405 Method Not Allowed to POST"),
        (Response::empty(406), "HT-03", "HTTP 406 Not Acceptable to POST"),
        (Response::empty(415), "HT-04", "HTTP 415 Unsupported Media Type to POST"),
        (html(503), "HT-06", "HTTP 503 Service Unavailable to POST"),
        (moved, "HT-06", "HTTP 307 Temporary Redirect to POST, which sends us to https://elsewhere/mcp"),
        (
            Response::json(400, error.to_vec()),
            "HT-06",
            "HTTP 400 Bad Request to POST: -32000 Bad Request: no session",
        ),
        (html(200), "HT-06", "text/html, which is neither JSON nor a stream of events: `<h1>No way</h1>`"),
        (Response::empty(202), "HT-06", "HTTP 202 Accepted without the answer in it"),
        (Response::json(200, LOG.into()), "HT-06", "HTTP 200 OK without the answer in it"),
    ] {
        let mut wire = Wire::open("2025-11-25", "");
        wire.send(CALL);
        wire.answer(answer);
        assert!(wire.why().starts_with(&format!("2: {why}")), "{} for {why}", wire.why());
        assert_eq!(wire.failed[0].1.rule().map(|rule| rule.as_str()), Some(rule), "{why}");
        assert!(wire.carrier.is_idle() && !wire.is_over);
    }
}

#[test]
fn an_error_of_the_protocol_is_an_answer_whatever_its_status() {
    for status in [200, 400, 404, 500] {
        let mut wire = Wire::open("2025-11-25", "");
        wire.send(CALL);
        let error = br#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"?"}}"#;
        wire.answer(Response::json(status, error.to_vec()));
        assert!(wire.heard.contains("-32601") && wire.failed.is_empty(), "{status}");
    }
}

#[test]
fn a_message_of_the_wrong_type_is_noticed_and_not_lost() {
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    wire.answer(Response { body: ANSWER.into(), ..Response::empty(200) });
    assert_eq!(
        (wire.noticed(), &*wire.heard, wire.failed.len()),
        (vec!["HT-06"], &*format!("{ANSWER}\n"), 0)
    );
}

#[test]
fn what_asks_for_nothing_is_taken_with_202() {
    // HT-05
    let mut wire = Wire::open("2025-11-25", "");
    for (status, noticed) in [(202, 0), (200, 1), (500, 2)] {
        wire.send(r#"{"jsonrpc":"2.0","id":"q","result":{}}"#);
        wire.answer(Response::empty(status));
        assert_eq!(wire.noticed(), vec!["HT-05"; noticed], "{status}");
    }
}

#[test]
fn a_server_that_cannot_be_reached_ends_the_conversation() {
    let mut wire = Wire::default();
    wire.send(INITIALIZE);
    wire.carrier.handle_failed(wire.now, wire.last().0, Trouble::Unreachable("refused".to_owned()));
    wire.drain();
    assert!(wire.is_over && matches!(wire.failed[..], [(_, Fault::Unreachable(_))]));
}

#[test]
fn a_batch_is_one_post_and_its_answers_may_come_in_either_way() {
    let batch = format!("[{CALL},{}]", CALL.replace(":2", ":3"));
    let mut wire = Wire::open("2025-03-26", "");
    wire.send(&batch);
    wire.answer(Response::json(200, format!("[{ANSWER}]").into_bytes()));
    assert_eq!(
        (&*wire.heard, wire.why()),
        (&*format!("[{ANSWER}]\n"), "3: HTTP 200 OK without the answer in it".to_owned())
    );
    let mut wire = Wire::open("2025-03-26", "");
    wire.send(&batch);
    wire.stream(&[Event::message(ANSWER.replace(":2", ":3")), Event::message(ANSWER)]);
    wire.end();
    assert!(wire.failed.is_empty() && wire.noticed.is_empty());
}

#[test]
fn a_body_without_an_end_is_cut_short() {
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    let head = Response {
        headers: Headers::new().with(name::CONTENT_TYPE, JSON),
        streams: true,
        ..Response::empty(200)
    };
    wire.answer(head);
    let piece = vec![b' '; 1 << 20];
    for _ in 0..=BODY_AT_MOST >> 20 {
        wire.carrier.handle_body(wire.now, wire.last().0, &piece);
    }
    wire.drain();
    assert!(matches!(wire.failed[..], [(_, Fault::TooLong { at_most: BODY_AT_MOST })]), "{}", wire.why());
    assert_eq!(wire.dropped, [wire.last().0]);
}
