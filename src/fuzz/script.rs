//! A world as a text that anybody may have written: it is read or refused, and what is read is written and read again.

use super::source::Source;
use crate::sim::http::HttpWorld;
use crate::sim::{Pair, Played, Script};

/// How a text begins that is read to its end.
const BEGINS: [&str; 4] = [
    r#"{"wirelab":2,"offer":"2025-11-25","latencyMicros":4000,"unixMillis":0,"database":false,"sql":null,"files":[],"http":true,"actions":["#,
    r#"{"wirelab":2,"offer":"2026-07-28","latencyMicros":0,"unixMillis":0,"database":false,"sql":null,"files":[],"opening":"modern","http":true,"actions":["#,
    r#"{"wirelab":1,"offer":"2025-11-25","latencyMicros":4000,"unixMillis":0,"database":true,"sql":null,"files":[],"pingMicros":1,"actions":["#,
    "",
];

/// Pieces of what comes after that.
const PIECES: [&str; 24] = [
    r#"{"do":"initialize"},"#,
    r#"{"do":"discover"},"#,
    r#"{"step":9},"#,
    r#"{"step":-1},"#,
    r#"{"step":200000},"#,
    r#"{"bytes":1,"times":3},"#,
    r#"{"waitMicros":90000000},"#,
    r#"{"waitMicros":9223372036854775807},"#,
    r#"{"do":"listTools"},"#,
    r#"{"call":"slow","progress":true,"arguments":{"ms":900}},"#,
    r#"{"ask":"GET","headers":[{"name":"Accept","text":"text/event-stream"}],"text":""},"#,
    r#"{"ask":"POST","headers":[{"name":"\u0000","base64":"/w=="}],"base64":"e30="},"#,
    r#"{"ask":"X","headers":[{}],"text":""},"#,
    r#"{"cut":4,"by":"server"},"#,
    r#"{"cut":18446744073709551615,"by":"nobody"},"#,
    r#"{"do":"forgetSessions"},"#,
    r#"{"do":"beginAnew"},"#,
    r#"{"fault":"drop","lane":"s2c","always":true},"#,
    r#"{"raw":"client","text":"x"},"#,
    r#"{"step":1}]}"#,
    r#"{"step":1}],"at":3,"others":[[{"do":"ping"}],{"wirelab":2}]}"#,
    r#"{"step":1}],"others":[[{"do":"initialize"}]],"beside":"#,
    r#"{"wirelab":3}"#,
    "}",
];

/// Reads `data` as a script, and a text that `data` puts together.
pub fn script(data: &[u8]) {
    if let Ok(text) = str::from_utf8(data) {
        read(text);
    }
    let mut source = Source::new(data);
    let mut text = String::from(*source.pick(&BEGINS));
    while !source.is_empty() && text.len() < 4_000 {
        match source.byte() % 16 {
            0 => text.push_str(&source.text()),
            1 => text.push_str(source.pick::<&str>(&BEGINS)),
            2 => text.push_str(PIECES[19]),
            _ => text.push_str(source.pick::<&str>(&PIECES)),
        }
    }
    read(&text);
}

fn read(text: &str) {
    let Ok(script) = Script::from_text(text) else { return };
    let written = script.to_text();
    assert_eq!(
        Script::from_text(&written).as_ref(),
        Ok(&script),
        "what is read is written as it was: {text}"
    );
    let beside = script.beside.as_ref();
    assert!(beside.is_none_or(|beside| beside.http != script.http), "two worlds are of two kinds");
    for script in beside.into_iter().chain([&script]) {
        if script.http { follow::<HttpWorld>(script) } else { follow::<Pair>(script) }
    }
}

/// It leads somewhere, or is refused; the same way twice is the same.
fn follow<W: Played>(script: &Script) {
    // What goes on for hours is only slow.
    if script.actions.len() > 300 {
        return;
    }
    let (one, other) = (script.replay_as::<W>(), script.replay_as::<W>());
    assert_eq!(one.map(|world| world.actions().len()), other.map(|world| world.actions().len()));
}
