//! Makes sure that cargo notices when the page is built: see `src/page.rs`.

use std::path::Path;

fn main() {
    let page = Path::new(&std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../web/dist");
    // Cargo builds everything anew each time if it watches a folder that is not there, so an empty one is made. Where
    // that cannot be, there is no page to watch.
    if page.parent().is_some_and(Path::is_dir) && (page.is_dir() || std::fs::create_dir(&page).is_ok()) {
        println!("cargo::rerun-if-changed={}", page.display());
    } else {
        println!("cargo::rerun-if-changed=build.rs");
    }
}
