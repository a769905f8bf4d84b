//! What a server asks of us.

use super::{Answer, Asked, Client, ClientError};
use crate::proto::error::LocalError;
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{Request, RequestId};
use crate::proto::mcp::{InputRequest, InputRequiredResult};

/// What came of a request.
#[derive(Debug)]
pub enum Reply {
    /// Its answer.
    Answer(Answer),
    /// Questions that have to be answered first (2026-07-28).
    Questions(InputRequiredResult),
}

impl Client {
    /// The next request of the server that waits for an answer of ours: one that the declared capabilities cover. Each
    /// is told once.
    pub fn next_request(&mut self) -> Option<Request> {
        self.log.requests.pop_front()
    }

    /// Answers a request of the server.
    ///
    /// # Errors
    /// When the server does not wait for it any more.
    pub fn respond(&mut self, id: &RequestId, answer: Answer) -> Result<(), LocalError> {
        self.driver.command().0.session_mut().respond(id, answer)?;
        self.drain();
        Ok(())
    }

    /// No longer waits for the answer to a request, and says so to the server.
    ///
    /// # Errors
    /// When it has been answered, or may not be cancelled.
    pub fn cancel(&mut self, asked: &Asked, reason: &str) -> Result<(), LocalError> {
        self.driver.command().0.session_mut().cancel(asked.id(), reason)?;
        self.flight.no_longer_expect(asked);
        self.drain();
        Ok(())
    }

    /// Makes a request again that was answered by questions, with an answer under the key of each.
    ///
    /// # Errors
    /// [`ClientError::Local`] when one of them is not answered, or the conversation is over.
    pub fn answer_questions(&mut self, asked: &Asked, answers: &Members) -> Result<Asked, ClientError> {
        self.command(asked.method(), |session, now| session.answer_questions(now, asked.id(), answers))
    }

    /// The server may want nothing but its state back; more than that nobody here can tell.
    pub(super) fn go_on_without_questions(
        &mut self,
        asked: &Asked,
        input: &InputRequiredResult,
    ) -> Result<Asked, ClientError> {
        self.go_on_with(asked, input, &Members::new())
    }

    /// Makes a request again with `answers`, unless they are not enough or that has been done too often.
    fn go_on_with(
        &mut self,
        asked: &Asked,
        input: &InputRequiredResult,
        answers: &Members,
    ) -> Result<Asked, ClientError> {
        let keys = input.input_requests.iter().flat_map(Members::iter).map(|(key, _)| key.to_owned());
        let keys: Vec<_> = keys.filter(|key| !answers.contains(key)).collect();
        if keys.is_empty() && self.log.rounds_left() {
            return self.answer_questions(asked, answers);
        }
        Err(ClientError::AskedBack { method: asked.method(), keys })
    }

    /// Waits for the answer to a request, and lets `stand_in` answer what the server asks meanwhile: the method and the
    /// parameters of each question go in, its result or an error comes out.
    ///
    /// # Errors
    /// As for [`answer`](Self::answer), and [`ClientError::AskedBack`] when the error is all there is to say.
    pub fn answer_by(
        &mut self,
        asked: &Asked,
        stand_in: &mut dyn FnMut(&str, Option<&RawJson>) -> Answer,
    ) -> Result<Answer, ClientError> {
        let mut asked = asked.clone();
        loop {
            while let Some(request) = self.next_request() {
                let answer = stand_in(&request.method, request.params.as_ref());
                // It may have been withdrawn meanwhile.
                let _ = self.respond(&request.id, answer);
            }
            match self.wait_a_while(&asked)? {
                // What has come may be a question.
                None => {}
                Some(Reply::Answer(answer)) => return Ok(answer),
                Some(Reply::Questions(input)) => {
                    let mut answers = Members::new();
                    for (key, question) in input.input_requests.iter().flat_map(Members::iter) {
                        let question: Option<InputRequest> = question.parse().ok();
                        let answer =
                            question.map(|question| stand_in(&question.method, question.params.as_ref()));
                        if let Some(Ok(answer)) = answer {
                            answers.put(key, answer);
                        }
                    }
                    asked = self.go_on_with(&asked, &input, &answers)?;
                }
            }
        }
    }

    /// Sends bytes as they are, past the protocol.
    pub fn send_raw(&mut self, bytes: Vec<u8>) {
        self.driver.command().0.transmit_raw(bytes);
        self.drain();
    }

    /// Begins to wait anew for each open request: the time that a person needs to answer the server is not the server's.
    pub fn wait_anew(&mut self) {
        let (connection, now) = self.driver.command();
        connection.session_mut().wait_anew(now);
    }
}
