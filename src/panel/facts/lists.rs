//! What a server has beside its tools, as far as it has told the client.

use crate::proto::json::RawJson;
use crate::proto::mcp::{
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, Prompt, Resource, ResourceTemplate,
};

/// The methods that ask for these lists.
pub(in crate::panel) const RESOURCES_LIST: &str = "resources/list";
pub(in crate::panel) const TEMPLATES_LIST: &str = "resources/templates/list";
pub(in crate::panel) const PROMPTS_LIST: &str = "prompts/list";

/// One list; nothing in it until the client has asked.
#[derive(Debug)]
pub(in crate::panel) struct Listed<T> {
    pub(in crate::panel) entries: Option<Vec<T>>,
    /// Where its next page begins, if the server has said that there is one.
    pub(in crate::panel) next: Option<String>,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self { entries: None, next: None }
    }
}

impl<T> Listed<T> {
    /// Takes a page: the first one begins anew.
    fn take(&mut self, page: Vec<T>, next: Option<String>, continues: bool) {
        self.next = next;
        match self.entries.as_mut().filter(|_| continues) {
            Some(entries) => entries.extend(page),
            None => self.entries = Some(page),
        }
    }
}

/// The lists that a server has beside its tools.
#[derive(Debug, Default)]
pub(in crate::panel) struct Lists {
    pub(in crate::panel) resources: Listed<Resource>,
    pub(in crate::panel) templates: Listed<ResourceTemplate>,
    pub(in crate::panel) prompts: Listed<Prompt>,
}

impl Lists {
    /// Takes the answer to a request of `method`, which asked for a later page if it `continues`.
    pub(super) fn answered(&mut self, method: &str, result: &RawJson, continues: bool) {
        match method {
            RESOURCES_LIST => {
                if let Ok(list) = result.parse::<ListResourcesResult>() {
                    self.resources.take(list.resources, list.next_cursor, continues);
                }
            }
            TEMPLATES_LIST => {
                if let Ok(list) = result.parse::<ListResourceTemplatesResult>() {
                    self.templates.take(list.resource_templates, list.next_cursor, continues);
                }
            }
            PROMPTS_LIST => {
                if let Ok(list) = result.parse::<ListPromptsResult>() {
                    self.prompts.take(list.prompts, list.next_cursor, continues);
                }
            }
            _ => {}
        }
    }
}
