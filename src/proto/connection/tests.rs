//! Faults and detections on their way to the session.

use super::*;
use crate::proto::error::Misbehaviour;
use crate::proto::framing::{Detected, FrameFault};
use crate::proto::jsonrpc::MalformedKind;
use crate::proto::session::{ClientConfig, ClientSession, ServerConfig, ServerSession, State};

fn server(framing: Framing) -> Connection<ServerSession> {
    Connection::with_framing(ServerSession::new(ServerConfig::default()), framing).observing()
}

fn outputs<S: Session>(connection: &mut Connection<S>, bytes: &[u8]) -> Vec<Output<Vec<u8>>> {
    connection.handle_input(Instant::ZERO, Input::Bytes(bytes));
    core::iter::from_fn(|| connection.poll_output()).collect()
}

/// Lets two ends talk until neither has anything to say.
fn talk(client: &mut Connection<ClientSession>, server: &mut Connection<ServerSession>) {
    loop {
        let mut silent = true;
        while let Some(output) = client.poll_output() {
            if let Output::Transmit(bytes) = output {
                silent = false;
                server.handle_input(Instant::ZERO, Input::Bytes(&bytes));
            }
        }
        while let Some(output) = server.poll_output() {
            if let Output::Transmit(bytes) = output {
                silent = false;
                client.handle_input(Instant::ZERO, Input::Bytes(&bytes));
            }
        }
        if silent {
            return;
        }
    }
}

#[test]
fn two_ends_understand_each_other_only_in_the_same_framing() {
    for ours in Framing::ALL {
        for theirs in Framing::ALL {
            let session = ClientSession::new(ClientConfig::default());
            let mut client = Connection::with_framing(session, ours);
            let mut server = server(theirs);
            client.session_mut().initialize(Instant::ZERO).expect("the first word");
            talk(&mut client, &mut server);
            let expected = if ours == theirs { State::Initialized } else { State::Initializing };
            assert_eq!(client.session().state(), expected, "{ours} against {theirs}");
            assert_eq!(client.framing(), ours);
        }
    }
}

#[test]
fn what_is_detected_comes_after_the_frame_and_before_what_is_wrong_with_it() {
    let line = b"DEBUG {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
    let outputs = outputs(&mut server(Framing::Ndjson), line);
    assert!(
        matches!(
            &outputs[..],
            [
                Output::Event(Event::FrameReceived(_)),
                Output::Event(Event::Detected(Detected::GluedPrefix { at: 6 })),
                Output::Transmit(_),
                Output::Event(Event::Misbehaved(Misbehaviour::Malformed(_))),
            ]
        ),
        "{outputs:#?}"
    );
}

#[test]
fn a_fault_of_the_framing_reaches_the_session_once() {
    let stream = b"Content-Length: x\r\n\r\n{\"lost\":1}Content-Length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";
    let outputs = outputs(&mut server(Framing::ContentLength), stream);
    let faults: Vec<_> = outputs
        .iter()
        .filter_map(|output| match output {
            Output::Event(Event::Misbehaved(Misbehaviour::Malformed(malformed))) => Some(&malformed.kind),
            _ => None,
        })
        .collect();
    assert_eq!(faults, [&MalformedKind::Frame(FrameFault::InvalidLength)]);
    let frames = outputs.iter().filter(|output| matches!(output, Output::Event(Event::FrameReceived(_))));
    assert_eq!(frames.count(), 3);
    let answers: Vec<_> = outputs
        .iter()
        .filter_map(|output| match output {
            Output::Transmit(bytes) => Some(String::from_utf8_lossy(bytes)),
            _ => None,
        })
        .collect();
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert!(answers[0].contains("-32700") && answers[0].contains("Content-Length is not a number"));
    assert_eq!(answers[1], "Content-Length: 36\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}");
}

#[test]
fn limits_hold_for_what_comes() {
    let limits = Limits { body: 40, header: 128 };
    let session = ServerSession::new(ServerConfig::default());
    let mut server = Connection::with_limits(session, Framing::Ndjson, limits);
    let said = outputs(&mut server, b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    assert!(matches!(said[..], [Output::Transmit(_)]), "40 bytes are as long as it may be: {said:?}");
    let said = outputs(&mut server, b"{\"jsonrpc\":\"2.0\",\"id\":17,\"method\":\"ping\"}\n");
    let oversize = |output: &Output<_>| {
        matches!(
            output,
            Output::Event(Event::Misbehaved(Misbehaviour::Malformed(Malformed {
                kind: MalformedKind::Frame(FrameFault::Oversize { length: 42 }),
                ..
            })))
        )
    };
    assert!(said.iter().any(oversize), "{said:?}");
}
