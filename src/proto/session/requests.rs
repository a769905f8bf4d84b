//! Requests that wait for their answer.

use core::time::Duration;
use std::collections::VecDeque;

use super::config::RequestOptions;
use crate::proto::error::Misbehaviour;
use crate::proto::json::{Number, RawJson};
use crate::proto::jsonrpc::{Request, RequestId, sorted};
use crate::proto::time::Instant;
use crate::proto::timer::DueQueue;

/// How many closed requests are remembered, to tell a late or second answer from one to nothing.
const REMEMBERED: usize = 1024;

/// A request that has not been answered yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// Its id.
    pub id: RequestId,
    /// Its method.
    pub method: String,
    /// When it was sent.
    pub sent: Instant,
    /// When we stop waiting.
    pub deadline: Instant,
    /// How long we wait for an answer, or for progress.
    pub timeout: Duration,
    /// Its parameters, where the answer may ask for them again (`basic/patterns/mrtr`, 2026-07-28).
    pub params: Option<RawJson>,
    /// The last progress that was reported.
    pub progress: Option<Number>,
}

/// How requests are found. In the page, which is to be small first, in a plain table and by the hash that is there for
/// others already.
#[cfg(not(target_arch = "wasm32"))]
type ByOwnId<T> = crate::proto::jsonrpc::ById<T, foldhash::fast::FixedState>;
#[cfg(target_arch = "wasm32")]
type ByOwnId<T> =
    std::collections::HashMap<RequestId, T, core::hash::BuildHasherDefault<std::hash::DefaultHasher>>;

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Answered,
    GivenUp,
}

/// The requests of one sender: at most one answer each, in any order, each with a deadline.
#[derive(Debug, Default)]
pub(super) struct Requests {
    last_id: i64,
    /// By their ids, which are ours: nobody else can choose them so that many share a place in the table.
    open: ByOwnId<Open>,
    /// When each is to be given up.
    due: DueQueue<RequestId>,
    /// Their numbers, and how they ended: the few bytes of each are touched for every request.
    closed: VecDeque<(i64, Fate)>,
}

impl Requests {
    /// Counts from `first` on, before there is any.
    pub(super) fn count_from(&mut self, first: i64) {
        self.last_id = first.saturating_sub(1);
    }

    /// Opens a request and gives it the next id.
    pub(super) fn open(
        &mut self,
        now: Instant,
        method: &str,
        params: Option<RawJson>,
        options: RequestOptions,
        usual: Duration,
    ) -> Request {
        self.last_id += 1;
        let id = RequestId::from(self.last_id);
        let timeout = options.timeout.unwrap_or(usual);
        let deadline = now + timeout;
        let open = Open {
            id: id.clone(),
            method: method.to_owned(),
            sent: now,
            deadline,
            timeout,
            params: None,
            progress: None,
        };
        self.due.push(deadline, id.clone());
        self.open.insert(id.clone(), open);
        Request { id, method: method.to_owned(), params }
    }

    /// Keeps `params` with an open request, for when it has to be made again.
    pub(super) fn keep_params(&mut self, id: &RequestId, params: Option<RawJson>) {
        if let Some(open) = self.open.get_mut(id) {
            open.params = params;
        }
    }

    /// An open request.
    pub(super) fn get(&self, id: &RequestId) -> Option<&Open> {
        self.open.get(id)
    }

    /// Takes a request out that is not answered, and not given up either: it goes on elsewhere.
    pub(super) fn take(&mut self, id: &RequestId) -> Option<Open> {
        let open = self.open.remove(id);
        self.prune();
        open
    }

    /// Takes note that a request that went on elsewhere has ended.
    pub(super) fn ended(&mut self, id: &RequestId) {
        self.remember(id, Fate::Answered);
    }

    /// Closes the request that an answer with `id` belongs to, or says what is wrong with the answer.
    pub(super) fn answer(&mut self, id: &RequestId, loosely: bool) -> Result<Open, Misbehaviour> {
        if let Some(open) = self.close(id, Fate::Answered) {
            return Ok(open);
        }
        if loosely && let Some(same) = self.loosely(id) {
            return self.answer(&same, false);
        }
        let fate = self.fate(id);
        Err(match fate {
            Some(Fate::Answered) => Misbehaviour::DuplicateAnswer(id.clone()),
            Some(Fate::GivenUp) => Misbehaviour::LateAnswer(id.clone()),
            None => match self.loosely(id) {
                Some(expected) => Misbehaviour::IdTypeChanged { found: id.clone(), expected },
                None => Misbehaviour::UnknownId(id.clone()),
            },
        })
    }

    /// The open request that somebody who compares loosely would take for `id`.
    fn loosely(&self, id: &RequestId) -> Option<RequestId> {
        self.open.keys().find(|open| open.is_loosely_equal(id)).cloned()
    }

    /// The id that the next request will have.
    pub(super) fn next_id(&self) -> RequestId {
        RequestId::from(self.last_id + 1)
    }

    /// The request with the progress token `token` has made `progress`: waits anew, but never longer than `most`
    /// after it was sent. Its id, or what is wrong.
    pub(super) fn progress(
        &mut self,
        now: Instant,
        token: &RequestId,
        progress: Number,
        most: Duration,
    ) -> Result<RequestId, Misbehaviour> {
        let Some(open) = self.open.get_mut(token) else {
            let known = self.fate(token).is_some();
            let token = token.clone();
            return Err(if known {
                Misbehaviour::StaleProgress(token)
            } else {
                Misbehaviour::UnknownProgress(token)
            });
        };
        if open.progress.as_ref().is_some_and(|last| progress.compare(last).is_le()) {
            return Err(Misbehaviour::ProgressNotIncreasing(token.clone()));
        }
        open.progress = Some(progress);
        // Whoever asked for a longer wait than the limit has set a limit of their own.
        open.deadline = (now + open.timeout).min(open.sent + most.max(open.timeout));
        self.due.push(open.deadline, open.id.clone());
        let id = open.id.clone();
        self.prune();
        Ok(id)
    }

    /// Begins to wait anew for each request.
    pub(super) fn wait_anew(&mut self, now: Instant) {
        for open in self.open.values_mut() {
            open.deadline = now + open.timeout;
            self.due.push(open.deadline, open.id.clone());
        }
        self.prune();
    }

    /// Stops waiting for a request.
    pub(super) fn give_up(&mut self, id: &RequestId) -> Option<Open> {
        self.close(id, Fate::GivenUp)
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// Takes a request whose deadline has passed.
    pub(super) fn pop_expired(&mut self, now: Instant) -> Option<Open> {
        let id = self.due.pop_due(now)?;
        self.close(&id, Fate::GivenUp)
    }

    /// Takes every open request, in the order of their ids.
    pub(super) fn give_up_all(&mut self) -> Vec<Open> {
        let ids = sorted(self.open.keys());
        ids.iter().filter_map(|id| self.close(id, Fate::GivenUp)).collect()
    }

    pub(super) fn next_deadline(&self) -> Option<(Instant, &Open)> {
        let (at, id) = self.due.first()?;
        Some((at, self.open.get(id)?))
    }

    /// The open requests in the order of their ids.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Open> {
        sorted(self.open.keys()).into_iter().filter_map(|id| self.open.get(&id))
    }

    // In the page, which is to be small first, once for all who call it.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn close(&mut self, id: &RequestId, fate: Fate) -> Option<Open> {
        let open = self.open.remove(id)?;
        self.prune();
        self.remember(id, fate);
        Some(open)
    }

    fn prune(&mut self) {
        let open = &self.open;
        self.due.prune(open.len(), |at, id| open.get(id).is_some_and(|open| open.deadline == at));
    }

    fn remember(&mut self, id: &RequestId, fate: Fate) {
        if self.closed.len() == REMEMBERED {
            self.closed.pop_front();
        }
        // All that are open have numbers: we have given them.
        self.closed.extend(id.number().map(|number| (number, fate)));
    }

    /// How the request ended, if that is remembered.
    fn fate(&self, id: &RequestId) -> Option<Fate> {
        let number = id.number()?;
        self.closed.iter().rev().find(|(closed, _)| *closed == number).map(|(_, fate)| *fate)
    }
}
