//! Faults, and what is done about the process of the server, as JSON.

use super::whole;
use crate::proto::json::{Members, Mismatch};
use crate::sim::{Fault, FaultKind, FaultSwitch, Upkeep, When};
use crate::trace::Lane;

pub(super) fn fault(switch: &FaultSwitch) -> Members {
    let fault = match switch {
        FaultSwitch::On(fault) => fault,
        FaultSwitch::Off(kind, lane) => {
            return Members::new().with("mend", kind.name()).with("lane", lane.name());
        }
    };
    let mut members = Members::new().with("fault", fault.kind.name()).with("lane", fault.lane.name());
    members = match fault.when {
        When::Next(count) => members.with("next", &i64::from(count)),
        When::Always => members.with("always", &true),
        When::Sometimes(percent) => members.with("percent", &i64::from(percent)),
        When::Method(method) => members.with("method", method),
    };
    if fault.amount != fault.kind.usual_amount() {
        members = members.with("amount", &i64::from(fault.amount));
    }
    // As text: a seed may be greater than the numbers that every reader keeps exactly.
    if fault.seed == 0 { members } else { members.with("seed", &fault.seed.to_string()) }
}

pub(super) fn read_fault(members: &mut Members) -> Result<FaultSwitch, Mismatch> {
    let (kind, lane) = kind_and_lane(members, "fault")?;
    let when = if let Some(count) = members.optional("next")? {
        When::Next(small("next", count)?)
    } else if let Some(percent) = members.optional("percent")? {
        When::Sometimes(small("percent", percent)?)
    } else if let Some(method) = members.optional::<String>("method")? {
        let known = When::method(&method);
        known.ok_or_else(|| Mismatch::new("a method of MCP", "\"\"").within("method"))?
    } else if members.required("always")? {
        When::Always
    } else {
        return Err(Mismatch::new("true", "false").within("always"));
    };
    let amount = match members.optional("amount")? {
        Some(amount) => small("amount", amount)?.min(kind.most()),
        None => kind.usual_amount(),
    };
    Ok(FaultSwitch::On(Fault { kind, lane, when, amount, seed: seed(members, "seed")? }))
}

pub(super) fn read_mend(members: &mut Members) -> Result<FaultSwitch, Mismatch> {
    let (kind, lane) = kind_and_lane(members, "mend")?;
    Ok(FaultSwitch::Off(kind, lane))
}

fn kind_and_lane(members: &mut Members, name: &str) -> Result<(FaultKind, Lane), Mismatch> {
    let kind = FaultKind::find(&members.required::<String>(name)?);
    let kind = kind.ok_or_else(|| Mismatch::new("a kind of fault", "\"\"").within(name))?;
    let lane = Lane::find(&members.required::<String>("lane")?).filter(|lane| kind.goes_on(*lane));
    let lane = lane.ok_or_else(|| Mismatch::new("a direction of this fault", "\"\"").within("lane"))?;
    Ok((kind, lane))
}

fn small(name: &str, number: i64) -> Result<u32, Mismatch> {
    whole(name, number).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

fn seed(members: &mut Members, name: &str) -> Result<u64, Mismatch> {
    let Some(text) = members.optional::<String>(name)? else { return Ok(0) };
    text.parse().map_err(|_| Mismatch::new("digits", "\"\"").within(name))
}

pub(super) fn upkeep(upkeep: Upkeep) -> Members {
    match upkeep {
        Upkeep::Again => Members::new().with("do", "startAgain"),
        Upkeep::Leave => Members::new().with("do", "leaveServer"),
        Upkeep::End(parting) => Members::new().with("do", parting.name()),
        Upkeep::Keep(seed) => Members::new().with("keepServer", &seed.to_string()),
    }
}

pub(super) fn read_keep(members: &mut Members) -> Result<Upkeep, Mismatch> {
    seed(members, "keepServer").map(Upkeep::Keep)
}
