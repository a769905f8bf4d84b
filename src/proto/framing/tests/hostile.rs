//! Input that was made to hurt.

use super::*;
use Framing::{ContentLength as C, Ndjson as N};

const SLACK: usize = 16 << 10;

/// Feeds `chunk` so many times and drains after each; the largest memory and the frames that came.
fn flood(decoder: &mut FrameDecoder, chunk: &[u8], times: usize) -> (usize, Vec<Frame>) {
    let (mut peak, mut frames) = (0, Vec::new());
    for _ in 0..times {
        decoder.feed(chunk);
        take(decoder, &mut frames);
        peak = peak.max(decoder.capacity());
    }
    (peak, frames)
}

#[test]
fn a_line_and_a_body_of_sixteen_mebibytes_come_byte_by_byte() {
    const SIZE: usize = 16 << 20;
    // Without optimisation the middle comes in larger pieces: a call for each of its bytes takes half a minute.
    let piece = if cfg!(debug_assertions) { 4_093 } else { 1 };
    let edge = SIZE / 32;
    for framing in Framing::ALL {
        let body = [&b"{\"a\":\""[..], &vec![b'x'; SIZE], b"\"}"].concat();
        let stream = FrameEncoder::new(framing).encode(body.clone());
        let (first, rest) = stream.split_at(edge);
        let (middle, last) = rest.split_at(rest.len() - edge);
        let mut decoder = FrameDecoder::new(framing, Limits::default());
        let (mut peak, mut found) = (0, Vec::new());
        for bytes in first.chunks(1).chain(middle.chunks(piece)).chain(last.chunks(1)) {
            decoder.feed(bytes);
            peak = peak.max(decoder.capacity());
            found.extend(decoder.poll_frame());
        }
        assert_eq!(found.len(), 1);
        assert!(found[0].body() == body, "{framing}");
        assert!(peak <= Limits::default().body + SLACK, "{framing}: {peak}");
    }
}

#[test]
fn memory_stays_under_the_cap_whatever_never_ends() {
    let limits = Limits { body: 1 << 20, header: 8 << 10 };
    let cap = |framing| if framing == N { limits.body } else { limits.header };
    for (framing, opening, chunk) in [
        (N, &b""[..], &[b'x'; 1000][..]),
        (N, b"{\"a\":\"", &[b'{'; 1000]),
        (C, b"", &[b'x'; 1000]),
        (C, b"", &[b'{'; 1000]),
        (C, b"Content-Length: 2\r\nX: ", &[b'x'; 1000]),
        (C, b"Content-Length: x\r\n\r\n", &[b'{'; 1000]),
        (C, b"Content-Length: 4294967296\r\n\r\n", &[b'{'; 1000]),
        (C, b"Content-Length: 18446744073709551615\r\n\r\n", &[b'\n'; 1000]),
    ] {
        let mut decoder = FrameDecoder::new(framing, limits);
        decoder.feed(opening);
        let (peak, frames) = flood(&mut decoder, chunk, 10_000);
        assert!(peak <= cap(framing) + SLACK, "{framing} {opening:?}: {peak}");
        assert!(frames.len() <= 1, "{framing} {opening:?}");
        assert!(decoder.is_partial() && decoder.partial().len() <= cap(framing) + 1);
    }
}

#[test]
fn a_declared_length_reserves_nothing() {
    let limits = Limits { body: usize::MAX, ..Limits::default() };
    let mut decoder = FrameDecoder::new(C, limits);
    let largest = format!("Content-Length: {}\r\n\r\n{{", usize::MAX);
    let (peak, frames) = flood(&mut decoder, largest.as_bytes(), 1);
    assert!(peak <= SLACK && frames.is_empty(), "{peak}");
}

#[test]
fn a_million_blank_lines_in_one_chunk_take_the_memory_of_the_chunk() {
    let blank = vec![b'\n'; 1 << 20];
    for framing in Framing::ALL {
        let mut decoder = FrameDecoder::new(framing, LIMITS);
        decoder.feed(&blank);
        let mut count = 0;
        while let Some(frame) = decoder.poll_frame() {
            assert!(frame.has(FrameNote::Blank) && frame.offset == count);
            count += 1;
            assert!(decoder.capacity() <= blank.len() + SLACK);
        }
        assert_eq!(count, 1 << 20);
    }
}

#[test]
fn an_endless_header_is_given_up_line_by_line() {
    let mut decoder = FrameDecoder::new(C, Limits::default());
    let (peak, frames) = flood(&mut decoder, b"X-Endless: header\r\n", 50_000);
    assert!(peak <= Limits::default().header + SLACK, "{peak}");
    assert!(frames[1..].iter().all(|frame| frame.is_idle()), "one fault");
    assert_eq!(frames[0].fault, Some(FrameFault::HeaderTooLong));
}

#[test]
fn a_body_held_back_for_its_characters_is_bounded_and_looked_at_once() {
    // As many characters as can be, each of three bytes, in a string that never ends.
    let limits = Limits { body: 1 << 20, header: 8 << 10 };
    let mut decoder = FrameDecoder::new(C, limits);
    decoder.feed(b"Content-Length: 1048576\r\n\r\n{\"a\":\"");
    let (peak, frames) = flood(&mut decoder, "读".repeat(1000).as_bytes(), 1_000);
    assert!(peak <= 2 * limits.body + SLACK, "{peak}");
    assert_eq!(frames.first().map(|frame| frame.body.len()), Some(1 << 20));
    // Below the cap it goes on to the last character that may belong to it.
    let mut decoder = FrameDecoder::new(C, limits);
    decoder.feed(b"Content-Length: 300000\r\n\r\n{\"a\":\"");
    let (_, frames) = flood(&mut decoder, "读".repeat(1000).as_bytes(), 1_000);
    assert_eq!(frames.first().map(|frame| frame.body.len()), Some(300_000));
}

#[test]
fn what_is_kept_to_look_back_is_bounded() {
    let mut detector = Detector::default();
    let mut decoder = FrameDecoder::new(N, Limits::default());
    for line in ["{\n".to_owned(), format!("\"{}\":1,\n", "k".repeat(70_000)), "\"a\":1\n}\n".to_owned()] {
        decoder.feed(line.as_bytes());
        while let Some(frame) = decoder.poll_frame() {
            detector.observe(&frame, false);
        }
    }
    assert_eq!(detector.poll(), None);
}
