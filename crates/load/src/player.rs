//! A player at a WebSocket: follows his game, acts when it is his turn, comes back when the connection is lost.

use crate::board::Claim;
use crate::socket::{Do, Done, Entry, Lost, Refused, Said, Seen, Socket, Welcome, path};
use crate::trouble::{Trouble, While};
use crate::world::{Game, Stage, World, breathe};
use pgg_core::game::chance::below;
use pgg_core::{BySide, Side};
use pgg_table::{Request, Words};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::Instant;

/// Lively players take back an action at one choice in this many,
const UNDO_ONE_IN: u32 = 40;
/// and answer one entry in this many with a chat message.
const SAY_ONE_IN: u32 = 60;
/// How often a player who wants to leave checks whether he can.
const LEAVE_LOOK: Duration = Duration::from_millis(5);

/// Two players that play game after game against each other, until the run ends.
pub async fn pair(world: Rc<World>, homes: BySide<usize>) -> Result<(), Trouble> {
    let german = world.guest(homes[Side::German]).await?;
    let soviet = world.guest(homes[Side::Soviet]).await?;
    while world.stage() != Stage::Finish {
        let cookies =
            BySide::from_fn(|side| if side == Side::German { german.clone() } else { soviet.clone() });
        let game = world.make_game(homes[Side::German], cookies).await?;
        if let Some(period) = world.manner.period {
            // Start evenly spread, so that players do not all act at the same instant.
            let share = f64::from((world.number() % 1024) as u32) / 1024.0;
            game.due.set(Instant::now() + period.mul_f64(share));
        }
        // In tasks of their own: in one task, each would be polled whenever the other receives something.
        let [german, soviet] = Side::BOTH
            .map(|side| tokio::task::spawn_local(Player::new(&world, &game, side, homes[side]).play()));
        for player in [german, soviet] {
            player.await.while_(|| "a player went down".to_owned())?;
        }
        if game.broken.get() {
            break;
        }
    }
    Ok(())
}

struct Player {
    world: Rc<World>,
    game: Rc<Game>,
    side: Side,
    home: usize,
    rng: ChaCha8Rng,
    pending: Option<Pending>,
    next_id: u64,
    /// The latest entry acknowledged to this player.
    done: u32,
    wants_to_speak: bool,
    came: bool,
}

/// A request that waits for its answer.
struct Pending {
    id: u64,
    text: String,
    claim: Claim,
    is_action: bool,
    sent: Instant,
}

/// Why a conversation ended normally.
enum End {
    /// There is nothing more to do.
    Over,
    /// The player's own server is up again.
    Home,
}

/// What a player does next.
enum Turn {
    Act,
    At(Instant),
    Wait,
}

impl Player {
    fn new(world: &Rc<World>, game: &Rc<Game>, side: Side, home: usize) -> Player {
        let seed = world.manner.seed ^ (world.number() << 20);
        Player {
            world: Rc::clone(world),
            game: Rc::clone(game),
            side,
            home,
            rng: ChaCha8Rng::seed_from_u64(seed),
            pending: None,
            next_id: 0,
            done: 0,
            wants_to_speak: false,
            came: false,
        }
    }

    async fn play(mut self) {
        while !self.is_over() {
            let patient = self.world.servers() == 1 || below(&mut self.rng, 2) == 0;
            let (server, address) = self.world.find_server(self.home, patient).await;
            let path = path(&self.game.id, self.seen());
            let lost = match Socket::connect(address, &path, Some(&self.game.cookies[self.side])).await {
                Ok(mut socket) => match self.talk(&mut socket, server).await {
                    Ok(End::Over) => return socket.close().await,
                    Ok(End::Home) => {
                        socket.close().await;
                        continue;
                    }
                    Err(lost) => lost,
                },
                Err(lost) => lost,
            };
            // A server that was killed may well lose connections; one that is up may not.
            if self.world.server(server) == Some(address) {
                let mut tally = self.world.tally.borrow_mut();
                tally.lost += 1;
                *tally.why_lost.entry(lost.0).or_default() += 1;
            }
            breathe().await;
        }
    }

    async fn talk(&mut self, socket: &mut Socket, server: usize) -> Result<End, Lost> {
        let mut stages = self.world.stages();
        if let Some(pending) = &self.pending {
            self.world.tally.borrow_mut().resent += 1;
            socket.send(&pending.text).await?;
        }
        loop {
            if self.is_over() {
                return Ok(End::Over);
            }
            let away = server != self.home && self.pending.is_none();
            if away && self.world.server(self.home).is_some() {
                return Ok(End::Home);
            }
            let (leaving, due) = match self.turn() {
                Turn::Act => {
                    if let Some(pending) = self.wish() {
                        socket.send(&pending.text).await?;
                    }
                    (false, None)
                }
                Turn::At(due) => (false, Some(due)),
                Turn::Wait if self.world.stage() == Stage::Finish => {
                    (true, Some(Instant::now() + LEAVE_LOOK))
                }
                Turn::Wait => (false, None),
            };
            let wait = async {
                match due {
                    Some(due) => tokio::time::sleep_until(due).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                heard = socket.next() => {
                    heard?;
                    let text = socket.text()?;
                    match serde_json::from_str::<Seen<'_>>(text) {
                        Ok(seen) => {
                            if let Some(again) = self.hear(seen)? {
                                breathe().await;
                                socket.send(&again).await?;
                            }
                        }
                        Err(error) => self.fault(format!("a message that cannot be read: {error}: {text}")),
                    }
                }
                () = wait => {}
                _ = stages.changed(), if !leaving => {}
            }
        }
    }

    /// Handles a message. Returns the request to send again, if the server could not do it now.
    fn hear(&mut self, seen: Seen<'_>) -> Result<Option<String>, Lost> {
        if let Some(welcome) = seen.welcome {
            self.welcomed(welcome);
        }
        if let Some(entry) = seen.entry {
            self.follow(entry);
        }
        if let Some(done) = seen.done {
            self.done(done);
        }
        if let Some(Said { code, message }) = seen.bye {
            return Err(Lost(format!("bye: {code}: {message}")));
        }
        Ok(seen.refused.and_then(|refused| self.refused(refused)))
    }

    fn welcomed(&mut self, Welcome { you, last }: Welcome) {
        self.game.acknowledged.set(self.game.acknowledged.get().max(last));
        if you != [self.side] {
            self.fault(format!("the {} player is welcomed as {you:?}", self.side));
        }
        if !std::mem::replace(&mut self.came, true) {
            self.world.gather();
        }
    }

    fn follow(&mut self, Entry { n, what }: Entry<'_>) {
        if n != self.seen() + 1 {
            return self.fault(format!("{} saw entry {n} after entry {}", self.side, self.seen()));
        }
        let heard = self.game.board.borrow_mut().hear(n, what.get());
        if let Err(error) = heard {
            return self.fault(error);
        }
        self.game.seen[self.side].set(n);
        self.game.moved.set(Instant::now());
        self.wants_to_speak |= self.world.manner.lively && below(&mut self.rng, SAY_ONE_IN) == 0;
        self.world.tally.borrow_mut().heard += 1;
    }

    fn done(&mut self, Done { id, n }: Done) {
        match self.pending.take() {
            Some(pending) if id == pending.id => {
                self.game.pending.set(self.game.pending.get() - 1);
                self.game.acknowledged.set(self.game.acknowledged.get().max(n));
                self.game.claims.borrow_mut().push((n, pending.claim));
                self.done = n;
                if pending.is_action {
                    let mut tally = self.world.tally.borrow_mut();
                    tally.actions += 1;
                    tally.latency.saturating_record(pending.sent.elapsed().as_micros() as u64);
                }
            }
            _ => self.fault(format!("{} got an answer {id} that he did not wait for", self.side)),
        }
    }

    /// Returns the request to send again.
    fn refused(&self, Refused { id, error }: Refused) -> Option<String> {
        *self.world.tally.borrow_mut().refused.entry(error.code.clone()).or_default() += 1;
        match self.pending.as_ref().filter(|pending| id == Some(pending.id)) {
            Some(pending) if error.code == "storage" => Some(pending.text.clone()),
            pending => {
                let text = pending.map_or("", |pending| &pending.text);
                self.fault(format!("refused: {} ({}): {text}", error.code, error.message));
                None
            }
        }
    }

    fn turn(&self) -> Turn {
        if self.pending.is_some() || self.world.stage() != Stage::Play {
            return Turn::Wait;
        }
        let board = self.game.board.borrow();
        if self.seen() < board.heard() || self.seen() < self.done || board.ended() {
            return Turn::Wait;
        }
        if board.deciding() != Some(self.side) {
            return if self.wants_to_speak { Turn::Act } else { Turn::Wait };
        }
        let due = self.game.due.get();
        if self.world.manner.period.is_some() && Instant::now() < due { Turn::At(due) } else { Turn::Act }
    }

    /// The player's next request.
    fn wish(&mut self) -> Option<&Pending> {
        let board = self.game.board.borrow();
        self.next_id += 1;
        let id = self.next_id;
        let mine = board.deciding() == Some(self.side);
        let lively = self.world.manner.lively;
        let (request, claim) = if !mine {
            self.wants_to_speak = false;
            let text = format!("{} {id} in {}", self.side, self.game.id);
            (Request::Say { text: Words::parse(&text).ok()? }, Claim::say(&text))
        } else if lively && board.can_undo(self.side) && below(&mut self.rng, UNDO_ONE_IN) == 0 {
            let to = board.ply() - 1;
            (Request::Undo { to: Some(to) }, Claim::undo(to))
        } else {
            let action = board.choose(&mut self.world.legal.borrow_mut(), &mut self.rng)?;
            (Request::Action(action), Claim::action(self.side, &action))
        };
        drop(board);
        let is_action = matches!(request, Request::Action(_));
        let key = format!("{}{id}", self.side);
        let ask = Do { request: &request, key: &key, at: self.seen(), id };
        let text = serde_json::to_string(&ask).ok()?;
        let sent = Instant::now();
        if let Some(period) = self.world.manner.period {
            // A player who is late does not catch up in a burst.
            self.game.due.set((self.game.due.get() + period).max(sent));
        }
        self.game.pending.set(self.game.pending.get() + 1);
        Some(self.pending.insert(Pending { id, text, claim, is_action, sent }))
    }

    fn seen(&self) -> u32 {
        self.game.seen[self.side].get()
    }

    fn is_over(&self) -> bool {
        if self.game.broken.get() {
            return true;
        }
        let board = self.game.board.borrow();
        let content = self.pending.is_none() && self.seen() >= self.done && self.seen() == board.heard();
        // A player does not leave before he has been welcomed: only the welcome says how many entries there
        // are.
        let leaves = self.world.stage() == Stage::Finish && self.came && self.game.is_quiet();
        (board.ended() && content) || leaves
    }

    fn fault(&self, text: String) {
        self.game.broken.set(true);
        self.world.tally.borrow_mut().fault(format!("game {}: {text}", self.game.id));
    }
}
