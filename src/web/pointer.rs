//! Clicks, fields and forms. One listener of each kind on the root hears them for all elements within.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use super::field;
use super::listen::Listener;
use super::shell::Shell;
use crate::panel::Msg;

/// The nearest of these decides what a click means. Controls without a message of their own are in it so that using
/// one inside a row is not a click on the row.
const CLICKED: &str = "[data-msg], a, button, form, input, label, option, select, summary, textarea";

/// Elements of that list whose clicks are never messages: fields say what changed, forms what was submitted.
const SPEAKS_OTHERWISE: &str = "form, input, option, select, textarea";

/// Listens to clicks, fields and forms within `root`.
pub(super) fn listen(root: &Element, shell: &Rc<Shell>) -> Vec<Listener> {
    let on = |kind, handle: fn(&Shell, &Element, &Event)| {
        let (shell, within) = (Rc::downgrade(shell), root.clone());
        // Scrolling concerns the element alone: the event does not come up to the root.
        let listen = if kind == "scroll" { Listener::early } else { Listener::new };
        listen(root, kind, move |event: Event| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            if let (Some(shell), Some(target)) = (shell.upgrade(), target)
                && within.contains(Some(&target))
            {
                handle(&shell, &target, &event);
            }
        })
    };
    vec![
        on("click", |shell, target, event| {
            let Ok(Some(clicked)) = target.closest(CLICKED) else { return };
            if clicked.matches(SPEAKS_OTHERWISE).unwrap_or(true) {
                return;
            }
            if is_disabled(&clicked) {
                event.prevent_default();
            } else {
                // One message may stand for many parts, each with an argument of its own.
                let part = target.closest("[data-arg]").ok().flatten();
                let part = part.filter(|part| clicked.contains(Some(part)));
                tell(shell, &clicked, part.as_ref().unwrap_or(&clicked), "");
            }
        }),
        on("input", |shell, target, _| {
            if !field::is_choice(target) {
                send(shell, target, &field::read(target));
            }
        }),
        on("change", |shell, target, _| {
            if field::is_choice(target) {
                send(shell, target, &field::read(target));
            }
        }),
        on("submit", |shell, target, event| {
            // The page never leaves.
            event.prevent_default();
            send(shell, target, "");
        }),
        on("scroll", |shell, target, _| {
            // A field scrolls as well, under what is written into it, and where to is not what was written.
            if !target.matches(SPEAKS_OTHERWISE).unwrap_or(true) {
                send(shell, target, &format!("{} {}", target.scroll_top(), target.client_height()));
            }
        }),
    ]
}

fn is_disabled(element: &Element) -> bool {
    element.has_attribute("disabled") || element.get_attribute("aria-disabled").as_deref() == Some("true")
}

/// Lets the message of an element happen, if it has one.
fn send(shell: &Shell, element: &Element, value: &str) {
    tell(shell, element, element, value);
}

/// The same with the argument of `part`.
fn tell(shell: &Shell, element: &Element, part: &Element, value: &str) {
    let Some(name) = element.get_attribute("data-msg") else { return };
    let arg = part.get_attribute("data-arg").unwrap_or_default();
    if let Some(msg) = Msg::from_dom(&name, &arg, value) {
        shell.dispatch(msg);
    }
}
