//! From entries to lines.

use core::fmt::Write as _;

use super::VERSION;
use crate::proto::base64;
use crate::proto::json::{ObjectWriter, ToJson};
use crate::proto::time::Instant;
use crate::trace::model::{Heading, Lane, Trace, TraceEntry};

/// A number of any size.
struct Count(u64);

impl ToJson for Count {
    fn write_json(&self, out: &mut String) {
        out.push_str(&self.0.to_string());
    }
}

/// A text in which no program finds a line end, and no editor a byte order mark.
struct Text<'a>(&'a str);

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
struct Bytes<'a>(&'a [u8]);

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
    while let Some((block, after)) = rest.split_first_chunk::<BLOCK>() {
        // A long stretch without anything to escape: none in most messages, and nothing else in a large payload.
        if block.iter().fold(true, |plain, byte| plain & (*byte >= b' ' && *byte != b'"' && *byte != b'\\')) {
            out[end..end + BLOCK].copy_from_slice(block);
            end += BLOCK;
        } else {
            block.chunks_exact(WORD).for_each(|word| end += escape_word(word, &mut out[end..]));
        }
        rest = after;
    }
    rest.chunks(WORD).for_each(|word| end += escape_word(word, &mut out[end..]));
    out.truncate(end);
    out.extend_from_slice(b"\"}\n");
}

/// How many bytes are escaped together, and how many are looked at for a stretch without escapes.
const WORD: usize = 8;
const BLOCK: usize = 32;

/// How much room [`escape_word`] wants.
const ROOM: usize = 2 * WORD;

/// Writes up to [`WORD`] bytes of an easy text, escaped; how many that are then.
fn escape_word(word: &[u8], out: &mut [u8]) -> usize {
    let Some(out) = out.first_chunk_mut::<ROOM>() else { return 0 };
    let mut end = 0;
    for byte in word {
        // Written in any case, and kept only where it is needed: a branch would be guessed wrong at every quote.
        out[end % ROOM] = b'\\';
        let (length, letter) = EASY[usize::from(*byte)];
        end += usize::from(length);
        out[end % ROOM] = letter;
        end += 1;
    }
    end
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
        let long = "x".repeat(100) + "\"y\"\n" + &"\"".repeat(50);
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
