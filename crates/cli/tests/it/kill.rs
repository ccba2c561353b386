//! The server is killed under load, again and again, and nothing that was acknowledged is lost or done twice.
//! `cargo xtask load kill` does the same 200 times.

use pgg_load::{Database, Kill, Two, block_on};
use std::path::Path;

const PGG: &str = env!("CARGO_BIN_EXE_pgg");

fn five_kills(database: Database) {
    let kill = Kill { times: 5, games: 8, database, seed: 1941, fewest: 20, most: 200 };
    let figures = block_on(kill.run(Path::new(PGG))).expect("nothing is lost");
    // At least twenty actions precede every kill.
    assert!(figures.compared.acknowledged >= 100, "{figures:?}");
}

#[test]
fn nothing_is_lost_when_a_server_on_sqlite_is_killed() {
    five_kills(Database::Sqlite);
}

#[test]
fn nothing_is_lost_when_a_server_on_postgres_is_killed() {
    five_kills(Database::Postgres);
}

#[test]
fn players_on_two_servers_see_every_entry_once_though_one_is_killed() {
    let two = Two { actions: 2000, games: 8, every: 400, seed: 1941 };
    let figures = block_on(two.run(Path::new(PGG))).unwrap();
    assert!(figures.kills == 5 && figures.compared.entries > 2000, "{figures:?}");
}
