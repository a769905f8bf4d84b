//! Bytes that were written by hand, cut in every way.

mod content_length;
mod detect;
mod hostile;
mod ndjson;

use super::*;

/// Small limits, so that small bytes reach them.
const LIMITS: Limits = Limits { body: 256, header: 128 };

fn take(decoder: &mut FrameDecoder, frames: &mut Vec<Frame>) {
    frames.extend(core::iter::from_fn(|| decoder.poll_frame()));
}

fn decode<'a>(framing: Framing, chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Frame> {
    let mut decoder = FrameDecoder::new(framing, LIMITS);
    let mut frames = Vec::new();
    for chunk in chunks {
        decoder.feed(chunk);
        take(&mut decoder, &mut frames);
    }
    decoder.finish();
    take(&mut decoder, &mut frames);
    assert!(!decoder.is_partial(), "nothing is left at the end");
    frames
}

/// Chunks of 1 to 9 bytes, the same for the same seed (xorshift).
fn chunks(mut bytes: &[u8], mut seed: u32) -> Vec<&[u8]> {
    let mut chunks = Vec::new();
    while !bytes.is_empty() {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        let (chunk, rest) = bytes.split_at(bytes.len().min(seed as usize % 9 + 1));
        chunks.push(chunk);
        bytes = rest;
    }
    chunks
}

/// The frames of `bytes`, which are the same whole, byte by byte, cut in two anywhere and cut at random; every byte
/// belongs to exactly one of them.
fn frames(framing: Framing, bytes: &[u8]) -> Vec<Frame> {
    let shown = String::from_utf8_lossy(bytes);
    let whole = decode(framing, [bytes]);
    let mut offset = 0;
    for frame in &whole {
        assert_eq!(frame.offset, offset, "{shown:?}");
        let kept = bytes[usize::try_from(offset).expect("small")..].starts_with(&frame.bytes);
        assert!(kept && frame.length() > 0, "{shown:?}");
        offset += frame.length();
    }
    assert_eq!(offset, bytes.len() as u64, "every byte of {shown:?} belongs to a frame");
    assert_eq!(decode(framing, bytes.chunks(1)), whole, "{shown:?} byte by byte");
    for at in 0..=bytes.len() {
        assert_eq!(decode(framing, [&bytes[..at], &bytes[at..]]), whole, "{shown:?} cut at {at}");
    }
    for seed in 1..20 {
        assert_eq!(decode(framing, chunks(bytes, seed)), whole, "{shown:?} with seed {seed}");
    }
    whole
}

/// What a frame says, in short.
type Told = (Option<FrameFault>, Vec<FrameNote>, String);

fn told(frames: &[Frame]) -> Vec<Told> {
    let body = |frame: &Frame| String::from_utf8_lossy(frame.body()).into_owned();
    frames.iter().map(|frame| (frame.fault, frame.notes.clone(), body(frame))).collect()
}

#[test]
fn what_is_encoded_is_decoded() {
    for framing in Framing::ALL {
        let bodies = ["{\"a\":\"读\u{2028}😀\"}", "{}", "[1]"];
        let encoder = FrameEncoder::new(framing);
        let stream: Vec<u8> =
            bodies.iter().flat_map(|body| encoder.encode(body.as_bytes().to_vec())).collect();
        let frames = frames(framing, &stream);
        let expected: Vec<Told> = bodies.iter().map(|body| (None, vec![], (*body).to_owned())).collect();
        assert_eq!(told(&frames), expected, "{framing}");
        assert_eq!(Framing::find(framing.name()), Some(framing));
    }
}

#[test]
fn random_bytes_of_the_wire_are_cut_the_same_in_every_way() {
    let pieces: [&[u8]; 17] = [
        b"Content-Length: 7\r\n",
        b"content-length:12\n",
        b"\r\n",
        b"\n",
        b"{\"a\":1}",
        b"{\"a\":\"\xE8\xAF\xBB\"}",
        b"\"}",
        b"Content-Type: x\r\n",
        b"log\n",
        b"Content-Length: 300\r\n\r\n",
        b"{",
        b"Content-",
        b"\xEF\xBB\xBF",
        b"Content-Length: -1\r\n\r\n",
        b" ",
        b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        b"Content-Length: 12\r\n\r\n{\"a\":\"\xE8\xAF\xBB\xE8\xAF\xBB\xE8",
    ];
    let mut seed = 1u32;
    for _ in 0..150 {
        let mut bytes = Vec::new();
        for _ in 0..12 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes.extend_from_slice(pieces[(seed >> 16) as usize % pieces.len()]);
        }
        for framing in Framing::ALL {
            frames(framing, &bytes);
        }
    }
}
