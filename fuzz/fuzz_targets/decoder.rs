//! Calls `wirelab::fuzz::decoder` with whatever the fuzzer invents.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wirelab::fuzz::decoder(data));
