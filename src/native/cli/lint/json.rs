//! For programs: one object a line, and a summary.

use crate::desk::{Verdict, found_row, summary};
use crate::lint::Language;
use crate::proto::json::{Members, RawJson, ToJson};

pub(super) fn report(verdicts: &[Verdict], language: Language) -> String {
    let mut out = String::new();
    for verdict in verdicts {
        let file = || Members::new().with("file", &verdict.name);
        for found in &verdict.found {
            let row: Members = RawJson::from_value(&found_row(found, language)).parse().unwrap_or_default();
            line(row.iter().fold(file(), |line, (name, value)| line.with(name, value)), &mut out);
        }
        line(file().with("summary", &summary(verdict, language, None)), &mut out);
    }
    out
}

fn line(members: Members, out: &mut String) {
    members.write_json(out);
    out.push('\n');
}
