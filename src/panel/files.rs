//! The reader at the server's files and database: what is being written there and not kept yet.

use std::borrow::Cow;

use super::{Effect, Model};
use crate::demo::{Execute, FileError, FolderEdit, MemoryFolder, SAMPLE_SQL, resolve};

/// Something that the reader can change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Document {
    /// The file of this path.
    File(String),
    /// A file that is not there yet.
    NewFile,
    /// The script that makes the database.
    Database,
}

impl Document {
    /// The name in messages.
    #[must_use]
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            Self::File(path) => format!("file {path}").into(),
            Self::NewFile => "new".into(),
            Self::Database => "database".into(),
        }
    }

    /// The document of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "new" => Some(Self::NewFile),
            "database" => Some(Self::Database),
            _ => name.strip_prefix("file ").map(|path| Self::File(path.to_owned())),
        }
    }
}

/// Why what was written is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// The folder refuses it.
    Folder(FileError),
    /// A new file has the path of an old one.
    Exists(String),
}

/// What is written and not kept yet, and what is looked at.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// What is looked at; nothing while the reader is elsewhere.
    pub(super) open: Option<Document>,
    /// Texts that differ from what they are to replace. They outlast the look at another document.
    pub(super) drafts: Vec<(Document, String)>,
    /// Where a new file is to be.
    pub(super) path: String,
    pub(super) fault: Option<Fault>,
}

/// The files of the server.
pub(super) fn folder(model: &Model) -> Option<&MemoryFolder> {
    model.pair.server().executor().folder()?.in_memory()
}

fn bytes<'a>(model: &'a Model, path: &str) -> Option<&'a [u8]> {
    folder(model)?.files().find(|(known, _)| *known == path).map(|(_, bytes)| bytes)
}

/// What `document` is as long as nobody changes it. What is not UTF-8 in it is replaced.
pub(super) fn kept<'a>(model: &'a Model, document: &Document) -> Cow<'a, str> {
    match document {
        Document::File(path) => String::from_utf8_lossy(bytes(model, path).unwrap_or_default()),
        Document::NewFile => Cow::Borrowed(""),
        Document::Database => Cow::Borrowed(model.queries.script.as_deref().unwrap_or(SAMPLE_SQL)),
    }
}

/// What `document` is once it is kept.
pub(super) fn text<'a>(model: &'a Model, document: &Document) -> Cow<'a, str> {
    let draft = model.files.drafts.iter().find(|(known, _)| known == document);
    draft.map_or_else(|| kept(model, document), |(_, text)| Cow::Borrowed(text))
}

/// Whether `document` is written and not kept.
pub(super) fn is_changed(model: &Model, document: &Document) -> bool {
    model.files.drafts.iter().any(|(known, text)| known == document && *text != kept(model, document))
}

/// Whether a file holds something that is not UTF-8.
pub(super) fn is_binary(model: &Model, path: &str) -> bool {
    bytes(model, path).is_some_and(|bytes| str::from_utf8(bytes).is_err())
}

/// Whether every line of `text` ends with CR LF, and there are lines.
pub(super) fn ends_with_crlf(text: &str) -> bool {
    let feeds = text.matches('\n').count();
    feeds > 0 && text.matches("\r\n").count() == feeds
}

/// Whether all is as it was at first.
pub(super) fn is_sample(model: &Model) -> bool {
    model.queries.script.is_none() && folder(model).is_none_or(|folder| *folder == MemoryFolder::sample())
}

/// Looks at a document; at the first file without one.
pub(super) fn open(model: &mut Model, document: Option<Document>) {
    let first = || folder(model)?.files().next().map(|(path, _)| Document::File(path.to_owned()));
    model.files.open = Some(document.or_else(first).unwrap_or(Document::NewFile));
    model.files.fault = None;
}

/// Follows a document between the editor and the list of what the server has.
pub(super) fn focus(document: Option<&Document>) -> Vec<Effect> {
    document.into_iter().map(|document| Effect::Focus(document.name().into_owned())).collect()
}

/// Takes what was written into the document that is looked at.
pub(super) fn write(model: &mut Model, text: &str) {
    let Some(document) = model.files.open.clone() else { return };
    // A text field knows only LF. The lines of a file end as they did.
    let crlf = ends_with_crlf(&kept(model, &document));
    let text = text.replace("\r\n", "\n");
    let text = if crlf { text.replace('\n', "\r\n") } else { text };
    let same = text == kept(model, &document);
    let all = &mut model.files;
    all.fault = None;
    all.drafts.retain(|(known, _)| *known != document);
    if !same {
        all.drafts.push((document, text));
    }
}

/// Forgets what was written into the document that is looked at.
pub(super) fn discard(model: &mut Model) {
    let all = &mut model.files;
    all.fault = None;
    all.drafts.retain(|(known, _)| Some(known) != all.open.as_ref());
}

/// Keeps what was written.
pub(super) fn save(model: &mut Model) -> Vec<Effect> {
    let Some(document) = model.files.open.clone() else { return Vec::new() };
    let text = text(model, &document).into_owned();
    match document {
        Document::Database => {
            model.queries.script = Some(text).filter(|text| text != SAMPLE_SQL);
            discard(model);
            Vec::new()
        }
        Document::File(path) => edit(model, FolderEdit::Write { path, bytes: text.into_bytes() }),
        Document::NewFile => {
            let path = model.files.path.trim().to_owned();
            let resolved = resolve(&path, &[MemoryFolder::ROOT]).ok();
            if let Some(resolved) = resolved.filter(|path| bytes(model, path).is_some()) {
                model.files.fault = Some(Fault::Exists(resolved));
                return Vec::new();
            }
            edit(model, FolderEdit::Write { path, bytes: text.into_bytes() })
        }
    }
}

/// Deletes the file that is looked at.
pub(super) fn delete(model: &mut Model) -> Vec<Effect> {
    match model.files.open.clone() {
        Some(Document::File(path)) => edit(model, FolderEdit::Delete { path }),
        _ => Vec::new(),
    }
}

/// Makes files and database the sample again.
pub(super) fn restore(model: &mut Model) -> Vec<Effect> {
    model.queries.script = None;
    model.files.drafts.clear();
    edit(model, FolderEdit::Restore)
}

fn edit(model: &mut Model, edit: FolderEdit) -> Vec<Effect> {
    let before = model.pair.frames().len();
    if let Err(error) = model.pair.edit(edit.clone()) {
        model.files.fault = Some(Fault::Folder(error));
        return Vec::new();
    }
    discard(model);
    let shown = match edit {
        FolderEdit::Write { path, .. } => {
            model.files.path.clear();
            resolve(&path, &[MemoryFolder::ROOT]).ok().map(Document::File)
        }
        FolderEdit::Delete { .. } | FolderEdit::Restore => None,
    };
    open(model, shown);
    super::update::changed(model, before)
}
