//! The current table, with data derived from it once for all clients.

use crate::error::Error;
use crate::limits::Visit;
use crate::wire::PositionView;
use crate::work::Work;
use pgg_core::{Legal, Side};
use pgg_table::ask::{self, Answer, LegalView, Reply};
use pgg_table::{Ask, Fault, Table, View};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::OnceCell;

/// The table after its last entry. It is immutable: the next entry makes a new scene.
pub struct Scene {
    table: Arc<Table>,
    /// Computed on first use: a game without viewers never needs it.
    legal: OnceLock<Legal>,
    /// Answers to expensive questions.
    known: Mutex<HashMap<String, Arc<Known>>>,
}

/// An answer that somebody computes, or has computed.
type Known = OnceCell<Result<Answer, Fault>>;

/// So many answers are kept: the attacks that players and watchers look at between two actions.
const KNOWN: usize = 32;

impl Scene {
    pub(super) fn new(table: Table) -> Scene {
        Scene { table: Arc::new(table), legal: OnceLock::new(), known: Mutex::default() }
    }

    /// The table.
    pub const fn table(&self) -> &Arc<Table> {
        &self.table
    }

    fn legal(&self) -> &Legal {
        self.legal.get_or_init(|| self.table.state().legal())
    }

    /// Everything there is to see.
    pub fn view(&self) -> View {
        self.table.view(self.legal())
    }

    /// The position, for a client that plays these sides.
    pub fn position(&self, sides: &[Side]) -> PositionView {
        PositionView::at(&self.table, self.legal(), sides)
    }

    /// The legal actions, if one of these sides has to decide.
    pub fn legal_for(&self, sides: &[Side]) -> Option<LegalView> {
        PositionView::legal_for(&self.table, self.legal(), sides)
    }

    /// Answers one or several questions for this visitor: what is quick at once, the rest when it is his turn to have work done.
    pub async fn answers(
        self: &Arc<Scene>,
        asks: Vec<Ask>,
        work: &Work,
        visit: &Visit,
    ) -> Result<Vec<Reply>, Error> {
        let mut replies = Vec::with_capacity(asks.len());
        for ask in asks {
            replies.push(self.answer(ask, work, visit).await?.into());
        }
        Ok(replies)
    }

    /// The same for one question.
    pub async fn answer(
        self: &Arc<Scene>,
        ask: Ask,
        work: &Work,
        visit: &Visit,
    ) -> Result<Result<Answer, Fault>, Error> {
        if is_quick(&ask) {
            return Ok(self.compute(&ask));
        }
        let cell = self.known(&ask);
        let scene = Arc::clone(self);
        let answer = work.run(visit, move || scene.compute(&ask));
        match cell {
            // Whoever asks the same meanwhile waits for this answer.
            Some(cell) => cell.get_or_try_init(|| answer).await.cloned(),
            None => answer.await,
        }
    }

    fn compute(&self, ask: &Ask) -> Result<Answer, Fault> {
        match ask {
            Ask::Legal => Ok(Answer::Legal(LegalView::of(self.legal()))),
            ask => ask::answer(self.table.state(), ask),
        }
    }

    /// Where the answer to an expensive question is kept, if there is room.
    fn known(&self, ask: &Ask) -> Option<Arc<Known>> {
        let Ask::Odds { .. } = ask else { return None };
        let key = serde_json::to_string(ask).ok()?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KNOWN && !known.contains_key(&key) {
            return None;
        }
        Some(Arc::clone(known.entry(key).or_default()))
    }
}

/// Questions that take microseconds: a place for work would cost more.
const fn is_quick(ask: &Ask) -> bool {
    matches!(ask, Ask::Legal | Ask::Check { .. } | Ask::Cup | Ask::Score | Ask::Position)
}
