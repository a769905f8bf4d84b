//! What any server is tried with, on standard input and output or over HTTP: cases as data, and what must come of them.
//!
//! A [`Case`] says what is written to a server and what must come back, in which revisions, and which rule that is
//! about. A [`Player`] plays one with one server: bytes and the time go in, bytes and the next wake-up come out, and
//! nothing here starts a process, opens a socket or reads a clock. What is between the two is a [`Wire`]: a [`Pipe`], or
//! the [`Web`] where each message is a request of its own. A [`Verdict`] is what came of it; the judge of [`lint`](crate::lint)
//! looks over each conversation as well.
//!
//! | part | what it is |
//! |---|---|
//! | [`CASES`] | the cases, area by area |
//! | [`Profile`] | what a server has, which says what it can be tried with |
//! | [`Player`] | plays a case |
//! | [`Verdict`], [`Report`] | what came of one, and of all |
//! | [`CaseText`] | what they are about, in English and Chinese |
#![forbid(unsafe_code)]

mod case;
mod cases;
mod exchanged;
mod heard;
mod player;
mod profile;
mod report;
mod text;
mod verdict;

pub use case::{Ask, Begin, Carried, Case, Change, Kind, Need, On, Send, Step, Want};
pub use cases::CASES;
pub use exchanged::{Exchanged, Seen};
pub use heard::Heard;
pub use player::{Conversation, Errand, Output, Pace, Pipe, Player, Progress, Web, Wire};
pub use profile::{Call, Profile, SURVEY};
pub use report::{Beside, Counts, Report, Said, Trial};
pub use text::CaseText;
pub use verdict::{Complaint, Got, Outcome, Verdict, What};
