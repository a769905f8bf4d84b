//! Which payload of ours is which definition of the schemas.

use wirelab::proto::mcp::{MethodPayloads, PAYLOADS};

use super::Schema;

/// Definitions that are no payloads: envelopes, unions, what payloads have in common, and values within payloads.
#[rustfmt::skip]
const NO_PAYLOAD: &[&str] = &[
    // Envelopes of JSON-RPC, and what every message has.
    "JSONRPCBatchRequest", "JSONRPCBatchResponse", "JSONRPCError", "JSONRPCErrorResponse", "JSONRPCMessage",
    "JSONRPCNotification", "JSONRPCRequest", "JSONRPCResponse", "JSONRPCResultResponse", "Notification",
    "PaginatedRequest", "Request",
    // One of several.
    "ClientNotification", "ClientRequest", "ClientResult", "InputResponse", "ServerNotification", "ServerRequest",
    "ServerResult",
    // What several have in common.
    "Annotated", "BaseMetadata", "CacheableResult", "Icons", "InputResponseRequestParams", "PaginatedResult",
    "ResourceContents", "TaskAugmentedRequestParams",
    // Words, ids, and members of any name.
    "Cursor", "InputRequests", "InputResponses", "JSONArray", "JSONObject", "JSONValue", "LoggingLevel",
    "ProgressToken", "RequestId", "ResultType", "Role", "TaskStatus",
];

/// Definitions whose payload has another name here.
#[rustfmt::skip]
const RENAMED: &[(&str, &str)] = &[
    // Content, which is read by its kind.
    ("AudioContent", "ContentBlock"), ("EmbeddedResource", "ContentBlock"), ("ImageContent", "ContentBlock"),
    ("ResourceLink", "ContentBlock"), ("SamplingMessageContentBlock", "ContentBlock"),
    ("TextContent", "ContentBlock"), ("ToolResultContent", "ContentBlock"), ("ToolUseContent", "ContentBlock"),
    ("BlobResourceContents", "ResourceContents"), ("TextResourceContents", "ResourceContents"),
    // Fields of forms.
    ("BooleanSchema", "FieldSchema"), ("EnumSchema", "FieldSchema"), ("LegacyTitledEnumSchema", "FieldSchema"),
    ("MultiSelectEnumSchema", "FieldSchema"), ("NumberSchema", "FieldSchema"),
    ("PrimitiveSchemaDefinition", "FieldSchema"), ("SingleSelectEnumSchema", "FieldSchema"),
    ("StringSchema", "FieldSchema"), ("TitledMultiSelectEnumSchema", "FieldSchema"),
    ("TitledSingleSelectEnumSchema", "FieldSchema"), ("UntitledMultiSelectEnumSchema", "FieldSchema"),
    ("UntitledSingleSelectEnumSchema", "FieldSchema"),
    // Parameters.
    ("ElicitRequestFormParams", "ElicitParams"), ("ElicitRequestParams", "ElicitParams"),
    ("ElicitRequestURLParams", "ElicitParams"), ("NotificationParams", "EmptyParams"),
    ("PaginatedRequestParams", "PageParams"), ("RequestParams", "EmptyParams"),
    ("ResourceRequestParams", "ResourceParams"), ("SubscribeRequestParams", "ResourceParams"),
    ("UnsubscribeRequestParams", "ResourceParams"), ("CallToolRequestParams", "CallToolParams"),
    ("CancelledNotificationParams", "CancelledParams"), ("CompleteRequestParams", "CompleteParams"),
    ("CreateMessageRequestParams", "CreateMessageParams"), ("GetPromptRequestParams", "GetPromptParams"),
    ("InitializeRequestParams", "InitializeParams"), ("LoggingMessageNotificationParams", "LogParams"),
    ("ProgressNotificationParams", "ProgressParams"), ("ReadResourceRequestParams", "ReadResourceParams"),
    ("ResourceUpdatedNotificationParams", "ResourceParams"), ("SetLevelRequestParams", "SetLevelParams"),
    ("SubscriptionsAcknowledgedNotificationParams", "ListenParams"),
    ("SubscriptionsListenRequestParams", "ListenParams"), ("TaskStatusNotificationParams", "Task"),
    // Results.
    ("CancelTaskResult", "Task"), ("GetTaskPayloadResult", "TaskPayloadResult"), ("GetTaskResult", "Task"),
    ("Result", "EmptyResult"), ("SubscriptionsListenResult", "ListenResult"),
    // Errors.
    ("Error", "ErrorObject"), ("InternalError", "ErrorObject"), ("InvalidParamsError", "ErrorObject"),
    ("InvalidRequestError", "ErrorObject"), ("MethodNotFoundError", "ErrorObject"), ("ParseError", "ErrorObject"),
    // References, and what `_meta` and capabilities hold.
    ("PromptReference", "Reference"), ("ResourceReference", "Reference"), ("ResourceTemplateReference", "Reference"),
    ("RelatedTaskMetadata", "RelatedTask"), ("ClientCapabilities", "Members"), ("ServerCapabilities", "Members"),
    ("MetaObject", "Meta"), ("NotificationMetaObject", "Meta"), ("RequestMetaObject", "Meta"),
    ("ResultMetaObject", "Meta"), ("SubscriptionsListenResultMetaObject", "Meta"),
];

/// Errors with data of a shape of their own.
const ERRORS: &[(&str, Option<&str>)] = &[
    ("HeaderMismatchError", None),
    ("MissingRequiredClientCapabilityError", Some("MissingCapabilityData")),
    ("UnsupportedProtocolVersionError", Some("UnsupportedVersionData")),
    ("URLElicitationRequiredError", Some("UrlElicitationData")),
];

/// What a definition is here.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A payload, by its name.
    Payload(&'static str),
    /// A message: the payload is within, as `params`.
    Message(&'static str),
    /// An answer: the payload is within, as `result`, and has a definition of its own.
    Answer,
    /// An error: the payload, if there is one, is its `data`.
    Error(Option<&'static str>),
    /// None of these.
    NoPayload,
    /// A definition that has no payload and should have one.
    Lacking,
}

/// What `definition` is.
pub(crate) fn part(book: &Schema, definition: &str) -> Part {
    let schema = &book.definitions()[definition];
    let of = |table: &[(&'static str, &'static str)], name: &str| {
        table.iter().find(|(known, _)| *known == name).map(|(_, payload)| *payload)
    };
    if NO_PAYLOAD.contains(&definition) || definition == "InputRequest" || definition == "EmptyResult" {
        return Part::NoPayload;
    }
    if let Some((_, data)) = ERRORS.iter().find(|(known, _)| *known == definition) {
        return Part::Error(*data);
    }
    if let Some(method) = schema["properties"]["method"]["const"].as_str() {
        return MethodPayloads::find(method).map_or(Part::Lacking, |row| Part::Message(row.params));
    }
    if definition.ends_with("ResultResponse") {
        return Part::Answer;
    }
    let payload = of(RENAMED, definition)
        .or_else(|| PAYLOADS.iter().find(|(known, _)| *known == definition).map(|(known, _)| *known));
    payload.map_or(Part::Lacking, Part::Payload)
}
