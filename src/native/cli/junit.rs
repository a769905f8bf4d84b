//! Reports for build servers (JUnit XML).

use std::fmt::Write;

/// Cases that belong together.
pub(super) struct Suite {
    pub(super) name: String,
    pub(super) cases: Vec<Case>,
}

/// One of them.
pub(super) struct Case {
    /// What it belongs to.
    pub(super) class: String,
    pub(super) name: String,
    pub(super) came: Came,
}

/// What came of it.
pub(super) enum Came {
    Passed,
    /// No failure; what was said of it is kept all the same.
    Noted(String),
    Failed {
        kind: &'static str,
        message: String,
        text: String,
    },
    Skipped(String),
}

pub(super) fn document(name: &str, suites: &[Suite]) -> String {
    let mut out =
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\">\n", escaped(name));
    for suite in suites {
        // Nothing fails in memory.
        let _ = write_suite(&mut out, suite);
    }
    out + "</testsuites>\n"
}

fn write_suite(out: &mut String, suite: &Suite) -> std::fmt::Result {
    let count = |is: fn(&Came) -> bool| suite.cases.iter().filter(|case| is(&case.came)).count();
    writeln!(
        out,
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">",
        escaped(&suite.name),
        suite.cases.len(),
        count(|came| matches!(came, Came::Failed { .. })),
        count(|came| matches!(came, Came::Skipped(_))),
    )?;
    for Case { class, name, came } in &suite.cases {
        write!(out, "    <testcase classname=\"{}\" name=\"{}\"", escaped(class), escaped(name))?;
        match came {
            Came::Passed => {
                writeln!(out, "/>")?;
                continue;
            }
            Came::Noted(text) => write!(out, "><system-out>{}</system-out>", escaped(text))?,
            Came::Skipped(why) => write!(out, "><skipped message=\"{}\"/>", escaped(why))?,
            Came::Failed { kind, message, text } => {
                let (message, text) = (escaped(message), escaped(text));
                write!(out, "><failure type=\"{kind}\" message=\"{message}\">{text}</failure>")?;
            }
        }
        writeln!(out, "</testcase>")?;
    }
    writeln!(out, "  </testsuite>")
}

/// As XML 1.0 has it: five characters by their names, and no control characters, which it cannot hold.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_of_a_peers_ends_a_text_or_an_attribute() {
        assert_eq!(escaped("a<b>&\"'\n\u{0}\u{7f}读"), "a&lt;b&gt;&amp;&quot;&apos;&#10;\u{fffd}\u{fffd}读");
    }
}
