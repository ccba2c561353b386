//! How fast the store makes entries durable: `store_speed URL|postgres [GAMES [SECONDS [PACE]]]`.
//!
//! `postgres` starts a PostgreSQL of its own in a temporary folder.
//! Every game adds one entry after the other, as fast as they become durable, with a snapshot every 64 entries; with a
//! pace, so many entries a second in all games together.

use pgg_core::{BySide, Phase, Side};
use pgg_server::store::{Append, Appended, NewGame, Row, Snapshot, Status, Store, Summary};
use pgg_table::{GameId, Name, PersonId, Seat, Seed, Time, Visibility};
use pgg_testkit::Postgres;
use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

const EVERY: u32 = 64;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut url = arguments.next().ok_or("usage: store_speed URL|postgres [GAMES [SECONDS [PACE]]]")?;
    let games: u64 = arguments.next().map_or(Ok(500), |n| n.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(10), |n| n.parse())?;
    let pace: Option<f64> = arguments.next().map(|n| n.parse()).transpose()?;
    let pause = pace.map(|pace| Duration::from_secs_f64(games as f64 / pace));

    let server = if url == "postgres" { Some(Postgres::start()?) } else { None };
    if let Some(server) = &server {
        url.clone_from(&server.url);
    }
    let store = Store::open(&url).await?;
    let begun = Instant::now();
    let made: Vec<_> = (0..games)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let game = new_game(id(n))?;
                store.create(game).await.map_err(|e| e.to_string())
            })
        })
        .collect();
    for game in made {
        assert_eq!(game.await??, Appended::Durable, "use a new database");
    }
    let making = begun.elapsed();

    let end = Instant::now() + Duration::from_secs(seconds);
    let begun = Instant::now();
    let players: Vec<_> = (0..games).map(|n| tokio::spawn(play(store.clone(), id(n), end, pause))).collect();
    let mut times: Vec<Duration> = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    let took = begun.elapsed();
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    writeln!(
        std::io::stdout(),
        "{games} games made in {making:.0?}; {} entries, {:.0} a second; latency median {:.1?}, p99 {:.1?}, most {:.1?}; {}",
        times.len(),
        times.len() as f64 / took.as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0),
        memory()
    )?;
    store.close().await;
    Ok(())
}

async fn play(
    store: Store,
    game: GameId,
    end: Instant,
    pause: Option<Duration>,
) -> Result<Vec<Duration>, String> {
    let mut times = Vec::new();
    let mut after = 1;
    // The games are not synchronized.
    let mut next =
        Instant::now() + pause.unwrap_or_default().mul_f64(f64::from(game.as_str().as_bytes()[0]) / 128.0);
    while Instant::now() < end {
        if let Some(pause) = pause {
            tokio::time::sleep_until(next.into()).await;
            next += pause;
        }
        let begun = Instant::now();
        let snapshot = (after % EVERY == 0).then(|| Snapshot { n: after, body: vec![7; 6000] });
        let append = Append {
            game,
            after,
            rows: vec![row(i64::from(after))],
            summary: summary(i64::from(after), game),
            snapshot,
            wake: Vec::new(),
        };
        if store.append(append).await.map_err(|e| e.to_string())? == Appended::Raced {
            return Err("nobody else should be there".to_owned());
        }
        times.push(begun.elapsed());
        after += 1;
    }
    Ok(times)
}

fn id(n: u64) -> GameId {
    // Spread over the whole range, as random ids are.
    GameId::from_random(u128::from(n).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835).to_le_bytes())
}

fn new_game(id: GameId) -> Result<NewGame, String> {
    Ok(NewGame {
        id,
        created: Time(1),
        owner: None,
        name: Name::parse("A game").map_err(|e| e.to_string())?,
        visibility: Visibility::Public,
        options: serde_json::json!({}),
        seed: Seed([1; 32]),
        code: None,
        rows: vec![row(1)],
        summary: summary(1, id),
        snapshot: None,
        wake: Vec::new(),
    })
}

fn row(at: i64) -> Row {
    let body = r#"{"by":{"person":"abcdefghijkl"},"what":{"acted":{"side":"german","action":{"move":{"units":[12,13,14],"path":["1418","1419","1420","1520"]}},"chance":[{"die":3}],"state":"0123456789abcdef0123456789abcdef"}}}"#;
    Row { at: Time(at), key: Some("0123456789abcdef".to_owned()), body: body.to_owned() }
}

fn summary(at: i64, game: GameId) -> Summary {
    let person = |n: u8| {
        let mut bytes = [n; 16];
        bytes[..12].copy_from_slice(game.as_str().as_bytes());
        let name = Name::parse("Somebody").unwrap_or_else(|_| unreachable!("a good name"));
        Seat::Person { id: PersonId::from_random(bytes), name }
    };
    Summary {
        updated: Time(at),
        status: Status::Playing,
        seats: BySide([person(1), person(2)]),
        turn: 3,
        phase: Phase::GermanMovement,
        deciding: Some(if at % 20 < 10 { Side::German } else { Side::Soviet }),
        deadline: None,
        ending: None,
    }
}

/// The peak resident memory, where the system reports it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.map_or_else(
        || "memory unknown".to_owned(),
        |line| line.replace("VmHWM:", "memory").replace(['\t', ' '], " "),
    )
}
