//! The judge: a function of the page that is asked, and answers through the handle.

use core::fmt;

use js_sys::Function;
use wasm_bindgen::JsValue;

use crate::desk::{Ask, Reply};
use crate::panel::{Body, Msg};
use crate::trace::text::Language;

/// Whoever is asked, if there is somebody.
#[derive(Default)]
pub(super) struct Counsel(Option<Function>);

impl fmt::Debug for Counsel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Counsel" } else { "no Counsel" })
    }
}

impl Counsel {
    /// A function of the number of a question, the question as [`Ask`] writes it, and what comes with it: a text,
    /// `true` for the file that was offered last, or nothing.
    pub(super) fn new(function: Option<Function>) -> Self {
        Self(function)
    }

    /// Lets whoever is asked go: a question without words.
    pub(super) fn dismiss(&self) {
        if let Some(function) = &self.0 {
            let _ = function.call0(&JsValue::NULL);
        }
    }

    /// Asks. What is returned is the reply of somebody who cannot be asked.
    pub(super) fn ask(&self, number: u32, ask: &Ask, language: Language, body: Option<&Body>) -> Option<Msg> {
        // Where there is nobody, nobody looks on; only who asks for something is told.
        if self.0.is_none() && matches!(ask, Ask::Watch { .. }) {
            return None;
        }
        let body = match body {
            Some(Body::Text(text)) => text.as_str().into(),
            Some(Body::File) => JsValue::TRUE,
            None => JsValue::UNDEFINED,
        };
        let question = ask.to_json(language);
        let asked = match &self.0 {
            Some(function) => function.call3(&JsValue::NULL, &number.into(), &question.into(), &body),
            None => Err(JsValue::UNDEFINED),
        };
        let why = asked.err()?;
        Some(Msg::Judged { number, reply: Reply::Failed(why.as_string().unwrap_or_default()) })
    }
}
