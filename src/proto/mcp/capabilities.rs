//! What client and server say they can do (`basic/lifecycle#capability-negotiation`).
//!
//! The set is open: capabilities stay the members that were sent, and are looked at through the views here. A value
//! that is no object, or a switch that is not `true`, declares nothing.

use crate::proto::json::{Members, RawJson};

/// Whether `capabilities` declare `path`: a capability, or with a dot a part of one, such as `resources.subscribe`.
///
/// An object counts whatever it holds, a switch counts when it is true.
#[must_use]
pub fn declares(capabilities: &Members, path: &str) -> bool {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    let Some(value) = capabilities.get(name) else { return false };
    match rest {
        None => value.is_object() || value.as_str() == "true",
        Some(rest) => value.parse::<Members>().is_ok_and(|inner| declares(&inner, rest)),
    }
}

/// What a client says it can do.
#[derive(Debug, Clone, Copy)]
pub struct ClientCapabilities<'a>(pub &'a Members);

/// What a server says it can do.
#[derive(Debug, Clone, Copy)]
pub struct ServerCapabilities<'a>(pub &'a Members);

/// Which kinds of elicitation a client can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElicitationModes {
    /// Forms.
    pub form: bool,
    /// Pages of the server's (2025-11-25 and later).
    pub url: bool,
}

/// Views that hold on either side.
macro_rules! both_sides {
    ($name:ident) => {
        impl $name<'_> {
            /// Whether `path` is declared; see [`declares`].
            #[must_use]
            pub fn has(&self, path: &str) -> bool {
                declares(self.0, path)
            }

            /// What is agreed on outside the specification, by name.
            #[must_use]
            pub fn experimental(&self) -> Members {
                map(self.0, "experimental")
            }

            /// Extensions by their identifiers, each with its settings (2026-07-28).
            #[must_use]
            pub fn extensions(&self) -> Members {
                map(self.0, "extensions")
            }

            /// Whether `tasks/list` is answered (2025-11-25 only).
            #[must_use]
            pub fn tasks_list(&self) -> bool {
                self.has("tasks.list")
            }

            /// Whether `tasks/cancel` is answered (2025-11-25 only).
            #[must_use]
            pub fn tasks_cancel(&self) -> bool {
                self.has("tasks.cancel")
            }

            /// Whether a request of `method` may ask for a task (2025-11-25 only).
            #[must_use]
            pub fn tasks_for(&self, method: &str) -> bool {
                self.has(&format!("tasks.requests.{}", method.replace('/', ".")))
            }
        }
    };
}

both_sides!(ClientCapabilities);
both_sides!(ServerCapabilities);

impl ClientCapabilities<'_> {
    /// Whether `roots/list` is answered.
    #[must_use]
    pub fn roots(&self) -> bool {
        self.has("roots")
    }

    /// Whether a change of the roots is told (until 2025-11-25).
    #[must_use]
    pub fn roots_list_changed(&self) -> bool {
        self.has("roots.listChanged")
    }

    /// Whether `sampling/createMessage` is answered.
    #[must_use]
    pub fn sampling(&self) -> bool {
        self.has("sampling")
    }

    /// Whether the model may use tools (2025-11-25 and later).
    #[must_use]
    pub fn sampling_tools(&self) -> bool {
        self.has("sampling.tools")
    }

    /// Whether `includeContext` may be another than `none` (2025-11-25 and later; before, any client may).
    #[must_use]
    pub fn sampling_context(&self) -> bool {
        self.has("sampling.context")
    }

    /// How the user can be asked; `None` when not at all. An empty object means forms (2025-06-18 and later).
    #[must_use]
    pub fn elicitation(&self) -> Option<ElicitationModes> {
        let (form, url) = (self.has("elicitation.form"), self.has("elicitation.url"));
        self.has("elicitation").then_some(ElicitationModes { form: form || !url, url })
    }
}

impl ServerCapabilities<'_> {
    /// Whether there are tools.
    #[must_use]
    pub fn tools(&self) -> bool {
        self.has("tools")
    }

    /// Whether a change of the list of tools is told.
    #[must_use]
    pub fn tools_list_changed(&self) -> bool {
        self.has("tools.listChanged")
    }

    /// Whether there are prompts.
    #[must_use]
    pub fn prompts(&self) -> bool {
        self.has("prompts")
    }

    /// Whether a change of the list of prompts is told.
    #[must_use]
    pub fn prompts_list_changed(&self) -> bool {
        self.has("prompts.listChanged")
    }

    /// Whether there are resources.
    #[must_use]
    pub fn resources(&self) -> bool {
        self.has("resources")
    }

    /// Whether a change of a single resource can be asked for.
    #[must_use]
    pub fn resources_subscribe(&self) -> bool {
        self.has("resources.subscribe")
    }

    /// Whether a change of the list of resources is told.
    #[must_use]
    pub fn resources_list_changed(&self) -> bool {
        self.has("resources.listChanged")
    }

    /// Whether arguments are completed (2025-03-26 and later; before, any server may).
    #[must_use]
    pub fn completions(&self) -> bool {
        self.has("completions")
    }

    /// Whether log messages are sent.
    #[must_use]
    pub fn logging(&self) -> bool {
        self.has("logging")
    }
}

fn map(capabilities: &Members, name: &str) -> Members {
    capabilities.get(name).map(RawJson::parse).and_then(Result::ok).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::json::FromJson;

    fn members(text: &str) -> Members {
        Members::from_json(text).expect(text)
    }

    #[test]
    fn objects_and_true_switches_declare_and_nothing_else_does() {
        let some = members(
            r#"{"tools":{},"resources":{"subscribe":true,"listChanged":false},"prompts":null,"logging":7,
            "tasks":{"requests":{"tools":{"call":{}}},"list":{}},"extensions":{"io.example/a":{"b":1.0}}}"#,
        );
        let server = ServerCapabilities(&some);
        assert!(server.tools() && server.resources() && server.resources_subscribe());
        assert!(!server.tools_list_changed() && !server.resources_list_changed());
        assert!(!server.prompts() && !server.prompts_list_changed() && !server.logging());
        assert!(server.tasks_list() && !server.tasks_cancel());
        assert!(server.tasks_for("tools/call") && !server.tasks_for("prompts/get"));
        assert_eq!(server.extensions().get("io.example/a").map(RawJson::as_str), Some(r#"{"b":1.0}"#));
        assert!(server.experimental().is_empty());
    }

    #[test]
    fn elicitation_means_forms_unless_only_pages_are_named() {
        for (text, form, url) in [
            (r#"{"elicitation":{}}"#, true, false),
            (r#"{"elicitation":{"form":{}}}"#, true, false),
            (r#"{"elicitation":{"url":{}}}"#, false, true),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, true, true),
        ] {
            let expected = ElicitationModes { form, url };
            assert_eq!(ClientCapabilities(&members(text)).elicitation(), Some(expected), "{text}");
        }
        assert_eq!(ClientCapabilities(&members("{}")).elicitation(), None);
    }
}
