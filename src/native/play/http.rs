//! Carries requests to whoever decides about them, over HTTP/1.1 and on this machine only.
//!
//! `cargo xtask play` has this file as its own, as it has the rules beside it.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderName, Request, Response, header};
use axum::serve::ListenerExt as _;
use tokio::net::TcpStream;

use super::reply::{Ask, Reply};

/// How many ports after the first are tried.
const PORTS: u16 = 20;

/// Who decides about requests.
pub type Decide = Arc<dyn Fn(Ask<'_>) -> Reply + Send + Sync>;

/// Takes a port of this machine: exactly `wanted`, or the first free one from `first` on, or whichever the system has to
/// give when twenty are taken. Nobody beyond this machine can reach it.
///
/// # Errors
/// When the port that was asked for is taken, or the system has none.
pub fn listen(wanted: Option<u16>, first: u16) -> io::Result<TcpListener> {
    let take = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    if let Some(port) = wanted {
        return take(port);
    }
    (first..first.saturating_add(PORTS)).find_map(|port| take(port).ok()).map_or_else(|| take(0), Ok)
}

/// What `decide` gives out.
pub fn files(decide: Decide) -> Router {
    Router::new().fallback(answer).with_state(decide)
}

/// Serves `app`, until the process ends.
///
/// # Errors
/// When the system refuses.
pub fn serve(listener: TcpListener, app: Router) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    // What is small is not kept back until what was before it has been acknowledged. A connection where that cannot be said
    // is slower, and no worse.
    let at_once = |stream: &mut TcpStream| drop(stream.set_nodelay(true));
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        axum::serve(listener.tap_io(at_once), app).await
    })
}

async fn answer(State(decide): State<Decide>, request: Request<Body>) -> Response<Body> {
    let (parts, _) = request.into_parts();
    // A file may be large, and its disk slow.
    let reply = tokio::task::spawn_blocking(move || decide(ask(&parts))).await;
    let fault = || Reply::text(500, "a fault of the program");
    response(reply.unwrap_or_else(|_| fault()))
}

/// What is sent. A header that holds what none may makes it a fault of ours.
pub fn response(reply: Reply) -> Response<Body> {
    let fault = || Reply::text(500, "a fault of the program");
    // What is in a text of ours can be sent.
    built(reply).or_else(|_| built(fault())).unwrap_or_default()
}

fn built(reply: Reply) -> Result<Response<Body>, axum::http::Error> {
    let mut response = Response::builder().status(reply.status);
    for (name, value) in reply.headers {
        response = response.header(name, value);
    }
    response.body(Body::from(reply.body))
}

/// What of a request decides the answer.
pub fn ask(parts: &Parts) -> Ask<'_> {
    Ask {
        method: parts.method.as_str(),
        url: parts.uri.path_and_query().map_or("", |target| target.as_str()),
        host: value(parts, header::HOST),
        origin: value(parts, header::ORIGIN),
        authorization: value(parts, header::AUTHORIZATION),
        if_none_match: value(parts, header::IF_NONE_MATCH),
        accept_encoding: value(parts, header::ACCEPT_ENCODING),
    }
}

/// A header as text; one that is no text is there all the same, and equal to nothing.
fn value(parts: &Parts, name: HeaderName) -> Option<&str> {
    parts.headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}
