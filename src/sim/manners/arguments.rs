//! What becomes of the arguments of a tool before it sees them.

use super::numbers::{is_safe, whole};
use super::reading::{Numbers, Reading};
use super::table::Serving;
use crate::proto::json::{Members, RawJson, ToJson};
use crate::proto::mcp::{CallToolResult, Tool};

/// Why a call is not handed on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refused {
    /// The parameters cannot be read.
    Unreadable,
    /// The tool would not take an argument that ours would: what the model is told.
    Arguments(CallToolResult),
}

/// The parameters of a `tools/call` as the program hands them on; or why it does not.
pub(super) fn handed_on(
    (reading, serving): (&Reading, &Serving),
    params: Option<&RawJson>,
    tools: &[Tool],
) -> Result<RawJson, Refused> {
    let mut params: Members = params.and_then(|params| params.parse().ok()).ok_or(Refused::Unreadable)?;
    let name = params.peek::<String>("name").ok().flatten().ok_or(Refused::Unreadable)?;
    let arguments = match params.get("arguments") {
        None => None,
        Some(null) if null.as_str() == "null" && serving.takes_null_arguments => None,
        Some(arguments) => Some(arguments.parse::<Members>().map_err(|_| Refused::Unreadable)?),
    };
    let Some(arguments) = arguments else {
        let _: Option<RawJson> = params.take("arguments").map_err(|_| Refused::Unreadable)?;
        return Ok(RawJson::from_value(&params));
    };
    if let Some(tool) = tools.iter().find(|tool| tool.name == name) {
        params.set("arguments", &fitted(reading, serving, tool, &arguments)?);
    }
    Ok(RawJson::from_value(&params))
}

/// `arguments` without those that `tool` does not know, each as the program would read it.
fn fitted(
    reading: &Reading,
    serving: &Serving,
    tool: &Tool,
    arguments: &Members,
) -> Result<Members, Refused> {
    let schema: Members = tool.input_schema.parse().unwrap_or_default();
    let properties: Members = schema.peek("properties").ok().flatten().unwrap_or_default();
    let mut fitted = Members::new();
    for (name, value) in arguments.iter() {
        let Some(property) = properties.get(name) else { continue };
        let kind = property.parse::<Members>().ok().and_then(|it| it.peek::<String>("type").ok().flatten());
        let value = match kind.as_deref() {
            Some("integer") => integer(reading, serving, value).map_err(|wanted| {
                let text = format!(
                    "Invalid arguments for {}:\n/{name}: expected {wanted}, found {value}",
                    tool.name
                );
                Refused::Arguments(CallToolResult::failure(text))
            })?,
            _ => value.clone(),
        };
        fitted.put(name, value);
    }
    Ok(fitted)
}

/// What stands where an integer should; or what the program wants instead.
fn integer(reading: &Reading, serving: &Serving, value: &RawJson) -> Result<RawJson, &'static str> {
    if let Ok(text) = value.parse::<String>() {
        let number = whole(text.trim()).filter(|_| serving.takes_strings_for_integers);
        return Ok(number.map_or_else(|| value.clone(), ToJson::into_raw));
    }
    let text = value.as_str();
    match (reading.numbers, whole(text)) {
        (_, Some(number)) if text.contains('.') && serving.takes_whole_fractions => Ok(number.into_raw()),
        _ if text.contains(['.', 'e', 'E']) && !serving.takes_whole_fractions => {
            Err("an integer without a fraction")
        }
        (Numbers::Doubles, Some(number)) if !is_safe(number) => Err("an integer below 2^53"),
        _ => Ok(value.clone()),
    }
}
