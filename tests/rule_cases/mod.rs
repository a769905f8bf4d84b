//! Reading the cases in `tests/data/rules`.
//!
//! ```text
//! # rule PR-04 breaks V1-V5 progress that falls      begins a case
//! # also JR-20                                       rules that may be broken as well
//! = hello {} {"tools":{}}                            a handshake, or server/discover, with these capabilities
//! > @1 tools/list {$m}                               the client writes a request as one line
//! > @- notifications/x {}                            a notification
//! < @1 = {"tools":[],$c}                             the server writes a result
//! < @1 ! -32601 Method not found                     an error; data may follow after a space and a brace
//! < {"jsonrpc":"2.0","id":1,"result":{}}             any line as it is
//! !> raw\r\n                                         raw bytes with escapes, without a line feed of their own
//! x< x>                                              the end of a lane
//! ~ 6000                                             milliseconds pass
//! ```
//!
//! `$m` is the `_meta` of a request in the revision at hand, `$k` the members in it, `$r` and `$c` what a result and
//! a list carry, `$q` the members of a result's `_meta`, `$t` the `resultType`, `$v` the revision. What went over HTTP is
//! written as `http` has it.

mod http;

use std::fs;
use std::path::Path;

use wirelab::lint::{Finding, Level, Options, judge};
use wirelab::proto::mcp::{Lifecycle, Version};
use wirelab::proto::time::Instant;
use wirelab::trace::http::Http;
use wirelab::trace::{Lane, Trace, TraceEntry};

/// Whether a case breaks its rule or just keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Intent {
    Breaks,
    Keeps,
}

/// One case.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) rule: String,
    pub(crate) intent: Intent,
    pub(crate) versions: Vec<Version>,
    pub(crate) title: String,
    /// Rules that may be broken as well.
    pub(crate) also: Vec<String>,
    pub(crate) lines: Vec<String>,
    /// File and line, for messages.
    pub(crate) at: String,
}

/// What is written when.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) millis: u64,
    pub(crate) lane: Lane,
    pub(crate) bytes: Vec<u8>,
    /// Whether it belongs to the handshake before the case.
    pub(crate) is_prelude: bool,
    /// Which part of an exchange it is, where it went over HTTP.
    pub(crate) http: Option<Box<Http>>,
}

/// `V1` to `V5` and lists and ranges of them.
pub(crate) fn versions(text: &str) -> Vec<Version> {
    let one = |name: &str| {
        let number: usize =
            name.trim_start_matches('V').parse().unwrap_or_else(|_| panic!("no revision: {name}"));
        Version::ALL[number - 1]
    };
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (one(first), one(last));
        Version::ALL.into_iter().filter(move |version| first <= *version && *version <= last)
    };
    text.split(',').flat_map(range).collect()
}

/// Every case of every file, in the order of their names.
pub(crate) fn cases(folder: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(&folder).expect("the folder of the cases");
    let mut files: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    files.sort();
    files.iter().flat_map(|path| read(path)).collect()
}

/// The levels that the case of `rule` called `title` is judged by.
pub(crate) fn levels(rule: &str, title: &str) -> Vec<Level> {
    let cases = cases("tests/data/rules");
    let case = cases.iter().find(|case| case.rule == rule && case.title == title);
    let case = case.unwrap_or_else(|| panic!("{rule}: no case {title}"));
    let level =
        |version| case.findings(version).iter().find(|it| it.rule.as_str() == rule).map(|it| it.level);
    case.versions.iter().filter_map(|version| level(*version)).collect()
}

fn read(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).expect("a text");
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let mut cases: Vec<Case> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let at = format!("{name}:{}", index + 1);
        if let Some(head) = line.strip_prefix("# rule ") {
            let mut words = head.splitn(4, ' ');
            let mut next = || words.next().unwrap_or_else(|| panic!("{at}: {line}")).to_owned();
            let (rule, intent, revisions, title) = (next(), next(), next(), next());
            let intent = match intent.as_str() {
                "breaks" => Intent::Breaks,
                "keeps" => Intent::Keeps,
                other => panic!("{at}: {other}"),
            };
            let versions = versions(&revisions);
            cases.push(Case { rule, intent, versions, title, also: Vec::new(), lines: Vec::new(), at });
        } else if let Some(also) = line.strip_prefix("# also ") {
            let case = cases.last_mut().unwrap_or_else(|| panic!("{at}: no case"));
            case.also.extend(also.split(' ').map(str::to_owned));
        } else if !line.is_empty() && !line.starts_with("##") {
            cases.last_mut().unwrap_or_else(|| panic!("{at}: no case")).lines.push(line.to_owned());
        }
    }
    cases
}

impl Case {
    /// What both sides write when they speak `version`.
    pub(crate) fn written(&self, version: Version) -> Vec<Written> {
        let mut script =
            Script { version, client: "{}".to_owned(), has_session: false, millis: 0, out: Vec::new() };
        for line in &self.lines {
            script.line(line, &self.at);
        }
        script.out
    }

    /// Whether it went over HTTP.
    pub(crate) fn is_http(&self) -> bool {
        self.lines.iter().any(|line| http::is_http(line))
    }

    /// The conversation in `version`.
    pub(crate) fn trace(&self, version: Version) -> Trace {
        let entry = |written: Written| {
            let at = Instant::from_millis(written.millis);
            if written.bytes.is_empty() {
                return TraceEntry::end(at, written.lane);
            }
            TraceEntry { http: written.http, ..TraceEntry::new(at, written.lane, written.bytes) }
        };
        Trace::of(self.written(version).into_iter().map(entry).collect())
    }

    /// What the judge says of it.
    pub(crate) fn findings(&self, version: Version) -> Vec<Finding> {
        judge(&self.trace(version), &Options { version: Some(version), ..Options::default() })
    }
}

struct Script {
    version: Version,
    client: String,
    /// Whether there is a session over HTTP.
    has_session: bool,
    millis: u64,
    out: Vec<Written>,
}

impl Script {
    fn line(&mut self, line: &str, at: &str) {
        if http::is_http(line) {
            return self.http(line, at);
        }
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        match sign {
            "=" => self.hello(rest.strip_prefix("hello ").unwrap_or_else(|| panic!("{at}: {line}"))),
            ">" => self.write(Lane::ClientToServer, &format!("{}\n", self.message(rest, at)), false),
            "<" => self.write(Lane::ServerToClient, &format!("{}\n", self.message(rest, at)), false),
            "!>" => self.raw(Lane::ClientToServer, rest),
            "!<" => self.raw(Lane::ServerToClient, rest),
            "x>" => self.push(Lane::ClientToServer, Vec::new(), false),
            "x<" => self.push(Lane::ServerToClient, Vec::new(), false),
            "~" => self.millis += rest.parse::<u64>().unwrap_or_else(|_| panic!("{at}: {line}")),
            _ => panic!("{at}: {line}"),
        }
    }

    fn push(&mut self, lane: Lane, bytes: Vec<u8>, is_prelude: bool) {
        self.millis += 10;
        self.out.push(Written { millis: self.millis, lane, bytes, is_prelude, http: None });
    }

    fn write(&mut self, lane: Lane, text: &str, is_prelude: bool) {
        self.push(lane, text.as_bytes().to_vec(), is_prelude);
    }

    fn raw(&mut self, lane: Lane, text: &str) {
        let bytes = unescaped(&self.fill(text));
        self.push(lane, bytes, false);
    }

    fn hello(&mut self, capabilities: &str) {
        let (client, server) = capabilities.split_once(' ').expect("two sets of capabilities");
        self.client = client.to_owned();
        let version = self.version;
        let lines = if version.lifecycle() == Lifecycle::Initialize {
            let info = r#"{"name":"n","version":"1"}"#;
            vec![
                (
                    Lane::ClientToServer,
                    format!(
                        r#"{{"jsonrpc":"2.0","id":"h","method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{client},"clientInfo":{info}}}}}"#
                    ),
                ),
                (
                    Lane::ServerToClient,
                    format!(
                        r#"{{"jsonrpc":"2.0","id":"h","result":{{"protocolVersion":"{version}","capabilities":{server},"serverInfo":{info}}}}}"#
                    ),
                ),
                (
                    Lane::ClientToServer,
                    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned(),
                ),
            ]
        } else {
            vec![
                (Lane::ClientToServer, self.fill(r#"{"jsonrpc":"2.0","id":"h","method":"server/discover","params":{$m}}"#)),
                (Lane::ServerToClient, self.fill(&format!(r#"{{"jsonrpc":"2.0","id":"h","result":{{"supportedVersions":["{version}"],"capabilities":{server},$c}}}}"#))),
            ]
        };
        for (lane, text) in lines {
            self.write(lane, &format!("{text}\n"), true);
        }
    }

    /// A line in its short form, or as it is.
    fn message(&self, text: &str, at: &str) -> String {
        let text = self.fill(text);
        let Some(short) = text.strip_prefix('@') else { return text };
        let (id, rest) = short.split_once(' ').unwrap_or_else(|| panic!("{at}: {text}"));
        let member = if id == "-" { String::new() } else { format!("\"id\":{id},") };
        let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "=" => format!("{{\"jsonrpc\":\"2.0\",{member}\"result\":{rest}}}"),
            "!" => {
                let (code, message) = rest.split_once(' ').unwrap_or((rest, "failed"));
                let (message, data) = match message.find(" {") {
                    Some(brace) => (&message[..brace], format!(",\"data\":{}", &message[brace + 1..])),
                    None => (message, String::new()),
                };
                format!(
                    "{{\"jsonrpc\":\"2.0\",{member}\"error\":{{\"code\":{code},\"message\":\"{message}\"{data}}}}}"
                )
            }
            method if rest.is_empty() => format!("{{\"jsonrpc\":\"2.0\",{member}\"method\":\"{method}\"}}"),
            method => format!("{{\"jsonrpc\":\"2.0\",{member}\"method\":\"{method}\",\"params\":{rest}}}"),
        }
    }

    fn fill(&self, text: &str) -> String {
        let is_modern = self.version.lifecycle() == Lifecycle::Discover;
        let core = "io.modelcontextprotocol";
        let keys = format!(
            r#""{core}/protocolVersion":"{}","{core}/clientCapabilities":{},"{core}/clientInfo":{{"name":"n","version":"1"}}"#,
            self.version, self.client
        );
        let info = format!(r#""{core}/serverInfo":{{"name":"n","version":"1"}}"#);
        let pick = |modern: String| if is_modern { modern } else { r#""_meta":{}"#.to_owned() };
        let only = |modern: String| if is_modern { modern } else { String::new() };
        text.replace("$m", &pick(format!("\"_meta\":{{{keys}}}")))
            .replace("$k", &only(format!("{keys},")))
            .replace("$r", &pick(format!("\"resultType\":\"complete\",\"_meta\":{{{info}}}")))
            .replace(
                "$c",
                &pick(format!(
                    "\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\",\"_meta\":{{{info}}}"
                )),
            )
            .replace("$q", &only(format!("{info},")))
            .replace("$t", &only("\"resultType\":\"complete\",".to_owned()))
            .replace("$v", self.version.as_str())
    }
}

/// The bytes that `text` stands for, with its escapes.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let (&letter, after) = rest.split_first().expect("an escape");
        rest = after;
        match letter {
            b'n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b'\\' => bytes.push(b'\\'),
            b'x' => {
                let digits = std::str::from_utf8(&rest[..2]).expect("digits");
                bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
                rest = &rest[2..];
            }
            other => bytes.extend([b'\\', other]),
        }
    }
    bytes
}
