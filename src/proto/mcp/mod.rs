//! MCP on top of JSON-RPC: revisions, methods, error codes, and the payloads of every method of every revision.
//!
//! There is one type for a payload, whatever the revision: what differs between them is optional. What a payload does
//! not know is kept in its `extra` members, `_meta` among them ([`Meta`]). Words, kinds of content and capabilities
//! are open sets, numbers keep their digits: what a peer sends is shown as it is, and judged elsewhere.
//!
//! What may be said when, and what answers what, is the next question: [`session`](super::session).

mod cancellation;
mod capabilities;
mod codes;
mod completion;
mod content;
mod discover;
mod elicitation;
mod error_data;
mod implementation;
mod input_required;
mod lifecycle;
mod logging;
mod meta;
mod method;
mod payloads;
mod progress;
mod prompts;
mod resources;
mod result;
mod roots;
mod sampling;
mod subscriptions;
mod tasks;
mod tools;
mod version;

pub use cancellation::CancelledParams;
pub use capabilities::{ClientCapabilities, ElicitationModes, ServerCapabilities, declares};
pub use codes::{CODES, CodeSpec, Layer, Usage};
pub use completion::{
    CompleteParams, CompleteResult, Completion, CompletionArgument, CompletionContext, Reference,
};
pub use content::{
    Annotations, Blocks, Content, ContentBlock, EmbeddedResource, MediaContent, Role, TextContent,
    ToolResultContent, ToolUseContent,
};
pub use discover::DiscoverResult;
pub use elicitation::{
    ElicitAction, ElicitMode, ElicitParams, ElicitResult, ElicitationCompleteParams, FieldItems, FieldSchema,
    FormSchema, TitledValue,
};
pub use error_data::{MissingCapabilityData, UnsupportedVersionData, UrlElicitationData};
pub use implementation::{CLIENT_NAME, Icon, IconTheme, Implementation};
pub use input_required::{InputRequest, InputRequiredResult};
pub use lifecycle::{InitializeParams, InitializeResult};
pub use logging::{LogParams, LoggingLevel, SetLevelParams};
pub use meta::{META, Meta, keys};
pub use method::{
    ASKING_BACK, CACHEABLE, Carrier, Direction, Holder, Kind, METHODS, MethodSpec, Need, names,
};
pub(crate) use payloads::misfit_as;
pub use payloads::{METHOD_PAYLOADS, MethodPayloads, PAYLOADS, ResultForm, Rewrite, rewrite_as};
pub use progress::{ProgressParams, ProgressToken};
pub use prompts::{
    GetPromptParams, GetPromptResult, ListPromptsResult, Prompt, PromptArgument, PromptMessage,
};
pub use resources::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceParams, ReadResourceResult, Resource,
    ResourceContents, ResourceParams, ResourceTemplate,
};
pub use result::{CacheScope, EmptyParams, EmptyResult, PageParams, ResultType};
pub use roots::{ListRootsResult, Root};
pub use sampling::{
    CreateMessageParams, CreateMessageResult, IncludeContext, ModelHint, ModelPreferences, SamplingMessage,
    StopReason, ToolChoice, ToolChoiceMode,
};
pub use subscriptions::{ListenParams, ListenResult, SubscriptionFilter};
pub use tasks::{
    CreateTaskResult, ListTasksResult, RelatedTask, Task, TaskMetadata, TaskParams, TaskPayloadResult,
    TaskStatus,
};
pub use tools::{
    CallToolParams, CallToolResult, ListToolsResult, TaskSupport, Tool, ToolAnnotations, ToolExecution,
};
pub use version::{Lifecycle, Version, negotiate};
