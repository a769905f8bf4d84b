//! What `strace` prints of a server's reads and writes: the bytes themselves, if it was told to print enough of them.

use super::format::Sample;
use super::sink::Sink;
use crate::trace::model::{Doubt, Doubts, Heading, Lane};
use crate::trace::stamp::stamp;

/// A call as it was printed.
struct Call<'a> {
    lane: Lane,
    /// From the first quote on.
    rest: &'a str,
    /// The time before it.
    time: &'a str,
}

fn call(line: &str) -> Option<Call<'_>> {
    const CALLS: [(&str, Lane); 6] = [
        ("read(0", Lane::ClientToServer),
        ("write(1", Lane::ServerToClient),
        ("write(2", Lane::Stderr),
        ("<... read resumed>", Lane::ClientToServer),
        ("<... write resumed>", Lane::ServerToClient),
        ("readv(0", Lane::ClientToServer),
    ];
    let (at, after, lane) = CALLS.iter().find_map(|(name, lane)| {
        let at = line.find(name).filter(|at| *at < 60)?;
        Some((at, at + name.len(), *lane))
    })?;
    let quote = after + line[after..].find('"').filter(|at| *at < 200)?;
    let count = line[quote..].rsplit_once(") = ")?.1;
    if !count.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    // A process, in brackets or not, stands before the time.
    let before = line[..at].trim();
    let before = before
        .strip_prefix("[pid")
        .map_or(before, |rest| rest.split_once(']').map_or(rest, |(_, rest)| rest));
    let time = before.rsplit(' ').next().unwrap_or_default();
    Some(Call { lane, rest: &line[quote + 1..], time })
}

pub(super) fn score(sample: &Sample<'_>) -> usize {
    sample.log(|line| call(line).is_some_and(|call| call.lane.sender().is_some()))
}

pub(super) fn read(sink: &mut Sink<'_>, _: &mut Heading) {
    let page = sink.page;
    for line in page.lines() {
        let text = &page.text()[line.clone()];
        let Some(call) = call(text) else { continue };
        let Some((mut bytes, whole)) = unescaped(call.rest) else { continue };
        sink.time(stamp(call.time).map(|(stamp, _)| stamp));
        let mut doubts = Doubts::NONE;
        if !whole {
            // What it did not print must not run into what comes next.
            bytes.push(b'\n');
            doubts = Doubt::Shortened.into();
        }
        sink.add(call.lane, bytes, line, doubts);
    }
}

/// The bytes of a string of C, up to its quote, and whether that is all of it.
fn unescaped(text: &str) -> Option<(Vec<u8>, bool)> {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    loop {
        let (&byte, after) = rest.split_first()?;
        rest = after;
        match byte {
            b'"' => return Some((out, !rest.starts_with(b"..."))),
            b'\\' => {
                let (&escape, after) = rest.split_first()?;
                rest = after;
                let number = |digits: &[u8], radix| {
                    let digits = core::str::from_utf8(digits).ok()?;
                    u8::from_str_radix(digits, radix).ok()
                };
                match escape {
                    b'n' => out.push(b'\n'),
                    b'r' => out.push(b'\r'),
                    b't' => out.push(b'\t'),
                    b'v' => out.push(0x0B),
                    b'f' => out.push(0x0C),
                    b'x' => {
                        out.push(number(rest.get(..2)?, 16)?);
                        rest = &rest[2..];
                    }
                    b'0'..=b'7' => {
                        let more = rest.iter().take(2).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
                        let digits: Vec<_> = [escape].iter().chain(&rest[..more]).copied().collect();
                        out.push(number(&digits, 8)?);
                        rest = &rest[more..];
                    }
                    _ => out.push(escape),
                }
            }
            _ => out.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_a_call_are_read() {
        for (text, expected) in [
            (r#"a\"\\\n\r\t", 9) = 9"#, Some((b"a\"\\\n\r\t".to_vec(), true))),
            (r#"\357\273\277\0001\x7e"..., 9) = 9"#, Some((b"\xEF\xBB\xBF\x001~".to_vec(), false))),
            (r"cut \", None),
            (r#"\400""#, None),
        ] {
            assert_eq!(unescaped(text), expected, "{text}");
        }
        assert!(call("[pid 411] 10:00:00.101000 read(0,  <unfinished ...>").is_none());
        assert!(call("read(0, \"\", 8192) = 0").is_some());
    }
}
