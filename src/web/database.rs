//! The database of `query_db`: a function of the page that answers questions.

use core::fmt;

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::demo::{Query, QueryError, Rows, question, reply};

/// Something that answers questions, sooner or later.
#[derive(Clone)]
pub(super) struct Asker(Option<Function>);

impl fmt::Debug for Asker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Asker" } else { "no Asker" })
    }
}

impl Asker {
    /// A function of a question and a function, which it calls once with the reply; both are texts as
    /// [`question`] and [`reply`] have them.
    pub(super) fn new(function: Option<Function>) -> Self {
        Self(function)
    }

    /// Asks, and lets `told` know what comes of it, perhaps before this returns.
    pub(super) fn ask(
        &self,
        query: Query,
        script: Option<&str>,
        told: impl FnOnce(Result<Rows, QueryError>) + 'static,
    ) {
        let question = question(&query, script);
        // Freed when it is called; a question that is never answered keeps it.
        let told = Closure::once_into_js(move |text: String| told(reply(&query, &text)));
        if let Some(function) = &self.0 {
            // A function that throws has said nothing, and its call goes on waiting.
            let _ = function.call2(&JsValue::NULL, &question.into(), &told);
        }
    }
}
