//! The tests of the rules in one program: linked once, run side by side.

mod asked;
mod bad_input;
mod begun;
mod cases_combat;
mod cases_leaders_supply;
mod cases_movement;
mod cases_overrun;
mod cases_rest;
mod combat_tables;
mod data;
mod examples_combat;
mod examples_game;
mod examples_movement;
mod examples_odds;
mod examples_overrun;
mod examples_supply;
mod expected_losses;
mod faq;
mod hidden;
mod law_walks;
mod odds;
mod reach;
mod records;
mod refusals;
mod support;
mod terrain_chart;
