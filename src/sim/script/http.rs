//! What is done in a world of HTTP and in no other, as JSON.

use super::actions::{bytes, side_name, side_of, with_bytes};
use super::choices::whole;
use crate::proto::http::{Header, Headers, Method, Request};
use crate::proto::json::{Members, Mismatch};
use crate::sim::http::HttpAction;

pub(super) fn write(action: &HttpAction) -> Members {
    match action {
        HttpAction::Ask(request) => {
            let header = |line: &Header| with_bytes(Members::new().with("name", &line.name), &line.value);
            let headers: Vec<_> = request.headers.iter().map(header).collect();
            let members = Members::new().with("ask", request.method.as_str()).with("headers", &headers);
            with_bytes(members, &request.body)
        }
        HttpAction::Cut { exchange, by } => {
            let number = i64::try_from(*exchange).unwrap_or(i64::MAX);
            Members::new().with("cut", &number).with("by", side_name(*by))
        }
        HttpAction::Forget => Members::new().with("do", "forgetSessions"),
        HttpAction::Anew => Members::new().with("do", "beginAnew"),
    }
}

pub(super) fn read_ask(members: &mut Members) -> Result<HttpAction, Mismatch> {
    let method = Method::new(&members.required::<String>("ask")?);
    let mut headers = Headers::new();
    for mut line in members.required::<Vec<Members>>("headers")? {
        let mut read = || Ok((line.required::<String>("name")?, bytes(&mut line)?));
        let (name, value) = read().map_err(|mismatch: Mismatch| mismatch.within("headers"))?;
        headers.add(name, value);
    }
    Ok(HttpAction::Ask(Request { method, headers, body: bytes(members)? }))
}

pub(super) fn read_cut(members: &mut Members) -> Result<HttpAction, Mismatch> {
    let exchange = whole("cut", members.required("cut")?)?;
    let by = side_of(&members.required::<String>("by")?);
    let by = by.ok_or_else(|| Mismatch::new("client or server", "\"\"").within("by"))?;
    Ok(HttpAction::Cut { exchange, by })
}
