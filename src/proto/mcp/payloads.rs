//! Which payloads the methods have, and every payload by its name.

use super::*;
use crate::proto::json::{Mismatch, Payload, RawJson};

/// What a method says and is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MethodPayloads {
    /// The method.
    pub method: &'static str,
    /// The name of the payload that its `params` are.
    pub params: &'static str,
    /// What its result may be; nothing for a notification.
    pub results: &'static [ResultForm],
}

/// One form of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultForm {
    /// The name of the payload.
    pub payload: &'static str,
    /// The first revision with this form.
    pub since: Version,
    /// The last one.
    pub until: Version,
}

impl MethodPayloads {
    /// The payloads of `method`.
    #[must_use]
    pub fn find(method: &str) -> Option<&'static Self> {
        METHOD_PAYLOADS.iter().find(|row| row.method == method)
    }

    /// The names of the payloads that the result may be in `version`; more than one where the receiver has a choice.
    pub fn results(&self, version: Version) -> impl Iterator<Item = &'static str> {
        let here = move |form: &&ResultForm| form.since <= version && version <= form.until;
        self.results.iter().filter(here).map(|form| form.payload)
    }
}

const fn form(payload: &'static str, since: Version, until: Version) -> ResultForm {
    ResultForm { payload, since, until }
}

const fn always(payload: &'static str) -> ResultForm {
    form(payload, Version::V2024_11_05, Version::V2026_07_28)
}

/// For 2025-11-25, where the parameters may ask for a task.
const TASK: ResultForm = form("CreateTaskResult", Version::V2025_11_25, Version::V2025_11_25);
/// For 2026-07-28, where the server may ask back.
const INPUT: ResultForm = form("InputRequiredResult", Version::V2026_07_28, Version::V2026_07_28);

const fn row(method: &'static str, params: &'static str, results: &'static [ResultForm]) -> MethodPayloads {
    MethodPayloads { method, params, results }
}

/// The payloads of every method of every revision. Each names its payload once: what differs between revisions is
/// optional there. An input request of 2026-07-28 has the payloads of the request that it was.
#[rustfmt::skip]
pub const METHOD_PAYLOADS: &[MethodPayloads] = &[
    row("initialize", "InitializeParams", &[always("InitializeResult")]),
    row("notifications/initialized", "EmptyParams", &[]),
    row("server/discover", "EmptyParams", &[always("DiscoverResult")]),
    row("ping", "EmptyParams", &[always("EmptyResult")]),
    row("notifications/cancelled", "CancelledParams", &[]),
    row("notifications/progress", "ProgressParams", &[]),
    row("tools/list", "PageParams", &[always("ListToolsResult")]),
    row("tools/call", "CallToolParams", &[always("CallToolResult"), TASK, INPUT]),
    row("notifications/tools/list_changed", "EmptyParams", &[]),
    row("resources/list", "PageParams", &[always("ListResourcesResult")]),
    row("resources/templates/list", "PageParams", &[always("ListResourceTemplatesResult")]),
    row("resources/read", "ReadResourceParams", &[always("ReadResourceResult"), INPUT]),
    row("resources/subscribe", "ResourceParams", &[always("EmptyResult")]),
    row("resources/unsubscribe", "ResourceParams", &[always("EmptyResult")]),
    row("notifications/resources/list_changed", "EmptyParams", &[]),
    row("notifications/resources/updated", "ResourceParams", &[]),
    row("prompts/list", "PageParams", &[always("ListPromptsResult")]),
    row("prompts/get", "GetPromptParams", &[always("GetPromptResult"), INPUT]),
    row("notifications/prompts/list_changed", "EmptyParams", &[]),
    row("completion/complete", "CompleteParams", &[always("CompleteResult")]),
    row("logging/setLevel", "SetLevelParams", &[always("EmptyResult")]),
    row("notifications/message", "LogParams", &[]),
    row("sampling/createMessage", "CreateMessageParams", &[always("CreateMessageResult"), TASK]),
    row("roots/list", "EmptyParams", &[always("ListRootsResult")]),
    row("notifications/roots/list_changed", "EmptyParams", &[]),
    row("elicitation/create", "ElicitParams", &[always("ElicitResult"), TASK]),
    row("notifications/elicitation/complete", "ElicitationCompleteParams", &[]),
    row("tasks/get", "TaskParams", &[always("Task")]),
    row("tasks/result", "TaskParams", &[always("TaskPayloadResult")]),
    row("tasks/list", "PageParams", &[always("ListTasksResult")]),
    row("tasks/cancel", "TaskParams", &[always("Task")]),
    row("notifications/tasks/status", "Task", &[]),
    row("subscriptions/listen", "ListenParams", &[always("ListenResult")]),
    row("notifications/subscriptions/acknowledged", "ListenParams", &[]),
];

/// Reads a text as a payload and writes the payload.
pub type Rewrite = fn(&str) -> Result<RawJson, Mismatch>;

fn rewrite<T: Payload>(text: &str) -> Result<RawJson, Mismatch> {
    let mut payload = T::from_json(text)?;
    payload.read_later()?;
    Ok(RawJson::from_value(&payload))
}

/// Reads `text` as the payload called `name` and writes it again: the same members, those that the payload knows
/// first. `None` when there is no such payload.
///
/// Whoever calls this has every payload in his binary.
#[must_use]
pub fn rewrite_as(name: &str, text: &str) -> Option<Result<RawJson, Mismatch>> {
    PAYLOADS.iter().find(|(known, _)| *known == name).map(|(_, rewrite)| rewrite(text))
}

/// Reads `text` as the payload called `name` and says why it does not fit, if it does not. `None` also when there is no
/// such payload.
pub(crate) fn misfit_as(name: &str, text: &str) -> Option<Mismatch> {
    MISFITS.iter().find(|(known, _)| *known == name).and_then(|(_, misfit)| misfit(text))
}

fn misfit<T: Payload>(text: &str) -> Option<Mismatch> {
    T::from_json(text).and_then(|mut payload| payload.read_later()).err()
}

macro_rules! by_name {
    ($($payload:ident)*) => {
        /// The parameters, results and error data there are, and the parts that the schemas name, by name.
        pub const PAYLOADS: &[(&str, Rewrite)] = &[$((stringify!($payload), rewrite::<$payload>)),*];

        const MISFITS: &[(&str, fn(&str) -> Option<Mismatch>)] = &[$((stringify!($payload), misfit::<$payload>)),*];
    };
}

by_name! {
    Annotations CallToolParams CallToolResult CancelledParams CompleteParams CompleteResult ContentBlock
    CreateMessageParams CreateMessageResult CreateTaskResult DiscoverResult ElicitParams ElicitResult
    ElicitationCompleteParams EmptyParams EmptyResult FieldSchema GetPromptParams GetPromptResult Icon Implementation
    InitializeParams InitializeResult InputRequest InputRequiredResult ListPromptsResult ListResourceTemplatesResult
    ListResourcesResult ListRootsResult ListTasksResult ListToolsResult ListenParams ListenResult LogParams
    MissingCapabilityData ModelHint ModelPreferences PageParams ProgressParams Prompt PromptArgument PromptMessage
    ReadResourceParams ReadResourceResult Reference RelatedTask Resource ResourceContents ResourceParams
    ResourceTemplate Root SamplingMessage SetLevelParams SubscriptionFilter Task TaskMetadata TaskParams
    TaskPayloadResult Tool ToolAnnotations ToolChoice ToolExecution UnsupportedVersionData UrlElicitationData
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_its_payloads_and_every_payload_is_there() {
        for row in METHODS {
            let payloads = MethodPayloads::find(row.name).expect(row.name);
            let is_request = row.kind == Kind::Request;
            assert_eq!(payloads.results(row.since).next().is_some(), is_request, "{}", row.name);
        }
        let known = |name: &str| PAYLOADS.iter().any(|(payload, _)| *payload == name);
        for row in METHOD_PAYLOADS {
            assert!(METHODS.iter().any(|method| method.name == row.method), "{}", row.method);
            assert!(known(row.params), "{}", row.params);
            assert!(row.results.iter().all(|form| known(form.payload)), "{}", row.method);
        }
        assert!(PAYLOADS.is_sorted_by_key(|(name, _)| *name));
    }

    #[test]
    fn those_ask_back_whose_result_may_ask() {
        let asks =
            |row: &&MethodPayloads| row.results(Version::V2026_07_28).any(|form| form == INPUT.payload);
        let mut found: Vec<_> = METHOD_PAYLOADS.iter().filter(asks).map(|row| row.method).collect();
        found.sort_unstable();
        assert_eq!(found, ASKING_BACK);
    }

    #[test]
    fn a_payload_is_found_by_its_name() {
        assert_eq!(rewrite_as("SetLevelParams", "{}").map(|result| result.is_ok()), Some(false));
        assert!(rewrite_as("Nothing", "{}").is_none());
    }
}
