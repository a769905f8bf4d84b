//! How the page's client begins, and what it says that it can do. Both can be chosen, and both begin anew.

use super::{Model, READER};
use crate::proto::json::Members;
use crate::proto::mcp::Version;
use crate::proto::session::Opening;

/// What the selector calls a client of 2026-07-28 that makes its requests without a handshake. By its name the revision is
/// offered in a handshake, which every server answers with another.
pub(super) const MODERN: &str = "modern";
/// What it calls a client that finds out first which era the server is of.
pub(super) const PROBE: &str = "probe";

/// What the page's client can do, with the revision that has it first.
pub(super) const ABILITIES: [(&str, Version); 3] = [
    ("roots", Version::V2024_11_05),
    ("sampling", Version::V2024_11_05),
    ("elicitation", Version::V2025_06_18),
];

/// Whether a client that offers `offer` can say that it can do `name`.
pub(super) fn can_declare(offer: &str, since: Version) -> bool {
    Version::parse(offer).is_none_or(|version| since <= version)
}

/// All of it, as far as the revision has it, but what is `off`.
pub(super) fn declared(offer: &str, off: impl Fn(&str) -> bool) -> Members {
    let mut members = Members::new();
    for (name, since) in ABILITIES {
        if can_declare(offer, since) && !off(name) {
            members.set(name, &Members::new());
        }
    }
    members
}

/// Offers another revision, in the way that `value` of the selector says.
pub(super) fn offer(model: &mut Model, value: String) {
    let client = &mut model.settings.client;
    let (earlier, had) = (client.offer.clone(), client.capabilities.clone());
    let is_modern = value == MODERN;
    client.opening = if is_modern { Opening::Modern } else { Opening::Handshake };
    client.offer = if is_modern { Version::LATEST.as_str().to_owned() } else { value };
    if READER && client.offer == PROBE {
        client.opening = Opening::Probe;
        client.offer = Version::LATEST_WITH_HANDSHAKE.as_str().to_owned();
    }
    // What was switched off stays so; what the earlier revision did not have was not switched off.
    let could =
        |name: &str| ABILITIES.iter().any(|(own, since)| *own == name && can_declare(&earlier, *since));
    client.capabilities = declared(&client.offer, |name| could(name) && !had.contains(name));
}

/// Says that it can do `name`, or no longer.
pub(super) fn declare(model: &mut Model, name: &str) {
    let client = &mut model.settings.client;
    let had = client.capabilities.clone();
    client.capabilities = declared(&client.offer, |other| had.contains(other) == (other == name));
}
