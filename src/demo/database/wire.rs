//! Questions and replies as text, for an engine that is not written in Rust.
//!
//! Both are JSON arrays of strings. A question is the statement, then its limits (rows, columns, characters, bytes,
//! milliseconds), then the script of another database than the sample, if it is one. A reply is `rows`, then `more`
//! or nothing, the number of columns that are left out, the number of those that are not, their names, and the values
//! row by row; or a reason why there are none: `empty`, `second` or `late`, or with a word about it `refused`,
//! `engine` or `unavailable`.
//!
//! A value is a string whose first letter tells its kind: `n`, `i12`, `r0.1`, `t2 ab` with the number of characters,
//! `b3 00ff61` with the number of bytes.

use super::{Query, QueryError, QueryLimits, Rows, Value};
use crate::proto::json::RawJson;
use crate::proto::time::millis;

/// What an engine elsewhere is asked. With a `script` it asks the database that the script makes, without one its
/// sample.
#[must_use]
pub fn question(query: &Query, script: Option<&str>) -> String {
    let QueryLimits { rows, columns, characters, bytes, time } = query.limits;
    let limits = [rows, columns, characters, bytes].map(|limit| limit as u64);
    let mut words = vec![query.sql.clone()];
    words.extend(limits.into_iter().chain([millis(time)]).map(|limit| limit.to_string()));
    words.extend(script.map(str::to_owned));
    RawJson::from_value(&words).as_str().to_owned()
}

/// What an engine elsewhere has replied to `query`.
///
/// # Errors
/// The engine's, or [`QueryError::Unavailable`] for a reply that is none.
pub fn reply(query: &Query, text: &str) -> Result<Rows, QueryError> {
    let words: Option<Vec<String>> = RawJson::new(text).ok().and_then(|text| text.parse().ok());
    let mut words = words.unwrap_or_default().into_iter();
    let kind = words.next().unwrap_or_default();
    if kind == "rows" {
        return rows(&mut words).ok_or_else(|| QueryError::Unavailable("its rows cannot be read".to_owned()));
    }
    let what = words.next().unwrap_or_default();
    Err(match kind.as_str() {
        "empty" => QueryError::Empty,
        "second" => QueryError::SecondStatement,
        "refused" => QueryError::Refused(what),
        "late" => QueryError::TimedOut(query.limits.time),
        "engine" => QueryError::Engine(what),
        _ => QueryError::Unavailable(what),
    })
}

fn rows(words: &mut impl Iterator<Item = String>) -> Option<Rows> {
    let more_rows = words.next()? == "more";
    let more_columns = count(&words.next()?)?;
    let width = count(&words.next()?)?;
    let columns: Vec<_> = words.take(width).collect();
    let mut rows = Vec::new();
    while let Some(first) = words.next() {
        let mut row = vec![value(&first)?];
        for _ in 1..width {
            row.push(value(&words.next()?)?);
        }
        rows.push(row);
    }
    (width > 0 && columns.len() == width).then_some(Rows { columns, more_columns, rows, more_rows })
}

fn count(text: &str) -> Option<usize> {
    usize::try_from(text.parse::<i64>().ok()?).ok()
}

fn value(text: &str) -> Option<Value> {
    let rest = text.get(1..)?;
    let counted = || {
        let (length, start) = rest.split_once(' ')?;
        Some((count(length)?, start))
    };
    Some(match text.as_bytes().first()? {
        b'n' => Value::Null,
        b'i' => Value::Integer(rest.parse().ok()?),
        b'r' => Value::Real(rest.to_owned()),
        b't' => counted().map(|(length, start)| Value::Text { start: start.to_owned(), length })?,
        b'b' => {
            let (length, digits) = counted()?;
            Value::Blob { start: bytes(digits)?, length }
        }
        _ => return None,
    })
}

/// The bytes that two digits each stand for.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut digits = digits.chars();
    while let Some(high) = digits.next() {
        let byte = high.to_digit(16)? << 4 | digits.next()?.to_digit(16)?;
        bytes.push(u8::try_from(byte).ok()?);
    }
    Some(bytes)
}
