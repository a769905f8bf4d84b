//! The database of `query_db`: a function of the page that is asked, and answers through the handle.

use core::fmt;

use js_sys::Function;
use wasm_bindgen::JsValue;

use crate::demo::{Query, question};

/// Whoever is asked, if there is somebody.
#[derive(Default)]
pub(super) struct Asker(Option<Function>);

impl fmt::Debug for Asker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Asker" } else { "no Asker" })
    }
}

impl Asker {
    /// A function of the number of a question and the question, as [`question`] writes it.
    pub(super) fn new(function: Option<Function>) -> Self {
        Self(function)
    }

    /// Asks.
    pub(super) fn ask(&self, number: u32, query: &Query, script: Option<&str>) {
        if let Some(function) = &self.0 {
            // A function that throws has said nothing, and its call goes on waiting.
            let _ = function.call2(&JsValue::NULL, &number.into(), &question(query, script).into());
        }
    }
}
