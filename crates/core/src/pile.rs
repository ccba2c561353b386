//! The history of the dead pile [12.4]: which counters went in, seen or unseen, and when one was drawn.
//!
//! All of it is public: everybody watches the pile. What nobody sees is which counter a draw took. A live game settles
//! that from its seed when it is needed, by going through the history again with the seed choosing at every draw; so
//! it is as on a real table, and still nothing secret is kept anywhere.

use crate::state::State;
use crate::unit::{CounterId, Kind};
use crate::untried::kind_row;

/// Longer than any game can fill: each division that enters may be drawn and die once.
const CAPACITY: usize = 440;

const UNSEEN: u8 = 100;
const DRAWN: u8 = 110;
const RETURNED: u8 = 120;

/// What happened to the pile, in order; one or two bytes an event.
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
}

impl PileLog {
    pub(crate) const fn new() -> PileLog {
        PileLog { len: 0, bytes: [0; CAPACITY] }
    }

    /// The bytes, for the text form.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len as usize]
    }

    /// From the text form; none if it does not read.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<PileLog> {
        let mut log = PileLog::new();
        log.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        log.len = bytes.len() as u16;
        (log.events().map(|event| event.width()).sum::<usize>() == bytes.len()).then_some(log)
    }

    /// Add an event. A log that is full, which no game fills, forgets its beginning.
    pub(crate) fn push(&mut self, event: PileEvent) {
        let (code, number) = match event {
            PileEvent::Seen(counter) => (counter.index() as u8, None),
            PileEvent::Unseen(kind) => (UNSEEN + kind_row(kind) as u8, None),
            PileEvent::Drawn(kind, n) => (DRAWN + kind_row(kind) as u8, Some(n)),
            PileEvent::Returned(kind, n) => (RETURNED + kind_row(kind) as u8, Some(n)),
        };
        if self.len as usize + 2 > CAPACITY {
            let first = self.events().next().map_or(1, PileEvent::width);
            self.bytes.copy_within(first.., 0);
            self.len -= first as u16;
        }
        for byte in [Some(code), number].into_iter().flatten() {
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
            let event = match (code / 10 * 10, rest.first()) {
                (UNSEEN, _) => PileEvent::Unseen(kind?),
                (DRAWN, Some(&n)) => PileEvent::Drawn(kind?, n),
                (RETURNED, Some(&n)) => PileEvent::Returned(kind?, n),
                _ => PileEvent::Seen(CounterId::from_index(code as usize)?),
            };
            bytes = &bytes[event.width()..];
            Some(event)
        })
    }

    /// Go through the history of a kind; `choose(draw, count)` says which of the counters there a draw takes. What the
    /// draw of the number took, and is still away with.
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

impl PileEvent {
    const fn width(self) -> usize {
        match self {
            PileEvent::Seen(_) | PileEvent::Unseen(_) => 1,
            PileEvent::Drawn(..) | PileEvent::Returned(..) => 2,
        }
    }
}

impl State {
    pub(crate) fn log_pile(&mut self, event: PileEvent) {
        self.memory.log.push(event);
    }
}
