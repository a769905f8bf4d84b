//! The lines of a case that went over HTTP.
//!
//! ```text
//! = http {} {"tools":{}}                  an introduction, in the session `s` where the revision has sessions
//! POST 1 @1 tools/list {$m} | -Accept     the head of exchange 1 and the message in its body; `|` and what is other than usual
//! POST 1 | Content-Length: 0              the same without a body
//! GET 1 | Last-Event-ID: 7 | @ /other     a head without a body; `@` is what is asked for instead of /mcp
//! 1> @2 ping                              another message in the body of exchange 1
//! 1? hello                                bytes of the client that are no message
//! 200 1 json | X: y                       the head of the answer, `json`, `events` or `-`
//! 1< @1 = {"tools":[],$c}                 a message of the server's
//! 1<7 @1 = {"tools":[],$c}                the same in the event 7
//! 1! id: 7\ndata:\n\n                     bytes of the server that are no message
//! 1. 1x> 1x<                              the exchange has ended: whole, by the client, by the server
//! ```

use wirelab::proto::http::{Headers, value};
use wirelab::proto::json::{Members, RawJson};
use wirelab::proto::mcp::{Lifecycle, Version};
use wirelab::proto::session::Side;
use wirelab::trace::Lane;
use wirelab::trace::http::{Http, Part};

use super::{Script, Written};

/// Whether `line` is one of these.
pub(super) fn is_http(line: &str) -> bool {
    let (sign, _) = line.split_once(' ').unwrap_or((line, ""));
    line.starts_with("= http ")
        || matches!(sign, "POST" | "GET" | "DELETE" | "PUT")
        || sign.starts_with(|c: char| c.is_ascii_digit())
}

/// What is said without saying it, and what is said instead of it.
fn changed(usual: &[(&str, &str)], changes: &[&str]) -> Headers {
    let mut headers: Headers =
        usual.iter().fold(Headers::new(), |headers, (name, value)| headers.with(*name, *value));
    for change in changes.iter().filter(|change| !change.starts_with("@ ")) {
        match change.strip_prefix('-') {
            Some(name) => headers.remove(name),
            None => {
                let (name, value) = change.split_once(": ").unwrap_or((change, ""));
                headers.remove(name);
                headers.add(name, value);
            }
        }
    }
    headers
}

/// What a request of 2026-07-28 says in its head too.
fn mirrored(message: &str) -> Vec<(&'static str, String)> {
    let members = |json: &RawJson| json.parse::<Members>().unwrap_or_default();
    let Ok(message) = RawJson::new(message) else { return Vec::new() };
    let message = members(&message);
    if !message.contains("id") {
        return Vec::new();
    }
    let Some(method) = message.peek::<String>("method").ok().flatten() else { return Vec::new() };
    let params = message.get("params").map(members).unwrap_or_default();
    let member = match &*method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        name if name.starts_with("tasks/") => "taskId",
        _ => "",
    };
    let name = params.peek::<String>(member).ok().flatten();
    let name = name.map(|name| ("Mcp-Name", value::encode(&name).into_owned()));
    [("Mcp-Method", method)].into_iter().chain(name).collect()
}

impl Script {
    pub(super) fn http(&mut self, line: &str, at: &str) {
        if let Some(capabilities) = line.strip_prefix("= http ") {
            return self.introduce(capabilities, at);
        }
        let (line, changes) = line.split_once(" | ").unwrap_or((line, ""));
        let changes: Vec<_> = changes.split(" | ").filter(|change| !change.is_empty()).collect();
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        let digits = sign.bytes().take_while(u8::is_ascii_digit).count();
        let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("{at}: {line}"));
        match sign {
            "POST" | "GET" | "DELETE" | "PUT" => {
                let (exchange, message) = rest.split_once(' ').unwrap_or((rest, ""));
                let exchange = number(exchange);
                let message = (!message.is_empty()).then(|| self.message(message, at));
                self.head(exchange, sign, message.as_deref().unwrap_or_default(), &changes);
                if let Some(message) = message {
                    self.carry(exchange, Lane::ClientToServer, &message, None);
                }
            }
            _ if digits == sign.len() => self.answer(sign, rest, &changes, at),
            _ => {
                let (exchange, what) = (number(&sign[..digits]), &sign[digits..]);
                match what.split_at(1) {
                    (">", "") => {
                        let message = self.message(rest, at);
                        self.carry(exchange, Lane::ClientToServer, &message, None);
                    }
                    ("<", event) => {
                        let message = self.message(rest, at);
                        let event = (!event.is_empty()).then(|| self.fill(event));
                        self.carry(exchange, Lane::ServerToClient, &message, event);
                    }
                    ("?", "") => self.bytes(exchange, Side::Client, rest),
                    ("!", "") => self.bytes(exchange, Side::Server, rest),
                    (".", "") => self.note(exchange, "over".to_owned(), Part::Over { by: None }),
                    ("x", ">") => {
                        self.note(exchange, "over".to_owned(), Part::Over { by: Some(Side::Client) })
                    }
                    ("x", "<") => {
                        self.note(exchange, "over".to_owned(), Part::Over { by: Some(Side::Server) })
                    }
                    _ => panic!("{at}: {line}"),
                }
            }
        }
    }

    fn introduce(&mut self, capabilities: &str, at: &str) {
        let before = self.out.len();
        let (client, server) = capabilities.split_once(' ').expect("two sets of capabilities");
        let (client, version) = (client.to_owned(), self.version);
        self.client.clone_from(&client);
        let info = r#"{"name":"n","version":"1"}"#;
        if version.lifecycle() == Lifecycle::Discover {
            self.http(r#"POST 90 @"h" server/discover {$m}"#, at);
            self.http("200 90 json", at);
            let result =
                format!(r#"90< @"h" = {{"supportedVersions":["{version}"],"capabilities":{server},$c}}"#);
            self.http(&result, at);
        } else {
            let hello = format!(
                r#"POST 90 @"h" initialize {{"protocolVersion":"{version}","capabilities":{client},"clientInfo":{info}}}"#
            );
            self.http(&hello, at);
            self.http("200 90 json | Mcp-Session-Id: s", at);
            self.has_session = true;
            let result = format!(
                r#"90< @"h" = {{"protocolVersion":"{version}","capabilities":{server},"serverInfo":{info}}}"#
            );
            self.http(&result, at);
            self.http("POST 91 @- notifications/initialized", at);
            self.http("202 91 -", at);
        }
        self.out[before..].iter_mut().for_each(|written| written.is_prelude = true);
    }

    fn head(&mut self, exchange: u64, method: &str, message: &str, changes: &[&str]) {
        let version = self.version;
        let mut usual = vec![("Host", "127.0.0.1:3000".to_owned())];
        match method {
            "GET" => usual.push(("Accept", "text/event-stream".to_owned())),
            "DELETE" => {}
            _ => usual.extend([
                ("Accept", "application/json, text/event-stream".to_owned()),
                ("Content-Type", "application/json".to_owned()),
            ]),
        }
        let is_agreed = self.has_session || version == Version::V2026_07_28;
        if is_agreed && version >= Version::V2025_06_18 {
            usual.push(("MCP-Protocol-Version", version.to_string()));
        }
        if self.has_session {
            usual.push(("Mcp-Session-Id", "s".to_owned()));
        }
        if version == Version::V2026_07_28 {
            usual.extend(mirrored(message));
        }
        let usual: Vec<_> = usual.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let changes: Vec<_> = changes.iter().map(|change| self.fill(change)).collect();
        let changes: Vec<_> = changes.iter().map(String::as_str).collect();
        let headers = changed(&usual, &changes);
        let target = changes.iter().find_map(|change| change.strip_prefix("@ ")).unwrap_or("/mcp").to_owned();
        let part = Part::Asked { method: method.to_owned(), target: target.clone(), headers };
        self.note(exchange, format!("{method} {target}"), part);
    }

    fn answer(&mut self, status: &str, rest: &str, changes: &[&str], at: &str) {
        let (exchange, kind) = rest.split_once(' ').unwrap_or((rest, "-"));
        let usual: &[(&str, &str)] = match kind {
            "json" => &[("Content-Type", "application/json")],
            "events" if self.version == Version::V2026_07_28 => {
                &[("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")]
            }
            "events" => &[("Content-Type", "text/event-stream")],
            "-" => &[],
            _ => panic!("{at}: {rest}"),
        };
        let part =
            Part::Answered { status: status.parse().expect("a status"), headers: changed(usual, changes) };
        self.note(exchange.parse().expect("a number"), status.to_owned(), part);
    }

    fn bytes(&mut self, exchange: u64, from: Side, rest: &str) {
        let bytes = super::unescaped(&self.fill(rest));
        self.note(exchange, "bytes".to_owned(), Part::Raw { from, bytes });
    }

    fn note(&mut self, exchange: u64, words: String, part: Part) {
        self.put(Lane::Note, format!("#{exchange} {words}\n").into_bytes(), Http { exchange, part });
    }

    fn carry(&mut self, exchange: u64, lane: Lane, message: &str, event: Option<String>) {
        let (before, after) = match (lane, &event) {
            (Lane::ServerToClient, Some(id)) => (format!("id: {id}\ndata: "), "\n\n".to_owned()),
            _ => (String::new(), String::new()),
        };
        let part = Part::Around { before, after, event };
        self.put(lane, format!("{message}\n").into_bytes(), Http { exchange, part });
    }

    fn put(&mut self, lane: Lane, bytes: Vec<u8>, http: Http) {
        self.millis += 10;
        let http = Some(Box::new(http));
        self.out.push(Written { millis: self.millis, lane, bytes, is_prelude: false, http });
    }
}
