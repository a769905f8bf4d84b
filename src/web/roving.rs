//! Lists that the arrow keys walk through.
//!
//! A container with `data-roving` is one stop of the Tab key; within, the arrows, Home and End move the focus among
//! the elements that have a `tabindex`. With `data-roving="select"` the focus is the choice: an element that gets it
//! is clicked. Which element Tab comes back to is the view's business: it writes the `tabindex`es.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::dom;

/// Moves the focus from `target` as `key` says. False if the key or the element has nothing to do with a list.
pub(super) fn walk(target: &Element, key: &str) -> bool {
    let Ok(Some(list)) = target.closest("[data-roving]") else { return false };
    let Ok(stops) = list.query_selector_all("[tabindex]") else { return false };
    let stops: Vec<Element> = dom::elements(&stops).collect();
    let Some(at) = stops.iter().position(|stop| stop == target) else { return false };
    let to = match key {
        "ArrowUp" => at.saturating_sub(1),
        "ArrowDown" => (at + 1).min(stops.len() - 1),
        "Home" => 0,
        "End" => stops.len() - 1,
        _ => return false,
    };
    // At the end of the list the key is still the list's: the page must not scroll away instead.
    if to != at
        && let Some(stop) = stops[to].dyn_ref::<HtmlElement>()
    {
        let _ = stop.focus();
        if list.get_attribute("data-roving").as_deref() == Some("select") {
            stop.click();
        }
    }
    true
}
