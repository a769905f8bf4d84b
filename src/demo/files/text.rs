//! A file as a model gets to see it: its first lines, and what was left out.

/// At most this many lines are shown.
const MAX_LINES: usize = 200;
/// At most this many bytes are shown: lines can be long.
const MAX_BYTES: usize = 64 << 10;

/// The first lines of a file as text. When that is not all of it, or not quite what stands there, a last line in
/// brackets says so.
///
/// A line ends with its line feed; a carriage return before it is kept like any other character.
pub(in crate::demo) fn shown(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "[the file is empty]".to_owned();
    }
    let first = match bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(MAX_LINES - 1) {
        Some((at, _)) => &bytes[..=at],
        None => bytes,
    };
    let (mut text, replaced) = decode(&first[..first.len().min(MAX_BYTES)], first.len() > MAX_BYTES);
    let mut notes = Vec::new();
    if first.len() > MAX_BYTES {
        let (line, all) = (lines(&first[..MAX_BYTES]), lines(bytes));
        notes.push(format!(
            "cut in line {line} of {all}, after {} KiB of {} bytes",
            MAX_BYTES >> 10,
            bytes.len()
        ));
    } else if first.len() < bytes.len() {
        notes.push(format!("the first {MAX_LINES} of {} lines", lines(bytes)));
    }
    match replaced {
        0 => {}
        1 => notes.push("1 byte that is not UTF-8 is shown as \u{fffd}".to_owned()),
        count => notes.push(format!("{count} bytes that are not UTF-8 are shown as \u{fffd}")),
    }
    if !notes.is_empty() {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push('[');
        text.push_str(&notes.join("; "));
        text.push(']');
    }
    text
}

/// Lines, the last of which may do without a line feed.
fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
        + usize::from(bytes.last().is_some_and(|byte| *byte != b'\n'))
}

/// The text of `bytes` with a replacement character for each byte that is none, and how many these are. When it goes
/// on after the `cut`, a character that is cut in two is left out.
fn decode(bytes: &[u8], cut: bool) -> (String, usize) {
    let (mut text, mut replaced) = (String::with_capacity(bytes.len()), 0);
    let mut rest = bytes;
    loop {
        match str::from_utf8(rest) {
            Ok(valid) => {
                text.push_str(valid);
                return (text, replaced);
            }
            Err(error) => {
                let (valid, invalid) = rest.split_at(error.valid_up_to());
                text.push_str(str::from_utf8(valid).unwrap_or_default());
                let count = error.error_len().unwrap_or(invalid.len());
                if cut && error.error_len().is_none() {
                    return (text, replaced);
                }
                text.extend(core::iter::repeat_n('\u{fffd}', count));
                replaced += count;
                rest = &invalid[count..];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(count: usize) -> String {
        (1..=count).map(|line| format!("line {line}\n")).collect()
    }

    #[test]
    fn what_fits_is_shown_as_it_is() {
        for text in ["a", "a\n", "\n", "a\r\nb\r\n", "a\rb", "\u{feff}读\u{0}"] {
            assert_eq!(shown(text.as_bytes()), text);
        }
        assert_eq!(shown(numbered(200).as_bytes()), numbered(200));
        assert_eq!(shown(numbered(200).trim_end().as_bytes()), numbered(200).trim_end());
        assert_eq!(shown(b""), "[the file is empty]");
    }

    #[test]
    fn after_two_hundred_lines_a_note_tells_the_total() {
        for (more, total) in [("x", 201), ("x\n", 201), ("\n", 201), ("x\ny", 202)] {
            let text = numbered(200) + more;
            let expected = format!("{}[the first 200 of {total} lines]", numbered(200));
            assert_eq!(shown(text.as_bytes()), expected, "{more:?}");
        }
        let windows = "a\r\n".repeat(300);
        assert_eq!(shown(windows.as_bytes()), "a\r\n".repeat(200) + "[the first 200 of 300 lines]");
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_and_counted() {
        for (bytes, expected) in [
            (&b"a\xffb"[..], "a\u{fffd}b\n[1 byte that is not UTF-8 is shown as \u{fffd}]"),
            (b"\xe8\xaf\n", "\u{fffd}\u{fffd}\n[2 bytes that are not UTF-8 are shown as \u{fffd}]"),
            (b"\xe8\xaf", "\u{fffd}\u{fffd}\n[2 bytes that are not UTF-8 are shown as \u{fffd}]"),
            (b"\xff\xe8\xaf\xbb", "\u{fffd}读\n[1 byte that is not UTF-8 is shown as \u{fffd}]"),
        ] {
            assert_eq!(shown(bytes), expected, "{bytes:?}");
        }
        // Only what is shown counts.
        let mut long = numbered(200).into_bytes();
        long.push(0xff);
        assert_eq!(shown(&long), numbered(200) + "[the first 200 of 201 lines]");
    }

    #[test]
    fn a_flood_of_text_is_cut_between_two_characters() {
        let text = "读".repeat(30_000);
        let note = "\n[cut in line 1 of 1, after 64 KiB of 90000 bytes]";
        assert_eq!(shown(text.as_bytes()), "读".repeat(MAX_BYTES / 3) + note);
        let two = format!("a\n{text}\nb");
        assert!(shown(two.as_bytes()).ends_with("\n[cut in line 2 of 3, after 64 KiB of 90004 bytes]"));
        let exact = "x".repeat(MAX_BYTES);
        assert_eq!(shown(exact.as_bytes()), exact);
        let mut broken = b"\xff".to_vec();
        broken.extend("x".repeat(MAX_BYTES).bytes());
        let note = "\n[cut in line 1 of 1, after 64 KiB of 65537 bytes; 1 byte that is not UTF-8 is shown as \u{fffd}]";
        assert!(shown(&broken).ends_with(note));
    }
}
