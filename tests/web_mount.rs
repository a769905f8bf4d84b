//! The page's entry point, in a real browser.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::Element;

wasm_bindgen_test_configure!(run_in_browser);

fn empty_div() -> Element {
    let document = web_sys::window().unwrap().document().unwrap();
    document.create_element("div").unwrap()
}

#[wasm_bindgen_test]
fn mounting_fills_the_root_and_dropping_the_handle_empties_it() {
    let root = empty_div();
    let handle = wirelab::web::mount(root.clone()).unwrap();
    assert_eq!(root.text_content().as_deref(), Some("Wirelab"));
    drop(handle);
    assert_eq!(root.text_content().as_deref(), Some(""));
}
