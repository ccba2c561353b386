//! `web/src/wire/types.ts` says what the server sends.
//!
//! `PGG_BLESS=1 cargo test -p pgg-types` writes it anew.

use std::path::PathBuf;
use std::{env, fs};

#[test]
fn the_pages_types_are_up_to_date() {
    let types = pgg_types::types();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/types.ts");
    if env::var_os("PGG_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        fs::write(&path, &types).expect("the types are written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == types,
        "web/src/wire/types.ts is out of date: run `PGG_BLESS=1 cargo test -p pgg-types` and see that the page still \
         fits (`npm run check` in web/)"
    );
}
