//! `pgg engine`: the referee as a line protocol, for bots and tests. `docs/engine-protocol.md` has every command.

mod fault;
mod lines;
mod programs;
mod request;
mod session;

use crate::failure::Failure;
use fault::Fault;
use lines::Line;
use serde::Serialize;
use serde_json::{Map, Value};
use session::Session;
use std::io::{self, BufRead, Write};

/// Referee a game by JSON Lines: one request a line on stdin, one reply a line on stdout.
///
/// For programs that play. A request names a command, `{"cmd": "new", "seed": 1}`; the reply says
/// `{"ok": true, ...}`, or `{"ok": false, "error": {"case", "reason", "message"}}`, where `case` is the
/// rule that was broken. A bad line gets an error and the session goes on. Commands: new, load,
/// position, record, decision, legal, reach, odds, supply, score, best, apply, undo, redo, quit; see
/// docs/engine-protocol.md.
///
/// Example:
///
/// echo '{"cmd": "new", "seed": 1}' | pgg engine
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<(), Failure> {
    match serve(io::stdin().lock(), io::stdout().lock()) {
        // The reader has closed the pipe, which ends a session like `quit`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => Ok(done?),
    }
}

/// One reply per line: `ok`, the request's `id` if it had one, then the rest.
#[derive(Serialize)]
struct Reply {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    ok: bool,
    #[serde(flatten)]
    body: Map<String, Value>,
}

fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::default();
    let mut line = Vec::new();
    while !session.has_quit() {
        match lines::read(&mut input, &mut line)? {
            Line::End => break,
            Line::Read if line.trim_ascii().is_empty() => {}
            Line::Read => {
                let (id, answer) = session.answer(&line);
                send(&mut output, id, answer)?;
            }
            Line::TooLong => {
                // Answer before skipping the rest, so that an endless line gets its answer too.
                send(&mut output, None, Err(Fault::LineTooLong))?;
                lines::skip(&mut input)?;
            }
        }
    }
    Ok(())
}

fn send(
    output: &mut impl Write,
    id: Option<Value>,
    answer: Result<Map<String, Value>, Fault>,
) -> io::Result<()> {
    let (ok, body) = match answer {
        Ok(body) => (true, body),
        Err(fault) => (false, Map::from_iter([("error".to_owned(), fault.into_json())])),
    };
    let mut line = serde_json::to_vec(&Reply { id, ok, body })?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}
