//! The history of the dead pile [12.4]: which counters went in, seen or unseen, and when one was drawn.
//!
//! All of it is public, since both players watch the pile; only which counter a draw took is unknown. A live
//! game determines that from its seed when needed, by replaying the history with the seed choosing at every
//! draw. So the odds are those of a real table, and no secret is stored anywhere.

use crate::game::state::State;
use crate::rules::untried::kind_row;
use crate::unit::{CounterId, Kind};

/// Longer than any game can fill: each division that enters may be drawn and die once.
const CAPACITY: usize = 440;

const UNSEEN: u8 = 100;
const DRAWN: u8 = 110;
const RETURNED: u8 = 120;
const REVEALED: u8 = 130;
/// A revealed counter that had never been seen before.
const NEVER_SEEN: u8 = 255;

/// What happened to the pile, in order; one to three bytes per event.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PileLog {
    len: u16,
    bytes: [u8; CAPACITY],
}

/// A counter in the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// One that was seen to go in.
    Seen(CounterId),
    /// One that went in face down and could be any never seen.
    Unseen,
}

/// An event of the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PileEvent {
    /// A counter went in face up.
    Seen(CounterId),
    /// A division from the cup went in face down.
    Unseen(Kind),
    /// The draw of this number took a counter of the kind.
    Drawn(Kind, u8),
    /// The division of that draw died unseen: its counter is back.
    Returned(Kind, u8),
    /// The division of that draw turned out to be this counter, or one never seen before.
    Revealed(Kind, u8, Option<CounterId>),
}

impl PileLog {
    pub(crate) const fn new() -> PileLog {
        PileLog { len: 0, bytes: [0; CAPACITY] }
    }

    /// The bytes, for the text form.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len as usize]
    }

    /// How many bytes count, and all there are.
    pub(crate) const fn whole(&self) -> (u16, &[u8]) {
        (self.len, &self.bytes)
    }

    #[cfg(feature = "formats")]
    /// From the text form; none if it is invalid.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<PileLog> {
        let mut log = PileLog::new();
        log.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        log.len = bytes.len() as u16;
        (log.events().map(|event| event.width()).sum::<usize>() == bytes.len()).then_some(log)
    }

    /// Add an event. A full log, which no game reaches, forgets its beginning.
    pub(crate) fn push(&mut self, event: PileEvent) {
        let code = |code: u8, kind: Kind| Some(code + kind_row(kind) as u8);
        let bytes = match event {
            PileEvent::Seen(counter) => [Some(counter.index() as u8), None, None],
            PileEvent::Unseen(kind) => [code(UNSEEN, kind), None, None],
            PileEvent::Drawn(kind, n) => [code(DRAWN, kind), Some(n), None],
            PileEvent::Returned(kind, n) => [code(RETURNED, kind), Some(n), None],
            PileEvent::Revealed(kind, n, counter) => {
                [code(REVEALED, kind), Some(n), Some(counter.map_or(NEVER_SEEN, |c| c.index() as u8))]
            }
        };
        while self.len as usize + 3 > CAPACITY {
            let first = self.events().next().map_or(1, PileEvent::width);
            self.bytes.copy_within(first.., 0);
            self.len -= first as u16;
        }
        for byte in bytes.into_iter().flatten() {
            self.bytes[self.len as usize] = byte;
            self.len += 1;
        }
        self.bytes[self.len as usize..].fill(0);
    }

    pub(crate) fn events(&self) -> impl Iterator<Item = PileEvent> + '_ {
        let mut bytes = self.bytes();
        std::iter::from_fn(move || {
            let (&code, rest) = bytes.split_first()?;
            let kind = [Kind::Rifle, Kind::Tank, Kind::Mechanised].into_iter().nth(code as usize % 10);
            let event = match (code / 10 * 10, rest) {
                (UNSEEN, _) => PileEvent::Unseen(kind?),
                (DRAWN, [n, ..]) => PileEvent::Drawn(kind?, *n),
                (RETURNED, [n, ..]) => PileEvent::Returned(kind?, *n),
                (REVEALED, [n, NEVER_SEEN, ..]) => PileEvent::Revealed(kind?, *n, None),
                (REVEALED, [n, counter, ..]) => {
                    PileEvent::Revealed(kind?, *n, Some(CounterId::from_index(*counter as usize)?))
                }
                _ => PileEvent::Seen(CounterId::from_index(code as usize)?),
            };
            bytes = &bytes[event.width()..];
            Some(event)
        })
    }

    /// Replays the history of a kind; `choose(draw, count)` says which of the counters there a draw takes.
    /// Returns what the draw of the number took, unless it has come back.
    pub(crate) fn deal(
        &self,
        kind: Kind,
        number: u8,
        mut choose: impl FnMut(u8, usize) -> usize,
    ) -> Option<Token> {
        let roster = &crate::data::data().roster;
        let mut pile: Vec<Token> = Vec::new();
        let mut away: Vec<(u8, Token)> = Vec::new();
        for event in self.events() {
            match event {
                PileEvent::Seen(counter) if roster.counter(counter).kind == kind => {
                    pile.push(Token::Seen(counter))
                }
                PileEvent::Unseen(of) if of == kind => pile.push(Token::Unseen),
                PileEvent::Drawn(of, n) if of == kind && !pile.is_empty() => {
                    let at = choose(n, pile.len()) % pile.len();
                    away.push((n, pile.remove(at)));
                }
                PileEvent::Returned(of, n) if of == kind => {
                    if let Some(at) = away.iter().position(|&(draw, _)| draw == n) {
                        pile.push(away.remove(at).1);
                    }
                }
                _ => {}
            }
        }
        away.into_iter().find(|&(draw, _)| draw == number).map(|(_, token)| token)
    }
}

/// The events of one kind, with the counters that went in numbered.
struct History {
    events: Vec<PileEvent>,
    /// The counters that went in, in order.
    tokens: Vec<Token>,
    /// For each of them, the draw that is known to have taken it.
    taken_by: Vec<Option<u8>>,
}

impl PileLog {
    fn history(&self, kind: Kind) -> History {
        let roster = &crate::data::data().roster;
        let mut history = History { events: Vec::new(), tokens: Vec::new(), taken_by: Vec::new() };
        // How many counters had gone in when a draw was made.
        let mut before_draw = [0usize; 256];
        for event in self.events() {
            match event {
                PileEvent::Seen(counter) if roster.counter(counter).kind == kind => {
                    history.tokens.push(Token::Seen(counter));
                    history.taken_by.push(None);
                }
                PileEvent::Unseen(of) if of == kind => {
                    history.tokens.push(Token::Unseen);
                    history.taken_by.push(None);
                }
                PileEvent::Drawn(of, n) if of == kind => before_draw[n as usize] = history.tokens.len(),
                PileEvent::Returned(of, _) if of == kind => {}
                PileEvent::Revealed(of, n, counter) if of == kind => {
                    let token = counter.map_or(Token::Unseen, Token::Seen);
                    let fits = |&at: &usize| history.tokens[at] == token && history.taken_by[at].is_none();
                    // The latest that fits leaves the others the most to choose from.
                    if let Some(at) = (0..before_draw[n as usize]).rev().find(fits) {
                        history.taken_by[at] = Some(n);
                    }
                }
                _ => continue,
            }
            history.events.push(event);
        }
        history
    }

    /// The counters that the draw of a number can have taken, by what everybody has seen.
    pub(crate) fn could_be(&self, kind: Kind, number: u8) -> Vec<Token> {
        let history = self.history(kind);
        let could = |&at: &usize| history.could_take(number, at);
        let tokens: Vec<Token> =
            (0..history.tokens.len()).filter(could).map(|at| history.tokens[at]).collect();
        // A history that was cut short, or typed by hand, may leave no counter: then all that are not known to
        // be elsewhere.
        let free = |&at: &usize| history.taken_by[at].is_none();
        if tokens.is_empty() {
            return (0..history.tokens.len()).filter(free).map(|at| history.tokens[at]).collect();
        }
        tokens
    }
}

impl History {
    /// When a draw was made, and when its counter came back; by the place in the list of events.
    fn drawn(&self, number: u8) -> Option<usize> {
        self.events.iter().position(|e| matches!(e, PileEvent::Drawn(_, n) if *n == number))
    }

    fn returned(&self, number: u8) -> Option<usize> {
        self.events.iter().position(|e| matches!(e, PileEvent::Returned(_, n) if *n == number))
    }

    /// Is there a history in which this draw took this counter? Give every other draw a counter that leaves the wanted
    /// one in the pile. A division that came back before the draw may have been the wanted counter itself. Any other
    /// draw took a counter nothing is known of, or one that another draw is known to have taken only after this
    /// division had brought it back.
    fn could_take(&self, number: u8, wanted: usize) -> bool {
        let Some(asked) = self.drawn(number).filter(|_| self.taken_by[wanted].is_none()) else {
            return false;
        };
        // Counters in the pile known to be taken later, by when; and what every other draw holds.
        let mut promised: Vec<usize> = Vec::new();
        let mut held: Vec<(u8, Held)> = Vec::new();
        let (mut there, mut others, mut at) = (false, 0, 0);
        for event in &self.events[..asked] {
            match *event {
                PileEvent::Seen(_) | PileEvent::Unseen(_) => {
                    match self.taken_by[at].and_then(|n| self.drawn(n)) {
                        _ if at == wanted => there = true,
                        Some(later) => promised.push(later),
                        None => others += 1,
                    }
                    at += 1;
                }
                PileEvent::Drawn(_, n) if self.taken_by.contains(&Some(n)) => {
                    let now = self.drawn(n);
                    promised.retain(|&later| Some(later) != now);
                }
                PileEvent::Drawn(_, n) => {
                    let back = self.returned(n).unwrap_or(usize::MAX);
                    let borrowed = promised.iter().position(|&later| later > back);
                    let hold = if there && back < asked {
                        there = false;
                        Held::Wanted
                    } else if let Some(at) = borrowed {
                        Held::Promised(promised.swap_remove(at))
                    } else if others > 0 {
                        others -= 1;
                        Held::Other
                    } else if there {
                        there = false;
                        Held::Wanted
                    } else {
                        continue;
                    };
                    held.push((n, hold));
                }
                PileEvent::Returned(_, n) => {
                    if let Some(at) = held.iter().position(|(draw, _)| *draw == n) {
                        match held.swap_remove(at).1 {
                            Held::Wanted => there = true,
                            Held::Promised(later) => promised.push(later),
                            Held::Other => others += 1,
                        }
                    }
                }
                PileEvent::Revealed(..) => {}
            }
        }
        there
    }
}

/// What a draw holds in a hypothetical history.
enum Held {
    Wanted,
    Promised(usize),
    Other,
}

impl PileEvent {
    const fn width(self) -> usize {
        match self {
            PileEvent::Seen(_) | PileEvent::Unseen(_) => 1,
            PileEvent::Drawn(..) | PileEvent::Returned(..) => 2,
            PileEvent::Revealed(..) => 3,
        }
    }
}

impl State {
    pub(crate) fn log_pile(&mut self, event: PileEvent) {
        self.memory.log.push(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pile after these events, with a counter going in at the end that no draw before can have taken.
    fn could_be(events: &[PileEvent], number: u8) -> Vec<Token> {
        let mut log = PileLog::new();
        events.iter().for_each(|&event| log.push(event));
        log.push(PileEvent::Seen(rifle(9)));
        log.could_be(Kind::Rifle, number)
    }

    fn rifle(n: usize) -> CounterId {
        of_kind(Kind::Rifle, n)
    }

    fn of_kind(kind: Kind, n: usize) -> CounterId {
        let roster = &crate::data::data().roster;
        CounterId::all().filter(|&c| roster.counter(c).kind == kind).nth(n).expect("a counter of the kind")
    }

    /// Two counters lie in the pile; draws 1 and 2 take them, draw 1 returns, draw 3 takes one again.
    fn one_of_two_came_back() -> (CounterId, CounterId, Vec<PileEvent>) {
        let (first, second, r) = (rifle(0), rifle(1), Kind::Rifle);
        let seen = [first, second].map(PileEvent::Seen);
        let draws = [
            PileEvent::Drawn(r, 1),
            PileEvent::Drawn(r, 2),
            PileEvent::Returned(r, 1),
            PileEvent::Drawn(r, 3),
        ];
        (first, second, [seen.as_slice(), &draws].concat())
    }

    #[test]
    fn a_counter_known_to_have_gone_later_may_have_been_away_before() {
        // [12.4] Draw 1 came back before draw 3 took the first counter, so draw 1 can have had it; draw 2 has the other.
        let (first, second, mut events) = one_of_two_came_back();
        events.push(PileEvent::Revealed(Kind::Rifle, 3, Some(first)));
        assert_eq!(could_be(&events, 2), [Token::Seen(second)]);
    }

    #[test]
    fn a_counter_that_came_back_may_be_drawn_again() {
        // [12.4] Draw 1 came back before draw 3, draw 2 did not: either counter can be the one that draw 3 took.
        let (first, second, events) = one_of_two_came_back();
        assert_eq!(could_be(&events, 3), [Token::Seen(first), Token::Seen(second)]);
    }

    #[test]
    fn a_draw_takes_its_kind() {
        // [12.4] A rifle division that comes from the pile is none of the tanks there.
        let (seen, tank) = (rifle(0), of_kind(Kind::Tank, 0));
        let mut log = PileLog::new();
        for event in [PileEvent::Seen(tank), PileEvent::Seen(seen), PileEvent::Drawn(Kind::Rifle, 1)] {
            log.push(event);
        }
        let only = |_, count| {
            assert_eq!(count, 1);
            0
        };
        assert_eq!(log.deal(Kind::Rifle, 1, only), Some(Token::Seen(seen)));
    }

    #[test]
    fn a_full_log_forgets_its_beginning_and_no_more() {
        let drawn = |n: usize| PileEvent::Drawn(Kind::Rifle, n as u8);
        let mut log = PileLog::new();
        log.push(PileEvent::Seen(rifle(0)));
        (0..219).for_each(|n| log.push(drawn(n)));
        assert_eq!(log.events().count(), 220, "all but one of its bytes are full");
        (219..300).for_each(|n| log.push(drawn(n)));
        assert!(log.events().eq((81..300).map(drawn)));
        assert_eq!(PileLog::from_bytes(log.bytes()).map(|log| log.events().count()), Some(219));
    }

    // ---- against every possible deal ---------------------------------------------------------------------------

    /// A pile as on a table: the counters in it, the counter that each division has, and the log that both players could write.
    #[derive(Default)]
    struct RealPile {
        log: Vec<PileEvent>,
        pile: Vec<Token>,
        away: Vec<(u8, Token)>,
        /// The place in the pile that each draw took, by its number.
        choices: Vec<usize>,
    }

    impl RealPile {
        fn goes_in(&mut self, token: Token, kind: Kind) {
            self.pile.push(token);
            self.log.push(match token {
                Token::Seen(counter) => PileEvent::Seen(counter),
                Token::Unseen => PileEvent::Unseen(kind),
            });
        }

        fn draws(&mut self, kind: Kind, number: u8, choice: usize) {
            let choice = choice % self.pile.len();
            self.away.push((number, self.pile.remove(choice)));
            self.choices.push(choice);
            self.log.push(PileEvent::Drawn(kind, number));
        }

        fn returns(&mut self, kind: Kind, at: usize) {
            let (number, token) = self.away.remove(at);
            self.pile.push(token);
            self.log.push(PileEvent::Returned(kind, number));
        }

        fn reveals(&mut self, kind: Kind, at: usize) {
            let (number, token) = self.away.remove(at);
            let counter = if let Token::Seen(counter) = token { Some(counter) } else { None };
            self.log.push(PileEvent::Revealed(kind, number, counter));
        }
    }

    /// Every token that the draw of a number took in some deal that agrees with the log.
    fn in_all_deals(
        log: &[PileEvent],
        pile: &[Token],
        away: &[(u8, Token)],
        number: u8,
        found: &mut Vec<Token>,
    ) {
        let Some((event, rest)) = log.split_first() else {
            let took = away.iter().find(|(n, _)| *n == number).map(|&(_, token)| token);
            found.extend(took.filter(|token| !found.contains(token)));
            return;
        };
        let (mut pile, mut away) = (pile.to_vec(), away.to_vec());
        match *event {
            PileEvent::Seen(counter) => pile.push(Token::Seen(counter)),
            PileEvent::Unseen(_) => pile.push(Token::Unseen),
            PileEvent::Drawn(_, n) => {
                for at in 0..pile.len() {
                    let mut left = pile.clone();
                    let taken = (n, left.remove(at));
                    in_all_deals(rest, &left, &[away.as_slice(), &[taken]].concat(), number, found);
                }
                return;
            }
            PileEvent::Returned(_, n) => {
                let at = away.iter().position(|(draw, _)| *draw == n).expect("a draw that was made");
                pile.push(away.remove(at).1);
            }
            PileEvent::Revealed(_, n, counter) => {
                let token = counter.map_or(Token::Unseen, Token::Seen);
                let Some(at) = away.iter().position(|&(draw, took)| draw == n && took == token) else {
                    return;
                };
                away.remove(at);
            }
        }
        in_all_deals(rest, &pile, &away, number, found);
    }

    /// A short game of random events, tanks and rifle divisions interleaved.
    fn random_game(seed: u64) -> (PileLog, [(Kind, RealPile); 2]) {
        use crate::game::chance::below;
        use rand_chacha::rand_core::SeedableRng;
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let mut piles = [Kind::Rifle, Kind::Tank].map(|kind| (kind, RealPile::default()));
        let (mut log, mut drawn, mut seen) = (PileLog::new(), 0, [0; 2]);
        for _ in 0..14 {
            let which = usize::from(below(&mut rng, 4) == 0);
            let (kind, pile) = &mut piles[which];
            let (before, at) = (pile.log.len(), below(&mut rng, 12) as usize);
            match below(&mut rng, 6) {
                0 if seen[which] < 8 => {
                    pile.goes_in(Token::Seen(of_kind(*kind, seen[which])), *kind);
                    seen[which] += 1;
                }
                1 if pile.pile.len() + pile.away.len() < 4 => pile.goes_in(Token::Unseen, *kind),
                2 | 3 if !pile.pile.is_empty() => {
                    drawn += 1;
                    pile.draws(*kind, drawn, at);
                }
                4 if !pile.away.is_empty() => pile.returns(*kind, at % pile.away.len()),
                5 if !pile.away.is_empty() => pile.reveals(*kind, at % pile.away.len()),
                _ => {}
            }
            pile.log[before..].iter().for_each(|&event| log.push(event));
        }
        (log, piles)
    }

    fn sorted(mut tokens: Vec<Token>) -> Vec<Token> {
        tokens
            .sort_by_key(|token| if let Token::Seen(counter) = token { counter.index() } else { usize::MAX });
        tokens.dedup();
        tokens
    }

    /// [12.4] A draw can have taken exactly what it takes in some deal consistent with everything seen.
    #[test]
    fn a_draw_could_be_what_it_is_in_some_deal() {
        let (mut asked, mut doubtful) = (0, 0);
        for seed in 0..1_500 {
            let (log, piles) = random_game(seed);
            for (kind, pile) in &piles {
                for &(number, _) in &pile.away {
                    let mut found = Vec::new();
                    in_all_deals(&pile.log, &[], &[], number, &mut found);
                    let told = log.could_be(*kind, number);
                    assert_eq!(
                        sorted(told),
                        sorted(found.clone()),
                        "seed {seed}, draw {number}: {:?}",
                        pile.log
                    );
                    asked += 1;
                    doubtful += usize::from(found.len() > 1);
                }
            }
        }
        assert!(asked > 1_000 && doubtful > 300, "{asked} draws, {doubtful} in doubt");
    }

    /// [12.4] The history with the choices of a real table gives the counters of that table, and none for a draw that came back.
    #[test]
    fn a_deal_repeats_the_table() {
        for seed in 0..500 {
            let (log, piles) = random_game(seed);
            for (kind, pile) in &piles {
                let drawn = pile.log.iter().filter_map(|event| match event {
                    PileEvent::Drawn(_, n) => Some(*n),
                    _ => None,
                });
                let drawn: Vec<u8> = drawn.collect();
                for &number in &drawn {
                    let choose = |n, _| {
                        let at = drawn.iter().position(|&d| d == n).expect("a draw of this kind");
                        pile.choices[at]
                    };
                    let came_back =
                        pile.log.iter().any(|e| matches!(e, PileEvent::Returned(_, n) if *n == number));
                    let seen = pile.log.iter().find_map(|event| match event {
                        PileEvent::Revealed(_, n, counter) if *n == number => {
                            Some(counter.map_or(Token::Unseen, Token::Seen))
                        }
                        _ => None,
                    });
                    let there = pile.away.iter().find(|(n, _)| *n == number).map(|&(_, token)| token);
                    let expected = if came_back { None } else { there.or(seen) };
                    assert_eq!(log.deal(*kind, number, choose), expected, "seed {seed}, draw {number}");
                }
            }
        }
    }

    /// The log is read as it was written, with every kind of event.
    #[test]
    fn events_come_back() {
        let (k, t) = (Kind::Mechanised, Kind::Tank);
        let events = [
            PileEvent::Seen(rifle(3)),
            PileEvent::Unseen(t),
            PileEvent::Drawn(k, 7),
            PileEvent::Returned(k, 7),
            PileEvent::Revealed(t, 250, None),
            PileEvent::Revealed(t, 2, Some(of_kind(t, 1))),
            PileEvent::Seen(rifle(0)),
        ];
        let mut log = PileLog::new();
        events.iter().for_each(|&event| log.push(event));
        assert!(log.events().eq(events));
    }
}
