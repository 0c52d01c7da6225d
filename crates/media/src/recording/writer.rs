//! Writes a live session to disk.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::record::Record;
use super::replay::Replay;
use super::{INDEX, META, Meta, RecordingError, State, TEMPORARY, init_path, segment_path};
use crate::hls::{Head, Rendition, SegmentEvent};

/// Paid recordings are for the program's own user only.
pub(crate) const FOLDER_MODE: u32 = 0o700;
pub(crate) const FILE_MODE: u32 = 0o600;

/// A disk that fails for days: older gaps are found by their missing numbers, older inits by their missing files.
const MAX_MISSED: usize = 50_000;
const MAX_WAITING_INITS: usize = 64;

pub struct Recording {
    folder: PathBuf,
    meta: Meta,
    tracks: BTreeMap<Rendition, Log>,
    /// Inits that could not be written yet: they are tried again before the next segment.
    inits: Vec<(Rendition, u32, Bytes)>,
}

/// The index of one rendition.
struct Log {
    file: File,
    /// Behind the last whole record: a torn one is written over.
    position: u64,
    last: Option<Head>,
    /// Records of segments that could not be written, until there is room for them.
    missed: Vec<Record>,
}

impl Recording {
    /// Begins a recording in a folder that is new.
    pub fn create(folder: &Path, meta: Meta) -> Result<Self, RecordingError> {
        DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder)?;
        sync_folder_of(folder)?;
        let recording = Self { folder: folder.to_owned(), meta, tracks: BTreeMap::new(), inits: Vec::new() };
        recording.write_meta()?;
        Ok(recording)
    }

    /// Resumes a recording that [`super::replay`] has cleaned up.
    pub fn resume(replay: &Replay) -> Result<Self, RecordingError> {
        let (folder, meta) = (replay.folder.clone(), replay.meta.clone());
        let mut recording = Self { folder, meta, tracks: BTreeMap::new(), inits: Vec::new() };
        for (&rendition, track) in &replay.tracks {
            let mut log = recording.open_log(rendition)?;
            log.position = track.position;
            log.last = track.entries.last().map(|entry| entry.head);
            recording.tracks.insert(rendition, log);
        }
        Ok(recording)
    }

    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Stores what is to be kept of an event; returns when it is on disk.
    pub fn apply(&mut self, event: &SegmentEvent) -> Result<(), RecordingError> {
        match event {
            SegmentEvent::InitReady { rendition, index, bytes, .. } => {
                if self.inits.len() >= MAX_WAITING_INITS {
                    self.inits.remove(0);
                }
                self.inits.push((*rendition, *index, bytes.clone()));
                self.write_inits()?;
            }
            SegmentEvent::SegmentReady { rendition, segment } => {
                let record = Record::segment(segment);
                if let Err(source) = self.write_segment(*rendition, &record, &segment.bytes) {
                    let number = segment.head.number;
                    self.miss(*rendition, record);
                    // A full disk often has room for a record, and what is written down is not used again after a
                    // crash. Where it has none, the next segment's record brings this one along.
                    let _ = self.log(*rendition).and_then(|log| log.append(None));
                    return Err(RecordingError::Gap { rendition: *rendition, number, source });
                }
            }
            SegmentEvent::Gap { rendition, gap } => {
                self.miss(*rendition, Record::gap(gap));
                self.log(*rendition)?.append(None)?;
            }
            SegmentEvent::Ended => self.end()?,
            SegmentEvent::Discontinuity { .. }
            | SegmentEvent::SegmentOpened { .. }
            | SegmentEvent::PartReady { .. } => {}
        }
        Ok(())
    }

    fn write_segment(&mut self, rendition: Rendition, record: &Record, bytes: &[u8]) -> io::Result<()> {
        self.write_inits()?;
        let path = segment_path(&self.folder, rendition, record.head.number);
        self.log(rendition)?;
        write_whole(&path, bytes)?;
        self.log(rendition)?.append(Some(record)).inspect_err(|_| {
            // Without its record it would be taken for rubbish anyway, and the room is needed.
            let _ = fs::remove_file(&path);
        })
    }

    /// A segment that is not there gets its record with the next one that is.
    fn miss(&mut self, rendition: Rendition, record: Record) {
        if let Ok(log) = self.log(rendition) {
            if log.missed.len() >= MAX_MISSED {
                log.missed.remove(0);
            }
            log.missed.push(record.into_gap());
        }
    }

    fn write_inits(&mut self) -> io::Result<()> {
        while let Some((rendition, index, bytes)) = self.inits.first().cloned() {
            self.log(rendition)?;
            write_whole(&init_path(&self.folder, rendition, index), &bytes)?;
            self.inits.remove(0);
        }
        Ok(())
    }

    /// Everything published is written; a resumed session starts with this number.
    pub fn stop(&mut self, next: u64) -> Result<(), RecordingError> {
        for log in self.tracks.values_mut().filter(|log| !log.missed.is_empty()) {
            log.append(None)?;
        }
        self.meta.stopped = Some(next);
        Ok(self.write_meta()?)
    }

    /// From here on it is on-demand media.
    fn end(&mut self) -> Result<(), RecordingError> {
        for log in self.tracks.values_mut() {
            // Of a rendition without a segment there is nothing to end.
            if let Some(head) = log.missed.last().map(|record| record.head).or(log.last) {
                log.append(Some(&Record::end_of(head)))?;
            }
        }
        self.meta.state = State::Ended;
        Ok(self.write_meta()?)
    }

    fn log(&mut self, rendition: Rendition) -> io::Result<&mut Log> {
        if !self.tracks.contains_key(&rendition) {
            let log = self.open_log(rendition)?;
            if self.meta.add(rendition) {
                self.write_meta()?;
            }
            self.tracks.insert(rendition, log);
        }
        self.tracks.get_mut(&rendition).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn open_log(&self, rendition: Rendition) -> io::Result<Log> {
        let folder = self.folder.join(rendition.to_string());
        DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(&folder)?;
        sync_folder_of(&folder)?;
        let path = folder.join(INDEX);
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(FILE_MODE).open(&path)?;
        sync_folder_of(&path)?;
        Ok(Log { file, position: 0, last: None, missed: Vec::new() })
    }

    fn write_meta(&self) -> io::Result<()> {
        write_meta(&self.folder, &self.meta)
    }
}

pub(super) fn write_meta(folder: &Path, meta: &Meta) -> io::Result<()> {
    write_whole(&folder.join(META), &serde_json::to_vec_pretty(meta)?)
}

impl Log {
    /// Writes what was missed and the record behind it, all or nothing: after an error the next try writes over it.
    fn append(&mut self, record: Option<&Record>) -> io::Result<()> {
        let records: Vec<u8> = self.missed.iter().chain(record).flat_map(Record::encode).collect();
        self.file.write_all_at(&records, self.position)?;
        self.file.sync_data()?;
        self.position += records.len() as u64;
        self.last = record.or(self.missed.last()).map(|record| record.head).or(self.last);
        self.missed.clear();
        Ok(())
    }
}

/// There under its name with all its bytes, or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut unfinished = create_whole(path)?;
    unfinished.file.write_all(bytes)?;
    unfinished.keep()
}

/// A temporary file, deleted on drop unless it is kept.
pub(crate) struct Unfinished {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
    kept: bool,
}

pub(crate) fn create_whole(path: &Path) -> io::Result<Unfinished> {
    let mut name = path.as_os_str().to_owned();
    name.push(TEMPORARY);
    let temporary = PathBuf::from(name);
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(FILE_MODE).open(&temporary)?;
    Ok(Unfinished { file, temporary, path: path.to_owned(), kept: false })
}

impl Unfinished {
    /// Where it is until then.
    pub(crate) fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// It is whole: there under its own name, also after a power cut.
    pub(crate) fn keep(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        self.kept = true;
        sync_folder_of(&self.path)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.kept {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

fn sync_folder_of(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if folder != Path::new("") => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}
