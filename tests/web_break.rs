//! A test that fails on demand: `cargo xtask test` compiles it with `WIRELAB_BREAK` set and expects every
//! browser to report the failure. A harness that cannot fail proves nothing.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn the_browser_reports_a_wrong_expectation() {
    assert!(option_env!("WIRELAB_BREAK").is_none(), "broken on purpose");
}
