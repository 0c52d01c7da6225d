//! Reads a recording back after a stop or a crash.
//!
//! What is listed afterwards is there: half-written files and torn records are cleared away, a segment whose file is
//! missing or too short is a gap, and all renditions end at the same number.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::record::{Kind, RECORD_BYTES, Record};
use super::writer::write_meta;
use super::{FILES, INDEX, META, Meta, RecordingError, State, TEMPORARY, init_path};
use crate::codec::cmaf::parse_init;
use crate::codec::{AvcConfig, Codec, VIDEO_TIMESCALE, rescale, seconds};
use crate::hls::{Entry, FileName, Gap, Head, MediaPlaylist, Rendition, Tracks};
use crate::recording::{LOST_NUMBERS, Resume};

/// A million segments: far more than a game.
const MAX_INDEX_BYTES: u64 = 64 * 1024 * 1024;
const MAX_META_BYTES: u64 = 64 * 1024;
/// A gap in the numbers that is larger than this is a damaged record.
const MAX_MISSING: u64 = 100_000;

pub struct Replay {
    pub(super) folder: PathBuf,
    pub(super) meta: Meta,
    pub(super) tracks: BTreeMap<Rendition, Track>,
    next_init: u32,
    /// The files and their sizes, where they lie elsewhere.
    elsewhere: Option<HashMap<String, u64>>,
    /// Whether what is not needed is removed.
    clean: bool,
    /// The number that comes next, where nothing that was shown is lost.
    stopped: Option<u64>,
}

pub(super) struct Track {
    /// Segments and gaps, without a number missing.
    pub(super) entries: Vec<Record>,
    /// Behind the last good record.
    pub(super) position: u64,
    ended: bool,
}

/// Reads the recording in a folder and cleans it up. Must not run while it is being written.
pub fn replay(folder: &Path) -> Result<Replay, RecordingError> {
    load(folder, true)
}

/// Reads the recording in a folder as far as it has come, and changes nothing: for a game that is live.
pub fn read(folder: &Path) -> Result<Replay, RecordingError> {
    load(folder, false)
}

fn load(folder: &Path, clean: bool) -> Result<Replay, RecordingError> {
    let mut meta = match read_bounded(&folder.join(META), MAX_META_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(RecordingError::NoMeta),
        bytes => Meta::parse(&bytes?).ok_or(RecordingError::NoMeta)?,
    };
    let mut stopped = meta.stopped;
    if clean && meta.stopped.take().is_some() && write_meta(folder, &meta).is_err() {
        // Were it believed once more after a crash, a number would be given twice.
        stopped = None;
    }
    let elsewhere = match read_bounded(&folder.join(FILES), MAX_INDEX_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        bytes => Some(parse_files(&bytes?)),
    };
    let (folder_of, tracks) = (folder.to_owned(), BTreeMap::new());
    let mut replay = Replay { folder: folder_of, meta, tracks, next_init: 0, elsewhere, clean, stopped };
    replay.clear_temporaries(folder)?;
    for rendition in replay.meta.renditions().collect::<Vec<_>>() {
        let track = replay.read_track(rendition)?;
        replay.tracks.insert(rendition, track);
    }
    replay.level();
    // The end was decided when the first index said so, even if the last step was not taken.
    if replay.tracks.values().any(|track| track.ended) {
        replay.meta.state = State::Ended;
    }
    Ok(replay)
}

impl Replay {
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    pub fn ended(&self) -> bool {
        self.meta.state == State::Ended
    }

    pub fn renditions(&self) -> impl Iterator<Item = Rendition> {
        self.tracks.keys().copied()
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Segments and gaps of a rendition, without a number missing.
    pub(crate) fn records(&self, rendition: Rendition) -> &[Record] {
        self.tracks.get(&rendition).map_or(&[], |track| &track.entries)
    }

    /// A number that no `init-{k}` has.
    pub(crate) fn next_init(&self) -> u32 {
        self.next_init
    }

    pub fn playlist(&self, rendition: Rendition) -> Option<MediaPlaylist> {
        let entry = |record: &Record| Entry {
            gap: record.kind == Kind::Gap,
            key_end: record.key_end,
            ..Entry::new(&record.head, record.duration)
        };
        let entries = self.tracks.get(&rendition)?.entries.iter().map(entry).collect();
        Some(MediaPlaylist::recorded(rendition, self.meta.settings(), entries, self.ended()))
    }

    /// How long the pictures or the sound of the source are not there, whichever lacks more.
    pub fn missing(&self) -> Duration {
        let gaps = |rendition| self.records(rendition).iter().filter(|record| record.kind == Kind::Gap);
        let length = |record: &Record| seconds(record.duration, record.head.timescale);
        let lacks = |rendition| gaps(rendition).map(length).sum::<Duration>();
        lacks(Rendition::SOURCE).max(lacks(Rendition::SOUND))
    }

    /// What the renditions are coded with by their last init, and how many bits they take.
    pub fn tracks(&self) -> Tracks {
        let mut tracks = Tracks::default();
        let whole = |record: &&Record| record.kind == Kind::Segment;
        let source = self.records(Rendition::SOURCE).iter().filter(whole).count();
        for (&rendition, track) in &self.tracks {
            if let Some(codec) = self.codec(rendition, track) {
                tracks.set_codec(rendition, codec);
            }
            let there = track.entries.iter().filter(|record| record.kind == Kind::Segment);
            let mut count = 0;
            for record in there {
                let duration = seconds(record.duration, record.head.timescale);
                tracks.add(rendition, record.bytes, duration);
                // While it goes on, nobody keeps a list of them.
                if let Some(key_end) = record.key_end.filter(|_| self.ended()) {
                    tracks.add_key(rendition, key_end.into(), duration);
                }
                count += 1;
            }
            // Players that come to many gaps are better off without, unless the source has them too.
            if count * 10 < source * 9 {
                tracks.set_incomplete(rendition);
            }
        }
        tracks
    }

    /// Where a live session resumes; `None` if nothing was recorded.
    pub fn resume(&self) -> Option<Resume> {
        let last = || self.tracks.values().filter_map(|track| track.entries.last());
        let end = |record: &Record| rescale(record.end(), record.head.timescale, VIDEO_TIMESCALE);
        let wall = |record: &Record| {
            record.head.wall.plus(i64::try_from(rescale(record.duration, record.head.timescale, 1000)).unwrap_or(0))
        };
        let number = last().map(|record| record.head.number).max()? + 1;
        Some(Resume {
            number,
            lost: self.stopped.map_or(LOST_NUMBERS, |next| next.saturating_sub(number).min(LOST_NUMBERS)),
            // Rounded up, so that nothing overlaps.
            end: last().map(end).max()? + 1,
            wall: last().map(wall).max()?,
            init: self.next_init,
            discontinuities: last().map(|record| record.head.discontinuities).max()?,
            has_sound: self.tracks.contains_key(&Rendition::SOUND),
            lower_renditions: self.lower_renditions(),
        })
    }

    /// Lower renditions, with what they are coded with.
    fn lower_renditions(&self) -> Vec<(u8, AvcConfig)> {
        let lower = |(&rendition, track): (&Rendition, &Track)| match rendition {
            Rendition::Video(index @ 1..) => match self.codec(rendition, track)? {
                Codec::Avc(config) => Some((index, config)),
                Codec::Aac(_) => None,
            },
            _ => None,
        };
        self.tracks.iter().filter_map(lower).collect()
    }

    /// By the last init.
    fn codec(&self, rendition: Rendition, track: &Track) -> Option<Codec> {
        let last = track.entries.iter().rfind(|record| record.kind == Kind::Segment)?;
        let bytes = read_bounded(&init_path(&self.folder, rendition, last.head.init), MAX_META_BYTES).ok()?;
        parse_init(&bytes.into()).ok().map(|stored| stored.codec)
    }

    fn read_track(&mut self, rendition: Rendition) -> Result<Track, RecordingError> {
        let folder = self.folder.join(rendition.to_string());
        // Named in meta.json, but the crash came before its first file.
        if !folder.is_dir() {
            return Ok(Track { entries: Vec::new(), position: 0, ended: false });
        }
        self.clear_temporaries(&folder)?;
        let path = folder.join(INDEX);
        let bytes = match read_bounded(&path, MAX_INDEX_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes?,
        };
        let mut entries: Vec<Record> = Vec::new();
        let (mut position, mut ended) = (0, false);
        for (record, index) in bytes.as_chunks::<RECORD_BYTES>().0.iter().zip(1..) {
            let Some(record) = Record::decode(record) else { continue };
            if record.kind == Kind::End {
                (position, ended) = (index * RECORD_BYTES as u64, true);
                continue;
            }
            let Some(missing) = missing_before(&entries, &record) else { continue };
            fill(&mut entries, &record, missing);
            entries.push(record);
            position = index * RECORD_BYTES as u64;
        }
        if self.clean && position < bytes.len() as u64 {
            let file = OpenOptions::new().write(true).open(&path)?;
            file.set_len(position)?;
            file.sync_all()?;
        }
        let mut track = Track { entries, position, ended };
        self.compare_files(&folder, &mut track)?;
        Ok(track)
    }

    /// Segments without their file, or without their init, are gaps; files without a segment are removed.
    fn compare_files(&mut self, folder: &Path, track: &mut Track) -> io::Result<()> {
        let mut segments: HashMap<u64, u64> = HashMap::new();
        let mut inits = BTreeSet::new();
        for (name, size) in self.files_of(folder)? {
            match FileName::parse(&name) {
                Some(FileName::Segment(number)) => {
                    segments.insert(number, size);
                }
                Some(FileName::Init(index)) => {
                    inits.insert(index);
                    self.next_init = self.next_init.max(index.saturating_add(1));
                }
                _ => {}
            }
        }
        for record in &mut track.entries {
            self.next_init = self.next_init.max(record.head.init.saturating_add(1));
            let there = segments.remove(&record.head.number) == Some(record.bytes);
            if record.kind == Kind::Segment && !(there && inits.contains(&record.head.init)) {
                record.kind = Kind::Gap;
            }
        }
        if self.clean {
            for number in segments.into_keys() {
                fs::remove_file(folder.join(FileName::Segment(number).to_string()))?;
            }
        }
        Ok(())
    }

    /// The files of a rendition, with their sizes.
    fn files_of(&self, folder: &Path) -> io::Result<Vec<(String, u64)>> {
        if let Some(elsewhere) = &self.elsewhere {
            let above = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let inside = |(name, size): (&String, &u64)| {
                let (rendition, name) = name.split_once('/')?;
                (rendition == above).then(|| (name.to_owned(), *size))
            };
            return Ok(elsewhere.iter().filter_map(inside).collect());
        }
        let mut files = Vec::new();
        for item in fs::read_dir(folder)? {
            let item = item?;
            if let Ok(name) = item.file_name().into_string() {
                files.push((name, item.metadata()?.len()));
            }
        }
        Ok(files)
    }

    fn clear_temporaries(&self, folder: &Path) -> io::Result<()> {
        if !self.clean {
            return Ok(());
        }
        for item in fs::read_dir(folder)? {
            let path = item?.path();
            if path.as_os_str().as_encoded_bytes().ends_with(TEMPORARY.as_bytes()) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    /// A crash between two renditions leaves one of them shorter, and a lower rendition may have joined late; numbers
    /// must not differ.
    fn level(&mut self) {
        self.level_fronts();
        let Some(longest) = self.tracks.values().max_by_key(|track| track.entries.last().map(|last| last.head.number))
        else {
            return;
        };
        let longest = longest.entries.clone();
        for track in self.tracks.values_mut() {
            let Some(last) = track.entries.last() else { continue };
            let last = last.head.number;
            let lacking = longest.iter().filter(|record| record.head.number > last);
            track.entries.extend(lacking.map(|record| record.into_gap()));
        }
    }
}

impl Replay {
    /// Lower renditions begin with the source, if with gaps.
    fn level_fronts(&mut self) {
        let Some(source) = self.tracks.get(&Rendition::SOURCE) else { return };
        let source = source.entries.clone();
        for (rendition, track) in &mut self.tracks {
            let (Rendition::Video(1..), Some(first)) = (rendition, track.entries.first()) else { continue };
            let first = first.head.number;
            let before = source.iter().take_while(|record| record.head.number < first);
            track.entries.splice(0..0, before.map(|record| record.into_gap()));
        }
    }
}

/// How many numbers are missing before a record; nothing where it cannot follow.
fn missing_before(entries: &[Record], record: &Record) -> Option<u64> {
    let Some(last) = entries.last() else { return Some(0) };
    let missing = record.head.number.checked_sub(last.head.number.checked_add(1)?)?;
    (missing <= MAX_MISSING).then_some(missing)
}

/// Gaps for numbers whose records are lost, over the time between their neighbours.
fn fill(entries: &mut Vec<Record>, next: &Record, missing: u64) {
    let Some(last) = entries.last().filter(|_| missing > 0).copied() else { return };
    let timescale = next.head.timescale;
    let start = rescale(last.end(), last.head.timescale, timescale);
    let duration = next.head.start.saturating_sub(start) / missing;
    let lasted = i64::try_from(rescale(last.duration, last.head.timescale, 1000)).unwrap_or(0);
    for index in 0..missing {
        let after = i64::try_from(rescale(index * duration, timescale, 1000)).unwrap_or(0);
        let head = Head {
            number: last.head.number + 1 + index,
            start: start + index * duration,
            timescale,
            wall: last.head.wall.plus(lasted).plus(after),
            discontinuity: false,
            ..last.head
        };
        entries.push(Record::gap(&Gap { head, duration }));
    }
}

fn parse_files(bytes: &[u8]) -> HashMap<String, u64> {
    let lines = bytes.split(|&byte| byte == b'\n').filter_map(|line| str::from_utf8(line).ok());
    lines
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(size, name)| Some((name.into(), size.parse().ok()?)))
        .collect()
}

fn read_bounded(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
