//! What terminals, other programs and reports put around a log.

use core::ops::Range;

use super::page::{Cleanup, CleanupKind};

/// How many of a hundred lines must begin in the same way before that is somebody's prefix.
const MOST: usize = 60;

/// What to take out of `raw` before it is read as a log or as a report, in order.
pub(super) fn cleanups(raw: &[u8]) -> Vec<Cleanup> {
    let mut out = Out(Vec::new());
    let prefix = common_prefix(raw);
    let quoted = prefix.is_none() && is_quoted(raw);
    let ticked = is_ticked(raw);
    let mut at = 0;
    if raw.starts_with(b"\xEF\xBB\xBF") {
        out.add(0..3, CleanupKind::ByteOrderMark);
        at = 3;
    }
    if let Some(ticked) = &ticked {
        out.add(at.max(ticked.start)..ticked.start + 1, CleanupKind::Markdown);
        at = ticked.start + 1;
    }
    while at < raw.len() {
        let end = memchr::memchr(b'\n', &raw[at..]).map_or(raw.len(), |end| at + end + 1);
        let line = &raw[at..end];
        if is_fence(line) {
            out.add(at..end, CleanupKind::Markdown);
        } else {
            let mut from = 0;
            if quoted && line.starts_with(b">") {
                from = if line.starts_with(b"> ") { 2 } else { 1 };
                out.add(at..at + from, CleanupKind::Markdown);
            }
            // A prefix can be coloured as well.
            let codes = leading_codes(&line[from..]);
            if let Some(length) = prefix.and_then(|prefix| prefix(&line[from + codes..])) {
                out.add(at + from..at + from + codes + length, CleanupKind::LinePrefix);
                from += codes + length;
            }
            codes_within(line, from, at, &mut out);
            if line.ends_with(b"\r\n") {
                out.add(end - 2..end - 1, CleanupKind::CarriageReturn);
            }
        }
        at = end;
    }
    if let Some(ticked) = ticked {
        out.add(ticked.end - 1..ticked.end, CleanupKind::Markdown);
    }
    out.0
}

struct Out(Vec<Cleanup>);

impl Out {
    fn add(&mut self, range: Range<usize>, kind: CleanupKind) {
        let bytes = range.start as u64..range.end as u64;
        match self.0.last_mut() {
            _ if bytes.is_empty() => {}
            Some(last) if last.bytes.end == bytes.start && last.kind == kind => last.bytes.end = bytes.end,
            // What is within a line that is gone already is gone.
            Some(last) if last.bytes.end > bytes.start => {}
            _ => self.0.push(Cleanup { bytes, kind }),
        }
    }
}

/// How many bytes of the start of `line` are commands to a terminal.
fn leading_codes(line: &[u8]) -> usize {
    let mut at = 0;
    while let Some(length) = code(&line[at..]) {
        at += length;
    }
    at
}

fn codes_within(line: &[u8], from: usize, offset: usize, out: &mut Out) {
    let mut at = from;
    while let Some(found) = memchr::memchr(0x1B, &line[at..]) {
        at += found;
        let length = code(&line[at..]).unwrap_or(1);
        out.add(offset + at..offset + at + length, CleanupKind::TerminalCode);
        at += length;
    }
}

/// The length of the command to a terminal that `bytes` begins with (ECMA-48: CSI, OSC, or two bytes).
fn code(bytes: &[u8]) -> Option<usize> {
    let (&[0x1B, kind], rest) = bytes.split_first_chunk::<2>()? else { return None };
    let within = match kind {
        b'[' => rest.iter().take_while(|byte| (0x20..0x40).contains(*byte)).count() + 1,
        b']' => rest.iter().take(4_096).position(|byte| *byte == 0x07 || *byte == 0x1B)? + 1,
        0x40..0x7F => 0,
        _ => return None,
    };
    (within <= rest.len() && !rest[..within].contains(&b'\n')).then_some(2 + within)
}

/// A line that begins or ends a code block of Markdown, whatever language it names.
fn is_fence(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"> ").unwrap_or(line);
    let fence = |sign: u8| {
        let length = line.iter().take_while(|byte| **byte == sign).count();
        length >= 3 && line.len() - length < 24 && !line[length..].contains(&sign)
    };
    fence(b'`') || fence(b'~')
}

/// Where the text stands between one pair of back-ticks: a whole log that somebody took for a word.
fn is_ticked(raw: &[u8]) -> Option<Range<usize>> {
    let inner = raw.trim_ascii();
    let inner = inner.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(inner);
    let single =
        inner.len() > 2 && inner.starts_with(b"`") && inner.ends_with(b"`") && !inner.starts_with(b"``");
    if !single || memchr::memchr(b'`', &inner[1..inner.len() - 1]).is_some() {
        return None;
    }
    let start = inner.as_ptr() as usize - raw.as_ptr() as usize;
    Some(start..start + inner.len())
}

type Prefix = fn(&[u8]) -> Option<usize>;

fn sample(raw: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = raw.split(|byte| *byte == b'\n').take(400);
    lines.filter(|line| !line.trim_ascii().is_empty() && !is_fence(line)).take(200)
}

fn most(hits: usize, lines: usize) -> bool {
    lines > 1 && hits * 100 >= lines * MOST
}

/// What nearly all lines begin with.
fn common_prefix(raw: &[u8]) -> Option<Prefix> {
    const PREFIXES: [Prefix; 4] = [compose, journal, thread, numbered];
    let hits =
        |prefix: Prefix| sample(raw).filter(|line| prefix(&line[leading_codes(line)..]).is_some()).count();
    let lines = sample(raw).count();
    PREFIXES.into_iter().find(|prefix| most(hits(*prefix), lines))
}

/// Whether the report quotes the log: `> ` before nearly every line, and no line goes the other way.
fn is_quoted(raw: &[u8]) -> bool {
    let lines = sample(raw).count();
    let quotes = sample(raw).filter(|line| line.starts_with(b">") && !line.starts_with(b">>")).count();
    most(quotes, lines) && !sample(raw).any(|line| line.starts_with(b"<") || line.starts_with(b"> <"))
}

/// `dice-1  | `, as `docker compose logs` has it.
fn compose(line: &[u8]) -> Option<usize> {
    let name = line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(byte)).count();
    let blanks = line[name..].iter().take_while(|byte| **byte == b' ').count();
    let end = name + blanks;
    (name > 0 && blanks > 0 && line[end..].starts_with(b"|"))
        .then(|| if line[end..].starts_with(b"| ") { end + 2 } else { end + 1 })
}

/// `Nov 29 18:24:35 host unit[123]: `, as journald has it.
fn journal(line: &[u8]) -> Option<usize> {
    let (stamp, rest) = line.split_at_checked(16)?;
    let time = stamp[3] == b' ' && stamp[9] == b':' && stamp[12] == b':' && stamp[15] == b' ';
    let colon = rest.windows(2).take(80).position(|pair| pair == b": ")?;
    let named = rest[..colon].iter().filter(|byte| **byte == b' ').count() == 1;
    (time && stamp[0].is_ascii_uppercase() && named).then_some(16 + colon + 2)
}

/// `[pid 123] `.
fn thread(line: &[u8]) -> Option<usize> {
    let rest = line.strip_prefix(b"[pid ")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0 && rest[digits..].starts_with(b"] ")).then_some(5 + digits + 2)
}

/// `  12<tab>`, as `cat -n` has it.
fn numbered(line: &[u8]) -> Option<usize> {
    let blanks = line.iter().take_while(|byte| **byte == b' ').count();
    let digits = line[blanks..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0 && line[blanks + digits..].starts_with(b"\t")).then_some(blanks + digits + 1)
}

#[cfg(test)]
mod tests {
    use super::super::page::Page;
    use super::*;

    fn cleaned(raw: &str) -> String {
        Page::new(raw.as_bytes(), &cleanups(raw.as_bytes())).text().to_owned()
    }

    #[test]
    fn what_is_around_a_log_goes_and_the_log_stays() {
        for (raw, clean) in [
            ("\u{FEFF}a\r\nb\r\n", "a\nb\n"),
            ("\x1b[32minfo\x1b[39m x\n\x1b]697;a\x07b\x1b[", "info x\nb["),
            ("Log:\n```text\na\n```\n", "Log:\na\n"),
            ("> a\n> b\n>\n", "a\nb\n\n"),
            ("> {\"a\":1}\n< {\"b\":1}\n", "> {\"a\":1}\n< {\"b\":1}\n"),
            ("`a\nb`\n", "a\nb\n"),
            ("dice-1  | a\ndice-1  | b | c\n", "a\nb | c\n"),
            ("\x1b[36mdice-1  | \x1b[0ma\n\x1b[36mdice-1  |\x1b[0m b\n", "a\n b\n"),
            ("Nov 29 18:24:35 lab dice[7]: a\nNov 29 18:24:36 lab dice[7]: b: c\n", "a\nb: c\n"),
            ("     1\ta\n     2\tb\n", "a\nb\n"),
            ("one line | with a bar\n", "one line | with a bar\n"),
        ] {
            assert_eq!(cleaned(raw), clean, "{raw:?}");
        }
    }
}
