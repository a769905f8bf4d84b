//! What a case sends over HTTP where the headers are what it is about.

use super::{Ask, Step};

/// A request of HTTP. Its headers are those that a client sends which keeps to the rules, but for the changes.
#[derive(Debug, Clone, Copy)]
pub struct Send {
    /// What it is called where its answer is spoken of. The others are called after the request that they carry.
    pub name: &'static str,
    /// The method of HTTP.
    pub method: &'static str,
    /// What stands in its body.
    pub body: Carried,
    /// What is otherwise in its headers.
    pub changes: &'static [Change],
}

/// What a body holds. Texts have gaps, see [`Profile::fill`](crate::check::Profile::fill).
#[derive(Debug, Clone, Copy)]
pub enum Carried {
    /// Nothing.
    Nothing,
    /// A request.
    Ask(Ask),
    /// A notification: its method, and the members of its parameters.
    Tell(&'static str, &'static str),
    /// This, as it stands.
    Text(&'static str),
}

/// What is otherwise in the headers. Names have gaps too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// There is none of this name.
    Without(&'static str),
    /// There is one of this name, with this value, which has gaps.
    With(&'static str, &'static str),
    /// `Last-Event-ID` with the first id that came on the stream of this name.
    After(&'static str),
}

/// A request of HTTP is made, called `name`.
pub(in crate::check) const fn send(
    name: &'static str,
    method: &'static str,
    body: Carried,
    changes: &'static [Change],
) -> Step {
    Step::Send(Send { name, method, body, changes })
}

/// The request `id` is posted with other headers than it should have; the exchange is called after it.
pub(in crate::check) const fn ask_by(
    id: &'static str,
    method: &'static str,
    params: &'static str,
    changes: &'static [Change],
) -> Step {
    send(id, "POST", Carried::Ask(Ask { id, method, params, meta: "" }), changes)
}
