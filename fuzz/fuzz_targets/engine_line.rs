//! The first byte chooses a position; each line after it is an action as JSON.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use pgg_laws::targets::{engine_line, mutate_input};

fuzz_target!(|bytes: &[u8]| engine_line(bytes));

// Mostly changes that leave JSON as JSON; else the first bracket lost would be the end of most inputs.
fuzz_mutator!(|bytes: &mut [u8], size: usize, most: usize, seed: u32| {
    let changed = if seed % 8 == 0 { None } else { mutate_input(&bytes[..size], 1, u64::from(seed)) };
    match changed.filter(|input| input.len() <= most) {
        Some(input) => {
            bytes[..input.len()].copy_from_slice(&input);
            input.len()
        }
        None => fuzzer_mutate(bytes, size, most),
    }
});
