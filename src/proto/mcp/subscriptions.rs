//! The payloads of `subscriptions/listen` (`basic/patterns/subscriptions`, 2026-07-28).

use super::{ResultType, declares, names};
use crate::proto::json::{Members, RawJson, payload};

payload! {
    /// What a client wants to be told, or what a server agrees to tell.
    #[derive(Default)]
    pub struct SubscriptionFilter {}
    optional {
        /// Resources whose changes to tell.
        resource_subscriptions: Vec<String> = "resourceSubscriptions",
    }
    flags {
        /// That the list of tools changed.
        tools_list_changed = "toolsListChanged",
        /// That the list of prompts changed.
        prompts_list_changed = "promptsListChanged",
        /// That the list of resources changed.
        resources_list_changed = "resourcesListChanged",
    }
}

impl SubscriptionFilter {
    /// What of it a server with these `capabilities` can promise: the rest is left out of the acknowledgment.
    #[must_use]
    pub fn within(&self, capabilities: &Members) -> Self {
        let asked = |wanted: bool, capability| wanted && declares(capabilities, capability);
        let resources = declares(capabilities, "resources.subscribe");
        Self {
            resource_subscriptions: self.resource_subscriptions.clone().filter(|_| resources),
            tools_list_changed: asked(self.tools_list_changed, "tools.listChanged"),
            prompts_list_changed: asked(self.prompts_list_changed, "prompts.listChanged"),
            resources_list_changed: asked(self.resources_list_changed, "resources.listChanged"),
            extra: Members::new(),
        }
    }

    /// Whether a notification of `method` with `params` is among what it asks for.
    #[must_use]
    pub fn covers(&self, method: &str, params: Option<&RawJson>) -> bool {
        match method {
            names::TOOLS_CHANGED => self.tools_list_changed,
            names::PROMPTS_CHANGED => self.prompts_list_changed,
            names::RESOURCES_CHANGED => self.resources_list_changed,
            names::RESOURCE_UPDATED => {
                let uri =
                    params.and_then(|params| params.parse::<Members>().ok()?.peek::<String>("uri").ok()?);
                let wanted = self.resource_subscriptions.iter().flatten();
                uri.is_some_and(|uri| wanted.into_iter().any(|wanted| uri_covers(wanted, &uri)))
            }
            _ => false,
        }
    }
}

/// Whether a subscription to `wanted` is one to `uri` too: to the same resource, or to one below it (RE-10).
fn uri_covers(wanted: &str, uri: &str) -> bool {
    uri.strip_prefix(wanted)
        .is_some_and(|rest| rest.is_empty() || wanted.ends_with('/') || rest.starts_with('/'))
}

payload! {
    /// `params` of `subscriptions/listen` and of `notifications/subscriptions/acknowledged`.
    pub struct ListenParams {
        /// What is asked for, or what is granted of it.
        notifications: SubscriptionFilter = "notifications",
    }
}

payload! {
    /// `result` of `subscriptions/listen`, when the server ends it. Its `_meta` names the subscription:
    /// [`Meta::subscription_id`](super::Meta).
    pub struct ListenResult {
        /// Always `complete`.
        result_type: ResultType = "resultType",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::json::FromJson;

    fn filter(text: &str) -> SubscriptionFilter {
        SubscriptionFilter::from_json(text).expect(text)
    }

    #[test]
    fn a_server_promises_what_it_has_declared() {
        let all = r#"{"resourceSubscriptions":["a:/b"],"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true}"#;
        let capabilities = |text| Members::from_json(text).expect("valid");
        for (declared, granted) in [
            ("{}", "{}"),
            (r#"{"tools":{"listChanged":true}}"#, r#"{"toolsListChanged":true}"#),
            (r#"{"tools":{},"prompts":{"listChanged":true}}"#, r#"{"promptsListChanged":true}"#),
            (r#"{"resources":{"subscribe":true}}"#, r#"{"resourceSubscriptions":["a:/b"]}"#),
            (r#"{"resources":{"listChanged":true}}"#, r#"{"resourcesListChanged":true}"#),
        ] {
            let found = RawJson::from_value(&filter(all).within(&capabilities(declared)));
            assert_eq!(found.as_str(), granted, "{declared}");
        }
        assert_eq!(filter("{}").within(&capabilities(r#"{"tools":{"listChanged":true}}"#)), filter("{}"));
    }

    #[test]
    fn a_filter_covers_what_it_names_and_what_lies_below() {
        let some = filter(r#"{"resourceSubscriptions":["file:///a","file:///b/"],"toolsListChanged":true}"#);
        assert!(some.covers(names::TOOLS_CHANGED, None));
        assert!(!some.covers(names::PROMPTS_CHANGED, None) && !some.covers(names::PROGRESS, None));
        for (uri, covered) in [
            ("file:///a", true),
            ("file:///a/c", true),
            ("file:///ab", false),
            ("file:///b/c", true),
            ("file:///b", false),
            ("file:///", false),
        ] {
            let params = RawJson::from_value(&Members::new().with("uri", uri));
            assert_eq!(some.covers(names::RESOURCE_UPDATED, Some(&params)), covered, "{uri}");
        }
        assert!(!some.covers(names::RESOURCE_UPDATED, None));
    }
}
