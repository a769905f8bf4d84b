//! What a request of 2026-07-28 says in its headers too, and whether it says the same there (HT-50 to HT-54).

use core::cmp::Ordering;

use crate::proto::http::param::{self, Param};
use crate::proto::http::{Headers, name, named_in, value};
use crate::proto::json::{Members, Number, RawJson};
use crate::proto::jsonrpc::Request;
use crate::proto::mcp::names;

/// Compares the headers with what `method` and `request`, if it is one, say. The schema of a tool's arguments is asked for
/// when it is called.
///
/// # Errors
/// What is not the same, for whoever made the request.
pub(super) fn check(
    headers: &Headers,
    method: &str,
    request: Option<&Request>,
    schema: impl FnOnce(&str) -> Option<RawJson>,
) -> Result<(), String> {
    let Some(request) = request else {
        // A notification need not say so (HT-51 is about requests); what it says has to be true.
        return if headers.first(name::METHOD).is_none() {
            Ok(())
        } else {
            compare(headers, name::METHOD, Some(method))
        };
    };
    compare(headers, name::METHOD, Some(method))?;
    let params =
        request.params.as_ref().and_then(|params| params.parse::<Members>().ok()).unwrap_or_default();
    let Some(member) = named_in(method) else { return Ok(()) };
    let called = params.peek::<String>(member).ok().flatten();
    compare(headers, name::NAME, called.as_deref())?;
    match called.filter(|_| method == names::TOOLS_CALL).and_then(|tool| schema(&tool)) {
        Some(schema) => {
            let arguments = params.peek::<Members>("arguments").ok().flatten().unwrap_or_default();
            check_arguments(headers, &schema, &arguments)
        }
        None => Ok(()),
    }
}

/// Whether the header `name` says `expected`, or is not there where there is nothing to say.
fn compare(headers: &Headers, name: &str, expected: Option<&str>) -> Result<(), String> {
    match (said(headers, name)?, expected) {
        (None, None) => Ok(()),
        (None, Some(_)) => Err(format!("{name} is missing")),
        (Some(found), Some(expected)) if found == expected => Ok(()),
        (Some(_), _) => Err(format!("{name} is not what the body says")),
    }
}

/// What the header `name` says, decoded (HT-53).
fn said(headers: &Headers, name: &str) -> Result<Option<String>, String> {
    let mut values = headers.all(name);
    let Some(found) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(format!("there is more than one {name}"));
    }
    let found = value::decode(found).ok_or_else(|| format!("{name} cannot be read"))?;
    Ok(Some(found.into_owned()))
}

fn check_arguments(headers: &Headers, schema: &RawJson, arguments: &Members) -> Result<(), String> {
    // A tool with a mark that cannot be used is called by nobody who keeps to the rules: there is nothing to compare.
    for Param { name, path } in param::params(schema).unwrap_or_default() {
        let argument = param::argument(arguments, &path);
        check_argument(headers, &[name::PARAM_PREFIX, &name].concat(), argument.as_ref())?;
    }
    Ok(())
}

fn check_argument(headers: &Headers, name: &str, argument: Option<&RawJson>) -> Result<(), String> {
    let expected = argument.and_then(param::as_header);
    if let Some(expected) = argument.and_then(|argument| argument.parse::<Number>().ok()) {
        // One number can be written in several ways.
        let found = said(headers, name)?;
        let found = found.as_deref().and_then(|found| RawJson::new(found).ok()?.parse::<Number>().ok());
        if found.is_some_and(|found| found.compare(&expected) == Ordering::Equal) {
            return Ok(());
        }
    }
    compare(headers, name, expected.as_deref())
}
