//! Faults that were seen on real wires, at whole ends: bytes in, what the client or the server makes of them, what
//! comes out, and that the next sound frame is served.
//!
//! Each family of faults has one test, with the bytes of a real case and with neighbours of its kind. The tables of
//! the modules say which test is whose. One source for every build: natively and in the browsers.

#[path = "wire_faults/bytes.rs"]
mod bytes;
#[path = "wire_faults/ends.rs"]
mod ends;
#[path = "wire_faults/envelope.rs"]
mod envelope;
#[path = "wire_faults/layers.rs"]
mod layers;
#[path = "wire_faults/lifecycle.rs"]
mod lifecycle;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// A family and its test.
type Family = (&'static str, fn());

/// Every family that was reported.
const ALL: [&str; 28] = [
    "W01", "W02", "W03", "W04", "W05", "W06", "W07", "W09", "W10", "W11", "W13", "W14", "W16", "W18", "W19",
    "W20", "W22", "W23", "W25", "W26", "W28", "W29", "W30", "W31", "W33", "W35", "W36", "W38",
];

/// The families that need processes, with their tests in `stdio_faults.rs`.
const WITH_PROCESSES: [(&str, &str); 2] = [
    ("W33", "a_server_that_floods_stderr_never_blocks_and_still_answers"),
    ("W35", "closing_leaves_no_orphan_behind_any_wrapper"),
];

#[test]
fn every_family_has_a_test() {
    let here = [bytes::FAMILIES, envelope::FAMILIES, lifecycle::FAMILIES, layers::FAMILIES].concat();
    let processes = include_str!("stdio_faults.rs");
    let mut covered: Vec<_> = here.iter().map(|(family, _)| *family).collect();
    for (family, test) in WITH_PROCESSES {
        assert!(processes.contains(&format!("#[test]\nfn {test}()")), "{family}: no {test}");
        covered.push(family);
    }
    covered.sort_unstable();
    assert_eq!(covered, ALL);
}
