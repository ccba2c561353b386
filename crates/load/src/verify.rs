//! After a run: what every client knows, held against the history the server tells.

use crate::socket::{Seen, Socket, path};
use crate::trouble::{Trouble, While};
use crate::world::{Game, World};
use futures_util::stream::{self, StreamExt};
use pgg_core::Side;
use std::rc::Rc;
use std::time::Duration;

/// So many histories are read at once.
const AT_ONCE: usize = 4;
/// A history takes no longer than this.
const LIMIT: Duration = Duration::from_secs(30);

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

/// Compare every game with the server's history: no acknowledged request lost, none doubled, nothing told that is not
/// there, nothing there that was not told. What is wrong is counted as a fault.
pub async fn compare(world: &Rc<World>) -> Result<Compared, Trouble> {
    let compared = stream::iter(world.games())
        .map(|game| async move {
            let told = tokio::time::timeout(LIMIT, history(world, &game)).await;
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
        let text = socket.next().await.while_(doing)?;
        match serde_json::from_str::<Seen<'_>>(&text).while_(doing)? {
            Seen::Welcome { last: told, .. } => last = Some(told),
            Seen::Entry { n, what } => {
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
            _ => {}
        }
    }
    socket.close().await;
    if last.is_some_and(|last| last < game.board.borrow().heard()) {
        let heard = game.board.borrow().heard();
        fault(world, game, &format!("players were told of {heard} entries, and the history has {last:?}"));
    }
    Ok(claims(world, game))
}

/// Each request that was acknowledged is there once, and each entry that needs a request has one.
fn claims(world: &World, game: &Game) -> Compared {
    let board = game.board.borrow();
    let claims = game.claims.borrow();
    let mut left: Vec<_> = board.marks().iter().map(|mark| mark.claim).collect();
    for &(n, claim) in claims.iter() {
        match left.get_mut(n as usize - 1) {
            Some(there) if *there == Some(claim) => *there = None,
            _ => fault(world, game, &format!("the request acknowledged as entry {n} is not there, or twice")),
        }
    }
    for (n, _) in left.iter().enumerate().filter(|(_, claim)| claim.is_some()) {
        fault(world, game, &format!("entry {} was done though its request was answered with another", n + 1));
    }
    Compared { games: 1, entries: u64::from(board.heard()), acknowledged: claims.len() as u64 }
}

fn fault(world: &World, game: &Game, text: &str) {
    world.tally.borrow_mut().fault(format!("game {}: {text}", game.id));
}
