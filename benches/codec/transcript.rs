//! What a host and a server say to each other on a working day, made from a seed.
//!
//! Nearly all frames are small; nearly all bytes are in results of 1 to 50 KB of text, some of it JSON in a string,
//! some of it structured. Now and then a server lists its twenty tools.

use serde_json::{Value, json};
use wirelab::proto::random::Random;
use wirelab::proto::session::Side;
use wirelab::proto::time::Instant;
use wirelab::trace::{Lane, TraceEntry};

const WORDS: [&str; 24] = [
    "a", "and", "bytes", "client", "column", "does", "error", "for", "found", "frame", "in", "index", "line",
    "matches", "no", "of", "path", "query", "result", "session", "the", "time", "value", "with",
];
const FILES: [&str; 6] =
    ["Cargo.toml", "docs/wire.md", "src/frame.rs", "src/lib.rs", "tests/any_cut.rs", "web/src/panel/view.ts"];
const TOOLS: [&str; 8] = ["add", "commit", "diff", "fetch", "list_files", "query", "read_file", "search"];

/// How the lines of a transcript are mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mix {
    /// All kinds; most bytes are in large results.
    Mixed,
    /// Calls and answers of about a hundred bytes.
    Small,
}

/// The lines of both sides in their order.
pub(crate) struct Transcript {
    /// All lines, each with its line feed.
    pub(crate) bytes: Vec<u8>,
    /// Who wrote each line, and how long it is.
    pub(crate) lines: Vec<(Side, usize)>,
    /// The same as a recording.
    pub(crate) entries: Vec<TraceEntry>,
}

impl Transcript {
    /// At least `size` bytes of conversation.
    pub(crate) fn new(mix: Mix, size: usize) -> Self {
        let mut writer = Writer {
            random: Random::new(0x57_6972_656c_6162),
            last_id: 0,
            out: Self {
                bytes: Vec::with_capacity(size + (256 << 10)),
                lines: Vec::new(),
                entries: Vec::new(),
            },
        };
        writer.handshake();
        while writer.out.bytes.len() < size {
            writer.exchange(mix);
        }
        writer.out
    }
}

struct Writer {
    random: Random,
    last_id: u64,
    out: Transcript,
}

impl Writer {
    fn line(&mut self, side: Side, text: &str) {
        self.out.bytes.extend_from_slice(text.as_bytes());
        self.out.bytes.push(b'\n');
        self.out.lines.push((side, text.len() + 1));
        let line = [text.as_bytes(), b"\n"].concat();
        self.out.entries.push(TraceEntry::new(Instant::ZERO, Lane::from_sender(side), line));
    }

    fn request(&mut self, method: &str, params: &Value) {
        self.last_id += 1;
        let id = self.last_id;
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
        self.line(Side::Client, &text);
    }

    fn answer(&mut self, result: &Value) {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, self.last_id);
        self.line(Side::Server, &text);
    }

    fn handshake(&mut self) {
        let own = json!({"name": "bench", "version": "1"});
        let version = "2025-11-25";
        self.request(
            "initialize",
            &json!({"protocolVersion": version, "capabilities": {}, "clientInfo": own.clone()}),
        );
        self.answer(&json!({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": own}));
        self.line(Side::Client, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    }

    fn exchange(&mut self, mix: Mix) {
        match (mix, self.below(100)) {
            (Mix::Mixed, 0..=1) => {
                self.request("tools/list", &json!({}));
                let tools: Vec<_> = (0..20).map(|number| self.tool(number)).collect();
                self.answer(&json!({"tools": tools}));
            }
            (Mix::Mixed, 2..=6) | (Mix::Small, 0..=16) => {
                self.request("ping", &json!({}));
                self.answer(&json!({}));
            }
            (Mix::Mixed, 7..=30) | (Mix::Small, _) => {
                let arguments = json!({"a": self.below(1_000), "b": self.below(1_000)});
                self.call(arguments, 0);
                let text = self.below(100_000).to_string();
                let failed = self.below(20) == 0;
                self.answer(&json!({"content": [{"type": "text", "text": text}], "isError": failed}));
            }
            (Mix::Mixed, kind) => self.large(kind),
        }
    }

    fn large(&mut self, kind: usize) {
        let mut arguments =
            json!({"path": self.pick(&FILES), "query": self.sentence(2), "limit": self.below(99)});
        if kind < 37 {
            let size = 1_000 + self.below(7_000);
            arguments = json!({"path": self.pick(&FILES), "content": self.text(size)});
        }
        self.call(arguments, 2);
        // Evenly spread on a logarithmic scale, from 1,000 to 50,000 bytes.
        let share = self.below(1 << 20) as f64 / f64::from(1 << 20);
        let size = (1_000.0 * 50f64.powf(share)) as usize;
        let text = |text: String| json!([{"type": "text", "text": text}]);
        let result = match self.below(10) {
            0 => json!({"content": text(self.sentence(4)), "structuredContent": {"rows": self.rows(size)}}),
            1 => json!({"content": text(format!("{:#}", Value::Array(self.rows(size)))), "isError": false}),
            _ => json!({"content": text(self.text(size)), "isError": false}),
        };
        self.answer(&result);
    }

    /// A call with up to `progress` reports of progress.
    fn call(&mut self, arguments: Value, progress: usize) {
        let mut params = json!({"name": self.pick(&TOOLS), "arguments": arguments});
        if progress > 0 {
            params["_meta"] = json!({"progressToken": self.last_id + 1});
        }
        self.request("tools/call", &params);
        for step in 0..self.below(progress + 1) {
            let params = json!({"progressToken": self.last_id, "progress": step, "total": progress});
            let text = format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{params}}}"#);
            self.line(Side::Server, &text);
        }
    }

    fn tool(&mut self, number: usize) -> Value {
        let mut properties = serde_json::Map::new();
        for index in 0..2 + self.below(5) {
            let kind = self.pick(&["array", "boolean", "integer", "string"]);
            let words = 8 + self.below(12);
            let property = match kind {
                "array" => {
                    json!({"type": kind, "description": self.sentence(words), "items": {"type": "string"}})
                }
                _ => json!({"type": kind, "description": self.sentence(words)}),
            };
            properties.insert(format!("{}_{index}", self.pick(&WORDS)), property);
        }
        let words = 20 + self.below(40);
        let required: Vec<_> = properties.keys().take(2).cloned().collect();
        // All that is called is in the list.
        let name = TOOLS
            .get(number)
            .map_or_else(|| format!("{}_{number}", self.pick(&TOOLS)), |it| (*it).to_owned());
        json!({
            "name": name,
            "description": self.sentence(words),
            "inputSchema": {"type": "object", "properties": properties, "required": required},
            "annotations": {"readOnlyHint": self.below(2) == 0, "openWorldHint": false},
        })
    }

    fn rows(&mut self, size: usize) -> Vec<Value> {
        let (mut rows, mut written) = (Vec::new(), 0);
        while written < size {
            let row = json!({
                "id": self.below(1_000_000), "path": self.pick(&FILES), "score": self.below(999) as f64 / 8.0,
                "tags": [self.pick(&WORDS), self.pick(&WORDS)], "ok": self.below(2) == 0, "parent": null,
            });
            written += row.to_string().len();
            rows.push(row);
        }
        rows
    }

    /// What tools print: prose, code, listings and messages of compilers.
    fn text(&mut self, size: usize) -> String {
        let mut text = String::new();
        while text.len() < size {
            let (file, number) = (self.pick(&FILES), self.below(1_000));
            text += &match self.below(20) {
                0 | 1 => format!("    let {} = \"{}\".parse::<u32>()?;\n", self.pick(&WORDS), number),
                2 | 3 => format!("{file}:{number}:9: error: expected `;`, found `{}`\n", self.pick(&WORDS)),
                4 | 5 => format!("\tif (rows[{number}] !== \"{}\") {{ return; }}\n", self.pick(&WORDS)),
                6 | 7 => format!("-rw-r--r-- 1 me me {number:>8} Nov  3 09:12 {file}\n"),
                8 | 9 => "\n".to_owned(),
                10 => "// größer – naïve → 線と文字 ✓\n".to_owned(),
                _ => {
                    let words = 6 + self.below(10);
                    self.sentence(words) + ".\n"
                }
            };
        }
        text
    }

    fn sentence(&mut self, words: usize) -> String {
        (0..words).map(|_| self.pick(&WORDS)).collect::<Vec<_>>().join(" ")
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.random.up_to(end as u64 - 1)).expect("an index")
    }

    fn pick(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.below(choices.len())]
    }
}
