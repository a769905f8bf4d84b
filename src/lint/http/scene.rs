//! Where something is said from: what both sides know, where it stands, and what was found.

use super::super::book::{Level, Rule};
use super::super::finding::{Finding, Said};
use super::super::talk::{Spot, Talk};
use super::exchange::Exchange;
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::Version;
use crate::proto::session::Side;

/// As many findings are told of one part of an exchange.
const MOST: usize = 32;

/// One part of an exchange, and what was known when it came.
pub(in crate::lint) struct Scene<'a> {
    pub(in crate::lint) talk: &'a mut Talk,
    /// Which exchange it is.
    pub(in crate::lint) exchange: u64,
    /// Where the part stands.
    pub(in crate::lint) spot: Spot,
    pub(in crate::lint) out: Vec<Finding>,
}

impl Scene<'_> {
    /// Says that a rule was broken in what stands here, unless the revision does not have it; the finding, for more about
    /// it.
    pub(super) fn tell(
        &mut self,
        rule: &'static str,
        version: Version,
        blame: Side,
        expected: impl Into<Said>,
        seen: impl Into<Said>,
    ) -> Option<&mut Finding> {
        let spot = self.spot.clone();
        self.tell_at(&spot, rule, version, blame, (expected.into(), seen.into()))
    }

    /// The same of another place.
    pub(super) fn tell_at(
        &mut self,
        spot: &Spot,
        rule: &'static str,
        version: Version,
        blame: Side,
        said: (Said, Said),
    ) -> Option<&mut Finding> {
        let strength = Rule::find(rule).and_then(|rule| rule.strength(version))?;
        if self.out.len() >= MOST {
            return None;
        }
        self.out.push(Finding::at(spot, rule, strength.level(), blame, said));
        self.out.last_mut()
    }

    /// The same of a header in the head of the request.
    pub(super) fn tell_header(
        &mut self,
        exchange: &Exchange,
        rule: &'static str,
        (header, expected, seen): (&str, Said, Said),
    ) -> Option<&mut Finding> {
        let version = exchange.version;
        let related = exchange.frame();
        let found = self.tell_at(&exchange.asked, rule, version, Side::Client, (expected, seen))?;
        header.clone_into(&mut found.path);
        found.related = related;
        Some(found)
    }

    /// Nobody has to wait for an answer to this request any more.
    pub(super) fn excuse(&mut self, from: Side, id: &RequestId) {
        if let Some(open) = self.talk.open.get_mut(&(from, id.clone())) {
            open.is_excused = true;
        }
    }
}

/// Makes a finding weigh less than the book says.
pub(super) fn lighten(found: Option<&mut Finding>) -> Option<&mut Finding> {
    let found = found?;
    found.level = found.level.min(Level::Warning);
    Some(found)
}

/// Names the frame that explains a finding.
pub(super) fn relate(found: Option<&mut Finding>, frame: Option<usize>) {
    if let Some(found) = found {
        found.related = frame;
    }
}
