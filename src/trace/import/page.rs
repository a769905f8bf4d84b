//! A text with the marks of its way here taken out, and the way back to every byte of it.

use core::ops::Range;

/// What stands in for a byte that is not UTF-8: one byte as well, and no part of any message.
const SUBSTITUTE: u8 = 0x1A;

/// Bytes that were taken out of the text before it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleanup {
    /// Which bytes of the text.
    pub bytes: Range<u64>,
    /// What they are.
    pub kind: CleanupKind,
}

/// What was taken out of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CleanupKind {
    /// A byte order mark at its beginning: an editor's, not a peer's.
    ByteOrderMark,
    /// A colour or another command to a terminal.
    TerminalCode,
    /// What another program puts before each line.
    LinePrefix,
    /// The fence, the quote sign or the back-tick of a report.
    Markdown,
    /// The carriage return of a line end.
    CarriageReturn,
    /// White space between what was read.
    Blank,
    /// The first line of a recording, which says what it is.
    Heading,
    /// What holds the elements of a list together.
    Punctuation,
}

/// Where the clean text goes on in the original.
#[derive(Debug, Clone, Copy)]
struct Cut {
    clean: usize,
    raw: usize,
}

/// The clean text. Cleaning only ever takes bytes out, so each byte that is left has its place in the original.
#[derive(Debug)]
pub(super) struct Page<'a> {
    raw: &'a [u8],
    text: String,
    cuts: Vec<Cut>,
}

impl<'a> Page<'a> {
    /// `raw` without `cleanups`, which are in order and do not overlap.
    pub(super) fn new(raw: &'a [u8], cleanups: &[Cleanup]) -> Self {
        let (mut text, mut cuts, mut at) = (String::with_capacity(raw.len()), Vec::new(), 0);
        for cleanup in cleanups {
            let (start, end) = (cleanup.bytes.start as usize, cleanup.bytes.end as usize);
            push_text(&raw[at..start], &mut text);
            cuts.push(Cut { clean: text.len(), raw: end });
            at = end;
        }
        push_text(&raw[at..], &mut text);
        Self { raw, text, cuts }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// The lines of the text as ranges, line feed included.
    pub(super) fn lines(&self) -> impl Iterator<Item = Range<usize>> {
        lines_from(&self.text, 0)
    }

    /// Where the byte at `clean` stands in the original.
    fn raw_place(&self, clean: usize) -> usize {
        let after = self.cuts.partition_point(|cut| cut.clean <= clean);
        match after.checked_sub(1).map(|index| self.cuts[index]) {
            Some(cut) => cut.raw + (clean - cut.clean),
            None => clean,
        }
    }

    /// The stretch of the original that `range` is.
    pub(super) fn origin(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.raw_place(range.start);
        if range.is_empty() { start..start } else { start..self.raw_place(range.end - 1) + 1 }
    }

    /// The bytes of `range` as they stand in the original, without what was taken out.
    pub(super) fn bytes(&self, range: &Range<usize>) -> Vec<u8> {
        let mut out = Vec::with_capacity(range.len() + 1);
        let mut at = range.start;
        let first = self.cuts.partition_point(|cut| cut.clean <= at);
        let ends = self.cuts[first..].iter().map(|cut| cut.clean).take_while(|clean| *clean < range.end);
        for end in ends.chain([range.end]) {
            let place = self.raw_place(at);
            out.extend_from_slice(&self.raw[place..place + (end - at)]);
            at = end;
        }
        out
    }

    /// Whether something was taken out within `range`.
    pub(super) fn is_cut(&self, range: &Range<usize>) -> bool {
        self.origin(range).len() != range.len()
    }
}

/// The lines of `text` from the byte `at` on, which is the start of one.
pub(super) fn lines_from(text: &str, mut at: usize) -> impl Iterator<Item = Range<usize>> {
    core::iter::from_fn(move || {
        let rest = text.as_bytes().get(at..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        at += length;
        Some(at - length..at)
    })
}

fn push_text(bytes: &[u8], out: &mut String) {
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| char::from(SUBSTITUTE)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleanup(bytes: Range<u64>) -> Cleanup {
        Cleanup { bytes, kind: CleanupKind::TerminalCode }
    }

    #[test]
    fn every_byte_that_is_left_finds_its_way_back() {
        let raw = b"\x1b[1mab\x1b[0m\xffc\nd";
        let page = Page::new(raw, &[cleanup(0..4), cleanup(6..10)]);
        assert_eq!(page.text(), "ab\x1ac\nd");
        assert_eq!(page.bytes(&(0..4)), b"ab\xffc");
        assert_eq!(page.origin(&(0..2)), 4..6);
        assert_eq!(page.origin(&(2..3)), 10..11, "what was taken out before it is no part of it");
        assert!(page.is_cut(&(1..3)) && !page.is_cut(&(2..5)));
        assert_eq!(page.lines().collect::<Vec<_>>(), [0..5, 5..6]);
    }

    #[test]
    fn a_text_that_needs_no_cleaning_is_itself() {
        let page = Page::new(b"a\nb", &[]);
        assert_eq!((page.text(), page.origin(&(1..3)), page.bytes(&(1..3))), ("a\nb", 1..3, b"\nb".to_vec()));
    }
}
