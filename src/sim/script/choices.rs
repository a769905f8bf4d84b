//! What can be chosen before a world begins, as JSON.

use crate::proto::framing::Framing;
use crate::proto::json::{Members, Mismatch};
use crate::proto::session::{Opening, Side};
use crate::sim::{Framings, Manner, Manners};

pub(super) const fn opening_name(opening: Opening) -> &'static str {
    match opening {
        Opening::Handshake => "handshake",
        Opening::Modern => "modern",
        Opening::Probe => "probe",
    }
}

pub(super) fn opening(members: &mut Members) -> Result<Opening, Mismatch> {
    let Some(name) = members.optional::<String>("opening")? else { return Ok(Opening::Handshake) };
    let all = [Opening::Handshake, Opening::Modern, Opening::Probe];
    let opening = all.into_iter().find(|opening| opening_name(*opening) == name);
    opening.ok_or_else(|| Mismatch::new("handshake, modern or probe", "\"\"").within("opening"))
}

pub(super) fn framings(members: &mut Members) -> Result<Framings, Mismatch> {
    let Some(mut both) = members.optional::<Members>("framing")? else { return Ok(Framings::default()) };
    let mut framings = Framings::default();
    for (side, name) in [(Side::Client, "client"), (Side::Server, "server")] {
        let framing = both.required::<String>(name).map_err(|mismatch| mismatch.within("framing"))?;
        let place = || Mismatch::new("newline or content-length", "\"\"").within(name).within("framing");
        framings = framings.with(side, Framing::find(&framing).ok_or_else(place)?);
    }
    Ok(framings)
}

/// Whom the client and the server behave like.
pub(super) fn manners(members: &mut Members) -> Result<Manners, Mismatch> {
    let Some(mut both) = members.optional::<Members>("manner")? else { return Ok(Manners::default()) };
    let mut found = |name: &str| {
        let manner = both.required::<String>(name).map_err(|mismatch| mismatch.within("manner"))?;
        let place = || Mismatch::new("the name of a manner", "\"\"").within(name).within("manner");
        Manner::find(&manner).ok_or_else(place)
    };
    Ok(Manners { client: found("client")?, server: found("server")? })
}

/// A number that counts something.
pub(super) fn whole(name: &str, number: i64) -> Result<u64, Mismatch> {
    let fault = Mismatch { path: String::new(), expected: "a number from 0 on", found: "a negative number" };
    u64::try_from(number).map_err(|_| fault.within(name))
}
