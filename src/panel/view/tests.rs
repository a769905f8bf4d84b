//! Views of frames that no session of ours would write.

use super::*;
use crate::panel::{Environment, Msg, update};
use crate::proto::session::Side;
use crate::sim::Command;

const MARKUP: &str = "<img src=x onerror='window.hacked=1'>";
/// Turns what follows around, and ends that.
const BIDI: &str = "\u{202e}txt\u{2066}";

/// A page on which the handshake is over and `frames` have arrived, whoever wrote them.
fn page(language: Language, frames: &[(Side, Vec<u8>)]) -> Model {
    let languages = vec![language.tag().to_owned()];
    let mut model = Model::new(&Environment { languages, ..Environment::default() });
    for _ in 0..4 {
        update(&mut model, Msg::Step);
    }
    assert!(model.pair.client().state().is_operating());
    update(&mut model, Msg::ListTools);
    for (side, bytes) in frames {
        model
            .pair
            .tell(Command::Raw { side: *side, bytes: bytes.clone() })
            .expect("raw bytes are never refused");
    }
    model
}

/// All there is, in reading order.
fn all(nodes: &[Node]) -> Vec<&Node> {
    nodes.iter().flat_map(|node| [vec![node], all(&node.children)].concat()).collect()
}

/// Lets everything arrive, then looks at every frame; returns all texts that were to be seen.
fn look_at_everything(model: &mut Model) -> String {
    for _ in 0..40 {
        update(model, Msg::Step);
    }
    let mut seen = String::new();
    for number in 0..model.pair.frames().len() {
        update(model, Msg::SelectFrame(number));
        for (_, nodes) in view(model).regions {
            for node in all(&nodes) {
                for (name, value) in &node.attrs {
                    let harmless = ["value", "data-arg", "title", "aria-label", "id", "for"].contains(name);
                    let hostile = value.contains(MARKUP) || value.contains(BIDI);
                    assert!(harmless || !hostile, "{name} of {node:?}");
                }
                seen.push_str(node.text.as_deref().unwrap_or_default());
                seen.push('\n');
            }
        }
    }
    seen
}

fn line(text: &str) -> Vec<u8> {
    format!("{text}\n").into_bytes()
}

#[test]
fn hostile_frames_are_shown_and_do_nothing() {
    for language in Language::ALL {
        for side in [Side::Client, Side::Server] {
            let frames = [
                line(&format!(
                    r#"{{"jsonrpc":"2.0","id":"{MARKUP}","method":"{MARKUP}","params":{{"a":"{BIDI}"}}}}"#
                )),
                line(&format!(r#"{{"jsonrpc":"2.0","method":"{BIDI}"}}"#)),
                line(&format!(
                    r#"{{"jsonrpc":"2.0","id":"{BIDI}","error":{{"code":1,"message":"{MARKUP}"}}}}"#
                )),
                line(&format!("{MARKUP}{BIDI}\u{0}\u{7f}")),
                line(r#"{"jsonrpc":"2.0","id":9,"result":{"text":"\ud800 \udc00"}}"#),
                line(r#"{"jsonrpc":"2.0","id":9,"method":"\ud83d"}"#),
                line(r#"{"__proto__":{"a":1},"jsonrpc":"2.0","jsonrpc":"2.0"}"#),
                vec![0xFF, 0xFE, b'<', b'b', b'>', b'\n'],
                b"\n\r\n \xEF\xBB\xBF{}".to_vec(),
                line(&"[".repeat(2_000)),
                line(&format!(r#"{{"jsonrpc":"2.0","id":9,"result":{{"text":"{}"}}}}"#, "𝄞".repeat(20_000))),
                Vec::new(),
            ];
            let mut model = page(language, &frames.map(|bytes| (side, bytes)));
            let seen = look_at_everything(&mut model);
            for text in [MARKUP, BIDI, r"\ud800 \udc00", r"\ud83d", "__proto__"] {
                assert!(seen.contains(text), "{text:?} is not to be seen, from the {side}");
            }
        }
    }
}

#[test]
fn a_form_takes_whatever_names_a_server_gives() {
    let name = format!("{MARKUP}{BIDI} \\\"");
    let tool = format!(
        r#"{{"name":"{name}","description":"{name}","inputSchema":{{"type":"object","properties":{{"{name}":{{"type":"string","default":"{name}"}},"{name}":{{"enum":[]}}}},"required":["{name}"]}}}}"#
    );
    let list = line(&format!(r#"{{"jsonrpc":"2.0","id":2,"result":{{"tools":[{tool},{tool}]}}}}"#));
    let mut model = page(Language::English, &[(Side::Server, list)]);
    let seen = look_at_everything(&mut model);
    let read = name.replace("\\\"", "\"");
    assert!(seen.contains(&read), "{seen}");
    update(&mut model, Msg::SetField { name: read.clone(), value: MARKUP.to_owned() });
    update(&mut model, Msg::CallTool);
    assert!(look_at_everything(&mut model).contains(&format!("Unknown tool: {read}")));
}

#[test]
fn progress_belongs_to_the_request_whose_token_it_carries() {
    let call = r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"slow","_meta":{"progressToken":"t"}}}"#;
    let progress =
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}"#;
    let other = progress.replace("\"t\"", "1");
    let frames = [(Side::Client, call), (Side::Server, progress), (Side::Server, &other)];
    let model = page(Language::English, &frames.map(|(side, text)| (side, line(text))));
    let first = model.pair.frames().len() - 3;
    let exchange = |frame| model.pair.facts().fellows(frame).collect::<Vec<_>>();
    assert_eq!(exchange(first), [first, first + 1]);
    assert_eq!(exchange(first + 1), [first, first + 1]);
    assert!(exchange(first + 2).is_empty());
    let strip = exchange::strip(&model, first + 1).expect("it belongs to a request").text_content();
    assert!(strip.contains("progress") && strip.contains("no answer so far"), "{strip}");
    assert!(exchange::strip(&model, first + 2).is_none());
}
