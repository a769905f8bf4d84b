//! Questions and replies as text, for an engine that is not written in Rust.
//!
//! Both are JSON arrays. A question is the statement, its limits (rows, columns, characters, bytes, milliseconds), and
//! the script of another database than the sample, if it is one. A reply is of strings: `rows`, then `more` or nothing,
//! the number of columns that are left out, the number of those that are not, their names, and the values row by row;
//! or a reason why there are none: `empty` or `second`, or with a word about it `refused`, `late` (after how many
//! milliseconds), `engine` or `unavailable`.
//!
//! A value is a string whose first letter tells its kind: `n`, `i12`, `r0.1`, `t2 ab` with the number of characters,
//! `b3 00ff61` with the number of bytes.

use core::time::Duration;

use super::{Query, QueryError, QueryLimits, Rows, Value};
use crate::proto::json::{RawJson, ToJson};
use crate::proto::time::millis;

/// What an engine elsewhere is asked. With a `script` it asks the database that the script makes, without one its
/// sample.
#[must_use]
pub fn question(query: &Query, script: Option<&str>) -> String {
    let QueryLimits { rows, columns, characters, bytes, time } = query.limits;
    let mut out = String::from("[");
    query.sql.write_json(&mut out);
    for limit in [rows as u64, columns as u64, characters as u64, bytes as u64, millis(time)] {
        out.push(',');
        out.push_str(&limit.to_string());
    }
    if let Some(script) = script {
        out.push(',');
        script.write_json(&mut out);
    }
    out.push(']');
    out
}

/// What an engine elsewhere has replied.
///
/// # Errors
/// The engine's, or [`QueryError::Unavailable`] for a reply that is none.
pub fn reply(text: &str) -> Result<Rows, QueryError> {
    let words: Vec<String> = RawJson::new(text).ok().and_then(|text| text.parse().ok()).unwrap_or_default();
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let what = word(1).to_owned();
    Err(match word(0) {
        "rows" => match rows(&words[1..]) {
            Some(rows) => return Ok(rows),
            None => QueryError::Unavailable("its rows cannot be read".to_owned()),
        },
        "empty" => QueryError::Empty,
        "second" => QueryError::SecondStatement,
        "refused" => QueryError::Refused(what),
        "late" => QueryError::TimedOut(Duration::from_millis(count(&what).unwrap_or(0) as u64)),
        "engine" => QueryError::Engine(what),
        _ => QueryError::Unavailable(what),
    })
}

fn rows(words: &[String]) -> Option<Rows> {
    let [more, left_out, width, rest @ ..] = words else { return None };
    let width = count(width)?;
    if width == 0 || rest.len() < width || !rest.len().is_multiple_of(width) {
        return None;
    }
    let (columns, values) = rest.split_at(width);
    let mut rows = Vec::new();
    for texts in values.chunks(width) {
        let mut row = Vec::new();
        for text in texts {
            row.push(value(text)?);
        }
        rows.push(row);
    }
    Some(Rows { columns: columns.to_vec(), more_columns: count(left_out)?, rows, more_rows: more == "more" })
}

fn count(text: &str) -> Option<usize> {
    usize::try_from(text.parse::<i64>().ok()?).ok()
}

fn value(text: &str) -> Option<Value> {
    let rest = text.get(1..)?;
    let kind = text.as_bytes().first()?;
    Some(match kind {
        b'n' => Value::Null,
        b'i' => Value::Integer(rest.parse().ok()?),
        b'r' => Value::Real(rest.to_owned()),
        b't' | b'b' => {
            let (length, start) = rest.split_once(' ')?;
            let length = count(length)?;
            match kind {
                b't' => Value::Text { start: start.to_owned(), length },
                _ => Value::Blob { start: bytes(start)?, length },
            }
        }
        _ => return None,
    })
}

/// The bytes that two digits each stand for.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for pair in digits.as_bytes().chunks(2) {
        let [high, low] = pair else { return None };
        let digit = |byte: u8| char::from(byte).to_digit(16);
        bytes.push((digit(*high)? << 4 | digit(*low)?) as u8);
    }
    Some(bytes)
}
