//! Form fields: the one thing that the reader changes without the program.
//!
//! Attributes say what a field was at first; properties say what it is. The reader's typing changes the properties,
//! so "as before" in the view does not mean "as before" on the screen: a field that the view gives a value to is
//! compared with the document every time, and written only when it differs, for writing moves the caret.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlOptionElement, HtmlSelectElement, HtmlTextAreaElement};

use crate::panel::node::Node;

/// Makes the element that was made from `node` show the state that `node` says. The children must be in it: a
/// `select` takes no value that none of its options has.
pub(super) fn sync(element: &Element, node: &Node) {
    match node.tag {
        "input" => {
            if matches!(node.get("type"), Some("checkbox" | "radio")) {
                show(element, "checked", node.get("checked"));
            }
            show(element, "value", node.get("value"));
        }
        "textarea" | "select" => show(element, "value", node.get("value")),
        // Only the selected one is told: choosing it lets go of the others.
        "option" if node.get("selected").is_some() => show(element, "selected", Some("")),
        _ => {}
    }
}

/// Makes a field show the state that an attribute says; other attributes and other elements are left alone.
pub(super) fn show(element: &Element, attr: &str, value: Option<&str>) {
    match (attr, value) {
        ("value", Some(value)) => show_value(element, value),
        ("checked", _) => {
            if let Some(input) = element.dyn_ref::<HtmlInputElement>()
                && input.checked() != value.is_some()
            {
                input.set_checked(value.is_some());
            }
        }
        ("selected", _) => {
            if let Some(option) = element.dyn_ref::<HtmlOptionElement>()
                && option.selected() != value.is_some()
            {
                option.set_selected(value.is_some());
            }
        }
        _ => {}
    }
}

fn show_value(element: &Element, value: &str) {
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        if input.value() != value {
            input.set_value(value);
        }
    } else if let Some(area) = element.dyn_ref::<HtmlTextAreaElement>() {
        // What a text area is given as CR LF it gives back as LF; compared as it is, it would always differ.
        let value = value.replace("\r\n", "\n").replace('\r', "\n");
        if area.value() != value {
            area.set_value(&value);
        }
    } else if let Some(select) = element.dyn_ref::<HtmlSelectElement>()
        && select.value() != value
    {
        select.set_value(value);
    }
}

/// What a field says to the program: a check box `true` or `false`, everything else its value, an element that is
/// no field nothing.
pub(super) fn read(element: &Element) -> String {
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        return if input.type_() == "checkbox" { input.checked().to_string() } else { input.value() };
    }
    if let Some(area) = element.dyn_ref::<HtmlTextAreaElement>() {
        return area.value();
    }
    element.dyn_ref::<HtmlSelectElement>().map(HtmlSelectElement::value).unwrap_or_default()
}

/// Whether a field is chosen in rather than written in: it has changed when `change` says so, while text has
/// changed with every `input`. Browsers send both events for both kinds; heeding both would count twice.
pub(super) fn is_choice(element: &Element) -> bool {
    element.has_type::<HtmlSelectElement>()
        || element
            .dyn_ref::<HtmlInputElement>()
            .is_some_and(|input| matches!(input.type_().as_str(), "checkbox" | "radio" | "file"))
}
