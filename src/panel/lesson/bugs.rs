//! Conversations with a bug, written by servers that somebody might have written.

use super::Lesson;
use super::start::{arrive, call, tell};
use crate::demo::Execute;
use crate::proto::session::Side;
use crate::sim::{Command, FrameNumber, Pair};

/// Lets the server of `hunt` write what it writes, after the handshake.
pub(super) fn write<E: Execute>(pair: &mut Pair<E>, hunt: Lesson) {
    // Pings are answered by every server.
    tell(pair, Command::Hold(true));
    let ask = |pair: &mut Pair<E>, command: Command| {
        tell(pair, command);
        arrive(pair);
    };
    let say = |pair: &mut Pair<E>, text: &str| {
        tell(pair, Command::Raw { side: Side::Server, bytes: text.as_bytes().to_vec() });
        arrive(pair);
    };
    match hunt {
        // The id of the request is a number, that of the answer a text.
        Lesson::HuntAnswer => {
            ask(pair, Command::Ping);
            ask(pair, call("add", r#"{"a":20,"b":22}"#));
            say(
                pair,
                "{\"jsonrpc\":\"2.0\",\"id\":\"4\",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"42\"}]}}\n",
            );
        }
        // Printed for people: one message over several lines.
        Lesson::HuntLines => {
            ask(pair, Command::Ping);
            ask(pair, call("reverse", r#"{"text":"abc"}"#));
            say(
                pair,
                "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 4,\n  \"result\": {\n    \"content\": [{\"type\": \"text\", \"text\": \"cba\"}]\n  }\n}\n",
            );
            ask(pair, Command::Ping);
        }
        // A framework that answers whatever comes in: here it is late to answer notifications/initialized.
        Lesson::HuntNotification => {
            say(
                pair,
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n",
            );
            ask(pair, Command::Ping);
        }
        // A progress bar without a line feed, and then the answer.
        Lesson::HuntPrefix => {
            ask(pair, call("add", r#"{"a":1,"b":1}"#));
            say(
                pair,
                "adding... {\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"2\"}]}}\n",
            );
            ask(pair, Command::Ping);
        }
        // Two threads, one answer each.
        Lesson::HuntTwice => {
            ask(pair, call("echo", r#"{"text":"a"}"#));
            say(
                pair,
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}\n",
            );
            ask(pair, call("echo", r#"{"text":"b"}"#));
            say(
                pair,
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"b\"}]}}\n",
            );
            ask(pair, Command::Ping);
        }
        _ => {}
    }
}

/// The frame that is wrong in `hunt`.
pub(super) const fn culprit(hunt: Lesson) -> Option<FrameNumber> {
    // Five frames introduce the two ends and the tools.
    Some(match hunt {
        Lesson::HuntAnswer | Lesson::HuntLines | Lesson::HuntTwice => 8,
        Lesson::HuntPrefix => 6,
        Lesson::HuntNotification => 5,
        _ => return None,
    })
}
