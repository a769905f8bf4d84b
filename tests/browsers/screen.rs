//! However the page got to a state, it looks as if it had been made for it.

use super::support::Root;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlInputElement, HtmlOptionElement, HtmlSelectElement};
use wirelab::panel::{Environment, KEYS, Model, Msg, Place, update, view};
use wirelab::web::screen::Screen;

fn all(root: &Root, selector: &str) -> Vec<Element> {
    let list = root.0.query_selector_all(selector).unwrap();
    (0..list.length()).map(|at| list.item(at).unwrap().unchecked_into()).collect()
}

/// What the fields of a page say, which is no part of its markup.
fn fields(root: &Root) -> Vec<(String, bool)> {
    let say = |field: Element| match field.dyn_into::<HtmlInputElement>() {
        Ok(input) => (input.value(), input.checked()),
        Err(select) => (select.unchecked_into::<HtmlSelectElement>().value(), false),
    };
    all(root, "input, select").into_iter().map(say).collect()
}

/// Everything that the page offers just now, with a few values for what can be filled in.
fn offers(root: &Root) -> Vec<Msg> {
    let offer = |element: Element| {
        let attr = |name| element.get_attribute(name).unwrap_or_default();
        let mut values = vec!["1".to_owned(), "<img src=x onerror=alert(1)>".to_owned()];
        if let Some(select) = element.dyn_ref::<HtmlSelectElement>() {
            let options = select.query_selector_all("option").unwrap();
            let value = |at| options.item(at).unwrap().unchecked_into::<HtmlOptionElement>().value();
            values = (0..options.length()).map(value).collect();
        }
        let of_value = |value: String| Msg::from_dom(&attr("data-msg"), &attr("data-arg"), &value);
        values.into_iter().filter_map(of_value).collect::<Vec<_>>()
    };
    let keys = KEYS.iter().filter_map(|key| Msg::from_key(key));
    all(root, "[data-msg]").into_iter().flat_map(offer).chain(keys).chain([Msg::Wake]).collect()
}

#[wasm_bindgen_test]
fn a_page_that_was_changed_is_the_page_that_would_be_made_anew() {
    let mut model = Model::new(&Environment::default());
    let root = Root::new();
    let mut screen = Screen::new(&root.0, view(&model)).unwrap();
    let mut seed = 7_u32;
    for round in 0..250 {
        let offers = offers(&root);
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Mostly onwards, so that something is on the wire.
        let any = offers[(seed >> 8) as usize % offers.len()].clone();
        let onwards = if model.place() == Place::Play { Msg::Step } else { Msg::Go(Place::Play) };
        let msg = if seed >> 30 == 0 { any } else { onwards };
        update(&mut model, msg.clone());
        screen.apply(view(&model));

        let anew = Root::new();
        Screen::new(&anew.0, view(&model)).unwrap();
        assert!(root.0.is_equal_node(Some(&anew.0)), "round {round}, {msg:?}:\n{}", root.0.inner_html());
        assert_eq!(fields(&root), fields(&anew), "round {round}, {msg:?}");
    }
}
