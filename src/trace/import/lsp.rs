//! Messages with the headers of LSP, which are not part of MCP: what such a server or client wrote.

use core::ops::Range;

use super::direction::{Clue, Facts};
use super::format::Sample;
use super::sink::Sink;
use super::value::{Fuel, Shape, shape};
use crate::trace::model::{Doubt, Doubts, Heading};

const NAME: &[u8] = b"content-length:";

/// More than this between a header's first line and its end is no header.
const LONGEST_HEADER: usize = 1_000;

pub(super) fn is_header(line: &str) -> bool {
    let line = line.trim_ascii();
    let named = line.as_bytes().get(..NAME.len()).is_some_and(|name| name.eq_ignore_ascii_case(NAME));
    named && length(line).is_some()
}

fn length(line: &str) -> Option<usize> {
    line.get(NAME.len()..)?.trim_ascii().parse().ok()
}

pub(super) fn score(sample: &Sample<'_>) -> usize {
    if sample.lines.first().is_some_and(|line| is_header(line)) { 90 } else { 0 }
}

pub(super) fn read(sink: &mut Sink<'_>, _: &mut Heading) {
    let page = sink.page;
    let mut fuel = Fuel::new(page.text());
    let mut at = 0;
    while at < page.text().len() {
        match framed(page.text(), at, &mut fuel) {
            Some(found) => {
                frame(sink, &found, Clue::default());
                at = found.body.end;
            }
            None => at = page.text()[at..].find('\n').map_or(page.text().len(), |end| at + end + 1),
        }
    }
    sink.settle(false);
}

/// A header and its body.
pub(super) struct Framed {
    pub(super) header: Range<usize>,
    pub(super) body: Range<usize>,
}

/// The message whose header begins at `at`, the start of a line; after a body there need not be a line end.
pub(super) fn framed(text: &str, at: usize, fuel: &mut Fuel) -> Option<Framed> {
    let mut declared = None;
    let mut next = at;
    loop {
        let end = text[next..].find('\n').map(|end| next + end + 1)?;
        let line = &text[next..end];
        next = end;
        if line.trim_ascii().is_empty() {
            break;
        }
        if next - at > LONGEST_HEADER || !line.contains(':') || line.contains('{') {
            return None;
        }
        if is_header(line) {
            declared = length(line.trim_ascii());
        }
    }
    let start = next;
    let counted = start.checked_add(declared?).filter(|end| text.is_char_boundary(*end));
    let counted = counted.filter(|end| *end <= text.len() && shape(&text[start..*end]) != Shape::Broken);
    // A paste loses carriage returns, and with them the count.
    let end = counted.or_else(|| text[start..].starts_with('{').then(|| fuel.end_of(text, start))?)?;
    Some(Framed { header: at..start, body: start..end })
}

/// The message with its header, as it stood on the wire.
pub(super) fn frame(sink: &mut Sink<'_>, found: &Framed, clue: Clue) {
    let page = sink.page;
    let facts = Facts::of(&page.text()[found.body.clone()]);
    let mut bytes = page.bytes(&found.header);
    let mut doubts = Doubts::NONE;
    if !bytes.contains(&b'\r') {
        bytes = page.text()[found.header.clone()].replace('\n', "\r\n").into_bytes();
        doubts = Doubt::Mended.into();
    }
    bytes.extend(page.bytes(&found.body));
    sink.message(bytes, found.header.start..found.body.end, Clue { facts, ..clue }, doubts);
}
