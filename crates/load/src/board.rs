//! One game as its players follow it: the rules applied to what the server tells, and a mark of every entry.
//!
//! To save work, both players of a game share a board: the first to receive an entry applies it, the other compares.

use pgg_core::{Action, Legal, Recorded, Side, State};
use pgg_table::What;
use rand_chacha::ChaCha8Rng;
use std::hash::{DefaultHasher, Hash, Hasher};

/// One choice in this many ends the phase.
const END_ONE_IN: u32 = 24;
/// One state in this many has its fingerprint compared with the server's. A state that has gone wrong stays wrong.
const COMPARE_ONE_IN: u32 = 8;

/// What is kept of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Hash of what happened, as the server wrote it.
    text: u64,
    /// The player's request, if there was one.
    pub claim: Option<Claim>,
}

/// A request of a player, as a hash, to find it in the server's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim(u64);

impl Claim {
    /// An action.
    pub fn action(side: Side, action: &Action) -> Claim {
        Claim(hash(&("action", side, action)))
    }

    /// An undo that leaves this many actions.
    pub fn undo(to: u32) -> Claim {
        Claim(hash(&("undo", to)))
    }

    /// Chat.
    pub fn say(text: &str) -> Claim {
        Claim(hash(&("say", text)))
    }

    fn of(what: &What) -> Option<Claim> {
        match what {
            What::Acted { side, action, auto: false, .. } => Some(Claim::action(*side, action)),
            What::Undid { to } => Some(Claim::undo(*to)),
            What::Said { text, .. } => Some(Claim::say(text.as_str())),
            _ => None,
        }
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A game as its players follow it.
#[derive(Default)]
pub struct Board {
    state: Option<Box<State>>,
    ply: u32,
    /// The state before the last action, if that can be taken back, and the side that took it.
    back: Option<(Box<State>, Side)>,
    marks: Vec<Mark>,
    ended: bool,
}

impl Board {
    /// Take an entry: follow it if it is new, otherwise compare it with the one received before.
    pub fn hear(&mut self, n: u32, text: &str) -> Result<(), String> {
        let mark = hash(&text);
        match (n as usize).checked_sub(1).and_then(|at| self.marks.get(at)) {
            Some(known) if known.text == mark => Ok(()),
            Some(_) => Err(format!("entry {n} is told differently to the two players: {text}")),
            None if n == self.heard() + 1 => {
                let what: What =
                    serde_json::from_str(text).map_err(|error| format!("entry {n}: {error}: {text}"))?;
                self.follow(&what).map_err(|error| format!("entry {n}: {error}: {text}"))?;
                self.marks.push(Mark { text: mark, claim: Claim::of(&what) });
                Ok(())
            }
            None => Err(format!("entry {n} follows entry {}", self.heard())),
        }
    }

    /// How many entries have been received.
    pub fn heard(&self) -> u32 {
        self.marks.len() as u32
    }

    /// How many actions count.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The marks of all entries.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Is the game over?
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Who has to decide.
    pub fn deciding(&self) -> Option<Side> {
        self.state.as_ref().filter(|_| !self.ended)?.decision().map(|decision| decision.side)
    }

    /// May a side take its last action back?
    pub fn can_undo(&self, side: Side) -> bool {
        self.deciding() == Some(side) && self.back.as_ref().is_some_and(|&(_, whose)| whose == side)
    }

    /// A random legal action.
    pub fn choose(&self, legal: &mut Legal, rng: &mut ChaCha8Rng) -> Option<Action> {
        self.state.as_ref()?.legal_into(legal);
        legal.sample(rng, END_ONE_IN)
    }

    fn follow(&mut self, what: &What) -> Result<(), String> {
        match what {
            What::Opened(opened) => {
                let new = State::new_game(opened.options, &mut Recorded::new(&opened.opening));
                let (state, _) = new.map_err(|error| error.to_string())?;
                self.state = Some(Box::new(state));
            }
            What::Acted { side, action, chance, state: fingerprint, .. } => {
                let state = self.state.as_mut().ok_or("an action before the game was opened")?;
                let before = chance.is_empty().then(|| (state.clone(), *side));
                state.apply(action, &mut Recorded::new(chance)).map_err(|error| error.to_string())?;
                if self.ply.is_multiple_of(COMPARE_ONE_IN) && state.fingerprint() != *fingerprint {
                    return Err("the state after it is not the one the server says".to_owned());
                }
                self.back = before;
                self.ply += 1;
            }
            What::Undid { to } => {
                let (state, _) = self.back.take().ok_or("nothing could be taken back")?;
                if *to + 1 != self.ply {
                    return Err(format!("one action was to be taken back, of {}", self.ply));
                }
                self.state = Some(state);
                self.ply = *to;
            }
            What::Ended(_) => self.ended = true,
            What::Redid => return Err("nobody asked for that".to_owned()),
            What::Reopened { .. } => return Err("nobody reopened the game".to_owned()),
            What::Resumed { .. } => return Err("the server plays by other rules".to_owned()),
            What::Seated { .. }
            | What::Offered { .. }
            | What::Declined { .. }
            | What::Forced { .. }
            | What::Said { .. } => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgg_core::{BySide, Options};
    use pgg_table::table::{Opening, Start};
    use pgg_table::{
        Asked, Happened, Name, Pace, PersonId, Request, Seat, Seed, Table, Time, Visibility, Who,
    };
    use rand_chacha::rand_core::SeedableRng;

    fn text(happened: &Happened) -> String {
        serde_json::to_string(&happened.entry.what).unwrap()
    }

    /// A table at which one person plays both sides, and the entry that opened it.
    fn table() -> (Table, Who, Vec<Happened>) {
        let (id, name) = (PersonId::from_random([7; 16]), Name::parse("Both").unwrap());
        let opening = Opening {
            name: name.clone(),
            options: Options::default(),
            visibility: Visibility::Link,
            pace: Pace::Unlimited,
            seats: BySide::from_fn(|_| Seat::Person { id, name: name.clone() }),
            auto: BySide::default(),
            from: Start::SetUp,
        };
        let next = Table::open(opening, Seed([3; 32]), Some(id), Time(0)).unwrap();
        (next.table, Who::Person { id, name, invited: false }, next.happened)
    }

    #[test]
    fn a_board_follows_a_whole_game_with_undo() {
        let (mut table, who, opened) = table();
        let mut board = Board::default();
        for happened in &opened {
            board.hear(happened.entry.n, &text(happened)).unwrap();
        }
        let (mut rng, mut legal) = (ChaCha8Rng::seed_from_u64(1), Legal::default());
        let mut undone = 0;
        while let Some(side) = board.deciding() {
            let undo = board.can_undo(side) && board.heard() % 16 == 0;
            undone += u32::from(undo);
            let request = if undo {
                Request::Undo { to: Some(board.ply() - 1) }
            } else {
                Request::Action(board.choose(&mut legal, &mut rng).unwrap())
            };
            let next = table.handle(&who, &Asked::from(request), Time(0)).unwrap();
            for happened in &next.happened {
                board.hear(happened.entry.n, &text(happened)).unwrap();
                // As the other player hears it.
                board.hear(happened.entry.n, &text(happened)).unwrap();
            }
            table = next.table;
            assert_eq!(board.ply(), table.ply());
        }
        assert!(board.ended() && undone > 10 && board.heard() == table.last());
    }

    #[test]
    fn a_board_notices_what_is_wrong() {
        let (table, who, opened) = table();
        let mut board = Board::default();
        assert!(board.hear(2, &text(&opened[0])).unwrap_err().contains("follows entry 0"));
        board.hear(1, &text(&opened[0])).unwrap();
        let action = board.choose(&mut Legal::default(), &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
        let next = table.handle(&who, &Asked::from(Request::Action(action)), Time(0)).unwrap();
        let right = text(&next.happened[0]);
        let What::Acted { state, .. } = &next.happened[0].entry.what else { panic!("no action") };
        let wrong = right.replace(state.as_str(), "0000");
        assert!(board.hear(2, &wrong).unwrap_err().contains("is not the one the server says"));
        let mut board = Board::default();
        board.hear(1, &text(&opened[0])).unwrap();
        board.hear(2, &right).unwrap();
        assert!(board.hear(2, &wrong).unwrap_err().contains("differently"));
    }
}
