//! Clauses that the sentences rest on; paths of the specification.

pub(super) const LIFECYCLE: &str = "basic/lifecycle#initialization";
pub(super) const NEGOTIATION: &str = "basic/lifecycle#version-negotiation";
pub(super) const CAPABILITIES: &str = "basic/lifecycle#capability-negotiation";
pub(super) const SHUTDOWN: &str = "basic/lifecycle#shutdown";
pub(super) const REQUESTS: &str = "basic/index#requests";
pub(super) const RESPONSES: &str = "basic/index#responses";
pub(super) const NOTIFICATIONS: &str = "basic/index#notifications";
pub(super) const STDIO: &str = "basic/transports#stdio";
pub(super) const TOOLS_LIST: &str = "server/tools#listing-tools";
pub(super) const TOOLS_CALL: &str = "server/tools#calling-tools";
pub(super) const TOOL_ERRORS: &str = "server/tools#error-handling";
pub(super) const TOOLS_CHANGED: &str = "server/tools#list-changed-notification";
pub(super) const PROMPTS_CHANGED: &str = "server/prompts#list-changed-notification";
pub(super) const RESOURCES_CHANGED: &str = "server/resources#list-changed-notification";
pub(super) const RESOURCE_UPDATED: &str = "server/resources#subscriptions";
pub(super) const PING: &str = "basic/utilities/ping";
pub(super) const CANCELLATION: &str = "basic/utilities/cancellation";
pub(super) const LSP: &str = "LSP 3.17, base protocol";
pub(super) const ERRORS: &str = "JSON-RPC 2.0 §5.1";
