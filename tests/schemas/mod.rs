//! The official JSON schemas, as a test sees them.

pub(crate) mod examples;
pub(crate) mod parts;
pub(crate) mod samples;

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};
use wirelab::proto::mcp::Version;

/// The variable that names the folder with the schemas, `2024-11-05.json` and so on.
const FOLDER: &str = "WIRELAB_SCHEMAS";

/// The schema of one revision.
pub(crate) struct Schema {
    pub(crate) version: Version,
    document: Value,
    /// Those that were needed so far: to make one costs more than to use it.
    validators: RefCell<HashMap<String, Rc<Validator>>>,
}

impl Schema {
    /// The schemas of all revisions, oldest first.
    pub(crate) fn all() -> Vec<Self> {
        let folder = std::env::var_os(FOLDER).map(PathBuf::from);
        let folder = folder.unwrap_or_else(|| {
            panic!("set {FOLDER} to the folder with the official schemas (2024-11-05.json and so on)")
        });
        let read = |version: Version| {
            let path = folder.join(format!("{version}.json"));
            let text = std::fs::read_to_string(&path);
            let text = text.unwrap_or_else(|error| panic!("{FOLDER}: {}: {error}", path.display()));
            let document = serde_json::from_str(&text).expect("a schema is JSON");
            Self { version, document, validators: RefCell::default() }
        };
        Version::ALL.map(read).into()
    }

    /// The name of the member that holds the definitions, and its value.
    fn place(&self) -> (&'static str, &Map<String, Value>) {
        ["$defs", "definitions"]
            .into_iter()
            .find_map(|name| Some((name, self.document[name].as_object()?)))
            .expect("a schema has definitions")
    }

    pub(crate) fn definitions(&self) -> &Map<String, Value> {
        self.place().1
    }

    /// The definition that a `$ref` points to.
    pub(crate) fn resolve(&self, reference: &str) -> &Value {
        let name = reference.rsplit('/').next().expect("rsplit yields something");
        &self.definitions()[name]
    }

    /// Follows `schema` to what it refers to.
    pub(crate) fn follow<'a>(&'a self, mut schema: &'a Value) -> &'a Value {
        while let Some(reference) = schema["$ref"].as_str() {
            schema = self.resolve(reference);
        }
        schema
    }

    /// The definition of the message of `method`, by its name.
    pub(crate) fn message(&self, method: &str) -> Option<&str> {
        let is_it = |(_, schema): &(&String, &Value)| schema["properties"]["method"]["const"] == method;
        self.definitions().iter().find(is_it).map(|(name, _)| name.as_str())
    }

    /// What says whether a value is `definition`.
    pub(crate) fn validator(&self, definition: &str) -> Rc<Validator> {
        let mut validators = self.validators.borrow_mut();
        let made = validators.entry(definition.to_owned());
        Rc::clone(made.or_insert_with(|| Rc::new(self.make_validator(definition))))
    }

    fn make_validator(&self, definition: &str) -> Validator {
        let (place, definitions) = self.place();
        assert!(definitions.contains_key(definition), "{} has no {definition}", self.version);
        let schema = json!({ "$ref": format!("#/{place}/{definition}"), place: definitions });
        let draft = if place == "$defs" { Draft::Draft202012 } else { Draft::Draft7 };
        let options = jsonschema::options().with_draft(draft).should_validate_formats(true);
        options.build(&schema).expect("the official schema is one")
    }

    /// Panics with every reason why `value` is not `definition`.
    pub(crate) fn demand(&self, definition: &str, value: &Value, label: &str) {
        let validator = self.validator(definition);
        let faults: Vec<_> =
            validator.iter_errors(value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        assert!(faults.is_empty(), "{label} is no {definition} of {}: {faults:#?}\n{value}", self.version);
    }
}
