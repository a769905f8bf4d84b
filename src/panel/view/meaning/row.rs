//! What a message of a recording says.

use core::time::Duration;

use super::{Words, clause};
use crate::desk::Row;
use crate::panel::inspect::Look;
use crate::panel::text::{Key, Language, Tell};
use crate::panel::view::sentence::Sentence;
use crate::panel::words;
use crate::proto::jsonrpc::{Message, Response, decode};
use crate::proto::mcp::Version;

/// What is said of a message of the recording and of its members; the label of `row` is the method of the request, where it
/// is an answer.
pub(in crate::panel::view) fn of_row(
    language: Language,
    look: &Look<'_>,
    row: &Row,
    version: Version,
) -> Vec<Sentence> {
    let mut words = Words { language, look: Some(look), rows: Vec::new() };
    let body = look.subject.bytes.get(look.subject.body.clone()).unwrap_or_default();
    match decode(body) {
        Ok(Message::Request(request)) => words.request(&request),
        Ok(Message::Notification(notification)) => words.notification(&notification),
        Ok(Message::Response(response)) => words.answer_of_row(row, &response),
        Err(_) => {}
    }
    words.point_out_the_whole();
    words.fields(&row.label, version);
    words.rows
}

impl Words<'_> {
    /// An answer of the recording, which knows what it answers, and how long that took if it has times.
    fn answer_of_row(&mut self, row: &Row, response: &Response) {
        if row.answers.is_none() {
            return self.say("", Key::MeansAnswerToNothing, clause::RESPONSES);
        }
        let is_result = response.outcome.is_ok();
        let method = ("method", &*row.label);
        let waited = row.waited.and_then(|waited| u64::try_from(waited).ok()).filter(|waited| *waited > 0);
        let text = match waited {
            Some(waited) => {
                let key = if is_result { Key::MeansAnswer } else { Key::MeansError };
                let time = words::milliseconds(Duration::from_micros(waited));
                self.language.fill(key, &[method, ("time", &time)])
            }
            None => {
                let key = if is_result { Tell::RowAnswers } else { Tell::RowRefuses };
                self.language.tell_with(key, &[method])
            }
        };
        self.row("", text, clause::RESPONSES);
    }
}
