//! From entries to lines.

use core::fmt::Write as _;

use super::VERSION;
use crate::proto::base64;
use crate::proto::json::{ObjectWriter, ToJson};
use crate::proto::time::Instant;
use crate::trace::model::{Heading, Lane, Trace, TraceEntry};

/// A number of any size.
pub(in crate::trace) struct Count(pub(in crate::trace) u64);

impl ToJson for Count {
    fn write_json(&self, out: &mut String) {
        out.push_str(&self.0.to_string());
    }
}

/// A text in which no program finds a line end, and no editor a byte order mark.
pub(in crate::trace) struct Text<'a>(pub(in crate::trace) &'a str);

impl ToJson for Text<'_> {
    fn write_json(&self, out: &mut String) {
        let start = out.len();
        self.0.write_json(out);
        let odd = |c: char| matches!(c, '\u{7F}'..='\u{9F}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}');
        if !self.0.contains(odd) {
            return;
        }
        let plain = out.split_off(start);
        for character in plain.chars() {
            if odd(character) {
                // Writing into a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            } else {
                out.push(character);
            }
        }
    }
}

/// Bytes that are no text.
pub(in crate::trace) struct Bytes<'a>(pub(in crate::trace) &'a [u8]);

impl ToJson for Bytes<'_> {
    fn write_json(&self, out: &mut String) {
        out.push('"');
        base64::encode(self.0, out);
        out.push('"');
    }
}

fn texts(texts: &[String]) -> Option<Vec<Text<'_>>> {
    (!texts.is_empty()).then(|| texts.iter().map(|text| Text(text)).collect())
}

/// Appends the first line of a recording.
pub fn write_heading(heading: &Heading, out: &mut String) {
    let mut object = ObjectWriter::new(out);
    object.required("wirelab", &Count(VERSION));
    object.optional("command", &texts(&heading.command));
    object.optional("start", &heading.start.as_deref().map(Text));
    object.optional("tool", &heading.tool.as_deref().map(Text));
    object.optional("notes", &texts(&heading.notes));
    object.flag("continues", &heading.continues);
    object.end();
    out.push('\n');
}

/// Appends the line of a chunk that was recorded live.
pub fn write_chunk(at: Instant, lane: Lane, bytes: &[u8], out: &mut String) {
    let mut object = ObjectWriter::new(out);
    begin(&mut object, at, lane, bytes);
    object.end();
    out.push('\n');
}

/// The same, for a recorder that has no time to lose: most chunks are text that has no more than quotes and line feeds to
/// escape.
pub fn append_chunk(at: Instant, lane: Lane, bytes: &[u8], out: &mut Vec<u8>) {
    if !is_easy(bytes) {
        let mut line = String::new();
        write_chunk(at, lane, bytes, &mut line);
        return out.extend_from_slice(line.as_bytes());
    }
    let head = ["{\"at\":", &at.micros().to_string(), ",\"lane\":\"", lane.name(), "\",\"text\":\""].concat();
    out.extend_from_slice(head.as_bytes());
    let start = out.len();
    out.resize(start + 2 * bytes.len() + ROOM, 0);
    let (mut rest, mut end) = (bytes, start);
    // A block is copied in pieces that may reach beyond it, so the last one has another way.
    while let Some(ahead) = rest.get(..2 * BLOCK) {
        end += escape_block(ahead, &mut out[end..]);
        rest = &rest[BLOCK..];
    }
    for byte in rest {
        let (length, letter) = EASY[usize::from(*byte)];
        out[end] = b'\\';
        end += usize::from(length);
        out[end] = letter;
        end += 1;
    }
    out.truncate(end);
    out.extend_from_slice(b"\"}\n");
}

/// How many bytes are escaped together.
const BLOCK: usize = 64;

/// How many bytes most stretches without anything to escape have at most.
const SHORT: usize = 16;

/// How much room [`escape_block`] wants beyond what it writes.
const ROOM: usize = BLOCK;

/// Writes the first [`BLOCK`] bytes of an easy text, escaped; how many that are then.
///
/// Where the quotes stand is found out for all of them first: a branch at each would be guessed wrong at every other.
fn escape_block(ahead: &[u8], out: &mut [u8]) -> usize {
    let mut escaped = 0;
    for (at, word) in ahead.as_chunks::<WORD>().0.iter().take(BLOCK / WORD).enumerate() {
        escaped |= to_escape(u64::from_le_bytes(*word)) << (WORD * at);
    }
    let (mut start, mut end) = (0, 0);
    while escaped != 0 {
        let at = escaped.trailing_zeros() as usize;
        copy(&ahead[start..], at - start, &mut out[end..]);
        end += at - start;
        out[end] = b'\\';
        out[end + 1] = EASY[usize::from(ahead[at])].1;
        end += 2;
        start = at + 1;
        escaped &= escaped - 1;
    }
    copy(&ahead[start..], BLOCK - start, &mut out[end..]);
    end + BLOCK - start
}

/// Copies `length` bytes and some that do not matter: a fixed number is one instruction or four, and no call.
#[inline]
fn copy(from: &[u8], length: usize, to: &mut [u8]) {
    if length <= SHORT {
        if let (Some(from), Some(to)) = (from.first_chunk::<SHORT>(), to.first_chunk_mut::<SHORT>()) {
            *to = *from;
        }
    } else if let (Some(from), Some(to)) = (from.first_chunk::<BLOCK>(), to.first_chunk_mut::<BLOCK>()) {
        *to = *from;
    }
}

const WORD: usize = 8;

/// A bit for each byte of `word`, the lowest first: set for a quote, a backslash and a control character.
const fn to_escape(word: u64) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; WORD]);
    const LOW: u64 = 0x7F * ONES;
    // None of these sums carries over to the next byte: the high bit of each says that it was not what is looked for.
    let low = word & LOW;
    let no_control = low + 0x60 * ONES;
    let no_quote = (low ^ (b'"' as u64 * ONES)) + LOW;
    let no_backslash = (low ^ (b'\\' as u64 * ONES)) + LOW;
    let found = !((no_control & no_quote & no_backslash) | word) & !LOW;
    (found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Of each byte, how many backslashes stand before it within a JSON string, and what stands there for it.
const EASY: [(u8, u8); 256] = {
    let mut table = [(0, 0); 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'"' => (1, b'"'),
            b'\\' => (1, b'\\'),
            8 => (1, b'b'),
            9 => (1, b't'),
            10 => (1, b'n'),
            12 => (1, b'f'),
            13 => (1, b'r'),
            other => (0, other),
        };
        byte += 1;
    }
    table
};

/// Whether `bytes` are text in which nothing has a longer escape than a backslash and a letter.
fn is_easy(bytes: &[u8]) -> bool {
    // In one go over all of it, as wide as the machine can.
    let (mut hard, mut high) = (false, 0);
    for &byte in bytes {
        hard |= byte < 8 || byte == 11 || byte.wrapping_sub(14) < 18 || byte == 0x7F;
        high |= byte;
    }
    // The first bytes of what `Text` escapes and JSON does not.
    let odd = |at: usize| match bytes[at..] {
        [0xC2, second, ..] => second < 0xA0,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] | [0xEF, 0xBB, 0xBF, ..] => true,
        _ => false,
    };
    let is_text =
        || core::str::from_utf8(bytes).is_ok() && !memchr::memchr3_iter(0xC2, 0xE2, 0xEF, bytes).any(odd);
    !hard && (high < 0x80 || is_text())
}

/// Appends the line of `entry`, without its origin: that is a place in another text.
pub fn write_entry(entry: &TraceEntry, out: &mut String) {
    let mut object = ObjectWriter::new(out);
    if entry.end && entry.bytes.is_empty() {
        object.required("at", &Count(entry.at.micros()));
        object.required("lane", entry.lane.name());
    } else {
        begin(&mut object, entry.at, entry.lane, &entry.bytes);
    }
    object.flag("end", &entry.end);
    object.optional("session", &(entry.session > 0).then(|| Count(entry.session.into())));
    let doubts: Vec<_> = entry.doubts.iter().map(|doubt| Text(doubt.name())).collect();
    object.optional("doubts", &(!doubts.is_empty()).then_some(doubts));
    if let Some(http) = &entry.http {
        object.required("http", &**http);
    }
    object.end();
    out.push('\n');
}

/// Appends the whole of `trace`.
pub fn write(trace: &Trace, out: &mut String) {
    write_heading(&trace.heading, out);
    for entry in &trace.entries {
        write_entry(entry, out);
    }
}

fn begin(object: &mut ObjectWriter<'_>, at: Instant, lane: Lane, bytes: &[u8]) {
    object.required("at", &Count(at.micros()));
    object.required("lane", lane.name());
    match core::str::from_utf8(bytes) {
        Ok(text) => object.required("text", &Text(text)),
        Err(_) => object.required("base64", &Bytes(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_way_writes_the_same_line() {
        let every: Vec<u8> = (0..=u8::MAX).collect();
        let at = Instant::from_micros(1_234_567);
        let long = "x".repeat(100) + "\"y\"\n\\ü" + &"\"".repeat(50) + &"ab\"cde\n".repeat(99);
        let texts = [
            &b""[..],
            long.as_bytes(),
            b"{\"a\":\"b\\n\"}\r\n",
            "读\u{2028}ü\u{80}\u{FEFF}“”".as_bytes(),
            &every,
        ];
        let single: Vec<Vec<u8>> = (0..0x3000_u32)
            .chain([0xFEFF, 0xFFFD, 0x1F600])
            .filter_map(char::from_u32)
            .map(|c| c.to_string().into_bytes())
            .collect();
        for bytes in texts.into_iter().chain(single.iter().map(Vec::as_slice)) {
            let (mut slow, mut quick) = (String::new(), b"before\n".to_vec());
            write_chunk(at, Lane::ServerToClient, bytes, &mut slow);
            append_chunk(at, Lane::ServerToClient, bytes, &mut quick);
            assert_eq!(quick, ["before\n", &slow].concat().as_bytes(), "{bytes:?}");
        }
    }
}
