//! What `wirelab connect` has found out, for programs.

use std::time::Duration;

use crate::native::child::{EndedBy, Ending};
use crate::native::client::{ClientError, Statistics};
use crate::proto::error::Blame;
use crate::proto::json::{Members, RawJson, ToJson};
use crate::proto::mcp::{CallToolResult, Tool, Version};
use crate::proto::session::Peer;

/// One object: what is not known by the end is not in it.
#[derive(Debug, Default)]
pub(super) struct Summary {
    whole: Members,
    calls: Vec<Members>,
    errors: Vec<Members>,
}

impl Summary {
    pub(super) fn server(&mut self, server: &Peer, version: Option<Version>) {
        if let Some(info) = &server.info {
            self.whole.set("server", info);
        }
        if let Some(version) = version {
            self.whole.set("revision", version.as_str());
        }
        self.whole.set("capabilities", &server.capabilities);
    }

    pub(super) fn tools(&mut self, tools: &[Tool], complete: bool) {
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        self.whole.set("tools", &names[..]);
        self.whole.set("complete", &complete);
    }

    pub(super) fn call(
        &mut self,
        tool: &str,
        arguments: &RawJson,
        outcome: &Result<CallToolResult, ClientError>,
    ) {
        let mut call = Members::new().with("tool", tool).with("arguments", arguments);
        match outcome {
            Ok(result) => call.set("result", result),
            Err(error) => call.set("error", &described(error)),
        }
        self.calls.push(call);
    }

    pub(super) fn error(&mut self, error: &ClientError) {
        self.errors.push(described(error));
    }

    pub(super) fn statistics(&mut self, counts: &Statistics) {
        let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
        let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let counts = Members::new()
            .with("sent", &count(counts.sent))
            .with("bytesSent", &count(counts.bytes_sent))
            .with("received", &count(counts.received))
            .with("bytesReceived", &count(counts.bytes_received))
            .with("misbehaved", &count(counts.misbehaved))
            .with("answered", &count(counts.answered))
            .with("failed", &count(counts.failed))
            .with("waitedMicros", &micros(counts.waited))
            .with("slowestMicros", &micros(counts.slowest));
        self.whole.set("statistics", &counts);
    }

    pub(super) fn ending(&mut self, ending: &Ending) {
        let by = match ending.by {
            EndedBy::Itself => "itself",
            EndedBy::Terminate => "terminate",
            EndedBy::Kill => "kill",
        };
        let status = ending.status.to_string();
        self.whole.set("ended", &Members::new().with("by", by).with("status", status.as_str()));
    }

    /// All of it, on one line.
    pub(super) fn line(mut self) -> String {
        self.whole.set("calls", &self.calls[..]);
        self.whole.set("errors", &self.errors[..]);
        let mut line = String::new();
        self.whole.write_json(&mut line);
        // Raw line breaks stand between tokens only.
        line.replace(['\n', '\r'], " ")
    }
}

fn described(error: &ClientError) -> Members {
    let blame = match error.blame() {
        Blame::Us => "us",
        Blame::Peer => "server",
        Blame::Clock => "clock",
    };
    let mut described = Members::new().with("blame", blame).with("message", error.to_string().as_str());
    if let ClientError::Answered { error, .. } = error {
        described.set("answer", error);
    }
    described
}
