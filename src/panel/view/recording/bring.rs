//! What can be brought, while nothing is there.

use super::super::{button, size};
use crate::desk::Example;
use crate::panel::node::{Node, el};
use crate::panel::text::Tell;
use crate::panel::{Model, Source};

pub(super) fn bring(model: &Model) -> Node {
    let language = model.language;
    let draft = &model.recording.draft;
    let field = el("textarea")
        .attr("data-msg", "draft")
        .attr("data-arg", "")
        .attr("aria-label", language.tell(Tell::RecordingField))
        .attr("placeholder", language.tell(Tell::RecordingField))
        .attr("spellcheck", "false")
        .attr("autocapitalize", "off")
        .attr("rows", "9")
        .attr("value", draft.clone());
    let judge = el("button")
        .attr("type", "submit")
        .class("go large")
        .flag("disabled", draft.trim().is_empty())
        .text(language.tell(Tell::RecordingJudge));
    let file = el("label")
        .class("file")
        .child(el("span").text(language.tell(Tell::RecordingFile)))
        .child(el("input").attr("type", "file"));
    let form = el("form").msg("open-draft", "").child(field).child(
        el("div")
            .class("actions")
            .child(judge)
            .child(file)
            .child(el("p").text(language.tell(Tell::RecordingDrop))),
    );
    el("div")
        .class("bring")
        .key("bring")
        .child(el("h2").text(language.tell(Tell::RecordingTitle)))
        .child(el("p").text(language.tell(Tell::RecordingText)))
        .child(form)
        .child(el("p").class("private").text(language.tell(Tell::RecordingPrivate)))
        .child(el("h3").text(language.tell(Tell::RecordingExamples)))
        .child(el("ul").class("examples").children(Example::ALL.map(|example| offer(model, example))))
}

fn offer(model: &Model, example: Example) -> Node {
    let (name, text) = match example {
        Example::StrayPrint => (Tell::ExampleStrayPrint, Tell::ExampleStrayPrintText),
        Example::DesktopLog => (Tell::ExampleDesktopLog, Tell::ExampleDesktopLogText),
        Example::EarlyCall => (Tell::ExampleEarlyCall, Tell::ExampleEarlyCallText),
    };
    let language = model.language;
    let inner = el("button")
        .attr("type", "button")
        .msg("example", example.name())
        .child(el("b").text(language.tell(name)))
        .child(el("span").text(language.tell(text)));
    el("li").key(example.name()).child(inner)
}

/// What the source is called, and how large it is.
pub(super) fn name(model: &Model) -> String {
    let language = model.language;
    match &model.recording.source {
        Some(Source::Pasted(text)) => {
            format!("{} · {}", language.tell(Tell::PastedText), size(language, text.len()))
        }
        Some(Source::File { name, size: bytes }) => {
            let bytes = usize::try_from(*bytes).unwrap_or(usize::MAX);
            format!("{name} · {}", size(language, bytes))
        }
        Some(Source::Example(Example::StrayPrint)) => language.tell(Tell::ExampleStrayPrint).to_owned(),
        Some(Source::Example(Example::DesktopLog)) => language.tell(Tell::ExampleDesktopLog).to_owned(),
        Some(Source::Example(Example::EarlyCall)) => language.tell(Tell::ExampleEarlyCall).to_owned(),
        Some(Source::World(text)) => {
            format!("{} · {}", language.tell(Tell::ThisSession), size(language, text.len()))
        }
        None => String::new(),
    }
}

pub(super) fn opening(model: &Model) -> Node {
    let language = model.language;
    el("div")
        .class("bring")
        .key("opening")
        .child(el("h2").text(language.tell(Tell::Reading)))
        .child(el("p").text(name(model)))
        .child(el("progress").attr("aria-label", language.tell(Tell::Reading)))
}

pub(super) fn failed(model: &Model, why: &str) -> Node {
    let language = model.language;
    let text = if why.is_empty() { language.tell(Tell::JudgeLost) } else { language.tell(Tell::CannotRead) };
    let reason = (!why.is_empty()).then(|| el("code").text(why.to_owned()));
    el("div")
        .class("bring-failed")
        .key("failed")
        .attr("role", "alert")
        .child(el("p").text(text))
        .children(reason)
        .child(button(language.tell(Tell::ReadAgain), "read-as", ""))
}
