//! What is known of a server in one revision, and the bytes that follow from it.

use super::case::{Ask, Begin, Case, Need, Step, Want, ask, case};
use super::exchanged::OWN_STREAM;
use super::heard::at;
use super::player::Conversation;
use crate::proto::base64;
use crate::proto::http::param::{self, Param};
use crate::proto::http::{name as header, value};
use crate::proto::json::{Members, RawJson, ToJson};
use crate::proto::mcp::{Lifecycle, Prompt, Resource, Tool, Version, declares};

/// The id of the request that begins a conversation.
pub(super) const BEGIN: &str = "\"begin\"";

/// Finds out what a server has. The first answer says whether it speaks the revision at all.
pub const SURVEY: Case = case(
    "survey",
    "JR-20",
    (Version::V2024_11_05, Version::V2026_07_28),
    &[
        ask("\"tools\"", "tools/list", ""),
        ask("\"resources\"", "resources/list", ""),
        ask("\"prompts\"", "prompts/list", ""),
        Step::Wait("\"tools\""),
        Step::Wait("\"resources\""),
        Step::Wait("\"prompts\""),
    ],
    &[Want::Answer("\"tools\"")],
);

/// A tool and arguments for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The name of the tool.
    pub tool: String,
    /// Its arguments, an object.
    pub arguments: RawJson,
}

/// What a server is in one revision.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The revision.
    pub version: Version,
    /// The name and the version that it gives itself.
    pub name: String,
    /// What it says it can do.
    pub capabilities: Members,
    /// Its tools, as far as the first page tells.
    pub tools: Vec<Tool>,
    /// The address of its first resource.
    pub resource: Option<String>,
    /// The name of the first prompt that needs no argument.
    pub prompt: Option<String>,
    /// The name of the first prompt that needs one.
    pub needy_prompt: Option<String>,
    /// A call that may be made.
    pub call: Option<Call>,
    /// A call that takes its time.
    pub slow: Option<Call>,
    /// Whether it speaks this revision only, and that has no handshake.
    pub is_modern_only: bool,
    /// Whether its sessions have ids, where it is reached by HTTP.
    pub has_sessions: bool,
    /// Whether it has a stream of its own, where it is reached by HTTP.
    pub has_own_stream: bool,
}

impl Profile {
    /// As much as is known of every server.
    #[must_use]
    pub fn new(version: Version) -> Self {
        Self {
            version,
            name: String::new(),
            capabilities: Members::new(),
            tools: Vec::new(),
            resource: None,
            prompt: None,
            needy_prompt: None,
            call: None,
            slow: None,
            is_modern_only: false,
            has_sessions: false,
            has_own_stream: false,
        }
    }

    /// What the [`SURVEY`] of `version` has shown; nothing when the server does not speak it.
    #[must_use]
    pub fn read(version: Version, survey: &Conversation) -> Option<Self> {
        let heard = &survey.heard;
        let first = heard.result(BEGIN)?;
        let text = |pointer: &str| at(first, pointer).and_then(|value| value.parse::<String>().ok());
        let versions = |pointer: &str| at(first, pointer)?.parse::<Vec<String>>().ok();
        let speaks = match version.lifecycle() {
            Lifecycle::Initialize => text("/protocolVersion").as_deref() == Some(version.as_str()),
            Lifecycle::Discover => {
                versions("/supportedVersions")?.iter().any(|name| name == version.as_str())
            }
        };
        if !speaks {
            return None;
        }
        let info = match version.lifecycle() {
            Lifecycle::Initialize => "/serverInfo",
            Lifecycle::Discover => "/_meta/io.modelcontextprotocol~1serverInfo",
        };
        let part = |name: &str| text(&format!("{info}/{name}")).unwrap_or_default();
        let list = |id: &str, pointer: &str| heard.result(id).and_then(|result| at(result, pointer));
        let needs_one = |prompt: &Prompt| prompt.arguments.iter().flatten().any(|argument| argument.required);
        let prompts: Vec<Prompt> =
            list("\"prompts\"", "/prompts").and_then(|list| list.parse().ok()).unwrap_or_default();
        let name = |prompt: &Prompt| prompt.name.clone();
        let resources: Vec<Resource> =
            list("\"resources\"", "/resources").and_then(|list| list.parse().ok()).unwrap_or_default();
        Some(Self {
            name: format!("{} {}", part("name"), part("version")).trim().to_owned(),
            capabilities: at(first, "/capabilities").and_then(|it| it.parse().ok()).unwrap_or_default(),
            tools: list("\"tools\"", "/tools").and_then(|list| list.parse().ok()).unwrap_or_default(),
            resource: resources.first().map(|resource| resource.uri.clone()),
            prompt: prompts.iter().find(|prompt| !needs_one(prompt)).map(name),
            needy_prompt: prompts.iter().find(|prompt| needs_one(prompt)).map(name),
            has_sessions: survey.exchanges.iter().any(|it| it.headers.first(header::SESSION).is_some()),
            has_own_stream: survey.exchanges.iter().any(|it| it.name == OWN_STREAM && it.is_stream),
            ..Self::new(version)
        })
    }

    /// Whether a conversation begins with a handshake.
    #[must_use]
    pub fn has_handshake(&self) -> bool {
        self.version.lifecycle() == Lifecycle::Initialize
    }

    /// Whether it has what `need` says.
    #[must_use]
    pub fn meets(&self, need: Need) -> bool {
        match need {
            Need::Has(path) => declares(&self.capabilities, path),
            Need::HasNot(path) => !declares(&self.capabilities, path),
            Need::Tool => self.call.is_some(),
            Need::MarkedTool => self.marked().is_some(),
            Need::SlowTool => self.slow.is_some(),
            Need::RequiredArgument => self.demanding_tool().is_some(),
            Need::Resource => self.resource.is_some(),
            Need::Prompt => self.prompt.is_some(),
            Need::PromptArgument => self.needy_prompt.is_some(),
            Need::ModernOnly => self.is_modern_only,
            Need::Session => self.has_sessions,
            Need::OwnStream => self.has_own_stream,
            // Whether the server has it shows when it is tried, or is asked of the case: [`Case::lacks_over_http`].
            Need::EventIds
            | Need::Lines
            | Need::Process
            | Need::Stderr
            | Need::Order
            | Need::Connection
            | Need::Cancellation => true,
        }
    }

    /// The first tool that cannot do without an argument.
    fn demanding_tool(&self) -> Option<&str> {
        let demands = |tool: &&Tool| {
            let required = at(&tool.input_schema, "/required").and_then(|it| it.parse::<Vec<String>>().ok());
            required.is_some_and(|names| !names.is_empty())
        };
        self.tools.iter().find(demands).map(|tool| tool.name.as_str())
    }

    /// The first argument of the call that may be made which the tool marks: its header, and what that says.
    fn marked(&self) -> Option<(String, String)> {
        let call = self.call.as_ref()?;
        let tool = self.tools.iter().find(|tool| tool.name == call.tool)?;
        let arguments: Members = call.arguments.parse().ok()?;
        let params = param::params(&tool.input_schema).ok()?;
        params.into_iter().find_map(|Param { name, path }| {
            let text = param::as_header(&param::argument(&arguments, &path)?)?;
            Some((header::PARAM_PREFIX.to_owned() + &name, text))
        })
    }

    /// `template` with its gaps filled: `$easy` is a method that every server answers, `$meta` the member `_meta` that a
    /// request needs, `$version` the revision, `$called` and `$coded` the tool's name in a header, the latter in Base64,
    /// `$param` the header of an argument that the tool marks and `$wrapped` the argument in Base64; the others are what
    /// the server has.
    #[must_use]
    pub fn fill(&self, template: &str) -> String {
        let json = |text: Option<&str>| text.map_or_else(|| "null".to_owned(), text_json);
        let call = |call: &Option<Call>| json(call.as_ref().map(|call| call.tool.as_str()));
        let arguments =
            |call: &Option<Call>| call.as_ref().map_or("{}", |call| call.arguments.as_str()).to_owned();
        let mut out = String::with_capacity(template.len() + 256);
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            let end = after.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(after.len());
            match &after[..end] {
                "easy" => out.push_str(self.easy()),
                "meta" => out.push_str(&self.meta("")),
                "version" => out.push_str(&text_json(self.version.as_str())),
                "tool" => out.push_str(&json(self.demanding_tool())),
                "call" => out.push_str(&call(&self.call)),
                "arguments" => out.push_str(&arguments(&self.call)),
                "slow" => out.push_str(&call(&self.slow)),
                "patience" => out.push_str(&arguments(&self.slow)),
                "called" => out.push_str(&value::encode(self.called())),
                "coded" => out.push_str(&wrapped(self.called())),
                "param" => out.push_str(&self.marked().unwrap_or_default().0),
                "wrapped" => out.push_str(&wrapped(&self.marked().unwrap_or_default().1)),
                "resource" => out.push_str(&json(self.resource.as_deref())),
                "prompt" => out.push_str(&json(self.prompt.as_deref())),
                "needy" => out.push_str(&json(self.needy_prompt.as_deref())),
                other => out.push_str(&format!("${other}")),
            }
            rest = &after[end..];
        }
        out + rest
    }

    /// The name of the tool that may be called.
    fn called(&self) -> &str {
        self.call.as_ref().map_or("", |call| &call.tool)
    }

    /// A method that every server answers with a result.
    fn easy(&self) -> &'static str {
        if self.has_handshake() { "ping" } else { "server/discover" }
    }

    /// The member `_meta` of a request, with `more` members.
    fn meta(&self, more: &str) -> String {
        let demanded = if self.has_handshake() {
            ""
        } else {
            concat!(
                r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
                r#""io.modelcontextprotocol/clientCapabilities":{},"#,
                r#""io.modelcontextprotocol/clientInfo":{"name":"wirelab check","version":"1"}"#,
            )
        };
        let comma = if demanded.is_empty() || more.is_empty() { "" } else { "," };
        format!("\"_meta\":{{{demanded}{comma}{more}}}")
    }

    /// The line of a request, with its line feed.
    #[must_use]
    pub fn line(&self, ask: &Ask) -> String {
        let Ask { id, method, params, meta } = ask;
        let (method, params) = (self.fill(method), self.fill(params));
        let needs_meta = !self.has_handshake() || !meta.is_empty();
        let meta = if needs_meta { self.meta(meta) } else { String::new() };
        let comma = if params.is_empty() || meta.is_empty() { "" } else { "," };
        let params = if needs_meta || !params.is_empty() {
            format!(",\"params\":{{{params}{comma}{meta}}}")
        } else {
            String::new()
        };
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\"{params}}}\n")
    }

    /// The line of a notification.
    #[must_use]
    pub fn told(&self, method: &str, params: &str) -> String {
        let params = self.fill(params);
        let params = if params.is_empty() { params } else { format!(",\"params\":{{{params}}}") };
        format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\"{params}}}\n")
    }

    /// What is written before the first step of a case, and whether it is to be answered.
    #[must_use]
    pub(super) fn opening(&self, begin: Begin, is_survey: bool) -> Vec<(String, bool)> {
        if !self.has_handshake() {
            // A request like any other: some servers are of no era before they have had one.
            let method = if is_survey { "server/discover" } else { "tools/list" };
            let first = self.line(&Ask { id: BEGIN, method, params: "", meta: "" });
            return if begin == Begin::Nothing { Vec::new() } else { vec![(first, true)] };
        }
        let params = r#""protocolVersion":$version,"capabilities":{},"clientInfo":{"name":"wirelab check","version":"1"}"#;
        let hello = self.line(&Ask { id: BEGIN, method: "initialize", params, meta: "" });
        let done = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n".to_owned();
        match begin {
            Begin::Nothing => Vec::new(),
            Begin::Half => vec![(hello, true)],
            Begin::Whole => vec![(hello, true), (done, false)],
        }
    }
}

/// `text` in a header, in Base64 whether that is needed or not.
fn wrapped(text: &str) -> String {
    let mut coded = String::new();
    base64::encode(text.as_bytes(), &mut coded);
    format!("=?base64?{coded}?=")
}

/// `text` as JSON.
pub(super) fn text_json(text: &str) -> String {
    let mut out = String::new();
    text.write_json(&mut out);
    out
}
