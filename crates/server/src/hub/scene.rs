//! The current table, with data derived from it once for all clients.

use crate::error::Error;
use crate::wire::PositionView;
use pgg_core::{Legal, Side};
use pgg_table::ask::{self, Answer, LegalView, Reply};
use pgg_table::{Ask, Fault, Table, View};
use std::sync::{Arc, OnceLock};

/// The table after its last entry. It is immutable: the next entry makes a new scene.
pub struct Scene {
    table: Arc<Table>,
    /// Computed on first use: a game without viewers never needs it.
    legal: OnceLock<Legal>,
}

impl Scene {
    pub(super) fn new(table: Table) -> Scene {
        Scene { table: Arc::new(table), legal: OnceLock::new() }
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

    /// Answer a question.
    pub fn answer(&self, ask: &Ask) -> Result<Answer, Fault> {
        match ask {
            Ask::Legal => Ok(Answer::Legal(LegalView::of(self.legal()))),
            ask => ask::answer(self.table.state(), ask),
        }
    }
}

/// Answer several questions. Sums of odds over untried divisions take milliseconds each, too long for a thread
/// that serves others.
pub async fn answers(scene: Arc<Scene>, asks: Vec<Ask>) -> Result<Vec<Reply>, Error> {
    let answered =
        tokio::task::spawn_blocking(move || asks.iter().map(|ask| scene.answer(ask).into()).collect());
    answered.await.map_err(|_| Error::INTERNAL)
}
