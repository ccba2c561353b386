//! Closing hexes: which divisions, and from where, could hold or control every one of some hexes. For the hex that is
//! hardest to close, one division after the other is tried that can be where it closes it and has no other place yet.

use pgg_core::{Hex, HexSet, UnitId, UnitSet, data};

/// More hexes than this nobody closes in a turn.
const MOST: usize = u128::BITS as usize;

/// The hexes to close, with the places that close them.
struct Rim {
    /// Where divisions can be that close something: who can be there, and which of the hexes that closes, a bit for each.
    places: Vec<(Hex, UnitSet, u128)>,
    /// For each of the hexes, the places that close it.
    closers: Vec<Vec<usize>>,
}

/// Which of these divisions could close all of the hexes, and from where; `can_be` tells who can be in a hex. A search that
/// finds no way within so many tries counts as none.
pub(crate) fn close(
    rim: &HexSet,
    can_be: impl Fn(Hex) -> UnitSet,
    free: UnitSet,
    mut tries: u32,
) -> Option<Vec<(UnitId, Hex)>> {
    let hexes: Vec<Hex> = rim.iter().collect();
    if hexes.len() > MOST {
        return None;
    }
    let map = &data().map;
    let mut found = Rim { places: Vec::new(), closers: vec![Vec::new(); hexes.len()] };
    for hex in map.spread(rim).or(rim).iter() {
        let units = can_be(hex);
        if units.is_empty() {
            continue;
        }
        let around = std::iter::once(hex).chain(map.contacts(hex).map(|(_, h)| h));
        let mut bits = 0;
        for n in around.filter_map(|h| hexes.binary_search(&h).ok()) {
            bits |= 1 << n;
            found.closers[n].push(found.places.len());
        }
        found.places.push((hex, units, bits));
    }
    let open = if hexes.len() == MOST { u128::MAX } else { (1 << hexes.len()) - 1 };
    let mut places = Vec::new();
    found.cover(open, free, &mut tries, &mut places).then_some(places)
}

impl Rim {
    /// Can free divisions close all of the open hexes? If so, they are in the list.
    fn cover(&self, open: u128, free: UnitSet, tries: &mut u32, places: &mut Vec<(UnitId, Hex)>) -> bool {
        let manned = |&&n: &&usize| self.places[n].1.meets(&free);
        let left = (0..self.closers.len()).filter(|n| open >> n & 1 == 1);
        let Some(hardest) = left.min_by_key(|&n| self.closers[n].iter().filter(manned).count()) else {
            return true;
        };
        let mut choices: Vec<usize> = self.closers[hardest].iter().filter(manned).copied().collect();
        choices.sort_by_key(|&n| std::cmp::Reverse((self.places[n].2 & open).count_ones()));
        for n in choices {
            let (hex, units, bits) = self.places[n];
            *tries = tries.saturating_sub(1);
            let Some(unit) = units.and(&free).first().filter(|_| *tries > 0) else { continue };
            places.push((unit, hex));
            if self.cover(open & !bits, free.without(&UnitSet::one(unit)), tries, places) {
                return true;
            }
            places.pop();
        }
        false
    }
}
