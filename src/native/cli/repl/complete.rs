//! What a line may go on with: the name of a command or a tool, then its arguments.

use crate::native::sample;
use crate::proto::json::Members;
use crate::proto::mcp::Tool;

/// What begins with a colon, and `quit`.
const COMMANDS: [&str; 5] = [":frames", ":help", ":raw ", ":tools", "quit"];

/// Where the last word of `line` begins, and what it may be.
pub(super) fn complete(line: &str, tools: &[Tool]) -> (usize, Vec<String>) {
    let Some((word, rest)) = line.split_once(char::is_whitespace) else {
        let known = tools.iter().map(|tool| format!("{} ", tool.name));
        let all = known.chain(COMMANDS.map(str::to_owned));
        return (0, all.filter(|name| name.starts_with(line)).collect());
    };
    let Some(tool) = tools.iter().find(|tool| tool.name == word) else { return (line.len(), Vec::new()) };
    if rest.trim().is_empty() {
        // All of them at once, as an example.
        return (line.len(), vec![sample::arguments(&tool.input_schema).to_string()]);
    }
    let schema: Members = tool.input_schema.parse().unwrap_or_default();
    let properties: Members = schema.peek("properties").ok().flatten().unwrap_or_default();
    let is_json = rest.trim_start().starts_with('{');
    let ends: &[char] = if is_json { &['{', ',', ' '] } else { &[' '] };
    let start = line.rfind(ends).map_or(0, |at| at + 1);
    let begun = line[start..].trim_start_matches('"');
    let written = |name: &str| if is_json { format!("\"{name}\": ") } else { format!("{name}=") };
    // A value has been begun, or what is missing is a comma.
    let after_name = is_json && line[..start].trim_end().ends_with(':');
    let fits = |name: &&str| name.starts_with(begun) && !line[..start].contains(written(name).trim_end());
    let names = properties.iter().map(|(name, _)| name).filter(fits);
    (start, if after_name { Vec::new() } else { names.map(written).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::json::RawJson;

    fn tools() -> Vec<Tool> {
        let schema = r#"{"type":"object","required":["a"],"properties":{"a":{"type":"integer"},"all":{}}}"#;
        ["add", "address"].map(|name| Tool::new(name, RawJson::new(schema).expect("valid"))).into()
    }

    fn completed(line: &str) -> Vec<String> {
        let (start, candidates) = complete(line, &tools());
        candidates.into_iter().map(|candidate| format!("{}{candidate}", &line[..start])).collect()
    }

    #[test]
    fn a_line_goes_on_with_what_the_server_has() {
        for (line, expected) in [
            ("", &["add ", "address ", ":frames", ":help", ":raw ", ":tools", "quit"][..]),
            ("ad", &["add ", "address "]),
            (":f", &[":frames"]),
            ("nope ", &[]),
            ("add ", &["add {\"a\":1}"]),
            ("add {", &["add {\"a\": ", "add {\"all\": "]),
            ("add {\"al", &["add {\"all\": "]),
            ("add {\"a\": 1, ", &["add {\"a\": 1, \"all\": "]),
            ("add {\"a\": ", &[]),
            ("add a", &["add a=", "add all="]),
            ("add a=1 ", &["add a=1 all="]),
            ("读 ", &[]),
        ] {
            assert_eq!(completed(line), expected, "{line:?}");
        }
    }
}
