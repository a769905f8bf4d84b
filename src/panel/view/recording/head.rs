//! What the recording was read as, and what can be made of it.

use super::super::button;
use super::bring;
use crate::desk::Summary;
use crate::panel::Model;
use crate::panel::node::{Node, el};
use crate::panel::text::Tell;
use crate::proto::mcp::Version;

/// From how many percent on a format that was found is taken for certain.
const SURE: i64 = 20;

/// The exports that the page offers, by the names of their targets.
const EXPORTS: [(&str, Tell); 3] =
    [("markdown", Tell::ExportMarkdown), ("wire", Tell::ExportWire), ("html", Tell::ExportHtml)];

pub(super) fn head(model: &Model, summary: &Summary) -> Node {
    let language = model.language;
    let number = |count: i64| count.to_string();
    let lanes = language.tell_with(
        Tell::LaneCounts,
        &[
            ("client", &number(summary.lanes.client)),
            ("server", &number(summary.lanes.server)),
            ("stderr", &number(summary.lanes.stderr)),
            ("notes", &number(summary.lanes.remarks)),
        ],
    );
    let mut facts = vec![lanes];
    if summary.conversations > 1 {
        facts.push(language.tell_with(Tell::ConversationCount, &[("n", &number(summary.conversations))]));
    }
    let what = el("div")
        .class("what")
        .child(el("h2").text(bring::name(model)))
        .child(el("p").text(facts.join(" · ")));
    let sentences = summary.remarks.iter().filter_map(|remark| remark.peek::<String>("text").ok().flatten());
    let remarks: Vec<_> = sentences.map(|text| el("li").text(text)).collect();
    let remarks = (!remarks.is_empty()).then(|| el("ul").class("remarks").key("remarks").children(remarks));
    let exported = model.recording.exported.as_ref();
    let exported = exported.map(|name| {
        el("p").class("saved").key("saved").text(language.tell_with(Tell::Exported, &[("name", name)]))
    });
    el("header")
        .class("recording-head")
        .key("head")
        .child(what)
        .child(el("div").class("choices").child(read_as(model, summary)).child(judge_by(model, summary)))
        .child(exports(model))
        .children(exported)
        .children(remarks)
}

fn read_as(model: &Model, summary: &Summary) -> Node {
    let language = model.language;
    let chosen = model.recording.format.as_deref();
    let auto = match summary.fit {
        Some(fit) => {
            let key = if fit < SURE { Tell::ReadAsGuessed } else { Tell::ReadAsFound };
            language.tell_with(key, &[("format", &summary.format), ("fit", &fit.to_string())])
        }
        None => language.tell(Tell::ReadAsAuto).to_owned(),
    };
    let formats = summary.formats.iter().flatten().map(|name| {
        let option = el("option").key(name.clone()).attr("value", name.clone()).attr("lang", "en");
        option.flag("selected", chosen == Some(name)).text(name.clone())
    });
    let auto = el("option").key("").attr("value", "").flag("selected", chosen.is_none()).text(auto);
    choice(language.tell(Tell::ReadAs), "read-as", [auto].into_iter().chain(formats))
}

fn judge_by(model: &Model, summary: &Summary) -> Node {
    let language = model.language;
    let chosen = model.recording.protocol.as_deref();
    let found = language.tell_with(Tell::JudgedBy, &[("versions", &summary.revisions.join(", "))]);
    let versions = Version::ALL.into_iter().rev().map(|version| {
        let name = version.as_str();
        el("option").key(name).attr("value", name).flag("selected", chosen == Some(name)).text(name)
    });
    let auto = el("option").key("").attr("value", "").flag("selected", chosen.is_none()).text(found);
    choice(language.tell(Tell::JudgeBy), "judge-by", [auto].into_iter().chain(versions))
}

fn choice(label: &'static str, msg: &'static str, options: impl IntoIterator<Item = Node>) -> Node {
    let select = el("select").attr("data-msg", msg).attr("data-arg", "").children(options);
    el("label").class("field-inline").child(el("span").text(label)).child(select)
}

fn exports(model: &Model) -> Node {
    let language = model.language;
    let redact = el("label").class("field-inline check").child(
        el("input").attr("type", "checkbox").msg("redact", "").flag("checked", model.recording.redact),
    );
    let redact = redact.child(el("b").text(language.tell(Tell::Redact)));
    let save = EXPORTS.map(|(target, key)| button(language.tell(key), "export", target));
    el("div")
        .class("exports")
        .attr("role", "group")
        .attr("aria-label", language.tell(Tell::SaveAs))
        .child(el("span").text(language.tell(Tell::SaveAs)))
        .children(save)
        .child(redact)
        .child(button(language.tell(Tell::CloseRecording), "close-recording", "").class("quiet"))
}
