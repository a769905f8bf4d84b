//! The formats that are known, as a table.

use super::sink::Sink;
use super::{desktop, editor, events, exchange, history, lsp, ndjson, paste, strace, wire};
use crate::trace::model::Heading;

/// What a text can be read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Wirelab's own recording.
    Wire,
    /// What `mcp-trace-validator` reads and writes: one event a line.
    TraceJsonl,
    /// A session log of `mcpsnoop`.
    Mcpsnoop,
    /// The cache files of Claude Code: what it says about a server.
    ClaudeCode,
    /// The protocol export of the MCP Inspector.
    InspectorExport,
    /// A cassette of `mcp-recorder`.
    Cassette,
    /// An archive in the manner of HAR, as Wirelab exports it.
    Har,
    /// The history of the MCP Inspector, copied from its page.
    InspectorHistory,
    /// `mcp-server-NAME.log` of Claude Desktop: one server's log.
    ClaudeDesktop,
    /// `mcp.log` of Claude Desktop: all servers.
    ClaudeDesktopMain,
    /// The MCP output of VS Code.
    VsCode,
    /// The MCP log of Cursor.
    Cursor,
    /// The reads and writes of a server, as `strace` prints them.
    Strace,
    /// Messages with the headers of LSP.
    ContentLength,
    /// One message a line, of one direction or of both.
    Ndjson,
    /// Anything else in which there may be messages.
    Text,
}

/// What is known about a format.
pub(super) struct Spec {
    format: Format,
    name: &'static str,
    /// How well a text fits, in percent.
    score: fn(&Sample<'_>) -> usize,
    pub(super) read: fn(&mut Sink<'_>, &mut Heading),
    /// Its bytes count as they are.
    pub(super) exact: bool,
    /// What stands between the elements of a file that is one JSON value.
    pub(super) separators: &'static [u8],
}

type Read = fn(&mut Sink<'_>, &mut Heading);

const fn row(format: Format, name: &'static str, score: fn(&Sample<'_>) -> usize, read: Read) -> Spec {
    Spec { format, name, score, read, exact: false, separators: b"" }
}

impl Spec {
    const fn exact(mut self) -> Self {
        self.exact = true;
        self
    }

    const fn between(mut self, separators: &'static [u8]) -> Self {
        self.separators = separators;
        self
    }
}

/// All formats; of two that fit equally well the first is meant.
const FORMATS: &[Spec] = &[
    row(Format::Wire, "wire", wire::score, wire::read).exact(),
    row(Format::TraceJsonl, "trace-jsonl", events::score_trace, events::read_trace),
    row(Format::Mcpsnoop, "mcpsnoop", events::score_snoop, events::read_snoop),
    row(Format::ClaudeCode, "claude-code", events::score_code, events::read_code).between(b"[],"),
    row(Format::InspectorExport, "inspector-export", exchange::score_inspector, exchange::read_inspector)
        .between(b"[],"),
    row(Format::Cassette, "mcp-recorder", exchange::score_cassette, exchange::read_cassette)
        .between(b"[]{},"),
    row(Format::Har, "har", exchange::score_har, exchange::read_har).between(b"[]{},"),
    row(Format::InspectorHistory, "inspector-history", history::score, history::read),
    row(Format::ClaudeDesktop, "claude-desktop", desktop::score, desktop::read),
    row(Format::ClaudeDesktopMain, "claude-desktop-main", desktop::score_main, desktop::read_main),
    row(Format::VsCode, "vscode", editor::score_vscode, editor::read_vscode),
    row(Format::Cursor, "cursor", editor::score_cursor, editor::read_cursor),
    row(Format::Strace, "strace", strace::score, strace::read),
    row(Format::ContentLength, "content-length", lsp::score, lsp::read).exact(),
    row(Format::Ndjson, "ndjson", ndjson::score, ndjson::read).exact(),
    row(Format::Text, "text", |_| 1, paste::read),
];

impl Format {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        FORMATS.iter().map(|spec| spec.format)
    }

    /// Its name on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The format called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        FORMATS.iter().find(|spec| spec.name == name).map(|spec| spec.format)
    }

    pub(super) fn spec(self) -> &'static Spec {
        // The table has all of them, which a test says; the last one reads anything.
        FORMATS.iter().find(|spec| spec.format == self).unwrap_or(&FORMATS[FORMATS.len() - 1])
    }

    /// The format that `sample` fits best, and how well.
    pub(super) fn best(sample: &Sample<'_>) -> (Self, usize) {
        let mut best = (Self::Text, 0);
        for spec in FORMATS {
            let score = (spec.score)(sample);
            if score > best.1 {
                best = (spec.format, score);
            }
        }
        best
    }
}

/// The beginning of a text.
pub(super) struct Sample<'a> {
    /// As much as is looked at.
    pub(super) text: &'a str,
    /// The first lines that are not blank.
    pub(super) lines: Vec<&'a str>,
}

impl<'a> Sample<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let lines = text.split('\n').filter(|line| !line.trim_ascii().is_empty()).take(200).collect();
        Self { text, lines }
    }

    /// How many of a hundred lines are `hit`s, at least 1 if there are any.
    pub(super) fn share(&self, hit: impl Fn(&str) -> bool) -> usize {
        let hits = self.lines.iter().filter(|line| hit(line)).count();
        if hits == 0 { 0 } else { (hits * 100 / self.lines.len()).max(1) }
    }

    /// A log in which most lines may be continuations: a few heads are enough to know it by.
    pub(super) fn log(&self, head: impl Fn(&str) -> bool) -> usize {
        match self.share(head) {
            share @ (0 | 20..) => share,
            share => share + 20,
        }
    }

    /// Whether the first value of the text is an object or array with all of these `members` near its beginning.
    pub(super) fn is_value_with(&self, open: char, members: &[&str]) -> bool {
        let near = self.text.floor_char_boundary(4_096);
        let near = &self.text[..near];
        near.trim_ascii_start().starts_with(open) && members.iter().all(|member| near.contains(member))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_one_name_and_one_row() {
        let mut names: Vec<_> = Format::all().map(Format::name).collect();
        for format in Format::all() {
            assert_eq!(Format::find(format.name()), Some(format));
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FORMATS.len());
        assert_eq!(Format::find("Text"), None);
    }
}
