//! Calls `wirelab::fuzz::http` with whatever the fuzzer invents.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wirelab::fuzz::http(data));
