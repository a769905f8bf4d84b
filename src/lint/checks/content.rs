//! Blocks of content, wherever they stand.

use super::super::book::Level;
use super::super::cx::Cx;
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::super::tape::shortened;
use super::super::tolerated::tolerates;
use super::shape::say_as;
use crate::proto::json::FromJson;
use crate::proto::mcp::{ContentBlock, Role, Version};

/// Where a block stands: that decides which rule it breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Tool,
    Prompt,
    /// What a model is asked.
    Question,
    /// What a model answers.
    Answer,
}

/// Kinds of content, the first revision with each, and whether only a model's conversation has it.
const KINDS: [(&str, Version, bool); 7] = [
    ("text", Version::V2024_11_05, false),
    ("image", Version::V2024_11_05, false),
    ("resource", Version::V2024_11_05, false),
    ("audio", Version::V2025_03_26, false),
    ("resource_link", Version::V2025_06_18, false),
    ("tool_use", Version::V2025_11_25, true),
    ("tool_result", Version::V2025_11_25, true),
];

impl Place {
    const fn is_model(self) -> bool {
        matches!(self, Self::Question | Self::Answer)
    }

    /// The rule about a block of `kind` that lacks something.
    fn shape(self, kind: &str) -> &'static str {
        match (self, kind) {
            (Self::Tool, _) => "TL-18",
            (Self::Question, _) => "SM-02",
            (Self::Answer, _) => "SM-03",
            (Self::Prompt, "image" | "audio") => "PT-05",
            (Self::Prompt, "resource") => "PT-06",
            (Self::Prompt, _) => "PT-04",
        }
    }

    /// The rule about a kind that does not belong here.
    const fn kind(self) -> &'static str {
        match self {
            Self::Tool | Self::Prompt => "TL-19",
            Self::Question => "SM-02",
            Self::Answer => "SM-03",
        }
    }
}

/// Whether it is what nearly every block is: a text in its simplest form, which every revision has.
pub(super) fn is_plain_text(block: Value<'_>) -> bool {
    let is_text = block.get("type").is_some_and(|kind| kind.0 == "\"text\"");
    let is_bare = block.get("annotations").is_none() && block.get("_meta").is_none();
    is_text && is_bare && block.get("text").is_some_and(|text| text.is(Kind::String))
}

/// Judges one block; the block itself is known to be one.
pub(super) fn block(cx: &mut Cx<'_>, block: Value<'_>, place: Place) {
    if is_plain_text(block) {
        return;
    }
    let Ok(read) = ContentBlock::from_json(&shortened(block, None)) else {
        cx.report(place.shape(""), block, "type", Said::Kind(block.kind_name()));
        return;
    };
    let kind = read.kind.as_str();
    let known = KINDS.iter().find(|(known, ..)| *known == kind);
    let fits = known.is_some_and(|(_, since, model)| {
        *since <= cx.version
            && (!*model || place.is_model())
            && !(place.is_model() && kind.starts_with("resource"))
    });
    if !fits {
        cx.report(place.kind(), block.get("type").unwrap_or(block), cx.version.as_str(), kind);
        return;
    }
    if let Err(mismatch) = read.read() {
        say_as(cx, place.shape(kind), block, &mismatch);
        return;
    }
    match kind {
        "image" | "audio" => {
            base64(cx, block.get("data"), place.shape(kind));
            media_type(cx, block.get("mimeType"), place);
        }
        "resource" => {
            if let Some(resource) = block.get("resource") {
                contents(cx, resource, place.shape(kind));
                if place == Place::Prompt && resource.get("mimeType").is_none() {
                    cx.lacks("PT-06", resource, "mimeType");
                    if tolerates("media-type-if-known") {
                        cx.weigh("PT-06", Level::Warning);
                    }
                }
            }
        }
        "resource_link" => super::resources::uri(cx, block.get("uri")),
        _ => {}
    }
    annotations(cx, block);
}

/// Judges a resource that is there itself: exactly one of text and bytes.
pub(super) fn contents(cx: &mut Cx<'_>, contents: Value<'_>, rule: &'static str) {
    let (text, blob) = (contents.get("text"), contents.get("blob"));
    match (text, blob) {
        (Some(_), Some(blob)) => cx.report(rule, blob, "text | blob", "text, blob"),
        (None, None) => cx.report(rule, contents, "text | blob", Said::Nothing),
        _ => base64(cx, blob, rule),
    }
    super::resources::uri(cx, contents.get("uri"));
}

fn base64(cx: &mut Cx<'_>, value: Option<Value<'_>>, rule: &'static str) {
    let Some(value) = value else { return };
    let Some(text) = value.text() else { return };
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    if text.len() % 4 != 0 || padding > 2 || !digits.bytes().all(is_digit) {
        cx.report(rule, value, "base64", text);
    }
}

fn media_type(cx: &mut Cx<'_>, value: Option<Value<'_>>, place: Place) {
    let Some(value) = value else { return };
    let text = value.text().unwrap_or_default();
    let is_token = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_graphic() && !b"()<>@,;:\\\"/[]?=".contains(&byte))
    };
    let essence = text.split(';').next().unwrap_or_default().trim();
    let is_type = essence.split_once('/').is_some_and(|(kind, sub)| is_token(kind) && is_token(sub));
    if !is_type {
        cx.report(place.shape("image"), value, "image/png", text);
    }
}

/// Judges the annotations of a block, a resource or a template.
pub(super) fn annotations(cx: &mut Cx<'_>, holder: Value<'_>) {
    let Some(annotations) = holder.get("annotations").filter(|value| value.is(Kind::Object)) else { return };
    for role in annotations.list("audience") {
        if !role.text().is_some_and(|role| Role::WORDS.contains(&role.as_str())) {
            cx.report("TL-29", role, Role::WORDS.join(", "), role.0);
        }
    }
    if let Some(priority) = annotations.get("priority")
        && !priority.number().is_some_and(|number| (0.0..=1.0).contains(&number))
    {
        cx.report("TL-29", priority, "0 … 1", priority.0);
    }
    if let Some(modified) = annotations.get("lastModified")
        && cx.since(Version::V2025_06_18)
        && !modified.text().is_some_and(|text| is_time(&text))
    {
        cx.report("TL-29", modified, "2025-01-12T15:00:58Z", modified.0);
    }
}

/// Whether `text` is a date, or a date and a time, in ISO 8601.
pub(super) fn is_time(text: &str) -> bool {
    let (date, time) =
        text.split_once(['T', 't', ' ']).map_or((text, None), |(date, time)| (date, Some(time)));
    let parts: Vec<_> = date.split('-').collect();
    let lengths: Vec<_> = parts.iter().map(|part| part.len()).collect();
    let in_range = |text: &str, most: u32| text.parse::<u32>().is_ok_and(|number| number <= most);
    let is_date =
        lengths == [4, 2, 2] && in_range(parts[0], 9999) && in_range(parts[1], 12) && in_range(parts[2], 31);
    is_date
        && time.is_none_or(|time| {
            let clock = time.get(..8).or(time.get(..5)).unwrap_or_default();
            let fields: Vec<_> = clock.split(':').collect();
            fields.len() >= 2
                && in_range(fields[0], 24)
                && fields.iter().skip(1).take(1).all(|field| in_range(field, 60))
        })
}
