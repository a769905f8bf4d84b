//! One request on its way to the server, and its answer on its way back.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Request, Response, StatusCode, Uri, Version};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::Connect;

use super::log::{Before, Log};
use super::passing::Passing;
use super::{OnTrouble, cause};
use crate::native::tap::Recorder;
use crate::proto::http::{Headers, names};
use crate::proto::session::Side;
use crate::trace::http::{Books, words};

type Answer = Response<Either<Passing, Full<Bytes>>>;

/// What belongs to one connection and is not passed on, besides what `Connection` names (RFC 9110, section 7.6.1).
const OF_A_CONNECTION: [&str; 6] =
    ["connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade"];

/// Where every request comes by.
pub(super) struct Front<C> {
    client: Client<C, Passing>,
    server: Uri,
    recorder: Arc<Recorder>,
    books: Arc<Mutex<Books>>,
    last: AtomicU64,
    on_trouble: OnTrouble,
}

/// Writes down that a client has gone while its request was under way.
struct Presence(Option<Arc<Log>>);

impl Drop for Presence {
    fn drop(&mut self) {
        if let Some(log) = &self.0 {
            log.end(Side::Client, false);
            log.hung_up();
        }
    }
}

impl<C: Connect + Clone + Send + Sync + 'static> Front<C> {
    pub(super) fn new(
        client: Client<C, Passing>,
        server: Uri,
        recorder: Arc<Recorder>,
        on_trouble: OnTrouble,
    ) -> Self {
        Self { client, server, recorder, books: Arc::default(), last: AtomicU64::new(1), on_trouble }
    }

    pub(super) async fn answer(
        self: Arc<Self>,
        before: Before,
        request: Request<Incoming>,
    ) -> Result<Answer, Infallible> {
        let exchange = self.last.fetch_add(1, Ordering::Relaxed);
        let (mut parts, body) = request.into_parts();
        let headers = headers_of(&parts.headers);
        let target = parts.uri.path_and_query().map_or("", |target| target.as_str());
        let foreign = names::foreign(&headers);
        let is_mcp = foreign.is_none() && is_below(self.server.path(), parts.uri.path());
        let head = (parts.method.as_str(), target, &headers);
        let log = Arc::new(Log::begin((&self.recorder, &self.books), before, exchange, head, is_mcp));
        if let Some(why) = foreign {
            return Ok(self.refuse(&log, exchange, StatusCode::FORBIDDEN, why));
        }
        let Some(uri) = self.at_server(&parts.uri) else {
            return Ok(self.refuse(
                &log,
                exchange,
                StatusCode::BAD_REQUEST,
                "only a path can be asked for here",
            ));
        };
        let mut presence = Presence(Some(Arc::clone(&log)));
        parts.uri = uri;
        parts.version = Version::HTTP_11;
        strip(&mut parts.headers);
        // The client of HTTP writes the name of the server.
        parts.headers.remove(header::HOST);
        let passed = Request::from_parts(parts, Passing::new(body, &log, exchange, Side::Client));
        let answered = self.client.request(passed).await;
        presence.0 = None;
        match answered {
            Ok(answer) => {
                let (mut parts, body) = answer.into_parts();
                log.answered(parts.status.as_u16(), &headers_of(&parts.headers));
                strip(&mut parts.headers);
                parts.version = Version::HTTP_11;
                let body = Passing::new(body, &log, exchange, Side::Server);
                Ok(Response::from_parts(parts, Either::Left(body)))
            }
            Err(error) => {
                let why = words::unreachable(exchange, &self.server.to_string(), &cause(&error));
                Ok(self.own(&log, Side::Server, StatusCode::BAD_GATEWAY, why))
            }
        }
    }

    /// What is asked for at the tap, at the server.
    fn at_server(&self, asked: &Uri) -> Option<Uri> {
        let mut parts = self.server.clone().into_parts();
        parts.path_and_query =
            Some(asked.path_and_query().filter(|it| it.as_str().starts_with('/'))?.clone());
        Uri::from_parts(parts).ok()
    }

    fn refuse(&self, log: &Log, exchange: u64, status: StatusCode, why: &str) -> Answer {
        self.own(log, Side::Client, status, words::refused(exchange, status.as_u16(), why))
    }

    /// An answer of our own, which the server has not given.
    fn own(&self, log: &Log, by: Side, status: StatusCode, why: String) -> Answer {
        (self.on_trouble)(why.trim_end());
        let body = format!("wirelab tap: {why}");
        log.break_off(by, why);
        let mut answer = Response::new(Either::Right(Full::from(body)));
        *answer.status_mut() = status;
        let text = HeaderValue::from_static("text/plain; charset=utf-8");
        answer.headers_mut().insert(header::CONTENT_TYPE, text);
        answer
    }
}

/// Whether `path` is `base` or below it.
fn is_below(base: &str, path: &str) -> bool {
    let rest = path.strip_prefix(base.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn headers_of(map: &HeaderMap) -> Headers {
    map.iter().fold(Headers::new(), |headers, (name, value)| headers.with(name.as_str(), value.as_bytes()))
}

fn strip(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in OF_A_CONNECTION.into_iter().chain(named.iter().map(HeaderName::as_str)) {
        headers.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_a_connection_goes_no_further() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "close, X-Mine"),
            ("x-mine", "1"),
            ("keep-alive", "timeout=5"),
            ("transfer-encoding", "chunked"),
            ("mcp-session-id", "a"),
            ("content-length", "3"),
        ] {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        strip(&mut headers);
        let mut left: Vec<_> = headers.keys().map(HeaderName::as_str).collect();
        left.sort_unstable();
        assert_eq!(left, ["content-length", "mcp-session-id"]);
    }

    #[test]
    fn a_path_is_below_another_by_whole_names() {
        assert!(is_below("/mcp", "/mcp") && is_below("/mcp/", "/mcp") && is_below("/", "/x"));
        assert!(is_below("/mcp", "/mcp/session") && !is_below("/mcp", "/mcp2") && !is_below("/mcp", "/"));
    }
}
