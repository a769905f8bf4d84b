//! The small file server behind `cargo xtask play`.
//!
//! It answers GET and HEAD for the files of one folder, to this machine only. [`reply`] decides everything and
//! opens no socket; [`serve`] only carries requests to it.

use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, bail};
use tiny_http::{Header, Request, Response, Server};

/// What a page may load: its own files, and wasm. Nothing inline, nothing from elsewhere.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// How many requests are answered at a time: as many as a browser opens connections to one host.
const WORKERS: usize = 6;

/// How many ports after the first are tried.
const PORTS: u16 = 20;

/// What of a request decides the answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ask<'a> {
    /// GET or HEAD, or another that is refused.
    pub method: &'a str,
    /// The request target, with its query.
    pub url: &'a str,
    /// The Host header.
    pub host: Option<&'a str>,
    /// The If-None-Match header.
    pub if_none_match: Option<&'a str>,
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
    fn text(status: u16, text: &str) -> Self {
        let headers = vec![
            ("Content-Type", "text/plain; charset=utf-8".to_owned()),
            ("X-Content-Type-Options", "nosniff".to_owned()),
        ];
        Self { status, headers, body: format!("{text}\n").into_bytes() }
    }
}

/// Decides the answer to one request for a file below `root`.
pub fn reply(root: &Path, ask: Ask<'_>) -> Reply {
    // A foreign name that resolves to this machine must not make the page part of a foreign site.
    if !ask.host.is_some_and(is_loopback) {
        return Reply::text(421, "this server answers to 127.0.0.1 and localhost only");
    }
    if !matches!(ask.method, "GET" | "HEAD") {
        let mut reply = Reply::text(405, "only GET and HEAD");
        reply.headers.push(("Allow", "GET, HEAD".to_owned()));
        return reply;
    }
    let Some((path, body)) = file(root, ask.url) else {
        return Reply::text(404, "no such file");
    };
    let etag = etag(&body);
    let unchanged = ask.if_none_match.is_some_and(|tags| tags.split(',').any(|tag| tag.trim() == etag));
    let headers = vec![
        ("Content-Type", content_type(&path).to_owned()),
        ("ETag", etag),
        // Kept, but asked for each time: a rebuild shows at once.
        ("Cache-Control", "no-cache".to_owned()),
        ("Content-Security-Policy", CONTENT_SECURITY_POLICY.to_owned()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("Referrer-Policy", "no-referrer".to_owned()),
        ("Cross-Origin-Opener-Policy", "same-origin".to_owned()),
        ("Cross-Origin-Resource-Policy", "same-origin".to_owned()),
    ];
    let status = if unchanged { 304 } else { 200 };
    let body = if unchanged { Vec::new() } else { body };
    Reply { status, headers, body }
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    ["127.0.0.1", "localhost", "[::1]"].contains(&name.to_ascii_lowercase().as_str())
}

/// The file that a URL names, if it is below `root` and not hidden.
fn file(root: &Path, url: &str) -> Option<(PathBuf, Vec<u8>)> {
    let path = url.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = percent_decoded(path)?;
    if path.contains(['\\', '\0', ':']) {
        return None;
    }
    let relative = Path::new(&path);
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(name) if !name.to_string_lossy().starts_with('.'));
    if !relative.components().all(is_plain) {
        return None;
    }
    let mut full = root.join(relative);
    if path.is_empty() || path.ends_with('/') {
        full.push("index.html");
    }
    // A link out of the folder is no way out either.
    let full = full.canonicalize().ok()?;
    if !full.starts_with(root.canonicalize().ok()?) || !full.is_file() {
        return None;
    }
    let body = fs::read(&full).ok()?;
    Some((full, body))
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

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
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

/// Differs whenever the content does; nobody attacks it, so a fast hash will do.
fn etag(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(body);
    format!("\"{:016x}-{:x}\"", hasher.finish(), body.len())
}

/// Takes a port of this machine: exactly `wanted`, or the first free one from `first` on.
///
/// # Errors
/// When the port is taken, or all of them are.
pub fn listen(wanted: Option<u16>, first: u16) -> Result<Server> {
    if let Some(port) = wanted {
        let server = Server::http(("127.0.0.1", port)).map_err(|error| anyhow!(error));
        return server.with_context(|| format!("cannot listen on port {port}"));
    }
    for port in first..first.saturating_add(PORTS) {
        if let Ok(server) = Server::http(("127.0.0.1", port)) {
            return Ok(server);
        }
    }
    bail!("no free port from {first} to {}: choose one with --port", first.saturating_add(PORTS - 1))
}

/// Serves `root` until the process ends.
pub fn serve(server: Server, root: &Path) {
    let server = Arc::new(server);
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                // A connection that breaks concerns nobody but its browser.
                while let Ok(request) = server.recv() {
                    let _ = answer(root, request);
                }
            });
        }
    });
}

fn answer(root: &Path, request: Request) -> std::io::Result<()> {
    let header = |name: &'static str| {
        let found = request.headers().iter().find(|header| header.field.equiv(name));
        found.map(|header| header.value.as_str().to_owned())
    };
    let (host, if_none_match) = (header("Host"), header("If-None-Match"));
    let ask = Ask {
        method: request.method().as_str(),
        url: request.url(),
        host: host.as_deref(),
        if_none_match: if_none_match.as_deref(),
    };
    let reply = reply(root, ask);
    let mut response = Response::from_data(reply.body).with_status_code(reply.status);
    for (name, value) in reply.headers {
        let header = Header::from_bytes(name, value).expect("our own headers are plain ASCII");
        response.add_header(header);
    }
    request.respond(response)
}
