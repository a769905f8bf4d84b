//! After a panic the page says so and stands still.

use super::support::{Root, html};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn after_a_panic_the_page_says_so_and_stands_still() {
    let root = Root::new();
    let handle = root.mount();
    assert!(root.find("[data-ref=crashed]").has_attribute("hidden"));

    // Through JavaScript, where a panic arrives as an exception and the test goes on.
    let fault = Closure::<dyn Fn()>::new(|| panic!("a fault of the program, on purpose"));
    let function: &js_sys::Function = fault.as_ref().unchecked_ref();
    assert!(function.call0(&JsValue::NULL).is_err());

    let notice = root.find("[data-ref=crashed]");
    assert!(!notice.has_attribute("hidden"));
    assert!(!notice.text_content().unwrap().is_empty());
    root.add("<button data-msg=step id=step></button>");
    html(&root.find("#step")).click();
    handle.wake();
    assert_eq!(handle.messages(), 0);

    drop(handle);
    assert_eq!(root.0.inner_html(), "");
    let next = root.mount();
    next.wake();
    assert_eq!(next.messages(), 1, "one that is mounted afterwards begins anew");
}
