//! The bytes are the binary form of a position.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgg_laws::targets::position_bytes(bytes));
