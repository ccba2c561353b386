//! Databases and games of older versions open, replay and continue.
//!
//! `tests/data` has a database and a backup of every schema and form of log that ever landed. Each contains a game that is long
//! enough to have a snapshot, one with an action taken back, one resigned, one played to its end, fights, and a program's.
//! The files are named by the commits whose programs made them: 1 is the first schema, 2 the same with columns in another order, 3 has tails of the
//! log, 4 a resigned game without a level, 5 fingerprints with the version of the rules, 6 the
//! last before the time of service.

use crate::support::socket::{Seen, Socket, drawn};
use crate::support::{Answer, Client, Host, PASSWORD};
use flate2::read::GzDecoder;
use pgg_ai::{Unwatched, player};
use pgg_core::{Record, State};
use serde_json::{Value, json};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The server sends at most this many positions at once.
const POSITIONS: u64 = 200;

fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The files of the versions, by extension.
fn files(ending: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(data()).expect("the folder").map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = all.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    files.sort();
    assert!(files.len() >= 6, "{} files", files.len());
    files
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(path).expect("a file")).read_to_end(&mut bytes).expect("gzip");
    bytes
}

async fn anna(server: &Host) -> Client {
    let client = server.client();
    let login = json!({"login": {"login": "anna", "password": PASSWORD}});
    client.post("/api/session", login).await.expect(200);
    client
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// Everything that can be asked of a game: its view, and the record. Never an error.
async fn told(client: &Client, game: &str) -> (Value, Record) {
    let get = async |what: &str| -> Answer { client.get(&format!("/api/games/{game}{what}")).await };
    let whole = get("").await.expect(200);
    let (last, ply) = (number(&whole["last"]), number(&whole["view"]["now"]["ply"]));
    let history = get("/history").await.expect(200);
    let entries = history["entries"].as_array().expect("entries");
    assert!(entries.iter().zip(1..).all(|(entry, n)| number(&entry["n"]) == n));
    assert_eq!(entries.len() as u64, last);
    assert_eq!(entries[last as usize - 1]["now"]["ply"], ply);
    let from = (ply + 1).saturating_sub(POSITIONS);
    let past = get(&format!("/positions?from={from}&to={ply}")).await.expect(200);
    let past = past.as_array().expect("positions");
    assert!(past.iter().zip(from..=ply).all(|(past, ply)| number(&past["ply"]) == ply));
    assert_eq!(past.len() as u64, ply - from + 1);
    if whole["view"]["ended"].is_null() {
        assert_eq!(past[past.len() - 1]["position"], whole["view"]["position"]);
    }
    get("/luck").await.expect(200);
    let record = get("/record").await;
    assert_eq!(record.status, 200, "{}", record.text);
    let record = Record::parse(&record.text).expect("a record");
    assert_eq!(record.entries.len() as u64, ply);
    // A client that comes back gets every entry once.
    let mut socket = Socket::connect(client, game, "?since=0").await;
    while u64::from(socket.last) < last {
        match socket.next().await.expect("the connection goes on") {
            Seen::Bye(error) => panic!("{error:?}"),
            _ => continue,
        }
    }
    socket.close().await;
    (whole, record)
}

/// Plays a few more actions, if the game is not over, and sends a chat message.
async fn play_on(client: &Client, game: &str) {
    let mut socket = Socket::connect(client, game, "").await;
    let view = socket.until(|seen| if let Seen::Welcome { view, .. } = seen { view } else { None }).await;
    let view: Value = serde_json::from_str(view.get()).expect("a view");
    socket.request(json!({"say": {"text": "I am back"}})).await.expect("talk");
    let mut state = drawn(&view["position"]);
    let mut program = player("cadet", 5, None).expect("a program");
    for _ in 0..3 {
        if !view["ended"].is_null() || state.decision().is_none() {
            break;
        }
        let action = program.choose(&state, &Unwatched);
        socket.request(json!({"action": action})).await.expect("a legal action");
        let whole = client.get(&format!("/api/games/{game}")).await.expect(200);
        state = drawn(&whole["view"]["position"]);
    }
    socket.close().await;
}

/// Does every game open and replay, and can it be continued? Then again after a restart.
async fn all_is_there(mut server: Host, name: &str) {
    let client = anna(&server).await;
    let games = client.get("/api/games?list=mine").await.expect(200);
    let games: Vec<(String, String)> = games["games"]
        .as_array()
        .expect("games")
        .iter()
        .map(|game| (text(&game["id"]).to_owned(), text(&game["name"]).to_owned()))
        .collect();
    assert_eq!(games.len(), 6, "{name}");
    for (id, called) in &games {
        let what = format!("{name}: {called}");
        let (whole, record) = told(&client, id).await;
        assert!(whole["view"]["differs"].is_null(), "{what}");
        record.check().unwrap_or_else(|e| panic!("{what}: {e}"));
        record.check_seed().unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(
            whole["view"]["ended"].is_null(),
            !["Resigned", "To the end"].contains(&called.as_str()),
            "{what}"
        );
        if called == "Taken back" {
            assert_eq!(number(&whole["view"]["now"]["redo"]), 1, "{what}");
        }
        if called != "Two sides" {
            play_on(&client, id).await;
        }
        told(&client, id).await.1.check().unwrap_or_else(|e| panic!("{what}: {e}"));
    }
    server = server.restart().await;
    let client = server.again(&client);
    for (id, called) in &games {
        told(&client, id).await.1.check().unwrap_or_else(|e| panic!("{name}: {called}: {e}"));
    }
    server.stop().await;
}

#[tokio::test]
async fn databases_of_every_version_open_and_go_on() {
    for file in files(".sqlite.gz") {
        let server = Host::over(async |path| fs::write(path, unpacked(&file)).expect("a database")).await;
        all_is_there(server, &file.to_string_lossy()).await;
    }
}

#[tokio::test]
async fn backups_of_every_version_are_restored_and_go_on() {
    for file in files(".backup.gz") {
        let server = Host::over(async |path| {
            let backup = path.with_extension("backup");
            fs::write(&backup, unpacked(&file)).expect("a backup");
            let url = format!("sqlite:{}", path.display());
            pgg_server::store::restore(&backup, &url).await.expect("restored");
        })
        .await;
        all_is_there(server, &file.to_string_lossy()).await;
    }
}

// ---- rules that have changed --------------------------------------------------------------------------------------

/// The log that older rules would have left: from the entry `n` on it has fingerprints of version 1 that today's rules do not
/// reproduce, and its action there may be one that they refuse.
struct Change {
    n: u32,
    refused: bool,
    /// Is there a stored position of those rules?
    stored: bool,
}

fn by_older_rules(path: &Path, change: &Change) {
    let database = rusqlite::Connection::open(path).expect("the database");
    for table in ["log", "log_tail_0", "log_tail_1"] {
        let sql = format!("SELECT game, n, body FROM {table} WHERE n >= ?1");
        let mut rows = database.prepare(&sql).expect("a statement");
        let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let rows: Vec<(String, u32, String)> =
            rows.query_map([change.n], read).expect("rows").map(|row| row.expect("a row")).collect();
        for (game, n, body) in rows {
            let mut entry: Value = serde_json::from_str(&body).expect("an entry");
            let Some(acted) = entry["what"].get_mut("acted") else { continue };
            acted["state"] = json!("00000000000000aa");
            if change.refused && n == change.n {
                acted["action"] = json!("take_loss");
            }
            let sql = format!("UPDATE {table} SET body = ?3 WHERE game = ?1 AND n = ?2");
            database.execute(&sql, rusqlite::params![game, n, entry.to_string()]).expect("changed");
        }
    }
    if change.stored {
        let sql = "UPDATE snapshots SET body = CAST(replace(CAST(body AS TEXT), '\"rules\":2', '\"rules\":1') AS BLOB)";
        assert_eq!(database.execute(sql, []).expect("changed"), 1);
    } else {
        database.execute("DELETE FROM snapshots", []).expect("none");
    }
}

#[tokio::test]
async fn a_game_that_newer_rules_lead_elsewhere_goes_on_where_it_is() {
    for (refused, stored) in [(false, true), (true, true), (false, false), (true, false)] {
        let what = format!("refused {refused}, stored {stored}");
        let server = Host::start().await;
        let client = server.account("anna").await;
        let position = json!({"turn": 7, "phase": "german_movement", "units":
            {"1222": ["pz7"], "1322": ["r1 untried"], "1624": ["konev"], "0120": ["inf6"]}});
        let made = client.post("/api/games", json!({"side": "both", "position": position})).await.expect(201);
        let game = text(&made["id"]).to_owned();
        for _ in 0..4 {
            play_on(&client, &game).await;
        }
        let (before, _) = told(&client, &game).await;
        let history = client.get(&format!("/api/games/{game}/history")).await.expect(200);
        let mut acted =
            history["entries"].as_array().expect("entries").iter().filter(|e| e["what"]["acted"].is_object());
        let n = number(&acted.nth(2).expect("an action")["n"]) as u32;
        let server = server.restart_after(|path| by_older_rules(path, &Change { n, refused, stored })).await;
        let client = server.again(&client);

        let differs = json!({"n": n, "version": 1});
        let (whole, record) = told(&client, &game).await;
        assert_eq!(whole["view"]["differs"], differs, "{what}");
        assert_eq!(
            (&whole["last"], &whole["view"]["now"]["ply"]),
            (&before["last"], &before["view"]["now"]["ply"])
        );
        assert_eq!(record.check().expect_err(&what).older, Some(1), "{what}");
        // The position differs only where today's rules refuse what was played and no snapshot was stored.
        let same = whole["view"]["position"] == before["view"]["position"];
        assert_eq!(same, stored || !refused, "{what}");

        play_on(&client, &game).await;
        let (on, _) = told(&client, &game).await;
        let [after, before] = [&on, &before].map(|whole| number(&whole["view"]["now"]["ply"]));
        assert!(after > before, "{what}: {after}, {before}, {}", on["view"]["ended"]);
        let history = client.get(&format!("/api/games/{game}/history")).await.expect(200);
        let resumed: Vec<&Value> = history["entries"]
            .as_array()
            .expect("entries")
            .iter()
            .filter(|entry| entry["what"]["resumed"].is_object())
            .collect();
        assert_eq!(resumed.len(), 1, "{what}");
        assert_eq!(resumed[0]["what"]["resumed"]["differs"], differs);
        // The log keeps a position as a file has it.
        let kept =
            State::from_text(&resumed[0]["what"]["resumed"]["position"].to_string()).expect("a position");
        assert_eq!(kept, drawn(&whole["view"]["position"]), "{what}");

        // The next process sees the same, and so does one that has only the log.
        let mut server = server.restart().await;
        for _ in 0..2 {
            let client = server.again(&client);
            let (again, _) = told(&client, &game).await;
            assert_eq!(again["view"]["position"], on["view"]["position"], "{what}");
            assert_eq!(again["view"]["differs"], differs, "{what}");
            server = server
                .restart_after(|path| {
                    let database = rusqlite::Connection::open(path).expect("the database");
                    database.execute("DELETE FROM snapshots", []).expect("none");
                })
                .await;
        }
        server.stop().await;
    }
}
