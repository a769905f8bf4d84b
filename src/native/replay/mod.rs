//! A recording as a peer: what one of its ends did is done again, to somebody who is really there.
//!
//! | part | what it does |
//! |---|---|
//! | [`Script`] | the messages of one conversation of a recording |
//! | [`Understudy`] | the server that was recorded; sans-IO |
//! | [`serve`] | the same on our own streams |
//! | [`ask`] | the client that was recorded, and how the answers differ |

mod client;
mod differ;
mod script;
mod server;

use std::io::{self, Write};

pub use client::{Asked, Compared, Patience, ask};
pub use differ::Difference;
pub use script::Script;
pub use server::{Line, Told, Understudy};

use super::clock::Clock;
use super::inbox::{Inbox, Received};
use super::wire;
use crate::proto::connection::Input;

/// When things are done again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// After as long as it took then.
    Real,
    /// At once.
    Fast,
}

/// Plays the server of `script` on our own streams until the client closes them, or the recorded server has.
///
/// # Errors
/// When one of the streams fails; a client that stops reading ends it quietly.
pub fn serve(script: &Script, timing: Timing, tell: &mut dyn FnMut(&Told)) -> io::Result<()> {
    let mut stdout = wire::claim_stdout()?;
    let clock = Clock::start();
    let mut inbox = Inbox::new(wire::claim_stdin()?);
    let mut understudy = Understudy::new(script, timing);
    understudy.begin(clock.now());
    loop {
        while let Some(line) = understudy.poll_line() {
            match line {
                Line::Write(bytes) => match stdout.write_all(&bytes).and_then(|()| stdout.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                    written => written?,
                },
                Line::Tell(told) => tell(&told),
                Line::End => return Ok(()),
            }
        }
        let due = understudy.next_timeout().map(|at| at.saturating_since(clock.now()));
        if due.is_some_and(|due| due.is_zero()) {
            understudy.handle_timeout(clock.now());
            continue;
        }
        if understudy.is_over() {
            return Ok(());
        }
        match inbox.receive(due) {
            Received::Input(Input::Bytes(bytes)) => understudy.handle_bytes(clock.now(), bytes),
            Received::Input(Input::Eof) => understudy.handle_end(clock.now()),
            Received::Failed(error) => return Err(error),
            Received::TimedOut => understudy.handle_timeout(clock.now()),
        }
    }
}
