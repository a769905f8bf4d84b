//! What a server has beside tools: resources and prompts, asked for by forms as tools are called.

mod msg;
mod update;
mod uri;

pub use msg::FillMsg;
pub(in crate::panel) use update::{follow, next_request, update};

use crate::panel::facts::{Lists, PROMPTS_LIST, RESOURCES_LIST, TEMPLATES_LIST};
use crate::panel::{Form, Model};
use crate::proto::json::Members;
use crate::proto::mcp::{Prompt, Resource, ResourceTemplate};

/// What a form is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// What can be read.
    Resources,
    /// What can be got for a model.
    Prompts,
}

impl Shelf {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Resources, Self::Prompts];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resources => "resources",
            Self::Prompts => "prompts",
        }
    }

    /// The methods that list what is on it.
    pub(in crate::panel) const fn methods(self) -> &'static [&'static str] {
        match self {
            Self::Resources => &[RESOURCES_LIST, TEMPLATES_LIST],
            Self::Prompts => &[PROMPTS_LIST],
        }
    }
}

/// What is done with what was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Read it, or get it.
    Read,
    /// Be told when it changes.
    Subscribe,
    /// Be told no longer.
    Unsubscribe,
}

impl Deed {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Read, Self::Subscribe, Self::Unsubscribe];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Subscribe => "subscribe",
            Self::Unsubscribe => "unsubscribe",
        }
    }
}

/// The key of the form.
pub(in crate::panel) const FILL: &str = "fill";

/// A form that is being filled.
#[derive(Debug)]
pub(in crate::panel) struct Filling {
    pub(in crate::panel) shelf: Shelf,
    pub(in crate::panel) deed: Deed,
    /// The form of the chosen entry, which is named by its address, its template or its name; nothing while no list
    /// is known.
    pub(in crate::panel) form: Option<Form>,
}

impl Filling {
    fn new(shelf: Shelf) -> Self {
        Self { shelf, deed: Deed::Read, form: None }
    }
}

/// What can be chosen on `shelf`: the plain entries, then the templates.
pub(in crate::panel) fn entries(model: &Model, shelf: Shelf) -> [Vec<Form>; 2] {
    let Lists { resources, templates, prompts } = model.pair.facts().lists();
    match shelf {
        Shelf::Resources => {
            let resources = resources.entries.iter().flatten().map(of_resource);
            let templates = templates.entries.iter().flatten().map(of_template);
            [resources.collect(), templates.collect()]
        }
        Shelf::Prompts => [prompts.entries.iter().flatten().map(of_prompt).collect(), Vec::new()],
    }
}

/// Where the next page of the list that `method` asks for begins, and whether the list is known at all.
pub(in crate::panel) fn known<'a>(model: &'a Model, method: &str) -> (bool, Option<&'a str>) {
    let Lists { resources, templates, prompts } = model.pair.facts().lists();
    let (known, next) = match method {
        RESOURCES_LIST => (resources.entries.is_some(), &resources.next),
        TEMPLATES_LIST => (templates.entries.is_some(), &templates.next),
        _ => (prompts.entries.is_some(), &prompts.next),
    };
    (known, next.as_deref())
}

fn said(description: Option<&String>) -> &str {
    description.map_or("", String::as_str)
}

fn of_resource(resource: &Resource) -> Form {
    Form::of(&resource.uri, said(resource.description.as_ref()), &Members::new())
}

/// A text for each variable; left out, it is written as nothing.
fn of_template(template: &ResourceTemplate) -> Form {
    let names = uri::names(&template.uri_template);
    let schema = texts(names.iter().map(|name| (*name, "")));
    let schema = schema.with("required", &names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    Form::of(&template.uri_template, said(template.description.as_ref()), &schema)
}

fn of_prompt(prompt: &Prompt) -> Form {
    let arguments = prompt.arguments.iter().flatten();
    let schema = texts(
        arguments.clone().map(|argument| (argument.name.as_str(), said(argument.description.as_ref()))),
    );
    let required = arguments.filter(|argument| argument.required).map(|argument| argument.name.clone());
    let schema = schema.with("required", &required.collect::<Vec<_>>());
    Form::of(&prompt.name, said(prompt.description.as_ref()), &schema)
}

/// The schema of an object of texts, which all begin empty: what is not written is the reader's to say.
fn texts<'a>(of: impl Iterator<Item = (&'a str, &'a str)>) -> Members {
    let mut properties = Members::new();
    for (name, description) in of {
        let text = Members::new().with("type", "string").with("description", description).with("default", "");
        properties.set(name, &text);
    }
    Members::new().with("properties", &properties)
}
