//! The keyboard: lists that the arrows walk through, elements that hear keys themselves, and keys that are messages.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, KeyboardEvent};

use super::listen::Listener;
use super::shell::Shell;
use super::{dom, roving};
use crate::panel::Msg;

/// Listens to keys: arrows within `root`, the rest anywhere in the document.
pub(super) fn listen(root: &Element, shell: &Rc<Shell>) -> [Listener; 2] {
    let own = Rc::downgrade(shell);
    let lists = Listener::new(root, "keydown", move |event| {
        if let (Some(shell), Some((event, target))) = (own.upgrade(), pressed(event))
            && !keeps(&target, &event.key())
            && (roving::walk(&target, &event.key()) || heard(&shell, &target, &event.key()))
        {
            event.prevent_default();
        }
    });
    let shell = Rc::downgrade(shell);
    // On the document: with the focus nowhere, keys go to the body, which is outside the root.
    let messages = Listener::new(&dom::document(), "keydown", move |event| {
        if let (Some(shell), Some((event, target))) = (shell.upgrade(), pressed(event))
            && !keeps(&target, &event.key())
            && let Some(msg) = Msg::from_key(&event.key())
        {
            event.prevent_default();
            shell.dispatch(msg);
        }
    });
    [lists, messages]
}

/// Lets the message of a key happen, where an element with `data-keys` has the focus and the key means something to it.
fn heard(shell: &Shell, target: &Element, key: &str) -> bool {
    let msg = target.get_attribute("data-keys").and_then(|name| Msg::from_dom(&name, key, ""));
    msg.map(|msg| shell.dispatch(msg)).is_some()
}

/// A key that nobody has dealt with yet and that is not part of a shortcut or of a character being composed.
fn pressed(event: web_sys::Event) -> Option<(KeyboardEvent, Element)> {
    // Completing a form by itself, a browser sends a plain event of this name.
    let event = event.dyn_into::<KeyboardEvent>().ok()?;
    let taken = event.default_prevented() || event.is_composing();
    if taken || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return None;
    }
    let target = event.target()?.dyn_into().ok()?;
    Some((event, target))
}

/// Whether an element that has the focus needs this key itself.
fn keeps(target: &Element, key: &str) -> bool {
    let activates = matches!(key, " " | "Enter");
    let walks = matches!(
        key,
        "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" | "Home" | "End" | "PageUp" | "PageDown"
    );
    match target.local_name().as_str() {
        "textarea" | "select" => true,
        "input" => match target.unchecked_ref::<HtmlInputElement>().type_().as_str() {
            "button" | "checkbox" | "color" | "file" | "image" | "reset" | "submit" => activates,
            "radio" | "range" => activates || walks,
            _ => true,
        },
        "a" | "button" | "summary" => activates,
        _ => target.dyn_ref::<HtmlElement>().is_some_and(HtmlElement::is_content_editable),
    }
}
