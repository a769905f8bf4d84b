//! What is put on a connection.

use core::ops::Range;

use crate::proto::http::{Request, Response};
use crate::proto::session::Side;
use crate::proto::time::Instant;

/// Something that one end has put on the connection of an exchange, and that arrives at the other as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parcel {
    /// The exchange, from 1 in the order in which they began.
    pub exchange: u64,
    /// Who has sent it.
    pub from: Side,
    /// When.
    pub sent: Instant,
    /// When it arrives, or arrived.
    pub arrives: Instant,
    /// What it is.
    pub what: What,
    /// How far it has come.
    pub state: State,
    /// What of the recording tells of it.
    pub entries: Range<usize>,
}

/// What a parcel is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A request with its body.
    Request(Request),
    /// An answer with its body, or the beginning of a stream.
    Answer(Response),
    /// Events of a stream.
    Events(Vec<u8>),
    /// The end of a stream.
    End,
    /// The connection has ended before its time.
    Gone,
}

/// How far a parcel has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It is on its way.
    Flying,
    /// It has arrived.
    Arrived,
    /// It never will.
    Lost,
}
