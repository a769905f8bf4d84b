//! The payloads of `subscriptions/listen` (`basic/patterns/subscriptions`, 2026-07-28).

use super::ResultType;
use crate::proto::json::payload;

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
