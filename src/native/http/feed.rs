//! The rest of an answer, on its way from the server to a connection.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

/// How much may wait for a client that reads slowly, beside the one event that is longer than that: a browser's tab that
/// sleeps has some minutes of progress in it.
const WAITS: usize = 1 << 20;

/// Both ends of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Feed(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    moved: Notify,
}

#[derive(Debug, Default)]
struct State {
    chunks: VecDeque<Vec<u8>>,
    bytes: usize,
    is_over: bool,
    is_cut: bool,
}

impl Feed {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        // Nothing that is done under it can panic half way.
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state)
    }

    /// Takes more. False when too much waits already: all of it is thrown away then, and the connection breaks.
    pub(super) fn push(&self, bytes: Vec<u8>) -> bool {
        let fits = self.with(|state| {
            if state.bytes > WAITS {
                *state = State { is_cut: true, ..State::default() };
                return false;
            }
            state.bytes += bytes.len();
            state.chunks.push_back(bytes);
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
    pub(super) async fn next(&self) -> Option<io::Result<Vec<u8>>> {
        loop {
            let next = self.with(|state| match state.chunks.pop_front() {
                Some(chunk) => {
                    state.bytes -= chunk.len();
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
        runtime.block_on(feed.next()).map(|next| next.map_err(|error| error.kind()))
    }

    #[test]
    fn what_is_put_in_comes_out_in_its_order_and_then_it_ends() {
        let feed = Feed::default();
        assert!(feed.push(b"a".to_vec()) && feed.push(b"b".to_vec()));
        feed.end();
        assert_eq!(
            [next(&feed), next(&feed), next(&feed)],
            [Some(Ok(b"a".to_vec())), Some(Ok(b"b".to_vec())), None]
        );
    }

    #[test]
    fn who_reads_nothing_is_cut_off_and_holds_no_memory() {
        let feed = Feed::default();
        let pushed = (0..).take_while(|_| feed.push(vec![0; 64 << 10])).count();
        assert_eq!(pushed, (WAITS >> 16) + 1);
        assert_eq!(feed.with(|state| (state.chunks.len(), state.bytes)), (0, 0));
        assert_eq!(next(&feed), Some(Err(io::ErrorKind::ConnectionAborted)));
    }
}
