//! The client's side: what it answers to the server's questions, and what it has heard.

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    ClientCapabilities, ClientConfig, CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams,
    ElicitResult, ElicitationAction, ErrorData, Implementation, ListRootsResult,
    LoggingMessageNotificationParam, ProgressNotificationParam, ProtocolVersion,
    ResourceUpdatedNotificationParam, Root, SamplingMessage,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, RoleClient};
use serde_json::{Value, json};

use crate::summary::wire;

/// What came from the server unasked, in its order.
#[derive(Clone, Default)]
pub struct Heard(Arc<Mutex<Vec<(&'static str, Value)>>>);

impl Heard {
    fn add(&self, kind: &'static str, value: Value) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((kind, value));
    }

    fn all(&self, kind: &str) -> Vec<Value> {
        let heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        heard.iter().filter(|(found, _)| *found == kind).map(|(_, value)| value.clone()).collect()
    }

    pub fn asked(&self) -> Vec<Value> {
        self.all("asked")
    }

    pub fn progress(&self) -> Vec<Value> {
        self.all("progress")
    }

    pub fn logs(&self) -> Vec<Value> {
        self.all("log")
    }

    pub fn updated(&self) -> Vec<Value> {
        self.all("updated")
    }
}

/// The client.
pub struct Tourist {
    heard: Heard,
    revision: ProtocolVersion,
}

impl Tourist {
    pub fn new(heard: Heard, revision: ProtocolVersion) -> Self {
        Self { heard, revision }
    }
}

impl ClientHandler for Tourist {
    fn get_info(&self) -> ClientConfig {
        let capabilities: ClientCapabilities =
            serde_json::from_value(json!({ "sampling": {}, "elicitation": {}, "roots": {} }))
                .expect("capabilities");
        ClientConfig::new(capabilities, Implementation::new("tour", "1"))
            .with_protocol_version(self.revision.clone())
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        let params = wire(&params);
        let message = &params["messages"][0];
        let (role, text) = (message["role"].as_str(), message["content"]["text"].as_str());
        let (role, text) = (role.unwrap_or("?"), text.unwrap_or("?"));
        self.heard.add("asked", format!("sampling {role} {text} {}", params["maxTokens"]).into());
        let answer = SamplingMessage::assistant_text("Paris");
        Ok(CreateMessageResult::new(answer, "peer".to_owned()).with_stop_reason("endTurn"))
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let params = wire(&params);
        let fields = params["requestedSchema"]["properties"].as_object().into_iter().flatten();
        let fields: Vec<_> = fields.map(|(name, _)| name.as_str()).collect();
        let message = params["message"].as_str().unwrap_or("?");
        self.heard.add("asked", format!("elicitation {message} {}", fields.join(",")).into());
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({ "name": "Ada" })))
    }

    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        self.heard.add("asked", "roots".into());
        Ok(ListRootsResult::new(vec![Root::new("file:///project").with_name("project")]))
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let total = params.total.map(|total| total as i64);
        self.heard.add("progress", json!([params.progress as i64, total, params.message]));
    }

    async fn on_logging_message(
        &self,
        params: LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.heard.add("log", json!([params.level, params.logger, params.data]));
    }

    async fn on_resource_updated(
        &self,
        params: ResourceUpdatedNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.heard.add("updated", params.uri.into());
    }
}
