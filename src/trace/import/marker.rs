//! The words by which logs say what a line is.

use crate::trace::model::Lane;

/// What a word before a message, or at the beginning of a line, says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// The message after it went this way.
    Way(Lane),
    /// One side of a pair, whose meaning depends on who wrote the log: the class, and whether it is the second word.
    Side(u32, bool),
}

struct Marker {
    word: &'static str,
    /// Only at the beginning of the line, after a time stamp.
    first: bool,
    says: Says,
}

const C2S: Lane = Lane::ClientToServer;
const S2C: Lane = Lane::ServerToClient;

const fn way(word: &'static str, lane: Lane) -> Marker {
    Marker { word, first: false, says: Says::Way(lane) }
}

const fn side(word: &'static str, class: u32, second: bool) -> Marker {
    Marker { word, first: true, says: Says::Side(class, second) }
}

/// Words after which all of the line is on one lane, whether it is a message or not.
const LINES: &[(&str, Lane)] = &[
    // mcp-server-logger.
    ("[STDIN]", C2S),
    ("[STDOUT]", S2C),
    ("[STDERR]", Lane::Stderr),
    // Hosts and gateways.
    ("[server stderr]", Lane::Stderr),
    ("[supergateway] Child stderr:", Lane::Stderr),
    ("[supergateway] Child non-JSON:", S2C),
];

/// The same, with a level, a name and other things of a logger's before them.
const AFTER_HEADS: &[(&str, Lane)] = &[
    ("context server stderr:", Lane::Stderr),
    ("Unhandled JSON from context_server:", S2C),
    ("Server stderr:", Lane::Stderr),
    ("received stderr log:", Lane::Stderr),
];

/// How much of a line may be such things, in bytes.
const LONGEST_HEAD: usize = 120;

/// The lane of all that follows the first word of `line`, which begins at `from`, and where that word ends.
pub(super) fn whole(line: &str, from: usize) -> Option<(Lane, usize)> {
    let text = line.get(from..)?.trim_start();
    let start = line.len() - text.len();
    if let Some((word, lane)) = LINES.iter().find(|(word, _)| text.starts_with(word)) {
        return Some((*lane, start + word.len()));
    }
    let head = &text[..text.floor_char_boundary(LONGEST_HEAD)];
    AFTER_HEADS.iter().find_map(|(word, lane)| Some((*lane, start + head.find(word)? + word.len())))
}

/// The first that fits is meant: a longer one stands before those that are part of it.
const MARKERS: &[Marker] = &[
    // Hosts and gateways.
    way("Message from client:", C2S),
    way("Message from server:", S2C),
    way("[editor -> server]", C2S),
    way("[server -> editor]", S2C),
    way("[Client Says]", C2S),
    way("[Server Says]", S2C),
    way("→ Child", C2S),
    way("-> Child", C2S),
    way("Child →", S2C),
    way("Child ->", S2C),
    way("SSE → Stdio", S2C),
    way("outgoing message:", C2S),
    way("recv:", S2C),
    way("Local → Remote", C2S),
    way("Remote → Local", S2C),
    way("Local→Remote", C2S),
    way("Remote→Local", S2C),
    way("client-to-server", C2S),
    way("server-to-client", S2C),
    way("client -> server", C2S),
    way("server -> client", S2C),
    way("client->server", C2S),
    way("server->client", S2C),
    way("client → server", C2S),
    way("server → client", S2C),
    way("client to server", C2S),
    way("server to client", S2C),
    way("C→S", C2S),
    way("S→C", S2C),
    way("C->S", C2S),
    way("S->C", S2C),
    way("\"c2s\"", C2S),
    way("\"s2c\"", S2C),
    way("unknown message ID:", S2C),
    way("unknown token:", S2C),
    way("客户端 →", C2S),
    way("服务端 →", S2C),
    way("服务器 →", S2C),
    side("C:", 0, false),
    side("S:", 0, true),
    side("client:", 1, false),
    side("server:", 1, true),
    side("客户端", 1, false),
    side("服务端", 1, true),
    side("服务器", 1, true),
    // Servers and clients of SDKs: what they read and write depends on which of them it is.
    side("write:", 2, false),
    side("read:", 2, true),
    Marker { word: "transport sending message", first: false, says: Says::Side(3, false) },
    Marker { word: "transport received message", first: false, says: Says::Side(3, true) },
    Marker { word: "Received JSON message:", first: false, says: Says::Side(3, true) },
    side("-->", 4, false),
    side("<--", 4, true),
    side("==>", 5, false),
    side("<==", 5, true),
    side(">>>", 6, false),
    side("<<<", 6, true),
    side(">>", 7, false),
    side("<<", 7, true),
    side("->", 8, false),
    side("<-", 8, true),
    side("=>", 8, false),
    side("→", 9, false),
    side("←", 9, true),
    side(">", 10, false),
    side("<", 10, true),
    side("SENDING", 11, false),
    side("SENT", 11, false),
    side("SEND", 11, false),
    side("RECEIVED", 11, true),
    side("RECEIVE", 11, true),
    side("RECV", 11, true),
    side("REQUEST", 12, false),
    side("RESPONSE", 12, true),
    side("REQ", 12, false),
    side("RES", 12, true),
    side("请求", 12, false),
    side("响应", 12, true),
    side("OUTGOING", 13, false),
    side("INCOMING", 13, true),
    side("OUT", 13, false),
    side("IN", 13, true),
    side("TX", 14, false),
    side("RX", 14, true),
];

/// What `prefix`, the text before a message, says about it.
pub(super) fn find(prefix: &str) -> Option<Says> {
    // Brackets, levels and names of loggers can stand before the word.
    let opened =
        prefix.len() - prefix.trim_start_matches([' ', '\t', '[', '(', '*', '#', '"', '`', '-', '•']).len();
    let starts =
        [0, opened, prefix.rfind("] ").map_or(0, |at| at + 2), prefix.rfind("- ").map_or(0, |at| at + 2)];
    let fits = |marker: &&Marker| {
        if !marker.first {
            return prefix.contains(marker.word);
        }
        starts.iter().any(|start| {
            let rest = prefix[*start..].trim_start();
            begins(rest, marker.word)
        })
    };
    MARKERS.iter().find(fits).map(|marker| marker.says)
}

/// What stands between an arrow and the message after it.
pub(super) fn after_arrow(prefix: &str) -> Option<&str> {
    let prefix = prefix.trim_start();
    let is_arrow = |marker: &&Marker| marker.first && !marker.word.contains(char::is_alphanumeric);
    let arrow = MARKERS.iter().filter(is_arrow).find(|marker| prefix.starts_with(marker.word))?;
    Some(prefix[arrow.word.len()..].trim())
}

/// Whether `text` begins with `word`; one of letters in any case, and not with more letters after it.
fn begins(text: &str, word: &str) -> bool {
    let Some((head, rest)) = text.split_at_checked(word.len()) else { return false };
    let letters = word.ends_with(|c: char| c.is_ascii_alphabetic());
    let same = if letters { head.eq_ignore_ascii_case(word) } else { head == word };
    same && !(letters && rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_a_message_say_its_way() {
        for (line, expected) in [
            ("Message from client: {", Some(Says::Way(C2S))),
            ("--> {", Some(Says::Side(4, false))),
            ("[MCP] << {", Some(Says::Side(7, true))),
            ("recv: {", Some(Says::Way(S2C))),
            ("request: {", Some(Says::Side(12, false))),
            ("[DEBUG] Received: {", Some(Says::Side(11, true))),
            ("INFO {", None),
            ("requested {", None),
            ("", None),
        ] {
            assert_eq!(find(line.trim_end_matches('{')), expected, "{line}");
        }
        assert_eq!(whole("12 [STDERR] x", 2), Some((Lane::Stderr, 11)));
        assert_eq!(whole("x [STDERR]", 0), None);
        assert_eq!(whole("[ERROR] MCP server \"x\" Server stderr: y", 0), Some((Lane::Stderr, 37)));
    }
}
