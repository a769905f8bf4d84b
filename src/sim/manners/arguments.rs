//! What becomes of the arguments of a tool before it sees them.

use super::front::Unreadable;
use super::numbers::{is_safe, whole};
use super::reading::{Numbers, Reading};
use super::table::Serving;
use crate::proto::json::{Members, RawJson, ToJson};
use crate::proto::mcp::Tool;

/// The parameters of a `tools/call` as the program hands them on; an error when it cannot read them.
pub(super) fn handed_on(
    (reading, serving): (&Reading, &Serving),
    params: Option<&RawJson>,
    tools: &[Tool],
) -> Result<RawJson, Unreadable> {
    let mut params: Members = params.and_then(|params| params.parse().ok()).ok_or(Unreadable)?;
    let name = params.peek::<String>("name").ok().flatten().ok_or(Unreadable)?;
    let arguments = match params.get("arguments") {
        None => None,
        Some(null) if null.as_str() == "null" && serving.takes_null_arguments => None,
        Some(arguments) => Some(arguments.parse::<Members>().map_err(|_| Unreadable)?),
    };
    let Some(arguments) = arguments else {
        let _: Option<RawJson> = params.take("arguments").map_err(|_| Unreadable)?;
        return Ok(RawJson::from_value(&params));
    };
    if let Some(tool) = tools.iter().find(|tool| tool.name == name) {
        params.set("arguments", &fitted(reading, serving, tool, &arguments));
    }
    Ok(RawJson::from_value(&params))
}

/// `arguments` without those that `tool` does not know, each as the program would read it.
fn fitted(reading: &Reading, serving: &Serving, tool: &Tool, arguments: &Members) -> Members {
    let schema: Members = tool.input_schema.parse().unwrap_or_default();
    let properties: Members = schema.peek("properties").ok().flatten().unwrap_or_default();
    let mut fitted = Members::new();
    for (name, value) in arguments.iter() {
        let Some(property) = properties.get(name) else { continue };
        let kind = property.parse::<Members>().ok().and_then(|it| it.peek::<String>("type").ok().flatten());
        let value = match kind.as_deref() {
            Some("integer") => integer(reading, serving, value),
            _ => value.clone(),
        };
        fitted.put(name, value);
    }
    fitted
}

/// What stands where an integer should. What the program refuses becomes a string: then our own tool refuses it, too.
fn integer(reading: &Reading, serving: &Serving, value: &RawJson) -> RawJson {
    let refused = || RawJson::from_value(value.as_str());
    if let Ok(text) = value.parse::<String>() {
        let number = whole(text.trim()).filter(|_| serving.takes_strings_for_integers);
        return number.map_or_else(|| value.clone(), ToJson::into_raw);
    }
    let text = value.as_str();
    if text.contains(['.', 'e', 'E']) {
        let number = whole(text).filter(|_| serving.takes_whole_fractions);
        return number.map_or_else(refused, ToJson::into_raw);
    }
    match (reading.numbers, whole(text)) {
        (Numbers::Doubles, Some(number)) if !is_safe(number) => refused(),
        _ => value.clone(),
    }
}
