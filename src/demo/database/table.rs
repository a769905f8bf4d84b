//! Rows as text: a line for the names of the columns, a line for each row.

use super::{Rows, Value};

const BETWEEN: &str = " | ";

/// The rows with their columns set apart by bars. Each stays one line: control characters in a text are escaped.
pub(super) fn table(rows: &Rows) -> String {
    let mut out = String::new();
    for (at, name) in rows.columns.iter().enumerate() {
        separate(&mut out, at);
        escape(&mut out, name);
    }
    for row in &rows.rows {
        out.push('\n');
        for (at, value) in row.iter().enumerate() {
            separate(&mut out, at);
            write_value(&mut out, value);
        }
    }
    let count = rows.rows.len().to_string();
    if rows.rows.is_empty() {
        note(&mut out, &["no rows"]);
    } else if rows.more_rows {
        note(&mut out, &["the first ", &count, " rows; there are more"]);
    }
    if rows.more_columns > 0 {
        let shown = rows.columns.len().to_string();
        let more = rows.more_columns.to_string();
        note(&mut out, &["the first ", &shown, " columns; there are ", &more, " more"]);
    }
    out
}

/// Something about the table, on a line of its own.
fn note(out: &mut String, parts: &[&str]) {
    out.push_str("\n[");
    out.push_str(&parts.concat());
    out.push(']');
}

fn separate(out: &mut String, at: usize) {
    if at > 0 {
        out.push_str(BETWEEN);
    }
}

fn write_value(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("NULL"),
        Value::Integer(number) => out.push_str(&number.to_string()),
        Value::Real(text) => out.push_str(text),
        Value::Text { start, length } => {
            escape(out, start);
            if start.chars().count() < *length {
                cut(out, "… (", *length, " characters)");
            }
        }
        Value::Blob { start, length } => {
            out.push_str("x'");
            for byte in start {
                for digit in [byte >> 4, byte & 15] {
                    out.push(char::from(b"0123456789abcdef"[usize::from(digit)]));
                }
            }
            if start.len() < *length { cut(out, "…' (", *length, " bytes)") } else { out.push('\'') }
        }
    }
}

/// How much there is of a value of which only the start is shown.
fn cut(out: &mut String, before: &str, length: usize, after: &str) {
    out.push_str(before);
    out.push_str(&length.to_string());
    out.push_str(after);
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        if c.is_control() {
            out.extend(c.escape_debug());
        } else {
            out.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::QueryLimits;
    use super::*;

    fn text(text: &str) -> Value {
        Value::text(text.as_bytes(), &QueryLimits::default())
    }

    fn rows(columns: &[&str], rows: Vec<Vec<Value>>) -> Rows {
        let columns = columns.iter().map(|name| (*name).to_owned()).collect();
        Rows { columns, rows, ..Rows::default() }
    }

    #[test]
    fn each_row_is_a_line_and_each_kind_of_value_has_its_spelling() {
        let limits = QueryLimits::default();
        let found = rows(
            &["id", "名字", "x"],
            vec![
                vec![Value::Integer(-1), text("周杰伦"), Value::Null],
                vec![Value::Integer(i64::MIN), text(""), Value::Real("1.5".to_owned())],
                vec![text("a\nb\t\u{0}|"), text("NULL"), Value::blob(b"\x00\xff", &limits)],
                vec![Value::blob(b"", &limits), text("\\n"), Value::blob(&[1; 17], &limits)],
            ],
        );
        let expected = "id | 名字 | x\n\
            -1 | 周杰伦 | NULL\n\
            -9223372036854775808 |  | 1.5\n\
            a\\nb\\t\\0| | NULL | x'00ff'\n\
            x'' | \\n | x'01010101010101010101010101010101…' (17 bytes)";
        assert_eq!(table(&found), expected);
    }

    #[test]
    fn what_is_left_out_is_said_and_nothing_is_counted_that_was_not() {
        let one = || vec![vec![Value::Integer(1)]];
        assert_eq!(table(&rows(&["a"], one())), "a\n1");
        assert_eq!(table(&rows(&["a", "b"], Vec::new())), "a | b\n[no rows]");
        let more = Rows { more_rows: true, ..rows(&["a"], one()) };
        assert_eq!(table(&more), "a\n1\n[the first 1 rows; there are more]");
        let wide = Rows { more_columns: 3, ..rows(&["a"], one()) };
        assert_eq!(table(&wide), "a\n1\n[the first 1 columns; there are 3 more]");
    }

    #[test]
    fn a_long_text_is_cut_between_characters_and_says_its_length() {
        let found = |length| table(&rows(&["a"], vec![vec![text(&"读".repeat(length))]]));
        assert_eq!(found(200), format!("a\n{}", "读".repeat(200)));
        assert_eq!(found(201), format!("a\n{}… (201 characters)", "读".repeat(200)));
        assert_eq!(Value::text(b"a\xff", &QueryLimits::default()), text("a\u{fffd}"));
    }
}
