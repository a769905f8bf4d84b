//! Who may ask at all, and how a request has to be made.

use super::output::Refusal;
use crate::proto::http::names::{is_our_page, is_ours};
use crate::proto::http::{EVENTS, JSON, Method, Request, name};

/// Refuses what is asked under a foreign name or by a foreign page: a site whose name resolves to this machine could
/// otherwise ask with the rights of whoever looks at it (HT-08, DNS rebinding).
pub(super) fn check_names(request: &Request, names: &[String]) -> Result<(), Refusal> {
    let host = request.headers.text(name::HOST).map_err(|why| Refusal::unclear(name::HOST, why))?;
    let host = host.ok_or_else(|| Refusal::new(403, "Host is missing"))?;
    if !is_ours(host, names) {
        return Err(Refusal::new(403, "Host is none of the names of this server"));
    }
    let origin = request.headers.text(name::ORIGIN).map_err(|why| Refusal::unclear(name::ORIGIN, why))?;
    // Only browsers send one.
    if origin.is_some_and(|origin| !is_our_page(origin, names)) {
        return Err(Refusal::new(403, "Origin is none of the names of this server"));
    }
    Ok(())
}

/// Refuses a POST whose body or answer could not be what it is (HT-03).
pub(super) fn check_post(request: &Request, most: usize) -> Result<(), Refusal> {
    let kind = request.headers.text(name::CONTENT_TYPE);
    let kind = kind.map_err(|why| Refusal::unclear(name::CONTENT_TYPE, why))?;
    if kind.is_none() || !request.headers.lists(name::CONTENT_TYPE, JSON) {
        return Err(Refusal::new(415, "Content-Type is not application/json"));
    }
    if !accepts(request, JSON) || !accepts(request, EVENTS) {
        return Err(Refusal::new(406, "Accept does not list application/json and text/event-stream"));
    }
    if request.body.len() > most {
        return Err(Refusal::new(413, "the body is too long"));
    }
    Ok(())
}

/// Refuses a GET that could not read what it asks for (HT-10).
pub(super) fn check_get(request: &Request) -> Result<(), Refusal> {
    if accepts(request, EVENTS) {
        return Ok(());
    }
    Err(Refusal::new(406, "Accept does not list text/event-stream"))
}

/// Whether `kind` is accepted, by its name or by a range (RFC 9110, section 12.5.1). MCP wants the header where HTTP does
/// not (HT-03).
fn accepts(request: &Request, kind: &str) -> bool {
    let range = kind.split('/').next().map(|main| format!("{main}/*"));
    [kind, "*/*"].into_iter().chain(range.as_deref()).any(|item| request.headers.lists(name::ACCEPT, item))
}

/// The revision that the header says, if it is there.
pub(super) fn version(request: &Request) -> Result<Option<&str>, Refusal> {
    request.headers.text(name::VERSION).map_err(|why| Refusal::unclear(name::VERSION, why))
}

/// Refuses a method of HTTP that MCP has no use for.
pub(super) fn check_method(request: &Request, allow: &'static str) -> Result<(), Refusal> {
    let is_known = match &request.method {
        Method::Post => true,
        Method::Get | Method::Delete => allow != POST_ONLY,
        Method::Other(_) => false,
    };
    if is_known { Ok(()) } else { Err(Refusal::method(allow)) }
}

/// What can be asked where there are no sessions (HT-58).
pub(super) const POST_ONLY: &str = "POST";
/// What can be asked where there are.
pub(super) const ALL: &str = "GET, POST, DELETE";
