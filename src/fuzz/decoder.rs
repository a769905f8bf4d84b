//! Framing: the cuts that bytes arrive in change nothing, and no stream takes more memory than the limits.

use super::source::Source;
use crate::proto::framing::{Detector, Frame, FrameDecoder, Framing, Limits};
use crate::proto::jsonrpc::decode;
use crate::proto::random::Random;

/// What buffers may hold beyond the limits and what was fed last: they grow by doubling, from a small size.
const SLACK: usize = 4 << 10;

/// Feeds a stream whole, in random chunks and byte by byte.
pub fn decoder(data: &[u8]) {
    let mut source = Source::new(data);
    let framing = *source.pick(&Framing::ALL);
    let limits = Limits { body: 1 + usize::from(source.byte()), header: 128 + usize::from(source.byte()) };
    let mut random = Random::new(u64::from(source.byte()));
    let longest = u64::from(source.byte());
    let stream = source.rest();

    let whole = frames(framing, limits, core::iter::once(stream));
    check(&whole, stream, limits);
    let mut rest = stream;
    let chunks = core::iter::from_fn(|| {
        let length = usize::try_from(1 + random.up_to(longest)).expect("at most 256").min(rest.len());
        let (chunk, after) = rest.split_at(length);
        rest = after;
        (!chunk.is_empty()).then_some(chunk)
    });
    assert_eq!(frames(framing, limits, chunks), whole, "random chunks");
    assert_eq!(frames(framing, limits, stream.chunks(1)), whole, "byte by byte");
    detect(&whole);
}

fn frames<'a>(framing: Framing, limits: Limits, chunks: impl Iterator<Item = &'a [u8]>) -> Vec<Frame> {
    let mut decoder = FrameDecoder::new(framing, limits);
    let mut frames = Vec::new();
    let mut longest = 0;
    for chunk in chunks {
        longest = longest.max(chunk.len());
        decoder.feed(chunk);
        frames.extend(core::iter::from_fn(|| decoder.poll_frame()));
        let most = 2 * (limits.body + limits.header + longest) + SLACK;
        assert!(decoder.capacity() <= most, "{} bytes are held, {most} may be", decoder.capacity());
        assert_eq!(decoder.is_partial(), !decoder.partial().is_empty(), "what has begun can be shown");
    }
    decoder.finish();
    frames.extend(core::iter::from_fn(|| decoder.poll_frame()));
    assert!(decoder.poll_frame().is_none() && !decoder.is_partial(), "the end ends everything");
    frames
}

/// Every byte belongs to exactly one frame, and is in it unless it was too much.
fn check(frames: &[Frame], stream: &[u8], limits: Limits) {
    let mut at = 0;
    for frame in frames {
        assert_eq!(frame.offset, at as u64, "frames follow each other without a gap");
        assert!(frame.length() > 0, "a frame of nothing");
        assert_eq!(&stream[at..at + frame.bytes.len()], frame.bytes, "the bytes are those of the stream");
        assert!(frame.body().len() <= limits.body.max(frame.bytes.len()), "no body is over the cap");
        assert_eq!(frame.body.end + frame.delimiter().len(), frame.bytes.len());
        assert!(frame.dropped == 0 || frame.fault.is_some() || frame.is_idle(), "dropped in silence");
        at += usize::try_from(frame.length()).expect("the stream is in memory");
    }
    assert_eq!(at, stream.len(), "every byte belongs to a frame");
}

/// What frames say together is for people: whatever they are, it must be possible to say it.
fn detect(frames: &[Frame]) {
    let mut detector = Detector::default();
    for frame in frames {
        detector.observe(frame, frame.fault.is_none() && decode(frame.body()).is_ok());
        while detector.poll().is_some() {}
    }
}
