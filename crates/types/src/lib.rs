//! Types for others, made from the Rust types that are sent: nothing is written twice. The page gets TypeScript
//! (`web/src/wire`), other programs JSON Schema (`docs/schema`) and OpenAPI (`docs/openapi.json`).
//!
//! `PGG_BLESS=1 cargo test -p pgg-types` writes them anew. Every type that is sent derives `ts_rs::TS` and
//! `schemars::JsonSchema` behind the feature `types`; types within a root below are found automatically.

mod check;
mod kind;
mod layout;
mod openapi;
pub mod schema;
pub mod tables;

pub use check::Types;
pub use openapi::{described, openapi};

use pgg_core::data::tables::Edition;
use pgg_core::game::state::{Options, SWITCHES, Switch};
use pgg_server::api::about::About;
use pgg_server::api::bots;
use pgg_server::api::games::{lists, new, past, play};
use pgg_server::api::people::{self, tokens, webhooks};
use pgg_server::api::positions;
use pgg_wire::error::ErrorBody;
use pgg_wire::{FromPlayer, ToPlayer};
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

const OPTIONS_HEAD: &str = "\
// The options of a game [0.6], from the registry of core by `PGG_BLESS=1 cargo test -p pgg-types`; do not edit.
";

/// The text of `web/src/wire/types.ts`.
pub fn types() -> String {
    let mut rest = Found::all().declared;
    let mut text = HEAD.to_owned();
    // In an order of our own: ts-rs visits what a type contains in any order.
    rest.sort_by(|a, b| (a.module, &a.name).cmp(&(b.module, &b.name)));
    for (module, title) in [
        ("pgg_wire", "Messages of the WebSocket, refusals, and bodies about games"),
        ("pgg_server", "Other bodies of the HTTP API"),
        ("pgg_table", "A game among people"),
        ("pgg_ai", "The opponents"),
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
    use pgg_core::rules::{movement, sequence, stacking};
    let figures = [
        ("TURNS", u16::from(sequence::TURNS), "Game-Turns of a game [1.0]."),
        (
            "COMBAT_UNITS_IN_HEX",
            stacking::COMBAT_UNITS_IN_HEX.into(),
            "Combat units of a side that may end a phase in one hex [7.1, 7.2].",
        ),
        (
            "SOVIET_UNITS_IN_HEX",
            stacking::SOVIET_UNITS_IN_HEX.into(),
            "Soviet units that may, Leaders included [7.1].",
        ),
        (
            "CLOSED_COLUMNS",
            movement::CLOSED_COLUMNS,
            "Columns in the west that are closed to Soviet units [6.4] …",
        ),
        ("CLOSED_TO_TURN", movement::CLOSED_TO_TURN.into(), "… up to this turn."),
        (
            "OVERRUN_COST",
            movement::overrun::OVERRUN_COST.into(),
            "What an overrun costs each unit, in half-points [6.51].",
        ),
        ("RAIL_POINTS", movement::rail::RAIL_POINTS.into(), "What a ride has [6.33]."),
        ("RAIL_CAPACITY", movement::rail::RAIL_CAPACITY.into(), "Divisions that may ride in a phase [6.31]."),
        ("MOST_AT_ONCE", pgg_table::ask::MOST_AT_ONCE as u16, "Questions that may be asked at once."),
    ];
    let declared =
        figures.map(|(name, value, what)| format!("/** {what} */\nexport const {name} = {value};\n"));
    format!("{FIGURES_HEAD}\n{}", declared.join(""))
}

/// The text of `web/src/wire/options.ts`: the options of a game, as core has them.
pub fn options() -> String {
    let usual = Options::default();
    let written = |edition| serde_json::to_string(&edition).unwrap_or_default().replace('"', "'");
    let (edition, values) = (written(usual.edition), Edition::ALL.map(written).join(", "));
    let mut text = format!("{OPTIONS_HEAD}\nexport const OPTIONS = {{\n");
    text += &format!("  edition: {{ standard: {edition}, values: [{values}], case: '0.6' }},\n");
    for Switch { name, standard, case, .. } in SWITCHES {
        text += &format!("  {name}: {{ standard: {standard}, case: '{case}' }},\n");
    }
    text + "} as const;\n"
}

/// What goes over the WebSocket.
fn messages(found: &mut Found) {
    found.visit::<FromPlayer>();
    found.visit::<ToPlayer>();
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
    found.visit::<play::Do>();
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
