//! The cases, as data, area by area.

mod batch;
mod content;
mod ending;
mod envelope;
mod errors;
mod flow;
mod frames;
mod http;
mod ids;
mod lists;
mod modern;
mod notices;
mod opening;
mod session;
mod stateless;
mod stream;

use super::case::Case;
use crate::proto::mcp::Version;

/// The first and the last revision of a case.
type Revisions = (Version, Version);

const V1: Version = Version::V2024_11_05;
const V2: Version = Version::V2025_03_26;
const V3: Version = Version::V2025_06_18;
const V4: Version = Version::V2025_11_25;
const V5: Version = Version::V2026_07_28;

/// Every revision.
const ALL: Revisions = (V1, V5);
/// Those with a handshake.
const LEGACY: Revisions = (V1, V4);
/// Those that have this transport over HTTP.
const HTTP: Revisions = (V2, V5);
/// And sessions.
const SESSIONS: Revisions = (V2, V4);
/// The one without.
const MODERN: Revisions = (V5, V5);

/// Every case there is.
pub const CASES: &[&[Case]] = &[
    opening::CASES,
    envelope::CASES,
    ids::CASES,
    errors::CASES,
    notices::CASES,
    lists::CASES,
    content::CASES,
    flow::CASES,
    batch::CASES,
    frames::CASES,
    ending::CASES,
    modern::CASES,
    http::CASES,
    session::CASES,
    stream::CASES,
    stateless::CASES,
];

impl Case {
    /// Every case, area by area.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        CASES.iter().copied().flatten()
    }

    /// The cases that `name` stands for: that of this id, or all of an area.
    #[must_use]
    pub fn find(name: &str) -> Vec<&'static Self> {
        Self::all().filter(|case| case.id == name || case.area() == name).collect()
    }
}
