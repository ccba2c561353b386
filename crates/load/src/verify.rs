//! After a run, compares what every client knows with the server's history.

use crate::board::{Claim, Mark};
use crate::limits::HISTORY;
use crate::socket::{Entry, Seen, Socket, path};
use crate::trouble::{Trouble, While};
use crate::world::{Game, World};
use futures_util::stream::{self, StreamExt};
use pgg_core::Side;
use std::rc::Rc;

/// The most histories that are read at once.
const AT_ONCE: usize = 4;

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Games.
    pub games: u64,
    /// Entries of their logs.
    pub entries: u64,
    /// Requests that were acknowledged.
    pub acknowledged: u64,
}

/// Compare every game with the server's history: no acknowledged request is lost or doubled, and the clients
/// received exactly the entries that are there. Every difference counts as a fault.
pub async fn compare(world: &Rc<World>) -> Result<Compared, Trouble> {
    let compared = stream::iter(world.games())
        .map(|game| async move {
            let told = tokio::time::timeout(HISTORY, history(world, &game)).await;
            told.while_(|| format!("the history of game {} does not come", game.id))?
        })
        .buffer_unordered(AT_ONCE)
        .collect::<Vec<Result<Compared, Trouble>>>();
    let mut sum = Compared::default();
    for compared in compared.await {
        let compared = compared?;
        sum.games += 1;
        sum.entries += compared.entries;
        sum.acknowledged += compared.acknowledged;
    }
    Ok(sum)
}

async fn history(world: &World, game: &Game) -> Result<Compared, Trouble> {
    let (_, address) = world.find_server(0, false).await;
    let doing = || format!("the history of game {}", game.id);
    let mut socket = Socket::connect(address, &path(&game.id, 0), Some(&game.cookies[Side::German]))
        .await
        .while_(doing)?;
    let (mut last, mut read) = (None, 0);
    while last != Some(read) {
        socket.next().await.while_(doing)?;
        let seen: Seen<'_> = serde_json::from_str(socket.text().while_(doing)?).while_(doing)?;
        last = seen.welcome.map(|welcome| welcome.last).or(last);
        let Some(Entry { n, what }) = seen.entry else { continue };
        read += 1;
        if n != read {
            return Err(Trouble::new(format!("{}: entry {n} where {read} should be", doing())));
        }
        if n > game.board.borrow().heard() {
            fault(world, game, &format!("entry {n} was told to nobody: {}", what.get()));
            break;
        }
        let same = game.board.borrow_mut().hear(n, what.get());
        if let Err(error) = same {
            fault(world, game, &error);
            break;
        }
    }
    socket.close().await;
    if last.is_some_and(|last| last < game.board.borrow().heard()) {
        let heard = game.board.borrow().heard();
        fault(world, game, &format!("players were told of {heard} entries, and the history has {last:?}"));
    }
    Ok(claims(world, game))
}

fn claims(world: &World, game: &Game) -> Compared {
    let board = game.board.borrow();
    let claims = game.claims.borrow();
    for text in unmatched(board.marks(), &claims) {
        fault(world, game, &text);
    }
    Compared { games: 1, entries: u64::from(board.heard()), acknowledged: claims.len() as u64 }
}

/// Checks that each acknowledged request is there once, and that each entry that needs a request has one;
/// returns the exceptions.
fn unmatched(marks: &[Mark], claims: &[(u32, Claim)]) -> Vec<String> {
    let mut left: Vec<Option<Claim>> = marks.iter().map(|mark| mark.claim).collect();
    let mut wrong = Vec::new();
    for &(n, claim) in claims {
        match (n as usize).checked_sub(1).and_then(|at| left.get_mut(at)) {
            Some(there) if *there == Some(claim) => *there = None,
            _ => wrong.push(format!(
                "the request acknowledged as entry {n} is not there, or was acknowledged twice"
            )),
        }
    }
    let doubled = left.iter().zip(1..).filter(|(claim, _)| claim.is_some());
    wrong.extend(doubled.map(|(_, n)| format!("entry {n} was done, and acknowledged to nobody")));
    wrong
}

fn fault(world: &World, game: &Game, text: &str) {
    world.tally.borrow_mut().fault(format!("game {}: {text}", game.id));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn said(text: &str) -> String {
        format!(r#"{{"said":{{"name":"A","text":"{text}"}}}}"#)
    }

    #[test]
    fn lost_and_doubled_requests_are_found() {
        let mut board = Board::default();
        for (n, text) in (1..).zip(["one", "two", "two"]) {
            board.hear(n, &said(text)).unwrap();
        }
        let (one, two) = ((1, Claim::say("one")), (2, Claim::say("two")));
        let wrong = |claims: &[(u32, Claim)]| unmatched(board.marks(), claims);
        assert_eq!(wrong(&[one, two]), ["entry 3 was done, and acknowledged to nobody"]);
        assert!(wrong(&[one, two, (3, Claim::say("two"))]).is_empty());
        assert_eq!(wrong(&[one, two, (3, Claim::say("two")), (4, Claim::say("lost"))]).len(), 1);
        assert_eq!(wrong(&[one, two, two, (3, Claim::say("two"))]).len(), 1);
        assert_eq!(wrong(&[one, two, (3, Claim::say("other"))]).len(), 2);
    }
}
