//! A line comes in as many parts as its writer and the pipe make of it: what belongs together waits for the rest, a moment.

use core::time::Duration;

use crate::proto::time::Instant;

/// How long the beginning of a line waits for its end. Whoever prints a text and the line feed after it does so in one go.
pub(super) const PATIENCE: Duration = Duration::from_millis(100);
/// How much waits at most.
const AT_MOST: usize = 16 << 20;

/// The beginning of a line.
#[derive(Debug, Default)]
pub(super) struct Gather {
    bytes: Vec<u8>,
    since: Option<Instant>,
}

impl Gather {
    /// Takes what has come in, and gives all whole lines there are.
    pub(super) fn take(&mut self, at: Instant, bytes: &[u8]) -> Vec<u8> {
        let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') else {
            self.bytes.extend_from_slice(bytes);
            self.since = Some(at);
            return if self.bytes.len() > AT_MOST { self.rest() } else { Vec::new() };
        };
        let mut whole = self.rest();
        whole.extend_from_slice(&bytes[..=end]);
        if end + 1 < bytes.len() {
            self.bytes = bytes[end + 1..].to_vec();
            self.since = Some(at);
        }
        whole
    }

    /// When the beginning of a line has waited long enough.
    pub(super) fn due(&self) -> Option<Instant> {
        self.since.map(|since| since + PATIENCE)
    }

    /// What waits, whether it is a line or not.
    pub(super) fn rest(&mut self) -> Vec<u8> {
        self.since = None;
        core::mem::take(&mut self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Instant = Instant::ZERO;

    #[test]
    fn a_line_in_parts_is_one_line() {
        let mut gather = Gather::default();
        assert_eq!(gather.take(AT, b"{\"a\":"), b"");
        assert_eq!(gather.due(), Some(AT + PATIENCE));
        assert_eq!(gather.take(AT, b"1}"), b"");
        assert_eq!(gather.take(AT, b"\n{\"b\":2}\n{"), b"{\"a\":1}\n{\"b\":2}\n");
        assert_eq!(gather.take(AT, b""), b"", "what says nothing changes nothing");
        assert_eq!(gather.rest(), b"{");
        assert_eq!((gather.due(), gather.rest()), (None, Vec::new()));
    }

    #[test]
    fn a_line_without_end_does_not_wait_without_end() {
        let mut gather = Gather::default();
        let part = vec![b'x'; AT_MOST];
        assert_eq!(gather.take(AT, &part), b"");
        assert_eq!(gather.take(AT, b"y").len(), AT_MOST + 1);
        assert_eq!(gather.due(), None);
    }
}
