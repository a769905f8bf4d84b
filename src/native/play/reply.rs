//! What a small file server for one page answers, to whom, and what it refuses. Nothing here opens a socket or a file.
//!
//! `cargo xtask play` serves by this too, and has this file as its own: it names nothing else of the crate.

/// What a page may load: its own files, and wasm. Nothing inline, nothing from elsewhere.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// What of a request decides the answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ask<'a> {
    /// GET or HEAD, or another that is refused.
    pub method: &'a str,
    /// The request target, with its query.
    pub url: &'a str,
    /// The Host header.
    pub host: Option<&'a str>,
    /// The Origin header.
    pub origin: Option<&'a str>,
    /// The Authorization header.
    pub authorization: Option<&'a str>,
    /// The If-None-Match header.
    pub if_none_match: Option<&'a str>,
    /// The Accept-Encoding header.
    pub accept_encoding: Option<&'a str>,
}

/// A file that can be given out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its name, by whose end its type is known.
    pub name: String,
    /// Its entity tag, in quotation marks (RFC 9110, section 8.8.3).
    pub tag: String,
    /// Its content.
    pub body: Vec<u8>,
    /// Whether the content is gzipped.
    pub gzipped: bool,
}

/// An answer, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// Name and value of each header.
    pub headers: Vec<(&'static str, String)>,
    /// The content, empty for 304. It is there for HEAD too: the server sends its length and leaves it out.
    pub body: Vec<u8>,
}

impl Reply {
    /// An answer in words, as plain text.
    #[must_use]
    pub fn text(status: u16, text: &str) -> Self {
        let headers = vec![
            ("Content-Type", "text/plain; charset=utf-8".to_owned()),
            ("X-Content-Type-Options", "nosniff".to_owned()),
        ];
        Self { status, headers, body: format!("{text}\n").into_bytes() }
    }
}

/// The answer where nothing is.
#[must_use]
pub fn missing() -> Reply {
    Reply::text(404, "no such file")
}

/// The same answer, not to be kept.
#[must_use]
pub fn fresh(mut reply: Reply) -> Reply {
    reply.headers.push(("Cache-Control", "no-store".to_owned()));
    reply
}

/// What the request shows to be let in.
#[must_use]
pub fn bearer<'a>(ask: Ask<'a>) -> Option<&'a str> {
    ask.authorization.and_then(|value| value.strip_prefix("Bearer "))
}

/// Why a request is not served at all, whatever it asks for.
#[must_use]
pub fn refusal(ask: Ask<'_>) -> Option<Reply> {
    // A foreign name that resolves to this machine must not make the page part of a foreign site.
    let Some(host) = ask.host.filter(|host| is_loopback(host)) else {
        return Some(Reply::text(421, "this server answers to 127.0.0.1 and localhost only"));
    };
    let is_ours =
        |origin: &str| origin.strip_prefix("http://").is_some_and(|name| name.eq_ignore_ascii_case(host));
    if ask.origin.is_some_and(|origin| !is_ours(origin)) {
        return Some(Reply::text(403, "this server answers to its own page only"));
    }
    if !matches!(ask.method, "GET" | "HEAD") {
        let mut reply = Reply::text(405, "only GET and HEAD");
        reply.headers.push(("Allow", "GET, HEAD".to_owned()));
        return Some(reply);
    }
    None
}

/// Decides the answer to one request for a file; `find` has the files by their path from the root, without a leading slash,
/// and may be asked for a path that ends in a slash or is empty: the index page of a folder.
pub fn reply(ask: Ask<'_>, find: impl FnOnce(&str) -> Option<Found>) -> Reply {
    if let Some(refusal) = refusal(ask) {
        return refusal;
    }
    let Some(found) = path(ask.url).and_then(|path| find(&path)) else {
        return missing();
    };
    let takes_gzip = ask.accept_encoding.is_some_and(takes_gzip);
    if found.gzipped && !takes_gzip {
        return Reply::text(406, "this file is there in gzip only: ask with Accept-Encoding: gzip");
    }
    let unchanged = ask.if_none_match.is_some_and(|tags| tags.split(',').any(|tag| tag.trim() == found.tag));
    let mut headers = vec![
        ("Content-Type", content_type(&found.name).to_owned()),
        ("ETag", found.tag),
        // Kept, but asked for each time: a rebuild shows at once.
        ("Cache-Control", "no-cache".to_owned()),
        ("Content-Security-Policy", CONTENT_SECURITY_POLICY.to_owned()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("Referrer-Policy", "no-referrer".to_owned()),
        ("Cross-Origin-Opener-Policy", "same-origin".to_owned()),
        ("Cross-Origin-Resource-Policy", "same-origin".to_owned()),
    ];
    if found.gzipped {
        headers.push(("Content-Encoding", "gzip".to_owned()));
        headers.push(("Vary", "Accept-Encoding".to_owned()));
    }
    let status = if unchanged { 304 } else { 200 };
    let body = if unchanged { Vec::new() } else { found.body };
    Reply { status, headers, body }
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    ["127.0.0.1", "localhost", "[::1]"].contains(&name.to_ascii_lowercase().as_str())
}

fn takes_gzip(accepted: &str) -> bool {
    accepted.split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        matches!(name.trim(), "gzip" | "*") && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}

/// The path that a request target names, below the root and with nothing hidden in it.
fn path(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = percent_decoded(path)?;
    if path.contains(['\\', '\0', ':']) {
        return None;
    }
    let folder = path.strip_suffix('/').unwrap_or(&path);
    let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.');
    (folder.is_empty() && path.is_empty() || folder.split('/').all(is_plain)).then_some(path)
}

fn percent_decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let (high, low) = (digit(rest.next()?)?, digit(rest.next()?)?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
