//! What several samples hold.

use wirelab::proto::json::{Members, RawJson};
use wirelab::proto::mcp::{
    Annotations, Content, ContentBlock, EmbeddedResource, Icon, IconTheme, Implementation, MediaContent,
    Resource, ResourceContents, Role, TaskMetadata, TaskSupport, TextContent, Tool, ToolAnnotations,
    ToolExecution, Version,
};

use super::{V2, V3, V4, Wanted};

pub(crate) fn json(text: &str) -> RawJson {
    RawJson::new(text).expect(text)
}

pub(crate) fn members(text: &str) -> Members {
    json(text).parse().expect(text)
}

pub(crate) fn implementation(wanted: Wanted) -> Implementation {
    let mut info = Implementation::new("wirelab", "0.1.0");
    if wanted.has(V3) {
        info = info.with_title("Wirelab");
    }
    if wanted.has(V4) {
        info = info.with_description("Shows every byte.").with_icons(icons());
        info = info.with_website_url("https://example.com/wirelab");
    }
    info
}

pub(crate) fn icons() -> Vec<Icon> {
    let theme = IconTheme::Dark;
    let icon = Icon {
        mime_type: Some("image/png".to_owned()),
        sizes: Some(vec!["48x48".to_owned(), "any".to_owned()]),
        theme: Some(theme),
        ..Icon::new("data:image/png;base64,AAECAw==")
    };
    vec![icon, Icon::new("https://example.com/icon.svg")]
}

pub(crate) fn annotations(wanted: Wanted) -> Annotations {
    let annotations = Annotations {
        audience: Some(vec![Role::User, Role::Assistant]),
        priority: Some("0.50".parse().expect("a number")),
        ..Annotations::default()
    };
    if wanted.has(V3) { annotations.with_last_modified("2025-01-12T15:00:58Z") } else { annotations }
}

pub(crate) fn task() -> TaskMetadata {
    TaskMetadata { ttl: Some(60_000.into()), ..TaskMetadata::default() }
}

pub(crate) fn resource(wanted: Wanted) -> Resource {
    let mut resource = Resource::new("file:///notes.txt", "notes");
    if wanted.is_full() {
        resource.description = Some("What was noted.".to_owned());
        resource.mime_type = Some("text/plain".to_owned());
        resource.size = Some(9_007_199_254_740_993.into());
        resource.annotations = Some(annotations(wanted));
    }
    if wanted.has(V3) {
        resource = resource.with_title("Notes");
    }
    if wanted.has(V4) {
        resource = resource.with_icons(icons());
    }
    resource
}

/// A text, and bytes.
pub(crate) fn contents() -> Vec<ResourceContents> {
    let mime_type = Some("text/plain".to_owned());
    let uri = "file:///notes.txt";
    vec![
        ResourceContents { text: Some("a".to_owned()), mime_type, ..ResourceContents::new(uri) },
        ResourceContents { blob: Some("AAECAw==".to_owned()), ..ResourceContents::new(uri) },
    ]
}

/// A block of every kind that a result of a tool, or a prompt, may hold.
pub(crate) fn blocks(wanted: Wanted) -> Vec<ContentBlock> {
    if !wanted.is_full() {
        return vec![ContentBlock::text("a")];
    }
    let text = TextContent { annotations: Some(annotations(wanted)), ..TextContent::new("a") };
    let mut blocks = vec![Content::Text(text), Content::Image(MediaContent::new("AAECAw==", "image/png"))];
    blocks.extend(contents().into_iter().map(|it| Content::Resource(EmbeddedResource::new(it))));
    if wanted.version >= V2 {
        blocks.push(Content::Audio(MediaContent::new("AAECAw==", "audio/wav")));
    }
    if wanted.version >= V3 {
        blocks.push(Content::ResourceLink(resource(wanted)));
    }
    blocks.into_iter().map(ContentBlock::from).collect()
}

pub(crate) fn tool(wanted: Wanted) -> Tool {
    let schema = r#"{"type":"object","properties":{"a":{"type":"number"}},"required":["a"]}"#;
    let mut tool = Tool::new("add", json(if wanted.is_full() { schema } else { r#"{"type":"object"}"# }));
    if wanted.is_full() {
        tool.description = Some("Adds.".to_owned());
    }
    if wanted.has(V2) {
        tool = tool.with_annotations(ToolAnnotations {
            title: Some("Add".to_owned()),
            read_only_hint: Some(true),
            destructive_hint: Some(false),
            idempotent_hint: Some(true),
            open_world_hint: Some(false),
            ..ToolAnnotations::default()
        });
    }
    if wanted.has(V3) {
        tool = tool.with_title("Add").with_output_schema(json(r#"{"type":"object"}"#));
    }
    if wanted.has(V4) {
        tool = tool.with_icons(icons());
    }
    if wanted.has_tasks() {
        let task_support = Some(TaskSupport::Optional);
        tool = tool.with_execution(ToolExecution { task_support, ..ToolExecution::default() });
    }
    tool
}

pub(crate) fn client_capabilities(wanted: Wanted) -> Members {
    members(match (wanted.is_full(), wanted.version) {
        (false, _) => "{}",
        (true, Version::V2024_11_05 | Version::V2025_03_26) => {
            r#"{"experimental":{"x":{}},"roots":{"listChanged":true},"sampling":{}}"#
        }
        (true, Version::V2025_06_18) => r#"{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}"#,
        (true, Version::V2025_11_25) => {
            r#"{"roots":{"listChanged":true},"sampling":{"context":{},"tools":{}},"elicitation":{"form":{},"url":{}},
            "tasks":{"list":{},"cancel":{},
            "requests":{"sampling":{"createMessage":{}},"elicitation":{"create":{}}}}}"#
        }
        (true, Version::V2026_07_28) => {
            r#"{"experimental":{"x":{}},"roots":{},"sampling":{"context":{},"tools":{}},
            "elicitation":{"form":{},"url":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}}"#
        }
    })
}

pub(crate) fn server_capabilities(wanted: Wanted) -> Members {
    if !wanted.is_full() {
        return Members::new();
    }
    let mut capabilities = members(
        r#"{"experimental":{"x":{}},"logging":{},"prompts":{"listChanged":true},
        "resources":{"subscribe":true,"listChanged":true},"tools":{"listChanged":false}}"#,
    );
    if wanted.has(V2) {
        capabilities.set("completions", &json("{}"));
    }
    if wanted.has_tasks() {
        capabilities.set("tasks", &json(r#"{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}"#));
    }
    if wanted.is_modern() {
        capabilities.set("extensions", &json(r#"{"io.modelcontextprotocol/tasks":{}}"#));
    }
    capabilities
}
