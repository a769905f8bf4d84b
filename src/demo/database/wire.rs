//! Questions and replies as text, for an engine that is not written in Rust.
//!
//! A question is a JSON object with the statement and its limits. A reply is one too: with `columns`, `moreColumns`,
//! `rows` and `moreRows`, or with `error` (`empty`, `second`, `late`, or with `what`: `refused`, `engine`,
//! `unavailable`). A value is a string whose first
//! letter tells its kind: `n`, `i12`, `r0.1`, `t2 ab` with the number of characters, `b3 00ff61` with the number of
//! bytes.

use super::{Query, QueryError, QueryLimits, Rows, Value};
use crate::proto::json::{Members, Mismatch, RawJson};
use crate::proto::time::millis;

/// What an engine elsewhere is asked. With a `script` it asks the database that the script makes, without one its
/// sample.
#[must_use]
pub fn question(query: &Query, script: Option<&str>) -> String {
    let QueryLimits { rows, columns, characters, bytes, time } = query.limits;
    let mut members = Members::new().with("sql", &query.sql);
    for (name, limit) in [("rows", rows), ("columns", columns), ("characters", characters), ("bytes", bytes)] {
        members.set(name, &count(limit));
    }
    members.set("millis", &i64::try_from(millis(time)).unwrap_or(i64::MAX));
    script.into_iter().for_each(|script| members.set("script", script));
    RawJson::from_value(&members).as_str().to_owned()
}

fn count(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// What an engine elsewhere has replied to `query`.
///
/// # Errors
/// The engine's, or [`QueryError::Unavailable`] for a reply that is none.
pub fn reply(query: &Query, text: &str) -> Result<Rows, QueryError> {
    let unreadable = |why: String| QueryError::Unavailable(why);
    let text = RawJson::new(text).map_err(|fault| unreadable(fault.to_string()))?;
    let read = || {
        let mut members: Members = text.parse()?;
        match members.optional::<String>("error")? {
            None => rows(&mut members).map(Ok),
            Some(error) => {
                let what = members.optional("what")?.unwrap_or_default();
                Ok(Err(match error.as_str() {
                    "empty" => QueryError::Empty,
                    "second" => QueryError::SecondStatement,
                    "refused" => QueryError::Refused(what),
                    "late" => QueryError::TimedOut(query.limits.time),
                    "engine" => QueryError::Engine(what),
                    _ => QueryError::Unavailable(what),
                }))
            }
        }
    };
    read().unwrap_or_else(|mismatch: Mismatch| Err(unreadable(mismatch.to_string())))
}

fn rows(members: &mut Members) -> Result<Rows, Mismatch> {
    let read = |row: Vec<String>| row.iter().map(|value| value_of(value)).collect::<Option<Vec<_>>>();
    let rows = members.required::<Vec<Vec<String>>>("rows")?.into_iter().map(read).collect::<Option<_>>();
    Ok(Rows {
        columns: members.required("columns")?,
        more_columns: usize::try_from(members.required::<i64>("moreColumns")?).unwrap_or(0),
        rows: rows.ok_or_else(|| Mismatch::new("values with their kinds", "\"\"").within("rows"))?,
        more_rows: members.required("moreRows")?,
    })
}

fn value_of(text: &str) -> Option<Value> {
    let rest = text.get(1..)?;
    let counted = || {
        let (length, start) = rest.split_once(' ')?;
        Some((length.parse().ok()?, start))
    };
    Some(match text.as_bytes().first()? {
        b'n' => Value::Null,
        b'i' => Value::Integer(rest.parse().ok()?),
        b'r' => Value::Real(rest.to_owned()),
        b't' => counted().map(|(length, start)| Value::Text { start: start.to_owned(), length })?,
        b'b' => {
            let (length, digits) = counted()?;
            let byte = |at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
            Value::Blob { start: (0..digits.len()).step_by(2).map(byte).collect::<Option<_>>()?, length }
        }
        _ => return None,
    })
}
