//! The side of the sockets: a request as a value, and its answer as bytes.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{Request, Response, StatusCode, header};
use axum::routing::any;
use futures_util::{StreamExt as _, stream};
use tokio::sync::{mpsc, oneshot};

use super::feed::Feed;
use super::room::{Room, Taken, Weighed};
use super::{Answer, Ask, PATH};
use crate::proto::http;
use crate::proto::http::server::ExchangeId;

/// How long a body may take to come: it is one message, not a stream.
const BODY_WITHIN: Duration = Duration::from_secs(30);

/// The way to the server.
#[derive(Debug)]
struct Front {
    to_server: mpsc::UnboundedSender<Ask>,
    last: AtomicU64,
    body: usize,
    room: Room,
}

/// Tells the server that a client has gone, or has got all: it knows which.
#[derive(Debug)]
struct Presence {
    front: Arc<Front>,
    exchange: ExchangeId,
}

impl Drop for Presence {
    fn drop(&mut self) {
        // The server has ended: it knows.
        let _ = self.front.to_server.send(Ask::Gone(self.exchange));
    }
}

/// What listens at the one path, for bodies of up to `body` bytes.
pub(super) fn app(to_server: mpsc::UnboundedSender<Ask>, body: usize, room: Room) -> Router {
    let front = Arc::new(Front { to_server, last: AtomicU64::new(0), body, room });
    Router::new().route(PATH, any(answer)).fallback(elsewhere).with_state(front)
}

async fn elsewhere() -> (StatusCode, String) {
    (StatusCode::NOT_FOUND, format!("there is only {PATH} here\n"))
}

async fn answer(State(front): State<Arc<Front>>, request: Request<Body>) -> Response<Body> {
    // Until it is answered, its body takes room.
    let (request, _taken) = match whole(request, front.body, &front.room).await {
        Ok(whole) => whole,
        Err(status) => return refused(status),
    };
    let exchange = ExchangeId(front.last.fetch_add(1, Ordering::Relaxed));
    let presence = Presence { front: Arc::clone(&front), exchange };
    let (answer, answered) = oneshot::channel();
    if front.to_server.send(Ask::Request { exchange, request, answer }).is_err() {
        return refused(StatusCode::SERVICE_UNAVAILABLE);
    }
    match answered.await {
        Ok(Answer { response, rest }) => {
            response_of(response, rest.map(|feed| (feed, presence)), &front.room)
        }
        // The server has ended meanwhile.
        Err(_) => refused(StatusCode::SERVICE_UNAVAILABLE),
    }
}

fn refused(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// The request with its body, if that comes in time and is not too long.
async fn whole(
    request: Request<Body>,
    most: usize,
    room: &Room,
) -> Result<(http::Request, Taken), StatusCode> {
    let (parts, body) = request.into_parts();
    let length =
        parts.headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: usize| length > most) {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    let body = tokio::time::timeout(BODY_WITHIN, read(body, most, room)).await;
    let (body, taken) = body.map_err(|_| StatusCode::REQUEST_TIMEOUT)??;
    let mut headers = http::Headers::new();
    for (name, value) in &parts.headers {
        headers.add(name.as_str(), value.as_bytes());
    }
    Ok((http::Request { method: http::Method::new(parts.method.as_str()), headers, body }, taken))
}

/// All of a body, as long as there is room for it.
async fn read(body: Body, most: usize, room: &Room) -> Result<(Vec<u8>, Taken), StatusCode> {
    let (mut stream, mut body, mut taken) = (body.into_data_stream(), Vec::new(), room.take(0));
    while let Some(part) = stream.next().await {
        let part = part.map_err(|_| StatusCode::BAD_REQUEST)?;
        if body.len() + part.len() > most {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        if room.is_full() {
            return Err(StatusCode::SERVICE_UNAVAILABLE);
        }
        taken.grow(part.len());
        body.extend_from_slice(&part);
    }
    Ok((body, taken))
}

fn response_of(response: http::Response, rest: Option<(Feed, Presence)>, room: &Room) -> Response<Body> {
    let mut built = Response::builder().status(response.status);
    for line in response.headers.iter() {
        built = built.header(line.name.as_str(), &*line.value);
    }
    let body = match rest {
        None if response.body.is_empty() => Body::empty(),
        None => Body::from(Bytes::from_owner(Weighed::new(response.body, room))),
        Some((feed, presence)) => {
            let first = Some(response.body).filter(|body| !body.is_empty());
            let first = first.map(|first| Weighed::new(first, room));
            let rest = stream::unfold((first, feed, presence), |(first, feed, presence)| async {
                let next: io::Result<_> = match first {
                    Some(first) => Ok(first),
                    None => feed.next().await?,
                };
                Some((next.map(Bytes::from_owner), (None, feed, presence)))
            });
            Body::from_stream(rest)
        }
    };
    // What is in a header of ours can be sent.
    built.body(body).unwrap_or_else(|_| refused(StatusCode::INTERNAL_SERVER_ERROR))
}
