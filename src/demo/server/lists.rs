//! Lists, page by page (`server/utilities/pagination`).

use super::{Execute, Server};
use crate::demo::fit;
use crate::proto::json::{Members, RawJson, ToJson};
use crate::proto::jsonrpc::{ErrorObject, Request};
use crate::proto::mcp::{PageParams, names};

impl<E: Execute> Server<E> {
    pub(super) fn list_tools(&mut self, request: &Request) -> Result<RawJson, ErrorObject> {
        let version = self.version(&request.id);
        let tools = self.executor.list().tools;
        self.page(request, "tools", tools.iter().map(|tool| fit::tool(tool, version)))
    }

    pub(super) fn list_resources(&mut self, request: &Request) -> Result<RawJson, ErrorObject> {
        let version = self.version(&request.id);
        let resources = self.executor.resources();
        self.page(request, "resources", resources.iter().map(|resource| fit::entry(resource, version)))
    }

    pub(super) fn list_templates(&mut self, request: &Request) -> Result<RawJson, ErrorObject> {
        let version = self.version(&request.id);
        let templates = self.executor.templates();
        self.page(
            request,
            "resourceTemplates",
            templates.iter().map(|template| fit::entry(template, version)),
        )
    }

    pub(super) fn list_prompts(&mut self, request: &Request) -> Result<RawJson, ErrorObject> {
        let version = self.version(&request.id);
        let prompts = self.executor.prompts();
        self.page(request, "prompts", prompts.iter().map(|prompt| fit::entry(prompt, version)))
    }

    /// One page of a list: where it begins says the cursor, which is sealed so that only ours count (PA-05).
    pub(super) fn page<T: ToJson>(
        &self,
        request: &Request,
        name: &str,
        entries: impl Iterator<Item = T>,
    ) -> Result<RawJson, ErrorObject> {
        let params = request.params.as_ref().map(RawJson::parse::<PageParams>).transpose();
        let params = params.map_err(|mismatch| ErrorObject::invalid_params(&mismatch.to_string()))?;
        let cursor = params.and_then(|params| params.cursor);
        let start = match &cursor {
            None => 0,
            Some(cursor) => {
                let place = self.sealer.open(&request.method, cursor).and_then(|place| place.parse().ok());
                place.ok_or_else(|| ErrorObject::invalid_params("/cursor: it was not given for this list"))?
            }
        };
        let mut rest = entries.skip(start);
        let page: Vec<T> = rest.by_ref().take(self.page).collect();
        let mut result = Members::new().with(name, &page);
        if rest.next().is_some() {
            let next = (start + self.page).to_string();
            result.set("nextCursor", self.sealer.seal(&request.method, &next).as_str());
        }
        Ok(RawJson::from_value(&result))
    }

    /// Tells that a resource has changed, to those who want to know (RE-10).
    pub(super) fn tell_updated(&mut self, uri: &str) {
        let subscribed = self.subscribed.iter().any(|subscribed| subscribed == uri);
        let session = self.connection.session_mut();
        if !subscribed && session.subscriptions().next().is_none() {
            return;
        }
        let params = Some(RawJson::from_value(&Members::new().with("uri", uri)));
        // Nobody is left to tell, or nobody yet, or it was not declared.
        let _ = match subscribed {
            true => session.notify(names::RESOURCE_UPDATED, params),
            false => session.notify_subscribers(names::RESOURCE_UPDATED, params),
        };
    }
}
