//! `pgg serve`, `backup`, `restore` and `invite` as an operator uses them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn pgg() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pgg"));
    // The developer's environment must not change the tests.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PGG_")) {
        command.env_remove(name);
    }
    command
}

/// A server that ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(database: &str, more: &[&str]) -> Server {
        let mut command = pgg();
        command.args(["serve", "--no-open", "--database", database]).args(more);
        if !more.contains(&"--listen") {
            command.env("PGG_LISTEN", "127.0.0.1:0");
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("its output")).read_line(&mut line).expect("a line");
        let url = line.strip_prefix("Panzergruppe Guderian is at http://").expect(&line);
        let address = url.strip_suffix("/\n").expect(url).to_owned();
        Server { child, address }
    }

    fn request(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}",
            self.address
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Asks it to end, as a service manager does, and returns what it printed.
    fn terminate(mut self) -> Output {
        let asked = Command::new("kill")
            .args(["-s", "TERM", &self.child.id().to_string()])
            .status()
            .expect("kill is there");
        assert!(asked.success());
        let status = self.child.wait().expect("it ends");
        let read = |pipe: Option<&mut dyn Read>| {
            let mut bytes = Vec::new();
            pipe.expect("its output").read_to_end(&mut bytes).expect("read");
            bytes
        };
        let stdout = read(self.child.stdout.as_mut().map(|pipe| pipe as &mut dyn Read));
        let stderr = read(self.child.stderr.as_mut().map(|pipe| pipe as &mut dyn Read));
        Output { status, stdout, stderr }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn sqlite(folder: &Path, name: &str) -> String {
    format!("sqlite:{}", folder.join(name).display())
}

fn run(args: &[&str]) -> (Option<i32>, String) {
    let output = pgg().args(args).output().expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("text"))
}

#[test]
fn it_serves_and_ends_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&sqlite(folder.path(), "new/folder/games.sqlite"), &[]);
    assert!(server.request("GET", "/", "").starts_with("HTTP/1.1 200"));
    assert!(server.request("GET", "/health", "").contains("\"ok\""));
    let guest = server.request("POST", "/api/session", r#"{"guest": {}}"#);
    assert!(guest.starts_with("HTTP/1.1 200") && guest.contains("set-cookie: pgg_session="), "{guest}");
    let output = server.terminate();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty(), "one line is all it says");
}

#[test]
fn what_keeps_it_from_starting_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let database = sqlite(folder.path(), "games.sqlite");
    let server = Server::start(&database, &[]);
    let other = sqlite(folder.path(), "other.sqlite");
    let serve = |more: &[&str]| run(&[&["serve", "--no-open"], more].concat());
    let (code, text) = serve(&["--listen", &server.address, "--database", &other]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("something else listens at") && text.contains("--listen"), "{text}");
    let (code, text) = serve(&["--listen", "127.0.0.1:0", "--database", &database]);
    assert_eq!(code, Some(3), "{text}");
    for (wrong, says) in [
        (["--listen", "nowhere"], "--listen"),
        (["--public-url", "example.org"], "https://"),
        (["--registration", "maybe"], "open, invitation or closed"),
        (["--limit-factor", "0"], "above 0"),
        (["--log", "loud"], "pretty or json"),
    ] {
        let (code, text) = serve(&wrong);
        assert_eq!(code, Some(2), "{wrong:?}: {text}");
        assert!(text.contains(says), "{wrong:?}: {text}");
    }
    let (code, text) = serve(&["--listen", "127.0.0.1:0", "--database", "mysql://localhost/pgg"]);
    assert_ne!(code, Some(0), "{text}");
}

#[test]
fn a_backup_goes_into_another_database() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (sqlite(folder.path(), "first.sqlite"), sqlite(folder.path(), "second.sqlite"));
    let server = Server::start(&first, &[]);
    let account = r#"{"login": "heinz", "password": "correct horse"}"#;
    assert!(server.request("POST", "/api/accounts", account).starts_with("HTTP/1.1 201"));
    let file = folder.path().join("all.pgg");
    let file = file.to_str().unwrap();
    let (code, text) = run(&["backup", file, "--database", &first]);
    assert_eq!(code, Some(0), "while it serves: {text}");
    server.terminate();
    let (code, text) = run(&["restore", file, "--database", &second]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = run(&["restore", file, "--database", &second]);
    assert_eq!(code, Some(3), "not into one that holds something: {text}");
    let server = Server::start(&second, &[]);
    let login = r#"{"login": {"login": "heinz", "password": "correct horse"}}"#;
    assert!(server.request("POST", "/api/session", login).starts_with("HTTP/1.1 200"));
}

#[test]
fn the_operator_invites() {
    let folder = tempfile::tempdir().unwrap();
    let database = sqlite(folder.path(), "games.sqlite");
    // `invite` creates no database: the server has done so before.
    Server::start(&database, &[]).terminate();
    let (code, text) = run(&["invite", "--database", &database, "--public-url", "https://games.example.org"]);
    assert_eq!(code, Some(0), "{text}");
    let invitation = text.trim().strip_prefix("https://games.example.org/register#invitation=").expect(&text);
    let server = Server::start(&database, &["--registration", "invitation"]);
    let register = |invitation: &str| {
        let body =
            format!(r#"{{"login": "heinz", "password": "correct horse", "invitation": "{invitation}"}}"#);
        server.request("POST", "/api/accounts", &body)
    };
    assert!(register("guess").contains("bad_invitation"));
    assert!(register(invitation).starts_with("HTTP/1.1 201"));
}

/// That a game that ended by time is reopened is tested where there is a clock that can be advanced: in the server.
#[test]
fn a_game_that_is_not_there_is_not_reopened() {
    let folder = tempfile::tempdir().unwrap();
    let database = sqlite(folder.path(), "games.sqlite");
    let (code, text) = run(&["reopen", "000000000000", "--database", &database]);
    assert!(code == Some(3) && text.contains("none was made"), "{text}");
    Server::start(&database, &[]).terminate();
    let (code, text) = run(&["reopen", "000000000000", "--database", &database]);
    assert!(code == Some(3) && text.contains("game 000000000000 was not reopened"), "{text}");
    let (code, text) = run(&["reopen", "nonsense", "--database", &database]);
    assert!(code == Some(2) && text.contains("twelve characters"), "{text}");
}
