//! Input of commands: edited in a terminal, with history and completion, or line by line from a pipe.

use super::complete::complete;
use pgg_core::State;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, StdinLock, Write, stdin, stdout};
use std::path::PathBuf;

/// The longest command that is read.
const LINE_LIMIT: usize = 1 << 12;

/// Where the commands come from.
pub(super) enum Input {
    Pipe(StdinLock<'static>),
    Terminal(Box<Terminal>),
}

/// A terminal with its line editor.
pub(super) struct Terminal {
    editor: Editor<Words, FileHistory>,
    history: Option<PathBuf>,
    /// The rest of several lines that were pasted at once.
    pasted: VecDeque<String>,
}

/// What was typed.
pub(super) enum Typed {
    Line(String),
    /// The line was abandoned with Ctrl-C.
    Never,
    /// No more will come.
    End,
}

impl Input {
    /// The terminal if input and output are one, otherwise standard input.
    pub(super) fn open(history: Option<PathBuf>) -> Input {
        if !stdin().is_terminal() || !stdout().is_terminal() {
            return Input::Pipe(stdin().lock());
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true);
        match Editor::with_config(config.build()) {
            Ok(mut editor) => {
                editor.set_helper(Some(Words::default()));
                if let Some(path) = &history {
                    // It does not exist before the first game.
                    let _ = editor.load_history(path);
                }
                Input::Terminal(Box::new(Terminal { editor, history, pasted: VecDeque::new() }))
            }
            // A terminal without line editing can still be read from.
            Err(_) => Input::Pipe(stdin().lock()),
        }
    }

    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// The next line, asked for with a prompt. Words are completed from the position, if there is one.
    pub(super) fn line(&mut self, prompt: &str, state: Option<&State>) -> io::Result<Typed> {
        match self {
            Input::Pipe(lines) => {
                let mut out = crate::out::stdout();
                write!(out, "{prompt}")?;
                out.flush()?;
                drop(out);
                Ok(read_line(lines)?.map_or(Typed::End, Typed::Line))
            }
            Input::Terminal(terminal) => terminal.line(prompt, state),
        }
    }
}

impl Terminal {
    fn line(&mut self, prompt: &str, state: Option<&State>) -> io::Result<Typed> {
        if let Some(line) = self.pasted.pop_front() {
            writeln!(crate::out::stdout(), "{prompt}{line}")?;
            return Ok(Typed::Line(line));
        }
        if let Some(words) = self.editor.helper_mut() {
            words.0 = state.map(|state| Box::new(*state));
        }
        match self.editor.readline(prompt) {
            Ok(text) => {
                let mut lines = text.lines().map(str::to_owned);
                let first = lines.next().unwrap_or_default();
                self.pasted.extend(lines);
                Ok(Typed::Line(first))
            }
            Err(ReadlineError::Interrupted) => Ok(Typed::Never),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(path) = &self.history {
            // Failing to save the history is not an error.
            let _ = self.editor.save_history(path);
        }
    }
}

/// Completes what is typed, from the position.
#[derive(Default)]
struct Words(Option<Box<State>>);

impl Completer for Words {
    type Candidate = Pair;
    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let Some(state) = &self.0 else { return Ok((at, Vec::new())) };
        let (start, words) = complete(line.get(..at).unwrap_or_default(), state);
        let pair = |word: String| Pair { display: word.trim_end().to_owned(), replacement: word };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// A line of input of any length and encoding; none at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line: Vec<u8> = Vec::new();
    let mut any = false;
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(any.then(|| String::from_utf8_lossy(&line).into_owned()));
        }
        any = true;
        let end = bytes.iter().position(|&b| b == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(LINE_LIMIT - line.len())]);
        let used = end.map_or(bytes.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }
}
