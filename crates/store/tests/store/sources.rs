//! What the source files of this crate have to hold themselves to.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else {
            found.push(path);
        }
    }
    found
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// T58: no table is left out.
#[test]
fn every_table_is_compared_plainly() {
    let entities = source_folder().join("entities");
    let listed = fs::read_to_string(entities.join("plain.rs")).unwrap();
    let mut tables = 0;
    for file in sources(&entities) {
        let (name, text) = (file.file_stem().unwrap().to_str().unwrap(), fs::read_to_string(&file).unwrap());
        for part in text.split("DeriveEntityModel").collect::<Vec<_>>().windows(2).filter(|_| name != "plain") {
            let table = part[0].rsplit_once("mod ").unwrap().1.split(' ').next().unwrap();
            assert!(listed.contains(&format!("{name}::{table},")), "{name}::{table}");
            tables += 1;
        }
    }
    assert!(tables > 50, "they are looked for where they are");
}

/// The library is built without its unit tests: one that stands there would never run.
#[test]
fn tests_stand_where_they_run() {
    let found = sources(&source_folder());
    assert!(found.len() > 50, "they are looked for where they are");
    for file in found {
        assert!(!fs::read_to_string(&file).unwrap().contains("#[cfg(test)]"), "{}", file.display());
    }
}
