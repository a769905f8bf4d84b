//! The released revisions of the protocol.

use core::fmt;

/// One released revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// `2024-11-05`
    V2024_11_05,
    /// `2025-03-26`: the only one with batches.
    V2025_03_26,
    /// `2025-06-18`
    V2025_06_18,
    /// `2025-11-25`: the newest with an `initialize` handshake.
    V2025_11_25,
    /// `2026-07-28`: no handshake, every request speaks for itself.
    V2026_07_28,
}

/// How a conversation begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifecycle {
    /// `initialize`, its answer, `notifications/initialized` (`basic/lifecycle`).
    Initialize,
    /// No handshake: `server/discover` and `_meta` on every request (`basic/versioning` of 2026-07-28).
    Discover,
}

impl Version {
    /// Every revision, oldest first.
    pub const ALL: [Self; 5] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];

    /// The revisions that begin with `initialize`, oldest first.
    pub const WITH_HANDSHAKE: [Self; 4] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25];

    /// The newest revision.
    pub const LATEST: Self = Self::V2026_07_28;

    /// The newest revision that begins with `initialize`.
    pub const LATEST_WITH_HANDSHAKE: Self = Self::V2025_11_25;

    /// The revision that calls itself `text`; revisions are compared as whole strings.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.as_str() == text)
    }

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// How a conversation of this revision begins.
    #[must_use]
    pub const fn lifecycle(self) -> Lifecycle {
        match self {
            Self::V2026_07_28 => Lifecycle::Discover,
            _ => Lifecycle::Initialize,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a server answers to `initialize` (`basic/lifecycle#version-negotiation`).
///
/// The requested revision if it is one of `supported` and has a handshake; otherwise the newest of `supported`
/// that has one, as a counter-offer. `None` when `supported` holds no such revision.
#[must_use]
pub fn negotiate(requested: &str, supported: &[Version]) -> Option<Version> {
    let with_handshake =
        || supported.iter().copied().filter(|version| version.lifecycle() == Lifecycle::Initialize);
    with_handshake().find(|version| version.as_str() == requested).or_else(|| with_handshake().max())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_supported_revision_is_taken_and_any_other_gets_the_newest_as_counter_offer() {
        for version in Version::WITH_HANDSHAKE {
            assert_eq!(negotiate(version.as_str(), &Version::ALL), Some(version));
        }
        for unknown in ["2026-08-21", "1900-01-01", "2099-01-01", "2026-07-28", "", "2025-11-25 "] {
            assert_eq!(negotiate(unknown, &Version::ALL), Some(Version::V2025_11_25), "{unknown:?}");
        }
        assert_eq!(negotiate("2025-11-25", &[Version::V2024_11_05]), Some(Version::V2024_11_05));
        assert_eq!(negotiate("2025-11-25", &[Version::V2026_07_28]), None);
    }

    #[test]
    fn names_and_revisions_map_both_ways_in_order() {
        for version in Version::ALL {
            assert_eq!(Version::parse(version.as_str()), Some(version));
        }
        assert!(Version::ALL.is_sorted());
        assert!(Version::ALL.map(Version::as_str).is_sorted());
        assert_eq!(Version::parse("2026-08-21"), None);
    }
}
