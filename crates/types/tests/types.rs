//! `web/src/wire` says what the server sends.
//!
//! `PGG_BLESS=1 cargo test -p pgg-types` writes it anew.

use std::path::PathBuf;
use std::{env, fs};

#[test]
fn the_pages_types_are_up_to_date() {
    up_to_date("types.ts", &pgg_types::types());
}

#[test]
fn the_pages_figures_are_up_to_date() {
    up_to_date("figures.ts", &pgg_types::figures());
}

fn up_to_date(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire").join(name);
    if env::var_os("PGG_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        fs::write(&path, text).expect("the file is written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "web/src/wire/{name} is out of date: run `PGG_BLESS=1 cargo test -p pgg-types` and see that the page still \
         fits (`npm run check` in web/)"
    );
}
