//! A file with its edits, and where each mutant came to stand in it.

use crate::sites::{Edit, Part};
use std::ops::Range;

/// A file of the copy.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    pub(crate) text: String,
    /// The code that is a mutant's alone.
    pub(crate) alone: Vec<(u32, Range<usize>)>,
    /// The places, each with its mutants.
    pub(crate) places: Vec<(Vec<u32>, Range<usize>)>,
}

impl Rendered {
    pub(crate) fn of(source: &str, edits: &[Edit]) -> Rendered {
        let mut order: Vec<usize> = (0..edits.len()).collect();
        // What is inserted comes before what begins there; an outer edit before those that lie within.
        order.sort_by_key(|&n| {
            let Range { start, end } = edits[n].range;
            (start, start != end, usize::MAX - end, n)
        });
        let mut rendered = Rendered::default();
        rendered.write(&Input { source, edits, order: &order }, 0..source.len(), None);
        rendered
    }

    /// Write this part of the source with the edits in it that come after the one that asks.
    fn write(&mut self, input: &Input, range: Range<usize>, within: Option<usize>) {
        let mut at = range.start;
        for &n in input.order {
            let edit = &input.edits[n];
            let inside = at <= edit.range.start && edit.range.end <= range.end;
            if !inside || within.is_some_and(|outer| n <= outer) {
                continue;
            }
            self.text.push_str(&input.source[at..edit.range.start]);
            self.edit(input, n);
            at = edit.range.end;
        }
        self.text.push_str(&input.source[at..range.end]);
    }

    fn edit(&mut self, input: &Input, n: usize) {
        let begin = self.text.len();
        let (mut mutants, mut alone) = (Vec::new(), begin);
        for part in &input.edits[n].parts {
            match part {
                Part::Text(text) => self.text.push_str(text),
                Part::Source(range) => self.text.push_str(&input.source[range.clone()]),
                Part::Switched(range) => self.write(input, range.clone(), Some(n)),
                Part::Begin(number) => {
                    mutants.push(*number);
                    alone = self.text.len();
                }
                Part::End(number) => self.alone.push((*number, alone..self.text.len())),
            }
        }
        self.places.push((mutants, begin..self.text.len()));
    }

    /// The mutants to which an error of the compiler at this place is owed: the one whose own code it is in, or all of
    /// the innermost place around it.
    pub(crate) fn owed(&self, error: &Range<usize>) -> Vec<u32> {
        let inside = |range: &Range<usize>| range.start <= error.start && error.end <= range.end;
        let innermost = |range: &Range<usize>| range.end - range.start;
        if let Some((number, _)) =
            self.alone.iter().filter(|(_, range)| inside(range)).min_by_key(|(_, range)| innermost(range))
        {
            return vec![*number];
        }
        let place =
            self.places.iter().filter(|(_, range)| inside(range)).min_by_key(|(_, range)| innermost(range));
        place.map(|(mutants, _)| mutants.clone()).unwrap_or_default()
    }
}

struct Input<'a> {
    source: &'a str,
    edits: &'a [Edit],
    order: &'a [usize],
}
