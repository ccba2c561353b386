//! The bytes play a game: every choice, every mutated action and every die.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgg_laws::targets::actions(bytes));
