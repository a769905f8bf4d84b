//! What the page and the program that serves it say to each other about a real process, as bytes.
//!
//! Nothing here fails: what cannot be read is nothing, and whoever reads it says so.

use core::time::Duration;

use crate::proto::json::{FromJson, Members};
use crate::sim::{Outgoing, Parting};

/// How many bytes of input one message carries at most.
const INPUT_AT_MOST: usize = 1 << 20;

const INPUT: u8 = 0x01;
const END: u8 = 0x02;
const TERMINATE: u8 = 0x03;
const KILL: u8 = 0x04;
const START: u8 = 0x05;
const CLOSE: u8 = 0x06;

const HELLO: u8 = 0x80;
const STARTED: u8 = 0x81;
const STDOUT: u8 = 0x82;
const STDOUT_END: u8 = 0x83;
const STDERR: u8 = 0x84;
const EXITED: u8 = 0x85;
const TROUBLE: u8 = 0x86;
const FROM_CLIENT: u8 = 0x91;
const FROM_CLIENT_END: u8 = 0x92;
const MODE: u8 = 0x93;

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
    Trouble(Trouble, String),
    /// Another client, or another page, wrote this to the process.
    FromClient(Vec<u8>),
    /// It will write no more.
    FromClientEnd,
    /// Whether a tap holds what passes has changed.
    Mode,
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
    /// Its status, as a shell tells it.
    #[must_use]
    pub const fn status(self) -> i32 {
        match self {
            Self::Code(code) => code,
            Self::Signal(signal) => signal.saturating_add(128),
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

/// What the program has told, if it can be read.
#[must_use]
pub fn read(message: &[u8]) -> Option<Told> {
    let (kind, rest) = message.split_first()?;
    let (process, rest) = rest.split_first_chunk::<4>()?;
    let (at, payload) = rest.split_first_chunk::<8>()?;
    let what = match *kind {
        HELLO => What::Hello(hello(payload)?),
        STARTED => What::Started(members(payload)?.required("pid").ok()?),
        STDOUT => What::Stdout(payload.to_vec()),
        STDOUT_END => What::StdoutEnd,
        STDERR => What::Stderr(payload.to_vec()),
        EXITED => What::Exited(ended(payload)?),
        TROUBLE => trouble(payload)?,
        FROM_CLIENT => What::FromClient(payload.to_vec()),
        FROM_CLIENT_END => What::FromClientEnd,
        MODE => What::Mode,
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

fn trouble(payload: &[u8]) -> Option<What> {
    let mut members = members(payload)?;
    let what = match members.required::<String>("what").ok()?.as_str() {
        "start" => Trouble::Start,
        "input" => Trouble::Input,
        "overrun" => Trouble::Overrun,
        _ => Trouble::Other,
    };
    Some(What::Trouble(what, members.required("message").ok()?))
}

/// The messages that tell the program what has left the world.
#[must_use]
pub fn write(outgoing: &Outgoing) -> Vec<Vec<u8>> {
    let kind = match outgoing {
        Outgoing::Bytes(bytes) => {
            return bytes.chunks(INPUT_AT_MOST).map(|part| [&[INPUT], part].concat()).collect();
        }
        Outgoing::End => END,
        Outgoing::Part(Parting::Ask) => TERMINATE,
        Outgoing::Part(Parting::Kill) => KILL,
        Outgoing::Part(Parting::Close) => CLOSE,
        Outgoing::Start => START,
    };
    vec![vec![kind]]
}
