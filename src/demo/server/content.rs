//! Resources, prompts, and completion of their arguments.

use super::{Execute, Server, read};
use crate::demo::files::{FileError, Folder, resolve};
use crate::demo::{music, prompts, uri};
use crate::proto::base64;
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorCode, ErrorObject, Request};
use crate::proto::mcp::{
    CompleteParams, CompleteResult, Completion, Content, ContentBlock, EmbeddedResource, GetPromptParams,
    GetPromptResult, ReadResourceParams, ReadResourceResult, Resource, ResourceContents, ResourceParams,
    ResourceTemplate, Version,
};

/// A text that is always there.
const GREETING: &str = "demo://greeting";
/// How many calls of tools there were: it changes, and can be subscribed to.
pub(super) const CALLS: &str = "demo://calls";
/// A picture, for what is no text.
pub(crate) const PICTURE: &str = "demo://picture";
/// Where the files of the folder begin.
const FOLDER: &str = "demo://folder/";

/// What nearly everything is.
const TEXT: &str = "text/plain";
/// Why nothing stands under a URI that is not ours.
const NOTHING: &str = "there is no such resource";

/// A picture of eight pixels by eight.
pub(crate) const PNG: &[u8] = include_bytes!("../sample/picture.png");

/// How many proposals a completion has at most (CO-03).
const PROPOSALS: usize = 100;

/// How many resources a client may subscribe to: a template has endlessly many.
const SUBSCRIPTIONS: usize = 1000;

/// The address of a file of the folder.
pub(super) fn file_uri(path: &str) -> String {
    [FOLDER, &uri::encode(path)].concat()
}

/// The families of resources.
pub(super) fn templates() -> [ResourceTemplate; 2] {
    let template = |uri: &str, name: &str, title: &str, description: &str| {
        ResourceTemplate { description: Some(description.to_owned()), ..ResourceTemplate::new(uri, name) }
            .with_title(title)
    };
    [
        template("demo://greeting/{name}", "greeting", "Greeting", "A greeting for somebody."),
        template("demo://folder/{+path}", "folder", "File", "A file of the server's folder."),
    ]
}

/// What stands under a URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its media type.
    pub kind: &'static str,
    /// What it holds.
    pub body: Body,
    /// Whether it stays as it is for as long as lists do.
    pub lasts: bool,
}

/// What a resource holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Text.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

impl Found {
    fn text(text: impl Into<String>, lasts: bool) -> Self {
        Self { kind: TEXT, body: Body::Text(text.into()), lasts }
    }

    /// The contents of the resource `uri`, which this is.
    pub(super) fn contents(self, uri: &str) -> ResourceContents {
        let mut contents = ResourceContents::new(uri);
        contents.mime_type = Some(self.kind.to_owned());
        match self.body {
            Body::Text(text) => contents.text = Some(text),
            Body::Bytes(bytes) => {
                let mut blob = String::new();
                base64::encode(&bytes, &mut blob);
                contents.blob = Some(blob);
            }
        }
        contents
    }
}

/// The resources with an address of their own, the files at the top of the folder among them.
pub(super) fn resources(folder: Option<&dyn Folder>) -> Vec<Resource> {
    let resource = |uri: &str, name: &str, title: &str, description: &str, kind: &str| {
        Resource {
            description: Some(description.to_owned()),
            mime_type: Some(kind.to_owned()),
            ..Resource::new(uri, name)
        }
        .with_title(title)
    };
    let mut resources = vec![
        resource(GREETING, "greeting", "Greeting", "A text that is always there.", TEXT),
        resource(CALLS, "calls", "Calls", "How many calls of tools there were: it changes.", TEXT),
        resource(PICTURE, "picture", "Picture", "A picture of eight pixels by eight.", "image/png"),
    ];
    let names = folder.map(|folder| folder.list()).unwrap_or_default();
    for name in names.iter().filter(|name| !name.ends_with('/')) {
        let mut file = Resource::new(file_uri(name), name.as_str());
        file.mime_type = media_type(name).map(str::to_owned);
        resources.push(file);
    }
    resources
}

/// What is under `uri`, where `called` calls of tools were made; why nothing is.
pub(super) fn find(uri: &str, folder: Option<&dyn Folder>, called: u32) -> Result<Found, String> {
    if uri == GREETING {
        return Ok(Found::text("Hello! 你好！", true));
    }
    if uri == CALLS {
        return Ok(Found::text(called.to_string(), false));
    }
    if uri == PICTURE {
        return Ok(Found { kind: "image/png", body: Body::Bytes(PNG.to_vec()), lasts: true });
    }
    let decode = |text: &str| uri::decode(text).ok_or_else(|| "the URI is not well formed".to_owned());
    if let Some(name) = uri.strip_prefix(GREETING).and_then(|rest| rest.strip_prefix('/')) {
        let name = decode(name)?;
        return Ok(Found::text(format!("Hello, {name}! 你好，{name}！"), false));
    }
    let Some(path) = uri.strip_prefix(FOLDER) else { return Err(NOTHING.to_owned()) };
    let path = decode(path)?;
    let folder = folder.ok_or_else(|| "there is no folder".to_owned())?;
    // No roots: what a URI names is below the base, or nowhere.
    let path = resolve(&path, &[]).map_err(|fault| FileError::from(fault).to_string())?;
    let bytes = folder.read(&path).map_err(|error| error.to_string())?;
    // What is in a file says more than its name, which may belong to another kind.
    let named = media_type(&path);
    let (kind, body) = match String::from_utf8(bytes.into_owned()) {
        Ok(text) => (named.filter(|kind| is_text(kind)).unwrap_or(TEXT), Body::Text(text)),
        Err(error) => {
            let kind = named.filter(|kind| !is_text(kind)).unwrap_or("application/octet-stream");
            (kind, Body::Bytes(error.into_bytes()))
        }
    };
    Ok(Found { kind, body, lasts: false })
}

/// The prompt that `params` ask for, filled.
pub(super) fn prompt(
    params: &GetPromptParams,
    folder: Option<&dyn Folder>,
) -> Result<GetPromptResult, ErrorObject> {
    let embed = |path: &str| {
        let uri = file_uri(path);
        // Here the file is an argument, not an address: a wrong one is a wrong argument.
        let found = find(&uri, folder, 0)
            .map_err(|why| ErrorObject::invalid_params(&format!("/arguments/path: {why}")))?;
        Ok(ContentBlock::from(Content::Resource(EmbeddedResource::new(found.contents(&uri)))))
    };
    prompts::get(params, embed)
}

/// What could be said for the argument that `params` name, whatever of it is typed already.
pub(super) fn proposals(
    params: &CompleteParams,
    folder: Option<&dyn Folder>,
) -> Result<Vec<String>, ErrorObject> {
    let invalid = |why: String| Err(ErrorObject::invalid_params(&why));
    let reference = &params.reference;
    let files = || folder.map(|folder| folder.list()).unwrap_or_default();
    let argument = params.argument.name.as_str();
    match (reference.kind.as_str(), reference.name.as_deref(), reference.uri.as_deref()) {
        ("ref/prompt", Some(name), _) => match (name, argument) {
            ("suggest_song", "artist") => Ok(music::artists().map(str::to_owned).collect()),
            ("suggest_song", "mood") => Ok(prompts::MOODS.map(str::to_owned).into()),
            ("summarize_file", "path") => Ok(files()),
            _ => match prompts::all().iter().any(|prompt| prompt.name == name) {
                true => invalid(format!("/argument/name: the prompt has no argument {argument:?}")),
                false => invalid(format!("/ref/name: there is no prompt {name:?}")),
            },
        },
        ("ref/resource", _, Some(uri)) => match (uri, argument) {
            ("demo://greeting/{name}", "name") => {
                Ok(["Ada", "Alan", "Grace", "小明"].map(str::to_owned).into())
            }
            ("demo://folder/{+path}", "path") => Ok(files()),
            _ => match templates().iter().any(|template| template.uri_template == uri) {
                true => invalid(format!("/argument/name: the template has no variable {argument:?}")),
                false => invalid(format!("/ref/uri: there is no template {uri:?}")),
            },
        },
        _ => invalid("/ref: expected a prompt by its name or a template by its URI".to_owned()),
    }
}

impl<E: Execute> Server<E> {
    pub(super) fn read_resource(&self, request: &Request) -> Result<RawJson, ErrorObject> {
        let params: ReadResourceParams = read(request)?;
        let version = self.version(&request.id);
        let found = self.find(&params.uri, version)?;
        // Lists say when they change. What they list may change at any time: a file, a count.
        let lasts = version != Version::V2026_07_28 || found.lasts;
        let result = ReadResourceResult::new([found.contents(&params.uri)]);
        Ok(RawJson::from_value(&if lasts { result } else { result.with_ttl_ms(0) }))
    }

    fn find(&self, uri: &str, version: Version) -> Result<Found, ErrorObject> {
        self.executor.read(uri, self.called).map_err(|why| not_found(uri, &why, version))
    }

    pub(super) fn subscribe(&mut self, request: &Request, on: bool) -> Result<RawJson, ErrorObject> {
        let ResourceParams { uri, .. } = read(request)?;
        if on {
            self.find(&uri, self.version(&request.id))?;
            if self.subscribed.len() >= SUBSCRIPTIONS {
                return Err(ErrorObject::internal("too many resources are subscribed to"));
            }
            if !self.subscribed.contains(&uri) {
                self.subscribed.push(uri);
            }
        } else {
            self.subscribed.retain(|subscribed| *subscribed != uri);
        }
        Ok(RawJson::empty_object())
    }

    pub(super) fn complete_argument(&self, request: &Request) -> Result<RawJson, ErrorObject> {
        let params: CompleteParams = read(request)?;
        let all = self.executor.proposals(&params)?;
        let typed = params.argument.value.as_str();
        let begins =
            |value: &String| value.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed));
        let fitting: Vec<_> = all.into_iter().filter(begins).collect();
        let total = i64::try_from(fitting.len()).unwrap_or(i64::MAX);
        let has_more = fitting.len() > PROPOSALS;
        let values: Vec<_> = fitting.into_iter().take(PROPOSALS).collect();
        let completion = Completion { total: Some(total.into()), has_more, ..Completion::new(values) };
        Ok(RawJson::from_value(&CompleteResult::new(completion)))
    }
}

/// The error for a resource that is not there (RE-05, RE-06).
fn not_found(uri: &str, why: &str, version: Version) -> ErrorObject {
    let code = if version == Version::V2026_07_28 {
        ErrorCode::INVALID_PARAMS
    } else {
        ErrorCode::RESOURCE_NOT_FOUND
    };
    ErrorObject::new(code, "Resource not found").with_data(&Members::new().with("uri", uri).with("why", why))
}

/// What a file of this name most likely is, if the name tells.
fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "txt" | "log" | "sql" => "text/plain",
        "md" => "text/markdown",
        "json" => "application/json",
        "html" => "text/html",
        "csv" => "text/csv",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "wav" => "audio/wav",
        "mp3" => "audio/mpeg",
        "pdf" => "application/pdf",
        _ => return None,
    })
}

/// Whether files of this kind are texts.
fn is_text(kind: &str) -> bool {
    kind.starts_with("text/") || matches!(kind, "application/json" | "image/svg+xml")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::MemoryFolder;

    #[test]
    fn a_file_is_of_the_kind_that_its_name_and_what_is_in_it_tell() {
        let mut folder = MemoryFolder::new();
        let files: [(&str, &[u8], Option<&str>, &str); 6] = [
            ("a.png", &[0x89, 0xff], Some("image/png"), "image/png"),
            ("b.png", b"no picture", Some("image/png"), "text/plain"),
            ("c.txt", &[0xff], Some("text/plain"), "application/octet-stream"),
            ("d.md", b"# D", Some("text/markdown"), "text/markdown"),
            ("e.svg", b"<svg/>", Some("image/svg+xml"), "image/svg+xml"),
            ("f", b"f", None, "text/plain"),
        ];
        for (name, bytes, ..) in files {
            folder.set(&[MemoryFolder::ROOT, "/", name].concat(), bytes.to_vec()).expect("a path");
        }
        let listed = resources(Some(&folder));
        for (name, _, told, found) in files {
            let uri = [FOLDER, name].concat();
            let resource = listed.iter().find(|resource| resource.uri == uri).expect(name);
            assert_eq!(resource.mime_type.as_deref(), told, "{name}");
            assert_eq!(find(&uri, Some(&folder), 0).map(|it| it.kind), Ok(found), "{name}");
        }
    }
}
