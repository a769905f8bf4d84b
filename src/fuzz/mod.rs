//! What must hold for any bytes at all: the bodies of the fuzz targets.
//!
//! A fuzzer calls these with what it invents, `cargo test` with a few thousand inputs that a seed gives. They are
//! here and not in `fuzz/`, so that a change which breaks one breaks the build, and no nightly compiler is needed to
//! run them. Each takes any bytes and panics when a promise of the core is broken.
#![forbid(unsafe_code)]

mod decoder;
mod http;
mod import;
mod judge;
mod message;
mod pair;
mod script;
mod session;
mod source;

pub use decoder::decoder;
pub use http::http;
pub use import::import;
pub use judge::judge;
pub use message::message;
pub use pair::pair;
pub use script::script;
pub use session::session;

/// Takes any bytes, panics when a promise is broken.
pub type Body = fn(&[u8]);

/// Every body with the name of its target in `fuzz/`.
pub const BODIES: [(&str, Body); 8] = [
    ("decoder", decoder),
    ("message", message),
    ("session", session),
    ("pair", pair),
    ("http", http),
    ("script", script),
    ("import", import),
    ("judge", judge),
];
