//! The measured table, as data.

use wirelab::sim::manners::{Begun, Heard, Kind, Manner, Probe};

/// The manners that were measured, in the order of the columns.
pub(crate) const MEASURED: [Manner; 5] =
    [Manner::Python1, Manner::Python2, Manner::TypeScript1, Manner::TypeScript2, Manner::Rmcp];

/// What is not modelled, each with its reason.
pub(crate) const NOT_MODELLED: &[(&str, Manner, &str)] =
    &[(QUICK, Manner::Python1, SCHEDULING), (QUICK, Manner::Python2, SCHEDULING)];

const QUICK: &str = "five quick calls, then the end";
const SCHEDULING: &str = "its tasks are stopped in the middle, and how many were done by then is up to its scheduler: ours \
    answers at once";

/// Whether the cell of `row` and `manner` is one that can be played.
pub(crate) fn is_modelled(row: &Row, manner: Manner) -> bool {
    !NOT_MODELLED.iter().any(|(name, who, _)| *name == row.name && *who == manner)
}

/// One line of the table.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) probe: Probe,
    /// What each of [`MEASURED`] answers.
    pub(crate) cells: [&'static str; 5],
}

pub(crate) fn rows() -> Vec<Row> {
    let text = include_str!("../data/manners/servers.tsv");
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(row).collect()
}

fn row(line: &'static str) -> Row {
    let cells: Vec<_> = line.split('\t').collect();
    let [name, when, input, cells @ ..] = cells.as_slice() else { panic!("{line}") };
    let begun = match when.split(' ').next() {
        Some("after") => Begun::Whole,
        Some("half") => Begun::Half,
        Some("before") => Begun::Nothing,
        _ => panic!("{line}"),
    };
    let mut pieces = unescaped(input);
    if when.ends_with(" bytes") {
        pieces = pieces.concat().into_iter().map(|byte| vec![byte]).collect();
    }
    let probe = Probe { begun, pieces, ends: when.ends_with(" end") };
    Row { name, probe, cells: cells.try_into().expect(line) }
}

/// The pieces that `text` stands for.
pub(crate) fn unescaped(text: &str) -> Vec<Vec<u8>> {
    let mut pieces = vec![Vec::new()];
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        let piece = pieces.last_mut().expect("there is one");
        piece.extend_from_slice(plain.as_bytes());
        let mut length = 1;
        match escape.as_bytes()[0] {
            b'n' => piece.push(b'\n'),
            b'r' => piece.push(b'\r'),
            b't' => piece.push(b'\t'),
            b'\\' => piece.push(b'\\'),
            b'x' => {
                length = 3;
                piece.push(u8::from_str_radix(&escape[1..3], 16).expect(text));
            }
            b'{' => {
                length = escape.find("\\}").expect(text) + 2;
                let (count, part) = escape[1..length - 2].split_once('*').expect(text);
                piece.extend(part.as_bytes().repeat(count.parse().expect(text)));
            }
            b'|' => pieces.push(Vec::new()),
            _ => panic!("{text}"),
        }
        rest = &escape[length..];
    }
    pieces.last_mut().expect("there is one").extend_from_slice(rest.as_bytes());
    pieces
}

/// What was heard in the words of the table.
pub(crate) fn cell(heard: &Heard) -> String {
    let words = heard.frames.iter().map(|(kind, _)| match kind {
        Kind::Result => "result".to_owned(),
        Kind::ToolError => "isError".to_owned(),
        Kind::Error { code, nameless } => format!("E{}{}", code.0, if *nameless { "~" } else { "" }),
        Kind::Log => "log".to_owned(),
        Kind::Other => "other".to_owned(),
    });
    let mut words: Vec<_> = words.collect();
    if words.is_empty() {
        words.push("silence".to_owned());
    }
    if !heard.alive {
        words.push("dead".to_owned());
    }
    words.join(" ")
}
