//! A tool for each kind of content that a result can have.

use super::{Entry, PLAIN};
use crate::demo::arguments::Arguments;
use crate::demo::registry::{Context, Started};
use crate::demo::server::{PICTURE, PNG};
use crate::proto::base64;
use crate::proto::json::{Members, RawJson};
use crate::proto::mcp::{
    CallToolResult, Content, ContentBlock, EmbeddedResource, MediaContent, Resource, ResourceContents,
};

/// Half a millisecond of silence: the shortest sound that every player takes.
const WAV: &[u8] = b"RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x08\0\0\0\x80\x80\x80\x80\x80\x80\x80\x80";

pub(super) const TOOLS: &[Entry] = &[Entry {
    name: "show_content",
    label: Some(("Show content", r#"{"readOnlyHint":true,"openWorldHint":false}"#)),
    description: "Return content of a kind: text, image, audio, resource, resource_link, structured, or all of them.",
    properties: r#""kind":{"type":"string","enum":["text","image","audio","resource","resource_link","structured","all"],"description":"The kind of content.","examples":["all"]}"#,
    required: &["kind"],
    handler: show_content,
    ..PLAIN
}];

fn show_content(arguments: &Arguments<'_>, _: &Context<'_>) -> Started {
    let kind = arguments.text("kind");
    let wanted = |name: &str| kind == name || kind == "all";
    let mut content = Vec::new();
    if wanted("text") {
        content.push(ContentBlock::text("A text. 一段文字。"));
    }
    if wanted("image") {
        content.push(Content::Image(MediaContent::new(encoded(PNG), "image/png")).into());
    }
    if wanted("audio") {
        content.push(Content::Audio(MediaContent::new(encoded(WAV), "audio/wav")).into());
    }
    if wanted("resource") {
        let text = "Hello! 你好！".to_owned();
        let contents = ResourceContents {
            mime_type: Some("text/plain".to_owned()),
            text: Some(text),
            ..ResourceContents::new("demo://greeting")
        };
        content.push(Content::Resource(EmbeddedResource::new(contents)).into());
    }
    if wanted("resource_link") {
        let link = Resource { mime_type: Some("image/png".to_owned()), ..Resource::new(PICTURE, "picture") };
        content.push(Content::ResourceLink(link).into());
    }
    let mut structured = None;
    if wanted("structured") {
        let value = RawJson::from_value(&Members::new().with("answer", &42_i64));
        content.push(ContentBlock::text(value.as_str()));
        structured = Some(value);
    }
    let result = CallToolResult::new(content);
    Started::Done(match structured {
        Some(value) => result.with_structured_content(value),
        None => result,
    })
}

fn encoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    base64::encode(bytes, &mut text);
    text
}
