//! A game on disk: its folder is the recording while the game is live, and the on-demand media when it has ended.
//!
//! ```text
//! meta.json                 what the whole is, replaced as a whole
//! v0/init-0.mp4             written under another name, synced, renamed
//! v0/0.m4s                  the same
//! v0/index.log              a record for each segment, appended when its file is there for good
//! ```
//!
//! - [`Recording`]: takes the events of a live session; blocking, so it has a thread of its own;
//! - [`replay`]: what is there after a stop or a crash, with everything half-written cleared away; [`read`] leaves it alone;
//! - [`Download`]: a range of it as one MP4 file.
//!
//! A disk that is full or gone costs the segments that could not be written: they are gaps in the recording, told to
//! the caller, and the next that can be written goes on after them.

pub mod clip;
mod download;
mod file;
mod keys;
mod meta;
mod record;
mod replay;
mod resume;
pub mod stills;
mod writer;

use std::io;
use std::path::{Path, PathBuf};

use crate::codec::cmaf::{ParseError, ProgressiveError};
use crate::hls::{FileName, Rendition};

pub use download::{Download, DownloadSpan, SegmentRange};
pub use file::RecordingFile;
pub use keys::KeyFrame;
pub use meta::{Meta, State};
pub(crate) use record::{Kind as RecordKind, Record};
pub use replay::{Replay, read, replay};
pub(crate) use resume::LOST_NUMBERS;
pub use resume::Resume;
pub use writer::Recording;
pub(crate) use writer::{FILE_MODE, FOLDER_MODE, create_whole, write_whole};

#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    #[error("the folder has no readable meta.json")]
    NoMeta,
    #[error("segment {number} of {rendition} could not be recorded")]
    Gap { rendition: Rendition, number: u64, source: io::Error },
    #[error("the recording could not be read or written")]
    File(#[from] io::Error),
    #[error("a recorded file is damaged")]
    Damaged(#[from] ParseError),
    #[error(transparent)]
    Clip(#[from] ProgressiveError),
}

pub(crate) const INDEX: &str = "index.log";
pub(crate) const META: &str = "meta.json";
/// What the recording consists of, a file in each line behind its size: only where its segments lie elsewhere.
pub(crate) const FILES: &str = "files.list";
/// Marks a file that is not finished.
pub(crate) const TEMPORARY: &str = ".tmp";

fn segment_path(folder: &Path, rendition: Rendition, number: u64) -> PathBuf {
    folder.join(rendition.to_string()).join(FileName::Segment(number).to_string())
}

pub(crate) fn init_path(folder: &Path, rendition: Rendition, index: u32) -> PathBuf {
    folder.join(rendition.to_string()).join(FileName::Init(index).to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;
    use crate::hls::{MediaPlaylist, SegmentEvent, Settings};
    use crate::live::Packager;
    use crate::live::packager::tests::{Encoder, NOW, check, game};

    const BOTH: [Rendition; 2] = [Rendition::SOURCE, Rendition::SOUND];

    fn record(folder: &Path, events: &[SegmentEvent]) -> Recording {
        let mut recording = Recording::create(folder, Meta::new(NOW, Settings::default())).unwrap();
        for event in events {
            recording.apply(event).unwrap();
        }
        recording
    }

    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for item in fs::read_dir(from).unwrap() {
            let item = item.unwrap();
            let target = to.join(item.file_name());
            if item.path().is_dir() {
                copy(&item.path(), &target);
            } else {
                fs::hard_link(item.path(), target).unwrap();
            }
        }
    }

    /// Replaces a file without touching what shares its content.
    fn replace(path: &Path, bytes: &[u8]) {
        let _ = fs::remove_file(path);
        fs::write(path, bytes).unwrap();
    }

    fn text(playlist: &MediaPlaylist) -> String {
        String::from_utf8(playlist.render(&[]).full.to_vec()).unwrap()
    }

    /// What a playlist lists is there, whole, with its init.
    fn listed_is_there(folder: &Path, replay: &Replay, events: &[SegmentEvent]) -> usize {
        let mut there = 0;
        for rendition in replay.renditions() {
            let playlist = replay.playlist(rendition).unwrap();
            for entry in playlist.entries().iter().filter(|entry| !entry.gap) {
                let stored = fs::read(segment_path(folder, rendition, entry.number)).unwrap();
                let made = |event: &SegmentEvent| match event {
                    SegmentEvent::SegmentReady { rendition: of, segment } => {
                        *of == rendition && segment.head.number == entry.number && segment.bytes == stored
                    }
                    _ => false,
                };
                assert!(events.iter().any(made), "{rendition} {}", entry.number);
                assert!(init_path(folder, rendition, entry.init).exists());
                there += 1;
            }
            let numbers = playlist.entries().iter().map(|entry| entry.number);
            assert!(numbers.zip(0..).all(|(number, index)| number == index), "{rendition} skips numbers");
        }
        there
    }

    #[test]
    fn a_recorded_game_is_the_game() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("media/7");
        let events = game(30, 60, 18);
        record(&folder, &events);
        let replay = replay(&folder).unwrap();
        assert!(replay.ended());
        assert_eq!(listed_is_there(&folder, &replay, &events), 10);
        for rendition in BOTH {
            let mut live = MediaPlaylist::new(rendition, Settings::default());
            for event in &events {
                live.apply(event);
            }
            assert_eq!(text(&replay.playlist(rendition).unwrap()), text(&live));
        }
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder.join("v0")), 0o700);
        for file in ["meta.json", "v0/0.m4s", "v0/init-0.mp4", "a0/index.log"] {
            assert_eq!(mode(&folder.join(file)), 0o600, "{file}");
        }
    }

    #[test]
    fn an_index_cut_anywhere_keeps_what_it_says() {
        let root = tempfile::tempdir().unwrap();
        let whole = root.path().join("whole");
        let events = game(30, 60, 10);
        record(&whole, &events);
        let index = fs::read(whole.join("v0/index.log")).unwrap();
        for length in 0..index.len() {
            let folder = root.path().join(length.to_string());
            copy(&whole, &folder);
            replace(&folder.join("v0/index.log"), &index[..length]);
            let first = replay(&folder).unwrap();
            let there = listed_is_there(&folder, &first, &events);
            // The sound is whole: three of it, and as many of the picture as there are whole records.
            assert_eq!(there, 3 + (length / 64).min(3), "{length}");
            let again = replay(&folder).unwrap();
            assert_eq!(listed_is_there(&folder, &again, &events), there, "{length}");
            fs::remove_dir_all(folder).unwrap();
        }
    }

    #[test]
    fn reading_a_live_game_changes_nothing() {
        let root = tempfile::tempdir().unwrap();
        let mut events = game(30, 60, 10);
        events.pop();
        record(root.path(), &events);
        let index = fs::read(root.path().join("v0/index.log")).unwrap();
        replace(&root.path().join("v0/index.log"), &index[..index.len() - 64 - 30]);
        replace(&root.path().join("v0/9.m4s.tmp"), b"half");
        let list = || {
            let files = fs::read_dir(root.path().join("v0")).unwrap().map(|item| item.unwrap());
            let mut files: Vec<_> = files.map(|file| (file.file_name(), file.metadata().unwrap().len())).collect();
            files.sort();
            files
        };
        let before = list();
        let replay = read(root.path()).unwrap();
        assert_eq!(listed_is_there(root.path(), &replay, &events), 3 + 1);
        assert_eq!(list(), before);
    }

    #[test]
    fn a_damaged_record_costs_its_own_segment_only() {
        let root = tempfile::tempdir().unwrap();
        let events = game(30, 60, 18);
        record(root.path(), &events);
        let path = root.path().join("v0/index.log");
        let mut index = fs::read(&path).unwrap();
        index[64 + 20] ^= 1;
        fs::write(&path, index).unwrap();
        let replay = replay(root.path()).unwrap();
        assert_eq!(listed_is_there(root.path(), &replay, &events), 9);
        let playlist = text(&replay.playlist(Rendition::SOURCE).unwrap());
        assert!(playlist.contains("#EXT-X-GAP\n#EXTINF:4.000,\n1.m4s\n"), "{playlist}");
    }

    /// The states that a kill leaves between the steps of writing a segment.
    #[test]
    fn a_kill_at_any_step_costs_at_most_that_segment() {
        let root = tempfile::tempdir().unwrap();
        let mut events = game(30, 60, 18);
        events.pop();
        for step in ["half temporary", "whole temporary", "renamed", "half record", "no init", "half meta"] {
            let folder = root.path().join(step);
            record(&folder, &events);
            let file = |name: &str| folder.join(name);
            let log = fs::read(file("v0/index.log")).unwrap();
            let last = fs::read(file("v0/4.m4s")).unwrap();
            let without = &log[..log.len() - 64];
            match step {
                "half temporary" => {
                    replace(&file("v0/4.m4s.tmp"), &last[..last.len() / 2]);
                    fs::remove_file(file("v0/4.m4s")).unwrap();
                    replace(&file("v0/index.log"), without);
                }
                "whole temporary" => {
                    fs::rename(file("v0/4.m4s"), file("v0/4.m4s.tmp")).unwrap();
                    replace(&file("v0/index.log"), without);
                }
                "renamed" => replace(&file("v0/index.log"), without),
                "half record" => replace(&file("v0/index.log"), &log[..log.len() - 30]),
                "no init" => fs::remove_file(file("v0/init-0.mp4")).unwrap(),
                _ => replace(&file("meta.json.tmp"), b"{"),
            }
            let replay = replay(&folder).unwrap();
            assert!(!replay.ended());
            let expected = match step {
                "no init" => 5,
                "half meta" => 10,
                _ => 9,
            };
            assert_eq!(listed_is_there(&folder, &replay, &events), expected, "{step}");
            let left = fs::read_dir(folder.join("v0")).unwrap().map(|item| item.unwrap().file_name());
            assert!(left.into_iter().all(|name| !name.to_str().unwrap().ends_with(".tmp")), "{step}");
        }
    }

    #[test]
    fn a_killed_game_goes_on_in_the_same_recording() {
        let root = tempfile::tempdir().unwrap();
        let mut events = game(30, 60, 18);
        events.truncate(events.iter().rposition(|event| matches!(event, SegmentEvent::SegmentReady { .. })).unwrap());
        drop(record(root.path(), &events));
        // The last record is torn, so its segment is lost as well.
        let index = fs::read(root.path().join("v0/index.log")).unwrap();
        fs::write(root.path().join("v0/index.log"), &index[..index.len() - 30]).unwrap();
        let first = replay(root.path()).unwrap();
        let mut recording = Recording::resume(&first).unwrap();
        let mut packager = Packager::resume(first.meta().settings(), first.resume().unwrap());
        let mut encoder = Encoder::new(30, 60);
        let mut more = encoder.connect(&mut packager);
        more.extend(encoder.run(&mut packager, 9));
        more.extend(packager.end());
        check(&more);
        let mut live = first.playlist(Rendition::SOURCE).unwrap();
        for event in &more {
            recording.apply(event).unwrap();
            live.apply(event);
        }
        let second = replay(root.path()).unwrap();
        assert!(second.ended());
        events.extend(more);
        // Four each of the game before, three each after it; in between three numbers that nobody gets again.
        assert_eq!(listed_is_there(root.path(), &second, &events), 8 + 6);
        let playlist = text(&second.playlist(Rendition::SOURCE).unwrap());
        assert_eq!(playlist, text(&live));
        assert_eq!(playlist.matches("#EXT-X-GAP").count(), 3);
        assert_eq!(playlist.matches("#EXT-X-DISCONTINUITY").count(), 1);
        assert!(playlist.contains("#EXT-X-MAP:URI=\"init-2.mp4\""));
    }

    #[test]
    fn unwritable_segment_is_a_gap_and_the_rest_goes_on() {
        let root = tempfile::tempdir().unwrap();
        let mut recording = Recording::create(root.path(), Meta::new(NOW, Settings::default())).unwrap();
        let events = game(30, 60, 18);
        let blocked = root.path().join("v0/1.m4s.tmp");
        fs::create_dir_all(&blocked).unwrap();
        let failed: Vec<_> = events.iter().filter_map(|event| recording.apply(event).err()).collect();
        let [RecordingError::Gap { rendition: Rendition::SOURCE, number: 1, .. }] = &failed[..] else {
            panic!("{failed:?}")
        };
        fs::remove_dir(blocked).unwrap();
        let replay = replay(root.path()).unwrap();
        assert_eq!(listed_is_there(root.path(), &replay, &events), 9);
        assert!(text(&replay.playlist(Rendition::SOURCE).unwrap()).contains("#EXT-X-GAP\n#EXTINF:4.000,\n1.m4s\n"));
        assert_eq!(replay.missing().as_secs(), 4);
    }

    #[test]
    fn a_full_disk_leaves_no_file_without_a_record() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("v0")).unwrap();
        let mut recording = Recording::create(root.path(), Meta::new(NOW, Settings::default())).unwrap();
        symlink("/dev/full", root.path().join("v0/index.log")).unwrap();
        let mut failed = 0;
        let events = game(30, 60, 10);
        for event in &events {
            failed += usize::from(recording.apply(event).is_err());
        }
        assert_eq!(failed, 4, "three segments and the end");
        assert!(!root.path().join("v0/0.m4s").exists());
        assert!(root.path().join("a0/0.m4s").exists());
        // Not ended, since nobody could write it down.
        fs::remove_file(root.path().join("v0/index.log")).unwrap();
        let replay = replay(root.path()).unwrap();
        assert!(!replay.ended());
        assert_eq!(listed_is_there(root.path(), &replay, &events), 3);
    }

    #[test]
    fn a_folder_that_is_no_recording_is_refused() {
        let root = tempfile::tempdir().unwrap();
        assert!(matches!(replay(root.path()), Err(RecordingError::NoMeta)));
        for meta in ["", "{", "{\"version\":2}", "[]"] {
            fs::write(root.path().join("meta.json"), meta).unwrap();
            assert!(matches!(replay(root.path()), Err(RecordingError::NoMeta)), "{meta}");
        }
    }

    #[test]
    fn a_download_has_the_samples_of_its_range() {
        let root = tempfile::tempdir().unwrap();
        record(root.path(), &game(30, 60, 18));
        let replay = replay(root.path()).unwrap();
        let download = Download::plan(&replay, &BOTH, 5 * 90_000, 9 * 90_000).unwrap();
        let mut file = Vec::new();
        download.write_to(&mut file).unwrap();
        assert_eq!(file.len() as u64, download.length());
        // From the key frame at 4 s until 9 s, and the sound of these four seconds.
        let pictures = 3 * 9000 + 147 * 1000;
        let sound = (188..=190).map(|frames| frames * 200);
        let media = file.len() as u64 - file.windows(4).position(|kind| kind == b"mdat").unwrap() as u64 - 12;
        assert!(sound.into_iter().any(|sound| media == pictures + sound), "{media}");
        // Any range of it is the same bytes.
        for (from, length) in [(0, 10), (file.len() / 2, 70_000), (file.len() - 5, 5), (file.len(), 0)] {
            let mut range = vec![0; length];
            let mut done = 0;
            while done < length {
                done += download.read_at(&mut range[done..], (from + done) as u64).unwrap();
            }
            assert_eq!(range, file[from..from + length]);
        }
        assert_eq!(download.read_at(&mut [0; 10], file.len() as u64 - 4).unwrap(), 4);
        let nothing = Download::plan(&replay, &BOTH, 900 * 90_000, 901 * 90_000);
        assert!(matches!(nothing, Err(RecordingError::Clip(ProgressiveError::Empty))));
    }
}
