//! A client that openapi-python-client makes from the server's document plays a whole game.
//!
//! The generator comes from PyPI, in the versions of `tests/client/requirements.txt`, into an environment of its own under
//! `target/tmp`; that takes the network once.

use pgg_core::Record;
use pgg_server::{Config, Server};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/client")
}

/// Runs something to its end; what it printed.
fn run(command: &mut Command, what: &str) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{what}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{what}\n{out}\n{err}");
    out.into_owned()
}

/// The Python that has the generator, installed if these versions are not there yet.
fn python() -> PathBuf {
    let wanted = fs::read_to_string(here().join("requirements.txt")).expect("the versions");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("client");
    let (python, done) = (folder.join("bin/python"), folder.join("installed.txt"));
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return python;
    }
    let _ = fs::remove_dir_all(&folder);
    run(
        Command::new("python3").args(["-m", "venv"]).arg(&folder),
        "python3 makes no environment: install Python 3 with venv (Debian: python3-venv)",
    );
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
    // pip itself asks again where the network fails for a moment.
    run(
        Command::new(&python).args(install).arg(here().join("requirements.txt")).args([
            "--retries",
            "20",
            "--timeout",
            "60",
        ]),
        "openapi-python-client could not be installed. This test takes it from PyPI, or from the index that pip is set \
         to, when it runs for the first time: run it once with the network, later it does without",
    );
    fs::write(&done, wanted).expect("a note");
    python
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_generated_client_plays_a_whole_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.sqlite").display());
    let config = Config { database, listen: SocketAddr::from(([127, 0, 0, 1], 0)), ..Config::default() };
    let server = Server::start(config).await.expect("the server starts");
    let url = format!("http://{}", server.address());
    // Plain HTTP needs no TLS, but the library requires a provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let get = async |path: &str| {
        let answer = http.get(format!("{url}{path}")).send().await.expect("an answer");
        answer.text().await.expect("a text")
    };
    let document = folder.path().join("openapi.json");
    fs::write(&document, get("/api/openapi.json").await).expect("the document is written");

    let (place, address) = (folder.path().to_owned(), url.clone());
    let played = tokio::task::spawn_blocking(move || {
        let python = python();
        let tools = python.parent().expect("a folder").to_owned();
        let path = std::env::var("PATH").unwrap_or_default();
        let mut generate = Command::new(&python);
        generate.args(["-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]);
        generate.arg("--path").arg(&document).arg("--config").arg(here().join("config.yaml"));
        generate.arg("--output-path").arg(place.join("pgg_client"));
        // It formats its output with a program that was installed beside it.
        generate.env("PATH", format!("{}:{path}", tools.display()));
        run(&mut generate, "no client could be made from the document");
        let mut play = Command::new(&python);
        play.arg(here().join("play.py")).args([address.as_str(), "1"]).env("PYTHONPATH", &place);
        run(&mut play, "the generated client could not play")
    });
    let played = played.await.expect("it ends");
    let (how, game) = played.trim().split_once(' ').expect("how it ended, and which game");
    assert_eq!(how, "rules");
    let record = Record::parse(&get(&format!("/api/games/{game}/record")).await).expect("a record");
    record.check().expect("a whole game by the rules");
    server.stop().await;
}
