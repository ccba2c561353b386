//! Small changes to JSON text that mostly leave it JSON: a value changed, removed, repeated, or put elsewhere.

use pgg_core::game::chance::below;
use rand_chacha::rand_core::Rng;
use std::ops::Range;

/// Values on which parsers fail.
const AWKWARD: [&str; 24] = [
    "0",
    "1",
    "2",
    "6",
    "7",
    "12",
    "13",
    "255",
    "256",
    "-1",
    "1e400",
    "0.5",
    "\"\"",
    "\"0000\"",
    "\"0101\"",
    "\"5931\"",
    "\"r1\"",
    "\"rifle\"",
    "\"done\"",
    "null",
    "true",
    "false",
    "[]",
    "{}",
];

/// A value, and with it its key if it is a member of an object.
#[derive(Clone)]
struct Item {
    whole: Range<usize>,
    value: Range<usize>,
}

impl Item {
    fn is_member(&self) -> bool {
        self.whole.start != self.value.start
    }
}

/// The text with one thing changed.
pub fn mutate_json(rng: &mut impl Rng, text: &str) -> String {
    let items = items(text);
    if items.is_empty() {
        return AWKWARD[below(rng, AWKWARD.len() as u32) as usize].to_owned();
    }
    let mut pick = || items[below(rng, items.len() as u32) as usize].clone();
    let (item, other) = (pick(), pick());
    let value = &text[item.value.clone()];
    match below(rng, 8) {
        0 => replace(text, item.value, AWKWARD[below(rng, AWKWARD.len() as u32) as usize]),
        1 => {
            // Another value of the same sort, from anywhere.
            let sort = |i: &Item| (text.as_bytes()[i.value.start], i.is_member());
            let alike: Vec<&Item> = items.iter().filter(|i| sort(i) == sort(&item)).collect();
            let from = alike[below(rng, alike.len() as u32) as usize];
            replace(text, item.value, &text[from.value.clone()])
        }
        2 => remove(text, item.whole),
        3 => insert(text, item.whole.end, &text[item.whole.clone()]),
        4 if item.is_member() == other.is_member() => {
            insert(text, item.whole.end, &text[other.whole.clone()])
        }
        5 => {
            // A key and its value, or a value without one, into another place.
            replace(text, item.whole, &text[other.whole])
        }
        _ => replace(text, item.value.clone(), &nudge(rng, value)),
    }
}

fn replace(text: &str, range: Range<usize>, with: &str) -> String {
    [&text[..range.start], with, &text[range.end..]].concat()
}

fn insert(text: &str, at: usize, what: &str) -> String {
    [&text[..at], ",", what, &text[at..]].concat()
}

/// Without an item and one of the commas beside it.
fn remove(text: &str, range: Range<usize>) -> String {
    let (before, after) = (&text[..range.start], &text[range.end..]);
    match (after.trim_start().strip_prefix(','), before.trim_end().strip_suffix(',')) {
        (Some(after), _) => [before, after].concat(),
        (None, Some(before)) => [before, after].concat(),
        (None, None) => [before, after].concat(),
    }
}

/// A number one up or down; a text with a character changed; a list or an object as it is.
fn nudge(rng: &mut impl Rng, value: &str) -> String {
    if let Ok(number) = value.parse::<i64>() {
        return number.wrapping_add(i64::from(below(rng, 5)) - 2).to_string();
    }
    if !value.starts_with('"') {
        return match value {
            "true" => "false".to_owned(),
            "false" => "true".to_owned(),
            _ => value.to_owned(),
        };
    }
    let mut letters: Vec<char> = value.chars().collect();
    let at = below(rng, letters.len() as u32) as usize;
    letters[at] = match letters[at] {
        '"' => '"',
        digit @ '0'..='9' => char::from(b'0' + (digit as u8 - b'0' + 1 + below(rng, 9) as u8) % 10),
        _ => ['0', '1', ' ', '-', '#', 'a', 'r', 'ß'][below(rng, 8) as usize],
    };
    letters.into_iter().collect()
}

/// All values of a text, as far as it is JSON.
fn items(text: &str) -> Vec<Item> {
    let bytes = text.as_bytes();
    let mut found: Vec<Item> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut key: Option<usize> = None;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                open.push(found.len());
                found.push(Item { whole: key.take().unwrap_or(at)..text.len(), value: at..text.len() });
                at += 1;
            }
            b'}' | b']' => {
                at += 1;
                if let Some(item) = open.pop().and_then(|n| found.get_mut(n)) {
                    item.whole.end = at;
                    item.value.end = at;
                }
            }
            b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => at += 1,
            _ => {
                let end = scalar_end(bytes, at);
                if byte == b'"' && text[end..].trim_start().starts_with(':') {
                    key = Some(at);
                } else {
                    found.push(Item { whole: key.take().unwrap_or(at)..end, value: at..end });
                }
                at = end;
            }
        }
    }
    found
}

/// Where a text, number or word ends: always before an ASCII character, so never inside another.
fn scalar_end(bytes: &[u8], start: usize) -> usize {
    if bytes[start] != b'"' {
        let length = bytes[start..].iter().position(|b| b",:[]{}\" \n\r\t".contains(b));
        return length.map_or(bytes.len(), |n| start + n);
    }
    let mut escaped = false;
    for (n, &byte) in bytes.iter().enumerate().skip(start + 1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return n + 1,
            _ => {}
        }
    }
    bytes.len()
}
