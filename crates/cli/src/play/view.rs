//! The part of the map that the terminal shows: around the action.

use super::arrivals;
use crate::show::window::{Window, terminal_height, terminal_width};
use pgg_core::{Hex, Question, Side, State, data};

/// The window for the map with so many lines of text below it.
pub(super) fn window(state: &State, middle: Option<Hex>, below: usize) -> Window {
    let size = (terminal_width(), terminal_height().saturating_sub(below).max(MAP_LINES));
    match middle {
        Some(hex) => Window::around(hex, size),
        None => Window::around_most(&counting(state), size)
            .unwrap_or_else(|| Window::around_the_front(state, size.0)),
    }
}

/// The map has at least so many lines: five hexes.
const MAP_LINES: usize = 11;

/// The weight of a stack of the player's own.
const STACK: u32 = 12;

/// The hexes that the decision is about, with their weights.
fn counting(state: &State) -> Vec<(Hex, u32)> {
    let [german, soviet] = Side::BOTH.map(|side| *state.occupied(side));
    let Some(decision) = state.decision() else { return front(state) };
    let own = state.occupied(decision.side);
    match decision.question {
        Question::Deploy => {
            let hexes = state.waiting(Side::Soviet).flat_map(|unit| state.deployment_hexes(unit));
            hexes.map(|&hex| (hex, 1)).collect()
        }
        Question::Attack => {
            let targets: Vec<(Hex, u32)> = state.legal().attacks.iter().map(|a| (a.target, 1)).collect();
            if targets.is_empty() { front(state) } else { targets }
        }
        Question::Move => {
            let touching =
                data().map.spread(&german).and(&soviet).or(&data().map.spread(&soviet).and(&german));
            let newcomers = arrivals::groups(state).into_iter().filter(|group| !group.optional);
            let entries = newcomers.flat_map(|group| {
                // A group enters at only one of its hexes, so they share its weight, which is that of two
                // stacks.
                let share = 2 * STACK / group.open.len().max(1) as u32;
                group.open.into_iter().map(move |hex| (hex, share))
            });
            let own = own.iter().map(|hex| (hex, STACK));
            own.chain(touching.iter().map(|hex| (hex, 2 * STACK))).chain(entries).collect()
        }
        _ => front(state),
    }
}

/// Where the sides are in contact, else where units are.
fn front(state: &State) -> Vec<(Hex, u32)> {
    let [german, soviet] = Side::BOTH.map(|side| *state.occupied(side));
    let touching = data().map.spread(&german).and(&soviet);
    let busy = [touching, german, soviet].into_iter().find(|set| !set.is_empty());
    busy.map(|set| set.iter().map(|hex| (hex, 1)).collect()).unwrap_or_default()
}
