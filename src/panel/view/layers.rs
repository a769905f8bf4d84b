//! The two error layers side by side, and what the model gets to see of each.

use super::button;
use crate::panel::facts::ErrorCase;
use crate::panel::node::{Node, el};
use crate::panel::text::Key;
use crate::panel::{Model, words};

pub(super) fn pane(model: &Model) -> Vec<Node> {
    let (protocol, tool) = model.pair.facts().error_cases();
    vec![
        layer(model, "protocol", Key::ProtocolLayer, Key::ProtocolLayerText, protocol),
        layer(model, "tool", Key::ToolLayer, Key::ToolLayerText, tool),
    ]
}

fn layer(model: &Model, class: &'static str, title: Key, text: Key, case: Option<&ErrorCase>) -> Node {
    let language = model.language;
    let mut node = el("article")
        .class(format!("layer {class}"))
        .key(class)
        .child(el("h3").text(language.say(title)))
        .child(el("p").text(language.say(text)));
    let Some(case) = case else {
        return node.child(el("p").class("empty").text(language.say(Key::NoErrorYet)));
    };
    let code =
        case.code.map(|code| el("span").class("tag danger").text(words::code(language, Key::CodeTag, code)));
    node = node.child(
        el("div")
            .class("case")
            .child(
                el("p")
                    .child(
                        button(
                            language.fill(Key::FrameNumber, &[("n", &(case.frame + 1).to_string())]),
                            "frame",
                            case.frame.to_string(),
                        )
                        .class("link"),
                    )
                    .child(el("code").text(case.asked.clone()))
                    .children(code),
            )
            .child(el("blockquote").text(case.said.clone())),
    );
    let (sees, then) = if case.code.is_some() {
        (language.say(Key::ModelSeesNothing).to_owned(), Key::ModelStuck)
    } else {
        (case.said.clone(), Key::ModelRecovers)
    };
    node.child(
        el("div")
            .class("model")
            .child(el("h4").text(language.say(Key::ModelSees)))
            .child(el("p").class(if case.code.is_some() { "sees nothing" } else { "sees" }).text(sees))
            .child(el("p").class("then").text(language.say(then))),
    )
}
