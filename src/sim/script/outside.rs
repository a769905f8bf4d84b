//! What a server outside has done, as JSON.

use core::time::Duration;

use super::actions::{bytes, with_bytes};
use super::choices::whole;
use crate::proto::json::{Members, Mismatch};
use crate::sim::{Heard, Incoming};

pub(super) fn heard(heard: &Heard) -> Members {
    let micros = i64::try_from(heard.at.as_micros()).unwrap_or(i64::MAX);
    let members = |what: &str| Members::new().with("heard", what).with("atMicros", &micros);
    match &heard.what {
        Incoming::Stdout(bytes) => with_bytes(members("stdout"), bytes),
        Incoming::End => members("end"),
        Incoming::Stderr(bytes) => with_bytes(members("stderr"), bytes),
        Incoming::Exited(status) => members("exit").with("status", &i64::from(*status)),
        Incoming::Lost => members("lost"),
    }
}

pub(super) fn read_heard(members: &mut Members) -> Result<Heard, Mismatch> {
    let what = match members.required::<String>("heard")?.as_str() {
        "stdout" => Incoming::Stdout(bytes(members)?),
        "end" => Incoming::End,
        "stderr" => Incoming::Stderr(bytes(members)?),
        "exit" => {
            let status: i64 = members.required("status")?;
            let wrong = || Mismatch {
                path: String::new(),
                expected: "the status of a process",
                found: "another number",
            };
            Incoming::Exited(i32::try_from(status).map_err(|_| wrong().within("status"))?)
        }
        "lost" => Incoming::Lost,
        _ => return Err(Mismatch::new("stdout, end, stderr, exit or lost", "\"\"").within("heard")),
    };
    let micros = whole("atMicros", members.required("atMicros")?)?;
    Ok(Heard { at: Duration::from_micros(micros), what })
}
