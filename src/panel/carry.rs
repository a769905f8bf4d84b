//! From one module of the page to the other: the first is small and knows the playground, the second knows everything.
//! Whoever goes to a place that the first does not know takes along what the reader has done.

use super::files::Document;
use super::inspect::Inspect;
use super::{Effect, Field, Grain, Model, Msg, Presence, READER, Speed, Theme, share};
use crate::proto::json::{FromJson, Members, Mismatch, RawJson, ToJson};

/// All that the reader would miss.
pub(super) fn pack(model: &Model) -> String {
    let files = &model.files;
    let draft = |(document, text): &(Document, String)| {
        Members::new().with("of", &*document.name()).with("text", text)
    };
    let form = model.form.as_ref().map(|form| {
        let field = |field: &Field| {
            Members::new()
                .with("name", &field.name)
                .with("presence", field.presence.name())
                .with("value", &field.value)
        };
        let fields: Vec<_> = form.fields.iter().map(field).collect();
        Members::new().with("tool", &form.tool).with("fields", &fields)
    });
    let mut members = Members::new()
        .with("language", model.language.tag())
        .with("theme", model.theme.name())
        .with("script", &share::text(model))
        .with("form", &form)
        .with("selected", &model.selected.and_then(|frame| i64::try_from(frame).ok()))
        .with("inspect", &model.inspect.pack())
        .with("grain", &model.grain.name())
        .with("speed", model.speed.name());
    // Where nobody can edit or search, nothing of it is there.
    if READER {
        members = members
            .with("open", &files.open.as_ref().map(|document| document.name().into_owned()))
            .with("path", &files.path)
            .with("drafts", &files.drafts.iter().map(draft).collect::<Vec<_>>())
            .with("search", &model.inspect.search);
    }
    let mut out = String::new();
    members.write_json(&mut out);
    out
}

/// Goes on with what was packed. What cannot be read of it was not written by [`pack`], and is left.
pub(super) fn unpack(model: &mut Model, text: &str) -> Vec<Effect> {
    read(model, text).unwrap_or_default()
}

fn read(model: &mut Model, text: &str) -> Result<Vec<Effect>, Mismatch> {
    let raw = RawJson::new(text).map_err(|_| Mismatch::new("what was packed", text))?;
    let mut members = Members::from_raw(raw)?;
    let tag = members.required::<String>("language")?;
    let theme = members.required::<String>("theme")?;
    model.language = super::text::Language::ALL
        .into_iter()
        .find(|language| language.tag() == tag)
        .unwrap_or(model.language);
    model.theme = Theme::ALL.into_iter().find(|kind| kind.name() == theme).unwrap_or(model.theme);
    let effects = share::open(model, &members.required::<String>("script")?);
    if let Some(mut form) = members.required::<Option<Members>>("form")? {
        super::update::turn(model, Msg::ChooseTool(form.required("tool")?));
        for mut field in form.required::<Vec<Members>>("fields")? {
            let name = field.required::<String>("name")?;
            let presence = field.required::<String>("presence")?;
            if let Some(field_of_form) = model.form.as_mut().and_then(|form| form.field_mut(&name)) {
                field_of_form.value = field.required("value")?;
                let known = Presence::ALL.into_iter().find(|kind| kind.name() == presence);
                field_of_form.presence = known.unwrap_or(field_of_form.presence);
            }
        }
    }
    let selected = members.required::<Option<i64>>("selected")?;
    model.selected = selected.and_then(|frame| usize::try_from(frame).ok());
    model.files.open = members.optional::<String>("open")?.and_then(|name| Document::from_name(&name));
    let (grain, speed) = (members.required::<String>("grain")?, members.required::<String>("speed")?);
    model.grain = Grain::ALL.into_iter().find(|kind| kind.name() == grain).unwrap_or_default();
    model.speed = Speed::ALL.into_iter().find(|kind| kind.name() == speed).unwrap_or_default();
    model.files.path = members.optional("path")?.unwrap_or_default();
    for mut draft in members.optional::<Vec<Members>>("drafts")?.unwrap_or_default() {
        let name = draft.required::<String>("of")?;
        if let Some(document) = Document::from_name(&name) {
            model.files.drafts.push((document, draft.required("text")?));
        }
    }
    model.inspect =
        Inspect::unpack(members.required("inspect")?, members.optional("search")?.unwrap_or_default());
    Ok(effects)
}
