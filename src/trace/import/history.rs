//! The history of the MCP Inspector, as people copy it from its page: what was asked and answered, without ids.

use super::format::Sample;
use super::sink::Sink;
use crate::trace::model::{Doubt, Heading, Lane};
use crate::trace::note::NoteKind;

/// `2. tools/call`
fn title(line: &str) -> bool {
    let Some((number, method)) = line.trim_ascii().split_once(". ") else { return false };
    let method = method.trim_end_matches(['▶', '▼', ' ']);
    !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && !method.is_empty()
        && !method.contains(' ')
        && (method.contains('/') || ["initialize", "ping"].contains(&method))
}

pub(super) fn score(sample: &Sample<'_>) -> usize {
    let named = sample.lines.iter().any(|line| ["Request:", "Response:"].contains(&line.trim_ascii()));
    if !named || sample.text.contains("\"jsonrpc\"") { 0 } else { sample.log(title) }
}

pub(super) fn read(sink: &mut Sink<'_>, _: &mut Heading) {
    let page = sink.page;
    let mut start = None;
    for line in page.lines() {
        if title(&page.text()[line.clone()])
            && let Some(start) = start.replace(line.start)
        {
            exchange(sink, start, line.start);
        }
    }
    if let Some(start) = start {
        exchange(sink, start, page.text().len());
        sink.tell(NoteKind::NoEnvelopes, &(start..page.text().len()), "");
    }
}

/// One number of the history. No message can be made of it: there are no ids, and nothing should be invented.
fn exchange(sink: &mut Sink<'_>, start: usize, end: usize) {
    let range = start..end;
    sink.add(Lane::Note, sink.page.bytes(&range), range, Doubt::Quoted.into());
}
