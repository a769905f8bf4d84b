//! Content: what tools return, prompts are made of and models say (`server/tools#tool-result`).

use super::{Resource, ResourceContents};
use crate::proto::json::{FromJson, Members, Mismatch, Number, RawJson, ToJson, kind_of, payload, words};

payload! {
    /// One block of content, of any kind.
    ///
    /// Nearly all are texts, and the rest is mostly shown or passed on: what a block of another kind holds is kept as
    /// written, and [`read`](Self::read) makes typed [`Content`] of it. A block that is not what its kind demands
    /// therefore spoils no message.
    pub struct ContentBlock {
        /// `text`, `image`, `audio`, `resource` or `resource_link`, in sampling also `tool_use` and `tool_result`;
        /// others are kept as they are.
        kind: String = "type",
    }
    optional {
        /// The text of a text block.
        text: String = "text",
    }
}

impl ContentBlock {
    /// A text block.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::new("text") }
    }

    /// A text block whose text, a JSON string, is passed on as it was written: for a long one, which is not worth being
    /// read. It is not in [`text`](Self::text) but among the other members; on the wire there is no difference.
    pub(crate) fn quoted(text: RawJson) -> Self {
        let mut block = Self::new("text");
        block.extra.put("text", text);
        block
    }

    /// The block as what it says it is.
    ///
    /// # Errors
    /// When it lacks what its kind demands.
    pub fn read(&self) -> Result<Content, Mismatch> {
        let mut members: Members = RawJson::from_value(self).parse()?;
        members.take("type")?;
        let raw = RawJson::from_value(&members);
        Ok(match self.kind.as_str() {
            "text" => Content::Text(raw.parse()?),
            "image" => Content::Image(raw.parse()?),
            "audio" => Content::Audio(raw.parse()?),
            "resource" => Content::Resource(raw.parse()?),
            "resource_link" => Content::ResourceLink(raw.parse()?),
            "tool_use" => Content::ToolUse(raw.parse()?),
            "tool_result" => Content::ToolResult(raw.parse()?),
            _ => Content::Unknown(self.clone()),
        })
    }

    fn of<T: ToJson>(kind: &str, content: &T) -> Self {
        let raw = RawJson::from_value(content);
        let mut extra: Members = raw.parse().expect("a payload is an object");
        let text = extra.optional("text").ok().flatten();
        Self { kind: kind.to_owned(), text, extra }
    }
}

/// A block of content by its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// `text`
    Text(TextContent),
    /// `image`
    Image(MediaContent),
    /// `audio` (2025-03-26 and later)
    Audio(MediaContent),
    /// `resource`: the resource itself.
    Resource(EmbeddedResource),
    /// `resource_link`: where to read it (2025-06-18 and later).
    ResourceLink(Resource),
    /// `tool_use` (sampling from 2025-11-25 on)
    ToolUse(ToolUseContent),
    /// `tool_result` (sampling from 2025-11-25 on)
    ToolResult(ToolResultContent),
    /// A kind that no revision has, as it is.
    Unknown(ContentBlock),
}

impl From<Content> for ContentBlock {
    fn from(content: Content) -> Self {
        match content {
            Content::Text(content) => Self::of("text", &content),
            Content::Image(content) => Self::of("image", &content),
            Content::Audio(content) => Self::of("audio", &content),
            Content::Resource(content) => Self::of("resource", &content),
            Content::ResourceLink(content) => Self::of("resource_link", &content),
            Content::ToolUse(content) => Self::of("tool_use", &content),
            Content::ToolResult(content) => Self::of("tool_result", &content),
            Content::Unknown(block) => block,
        }
    }
}

payload! {
    /// What a `text` block holds.
    pub struct TextContent {
        /// The text.
        text: String = "text",
    }
    optional {
        /// For whom it is, and how much it matters.
        annotations: Annotations = "annotations",
    }
}

payload! {
    /// What an `image` or `audio` block holds.
    pub struct MediaContent {
        /// The bytes, in base64.
        data: String = "data",
        /// What the bytes are.
        mime_type: String = "mimeType",
    }
    optional {
        /// For whom it is, and how much it matters.
        annotations: Annotations = "annotations",
    }
}

payload! {
    /// What a `resource` block holds.
    pub struct EmbeddedResource {
        /// The resource, with its text or bytes.
        resource: ResourceContents = "resource",
    }
    optional {
        /// For whom it is, and how much it matters.
        annotations: Annotations = "annotations",
    }
}

payload! {
    /// What a `tool_use` block holds: the model wants a tool called (2025-11-25 and later).
    pub struct ToolUseContent {
        /// Ties the result to this use.
        id: String = "id",
        /// The tool.
        name: String = "name",
        /// Its arguments, an object, as written.
        input: RawJson = "input",
    }
}

payload! {
    /// What a `tool_result` block holds (2025-11-25 and later).
    pub struct ToolResultContent {
        /// Which use this answers.
        tool_use_id: String = "toolUseId",
        /// What the model gets to see.
        content: Vec<ContentBlock> = "content",
    }
    optional {
        /// The same for programs: an object in 2025-11-25, any value from 2026-07-28 on.
        structured_content: RawJson = "structuredContent",
    }
    flags {
        /// Whether the tool failed.
        is_error = "isError",
    }
}

payload! {
    /// For whom something is, and how much it matters: hints, no more.
    #[derive(Default)]
    pub struct Annotations {}
    optional {
        /// For whom.
        audience: Vec<Role> = "audience",
        /// From 0, which may be left out, to 1, which may not.
        priority: Number = "priority",
    }
    later {
        /// When it last changed, in ISO 8601 (2025-06-18 and later).
        last_modified, with_last_modified: String = "lastModified",
    }
}

words! {
    /// Who speaks in a conversation with a model, and for whom content is.
    pub enum Role {
        /// The person.
        User = "user",
        /// The model.
        Assistant = "assistant",
    }
}

/// The content of a sampling message: one block, or from 2025-11-25 on an array. Which it was is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blocks {
    /// A block of its own.
    One(ContentBlock),
    /// An array of blocks.
    Many(Vec<ContentBlock>),
}

impl Blocks {
    /// The blocks, in their order.
    #[must_use]
    pub fn as_slice(&self) -> &[ContentBlock] {
        match self {
            Self::One(block) => core::slice::from_ref(block),
            Self::Many(blocks) => blocks,
        }
    }
}

impl From<ContentBlock> for Blocks {
    fn from(block: ContentBlock) -> Self {
        Self::One(block)
    }
}

impl From<Vec<ContentBlock>> for Blocks {
    fn from(blocks: Vec<ContentBlock>) -> Self {
        Self::Many(blocks)
    }
}

impl FromJson for Blocks {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        if kind_of(text) == "an array" {
            Vec::from_json(text).map(Self::Many)
        } else {
            ContentBlock::from_json(text).map(Self::One)
        }
    }
}

impl ToJson for Blocks {
    fn write_json(&self, out: &mut String) {
        match self {
            Self::One(block) => block.write_json(out),
            Self::Many(blocks) => blocks.write_json(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_read_as_what_it_says_and_written_back_as_it_was() {
        for text in [
            r#"{"type":"text","text":"a","annotations":{"audience":["user"],"priority":0.50},"x":1}"#,
            r#"{"type":"image","data":"","mimeType":"image/png","_meta":{"a":1.0}}"#,
            r#"{"type":"audio","data":"","mimeType":"audio/wav"}"#,
            r#"{"type":"resource","resource":{"uri":"a:b","blob":""}}"#,
            r#"{"type":"resource_link","uri":"a:b","name":"b","size":1e3}"#,
            r#"{"type":"tool_use","id":"1","name":"a","input":{"b":1.0}}"#,
            r#"{"type":"tool_result","toolUseId":"1","content":[{"type":"text","text":"a"}],"isError":true}"#,
            r#"{"type":"hologram","beams":[1.0]}"#,
        ] {
            let block = ContentBlock::from_json(text).expect(text);
            let content = block.read().expect(text);
            assert_eq!(matches!(content, Content::Unknown(_)), text.contains("hologram"), "{text}");
            assert_eq!(RawJson::from_value(&ContentBlock::from(content)).as_str(), text);
        }
    }

    #[test]
    fn a_block_that_lacks_what_its_kind_demands_says_so() {
        let block = ContentBlock::from_json(r#"{"type":"image","data":""}"#).expect("a block");
        assert_eq!(block.read().expect_err("no media type").path, "/mimeType");
        assert!(ContentBlock::new("text").read().is_err());
    }

    #[test]
    fn one_block_and_an_array_of_one_are_told_apart() {
        for text in [r#"{"type":"text","text":"a"}"#, r#"[{"type":"text","text":"a"}]"#] {
            let blocks = Blocks::from_json(text).expect(text);
            assert_eq!(blocks.as_slice(), [ContentBlock::text("a")]);
            assert_eq!(RawJson::from_value(&blocks).as_str(), text);
        }
    }
}
