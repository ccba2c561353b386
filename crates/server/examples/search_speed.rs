//! How long a search among finished games takes: `search_speed URL|postgres [GAMES]`.
//!
//! `postgres` starts a PostgreSQL of its own in a temporary folder.

use pgg_core::{BySide, Phase, Side};
use pgg_server::store::{Appended, Ending, NewGame, Row, Status, Store, Summary};
use pgg_table::entry::How;
use pgg_table::{GameId, Name, PersonId, Seat, Seed, Time, Visibility};
use pgg_testkit::Postgres;
use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

/// Names, most of which many games share.
const NAMES: [&str; 8] = ["Anna", "Boris", "Heinz", "Semyon", "Георгий", "グデーリアン", "Smolensk", "Orsha"];
/// What is looked for: nothing, something rare, something that every eighth game has, and what is too short for an index.
const SEARCHES: [&str; 4] = ["nobody of that name", "boris 977", "anna", "zz"];
const TIMES: u32 = 20;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut url = arguments.next().ok_or("usage: search_speed URL|postgres [GAMES]")?;
    let games: u64 = arguments.next().map_or(Ok(200_000), |n| n.parse())?;
    let server = if url == "postgres" { Some(Postgres::start()?) } else { None };
    if let Some(server) = &server {
        url.clone_from(&server.url);
    }
    let store = Store::open(&url).await?;
    let numbers: Vec<u64> = (0..games).collect();
    for some in numbers.chunks(1000) {
        let made: Vec<_> = some
            .iter()
            .map(|&n| {
                let store = store.clone();
                tokio::spawn(async move {
                    let game = finished(n)?;
                    store.create(game).await.map_err(|e| e.to_string())
                })
            })
            .collect();
        for game in made {
            assert_eq!(game.await??, Appended::Durable, "use a new database");
        }
    }
    for search in SEARCHES {
        let mut longest = Duration::ZERO;
        let mut found = 0;
        for _ in 0..TIMES {
            let begun = Instant::now();
            found = store.finished_games(search, None, 30).await?.games.len();
            longest = longest.max(begun.elapsed());
        }
        writeln!(
            std::io::stdout(),
            "{search:?} among {games} games: {found} on the page, at most {longest:.1?}"
        )?;
    }
    store.close().await;
    Ok(())
}

fn finished(n: u64) -> Result<NewGame, String> {
    let name = |of: u64| {
        let text = format!("{} {}", NAMES[of as usize % NAMES.len()], of % 10_007);
        Name::parse(&text).map_err(|_| format!("{text} is no name"))
    };
    let seat = |of: u64| {
        let id = PersonId::from_random(u128::from(of % 5000).to_le_bytes());
        name(of).map(|name| Seat::Person { id, name })
    };
    let at = Time(1_700_000_000_000 + n as i64 * 1000);
    Ok(NewGame {
        id: GameId::from_random(u128::from(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).to_le_bytes()),
        created: at,
        owner: None,
        name: name(n / 3)?,
        visibility: Visibility::Public,
        options: serde_json::json!({}),
        seed: Seed([7; 32]),
        code: None,
        rows: vec![Row { at, key: None, body: "{}".to_owned() }],
        summary: Summary {
            updated: at,
            status: Status::Finished,
            seats: BySide([seat(n)?, seat(n / 7 + 1)?]),
            turn: 12,
            phase: Phase::GermanCombat,
            deciding: None,
            deadline: None,
            ending: Some(Ending { at, how: How::Rules, winner: Some(Side::German), score: 50, level: None }),
        },
        snapshot: None,
        wake: Vec::new(),
    })
}
