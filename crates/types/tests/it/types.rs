//! What is made from the types says what the server sends: `web/src/wire`, `docs/schema` and `docs/openapi.json`.
//!
//! `PGG_BLESS=1 cargo test -p pgg-types` writes them anew.

use std::path::PathBuf;
use std::{env, fs};

#[test]
fn the_pages_types_are_up_to_date() {
    up_to_date("web/src/wire/types.ts", &pgg_types::types());
}

#[test]
fn the_pages_figures_are_up_to_date() {
    up_to_date("web/src/wire/figures.ts", &pgg_types::figures());
}

#[test]
fn the_pages_options_are_up_to_date() {
    up_to_date("web/src/wire/options.ts", &pgg_types::options());
}

#[test]
fn the_schemas_are_up_to_date() {
    up_to_date("docs/schema/position.schema.json", &pgg_types::schema::position());
    up_to_date("docs/schema/record.schema.json", &pgg_types::schema::record());
}

#[test]
fn the_description_of_the_api_is_up_to_date() {
    up_to_date("docs/openapi.json", &pgg_types::openapi());
}

#[test]
fn every_endpoint_is_described_and_nothing_else() {
    let mut served = pgg_server::api::ENDPOINTS.to_vec();
    served.sort_unstable();
    assert_eq!(pgg_types::described(), served);
}

fn up_to_date(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    if env::var_os("PGG_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        fs::write(&path, text).expect("the file is written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "{name} is out of date: run `PGG_BLESS=1 cargo test -p pgg-types` and see that what uses it still fits \
         (for the page, `npm run check` in web/)"
    );
}
