//! The laws under random games.

use pgg_core::Options;
use pgg_core::tables::Edition;
use pgg_laws::{Temper, walk};
use proptest::prelude::*;

fn tempers() -> impl Strategy<Value = Temper> {
    (1u32..5, any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(pace, edition, cut, evac, draw)| Temper {
            end_one_in: [4, 12, 30, 60][pace as usize - 1],
            options: Options {
                edition: if edition { Edition::Reference } else { Edition::Print1976 },
                rail_cut: cut,
                leader_evacuation: evac,
                historical_draw: draw,
            },
            ..Temper::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Laws 1 to 8, 10 and 11 of the design, at every state of random games.
    #[test]
    fn laws_hold_in_random_games(seed in any::<u64>(), temper in tempers()) {
        let tally = walk(seed, temper);
        prop_assert_eq!(tally.games, 1);
    }
}
