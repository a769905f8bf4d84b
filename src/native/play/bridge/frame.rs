//! What the messages of the wire are made of.

use axum::body::Bytes;

use super::MESSAGE_CAP;
use super::words::Said;
use crate::panel::kind;
use crate::proto::session::Side;
use crate::proto::time::Instant;

/// How many bytes stand before what a message to the page carries.
const HEADER: usize = 1 + 4 + 8;

/// How many bytes a message to the page can carry.
pub(super) const PAYLOAD_CAP: usize = MESSAGE_CAP - HEADER;

/// What a page says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    Input(Bytes),
    End,
    Terminate,
    Kill,
    Start,
    Close,
    ToServer(Bytes),
    ToClient(Bytes),
    /// Whether what passes is held.
    Mode(bool),
    /// So many more bytes of what this side has written are dealt with.
    Done(Side, u64),
}

impl Command {
    /// Reads a message; none when it is none.
    pub(super) fn read(message: &Bytes) -> Option<Self> {
        let (kind, rest) = message.split_first()?;
        let word = match *kind {
            kind::INPUT => return Some(Self::Input(message.slice(1..))),
            0x11 => return Some(Self::ToServer(message.slice(1..))),
            0x12 => return Some(Self::ToClient(message.slice(1..))),
            0x13 => return Self::read_mode(rest),
            0x14 => return Self::read_done(rest),
            kind::END => Self::End,
            kind::TERMINATE => Self::Terminate,
            kind::KILL => Self::Kill,
            kind::START => Self::Start,
            kind::CLOSE => Self::Close,
            _ => return None,
        };
        rest.is_empty().then_some(word)
    }

    fn read_mode(rest: &[u8]) -> Option<Self> {
        match rest {
            [0] => Some(Self::Mode(false)),
            [1] => Some(Self::Mode(true)),
            _ => None,
        }
    }

    fn read_done(rest: &[u8]) -> Option<Self> {
        let (lane, count) = rest.split_first()?;
        let side = match *lane {
            lane if lane == Kind::FromClient as u8 => Side::Client,
            lane if lane == Kind::Stdout as u8 => Side::Server,
            _ => return None,
        };
        Some(Self::Done(side, u64::from_be_bytes(count.try_into().ok()?)))
    }
}

/// What is said to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Hello = kind::HELLO,
    Started = kind::STARTED,
    Stdout = kind::STDOUT,
    StdoutEnd = kind::STDOUT_END,
    Stderr = kind::STDERR,
    Exited = kind::EXITED,
    Trouble = kind::TROUBLE,
    FromClient = kind::FROM_CLIENT,
    FromClientEnd = kind::FROM_CLIENT_END,
    Mode = kind::MODE,
}

/// What a trouble is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    Start,
    Input,
    Overrun,
}

impl Trouble {
    /// As the page has it.
    pub(super) fn json(self, said: &Said) -> String {
        let what = match self {
            Self::Start => "start",
            Self::Input => "input",
            Self::Overrun => "overrun",
        };
        let mut json = serde_json::json!({ "what": what, "message": said.message });
        if let Some(bytes) = said.bytes {
            json["bytes"] = bytes.into();
        }
        if let Some(system) = &said.system {
            json["system"] = system.as_str().into();
        }
        if let Some(cause) = said.cause {
            json["cause"] = cause.into();
        }
        json.to_string()
    }
}

/// A message for the page.
pub(super) fn message(kind: Kind, number: u32, at: Instant, payload: &[u8]) -> Bytes {
    let mut message = Vec::with_capacity(HEADER + payload.len());
    message.push(kind as u8);
    message.extend(number.to_be_bytes());
    message.extend(at.micros().to_be_bytes());
    message.extend(payload);
    message.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_none() {
        let read = |message: &'static [u8]| Command::read(&Bytes::from_static(message));
        assert_eq!(read(b"\x01\0\xff\n"), Some(Command::Input(Bytes::from_static(b"\0\xff\n"))));
        assert_eq!(read(b"\x01"), Some(Command::Input(Bytes::new())));
        assert_eq!(read(b"\x05"), Some(Command::Start));
        assert_eq!(read(b"\x13\x01"), Some(Command::Mode(true)));
        assert_eq!(read(b"\x14\x91\0\0\0\0\0\0\x01\0"), Some(Command::Done(Side::Client, 256)));
        for none in [&b"\x13"[..], b"\x13\x02", b"\x13\0\0", b"\x14\x91", b"\x14\x84\0\0\0\0\0\0\0\0"] {
            assert_eq!(read(none), None, "{none:?}");
        }
        for none in [&b""[..], b"\0", b"\x07", b"\x80", b"\xff", b"\x05\0", b"\x04kill", b"Start"] {
            assert_eq!(read(none), None, "{none:?}");
        }
    }

    #[test]
    fn the_header_is_big_endian() {
        let message = message(Kind::Stdout, 0x0102_0304, Instant::from_micros(0x0506_0708_090A), b"x");
        assert_eq!(message[..], b"\x82\x01\x02\x03\x04\0\0\x05\x06\x07\x08\x09\x0Ax"[..]);
        assert!(Trouble::Start.json(&"a \"b\"".into()).contains(r#""message":"a \"b\"""#));
    }
}
