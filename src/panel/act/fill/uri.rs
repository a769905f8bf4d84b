//! The addresses that a template stands for (RFC 6570), with texts for its variables.

/// How an expression writes its variables, by the character that it begins with (RFC 6570 §3.2.1 and appendix A).
struct Style {
    first: &'static str,
    between: &'static str,
    /// Whether names are written too, and what follows one whose text is empty.
    named: Option<&'static str>,
    /// Whether what a URI reserves is written as it is.
    reserved: bool,
}

impl Style {
    /// The style of an expression, and its variables.
    fn of(expression: &str) -> (Self, &str) {
        let style = |first, between, named, reserved| Self { first, between, named, reserved };
        let (found, operator) = match expression.as_bytes().first() {
            Some(b'+') => (style("", ",", None, true), 1),
            Some(b'#') => (style("#", ",", None, true), 1),
            Some(b'.') => (style(".", ".", None, false), 1),
            Some(b'/') => (style("/", "/", None, false), 1),
            Some(b';') => (style(";", ";", Some(""), false), 1),
            Some(b'?') => (style("?", "&", Some("="), false), 1),
            Some(b'&') => (style("&", "&", Some("="), false), 1),
            _ => (style("", ",", None, false), 0),
        };
        (found, &expression[operator..])
    }
}

/// The parts of a template: texts and expressions by turns, the first a text. A brace that nothing closes is text.
fn parts(template: &str) -> Vec<(&str, Option<&str>)> {
    let mut rest = template;
    let mut parts = Vec::new();
    while let Some((text, after)) = rest.split_once('{') {
        let Some((expression, after)) = after.split_once('}') else { break };
        parts.push((text, Some(expression)));
        rest = after;
    }
    parts.push((rest, None));
    parts
}

/// The variables of an expression: their names, and how many characters of them are written.
fn variables(list: &str) -> impl Iterator<Item = (&str, usize)> {
    list.split(',').filter(|variable| !variable.is_empty()).map(|variable| {
        let variable = variable.strip_suffix('*').unwrap_or(variable);
        match variable.split_once(':') {
            Some((name, length)) => (name, length.parse().unwrap_or(usize::MAX)),
            None => (variable, usize::MAX),
        }
    })
}

/// The names of the variables in `template`, each once.
pub(super) fn names(template: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (_, expression) in parts(template) {
        for (name, _) in variables(Style::of(expression.unwrap_or_default()).1) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The address that `template` stands for; what `value` does not know is left out.
pub(super) fn expand<'a>(template: &str, value: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut out = String::with_capacity(template.len());
    for (text, expression) in parts(template) {
        encode(text, true, &mut out);
        let (style, list) = Style::of(expression.unwrap_or_default());
        let known = variables(list).filter_map(|(name, length)| Some((name, length, value(name)?)));
        for (at, (name, length, value)) in known.enumerate() {
            out.push_str(if at == 0 { style.first } else { style.between });
            if let Some(empty) = style.named {
                out.push_str(name);
                out.push_str(if value.is_empty() { empty } else { "=" });
            }
            let cut: String = value.chars().take(length).collect();
            encode(&cut, style.reserved, &mut out);
        }
    }
    out
}

/// Writes `text` as part of a URI; with `reserved`, what has a meaning there keeps it, and so does what is encoded
/// already.
fn encode(text: &str, reserved: bool, out: &mut String) {
    use core::fmt::Write as _;
    let bytes = text.as_bytes();
    for (at, byte) in text.bytes().enumerate() {
        let is_encoded =
            || bytes.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let stays = match byte {
            b'-' | b'.' | b'_' | b'~' => true,
            b'%' => reserved && is_encoded(),
            byte if b":/?#[]@!$&'()*+,;=".contains(&byte) => reserved,
            byte => byte.is_ascii_alphanumeric(),
        };
        if stays {
            out.push(char::from(byte));
        } else {
            // Writing into a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str) -> Option<&'static str> {
        Some(match name {
            "var" => "value",
            "hello" => "Hello World!",
            "path" => "/foo/bar",
            "who" => "读我",
            "empty" => "",
            "x" => "1024",
            "half" => "50%",
            "done" => "a%20b",
            _ => return None,
        })
    }

    #[test]
    fn every_kind_of_expression_is_written_as_the_standard_says() {
        for (template, expected) in [
            ("demo://greeting/{who}", "demo://greeting/%E8%AF%BB%E6%88%91"),
            ("{hello}", "Hello%20World%21"),
            ("{+hello}", "Hello%20World!"),
            ("{path}/here", "%2Ffoo%2Fbar/here"),
            ("{+path}/here", "/foo/bar/here"),
            ("{half},{+half},{+done},{done}", "50%25,50%25,a%20b,a%2520b"),
            ("X{#var}", "X#value"),
            ("X{.x,var}", "X.1024.value"),
            ("{/var,x}/here", "/value/1024/here"),
            ("{;x,empty}", ";x=1024;empty"),
            ("{?x,empty,gone}", "?x=1024&empty="),
            ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
            ("{var:3}{who:1}{path*}", "val%E8%AF%BB%2Ffoo%2Fbar"),
            ("{?gone}{gone}{empty}", ""),
            ("a{b", "a%7Bb"),
            ("", ""),
        ] {
            assert_eq!(expand(template, value), expected, "{template}");
        }
    }

    #[test]
    fn each_variable_is_named_once() {
        assert_eq!(names("a{x}{+y,x}{?z*,y:3}{}{open"), ["x", "y", "z"]);
        assert_eq!(names("plain"), [""; 0]);
    }
}
