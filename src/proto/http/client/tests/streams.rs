//! Streams of events: cut, broken, taken up, and full of nonsense.

use super::*;

#[test]
fn what_comes_after_initialized_waits_until_that_is_taken_and_then_the_stream_is_asked_for() {
    // HT-10
    let mut wire = Wire::default();
    wire.send(INITIALIZE);
    wire.answer(Response::json(
        200,
        br#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}"#.to_vec(),
    ));
    wire.send(INITIALIZED);
    wire.send(CALL);
    assert_eq!(wire.begun.len(), 2, "the call waits");
    wire.answer(Response::empty(202));
    let methods: Vec<_> = wire.begun.iter().map(|(_, request)| request.method.as_str()).collect();
    assert_eq!(methods, ["POST", "POST", "GET", "POST"]);
    let get = &wire.begun[2].1;
    assert_eq!((get.headers.text(name::ACCEPT), get.body.len()), (Ok(Some(EVENTS)), 0));
    // A server that never says that it has taken it holds nothing up for ever.
    let mut wire = Wire::default();
    wire.send(INITIALIZED);
    wire.send(CALL);
    assert_eq!((wire.begun.len(), wire.carrier.next_timeout()), (1, Some(Instant::ZERO + GATE)));
    wire.at(Instant::ZERO + GATE);
    assert_eq!((wire.begun.len(), wire.noticed()), (3, vec!["HT-05"]));
}

#[test]
fn a_stream_that_breaks_is_taken_up_after_as_long_as_the_server_says() {
    // HT-15, HT-16, HT-25
    let mut wire = Wire::open("2025-11-25", "s1");
    wire.send(CALL);
    let retry = Duration::from_millis(700);
    wire.stream(&[Event::message("").with_id("7/1").with_retry(retry)]);
    wire.events(&[Event::message(LOG).with_id("7/2")]);
    let begun = wire.begun.len();
    wire.end();
    assert_eq!(wire.carrier.next_timeout(), Some(ms(700)));
    wire.at(ms(699));
    assert_eq!(wire.begun.len(), begun);
    wire.at(ms(700));
    assert_eq!(wire.last().1.method, Method::Get);
    assert_eq!((wire.header(name::LAST_EVENT), wire.header(name::SESSION)), (Some("7/2"), Some("s1")));
    // In vain: it comes again, later each time.
    wire.break_off();
    assert_eq!(wire.carrier.next_timeout(), Some(ms(700 + 1400)));
    wire.at(ms(2100));
    assert_eq!(wire.header(name::LAST_EVENT), Some("7/2"));
    wire.stream(&[Event::message(ANSWER).with_id("7/3")]);
    wire.end();
    assert_eq!(wire.heard, format!("{LOG}\n{ANSWER}\n"));
    assert!(wire.failed.is_empty() && wire.noticed.is_empty() && wire.carrier.is_idle());
}

#[test]
fn a_stream_that_cannot_be_taken_up_is_a_request_without_an_answer() {
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    wire.stream(&[Event::message(LOG)]);
    wire.break_off();
    assert_eq!(wire.why(), "2: a stream that ended before the answer (reset)");
    assert_eq!(wire.failed[0].1.rule().map(|rule| rule.as_str()), Some("HT-07"));
    // Nor can one that the server no longer has, or to which nobody gets.
    wire.send(&CALL.replace(":2", ":3"));
    wire.stream(&[Event::message("").with_id("1")]);
    wire.end();
    wire.at(ms(1_000));
    wire.answer(Response { body: b"gone".to_vec(), ..Response::empty(410) });
    assert!(wire.why().ends_with("3: HTTP 410 to GET: `gone`"), "{}", wire.why());
    wire.send(&CALL.replace(":2", ":4"));
    wire.stream(&[Event::message("").with_id("1")]);
    wire.end();
    for _ in 0..ATTEMPTS {
        let next = wire.carrier.next_timeout().expect("it comes again");
        wire.at(next);
        wire.break_off();
    }
    assert_eq!((wire.carrier.next_timeout(), wire.failed.len()), (None, 3));
}

#[test]
fn the_stream_of_the_servers_own_is_asked_for_again_where_it_ended() {
    let mut wire = Wire::default();
    wire.send(INITIALIZED);
    wire.answer(Response::empty(202));
    wire.stream(&[Event::message(LOG).with_id("9")]);
    wire.carrier.handle_body(wire.now, wire.last().0, KEEP_ALIVE);
    wire.end();
    wire.at(ms(1_000));
    assert_eq!((wire.heard.lines().count(), wire.header(name::LAST_EVENT)), (1, Some("9")));
    // An answer on it is one that goes on with another; on a stream from its beginning it is out of place.
    wire.send(CALL);
    let call = wire.last().0;
    let stream = wire.begun[wire.begun.len() - 2].0;
    let mut answer = Vec::new();
    Event::message(ANSWER).write(&mut answer);
    wire.carrier.handle_head(wire.now, stream, Response::events());
    wire.carrier.handle_body(wire.now, stream, &answer);
    // HT-12: the exchange of the call is not waited for any more, and nothing is lost.
    wire.carrier.handle_head(wire.now, call, Response::events());
    wire.carrier.handle_end(wire.now, call);
    wire.drain();
    assert!(
        wire.heard.ends_with(&format!("{ANSWER}\n")) && wire.failed.is_empty() && wire.noticed.is_empty()
    );
}

#[test]
fn an_answer_on_the_stream_of_a_get_is_noticed_and_handed_on() {
    // HT-12
    let mut wire = Wire::default();
    wire.send(INITIALIZED);
    wire.answer(Response::empty(202));
    wire.stream(&[]);
    let stream = wire.last().0;
    wire.send(CALL);
    let mut answer = Vec::new();
    Event::message(ANSWER).write(&mut answer);
    wire.carrier.handle_body(wire.now, stream, &answer);
    wire.answer(Response::empty(202));
    assert_eq!((wire.noticed(), &*wire.heard), (vec!["HT-12"], &*format!("{ANSWER}\n")));
    assert!(wire.failed.is_empty(), "{}", wire.why());
}

#[test]
fn a_server_that_does_not_end_a_stream_after_the_answer_is_hung_up_on() {
    // HT-07
    let mut wire = Wire::open("2025-11-25", "");
    wire.send(CALL);
    wire.stream(&[Event::message(ANSWER), Event::message(LOG)]);
    assert_eq!((wire.noticed(), wire.heard.lines().count()), (vec!["HT-07"], 2));
    let next = wire.carrier.next_timeout().expect("not for ever");
    wire.at(next);
    assert_eq!(wire.dropped, [wire.last().0]);
}

#[test]
fn garbage_cut_anywhere_loses_no_request_and_panics_nowhere() {
    let stream = "\u{feff}: hello\r\nid: 1\r\nretry: 10\r\ndata: {\"a\":\r\ndata: \u{0}}\r\n\r\nevent: x\ndata: [1]\n\nid: \0\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\ndata: tail";
    let mut last = None;
    for cut in 0..=stream.len() {
        let mut wire = Wire::open("2025-11-25", "");
        wire.send(CALL);
        wire.answer(Response::events());
        let exchange = wire.last().0;
        for part in [&stream.as_bytes()[..cut], &stream.as_bytes()[cut..]] {
            wire.carrier.handle_body(wire.now, exchange, part);
        }
        wire.carrier.handle_end(wire.now, exchange);
        // What comes after the end is of nothing.
        wire.carrier.handle_body(wire.now, exchange, b"data: x\n\n");
        wire.carrier.handle_head(wire.now, exchange, Response::events());
        wire.carrier.handle_failed(wire.now, Exchange(99), Trouble::Broken(String::new()));
        wire.drain();
        assert!(wire.failed.is_empty() && wire.heard.lines().count() == 2, "{:?}", wire.heard);
        let heard = last.get_or_insert_with(|| wire.heard.clone());
        assert_eq!(*heard, wire.heard, "cut at {cut}");
    }
    assert_eq!(last.map(|heard| heard.contains(ANSWER)), Some(true));
}
