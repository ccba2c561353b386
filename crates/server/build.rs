//! Makes cargo notice when the page has been built; see `src/page.rs`.

use std::path::Path;

fn main() {
    let page = Path::new(&std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../web/dist");
    // Cargo would rebuild every time if it watched a missing folder, so an empty one is created. Where that
    // fails there is no page to watch.
    if page.parent().is_some_and(Path::is_dir) && (page.is_dir() || std::fs::create_dir(&page).is_ok()) {
        println!("cargo::rerun-if-changed={}", page.display());
    } else {
        println!("cargo::rerun-if-changed=build.rs");
    }
}
