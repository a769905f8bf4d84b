//! The parameters of a call, where they stand.

use std::borrow::Cow;

use crate::proto::json::{Fields, JsonSlice, Members, Mismatch, RawJson};
use crate::proto::jsonrpc::ErrorObject;

/// What [`CallToolParams`](crate::proto::mcp::CallToolParams) says, borrowed from the text of the request: nearly every
/// call is answered before anything of it has to be kept.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    pub(super) name: Cow<'a, str>,
    /// As they were written.
    pub(super) arguments: Option<JsonSlice<'a>>,
    /// The other members.
    pub(super) extra: Members,
}

impl<'a> Asked<'a> {
    pub(super) fn read(params: Option<&'a RawJson>) -> Result<Self, ErrorObject> {
        let params = params.ok_or_else(|| ErrorObject::invalid_params("params are missing"))?;
        Self::of(params.as_slice()).map_err(|why| ErrorObject::invalid_params(&why.to_string()))
    }

    fn of(params: JsonSlice<'a>) -> Result<Self, Mismatch> {
        let fields = Fields::read(params)?;
        let name = fields.text("name")?;
        let arguments = fields.value("arguments")?;
        Ok(Self { name, arguments, extra: fields.but(&["name", "arguments"]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::mcp::CallToolParams;

    #[test]
    fn what_is_borrowed_is_what_is_read_for_keeps() {
        for text in [
            r#"{"name":"add","arguments":{"a":1}}"#,
            r#"{"_meta":{"progressToken":1},"n\u0061me":"\u0061dd","arguments":null,"x":[]}"#,
            r#"{"name":"now"}"#,
            r#"{"name":7}"#,
            r#"{"name":null,"arguments":{}}"#,
            r#"{"name":"\ud800"}"#,
            r#"{"arguments":{}}"#,
            r#"{"name":"a","name":"b"}"#,
            r#"{"name":"a","arguments":{},"arguments":{}}"#,
            r#"{"arguments":1,"arguments":2}"#,
        ] {
            let raw = RawJson::new(text);
            // Half of a surrogate pair is let pass on its way in.
            let raw = raw.unwrap_or_else(|_| RawJson::trusted(text));
            let kept = raw.parse::<CallToolParams>();
            let borrowed = Asked::of(text.into()).map(|asked| CallToolParams {
                name: asked.name.into_owned(),
                arguments: asked.arguments.map(JsonSlice::to_raw),
                extra: asked.extra,
            });
            assert_eq!(borrowed, kept, "{text}");
        }
        assert!(Asked::read(None).is_err());
    }
}
