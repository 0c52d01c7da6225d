//! What the program carries inside: the web apps from their build folders, which have to exist so that the crate also
//! compiles before them, and the country database, which may be missing.

use std::path::{Path, PathBuf};

const COUNTRIES: &str = "../../geo/node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

fn main() -> std::io::Result<()> {
    for app in ["viewer", "console"] {
        let dist = PathBuf::from(format!("../../web/apps/{app}/dist"));
        std::fs::create_dir_all(&dist)?;
        // With debug assertions the files are read from the folder while the program runs, and are not inside it.
        if std::env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
            println!("cargo:rerun-if-changed={}", dist.display());
        }
    }
    embed_countries()
}

/// An empty file stands for a database that is not installed.
fn embed_countries() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed={COUNTRIES}");
    let embedded = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("countries.mmdb");
    if Path::new(COUNTRIES).exists() {
        std::fs::copy(COUNTRIES, embedded).map(drop)
    } else {
        std::fs::write(embedded, [])
    }
}
