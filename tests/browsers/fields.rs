//! Form fields show what the view says, and the caret stays where the reader put it.

use super::support::{Root, focus, has_focus};
use js_sys::{Function, Object, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use wirelab::panel::node::{Node, el};
use wirelab::web::patch::Region;

fn text_field(value: &'static str) -> Node {
    el("input").key("field").attr("value", value)
}

/// Makes every further write of the field's value an error; browsers differ in what it does to the caret.
fn refuse_writes(input: &HtmlInputElement) {
    let getter = Function::new_no_args(&format!("return {:?}", input.value()));
    let setter = Function::new_no_args("throw new Error('written')");
    let descriptor = Object::new();
    Reflect::set(&descriptor, &"get".into(), &getter).unwrap();
    Reflect::set(&descriptor, &"set".into(), &setter).unwrap();
    Object::define_property(input, &"value".into(), &descriptor);
}

#[wasm_bindgen_test]
fn a_field_that_shows_its_value_already_is_not_written() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    region.patch(vec![text_field("a")]);
    let input: HtmlInputElement = root.find("input").unchecked_into();
    focus(&input);
    // The reader types, the model takes it over, the view says it back.
    input.set_value("ab");
    input.set_selection_range(1, 1).unwrap();
    refuse_writes(&input);
    region.patch(vec![text_field("ab")]);
    assert_eq!(input.value(), "ab");
    assert_eq!(input.selection_start().unwrap(), Some(1), "the caret stays within the word");
    // Siblings before it come and go.
    region.patch(vec![el("p"), text_field("ab")]);
    region.patch(vec![text_field("ab"), el("p")]);
    assert!(has_focus(&input));
    assert_eq!(input.selection_start().unwrap(), Some(1));
}

#[wasm_bindgen_test]
fn a_field_that_is_moved_keeps_focus_and_caret() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    let other = || el("input").key("other");
    region.patch(vec![text_field("abc"), other()]);
    let input: HtmlInputElement = root.find("[data-key=field]").unchecked_into();
    focus(&input);
    input.set_selection_range(1, 2).unwrap();
    for nodes in [vec![other(), text_field("abc")], vec![text_field("abc"), other()]] {
        region.patch(nodes);
        assert!(has_focus(&input));
        assert_eq!(input.selection_start().unwrap().zip(input.selection_end().unwrap()), Some((1, 2)));
    }
}

#[wasm_bindgen_test]
fn what_the_model_does_not_take_over_is_taken_back() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    let check = || el("input").attr("type", "checkbox").attr("id", "check");
    let view = || vec![text_field("a"), check()];
    region.patch(view());
    let input: HtmlInputElement = root.find("input").unchecked_into();
    let check: HtmlInputElement = root.find("#check").unchecked_into();
    input.set_value("typed");
    check.set_checked(true);
    region.patch(view());
    assert_eq!(input.value(), "a");
    assert!(!check.checked());
}

#[wasm_bindgen_test]
fn a_field_without_a_value_in_the_view_is_the_readers_own() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    region.patch(vec![el("input")]);
    let input: HtmlInputElement = root.find("input").unchecked_into();
    input.set_value("typed");
    region.patch(vec![el("input").class("x")]);
    assert_eq!(input.value(), "typed");
}

#[wasm_bindgen_test]
fn one_radio_button_of_a_group_is_checked() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    let radio = |value: &'static str, on| {
        el("input").attr("type", "radio").attr("name", "group").attr("value", value).flag("checked", on)
    };
    region.patch(vec![radio("a", true), radio("b", false)]);
    let find = |value| -> HtmlInputElement { root.find(&format!("[value={value}]")).dyn_into().unwrap() };
    let (a, b) = (find("a"), find("b"));
    assert!(a.checked() && !b.checked());
    region.patch(vec![radio("a", false), radio("b", true)]);
    assert!(!a.checked() && b.checked());
    a.click();
    region.patch(vec![radio("a", false), radio("b", true)]);
    assert!(!a.checked() && b.checked(), "what the model did not take over");
}

#[wasm_bindgen_test]
fn a_select_shows_its_value_even_when_the_options_come_with_it() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    let option = |value: &'static str| el("option").attr("value", value).text(value);
    let view = |values: &[&'static str], value: &'static str| {
        vec![el("select").attr("value", value).children(values.iter().map(|value| option(value)))]
    };
    region.patch(view(&["a", "b", "c"], "b"));
    let select: HtmlSelectElement = root.find("select").unchecked_into();
    assert_eq!(select.value(), "b");
    region.patch(view(&["d", "e"], "e"));
    assert_eq!(select.value(), "e");
    select.set_value("d");
    region.patch(view(&["d", "e"], "e"));
    assert_eq!(select.value(), "e");
}

#[wasm_bindgen_test]
fn the_selected_option_is_the_one_that_says_so() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    let view = |chosen: &'static str| {
        let option = |value: &'static str| el("option").flag("selected", value == chosen).text(value);
        vec![el("select").children(["a", "b", "c"].map(option))]
    };
    region.patch(view("b"));
    let select: HtmlSelectElement = root.find("select").unchecked_into();
    for chosen in ["b", "c", "a", "c"] {
        region.patch(view(chosen));
        assert_eq!(select.value(), chosen);
        select.set_value("b");
        region.patch(view(chosen));
        assert_eq!(select.value(), chosen);
    }
}

#[wasm_bindgen_test]
fn line_ends_of_a_text_area_do_not_move_its_caret() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    let view = || vec![el("textarea").attr("value", "Content-Length: 2\r\n\r\n{}")];
    region.patch(view());
    let area: HtmlTextAreaElement = root.find("textarea").unchecked_into();
    assert_eq!(area.value(), "Content-Length: 2\n\n{}");
    area.set_selection_range(3, 3).unwrap();
    region.patch(view());
    assert_eq!(area.selection_start().unwrap(), Some(3));
}
