//! Types for others, made from the Rust types that are sent: nothing is written twice. The page gets TypeScript
//! (`web/src/wire`), other programs JSON Schema (`data/schema`) and OpenAPI (`docs/openapi.json`).
//!
//! `PGG_BLESS=1 cargo test -p pgg-types` writes them anew. Whatever is sent derives `ts_rs::TS` and
//! `schemars::JsonSchema` behind the feature `types`; what a root below contains comes along by itself.

mod check;
mod kind;
mod layout;
mod openapi;
pub mod schema;
pub mod tables;

pub use check::Types;
pub use openapi::{described, openapi};

use pgg_core::Reason;
use pgg_server::api::about::About;
use pgg_server::api::bots;
use pgg_server::api::games::{lists, new, past, play};
use pgg_server::api::people::{self, tokens, webhooks};
use pgg_server::api::positions;
use pgg_server::error::ErrorBody;
use pgg_server::wire::{FromPlayer, ToPlayer};
use std::any::{TypeId, type_name};
use std::collections::HashSet;
use ts_rs::{Config, TS, TypeVisitor};

const HEAD: &str = "\
// Every type that crosses between server and page, made from the Rust types by
// `PGG_BLESS=1 cargo test -p pgg-types`; do not edit.
//
// Names are those of Rust, but for a few that would hide one of the browser's or another crate's: GameEvent,
// GameResult, GameStatus, EntryNumber, PersonKind, StrengthRange. Ids are texts, such as a hex \"0120\" and a unit
// \"pz7-25\"; docs/server-protocol.md, docs/engine-protocol.md and docs/position-format.md tell the rest.
";

const FIGURES_HEAD: &str = "\
// Figures of the rules that the page shows, from the Rust constants by `PGG_BLESS=1 cargo test -p pgg-types`; do not edit.
";

/// The text of `web/src/wire/types.ts`.
pub fn types() -> String {
    let mut rest = Found::all().declared;
    let mut text = HEAD.to_owned();
    // In an order of our own: ts-rs visits what a type contains in any order.
    rest.sort_by(|a, b| (a.module, &a.name).cmp(&(b.module, &b.name)));
    for (module, title) in [
        ("pgg_server::wire", "Messages of the WebSocket"),
        ("pgg_server", "Bodies of the HTTP API"),
        ("pgg_table", "A game among people"),
        ("pgg_core", "The game"),
    ] {
        text.push_str(&format!("\n// {title}.\n"));
        let here = rest.extract_if(.., |declared| declared.module.starts_with(module));
        for declared in here {
            text.push('\n');
            text.push_str(&layout::declaration(declared.docs.as_deref(), &declared.text));
        }
    }
    text
}

/// The text of `web/src/wire/figures.ts`: figures of the rules that the page only shows.
pub fn figures() -> String {
    let figures = [
        (
            "OVERRUN_COST",
            pgg_core::overrun::OVERRUN_COST,
            "What an overrun costs each unit, in half-points [6.51].",
        ),
        ("RAIL_POINTS", pgg_core::rail::RAIL_POINTS, "What a ride has [6.33]."),
        ("RAIL_CAPACITY", pgg_core::rail::RAIL_CAPACITY, "Divisions that may ride in a phase [6.31]."),
    ];
    let declared =
        figures.map(|(name, value, what)| format!("/** {what} */\nexport const {name} = {value};\n"));
    format!("{FIGURES_HEAD}\n{}", declared.join(""))
}

/// What goes over the WebSocket.
fn messages(found: &mut Found) {
    found.visit::<FromPlayer>();
    found.visit::<ToPlayer>();
    // `reason` and `facts` of a refusal, taken together.
    found.visit::<Reason>();
}

/// What goes over HTTP.
fn bodies(found: &mut Found) {
    found.visit::<ErrorBody>();
    found.visit::<About>();
    found.visit::<people::Entrance>();
    found.visit::<people::Session>();
    found.visit::<people::Me>();
    found.visit::<people::Changes>();
    found.visit::<people::NewAccount>();
    found.visit::<people::NewPassword>();
    found.visit::<tokens::Tokens>();
    found.visit::<tokens::NewToken>();
    found.visit::<tokens::TokenMade>();
    found.visit::<tokens::NewInvitation>();
    found.visit::<tokens::InvitationMade>();
    found.visit::<webhooks::NewWebhook>();
    found.visit::<webhooks::WebhookMade>();
    found.visit::<lists::List>();
    found.visit::<lists::Games>();
    found.visit::<lists::Whole>();
    found.visit::<new::NewGame>();
    found.visit::<new::Import>();
    found.visit::<new::Made>();
    found.visit::<new::Found>();
    found.visit::<play::Join>();
    found.visit::<play::Number>();
    found.visit::<play::Answered>();
    found.visit::<past::History>();
    found.visit::<past::Past>();
    found.visit::<positions::Inquiry>();
    found.visit::<positions::Answers>();
    found.visit::<pgg_table::Luck>();
    found.visit::<bots::BotAction>();
    found.visit::<bots::BotChat>();
}

/// The types found so far.
#[derive(Default)]
struct Found {
    config: Config,
    seen: HashSet<TypeId>,
    declared: Vec<Declared>,
}

struct Declared {
    name: String,
    module: &'static str,
    docs: Option<String>,
    /// As ts-rs writes it.
    text: String,
}

impl Found {
    fn all() -> Found {
        // Numbers beyond 2^53 do not occur.
        let config = Config::new().with_large_int("number").with_array_tuple_limit(3);
        let mut found = Found { config, ..Found::default() };
        messages(&mut found);
        bodies(&mut found);
        found
    }
}

impl TypeVisitor for Found {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // A type without a place of its own is a list, a tuple or a number, and is written where it is used.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            // `BySide<Seat>` and `BySide<bool>` are declared once.
            if !self.declared.iter().any(|d| d.name == name) {
                let path = type_name::<T>().split('<').next().unwrap_or_default();
                let module = path.rsplit_once("::").map_or("", |(module, _)| module);
                self.declared.push(Declared { name, module, docs: T::docs(), text: T::decl(&self.config) });
            }
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}
