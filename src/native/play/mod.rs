//! The page from inside the binary, for this machine only.

pub mod assets;
pub mod bridge;
pub mod http;
pub mod reply;
mod token;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::routing::any;

use bridge::Bridge;
use reply::{Ask, Reply};
pub use token::Token;

/// Where the page gets the recording that the program was started with. No file of the page has this name.
const RECORDING: &str = "/local/recording";

/// The header with the recording's name, percent-encoded.
const NAME: &str = "Wirelab-Name";

/// A recording that the page is to open.
#[derive(Debug)]
pub struct Recording {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub source: Source,
}

/// Where a recording is.
#[derive(Debug)]
pub enum Source {
    /// In this file, which is read each time the page asks.
    File(PathBuf),
    /// Here.
    Bytes(Vec<u8>),
}

/// What is given out.
#[derive(Debug)]
pub struct Site {
    token: Token,
    behind: Behind,
}

/// What is behind the page.
#[derive(Debug)]
enum Behind {
    Nothing,
    Recording(Recording),
    Server(Arc<Bridge>),
}

impl Site {
    /// The page, and with it maybe a recording, for whoever has `token`.
    #[must_use]
    pub fn new(token: Token, recording: Option<Recording>) -> Self {
        Self { token, behind: recording.map_or(Behind::Nothing, Behind::Recording) }
    }

    /// The page with a real server behind it, for whoever has `token`.
    #[must_use]
    pub fn attached(token: Token, bridge: Bridge) -> Self {
        Self { token, behind: Behind::Server(Arc::new(bridge)) }
    }

    /// What the address of the page ends in.
    #[must_use]
    pub fn fragment(&self) -> String {
        let what = match &self.behind {
            Behind::Nothing => return String::new(),
            Behind::Recording(_) => "local",
            Behind::Server(_) => "attach",
        };
        format!("#{what}={}", self.token.text())
    }

    /// All of it, for a server of HTTP.
    pub fn app(self) -> Router {
        let server = match &self.behind {
            Behind::Server(bridge) => Some((Arc::clone(bridge), self.token.clone())),
            _ => None,
        };
        let files = http::files(Arc::new(move |ask| self.reply(ask)));
        let Some((bridge, token)) = server else { return files };
        let enter = move |request| bridge::enter(Arc::clone(&bridge), token.clone(), request);
        files.route(bridge::PATH, any(enter))
    }

    /// Answers one request.
    #[must_use]
    pub fn reply(&self, ask: Ask<'_>) -> Reply {
        if ask.url != RECORDING {
            return reply::reply(ask, assets::find);
        }
        if let Some(refusal) = reply::refusal(ask) {
            return refusal;
        }
        if !reply::bearer(ask).is_some_and(|token| self.token.is(token)) {
            return Reply::text(403, "this needs the token of the address that wirelab has printed");
        }
        match &self.behind {
            Behind::Recording(recording) => recording.reply(),
            _ => Reply::text(404, "there is no recording"),
        }
    }
}

impl Recording {
    fn reply(&self) -> Reply {
        let bytes = match &self.source {
            Source::File(path) => std::fs::read(path),
            Source::Bytes(bytes) => Ok(bytes.clone()),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => return Reply::text(404, &format!("{}: {error}", self.name)),
        };
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let encoded = |byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
        let headers = vec![
            ("Content-Type", "application/octet-stream".to_owned()),
            (NAME, self.name.bytes().map(encoded).collect()),
            ("Cache-Control", "no-store".to_owned()),
            ("X-Content-Type-Options", "nosniff".to_owned()),
            ("Cross-Origin-Resource-Policy", "same-origin".to_owned()),
        ];
        Reply { status: 200, headers, body: bytes }
    }
}
