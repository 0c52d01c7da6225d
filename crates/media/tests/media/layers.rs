//! The folders of the crate, and which of them may use which.

use std::fs;
use std::path::{Path, PathBuf};

/// Each uses only those before it, in the order of `lib.rs`.
const LAYERS: [&str; 9] = ["codec", "ffmpeg", "picture", "ingest", "hls", "recording", "storage", "live", "vod"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The folders that a file names, without its unit tests: those may look at whatever shows that a layer works.
fn used(text: &str) -> Vec<usize> {
    let code = text.split("mod tests {").next().unwrap_or_default();
    let named = code.split("crate::").skip(1).map(|path| path.split(|c: char| !c.is_alphanumeric()).next());
    named.map(|name| layer(name.unwrap_or_default())).collect()
}

fn layer(name: &str) -> usize {
    LAYERS.iter().position(|layer| *layer == name).unwrap_or_else(|| panic!("`{name}` is no folder of the crate"))
}

#[test]
fn folders_use_only_those_below_them() {
    let mut arrows = Vec::new();
    for (level, folder) in LAYERS.iter().enumerate() {
        let mut files = Vec::new();
        files_below(&source().join(folder), &mut files);
        for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
            let above = used(&fs::read_to_string(file).unwrap()).into_iter().filter(|other| *other > level);
            arrows.extend(above.map(|other| format!("{} uses {}", file.display(), LAYERS[other])));
        }
    }
    assert!(arrows.is_empty(), "{}", arrows.join("\n"));
}

#[test]
fn every_folder_has_its_layer() {
    let items = fs::read_dir(source()).unwrap().map(|item| item.unwrap().file_name());
    let mut folders: Vec<_> = items.filter(|name| name != "lib.rs").collect();
    folders.sort();
    let mut layers = LAYERS.to_vec();
    layers.sort_unstable();
    assert_eq!(folders, layers);
}

/// The test itself sees an arrow, wherever it stands in a file.
#[test]
fn arrows_are_found_outside_of_unit_tests() {
    let text =
        "use crate::hls::Entry;\nfn f() { crate::vod::x() }\n#[cfg(test)]\nmod tests {\n    use crate::live::y;\n}\n";
    assert_eq!(used(text), [layer("hls"), layer("vod")]);
}
