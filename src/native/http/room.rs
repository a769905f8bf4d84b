//! How much of what comes and goes is in memory at once, whoever sends it and whoever does not read it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// When this much is there, no request is let in: eight bodies of the longest kind, and more than any desk has on its way.
const MOST: usize = 256 << 20;

/// The room that all connections share.
#[derive(Debug, Clone, Default)]
pub(super) struct Room(Arc<AtomicUsize>);

impl Room {
    pub(super) fn is_full(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= MOST
    }

    /// Room for so many bytes, which are there already: whether there may be more is asked before.
    pub(super) fn take(&self, bytes: usize) -> Taken {
        self.0.fetch_add(bytes, Ordering::Relaxed);
        Taken { room: self.clone(), bytes }
    }
}

/// Some of it, which is given back with this.
#[derive(Debug)]
pub(super) struct Taken {
    room: Room,
    bytes: usize,
}

impl Taken {
    /// Takes more.
    pub(super) fn grow(&mut self, bytes: usize) {
        self.room.0.fetch_add(bytes, Ordering::Relaxed);
        self.bytes += bytes;
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.room.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Bytes with their room: the connection has them until they are sent.
#[derive(Debug)]
pub(super) struct Weighed {
    bytes: Vec<u8>,
    _taken: Taken,
}

impl Weighed {
    pub(super) fn new(bytes: Vec<u8>, room: &Room) -> Self {
        Self { _taken: room.take(bytes.len()), bytes }
    }
}

impl AsRef<[u8]> for Weighed {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_given_back_with_what_took_it() {
        let room = Room::default();
        let mut body = room.take(MOST / 2);
        let answer = Weighed::new(vec![0; 1024], &room);
        assert!(!room.is_full());
        body.grow(MOST / 2);
        assert!(room.is_full());
        drop(body);
        assert!(!room.is_full());
        assert_eq!(room.0.load(Ordering::Relaxed), answer.as_ref().len());
        drop(answer);
        assert_eq!(room.0.load(Ordering::Relaxed), 0);
    }
}
