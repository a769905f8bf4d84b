//! A client and the time: deadlines, progress, cancellation and the heartbeat, to the microsecond.

use core::time::Duration;

use wirelab::proto::error::{Blame, CloseReason, LocalError, Misbehaviour, ProtocolError};
use wirelab::proto::json::RawJson;
use wirelab::proto::jsonrpc::{Message, RequestId, decode};
use wirelab::proto::session::{
    ClientConfig, ClientSession, Event, HeartbeatConfig, Output, RequestOptions, Session, State,
    TimeoutReason,
};
use wirelab::proto::time::Instant;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const ANSWER: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#;

/// A client after its handshake, and the clock that drives it.
struct Client {
    session: ClientSession,
    now: Instant,
    sent: Vec<Message>,
    events: Vec<Event>,
}

impl Client {
    fn new(config: ClientConfig) -> Self {
        let mut client = Self {
            session: ClientSession::new(config),
            now: Instant::ZERO,
            sent: Vec::new(),
            events: Vec::new(),
        };
        client.session.initialize(client.now).expect("the first word");
        client.drain();
        client.receive(ANSWER);
        assert_eq!(client.session.state(), State::Initialized);
        client.sent.clear();
        client.events.clear();
        client
    }

    fn with_heartbeat() -> Self {
        Self::new(ClientConfig { heartbeat: Some(HeartbeatConfig::default()), ..ClientConfig::default() })
    }

    fn drain(&mut self) {
        while let Some(output) = self.session.poll_output() {
            match output {
                Output::Transmit(message) => self.sent.push(message),
                Output::Event(event) => self.events.push(event),
            }
        }
    }

    fn receive(&mut self, text: &str) {
        self.session.handle_message(self.now, decode(text.as_bytes()).expect(text));
        self.drain();
    }

    /// Moves the clock to `millis`, waking the session whenever it wants to be woken.
    fn run_to(&mut self, millis: u64) {
        let end = Instant::from_millis(millis);
        while let Some(at) = self.session.next_timeout().filter(|at| *at <= end) {
            assert!(self.session.timeout_reason().is_some(), "a wake-up has a reason");
            let early = Instant::from_micros(at.micros() - 1);
            self.session.handle_timeout(early.max(self.now));
            self.drain();
            assert_eq!(self.session.next_timeout(), Some(at), "nothing happens a microsecond early");
            self.now = at;
            self.session.handle_timeout(at);
            self.drain();
        }
        self.now = end;
    }

    fn call(&mut self, options: RequestOptions) -> RequestId {
        let params = Some(RawJson::new(r#"{"name":"slow"}"#).expect("valid"));
        let id = self.session.request_with(self.now, "tools/call", params, options).expect("operating");
        self.drain();
        id
    }

    fn methods(&self) -> Vec<&str> {
        self.sent.iter().filter_map(Message::method).collect()
    }

    fn failure(&self) -> Option<&ProtocolError> {
        self.events.iter().find_map(|event| match event {
            Event::Failed { error, .. } => Some(error),
            _ => None,
        })
    }

    fn has(&self, wanted: &Event) -> bool {
        self.events.contains(wanted)
    }
}

fn progress(token: &str, progress: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":{progress}}}}}"#
    )
}

#[test]
fn a_request_is_given_up_after_thirty_seconds_and_cancelled() {
    let mut client = Client::new(ClientConfig::default());
    let id = client.call(RequestOptions::default());
    client.run_to(29_999);
    assert_eq!(client.failure(), None);
    client.run_to(30_000);
    let error = client.failure().expect("given up");
    assert_eq!(*error, ProtocolError::TimedOut { after: Duration::from_secs(30) });
    assert_eq!((error.blame(), error.rule()), (Blame::Clock, None), "nobody broke a rule");
    assert_eq!(client.methods(), ["tools/call", "notifications/cancelled"]);
    assert_eq!(client.session.state(), State::Initialized);
    client.receive(r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#);
    assert!(client.has(&Event::Misbehaved(Misbehaviour::LateAnswer(id))), "a late answer is called late");
}

#[test]
fn each_request_may_have_a_wait_of_its_own() {
    let mut client = Client::new(ClientConfig::default());
    client.call(RequestOptions { timeout: Some(Duration::from_millis(250)), progress: false });
    client.call(RequestOptions::default());
    client.run_to(250);
    assert_eq!(client.failure(), Some(&ProtocolError::TimedOut { after: Duration::from_millis(250) }));
    assert_eq!(client.session.state(), State::Waiting, "the other one still waits");
}

#[test]
fn progress_lets_the_wait_begin_anew_up_to_a_hard_limit() {
    let longest = Duration::from_secs(70);
    let mut client = Client::new(ClientConfig { longest_timeout: longest, ..ClientConfig::default() });
    let id = client.call(RequestOptions { timeout: None, progress: true });
    let Message::Request(request) = &client.sent[0] else { panic!("a request") };
    let params = request.params.as_ref().expect("params").as_str();
    assert_eq!(params, r#"{"name":"slow","_meta":{"progressToken":2}}"#, "the request's id is its token");
    for (at, deadline) in [(20_000, 50_000), (40_000, 70_000), (60_000, 70_000)] {
        client.run_to(at);
        client.receive(&progress("2", at as u32));
        assert_eq!(client.session.next_timeout(), Some(Instant::from_millis(deadline)));
        let told = client.events.iter().filter(|event| matches!(event, Event::Progressed { .. })).count();
        assert_eq!(told, (at / 20_000) as usize);
    }
    client.run_to(70_000);
    assert_eq!(client.failure(), Some(&ProtocolError::TimedOut { after: longest }));
    client.receive(&progress("2", 99));
    assert!(client.has(&Event::Misbehaved(Misbehaviour::StaleProgress(id))));
}

#[test]
fn progress_never_shortens_a_wait() {
    let mut client = Client::new(ClientConfig::default());
    client.call(RequestOptions { timeout: Some(Duration::from_secs(900)), progress: true });
    client.receive(&progress("2", 1));
    assert_eq!(client.session.next_timeout(), Some(Instant::from_millis(900_000)));
    client.run_to(900_000);
    assert!(client.failure().is_some(), "and never lengthens it beyond the limit");
}

#[test]
fn progress_with_a_token_of_nobodys_is_named_and_harmless() {
    let mut client = Client::new(ClientConfig::default());
    client.call(RequestOptions { timeout: None, progress: true });
    for token in ["7", "\"2\"", "2.0"] {
        client.receive(&progress(token, 1));
        let token = RequestId::read(token).expect("a token");
        assert!(client.has(&Event::Misbehaved(Misbehaviour::UnknownProgress(token))));
    }
    client.receive(r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}"#);
    assert!(matches!(
        client.events.last(),
        Some(Event::Misbehaved(Misbehaviour::UnreadableNotification { .. }))
    ));
    assert_eq!(client.session.next_timeout(), Some(Instant::from_millis(30_000)));
}

#[test]
fn parameters_that_are_no_object_cannot_ask_for_progress() {
    let mut client = Client::new(ClientConfig::default());
    let params = Some(RawJson::new(r#"{"_meta":7}"#).expect("valid"));
    let options = RequestOptions { timeout: None, progress: true };
    let refused = client.session.request_with(client.now, "tools/call", params, options);
    assert_eq!(refused, Err(LocalError::ParamsNotAnObject));
    client.drain();
    assert!(client.sent.is_empty());
}

#[test]
fn a_cancelled_request_is_over_and_its_answer_late() {
    let mut client = Client::new(ClientConfig::default());
    let id = client.call(RequestOptions::default());
    client.session.cancel(&id, "no longer needed").expect("it is open");
    client.drain();
    assert_eq!(client.methods(), ["tools/call", "notifications/cancelled"]);
    assert_eq!((client.session.state(), client.session.next_timeout()), (State::Initialized, None));
    assert_eq!(client.session.cancel(&id, "again"), Err(LocalError::NotRequested(id.clone())));
    client.receive(r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#);
    assert!(client.has(&Event::Misbehaved(Misbehaviour::LateAnswer(id))));
}

#[test]
fn initialize_is_never_cancelled() {
    let mut session = ClientSession::new(ClientConfig::default());
    let id = session.initialize(Instant::ZERO).expect("the first word");
    assert_eq!(session.cancel(&id, "too slow"), Err(LocalError::NotRequested(id)));
}

#[test]
fn three_pings_in_a_row_without_an_answer_mean_that_the_server_is_gone() {
    let mut client = Client::with_heartbeat();
    assert_eq!(client.session.timeout_reason(), Some(TimeoutReason::Heartbeat { waiting: false }));
    client.run_to(29_999);
    assert!(client.sent.is_empty());
    client.run_to(30_000);
    assert_eq!(client.methods(), ["ping"]);
    assert_eq!(client.session.state(), State::Initialized, "a heartbeat is not what anybody waits for");
    assert_eq!(client.session.timeout_reason(), Some(TimeoutReason::Heartbeat { waiting: true }));
    client.run_to(119_999);
    assert_eq!(client.methods(), ["ping", "ping", "ping"]);
    assert!(client.has(&Event::HeartbeatMissed { missed: 2 }) && client.session.state() != State::Closed);
    client.run_to(120_000);
    assert!(client.has(&Event::Closed(CloseReason::Unresponsive { missed: 3 })));
    assert_eq!((client.session.state(), client.session.next_timeout()), (State::Closed, None));
    assert_eq!(client.failure(), None, "nobody asked for the pings");
}

#[test]
fn an_answer_begins_the_count_anew_even_a_late_one() {
    let mut client = Client::with_heartbeat();
    client.run_to(90_000);
    assert!(client.has(&Event::HeartbeatMissed { missed: 2 }));
    client.receive(r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    client.run_to(149_999);
    assert!(client.has(&Event::HeartbeatMissed { missed: 1 }) && client.session.state() != State::Closed);
    // The ping of 120 s has the id 5; answered in time, it is nobody's late answer.
    client.receive(r#"{"jsonrpc":"2.0","id":5,"result":{}}"#);
    client.run_to(210_000);
    assert_ne!(client.session.state(), State::Closed);
}

#[test]
fn the_heart_beats_while_a_request_waits() {
    let mut client = Client::with_heartbeat();
    client.run_to(10_000);
    client.call(RequestOptions { timeout: Some(Duration::from_secs(500)), progress: false });
    client.run_to(120_000);
    assert_eq!(client.methods(), ["tools/call", "ping", "ping", "ping"]);
    let closed = CloseReason::Unresponsive { missed: 3 };
    assert_eq!(
        client.failure(),
        Some(&ProtocolError::Closed(closed.clone())),
        "the call ends with the reason"
    );
    assert!(client.has(&Event::Closed(closed)));
}

#[test]
fn ten_thousand_requests_are_answered_in_any_order() {
    const COUNT: i64 = 10_000;
    let mut client = Client::new(ClientConfig::default());
    for _ in 0..COUNT {
        client.call(RequestOptions::default());
    }
    assert_eq!(client.session.open_requests().count(), COUNT as usize);
    // Every 7th, wrapping round: a full turn in an order that is nobody's.
    for step in 0..COUNT {
        let id = 2 + step * 7 % COUNT;
        client.receive(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#));
    }
    let answered = client.events.iter().filter(|event| matches!(event, Event::Answered { .. })).count();
    assert_eq!(answered, COUNT as usize);
    assert!(!client.events.iter().any(|event| matches!(event, Event::Misbehaved(_))));
    assert_eq!((client.session.state(), client.session.next_timeout()), (State::Initialized, None));
}
