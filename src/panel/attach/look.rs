//! A page that looks on: another one has the process, or a client of somebody else speaks to it. What passes is kept, to be
//! looked at as a recording.

use super::{Attached, Hello, Standing, What};
use crate::panel::{Effect, Model, Place, RecordingMsg, recording};
use crate::proto::time::Instant;
use crate::trace::{Lane, Trace, TraceEntry, wire};

/// How many bytes are kept; what comes later is not.
const AT_MOST: usize = 32 << 20;

/// What has passed.
#[derive(Debug, Default)]
pub(super) struct Tape {
    entries: Vec<TraceEntry>,
    bytes: usize,
    is_full: bool,
}

impl Attached {
    /// How often something has passed that this page looks on at, and whether no more of it is kept.
    pub(in crate::panel) fn passed(&self) -> (usize, bool) {
        (self.tape.entries.len(), self.tape.is_full)
    }
}

/// Begins to look on, if that is what this page is there for.
pub(super) fn begin(attached: &mut Attached, hello: &Hello) -> bool {
    let looks_on = hello.tap || hello.read_only;
    if looks_on {
        attached.standing = Standing::LooksOn { tap: hello.tap };
        attached.tape = Tape::default();
    }
    looks_on
}

/// Keeps what has passed; at the time of the program, which is before this page was there, maybe.
pub(super) fn keep(attached: &mut Attached, process: u32, at: Instant, what: What) {
    let (lane, bytes) = match what {
        What::FromClient(bytes) => (Lane::ClientToServer, Some(bytes)),
        What::FromClientEnd => (Lane::ClientToServer, None),
        What::Stdout(bytes) => (Lane::ServerToClient, Some(bytes)),
        What::StdoutEnd => (Lane::ServerToClient, None),
        What::Stderr(bytes) => (Lane::Stderr, Some(bytes)),
        What::Trouble(kind, why) => {
            attached.trouble = Some((kind, why));
            return;
        }
        What::Hello(_) | What::Started(_) | What::Exited(_) | What::Mode => return,
    };
    let tape = &mut attached.tape;
    tape.bytes += bytes.as_ref().map_or(0, Vec::len);
    tape.is_full |= tape.bytes > AT_MOST;
    if !tape.is_full {
        let entry = match bytes {
            Some(bytes) => TraceEntry::new(at, lane, bytes),
            None => TraceEntry::end(at, lane),
        };
        tape.entries.push(TraceEntry { session: process.saturating_sub(1), ..entry });
    }
}

/// Opens what has passed so far as a recording.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    if model.attached.tape.entries.is_empty() {
        return Vec::new();
    }
    let mut text = String::new();
    wire::write(&Trace::of(model.attached.tape.entries.clone()), &mut text);
    let mut effects = crate::panel::update::go(model, Place::Recording);
    let msg = RecordingMsg::OpenWorld(text);
    effects.extend(recording::update(&mut model.recording, model.language, msg));
    effects
}
