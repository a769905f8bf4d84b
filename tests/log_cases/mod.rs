//! Samples of pasted logs that are kept elsewhere, each with a file that says what is in it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use wirelab::proto::framing::{FrameDecoder, Limits};
use wirelab::proto::jsonrpc::{Message, decode};
use wirelab::trace::import::read;
use wirelab::trace::{Lane, Trace};

/// How many of each kind there are, by direction: requests, notifications, responses and errors.
type Counts = BTreeMap<(&'static str, &'static str), usize>;

fn count(trace: &Trace) -> Counts {
    let mut counts = Counts::new();
    for lane in [Lane::ClientToServer, Lane::ServerToClient] {
        for session in trace.sessions() {
            let mut decoder = FrameDecoder::newline(Limits::default());
            decoder.feed(&trace.session(session).bytes(lane));
            decoder.finish();
            while let Some(frame) = decoder.poll_frame() {
                let Some(kind) = kind(frame.body()) else { continue };
                *counts.entry((lane.name(), kind)).or_default() += 1;
            }
        }
    }
    counts
}

/// What a line holds; a message that something is glued to counts as well.
fn kind(line: &[u8]) -> Option<&'static str> {
    let starts = (0..line.len()).filter(|at| line[*at] == b'{');
    let message = starts.take(20).find_map(|at| decode(&line[at..]).ok())?;
    Some(match message {
        Message::Request(_) => "requests",
        Message::Notification(_) => "notifications",
        Message::Response(response) if response.outcome.is_err() => "errors",
        Message::Response(_) => "responses",
    })
}

/// What the file beside a sample says: `c2s: {requests: 2, notifications: 1}`, once or for each conversation.
fn expected(text: &str) -> Counts {
    let mut counts = Counts::new();
    for line in text.lines() {
        for lane in ["c2s", "s2c"] {
            let Some(rest) = line.trim().strip_prefix(lane).and_then(|rest| rest.strip_prefix(": {")) else {
                continue;
            };
            for kind in ["requests", "notifications", "responses", "errors"] {
                let number = rest.split_once(&format!("{kind}: ")).map(|(_, rest)| {
                    rest.split([',', '}']).next().and_then(|number| number.parse::<usize>().ok())
                });
                if let Some(number) = number.flatten().filter(|number| *number > 0) {
                    *counts.entry((lane, kind)).or_default() += number;
                }
            }
        }
    }
    counts
}

/// Reads all samples of the folder that the environment names.
pub(crate) fn check() {
    let folder = PathBuf::from(env::var_os("WIRELAB_LOG_CASES").expect("WIRELAB_LOG_CASES"));
    let (mut checked, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(folder).expect("the folder of the samples") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let says = fs::read_to_string(path.with_extension("expect.md")).expect("what is in it");
        let imported = read(&fs::read(&path).expect("the sample"), None);
        let (found, expected) = (count(&imported.trace), expected(&says));
        if found != expected {
            wrong.push(format!("{}: found {found:?}, expected {expected:?}", path.display()));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 0, "no samples");
}
