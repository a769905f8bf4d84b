//! Conversations for the judge: messages that are nearly right, because random bytes never become any.

use core::time::Duration;

use crate::fuzz::source::Source;
use crate::proto::time::Instant;
use crate::trace::{Lane, TraceEntry};

/// The methods that most rules are about, and one of nobody's.
const METHODS: [&str; 32] = [
    "initialize",
    "notifications/initialized",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "logging/setLevel",
    "sampling/createMessage",
    "roots/list",
    "elicitation/create",
    "tasks/get",
    "tasks/result",
    "tasks/list",
    "tasks/cancel",
    "subscriptions/listen",
    "notifications/subscriptions/acknowledged",
    "notifications/cancelled",
    "notifications/progress",
    "notifications/message",
    "notifications/tools/list_changed",
    "notifications/resources/updated",
    "notifications/elicitation/complete",
    "notifications/tasks/status",
    "notifications/roots/list_changed",
    "rpc.x",
];

/// Names of members that rules look at.
const NAMES: [&str; 52] = [
    "name",
    "arguments",
    "_meta",
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
    "io.modelcontextprotocol/subscriptionId",
    "io.modelcontextprotocol/related-task",
    "progressToken",
    "protocolVersion",
    "capabilities",
    "clientInfo",
    "serverInfo",
    "version",
    "tools",
    "inputSchema",
    "outputSchema",
    "type",
    "properties",
    "required",
    "enum",
    "x-mcp-header",
    "content",
    "structuredContent",
    "isError",
    "text",
    "data",
    "mimeType",
    "resources",
    "resource",
    "contents",
    "uri",
    "uriTemplate",
    "prompts",
    "messages",
    "role",
    "nextCursor",
    "cursor",
    "resultType",
    "inputRequests",
    "inputResponses",
    "requestState",
    "method",
    "params",
    "supportedVersions",
    "notifications",
    "toolsListChanged",
    "task",
    "taskId",
    "status",
    "requestId",
    "progress",
    "level",
];

/// Values that rules look for, and a few that break what is written carelessly.
const VALUES: [&str; 32] = [
    "null",
    "true",
    "0",
    "1",
    "\"1\"",
    "1.5",
    "-1e400",
    "9007199254740993",
    "\"\"",
    "\"a\"",
    "\"{seen}\"",
    "\"\\ud83d\\n\\\"}\"",
    "\"读\u{2028}\"",
    "\"object\"",
    "\"integer\"",
    "\"2024-11-05\"",
    "\"2025-03-26\"",
    "\"2025-06-18\"",
    "\"2025-11-25\"",
    "\"2026-07-28\"",
    "\"complete\"",
    "\"input_required\"",
    "\"task\"",
    "\"working\"",
    "\"user\"",
    "\"text\"",
    "\"image\"",
    "\"file:///a\"",
    "\"a/{b}\"",
    "\"debug\"",
    "\"form\"",
    "\"elicitation/create\"",
];

/// Ids that are alike, and some that are none.
const IDS: [&str; 8] = ["1", "\"1\"", "2", "1.0", "null", "-9007199254740993", "\"a\"", "{}"];

/// How deep values are nested.
const DEEPEST: usize = 6;

/// As many chunks are enough to meet again what the first of them has said.
const MOST: usize = 64;

/// Chunks on all lanes, until the source has nothing more.
pub(super) fn entries(source: &mut Source<'_>) -> Vec<TraceEntry> {
    let (mut at, mut entries) = (Instant::ZERO, Vec::new());
    while !source.is_empty() && entries.len() < MOST {
        let choice = source.byte();
        let lane = match choice & 15 {
            0 => Lane::Stderr,
            lane if lane.is_multiple_of(2) => Lane::ServerToClient,
            _ => Lane::ClientToServer,
        };
        at += Duration::from_millis(if choice & 16 == 0 { 1 } else { 10 * u64::from(source.byte()) });
        let bytes = match choice >> 5 {
            0 => source.bytes().to_vec(),
            1 => batch(source),
            _ => message(source),
        };
        // Lines are ended in nearly every case.
        let end = source.byte();
        let line_end: &[u8] = [&b"\n"[..], b"\r\n", b""][usize::from(end & 31).saturating_sub(29)];
        let bytes = [&bytes[..], line_end].concat();
        entries.push(TraceEntry { end: end == 255, ..TraceEntry::new(at, lane, bytes) });
    }
    entries
}

fn batch(source: &mut Source<'_>) -> Vec<u8> {
    let mut out = vec![b'['];
    for number in 0..source.byte() % 8 {
        if number > 0 {
            out.push(b',');
        }
        out.extend(message(source));
    }
    out.push(b']');
    out
}

fn message(source: &mut Source<'_>) -> Vec<u8> {
    let mut out = String::from("{\"jsonrpc\":\"2.0\"");
    let kind = source.byte() % 8;
    if kind > 1 {
        out.push_str(",\"id\":");
        out.push_str(source.pick::<&str>(&IDS));
    }
    let (name, needs_method) = match kind {
        0..=3 => ("params", true),
        4..=6 => ("result", false),
        _ => ("error", false),
    };
    if needs_method {
        out.push_str(",\"method\":\"");
        out.push_str(source.pick::<&str>(&METHODS));
        out.push('"');
    }
    out.push_str(",\"");
    out.push_str(name);
    out.push_str("\":");
    if name == "error" && source.byte() < 200 {
        out.push_str("{\"code\":-32");
        out.push_str(
            ["602", "601", "700", "603", "022", "021", "002", "042"][usize::from(source.byte() % 8)],
        );
        out.push_str(",\"message\":\"a\",\"data\":");
        value(source, &mut out, 2);
        out.push('}');
    } else {
        object(source, &mut out, 0);
    }
    out.push('}');
    out.into_bytes()
}

fn object(source: &mut Source<'_>, out: &mut String, depth: usize) {
    out.push('{');
    for number in 0..source.byte() % 6 {
        if number > 0 {
            out.push(',');
        }
        out.push('"');
        out.push_str(source.pick::<&str>(&NAMES));
        out.push_str("\":");
        value(source, out, depth + 1);
    }
    out.push('}');
}

fn value(source: &mut Source<'_>, out: &mut String, depth: usize) {
    let choice = source.byte();
    match choice {
        0..=79 if depth < DEEPEST => object(source, out, depth),
        80..=119 if depth < DEEPEST => {
            out.push('[');
            for number in 0..choice % 4 {
                if number > 0 {
                    out.push(',');
                }
                value(source, out, depth + 1);
            }
            out.push(']');
        }
        _ => out.push_str(VALUES[usize::from(choice) % VALUES.len()]),
    }
}
