//! Calls `wirelab::fuzz::script` with whatever the fuzzer invents.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wirelab::fuzz::script(data));
