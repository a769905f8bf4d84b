//! The rest of an answer, on its way from the server to a connection.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::room::{Room, Weighed};
use crate::proto::time::Instant;

/// How much may wait for a client that reads slowly: a browser's tab that sleeps has some minutes of progress in it.
const WAITS: usize = 1 << 20;

/// For how long it may be more. A lost stream that is taken up again has all its events at once, and whoever reads as fast as
/// it comes would be cut off otherwise, and again whenever it comes back.
const FOR: Duration = Duration::from_secs(2);

/// Both ends of it.
#[derive(Debug, Clone)]
pub(super) struct Feed(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    room: Room,
    state: Mutex<State>,
    moved: Notify,
}

#[derive(Debug, Default)]
struct State {
    chunks: VecDeque<Weighed>,
    bytes: usize,
    /// Since when it is more than may wait.
    full: Option<Instant>,
    is_over: bool,
    is_cut: bool,
}

impl Feed {
    /// Nothing yet; what will be in it takes of `room`.
    pub(super) fn new(room: Room) -> Self {
        Self(Arc::new(Shared { room, state: Mutex::default(), moved: Notify::default() }))
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        // Nothing that is done under it can panic half way.
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state)
    }

    /// Takes more, at `now`. False when too much has waited for too long: all of it is thrown away then, and the connection
    /// breaks.
    pub(super) fn push(&self, bytes: Vec<u8>, now: Instant) -> bool {
        let fits = self.with(|state| {
            if state.full.is_some_and(|since| now.saturating_since(since) >= FOR) {
                *state = State { is_cut: true, ..State::default() };
                return false;
            }
            state.bytes += bytes.len();
            state.chunks.push_back(Weighed::new(bytes, &self.0.room));
            if state.bytes > WAITS {
                state.full.get_or_insert(now);
            }
            true
        });
        self.0.moved.notify_one();
        fits
    }

    /// Nothing more will come.
    pub(super) fn end(&self) {
        self.with(|state| state.is_over = true);
        self.0.moved.notify_one();
    }

    /// The next of it; nothing at its end.
    pub(super) async fn next(&self) -> Option<io::Result<Weighed>> {
        loop {
            let next = self.with(|state| match state.chunks.pop_front() {
                Some(chunk) => {
                    state.bytes -= chunk.as_ref().len();
                    state.full = state.full.filter(|_| state.bytes > WAITS);
                    Some(Some(Ok(chunk)))
                }
                None if state.is_cut => Some(Some(Err(io::ErrorKind::ConnectionAborted.into()))),
                None => state.is_over.then_some(None),
            });
            match next {
                Some(next) => return next,
                // What moved before this is asked has left a permit.
                None => self.0.moved.notified().await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(feed: &Feed) -> Option<Result<Vec<u8>, io::ErrorKind>> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let next = runtime.block_on(feed.next())?;
        Some(next.map(|chunk| chunk.as_ref().to_vec()).map_err(|error| error.kind()))
    }

    fn at(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    #[test]
    fn what_is_put_in_comes_out_in_its_order_and_then_it_ends() {
        let feed = Feed::new(Room::default());
        assert!(feed.push(b"a".to_vec(), at(0)) && feed.push(b"b".to_vec(), at(0)));
        feed.end();
        assert_eq!(
            [next(&feed), next(&feed), next(&feed)],
            [Some(Ok(b"a".to_vec())), Some(Ok(b"b".to_vec())), None]
        );
    }

    #[test]
    fn who_reads_nothing_is_cut_off_and_holds_no_memory() {
        let feed = Feed::new(Room::default());
        // What is too much stands there with the last of these.
        let full = (WAITS >> 16) as u64 + 1;
        assert!((1..=full).all(|second| feed.push(vec![0; 64 << 10], at(second * 1000))));
        assert!(feed.push(b"a".to_vec(), at(full * 1000 + 1999)));
        assert!(!feed.push(b"b".to_vec(), at(full * 1000 + 2000)));
        assert_eq!(feed.with(|state| (state.chunks.len(), state.bytes)), (0, 0));
        assert_eq!(next(&feed), Some(Err(io::ErrorKind::ConnectionAborted)));
    }

    #[test]
    fn who_reads_is_not_cut_off_however_much_is_said_at_once() {
        let feed = Feed::new(Room::default());
        for second in (0..60).step_by(10) {
            assert!((0..64).all(|_| feed.push(vec![0; 64 << 10], at(second * 1000))));
            while feed.with(|state| state.bytes) > WAITS {
                assert_eq!(next(&feed).map(|chunk| chunk.map(|chunk| chunk.len())), Some(Ok(64 << 10)));
            }
        }
    }
}
