//! The folders of this crate know only those below them.

use std::fs;
use std::path::Path;

/// From the top to the bottom. Folders of one line do not know each other.
const LAYERS: [&[&str]; 13] = [
    &["app"],
    &["api", "console", "pages"],
    &["state"],
    &["playback"],
    &["recordings"],
    &["commerce"],
    &["accounts"],
    &["mailer"],
    &["channels"],
    &["views"],
    &["stand_ins"],
    &["http"],
    &["clock"],
];

fn layer_of(folder: &str) -> Option<usize> {
    LAYERS.iter().position(|folders| folders.contains(&folder))
}

/// Every folder that a file names by `crate::`, also in groups of imports.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""))
}

fn check(file: &Path, folder: &str, arrows: &mut Vec<String>) {
    if file.is_dir() {
        fs::read_dir(file).unwrap().for_each(|entry| check(&entry.unwrap().path(), folder, arrows));
        return;
    }
    let own = layer_of(folder).unwrap_or_else(|| panic!("{folder} has no place among the layers"));
    for other in named(&fs::read_to_string(file).unwrap()).filter(|other| *other != folder) {
        if layer_of(other).is_none_or(|layer| layer <= own) {
            arrows.push(format!("{}: crate::{other}", file.display()));
        }
    }
}

#[test]
fn folders_know_only_those_below_them() {
    let (root, mut arrows) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), Vec::new());
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if !["lib", "layers"].contains(&name.as_str()) {
            check(&path, &name, &mut arrows);
        }
    }
    assert!(arrows.is_empty(), "arrows up, see LAYERS:\n{}", arrows.join("\n"));
}
