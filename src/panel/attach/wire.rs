//! What the page and the program that serves it say to each other about a real process, as bytes.
//!
//! Nothing here fails: what cannot be read is nothing, and whoever reads it says so.

use core::time::Duration;

use crate::proto::json::{FromJson, Members};
use crate::proto::session::Side;
use crate::sim::{Incoming, Outgoing, Parting};

/// How many bytes of input one message carries at most.
const INPUT_AT_MOST: usize = 1 << 20;

/// The first byte of each message, for both ends. The program's side, in its documentation, has what comes after it.
pub mod kind {
    /// Bytes for the input of the process.
    pub const INPUT: u8 = 0x01;
    /// Its input ends.
    pub const END: u8 = 0x02;
    /// `SIGTERM`, to all of its group.
    pub const TERMINATE: u8 = 0x03;
    /// `SIGKILL`, to all of its group.
    pub const KILL: u8 = 0x04;
    /// A process is to be started.
    pub const START: u8 = 0x05;
    /// Its input ends, then `SIGTERM`, then `SIGKILL`.
    pub const CLOSE: u8 = 0x06;
    /// Bytes for the server of somebody else.
    pub const TO_SERVER: u8 = 0x11;
    /// Bytes for the client of somebody else.
    pub const TO_CLIENT: u8 = 0x12;
    /// Whether what the two write is held.
    pub const HOLD: u8 = 0x13;
    /// How much of what is held is dealt with.
    pub const DONE: u8 = 0x14;

    /// What will be started, as JSON.
    pub const HELLO: u8 = 0x80;
    /// A process has been started.
    pub const STARTED: u8 = 0x81;
    /// Bytes of its standard output.
    pub const STDOUT: u8 = 0x82;
    /// Its standard output has ended.
    pub const STDOUT_END: u8 = 0x83;
    /// Bytes of its standard error.
    pub const STDERR: u8 = 0x84;
    /// It has ended.
    pub const EXITED: u8 = 0x85;
    /// Something did not work.
    pub const TROUBLE: u8 = 0x86;
    /// Bytes that somebody else has written to it.
    pub const FROM_CLIENT: u8 = 0x91;
    /// They write no more.
    pub const FROM_CLIENT_END: u8 = 0x92;
    /// Whether a tap holds what passes.
    pub const MODE: u8 = 0x93;
}

/// One thing that the program tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Which process it is about, from 1; 0 before the first.
    pub process: u32,
    /// When, by the clock of the program.
    pub at: Duration,
    /// What.
    pub what: What,
}

/// What the program tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// It is there, and this is what it will start.
    Hello(Hello),
    /// A process has been started, with this number of the system's.
    Started(i64),
    /// The process wrote this to its standard output.
    Stdout(Vec<u8>),
    /// Its standard output has ended.
    StdoutEnd,
    /// It wrote this to its standard error.
    Stderr(Vec<u8>),
    /// It has ended.
    Exited(Ended),
    /// Something did not work, and why.
    Trouble(Trouble, Why),
    /// Another client, or another page, wrote this to the process.
    FromClient(Vec<u8>),
    /// It will write no more.
    FromClientEnd,
    /// From here on what one of the two ends writes is held, or is not.
    Mode {
        /// Which end.
        of: Side,
        /// Whether it is held.
        held: bool,
    },
}

/// What the program will start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hello {
    /// The command and its arguments.
    pub command: Vec<String>,
    /// Where, if not where the program is.
    pub folder: Option<String>,
    /// What a configuration calls it.
    pub name: Option<String>,
    /// Whether a client of somebody else speaks to it.
    pub tap: bool,
    /// Whether another page speaks to it, and this one only looks on.
    pub read_only: bool,
}

/// How a process has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl Ended {
    /// The same, as the world is told.
    #[must_use]
    pub const fn told(self) -> Incoming {
        match self {
            Self::Code(code) => Incoming::Exited(code),
            Self::Signal(signal) => Incoming::Signalled(signal),
        }
    }
}

/// What did not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The process could not be started.
    Start,
    /// It did not take what was written to it.
    Input,
    /// It wrote more than anybody took, and some is lost.
    Overrun,
    /// Something that this page has no name for.
    Other,
}

/// Why something did not work, as far as a page in another language can use it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Why {
    /// A sentence of the program's.
    pub message: String,
    /// How many bytes it is about.
    pub bytes: Option<i64>,
    /// What the system says.
    pub system: Option<String>,
    /// Which of the things is the cause that the page has words for.
    pub cause: Option<Cause>,
}

/// Why a process could not be started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// There is no such program, or no such folder to run it in.
    Missing,
    /// It may not be run.
    Forbidden,
}

/// What the program has told, if it can be read.
#[must_use]
pub fn read(message: &[u8]) -> Option<Told> {
    let (first, rest) = message.split_first()?;
    let (process, rest) = rest.split_first_chunk::<4>()?;
    let (at, payload) = rest.split_first_chunk::<8>()?;
    let what = match *first {
        kind::HELLO => What::Hello(hello(payload)?),
        kind::STARTED => What::Started(members(payload)?.required("pid").ok()?),
        kind::STDOUT => What::Stdout(payload.to_vec()),
        kind::STDOUT_END => What::StdoutEnd,
        kind::STDERR => What::Stderr(payload.to_vec()),
        kind::EXITED => What::Exited(ended(payload)?),
        kind::TROUBLE => trouble(payload)?,
        kind::FROM_CLIENT => What::FromClient(payload.to_vec()),
        kind::FROM_CLIENT_END => What::FromClientEnd,
        kind::MODE => mode(payload)?,
        _ => return None,
    };
    let at = Duration::from_micros(u64::from_be_bytes(*at));
    Some(Told { process: u32::from_be_bytes(*process), at, what })
}

fn members(payload: &[u8]) -> Option<Members> {
    Members::from_json(core::str::from_utf8(payload).ok()?).ok()
}

fn hello(payload: &[u8]) -> Option<Hello> {
    let mut members = members(payload)?;
    Some(Hello {
        command: members.required("command").ok()?,
        folder: members.optional("cwd").ok()?,
        name: members.optional("name").ok()?,
        tap: members.optional("tap").ok()?.unwrap_or(false),
        read_only: members.optional("readOnly").ok()?.unwrap_or(false),
    })
}

fn ended(payload: &[u8]) -> Option<Ended> {
    let mut members = members(payload)?;
    let small = |number: i64| i32::try_from(number).ok();
    match members.optional::<i64>("signal").ok()? {
        Some(signal) => small(signal).map(Ended::Signal),
        None => small(members.required("code").ok()?).map(Ended::Code),
    }
}

fn mode(payload: &[u8]) -> Option<What> {
    let [of, held] = payload else { return None };
    let of = match *of {
        kind::FROM_CLIENT => Side::Client,
        kind::STDOUT => Side::Server,
        _ => return None,
    };
    Some(What::Mode { of, held: *held != 0 })
}

fn trouble(payload: &[u8]) -> Option<What> {
    let mut members = members(payload)?;
    let what = match members.required::<String>("what").ok()?.as_str() {
        "start" => Trouble::Start,
        "input" => Trouble::Input,
        "overrun" => Trouble::Overrun,
        _ => Trouble::Other,
    };
    let why = Why {
        message: members.required("message").ok()?,
        bytes: members.optional("bytes").ok()?,
        system: members.optional("system").ok()?,
        cause: members.optional::<String>("cause").ok()?.and_then(|cause| match cause.as_str() {
            "missing" => Some(Cause::Missing),
            "forbidden" => Some(Cause::Forbidden),
            _ => None,
        }),
    };
    Some(What::Trouble(what, why))
}

/// The messages that tell the program what has left the world.
#[must_use]
pub fn write(outgoing: &Outgoing) -> Vec<Vec<u8>> {
    let word = match outgoing {
        Outgoing::Bytes(bytes) => return in_parts(kind::INPUT, bytes),
        Outgoing::Pass(Side::Client, bytes) => return in_parts(kind::TO_SERVER, bytes),
        Outgoing::Pass(Side::Server, bytes) => return in_parts(kind::TO_CLIENT, bytes),
        Outgoing::Done(of, count) => {
            let of = if *of == Side::Client { kind::FROM_CLIENT } else { kind::STDOUT };
            return vec![[&[kind::DONE, of][..], &(*count as u64).to_be_bytes()].concat()];
        }
        Outgoing::End => kind::END,
        Outgoing::Part(Parting::Ask) => kind::TERMINATE,
        Outgoing::Part(Parting::Kill) => kind::KILL,
        Outgoing::Part(Parting::Close) => kind::CLOSE,
        Outgoing::Start => kind::START,
    };
    vec![vec![word]]
}

fn in_parts(kind: u8, bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.chunks(INPUT_AT_MOST).map(|part| [&[kind], part].concat()).collect()
}
