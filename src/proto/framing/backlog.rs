//! Bytes on their way into a decoder.

/// Bytes that were fed and not looked at yet.
///
/// Decoders look at them only when they are asked for a frame: a chunk of a million blank lines takes the memory of
/// the chunk, not that of a million frames.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    bytes: Vec<u8>,
    at: usize,
}

impl Backlog {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.at == self.bytes.len() {
            self.bytes.clear();
            self.at = 0;
        }
        // Past the middle, so that each byte is moved once on average even if nobody ever polls to the end.
        if self.at * 2 > self.bytes.len() {
            self.bytes.drain(..self.at);
            self.at = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    /// Moves past `count` bytes of the [`rest`](Self::rest).
    pub(super) fn take(&mut self, count: usize) {
        self.at += count;
        debug_assert!(self.at <= self.bytes.len(), "only what is there is taken");
    }

    /// Puts `tail` back: the last bytes that were taken.
    pub(super) fn unread(&mut self, tail: &[u8]) {
        if tail.len() <= self.at {
            self.at -= tail.len();
        } else {
            // Some of them came with an earlier chunk, which is gone.
            self.bytes.splice(..self.at, tail.iter().copied());
            self.at = 0;
        }
    }

    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }
}

/// Appends `bytes` to `buffer`, which will never hold more than `limit`: grows by doubling, but not past it.
pub(super) fn append(buffer: &mut Vec<u8>, bytes: &[u8], limit: usize) {
    let needed = buffer.len() + bytes.len();
    if needed > buffer.capacity() {
        // With room for the delimiter: it must not move what has just been copied.
        let target = buffer.capacity().saturating_mul(2).max(needed + 1).min(limit).max(needed);
        buffer.reserve_exact(target - buffer.len());
    }
    buffer.extend_from_slice(bytes);
}
