//! What each member of a message is called in the specification's words, whatever the method: a table, read along the
//! message.

mod table;

use crate::panel::inspect::Parsed;
use crate::proto::mcp::{METHOD_PAYLOADS, Version};
use table::FIELDS;

/// A member that the specification names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// The shape that it is a member of.
    pub(super) of: &'static str,
    /// Its name; `*` for any that has no row of its own.
    pub(super) name: &'static str,
    /// The first revision that has it.
    pub(super) since: Version,
    /// The last one.
    pub(super) until: Version,
    page: &'static str,
    /// The shape of its value, or of the elements of its value.
    leads: &'static str,
}

const fn field(
    of: &'static str,
    name: &'static str,
    since: Version,
    until: Version,
    page: &'static str,
    leads: &'static str,
) -> Field {
    Field { of, name, since, until, page, leads }
}

/// The shapes that a value may have.
type Shapes = Vec<&'static str>;

impl Field {
    /// Where the specification of `version` speaks of it, and which revisions have it if not all do.
    pub(super) fn clause(&self, version: Version) -> String {
        let page = match self.page {
            "basic/utilities/progress" if version == Version::V2026_07_28 => "basic/patterns/progress",
            "basic/utilities/cancellation" if version == Version::V2026_07_28 => {
                "basic/patterns/cancellation"
            }
            page => page,
        };
        let [first, last] = [Version::ALL[0], Version::LATEST];
        match (self.since == first, self.until == last) {
            (true, true) => page.to_owned(),
            (false, true) => format!("{page} · ≥ {}", self.since),
            (true, false) => format!("{page} · ≤ {}", self.until),
            (false, false) if self.since == self.until => format!("{page} · {}", self.since),
            (false, false) => format!("{page} · {} – {}", self.since, self.until),
        }
    }

    /// Whether `version` has it.
    pub(super) fn is_in(&self, version: Version) -> bool {
        self.since <= version && version <= self.until
    }
}

/// The members of a message that the specification names, in their order: those outside of arrays, and those around
/// `here`. `method` is that of the message or, in an answer, that of the request.
pub(super) fn fields(
    parsed: &Parsed<'_>,
    method: &str,
    here: impl Fn(usize) -> bool,
) -> Vec<(usize, &'static Field)> {
    let payloads = METHOD_PAYLOADS.iter().find(|row| row.method == method);
    let mut shapes: Vec<Shapes> = Vec::with_capacity(parsed.entries.len());
    let mut found = Vec::new();
    while let Some(entry) = parsed.entries.get(shapes.len()) {
        let at = shapes.len();
        let name = entry.key.map(|key| parsed.says(key));
        let own: Shapes = match (parsed.parent(at), name.as_deref()) {
            (None, _) => Shapes::new(),
            (Some(0), Some("params")) => {
                payloads.map(|row| row.params).into_iter().chain(["Params"]).collect()
            }
            (Some(0), Some("result")) => {
                let results = payloads.map(|row| row.results).unwrap_or_default();
                results.iter().map(|form| form.payload).chain(["Result"]).collect()
            }
            (Some(0), Some("error")) => vec!["Error"],
            // Of a long list nobody reads every element.
            (Some(_), None) if !here(at) => {
                shapes.resize(parsed.after(at), Shapes::new());
                continue;
            }
            // The elements of an array are what its field leads to.
            (Some(parent), None) => shapes[parent].clone(),
            (Some(parent), Some(name)) => match find(&shapes[parent], name) {
                Some(field) => {
                    found.push((at, field));
                    if field.leads.is_empty() { Shapes::new() } else { vec![field.leads] }
                }
                None => Shapes::new(),
            },
        };
        shapes.push(own);
    }
    found
}

fn find(shapes: &[&'static str], name: &str) -> Option<&'static Field> {
    let row = |of: &str, name: &str| FIELDS.iter().find(|field| field.of == of && field.name == name);
    let exact = shapes.iter().find_map(|shape| row(shape, name));
    let meta = || (name == "_meta" && !shapes.is_empty()).then(|| row("Result", name)).flatten();
    exact.or_else(meta).or_else(|| shapes.iter().find_map(|shape| row(shape, "*")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::text::Language;

    #[test]
    fn every_field_has_a_sentence_in_both_languages_and_every_sentence_a_field() {
        for language in Language::ALL {
            for field in FIELDS {
                assert!(language.field(field.of, field.name).is_some(), "{}.{}", field.of, field.name);
                assert!(field.since <= field.until);
                let leads = field.leads.is_empty() || FIELDS.iter().any(|other| other.of == field.leads);
                assert!(leads, "{} leads nowhere", field.name);
            }
            for (key, _) in language.fields() {
                let (of, name) = key.split_once('.').expect("a shape and a name");
                assert!(FIELDS.iter().any(|field| (field.of, field.name) == (of, name)), "{key}");
            }
        }
        for (at, field) in FIELDS.iter().enumerate() {
            let again = FIELDS[..at].iter().any(|other| (other.of, other.name) == (field.of, field.name));
            assert!(!again, "{}.{} stands there twice", field.of, field.name);
        }
    }

    #[test]
    fn a_message_is_read_along_its_members_and_elements() {
        let text = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"properties":{"x":{"type":"string"}}},"_meta":{"k":1}}],"nextCursor":"n","other":1}}"#;
        let parsed = Parsed::of(text).expect("JSON");
        let named = fields(&parsed, "tools/list", |_| true)
            .into_iter()
            .map(|(entry, field)| format!("{} {}.{}", parsed.pointer(entry), field.of, field.name));
        assert_eq!(
            named.collect::<Vec<_>>(),
            [
                "/result/tools ListToolsResult.tools",
                "/result/tools/0/name Tool.name",
                "/result/tools/0/inputSchema Tool.inputSchema",
                "/result/tools/0/inputSchema/properties Schema.properties",
                "/result/tools/0/inputSchema/properties/x Properties.*",
                "/result/tools/0/inputSchema/properties/x/type Schema.type",
                "/result/tools/0/_meta Result._meta",
                "/result/tools/0/_meta/k Meta.*",
                "/result/nextCursor Result.nextCursor",
            ]
        );
        let outside = fields(&parsed, "tools/list", |_| false).into_iter().map(|(_, field)| field.name);
        assert_eq!(outside.collect::<Vec<_>>(), ["tools", "nextCursor"]);
    }

    #[test]
    fn a_clause_says_which_revisions_have_the_field() {
        let clause = |of, name, version| find(&[of], name).expect("a row").clause(version);
        assert_eq!(clause("Tool", "name", Version::LATEST), "server/tools");
        assert_eq!(clause("Tool", "title", Version::LATEST), "server/tools · ≥ 2025-06-18");
        assert_eq!(clause("Task", "ttl", Version::LATEST), "basic/utilities/tasks · 2025-11-25");
        assert_eq!(clause("ProgressParams", "total", Version::V2026_07_28), "basic/patterns/progress");
        assert_eq!(clause("ProgressParams", "total", Version::V2025_11_25), "basic/utilities/progress");
    }
}
