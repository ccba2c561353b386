//! Programs from outside: any program that reads questions and writes answers, line by line, can play in a league.
//! docs/laboratory.md has the protocol.
//!
//! It runs as a process of its own for each game and side. What it does wrong ends its game with a message that names the
//! program and the line: it may die, hang, or answer anything.

use crate::{Player, Watch};
use pgg_core::{Action, Illegal, Options, Position, Side, State};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The name of the protocol.
pub const PROTOCOL: &str = "pgg-player 1";
/// How long an answer may take, unless told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(300);
/// How long it may take to leave when the game is over.
const FAREWELL: Duration = Duration::from_secs(2);
/// The longest line taken as an answer.
const LIMIT: u64 = 1 << 20;
/// How often one that wants to be asked again is refused for one decision.
const REFUSALS: u32 = 3;
/// So much of a bad line is shown.
const SHOWN: usize = 200;

/// What it is asked.
#[derive(Serialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum ToProgram {
    Begin {
        protocol: &'static str,
        side: Side,
        /// As text: not every language has whole numbers so large.
        seed: String,
        options: Options,
    },
    Action {
        n: u32,
        position: Box<Position>,
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<Action>>,
        /// Why its last answer was not taken.
        #[serde(skip_serializing_if = "Option::is_none")]
        refused: Option<Illegal>,
    },
    Bye,
}

/// How it begins.
#[derive(Deserialize)]
struct Ready {
    ready: bool,
    /// Does it want to be told what is legal?
    #[serde(default)]
    legal: bool,
    /// Does it want to be asked again when an answer is not legal? A program of older rules may be right by those.
    #[serde(default)]
    again: bool,
}

/// What it answers.
#[derive(Deserialize)]
struct Answer {
    action: Action,
}

/// A player in a process of its own.
pub struct Outside {
    command: String,
    seed: u64,
    patience: Duration,
    running: Option<Running>,
    failure: Option<String>,
    asked: u32,
}

impl Outside {
    /// Of a command: a program and its arguments, with spaces between them. It is started when it is first asked.
    pub fn new(command: &str, seed: u64, patience: Duration) -> Outside {
        Outside { command: command.to_owned(), seed, patience, running: None, failure: None, asked: 0 }
    }

    fn ask(&mut self, state: &State) -> Result<Action, String> {
        let running = match &mut self.running {
            Some(running) => running,
            none => {
                let side = state.decision().map_or(Side::German, |d| d.side);
                let begin = ToProgram::Begin {
                    protocol: PROTOCOL,
                    side,
                    seed: self.seed.to_string(),
                    options: state.options(),
                };
                none.insert(Running::start(&self.command, &begin, self.patience)?)
            }
        };
        let legal: Option<Vec<Action>> = running.wants_legal.then(|| {
            let legal = state.legal();
            legal.iter().filter(|action| state.check(action).is_ok()).collect()
        });
        let mut refused: Option<Illegal> = None;
        let mut refusals = 0;
        loop {
            self.asked += 1;
            let position = Box::new(Position::from(state));
            running.tell(&ToProgram::Action { n: self.asked, position, legal: legal.clone(), refused })?;
            let line = running.hear(self.patience)?;
            let answer: Answer = running.understand(&line)?;
            match state.check(&answer.action) {
                Ok(()) => return Ok(answer.action),
                Err(illegal) if running.again && refusals < REFUSALS => {
                    refusals += 1;
                    refused = Some(illegal);
                }
                Err(illegal) => return Err(running.about(&line, &illegal.to_string())),
            }
        }
    }
}

impl Player for Outside {
    fn choose(&mut self, state: &State, _: &dyn Watch) -> Action {
        match self.ask(state) {
            Ok(action) => action,
            Err(why) => {
                self.running = None;
                self.failure = Some(format!("cmd:{}: {why}", self.command));
                Action::Done
            }
        }
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// A process that is asked. One thread writes to it and one reads from it, so that neither a program that does not read
/// nor one that does not write keeps us longer than we have patience.
struct Running {
    child: Child,
    questions: Option<Sender<Vec<u8>>>,
    answers: Receiver<Result<Vec<u8>, String>>,
    wants_legal: bool,
    again: bool,
    /// Lines it has written.
    heard: u32,
}

impl Running {
    fn start(command: &str, begin: &ToProgram, patience: Duration) -> Result<Running, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("no program is named")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("it cannot be started: {e}"))?;
        let (questions, to_write) = channel();
        let (to_hear, answers) = channel();
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || write_all(stdin, &to_write));
            thread::spawn(move || read_all(stdout, &to_hear));
        }
        let questions = Some(questions);
        let mut running = Running { child, questions, answers, wants_legal: false, again: false, heard: 0 };
        running.tell(begin)?;
        let line = running.hear(patience)?;
        let ready: Ready = running.understand(&line)?;
        if !ready.ready {
            return Err(running.about(&line, "it is not ready"));
        }
        running.wants_legal = ready.legal;
        running.again = ready.again;
        Ok(running)
    }

    fn tell(&self, question: &ToProgram) -> Result<(), String> {
        let mut line = serde_json::to_vec(question).map_err(|e| e.to_string())?;
        line.push(b'\n');
        // If the thread is gone, so is the program: the answer that does not come tells it.
        if let Some(questions) = &self.questions {
            let _ = questions.send(line);
        }
        Ok(())
    }

    fn hear(&mut self, patience: Duration) -> Result<Vec<u8>, String> {
        self.heard += 1;
        match self.answers.recv_timeout(patience) {
            Ok(line) => line.map_err(|why| format!("line {}: {why}", self.heard)),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("line {}: no answer in {} seconds", self.heard, patience.as_secs_f64()))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let how = match self.child.wait() {
                    Ok(status) => status.to_string(),
                    Err(error) => error.to_string(),
                };
                Err(format!("line {}: it ended instead of answering ({how})", self.heard))
            }
        }
    }

    fn understand<T: for<'de> Deserialize<'de>>(&self, line: &[u8]) -> Result<T, String> {
        serde_json::from_slice(line).map_err(|e| self.about(line, &e.to_string()))
    }

    /// What is wrong with a line.
    fn about(&self, line: &[u8], what: &str) -> String {
        let line: String = String::from_utf8_lossy(line).chars().take(SHOWN).collect();
        format!("line {}: {what}: {line}", self.heard)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.tell(&ToProgram::Bye).is_ok() {
            // No more questions: the writer ends and closes its input.
            self.questions = None;
            while self.answers.recv_timeout(FAREWELL).is_ok() {}
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_all(mut to: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        // A program that has gone is told by its silence.
        if to.write_all(&line).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

fn read_all(from: ChildStdout, to: &Sender<Result<Vec<u8>, String>>) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(LIMIT).read_until(b'\n', &mut line);
        let said = match read {
            Ok(0) => return,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == LIMIT => {
                Err(format!("it is longer than {LIMIT} bytes"))
            }
            Ok(_) => Ok(line.trim_ascii().to_vec()),
            Err(error) => Err(error.to_string()),
        };
        let over = said.is_err();
        if to.send(said).is_err() || over {
            return;
        }
    }
}
