//! The bytes are the text of a position.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use pgg_laws::targets::{mutate_input, position};

fuzz_target!(|bytes: &[u8]| position(bytes));

// Mostly changes that leave JSON as JSON; else the first bracket lost would be the end of most inputs.
fuzz_mutator!(|bytes: &mut [u8], size: usize, most: usize, seed: u32| {
    let changed = if seed % 8 == 0 { None } else { mutate_input(&bytes[..size], 0, u64::from(seed)) };
    match changed.filter(|input| input.len() <= most) {
        Some(input) => {
            bytes[..input.len()].copy_from_slice(&input);
            input.len()
        }
        None => fuzzer_mutate(bytes, size, most),
    }
});
