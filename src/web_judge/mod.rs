//! The judge's module: a [`Desk`] that the page's worker asks.
//!
//! It is the other of the two modules that this crate makes for the page, loaded when the first text is opened. It
//! knows no document and no clock.

use std::cell::RefCell;
use std::panic;

use wasm_bindgen::prelude::*;

use crate::desk::{Desk, File};

thread_local! {
    /// What the first panic has said.
    static FAULT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A desk for the worker.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Judge {
    desk: Desk,
    file: Option<File>,
}

#[wasm_bindgen]
impl Judge {
    /// An empty desk.
    #[wasm_bindgen(constructor)]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "it is made from JavaScript, with `new`")]
    pub fn new() -> Self {
        panic::set_hook(Box::new(|info| {
            console_error_panic_hook::hook(info);
            FAULT.with_borrow_mut(|fault| {
                fault.get_or_insert_with(|| info.to_string());
            });
        }));
        Self { desk: Desk::default(), file: None }
    }

    /// Answers one question; both are JSON, as [`desk`](crate::desk) writes them. `progress` is called with how much of
    /// a long answer is done, in percent.
    pub fn answer(&mut self, ask: &str, text: &[u8], progress: &js_sys::Function) -> String {
        let reply = self.desk.answer_step_by_step(ask, text, &mut |percent| {
            // Nobody has to listen.
            let _ = progress.call1(&JsValue::NULL, &percent.into());
        });
        self.file = self.desk.take_file();
        reply.to_json()
    }

    /// The name of the file that the last answer has made, if it has made one.
    #[must_use]
    pub fn file_name(&self) -> Option<String> {
        self.file.as_ref().map(|file| file.name.clone())
    }

    /// What is in that file; it is given away once.
    pub fn file_text(&mut self) -> Option<String> {
        self.file.take().map(|file| file.text)
    }
}

/// What has made the module stop, if something has.
#[wasm_bindgen]
#[must_use]
pub fn fault() -> Option<String> {
    FAULT.with_borrow(Clone::clone)
}
