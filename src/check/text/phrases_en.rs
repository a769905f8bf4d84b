//! What was wanted and what came, in English.

use super::cut;
use crate::check::case::{Kind, Need, Want};
use crate::check::verdict::Got;

pub(super) fn sentence(wanted: &Want, came: &Got) -> String {
    format!("Wanted: {}. Came: {}.", want(wanted), got(came))
}

fn want(want: &Want) -> String {
    match want {
        Want::Result(id) => format!("a result for request {id}"),
        Want::Holds(id, "", kind) => format!("{} as the result for request {id}", what(*kind)),
        Want::Holds(id, pointer, kind) => {
            format!("a result for request {id} with {} at {pointer}", what(*kind))
        }
        Want::Error(id, []) => format!("an error for request {id}"),
        Want::Error(id, codes) => format!("the error {} for request {id}", either(codes)),
        Want::ErrorHolds(id, pointer, kind) => {
            format!("an error for request {id} whose data has {} at {pointer}", what(*kind))
        }
        Want::ToolError(id) => format!("a result with isError for request {id}"),
        Want::Answer(id) => format!("an answer to request {id}"),
        Want::Answers(id, count) => format!("{count} answers to {id}, which was asked as often"),
        Want::Silence(id) => format!("no answer to {id}"),
        Want::NothingBut(_, []) => "nothing at all".to_owned(),
        Want::NothingBut(_, codes) => format!("nothing, or the error {}", either(codes)),
        Want::Nameless(code) => format!("the error {code} without an id"),
        Want::Before(first, second) => format!("the answer to {first} before that to {second}"),
        Want::All(count) => format!("a result for each of the requests 1 to {count}"),
        Want::LastPage => "the list page by page, to a page without nextCursor".to_owned(),
        Want::Told(method) => format!("the notification {method}"),
        Want::End => "the end of the process, soon after its input has ended".to_owned(),
        Want::Either(wants) => wants.iter().map(self::want).collect::<Vec<_>>().join(", or "),
        Want::Both(wants) => wants.iter().map(self::want).collect::<Vec<_>>().join(" and "),
        Want::Status(name, statuses) => format!("HTTP {} for {}", alternatives(statuses), named(name)),
        Want::Refused(name) => format!("a refusal of {}, HTTP 400 to 499", named(name)),
        Want::NoBody(name) => format!("no body in the answer to {}", named(name)),
        Want::Kind(name, kinds) => format!("an answer to {} that is {}", named(name), kinds.join(" or ")),
        Want::StreamHeader(name, header, value) => {
            format!("{header}: {value} on the stream of {}", named(name))
        }
        Want::Over(name) => format!("the end of the stream of {} after its answer", named(name)),
        Want::VisibleSession(_) => "a session id of visible ASCII".to_owned(),
        Want::OtherSession(..) => "another session id for another session".to_owned(),
        Want::NoAnswers(name) => format!("no answers on the stream of {}", named(name)),
        Want::NoMessages(name) => format!("no messages on the stream of {}", named(name)),
        Want::Primed(name) => {
            format!("an event with an id and no data first on the stream of {}", named(name))
        }
        Want::OnceOnly => "each message on one stream only".to_owned(),
        Want::OwnEventIds => "an id of its own for each event".to_owned(),
        Want::NoQuestions => "no requests of the server's".to_owned(),
    }
}

fn named(name: &str) -> String {
    super::named(name, "request")
}

fn what(kind: Kind) -> String {
    match kind {
        Kind::Object => "an object".to_owned(),
        Kind::Array => "an array".to_owned(),
        Kind::Text => "a string".to_owned(),
        Kind::Revision => "a released revision that has a handshake".to_owned(),
        Kind::Is("$version") => "the revision that was asked for".to_owned(),
        Kind::Is(json) => json.to_owned(),
    }
}

fn either(codes: &[i64]) -> String {
    alternatives(codes)
}

fn alternatives(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}

fn got(got: &Got) -> String {
    match got {
        Got::Nothing => "nothing".to_owned(),
        Got::Ended(None) => "the end of the server's output".to_owned(),
        Got::Ended(Some(status)) => format!("the end of the server ({})", cut(status)),
        Got::Result(json) => format!("the result {}", cut(json)),
        Got::ToolError(json) => format!("a result with isError, {}", cut(json)),
        Got::Error(code, message) => format!("the error {code}, {:?}", cut(message)),
        Got::Answers(count) => format!("{count} answers"),
        Got::Member(None) => "a message without it".to_owned(),
        Got::Member(Some(json)) => cut(json),
        Got::Line(line) => format!("the line {}", cut(line)),
        Got::Reversed => "both, the other way round".to_owned(),
        Got::Running => "nothing; it had to be killed".to_owned(),
        Got::Endless => "a page that was missing, or a cursor that came twice".to_owned(),
        Got::Status(status, body) if body.is_empty() => format!("HTTP {status} without a body"),
        Got::Status(status, body) => format!("HTTP {status}, {}", cut(body)),
        Got::Broken(why) => format!("nothing, for the connection broke ({})", cut(why)),
        Got::StreamEnd => "the end of a stream without it".to_owned(),
        Got::OpenStream => "a stream that stayed open".to_owned(),
        Got::Kind(None) => "an answer without a Content-Type".to_owned(),
        Got::Kind(Some(kind)) => format!("an answer that is {}", cut(kind)),
        Got::Header(None) => "an answer without it".to_owned(),
        Got::Header(Some(value)) => format!("{:?}", cut(value)),
        Got::Message(words) if words.is_empty() => "a notification".to_owned(),
        Got::Message(words) => cut(words),
    }
}

pub(super) fn reason(need: Need) -> String {
    match need {
        Need::Has(path) => format!("the server does not declare {path}"),
        Need::HasNot(path) => format!("the server declares {path}"),
        Need::Tool => "no tool says that it only reads, and --tool names none".to_owned(),
        Need::MarkedTool => {
            "no argument that the tool is called with is marked to be repeated in a header".to_owned()
        }
        Need::SlowTool => "--slow names no tool that takes its time".to_owned(),
        Need::RequiredArgument => "no tool has an argument that it cannot do without".to_owned(),
        Need::Resource => "the server lists no resource".to_owned(),
        Need::Prompt => "the server lists no prompt without arguments".to_owned(),
        Need::PromptArgument => "the server lists no prompt with an argument that it needs".to_owned(),
        Need::ModernOnly => "the server speaks revisions with a handshake too".to_owned(),
        Need::Lines => "over HTTP there are no lines: a body is one message, however it comes".to_owned(),
        Need::Process => "over HTTP there is no process whose input could end".to_owned(),
        Need::Stderr => "over HTTP nobody sees what the server writes to its streams".to_owned(),
        Need::Order => "over HTTP requests that are made at the same time have no order".to_owned(),
        Need::Connection => {
            "over HTTP there is nothing to belong to before initialize is answered".to_owned()
        }
        Need::Cancellation => "over HTTP this revision cancels by hanging up".to_owned(),
        Need::Session => "the server gives its sessions no ids".to_owned(),
        Need::OwnStream => "the server has no stream of its own".to_owned(),
        Need::EventIds => "the server gives its events no ids".to_owned(),
    }
}
