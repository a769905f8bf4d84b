//! A server that is reached by HTTP.
//!
//! What is said and when is decided in [`proto::http::client`](crate::proto::http::client); here are the sockets, on a
//! thread of their own, and the streams that a [`Driver`](super::stdio::Driver) knows.

pub(super) mod dial;
pub(super) mod net;
mod patient;
mod streams;

use std::fmt;
use std::sync::Arc;

use hyper::Uri;
use hyper::header::{HeaderName, HeaderValue};

pub use streams::HttpStreams;

use crate::proto::http::client::Exchange;
use crate::proto::http::{Request, Response};

/// Where a server is, and what is said to it with every request.
#[derive(Clone, PartialEq, Eq)]
pub struct Remote {
    uri: Uri,
    headers: Vec<(HeaderName, HeaderValue)>,
}

/// What an address or a header lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadRemote {
    /// It is no address.
    Address,
    /// It is no address of HTTP.
    Scheme,
    /// It holds a name or a password.
    User,
    /// It is no header: a name, a colon and a value.
    Header,
}

impl Remote {
    /// The server at `url`.
    ///
    /// # Errors
    /// When it is no address of HTTP, or one that says who asks.
    pub fn new(url: &str) -> Result<Self, BadRemote> {
        // First, for it is what is forgotten most often, and what is without it may not be an address at all.
        let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
        if !["http", "https"].iter().any(|known| known.eq_ignore_ascii_case(scheme)) {
            return Err(BadRemote::Scheme);
        }
        let uri: Uri = url.parse().map_err(|_| BadRemote::Address)?;
        let authority = uri.authority().filter(|authority| !authority.host().is_empty());
        if authority.ok_or(BadRemote::Address)?.as_str().contains('@') {
            return Err(BadRemote::User);
        }
        Ok(Self { uri, headers: Vec::new() })
    }

    /// The same with one more header, `NAME: VALUE`. Its value is shown nowhere.
    ///
    /// # Errors
    /// When it is none.
    pub fn with_header(mut self, line: &str) -> Result<Self, BadRemote> {
        let (name, value) = line.split_once(':').ok_or(BadRemote::Header)?;
        let name = HeaderName::from_bytes(name.trim().as_bytes()).map_err(|_| BadRemote::Header)?;
        let mut value = HeaderValue::from_str(value.trim()).map_err(|_| BadRemote::Header)?;
        value.set_sensitive(true);
        self.headers.push((name, value));
        Ok(self)
    }

    /// The names of the headers that were added.
    pub fn header_names(&self) -> impl Iterator<Item = &str> {
        self.headers.iter().map(|(name, _)| name.as_str())
    }
}

impl fmt::Display for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uri.fmt(f)
    }
}

/// Without the values of headers.
impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.header_names().collect();
        f.debug_struct("Remote").field("uri", &self.uri).field("headers", &names).finish()
    }
}

/// What goes on below the messages.
#[derive(Debug, Clone, Copy)]
pub enum Seen<'a> {
    /// A request is made, with the headers that were added besides.
    Asked(Exchange, &'a Request),
    /// The head of its answer is here.
    Answered(Exchange, &'a Response),
    /// It came to nothing, or stopped before its end.
    Failed(Exchange, &'a str),
    /// We hung up.
    Dropped(Exchange),
}

/// Called with each of these, on the thread of the client.
pub type OnExchange = Arc<dyn Fn(&Seen<'_>) + Send + Sync>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_of_http_and_holds_no_password() {
        for (url, bad) in [
            ("127.0.0.1:3000/mcp", BadRemote::Scheme),
            ("localhost", BadRemote::Scheme),
            ("ftp://x/y", BadRemote::Scheme),
            ("http://", BadRemote::Address),
            ("http://me:secret@host/mcp", BadRemote::User),
        ] {
            assert_eq!(Remote::new(url).err(), Some(bad), "{url}");
        }
        assert_eq!(
            Remote::new("http://[::1]:80/mcp?a=b").expect("an address").to_string(),
            "http://[::1]:80/mcp?a=b"
        );
    }

    #[test]
    fn the_value_of_a_header_is_shown_nowhere() {
        let remote = Remote::new("https://host/mcp").expect("an address");
        let remote = remote.with_header("Authorization: Bearer s3cret").expect("a header");
        assert!(!format!("{remote:?} {remote}").contains("s3cret"));
        assert_eq!(remote.header_names().collect::<Vec<_>>(), ["authorization"]);
        for line in ["Authorization", ": x", "a b: c", "a: b\nc: d"] {
            assert_eq!(remote.clone().with_header(line).err(), Some(BadRemote::Header), "{line:?}");
        }
    }
}
