//! The three kinds of message.

use super::{ErrorObject, RequestId};
use crate::proto::json::RawJson;

/// One JSON-RPC message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Expects an answer.
    Request(Request),
    /// Is never answered.
    Notification(Notification),
    /// The answer to a request.
    Response(Response),
}

/// A message that expects exactly one answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Ties the answer to this request.
    pub id: RequestId,
    /// What is asked for.
    pub method: String,
    /// An object, if there is anything to say.
    pub params: Option<RawJson>,
}

/// A message that must not be answered, not even by an error (JSON-RPC 2.0 §4.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// What happened.
    pub method: String,
    /// An object, if there is anything to say.
    pub params: Option<RawJson>,
}

/// The answer to a request: a result, or an error of the JSON-RPC layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// Which request this answers.
    pub id: ResponseId,
    /// The result, or why there is none.
    pub outcome: Result<RawJson, ErrorObject>,
}

/// The id of an answer.
///
/// An error about a message whose id could not be read has none: JSON-RPC writes `null` there, MCP from
/// 2025-11-25 on leaves the member out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResponseId {
    /// The id of the request.
    Known(RequestId),
    /// `null`
    Null,
    /// No `id` member at all.
    Absent,
}

impl ResponseId {
    /// The request's id, where it is known.
    #[must_use]
    pub fn known(&self) -> Option<&RequestId> {
        match self {
            Self::Known(id) => Some(id),
            Self::Null | Self::Absent => None,
        }
    }
}

impl Message {
    /// The answer `outcome` to the request `id`.
    #[must_use]
    pub fn answer(id: RequestId, outcome: Result<RawJson, ErrorObject>) -> Self {
        Self::Response(Response { id: ResponseId::Known(id), outcome })
    }

    /// A notification.
    #[must_use]
    pub fn notify(method: impl Into<String>, params: Option<RawJson>) -> Self {
        Self::Notification(Notification { method: method.into(), params })
    }

    /// The method, unless the message is an answer.
    #[must_use]
    pub fn method(&self) -> Option<&str> {
        match self {
            Self::Request(request) => Some(&request.method),
            Self::Notification(notification) => Some(&notification.method),
            Self::Response(_) => None,
        }
    }

    /// Its parameters or its result, where it has any.
    pub(super) fn payload(&self) -> Option<&RawJson> {
        match self {
            Self::Request(request) => request.params.as_ref(),
            Self::Notification(notification) => notification.params.as_ref(),
            Self::Response(response) => response.outcome.as_ref().ok(),
        }
    }

    pub(super) fn payload_mut(&mut self) -> Option<&mut RawJson> {
        match self {
            Self::Request(request) => request.params.as_mut(),
            Self::Notification(notification) => notification.params.as_mut(),
            Self::Response(response) => response.outcome.as_mut().ok(),
        }
    }

    /// The id of a request or of an answer, where there is one.
    #[must_use]
    pub fn id(&self) -> Option<&RequestId> {
        match self {
            Self::Request(request) => Some(&request.id),
            Self::Notification(_) => None,
            Self::Response(response) => response.id.known(),
        }
    }
}
