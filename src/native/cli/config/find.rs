//! A server out of a client's or an editor's configuration.
//!
//! All of them list servers by name, with a command, arguments and variables; what differs is where the list stands and
//! what else an entry may say. Editors write JSON with comments, and places that are filled in when the server starts.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use jsonc_parser::ParseOptions;
use serde_json::{Map, Value};

use super::expand::Places;
use crate::native::child::ServerCommand;
use crate::native::cli::text::server as text;
use crate::native::client::Target;
use crate::native::remote::Remote;

/// Where lists of servers stand: in the files of most clients, of one editor's workspace and of its settings, of a second
/// editor, and of two clients that name it after the protocol.
const LISTS: [&str; 6] =
    ["/mcpServers", "/servers", "/mcp/servers", "/mcp/mcpServers", "/context_servers", "/mcp"];

/// JSON with comments and commas at the end, and nothing else that no client reads.
const WITH_COMMENTS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// The server `name` of `file`, or its only one. `given` fills in what the file leaves to the environment or the person.
///
/// # Errors
/// In words for a person: the file, and what is wrong with it.
pub(in crate::native::cli) fn find(
    file: &Path,
    name: Option<&str>,
    given: &[(OsString, OsString)],
) -> Result<Target, String> {
    let read = || {
        let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
        server(&text, file, name, given)
    };
    read().map_err(|why| text::unreadable(file, &why))
}

fn server(
    text: &str,
    file: &Path,
    name: Option<&str>,
    given: &[(OsString, OsString)],
) -> Result<Target, String> {
    if file.extension().is_some_and(|end| end == "toml") {
        return Err(text::TOML.to_owned());
    }
    let root: Value = jsonc_parser::parse_to_serde_value(text.trim_start_matches('\u{feff}'), &WITH_COMMENTS)
        .map_err(|error| text::not_json(&error))?;
    if !root.is_object() {
        return Err(text::NOT_AN_OBJECT.to_owned());
    }
    let list = LISTS.iter().find_map(|place| listed(root.pointer(place)?)).ok_or(text::NO_SERVERS)?;
    let known = || list.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let (name, entry) = match (name, &*list) {
        (_, []) => Err(text::NONE.to_owned()),
        (None, [only]) => Ok(*only),
        (None, _) => Err(text::which(&known())),
        (Some(name), _) => {
            let found = list.iter().find(|(known, _)| *known == name).copied();
            found.ok_or_else(|| text::unknown(name, &known()))
        }
    }?;
    Entry { name, members: entry, places: Places::of(file, name, given) }.target()
}

/// The entries of a list, each with its name: an object's members, or an array's items that say their own.
fn listed(list: &Value) -> Option<Vec<(&str, &Map<String, Value>)>> {
    match list {
        Value::Object(servers) => {
            servers.iter().map(|(name, entry)| Some((&**name, entry.as_object()?))).collect()
        }
        Value::Array(servers) => {
            servers.iter().map(|entry| Some((entry.get("name")?.as_str()?, entry.as_object()?))).collect()
        }
        _ => None,
    }
}

struct Entry<'a> {
    name: &'a str,
    members: &'a Map<String, Value>,
    places: Places<'a>,
}

impl Entry<'_> {
    fn target(&self) -> Result<Target, String> {
        if self.members.contains_key("command") {
            return self.command().map(Target::Command);
        }
        let url = ["url", "httpUrl", "serverUrl"].iter().find_map(|name| self.members.get(*name)?.as_str());
        let url = self.places.fill(url.ok_or_else(|| text::no_command(self.name))?)?;
        let bad = |bad| text::bad_server(self.name, text::bad_remote(bad));
        let mut remote = Remote::new(&url).map_err(bad)?;
        for (name, value) in self.headers()? {
            remote = remote.with_header(&format!("{name}: {value}")).map_err(bad)?;
        }
        Ok(Target::Remote(remote))
    }

    /// What is said to it with every request, where it is reached by HTTP.
    fn headers(&self) -> Result<Vec<(String, String)>, String> {
        let wrong = || self.shape("headers", text::VARIABLES);
        let Some(list) = self.members.get("headers").filter(|list| !list.is_null()) else {
            return Ok(Vec::new());
        };
        let list = list.as_object().ok_or_else(wrong)?;
        let value = |value: &Value| self.places.fill(value.as_str().ok_or_else(wrong)?);
        list.iter().map(|(name, text)| Ok((name.clone(), value(text)?))).collect()
    }

    fn command(&self) -> Result<ServerCommand, String> {
        let mut words = self.program()?;
        words.extend(self.words("args")?);
        let mut command = ServerCommand::from_words(words.into_iter().map(OsString::from))
            .ok_or_else(|| text::no_command(self.name))?;
        for member in ["env", "environment"] {
            command.env.extend(self.variables(self.within(member))?);
        }
        if self.members.contains_key("envFile") {
            return Err(text::env_file(self.name));
        }
        if let Some(cwd) = self.members.get("cwd").filter(|cwd| !cwd.is_null()) {
            let cwd = cwd.as_str().ok_or_else(|| self.shape("cwd", text::A_STRING))?;
            // Whoever reads the file elsewhere means the same directory.
            command.cwd = Some(self.places.folder().join(self.places.fill(cwd)?));
        }
        Ok(command)
    }

    /// The program, with its arguments where they stand beside it.
    fn program(&self) -> Result<Vec<String>, String> {
        match self.members.get("command") {
            Some(Value::String(program)) => Ok(vec![self.places.fill(program)?]),
            Some(Value::Array(_)) => self.words("command"),
            // One editor once kept all of it in here.
            Some(Value::Object(_)) => match self.within("path").and_then(Value::as_str) {
                Some(path) => Ok(vec![self.places.fill(path)?]),
                None => Err(text::no_command(self.name)),
            },
            Some(_) => Err(self.shape("command", text::A_STRING)),
            None => Err(text::no_command(self.name)),
        }
    }

    /// A member of the entry, or of its command.
    fn within(&self, member: &str) -> Option<&Value> {
        self.members.get(member).or_else(|| self.members.get("command")?.get(member))
    }

    fn words(&self, member: &str) -> Result<Vec<String>, String> {
        let wrong = || self.shape(member, text::STRINGS);
        match self.within(member) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(words)) => {
                words.iter().map(|word| self.places.fill(word.as_str().ok_or_else(wrong)?)).collect()
            }
            Some(_) => Err(wrong()),
        }
    }

    fn variables(&self, list: Option<&Value>) -> Result<Vec<(OsString, OsString)>, String> {
        let wrong = || self.shape("env", text::VARIABLES);
        let list = match list {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(list) => list.as_object().ok_or_else(wrong)?,
        };
        let mut variables = Vec::new();
        for (name, value) in list {
            let value = match value {
                Value::String(value) => self.places.fill(value)?,
                Value::Number(_) | Value::Bool(_) => value.to_string(),
                // A variable that is left as it is.
                Value::Null => continue,
                _ => return Err(wrong()),
            };
            variables.push((name.into(), value.into()));
        }
        Ok(variables)
    }

    fn shape(&self, member: &str, expected: &str) -> String {
        text::shape(self.name, member, expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str, name: Option<&str>) -> Result<String, String> {
        let given = [("TOKEN".into(), "t0".into()), ("key".into(), "k1".into())];
        let found = server(json, Path::new("/somewhere/work/.vscode/mcp.json"), name, &given)?;
        let command = match found {
            Target::Command(command) => command,
            Target::Remote(remote) => {
                let names: Vec<_> = remote.header_names().map(|name| format!(" {name}")).collect();
                return Ok(format!("{remote}{}", names.concat()));
            }
        };
        let text = |word: &OsString| word.to_string_lossy().into_owned();
        let env: Vec<_> =
            command.env.iter().map(|(name, value)| format!("{}={} ", text(name), text(value))).collect();
        let cwd = command.cwd.map(|cwd| format!(" in {}", cwd.display())).unwrap_or_default();
        Ok(format!("{}{}{cwd}", env.concat(), ServerCommand { env: Vec::new(), cwd: None, ..command }))
    }

    #[test]
    fn the_files_of_each_client_are_read() {
        for (json, expected) in [
            (
                r#"{"mcpServers":{"a":{"command":"python3","args":["s.py"],"env":{"A":"1","B":2,"C":null}}}}"#,
                "A=1 B=2 python3 s.py",
            ),
            (
                "{\n  // the editor's\n  \"servers\": {\"a\": {\"type\": \"stdio\", \"command\": \"node\", \"args\": [\"x\",],},},\n}",
                "node x",
            ),
            (r#"{"mcp":{"servers":{"a":{"command":"node"}}}}"#, "node"),
            (r#"{"context_servers":{"a":{"source":"custom","command":"node","args":["x"]}}}"#, "node x"),
            (
                r#"{"context_servers":{"a":{"command":{"path":"node","args":["x"],"env":{"A":"1"}}}}}"#,
                "A=1 node x",
            ),
            (
                r#"{"mcp":{"a":{"type":"local","command":["npx","-y","x"],"environment":{"A":"1"}}}}"#,
                "A=1 npx -y x",
            ),
            (r#"{"mcpServers":[{"name":"a","command":"node","args":["x"]}]}"#, "node x"),
            (
                r#"{"servers":{"a":{"command":"${workspaceFolder}/s","cwd":"sub"}}}"#,
                "/somewhere/work/s in /somewhere/work/sub",
            ),
            (
                r#"{"servers":{"a":{"command":"s","args":["${env:TOKEN}","${input:key}","${TOKEN:-x}","${NOT_SET_ANYWHERE:-y}","$5","${"]}}}"#,
                "s t0 k1 t0 y $5 ${",
            ),
            (r#"{"mcpServers":{"a":{"type":"http","url":"http://x/mcp"}}}"#, "http://x/mcp"),
            (
                r#"{"servers":{"a":{"url":"https://x/${env:TOKEN}","headers":{"Authorization":"Bearer ${input:key}"}}}}"#,
                "https://x/t0 authorization",
            ),
            ("\u{feff}{\"mcpServers\":{\"a\":{\"command\":\"s\",\"disabled\":true}}}", "s"),
        ] {
            assert_eq!(read(json, None).as_deref(), Ok(expected), "{json}");
            assert_eq!(read(json, Some("a")).as_deref(), Ok(expected), "{json}");
        }
    }

    #[test]
    fn one_of_several_is_taken_by_its_name() {
        let json = r#"{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}"#;
        assert_eq!(read(json, Some("b")).as_deref(), Ok("y"));
        let error = read(json, None).expect_err("which one?");
        assert_eq!(error, "there is more than one server in it; --server takes one of a, b");
        let error = read(json, Some("c")).expect_err("no such server");
        assert_eq!(error, "there is no server \"c\" in it; there are a, b");
    }

    #[test]
    fn what_cannot_be_started_says_why() {
        for (json, expected) in [
            ("[]", "the file holds no JSON object"),
            ("{\"a\":", "not JSON: "),
            ("{\"theme\":\"dark\"}", "there are no servers in it"),
            ("{\"mcpServers\":{}}", "its list of servers is empty"),
            (r#"{"mcpServers":{"a":{}}}"#, "the server \"a\" has no command"),
            (
                r#"{"mcpServers":{"a":{"url":"x/mcp"}}}"#,
                "the server \"a\": the address of a server begins with http:// or https://",
            ),
            (r#"{"mcpServers":{"a":{"url":"http://x/mcp","headers":["A: b"]}}}"#, "headers is not an object"),
            (r#"{"mcpServers":{"a":{"url":"http://x/mcp","headers":{"A B":"c"}}}}"#, "a header is written"),
            (r#"{"mcpServers":{"a":{"command":7}}}"#, "the server \"a\": command is not a string"),
            (r#"{"mcpServers":{"a":{"command":"x","args":"y"}}}"#, "args is not a list of strings"),
            (r#"{"mcpServers":{"a":{"command":"x","args":[1]}}}"#, "args is not a list of strings"),
            (r#"{"mcpServers":{"a":{"command":"x","env":["A=1"]}}}"#, "env is not an object of strings"),
            (r#"{"mcpServers":{"a":{"command":"x","cwd":1}}}"#, "cwd is not a string"),
            (
                r#"{"mcpServers":{"a":{"command":"${NOT_SET_ANYWHERE}"}}}"#,
                "needs the variable NOT_SET_ANYWHERE, which is not set",
            ),
            (
                r#"{"servers":{"a":{"command":"x","args":["${input:pass word}"]}}}"#,
                "what the editor asks for as \"pass word\"",
            ),
            (
                r#"{"servers":{"a":{"command":"${command:x.y}"}}}"#,
                "holds ${command:x.y}, which only its editor can tell",
            ),
            (r#"{"servers":{"a":{"command":"x","envFile":".env"}}}"#, "its envFile is not read here"),
        ] {
            let error = read(json, None).expect_err(json);
            assert!(error.contains(expected), "{json}: {error}");
        }
    }

    #[test]
    fn a_file_that_is_nested_without_end_is_refused() {
        let deep = format!("{{\"mcpServers\":{}", "[".repeat(100_000));
        assert!(read(&deep, None).expect_err("too deep").starts_with("not JSON: "));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let error = find(Path::new("/no/such/file.json"), None, &[]).expect_err("it is not there");
        assert!(error.starts_with("/no/such/file.json: "), "{error}");
        assert_eq!(server("", Path::new("c.toml"), None, &[]).expect_err("TOML"), text::TOML);
    }
}
