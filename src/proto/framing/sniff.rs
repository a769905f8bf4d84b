//! Which framing a stream has, by its first bytes: for who reads what others have recorded.

use super::{BYTE_ORDER_MARK, Frame, FrameDecoder, Framing, Limits};

/// How every header of LSP begins, and no message.
const HEADER: &[u8] = b"content-";

/// A decoder that finds out the framing by itself: a stream that begins with a header of LSP has headers, any other has
/// lines.
///
/// Until it can tell it gives no frames; a handful of bytes is enough, however they are cut into chunks.
///
/// ```
/// use wirelab::proto::framing::{Framing, Limits, SniffingDecoder};
///
/// let mut decoder = SniffingDecoder::new(Limits::default());
/// decoder.feed(b"Cont");
/// assert_eq!(decoder.framing(), None);
/// decoder.feed(b"ent-Length: 2\r\n\r\n{}");
/// assert_eq!(decoder.framing(), Some(Framing::ContentLength));
/// assert_eq!(decoder.poll_frame().expect("a frame").body(), b"{}");
/// ```
#[derive(Debug)]
pub struct SniffingDecoder {
    /// What came before the framing was known.
    sniffed: Vec<u8>,
    decoder: Option<(Framing, FrameDecoder)>,
    limits: Limits,
}

impl SniffingDecoder {
    /// A decoder that has read nothing.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { sniffed: Vec::new(), decoder: None, limits }
    }

    /// The framing, once it is known.
    #[must_use]
    pub fn framing(&self) -> Option<Framing> {
        self.decoder.as_ref().map(|(framing, _)| *framing)
    }

    /// Takes bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        if let Some((_, decoder)) = &mut self.decoder {
            return decoder.feed(bytes);
        }
        self.sniffed.extend_from_slice(bytes);
        if let Some(framing) = sniff(&self.sniffed) {
            self.begin(framing);
        }
    }

    /// Takes the end.
    pub fn finish(&mut self) {
        if self.decoder.is_none() {
            self.begin(Framing::Ndjson);
        }
        if let Some((_, decoder)) = &mut self.decoder {
            decoder.finish();
        }
    }

    /// The next frame that is complete.
    pub fn poll_frame(&mut self) -> Option<Frame> {
        self.decoder.as_mut()?.1.poll_frame()
    }

    /// Whether a frame has begun and not ended.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        !self.sniffed.is_empty() || self.decoder.as_ref().is_some_and(|(_, decoder)| decoder.is_partial())
    }

    fn begin(&mut self, framing: Framing) {
        let mut decoder = FrameDecoder::new(framing, self.limits);
        decoder.feed(&core::mem::take(&mut self.sniffed));
        self.decoder = Some((framing, decoder));
    }
}

/// The framing of a stream that begins like this; `None` when it is too short to tell.
fn sniff(bytes: &[u8]) -> Option<Framing> {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let known = text.len().min(HEADER.len());
    let matches = text[..known].eq_ignore_ascii_case(&HEADER[..known]);
    let is_short = known < HEADER.len() && matches || BYTE_ORDER_MARK.starts_with(bytes);
    if is_short {
        return None;
    }
    Some(if matches { Framing::ContentLength } else { Framing::Ndjson })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(chunks: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut decoder = SniffingDecoder::new(Limits::default());
        let mut frames = Vec::new();
        for chunk in chunks {
            decoder.feed(chunk);
            frames.extend(core::iter::from_fn(|| decoder.poll_frame()));
        }
        decoder.finish();
        frames.extend(core::iter::from_fn(|| decoder.poll_frame()));
        frames.into_iter().map(|frame| frame.body().to_vec()).collect()
    }

    #[test]
    fn how_the_beginning_is_cut_does_not_matter() {
        let streams: [(&[u8], &[&[u8]]); 5] = [
            (b"Content-Length: 2\r\n\r\n{}content-length: 2\r\n\r\n[]", &[b"{}", b"[]"]),
            (b"\xEF\xBB\xBFContent-Length: 2\r\n\r\n{}", &[b"{}"]),
            (b"\xEF\xBB\xBF{}\n", &[b"{}"]),
            (b"{}\n[]\n", &[b"{}", b"[]"]),
            (b"Content", &[b"Content"]),
        ];
        for (stream, bodies) in streams {
            assert_eq!(frames(&[stream]), bodies, "{stream:?} whole");
            for cut in 0..=stream.len() {
                assert_eq!(frames(&[&stream[..cut], &stream[cut..]]), bodies, "{stream:?} at {cut}");
            }
            let bytes: Vec<&[u8]> = stream.chunks(1).collect();
            assert_eq!(frames(&bytes), bodies, "{stream:?} byte by byte");
        }
    }
}
