//! What a server outside has done, as JSON.

use core::time::Duration;

use super::actions::{bytes, side_name, side_of, with_bytes};
use super::choices::whole;
use crate::proto::json::{Members, Mismatch};
use crate::proto::session::Side;
use crate::sim::{Hand, Handling, Heard, Incoming};

pub(super) fn heard(heard: &Heard) -> Members {
    let micros = i64::try_from(heard.at.as_micros()).unwrap_or(i64::MAX);
    let members = |what: &str| Members::new().with("heard", what).with("atMicros", &micros);
    match &heard.what {
        Incoming::Stdout(bytes) => with_bytes(members("stdout"), bytes),
        Incoming::End => members("end"),
        Incoming::Stderr(bytes) => with_bytes(members("stderr"), bytes),
        Incoming::Exited(status) => members("exit").with("status", &i64::from(*status)),
        Incoming::Lost => members("lost"),
        Incoming::Signalled(signal) => members("signal").with("signal", &i64::from(*signal)),
        Incoming::Started => members("started"),
        Incoming::Passed { from, bytes, held } => {
            let members = members("passed").with("from", side_name(*from)).with("held", held);
            match bytes {
                Some(bytes) => with_bytes(members, bytes),
                None => members.with("end", &true),
            }
        }
        Incoming::Freed(from) => members("freed").with("from", side_name(*from)),
    }
}

pub(super) fn read_heard(members: &mut Members) -> Result<Heard, Mismatch> {
    let what = match members.required::<String>("heard")?.as_str() {
        "stdout" => Incoming::Stdout(bytes(members)?),
        "end" => Incoming::End,
        "stderr" => Incoming::Stderr(bytes(members)?),
        "exit" => Incoming::Exited(small(members, "status", "the status of a process")?),
        "signal" => Incoming::Signalled(small(members, "signal", "the number of a signal")?),
        "lost" => Incoming::Lost,
        "started" => Incoming::Started,
        "passed" => {
            let end = members.optional::<bool>("end")?.unwrap_or(false);
            let (from, held) = (from(members)?, members.required("held")?);
            Incoming::Passed { from, bytes: if end { None } else { Some(bytes(members)?) }, held }
        }
        "freed" => Incoming::Freed(from(members)?),
        _ => return Err(Mismatch::new("something that an end outside does", "\"\"").within("heard")),
    };
    let micros = whole("atMicros", members.required("atMicros")?)?;
    Ok(Heard { at: Duration::from_micros(micros), what })
}

fn small(members: &mut Members, name: &'static str, expected: &'static str) -> Result<i32, Mismatch> {
    let number: i64 = members.required(name)?;
    let wrong = || Mismatch { path: String::new(), expected, found: "another number" };
    i32::try_from(number).map_err(|_| wrong().within(name))
}

fn from(members: &mut Members) -> Result<Side, Mismatch> {
    let name = members.required::<String>("from")?;
    side_of(&name).ok_or_else(|| Mismatch::new("client or server", "\"\"").within("from"))
}

/// What was done by hand with a frame between two ends outside.
pub(super) fn hand(handling: &Handling) -> Members {
    let frame = i64::try_from(handling.frame).unwrap_or(i64::MAX);
    let members = |what: &str| Members::new().with("hand", what).with("frame", &frame);
    match &handling.what {
        Hand::LetGo => members("letGo"),
        Hand::Drop => members("drop"),
        Hand::Change(bytes) => with_bytes(members("change"), bytes),
    }
}

pub(super) fn read_hand(members: &mut Members) -> Result<Handling, Mismatch> {
    let what = match members.required::<String>("hand")?.as_str() {
        "letGo" => Hand::LetGo,
        "drop" => Hand::Drop,
        "change" => Hand::Change(bytes(members)?),
        _ => return Err(Mismatch::new("letGo, change or drop", "\"\"").within("hand")),
    };
    let frame = whole("frame", members.required("frame")?)?;
    Ok(Handling { frame: usize::try_from(frame).unwrap_or(usize::MAX), what })
}
