//! The client that was recorded, for a server that is really there.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use super::Timing;
use super::differ::{Difference, differences};
use super::script::{Recorded, Script};
use crate::native::background::BackgroundWriter;
use crate::native::child::{ServerCommand, ServerProcess};
use crate::native::clock::Clock;
use crate::native::inbox::{Inbox, Received};
use crate::proto::connection::Input;
use crate::proto::framing::{Limits, SniffingDecoder};
use crate::proto::jsonrpc::{Message, RequestId, Response, decode};
use crate::proto::session::Side;
use crate::proto::time::Instant;

/// How long things are waited for, and what does not count.
#[derive(Debug, Clone)]
pub struct Patience {
    /// How long an answer may take.
    pub timeout: Duration,
    /// How long the server may take to end.
    pub grace: Duration,
    /// When what was recorded is said again.
    pub timing: Timing,
    /// Places in answers that do not count, as JSON Pointers.
    pub ignored: Vec<String>,
}

/// What came of a request that was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compared {
    /// The same answer.
    Same,
    /// Another one.
    Differs(Vec<Difference>),
    /// None came in time.
    TimedOut,
    /// None came before the server ended.
    Lost,
    /// One came, and none was recorded.
    Unexpected,
    /// The recorded client answered a request of the server that did not come.
    NotAsked,
}

/// A request, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The number of its frame in the recording.
    pub number: usize,
    /// Its method.
    pub method: String,
    /// Its id, as JSON.
    pub id: String,
    /// What came of it.
    pub compared: Compared,
}

/// Starts `command`, says to it what the client of `script` said, and tells `found` what came of each request. The last
/// words of the server are what it wrote to standard error.
///
/// # Errors
/// When the server cannot be started.
pub fn ask(
    command: &ServerCommand,
    script: &Script,
    patience: &Patience,
    found: &mut dyn FnMut(Asked),
) -> io::Result<Vec<String>> {
    let (server, stdin, stdout) = ServerProcess::spawn(command, None)?;
    let mut talk = Talk {
        clock: Clock::start(),
        inbox: Inbox::new(stdout),
        decoder: SniffingDecoder::new(Limits::default()),
        answers: BTreeMap::new(),
        asked: Vec::new(),
        has_ended: false,
    };
    let mut stdin = BackgroundWriter::new(stdin)?;
    let mut open: BTreeMap<String, &Recorded> = BTreeMap::new();
    let mut questions: BTreeMap<String, String> = BTreeMap::new();
    let mut report = |recorded: &Recorded, method: &str, id: &str, compared: Compared| {
        let (method, id) = (method.to_owned(), id.to_owned());
        found(Asked { number: recorded.number, method, id, compared });
    };
    for recorded in &script.frames {
        let message = recorded.message.as_ref();
        match (recorded.from, message) {
            (Side::Client, Some(Message::Response(response))) => {
                let Some(method) = response.id.known().and_then(|id| questions.remove(&id.to_json())) else {
                    continue;
                };
                let until = talk.clock.now() + patience.timeout;
                match talk.question(&method, until) {
                    Some(id) => say(&mut stdin, &recorded.with("id", &[], &id.to_json())),
                    None => report(recorded, &method, "", Compared::NotAsked),
                }
            }
            (Side::Client, _) => {
                if patience.timing == Timing::Real {
                    talk.listen(recorded.at);
                }
                if let Some(Message::Request(request)) = message {
                    open.insert(request.id.to_json(), recorded);
                }
                say(&mut stdin, &recorded.bytes());
            }
            (Side::Server, Some(Message::Request(request))) => {
                questions.insert(request.id.to_json(), request.method.clone());
            }
            (Side::Server, Some(Message::Response(then))) => {
                let Some(id) = then.id.known().map(RequestId::to_json) else { continue };
                let Some(request) = open.remove(&id) else { continue };
                let until = talk.clock.now() + patience.timeout;
                let compared = match talk.answer(&id, until) {
                    Some(now) => match differences(then, &now, &patience.ignored) {
                        same if same.is_empty() => Compared::Same,
                        found => Compared::Differs(found),
                    },
                    None if talk.has_ended => Compared::Lost,
                    None => Compared::TimedOut,
                };
                report(request, method(request), &id, compared);
            }
            (Side::Server, _) => {}
        }
    }
    drop(stdin);
    // What nobody answered then may be answered now, as long as the server is there.
    talk.listen(talk.clock.now() + patience.grace);
    for (id, request) in open {
        if talk.answers.contains_key(&id) {
            report(request, method(request), &id, Compared::Unexpected);
        }
    }
    let last_words = server.last_words();
    server.close(patience.grace)?;
    Ok(last_words)
}

/// A server that takes nothing is found out by the answers that do not come.
fn say(stdin: &mut BackgroundWriter, bytes: &[u8]) {
    let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
}

fn method(recorded: &Recorded) -> &str {
    recorded.message.as_ref().and_then(Message::method).unwrap_or_default()
}

/// What the server says.
struct Talk<R> {
    clock: Clock,
    inbox: Inbox<R>,
    decoder: SniffingDecoder,
    answers: BTreeMap<String, Response>,
    /// Its own requests that nobody has answered: methods and ids.
    asked: Vec<(String, RequestId)>,
    has_ended: bool,
}

impl<R: io::Read + Send + 'static> Talk<R> {
    /// The answer to this request, if it comes in time.
    fn answer(&mut self, id: &str, until: Instant) -> Option<Response> {
        loop {
            if let Some(answer) = self.answers.remove(id) {
                return Some(answer);
            }
            if !self.hear(until) {
                return None;
            }
        }
    }

    /// The id of a request of the server with this method, if it comes in time.
    fn question(&mut self, method: &str, until: Instant) -> Option<RequestId> {
        loop {
            if let Some(at) = self.asked.iter().position(|(asked, _)| asked == method) {
                return Some(self.asked.remove(at).1);
            }
            if !self.hear(until) {
                return None;
            }
        }
    }

    /// Listens until then, or until the server ends.
    fn listen(&mut self, until: Instant) {
        while self.hear(until) {}
    }

    /// Takes what comes next; false when nothing more comes, or not in time.
    fn hear(&mut self, until: Instant) -> bool {
        let left = until.saturating_since(self.clock.now());
        if self.has_ended || left.is_zero() {
            return false;
        }
        match self.inbox.receive(Some(left)) {
            Received::Input(Input::Bytes(bytes)) => self.decoder.feed(bytes),
            Received::Input(Input::Eof) | Received::Failed(_) => {
                self.has_ended = true;
                self.decoder.finish();
            }
            Received::TimedOut => return false,
        }
        while let Some(frame) = self.decoder.poll_frame() {
            match decode(frame.body()) {
                Ok(Message::Response(response)) => {
                    if let Some(id) = response.id.known().map(RequestId::to_json) {
                        self.answers.insert(id, response);
                    }
                }
                Ok(Message::Request(request)) => self.asked.push((request.method, request.id)),
                _ => {}
            }
        }
        // At the end of the stream what it held has come.
        true
    }
}
