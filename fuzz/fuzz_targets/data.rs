//! The bytes choose a data file and what is changed in it.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgg_laws::targets::data(bytes));
