//! The learned evaluation: what it knows of a position, and what it makes of it.

use pgg_ai::learned::{FEATURES, Learned, Net};
use pgg_ai::sim::{self, Seeds};
use pgg_ai::{Player, player};
use pgg_core::{Options, Phase, State};

/// Every position at the start of a Movement Phase of some games between `major`s, with the margin at the end of its game.
fn positions(seed: u64, games: u64) -> Vec<(State, i32)> {
    let mut all = Vec::new();
    for k in 0..games {
        let seeds = Seeds::of(seed, k);
        let mut players: [Box<dyn Player>; 2] =
            [seeds.german, seeds.soviet].map(|seed| player("major", seed, None).expect("a name"));
        let [german, soviet] = &mut players;
        let mut seen = Vec::new();
        let mut last = None;
        let ended =
            sim::play_watched(Options::default(), seeds.game, &mut **german, &mut **soviet, |state, _, _| {
                let moves = matches!(state.phase(), Phase::SovietMovement | Phase::GermanMovement);
                if moves && last != Some((state.turn(), state.phase())) {
                    last = Some((state.turn(), state.phase()));
                    seen.push(*state);
                }
            });
        let margin = ended.expect("no refusal").state.margin();
        all.extend(seen.into_iter().map(|state| (state, margin)));
    }
    all
}

/// Two states that differ only in what is hidden have the same features.
#[test]
fn it_knows_no_more_than_the_position() {
    let mut learned = Learned::default();
    for (state, _) in positions(71, 1) {
        let copy = State::from_text(&state.to_text()).expect("a position");
        assert_eq!(learned.features(&state), learned.features(&copy), "{state:?}");
        assert_eq!(learned.judged(&state).to_bits(), learned.judged(&copy).to_bits());
    }
}

/// What it makes of a position does not depend on what it looked at before.
#[test]
fn it_forgets() {
    let all = positions(72, 1);
    let mut learned = Learned::default();
    for (state, _) in &all {
        assert_eq!(learned.margin(state), Learned::default().margin(state));
    }
}

/// In games it was not trained on it is nearer to the end than the mean of all of them: in the second half by a third of the
/// squares at the least.
#[test]
fn it_expects_how_games_end() {
    let all = positions(73, 8);
    let late: Vec<_> = all.iter().filter(|(state, _)| state.turn() > 6).collect();
    let ends: Vec<f32> = late.iter().map(|(_, end)| *end as f32).collect();
    let mean = ends.iter().sum::<f32>() / ends.len() as f32;
    let spread: f32 = ends.iter().map(|end| (end - mean) * (end - mean)).sum();
    let mut learned = Learned::default();
    let missed: f32 =
        late.iter().zip(&ends).map(|((state, _), end)| (learned.margin(state) - end).powi(2)).sum();
    assert!(missed < spread * 2.0 / 3.0, "{missed} of {spread}");
}

/// A net for other features is none, and so is one that is cut short or too long.
#[test]
fn only_a_whole_net_is_one() {
    let (features, hidden) = (FEATURES as i16, 1i16);
    let mut bytes = b"PGG net 1".to_vec();
    bytes.extend([features.to_le_bytes(), hidden.to_le_bytes()].concat());
    let sizes = FEATURES * 2 + 4 + 2 + FEATURES * 4;
    bytes.extend(vec![0; sizes]);
    // Two and a half points, whatever is told.
    bytes.extend((5i32 << 15).to_le_bytes());
    let net = Net::read(&bytes).expect("a net");
    assert_eq!(net.margin(&[7; FEATURES]), 2.5);
    assert!(Net::read(&bytes[..bytes.len() - 1]).is_none());
    bytes.push(0);
    assert!(Net::read(&bytes).is_none());
    let mut other = b"PGG net 1".to_vec();
    other.extend([(features - 1).to_le_bytes(), hidden.to_le_bytes()].concat());
    assert!(Net::read(&other).is_none());
}

/// A hidden unit counts only what it has above nothing.
#[test]
fn it_adds_up_in_integers() {
    let mut bytes = b"PGG net 1".to_vec();
    bytes.extend([(FEATURES as i16).to_le_bytes(), 1i16.to_le_bytes()].concat());
    // The first feature times one, times one point; the second is taken straight, a point for each.
    let first = |n: usize| if n == 0 { 1i16 << 11 } else { 0 };
    (0..FEATURES).for_each(|n| bytes.extend(first(n).to_le_bytes()));
    bytes.extend(0i32.to_le_bytes());
    bytes.extend((1i16 << 8).to_le_bytes());
    (0..FEATURES).for_each(|n| bytes.extend((i32::from(n == 1) << 12).to_le_bytes()));
    bytes.extend(0i32.to_le_bytes());
    let net = Net::read(&bytes).expect("a net");
    let with = |one: i16, two: i16| {
        let mut features = [0; FEATURES];
        (features[0], features[1]) = (16 * one, 16 * two);
        net.margin(&features)
    };
    assert_eq!(with(3, 0), 3.0);
    assert_eq!(with(-3, 0), 0.0);
    assert_eq!(with(2, -5), -3.0);
}
