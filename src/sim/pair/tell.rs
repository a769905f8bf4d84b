//! What a person makes an end do.

use super::Pair;
use crate::demo::Execute;
use crate::proto::error::LocalError;
use crate::proto::session::{RequestOptions, Side};
use crate::sim::Command;
use crate::sim::WHOLE;
use crate::sim::command::left_out;

impl<E: Execute> Pair<E> {
    /// Makes an end do something; keeps nothing of it.
    pub(super) fn command(&mut self, command: &Command) -> Result<(), LocalError> {
        if let Command::UserSays { text, habit } = command
            && WHOLE
        {
            return self.user_says(text, *habit);
        }
        if self.is_tapped() {
            let Command::Raw { side, bytes } = command else { return Err(LocalError::Closed) };
            self.say_as(*side, bytes.clone());
            return Ok(());
        }
        let now = self.now;
        let session = self.client.session_mut();
        let side = match command {
            left_out!() if !WHOLE => return Err(LocalError::Closed),
            Command::Initialize => session.initialize(now).map(|_| Side::Client)?,
            Command::Discover => session.discover(now).map(|_| Side::Client)?,
            Command::Listen(filter) => session.listen(now, filter.clone()).map(|_| Side::Client)?,
            Command::AnswerQuestions { id, answers } => {
                session.answer_questions(now, id, answers).map(|_| Side::Client)?
            }
            Command::Respond { id, outcome } => {
                session.respond(id, outcome.clone()).map(|()| Side::Client)?
            }
            Command::Cancel { id, reason } => session.cancel(id, reason).map(|()| Side::Client)?,
            Command::ListTools => session.list_tools(now, None).map(|_| Side::Client)?,
            Command::CallTool { name, arguments } => {
                session.call_tool(now, name, arguments.clone()).map(|_| Side::Client)?
            }
            Command::CallToolForProgress { name, arguments } => {
                let options = RequestOptions { progress: true, ..RequestOptions::default() };
                session.call_tool_with(now, name, arguments.clone(), options).map(|_| Side::Client)?
            }
            Command::Ping => session.ping(now).map(|_| Side::Client)?,
            Command::Request { method, params } => {
                session.request(now, method, params.clone()).map(|_| Side::Client)?
            }
            Command::Finish { id, result } if self.server.finish(now, id, result.clone()) => Side::Server,
            Command::Hold(on) => {
                self.server.hold(now, *on);
                Side::Server
            }
            Command::Serve { id } if self.server.serve_held(now, id) => Side::Server,
            Command::Forget { id } if self.server.forget_held(id) => Side::Server,
            Command::Finish { id, .. } | Command::Serve { id } | Command::Forget { id } => {
                return Err(LocalError::NotRequested(id.clone()));
            }
            Command::UserSays { .. } => Side::Client,
            Command::Close => {
                session.close();
                Side::Client
            }
            Command::Raw { side: Side::Server, bytes } if self.is_outside() => {
                // In the name of a server that knows nothing of it.
                self.put_in(bytes.clone());
                Side::Server
            }
            Command::Raw { side, bytes } => {
                match side {
                    Side::Client => self.client.transmit_raw(bytes.clone()),
                    Side::Server => self.server.connection_mut().transmit_raw(bytes.clone()),
                }
                *side
            }
        };
        self.drain(side, None);
        Ok(())
    }
}
