//! What both sides know of each other at one moment.

use core::ops::Range;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::ids::{Recent, UsedIds};
use crate::proto::json::Members;
use crate::proto::jsonrpc::{ErrorCode, RequestId};
use crate::proto::mcp::{Version, declares};
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::trace::Lane;

/// Which frame something stood in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) frame: usize,
    pub(super) lane: Lane,
    pub(super) in_lane: usize,
    pub(super) offset: u64,
}

/// Which bytes of which frame something was.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    pub(super) place: Place,
    pub(super) range: Range<usize>,
}

/// How far the handshake is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing of it was seen.
    Fresh,
    /// `initialize` was sent.
    Greeting,
    /// It was answered with a result.
    Greeted,
    /// It was answered with an error.
    Refused,
    /// `notifications/initialized` was sent.
    Running,
}

/// A request that waits for its answer.
#[derive(Debug, Clone)]
pub(super) struct Open {
    pub(super) id: RequestId,
    pub(super) method: String,
    pub(super) from: Side,
    pub(super) version: Version,
    /// Whether it speaks for itself, as requests of 2026-07-28 do.
    pub(super) is_modern: bool,
    pub(super) spot: Spot,
    pub(super) at: Instant,
    /// Its parameters as written; empty when there are none, or too many to keep.
    pub(super) params: String,
    /// Whether they were too long to be kept.
    pub(super) is_long: bool,
    pub(super) token: Option<RequestId>,
    /// What the client can do, as far as this request tells.
    pub(super) client: Arc<Members>,
    /// Whether its parameters do not fit.
    pub(super) is_misfit: bool,
    pub(super) in_batch: bool,
    /// Whether it was sent while the capability for it was missing.
    pub(super) is_undeclared: bool,
    /// Whether nobody has to answer it any more: HTTP has, or its stream has broken.
    pub(super) is_excused: bool,
}

impl Open {
    /// What is to be remembered of it when it is no longer open.
    pub(super) fn done(&self, cancelled: Option<usize>, is_guess: bool) -> Done {
        Done {
            id: self.id.clone(),
            from: self.from,
            method: self.method.clone(),
            frame: self.spot.place.frame,
            cancelled,
            token: self.token.clone(),
            is_guess,
        }
    }
}

/// A request that was answered or cancelled.
#[derive(Debug, Clone)]
pub(super) struct Done {
    pub(super) id: RequestId,
    pub(super) from: Side,
    pub(super) method: String,
    pub(super) frame: usize,
    /// The frame of the cancellation, where it was cancelled.
    pub(super) cancelled: Option<usize>,
    pub(super) token: Option<RequestId>,
    /// Whether it is only likely that it was answered, by a message that does not say so.
    pub(super) is_guess: bool,
}

/// A frame that held no message and was not answered yet.
#[derive(Debug, Clone)]
pub(super) struct Broken {
    pub(super) code: ErrorCode,
    pub(super) id: Option<RequestId>,
    pub(super) frame: usize,
    pub(super) is_batch: bool,
    pub(super) is_empty_batch: bool,
}

/// The last message of a side, if it was a notification.
#[derive(Debug, Clone)]
pub(super) struct Note {
    pub(super) method: String,
    pub(super) is_known: bool,
    pub(super) is_idle_cancel: bool,
    /// Whether its sender has made a request since.
    pub(super) is_followed: bool,
    pub(super) frame: usize,
}

/// What goes by a progress token.
#[derive(Debug, Clone)]
pub(super) struct Progress {
    pub(super) id: RequestId,
    pub(super) last: Option<String>,
    /// The task that the request became (2025-11-25).
    pub(super) task: Option<String>,
}

/// What is known of one tool.
#[derive(Debug, Clone, Default)]
pub(super) struct ToolFacts {
    pub(super) input: String,
    pub(super) output: String,
    pub(super) task: String,
}

/// A list that is being read page by page.
#[derive(Debug, Clone, Default)]
pub(super) struct List {
    /// The names that were given so far, in their order.
    pub(super) names: Vec<String>,
    /// The names of the last reading that came to its end.
    pub(super) whole: Option<Vec<String>>,
    pub(super) scope: Option<String>,
}

/// A `subscriptions/listen` that is open (2026-07-28).
#[derive(Debug, Clone)]
pub(super) struct Stream {
    pub(super) id: RequestId,
    /// The filter that was asked for, as written.
    pub(super) filter: String,
    /// The filter that was granted, once it was.
    pub(super) granted: Option<String>,
    pub(super) spot: Spot,
}

/// A result that asked back (2026-07-28).
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) id: RequestId,
    pub(super) method: String,
    /// What the request was about: a tool, a prompt or a resource.
    pub(super) target: String,
    pub(super) questions: Vec<Question>,
    pub(super) state: Option<String>,
    pub(super) frame: usize,
}

/// One of the questions of such a result.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) key: String,
    pub(super) method: String,
    /// Its parameters as written; empty when there are too many to keep.
    pub(super) params: String,
}

/// A task of 2025-11-25.
#[derive(Debug, Clone)]
pub(super) struct Task {
    /// Who runs it.
    pub(super) keeper: Side,
    pub(super) status: String,
}

/// How much of what has passed is remembered.
const RECENT: usize = 1024;

/// What both sides know of each other.
#[derive(Debug)]
pub(super) struct Talk {
    pub(super) now: Instant,
    /// The revision in force.
    pub(super) version: Version,
    /// Whether whoever asked for the judgement has said it.
    pub(super) is_given: bool,
    /// Whether a conversation says it of which the handshake was not seen.
    pub(super) is_version_told: bool,
    pub(super) phase: Phase,
    /// Whether a request was made without a handshake, as in 2026-07-28.
    pub(super) is_modern: bool,
    pub(super) client: Arc<Members>,
    /// What the server can do; `None` while nobody knows.
    pub(super) server: Option<Members>,
    pub(super) open: BTreeMap<(Side, RequestId), Open>,
    pub(super) used: [UsedIds; 2],
    pub(super) done: Recent<Done>,
    /// The frame of the latest request of each side that the other has answered: whatever stood before it was read.
    pub(super) heard: [usize; 2],
    pub(super) lost: Recent<(Side, RequestId)>,
    /// Whether a side has sent more at once than is read: any id may have been in it.
    pub(super) lost_many: [bool; 2],
    pub(super) broken: [Recent<Broken>; 2],
    pub(super) last_note: [Option<Note>; 2],
    pub(super) tokens: BTreeMap<(Side, RequestId), Progress>,
    pub(super) old_tokens: Recent<(Side, RequestId)>,
    /// Things that are told once.
    pub(super) told: BTreeSet<(Side, &'static str)>,
    pub(super) handshake: Handshake,
    pub(super) modern: ModernFacts,
    pub(super) tools: BTreeMap<String, ToolFacts>,
    /// The arguments that prompts demand.
    pub(super) prompts: BTreeMap<String, Vec<String>>,
    pub(super) lists: BTreeMap<&'static str, List>,
    pub(super) cursors: Recent<(String, String)>,
    pub(super) subscribed: BTreeSet<String>,
    /// Resources of which the server has said that there are none.
    pub(super) missing: Recent<String>,
    pub(super) log_level: Option<String>,
    pub(super) streams: Vec<Stream>,
    pub(super) asked: Recent<Asked>,
    /// Requests that became tasks of the extension (2026-07-28).
    pub(super) became_tasks: Recent<RequestId>,
    /// Requests that answered less than was asked (2026-07-28).
    pub(super) short: Recent<RequestId>,
    pub(super) tasks: BTreeMap<String, Task>,
    pub(super) elicitations: Recent<String>,
}

/// What a handshake was about.
#[derive(Debug, Default)]
pub(super) struct Handshake {
    pub(super) requested: String,
    /// The revision that was chosen, where no client can know it.
    pub(super) impossible: Option<String>,
    pub(super) frame: usize,
    /// Whether `notifications/initialized` came before the answer.
    pub(super) is_early: bool,
    /// Whether the client was already told that it must send `notifications/initialized`.
    pub(super) told_initialized: bool,
    /// Where the answer stood.
    pub(super) answered: Option<Spot>,
}

/// What is known of a conversation without a handshake.
#[derive(Debug, Default)]
pub(super) struct ModernFacts {
    /// Whether the first request of the client was `server/discover`.
    pub(super) first: Option<String>,
    /// The frame of an error that only a server of 2026-07-28 sends.
    pub(super) error: Option<usize>,
    /// Where `server/discover` was refused.
    pub(super) refused: Option<Spot>,
    /// The revisions that the server names.
    pub(super) supported: Vec<String>,
    /// The revisions that an error named, until the client has tried again.
    pub(super) choice: Option<(Vec<String>, usize)>,
    /// Whether a request has carried what it must.
    pub(super) has_introduced: bool,
    /// Whether the server has answered as one of 2026-07-28.
    pub(super) is_server: bool,
}

impl Talk {
    pub(super) fn new(version: Option<Version>) -> Self {
        Self {
            now: Instant::ZERO,
            version: version.unwrap_or(Version::LATEST_WITH_HANDSHAKE),
            is_given: version.is_some(),
            is_version_told: false,
            phase: Phase::Fresh,
            is_modern: version == Some(Version::V2026_07_28),
            client: Arc::new(Members::new()),
            server: None,
            open: BTreeMap::new(),
            used: Default::default(),
            done: Recent::new(RECENT),
            heard: [0; 2],
            lost: Recent::new(RECENT),
            lost_many: [false; 2],
            broken: [Recent::new(RECENT), Recent::new(RECENT)],
            last_note: [None, None],
            tokens: BTreeMap::new(),
            old_tokens: Recent::new(RECENT),
            told: BTreeSet::new(),
            handshake: Handshake::default(),
            modern: ModernFacts::default(),
            tools: BTreeMap::new(),
            prompts: BTreeMap::new(),
            lists: BTreeMap::new(),
            cursors: Recent::new(RECENT),
            subscribed: BTreeSet::new(),
            missing: Recent::new(RECENT),
            log_level: None,
            streams: Vec::new(),
            asked: Recent::new(RECENT / 8),
            became_tasks: Recent::new(RECENT),
            short: Recent::new(RECENT),
            tasks: BTreeMap::new(),
            elicitations: Recent::new(RECENT),
        }
    }

    /// How many things are remembered.
    pub(super) fn remembered(&self) -> usize {
        let lists: usize = self.lists.values().map(|list| list.names.len()).sum();
        let recent =
            self.done.len() + self.lost.len() + self.old_tokens.len() + self.cursors.len() + self.asked.len();
        let recent = recent + self.missing.len();
        let recent = recent + self.broken.iter().map(Recent::len).sum::<usize>();
        let known = self.tools.len() + self.prompts.len() + self.subscribed.len() + self.tasks.len();
        let used: usize = self.used.iter().map(UsedIds::len).sum();
        self.open.len() + self.tokens.len() + self.streams.len() + lists + recent + known + used
    }

    /// Another session begins, which knows nothing of the one before.
    pub(super) fn begin_anew(&mut self) {
        self.phase = Phase::Fresh;
        self.used = Default::default();
        self.handshake = Handshake::default();
    }

    /// Whether the server is known not to declare `path`.
    pub(super) fn server_lacks(&self, path: &str) -> bool {
        self.server.as_ref().is_some_and(|known| !declares(known, path))
    }

    /// Closes a request: its answer has come, or is no longer wanted since the frame `cancelled`.
    pub(super) fn close(&mut self, open: &Open, cancelled: Option<usize>) {
        if cancelled.is_none() {
            let heard = &mut self.heard[index(open.from)];
            *heard = open.spot.place.frame.max(*heard);
        }
        if let Some(token) = &open.token {
            let key = (open.from, token.clone());
            let ours = self
                .tokens
                .get(&key)
                .is_some_and(|progress| progress.id == open.id && progress.task.is_none());
            if ours {
                self.tokens.remove(&key);
                self.old_tokens.push(key);
            }
        }
        self.done.push(open.done(cancelled, false));
    }

    /// Takes `open` for answered, which may turn out to be wrong.
    pub(super) fn close_by_guess(&mut self, open: &Open) {
        self.close(open, None);
        if let Some(mut done) = self.done.pop_last() {
            done.is_guess = true;
            self.done.push(done);
        }
    }

    /// The id of the one request of `side` that is open, if there is just one.
    pub(super) fn only_open(&self, side: Side) -> Option<RequestId> {
        let mut open = self.open.keys().filter(|(from, _)| *from == side);
        let (_, first) = open.next()?;
        open.next().is_none().then(|| first.clone())
    }
}

/// The place of `side` in a pair.
pub(super) const fn index(side: Side) -> usize {
    match side {
        Side::Client => 0,
        Side::Server => 1,
    }
}
