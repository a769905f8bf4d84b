//! What a person makes a client do, whatever its messages go over.

use super::WHOLE;
use super::command::{Command, left_out};
use crate::proto::error::LocalError;
use crate::proto::session::{ClientSession, RequestOptions};
use crate::proto::time::Instant;

/// Makes the client do it. Nothing where somebody else has to.
pub(super) fn tell(
    session: &mut ClientSession,
    now: Instant,
    command: &Command,
) -> Option<Result<(), LocalError>> {
    let begun = match command {
        left_out!() if !WHOLE => return Some(Err(LocalError::Closed)),
        Command::Initialize => session.initialize(now),
        Command::Discover => session.discover(now),
        Command::Listen(filter) => session.listen(now, filter.clone()),
        Command::AnswerQuestions { id, answers } => session.answer_questions(now, id, answers),
        Command::Respond { id, outcome } => return Some(session.respond(id, outcome.clone())),
        Command::Cancel { id, reason } => return Some(session.cancel(id, reason)),
        Command::ListTools => session.list_tools(now, None),
        Command::CallTool { name, arguments } => session.call_tool(now, name, arguments.clone()),
        Command::CallToolForProgress { name, arguments } => {
            let options = RequestOptions { progress: true, ..RequestOptions::default() };
            session.call_tool_with(now, name, arguments.clone(), options)
        }
        Command::Ping => session.ping(now),
        Command::Request { method, params } => session.request(now, method, params.clone()),
        Command::Close => {
            session.close();
            return Some(Ok(()));
        }
        Command::Finish { .. }
        | Command::Hold(_)
        | Command::Serve { .. }
        | Command::Forget { .. }
        | Command::UserSays { .. }
        | Command::Raw { .. } => return None,
    };
    Some(begun.map(|_| ()))
}
