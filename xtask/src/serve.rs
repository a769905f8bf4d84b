//! The small file server behind `cargo xtask play`.
//!
//! It answers GET and HEAD for the files of one folder, to this machine only, by the rules of the program's own server.

/// How requests are carried: the program has this from the same file.
#[path = "../../src/native/play/http.rs"]
pub mod http;
/// The rules: the program has them from the same file.
#[path = "../../src/native/play/reply.rs"]
pub mod reply;

use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use reply::Found;
pub use reply::{Ask, Reply};

/// Decides the answer to one request for a file below `root`.
pub fn reply(root: &Path, ask: Ask<'_>) -> Reply {
    reply::reply(ask, |path| file(root, path))
}

/// The file at this path, if it is below `root`.
fn file(root: &Path, path: &str) -> Option<Found> {
    let mut full = root.join(path);
    if path.is_empty() || path.ends_with('/') {
        full.push("index.html");
    }
    // A link out of the folder is no way out either.
    let full = full.canonicalize().ok()?;
    if !full.starts_with(root.canonicalize().ok()?) || !full.is_file() {
        return None;
    }
    let body = fs::read(&full).ok()?;
    Some(Found { name: full.to_string_lossy().into_owned(), tag: etag(&body), body, gzipped: false })
}

/// Differs whenever the content does; nobody attacks it, so a fast hash will do.
fn etag(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(body);
    format!("\"{:016x}-{:x}\"", hasher.finish(), body.len())
}

/// Takes a port of this machine: exactly `wanted`, or a free one, the first from `first` on if it can be had.
///
/// # Errors
/// When the port that was asked for is taken, or the system has none.
pub fn listen(wanted: Option<u16>, first: u16) -> Result<TcpListener> {
    http::listen(wanted, first).with_context(|| match wanted {
        Some(port) => format!("cannot listen on port {port}"),
        None => "cannot listen on any port".to_owned(),
    })
}

/// The address of what is served there.
///
/// # Errors
/// When the system does not tell.
pub fn address(listener: &TcpListener) -> Result<String> {
    Ok(format!("http://{}/", listener.local_addr()?))
}

/// Serves `root` until the process ends.
///
/// # Errors
/// When the system refuses.
pub fn serve(listener: TcpListener, root: PathBuf) -> Result<()> {
    Ok(http::serve(listener, http::files(Arc::new(move |ask| reply(&root, ask))))?)
}
