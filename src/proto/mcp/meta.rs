//! `_meta`: what the protocol and extensions say beside a payload (`basic/index#meta`).

use super::{Implementation, LoggingLevel, ProgressToken, RelatedTask};
use crate::proto::json::{FromJson, Members, Mismatch, RawJson, ToJson};
use crate::proto::jsonrpc::RequestId;

/// The member of parameters, results and many of their parts.
pub const META: &str = "_meta";

/// The names in `_meta` that the specification gives a meaning.
pub mod keys {
    /// Asks for progress under this token: [`ProgressToken`](super::ProgressToken).
    pub const PROGRESS_TOKEN: &str = "progressToken";
    /// The revision a request is made in; required from 2026-07-28 on.
    pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    /// What the client can do; required in a request from 2026-07-28 on.
    pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    /// Who the client is; in a request from 2026-07-28 on.
    pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
    /// Who the server is; in a result from 2026-07-28 on.
    pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
    /// The least level of log messages that a request wants (2026-07-28, deprecated).
    pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
    /// The id of the `subscriptions/listen` that a notification or its result belongs to (2026-07-28).
    pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
    /// The task that a message belongs to (2025-11-25 only).
    pub const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";
}

/// The value of `_meta`, with typed access to what has a meaning.
///
/// A payload keeps `_meta` among its `extra` members, as it was written: what is odd there spoils no payload, and is
/// found where somebody looks for it.
///
/// ```
/// use wirelab::proto::json::RawJson;
/// use wirelab::proto::mcp::{CallToolParams, Meta, Version};
///
/// let mut params = CallToolParams::new("add");
/// Meta::new().with_progress_token(&7.into()).attach_to(&mut params.extra);
/// assert_eq!(RawJson::from_value(&params).as_str(), r#"{"name":"add","_meta":{"progressToken":7}}"#);
/// assert_eq!(Meta::of(&params.extra)?.progress_token()?, Some(7.into()));
/// assert_eq!(Meta::of(&params.extra)?.protocol_version()?, None);
/// # Ok::<(), wirelab::proto::json::Mismatch>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meta(pub Members);

impl Meta {
    /// Nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Members::new())
    }

    /// What every request carries from 2026-07-28 on (`basic/index#meta`).
    #[must_use]
    pub fn of_request(version: &str, capabilities: &Members, info: &Implementation) -> Self {
        let members = Members::new().with(keys::PROTOCOL_VERSION, version);
        Self(members.with(keys::CLIENT_CAPABILITIES, capabilities).with(keys::CLIENT_INFO, info))
    }

    /// The `_meta` among the members of a payload; empty when there is none.
    ///
    /// # Errors
    /// When it is no object.
    pub fn of(members: &Members) -> Result<Self, Mismatch> {
        members.peek(META).map(|meta| Self(meta.unwrap_or_default()))
    }

    /// The `_meta` of parameters or of a result, whatever else they hold.
    ///
    /// # Errors
    /// When they, or it, are no object.
    pub fn of_payload(payload: &RawJson) -> Result<Self, Mismatch> {
        Self::of(&payload.parse()?)
    }

    /// Puts it among the members of a payload, in the place of one that is there.
    pub fn attach_to(&self, members: &mut Members) {
        members.set(META, &self.0);
    }

    /// The same and a progress token.
    #[must_use]
    pub fn with_progress_token(mut self, token: &ProgressToken) -> Self {
        self.0.set(keys::PROGRESS_TOKEN, token);
        self
    }

    /// The token under which the sender wants progress.
    ///
    /// # Errors
    /// When it is neither a string nor an integer.
    pub fn progress_token(&self) -> Result<Option<ProgressToken>, Mismatch> {
        self.0.peek(keys::PROGRESS_TOKEN)
    }

    /// The revision that a request is made in, known to us or not.
    ///
    /// # Errors
    /// When it is no string.
    pub fn protocol_version(&self) -> Result<Option<String>, Mismatch> {
        self.0.peek(keys::PROTOCOL_VERSION)
    }

    /// What the client can do; [`ClientCapabilities`](super::ClientCapabilities) reads it.
    ///
    /// # Errors
    /// When it is no object.
    pub fn client_capabilities(&self) -> Result<Option<Members>, Mismatch> {
        self.0.peek(keys::CLIENT_CAPABILITIES)
    }

    /// Who the client is.
    ///
    /// # Errors
    /// When it is no implementation.
    pub fn client_info(&self) -> Result<Option<Implementation>, Mismatch> {
        self.0.peek(keys::CLIENT_INFO)
    }

    /// Who the server is.
    ///
    /// # Errors
    /// When it is no implementation.
    pub fn server_info(&self) -> Result<Option<Implementation>, Mismatch> {
        self.0.peek(keys::SERVER_INFO)
    }

    /// The least level of log messages that a request wants; no messages at all when there is none.
    ///
    /// # Errors
    /// When it is no string.
    pub fn log_level(&self) -> Result<Option<LoggingLevel>, Mismatch> {
        self.0.peek(keys::LOG_LEVEL)
    }

    /// The id of the `subscriptions/listen` that the message belongs to.
    ///
    /// # Errors
    /// When it is neither a string nor an integer.
    pub fn subscription_id(&self) -> Result<Option<RequestId>, Mismatch> {
        self.0.peek(keys::SUBSCRIPTION_ID)
    }

    /// The task that the message belongs to.
    ///
    /// # Errors
    /// When it names none.
    pub fn related_task(&self) -> Result<Option<RelatedTask>, Mismatch> {
        self.0.peek(keys::RELATED_TASK)
    }
}

impl FromJson for Meta {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        Members::from_json(text).map(Self)
    }
}

impl ToJson for Meta {
    fn write_json(&self, out: &mut String) {
        self.0.write_json(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reserved_name_is_read_and_what_does_not_fit_is_named() {
        let meta = Meta::from_json(
            r#"{"progressToken":"t","io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":{"roots":{}},
            "io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},
            "io.modelcontextprotocol/serverInfo":{"name":"s","version":"2"},
            "io.modelcontextprotocol/logLevel":"loud","io.modelcontextprotocol/subscriptionId":9007199254740993,
            "io.modelcontextprotocol/related-task":{"taskId":"x"},"com.example/mine":1.0}"#,
        )
        .expect("an object");
        assert_eq!(meta.progress_token(), Ok(Some("t".into())));
        assert_eq!(meta.protocol_version(), Ok(Some("2026-07-28".to_owned())));
        assert!(
            meta.client_capabilities().is_ok_and(|found| found.is_some_and(|some| some.contains("roots")))
        );
        assert_eq!(meta.client_info(), Ok(Some(Implementation::new("c", "1"))));
        assert_eq!(meta.server_info(), Ok(Some(Implementation::new("s", "2"))));
        assert_eq!(meta.log_level(), Ok(Some(LoggingLevel::Other("loud".into()))));
        assert_eq!(meta.subscription_id(), Ok(Some(9_007_199_254_740_993.into())));
        assert_eq!(meta.related_task(), Ok(Some(RelatedTask::new("x"))));

        let odd = Meta::from_json(r#"{"progressToken":1.5}"#).expect("an object");
        assert_eq!(odd.progress_token().expect_err("no token").path, "/progressToken");
        let params = RawJson::new(r#"{"_meta":[]}"#).expect("valid");
        assert_eq!(Meta::of_payload(&params).expect_err("no object").path, "/_meta");
    }
}
