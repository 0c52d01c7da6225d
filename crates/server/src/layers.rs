//! Tests that each folder of this crate uses only the folders below it, and that no crate reads the time of day itself.

use std::fs;
use std::path::{Path, PathBuf};

/// From the top to the bottom. Folders of one line do not know each other.
const LAYERS: [&[&str]; 14] = [
    &["app"],
    &["api", "console", "pages"],
    &["state"],
    &["cleanup", "playback"],
    &["recordings"],
    &["commerce"],
    &["accounts"],
    &["mailer"],
    &["channel_files", "channels"],
    &["views"],
    &["providers", "stand_ins", "webhooks"],
    &["http"],
    &["workers"],
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

/// What reads the machine's time of day, however it is imported.
const READINGS: [&str; 5] = ["Timestamp::now", "SystemTime::now", "Utc::now", "Zoned::now", "clock::system"];

/// The crates that are handed a clock.
const TIMED: [&str; 5] = ["server", "live", "store", "media", "transport"];

/// The clock itself; the `Date` header and the age of a file, which are by the machine's time; and this test.
const READERS: [&str; 5] = [
    "server/src/clock.rs",
    "server/src/app/service/segment_head.rs",
    "transport/src/sse_writer.rs",
    "media/src/storage/recordings.rs",
    "server/src/layers.rs",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Whether a source file reads the machine's time of day itself.
fn reads_the_time(text: &str) -> bool {
    READINGS.iter().any(|reading| text.contains(reading))
}

#[test]
fn time_of_day_is_handed_in() {
    assert!(reads_the_time("let now = jiff::Timestamp::now();"));
    assert!(!reads_the_time("let now = (clock.now(), Instant::now());"));
    let (crates, mut files) = (Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), Vec::new());
    TIMED.iter().for_each(|name| sources(&crates.join(name).join("src"), &mut files));
    let name = |file: &PathBuf| file.strip_prefix(&crates).unwrap().to_str().unwrap().to_owned();
    let reading = files.iter().filter(|file| reads_the_time(&fs::read_to_string(file).unwrap())).map(name);
    let reading: Vec<String> = reading.filter(|name| !READERS.contains(&name.as_str())).collect();
    assert!(reading.is_empty(), "these read the time of day, which a Clock is handed in for: {reading:?}");
}
