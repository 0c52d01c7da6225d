//! Stores lower renditions beside their recording until they are complete, on a thread of its own.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use tokio::sync::mpsc;

use super::cut::Made;
use super::{Lacking, LadderError};
use crate::codec::Codec;
use crate::codec::cmaf::init_segment;
use crate::hls::{FileName, Head, Rendition};
use crate::recording::{FOLDER_MODE, INDEX, Record, write_whole};
use crate::vod::unfinished::UnfinishedFolder;

pub(super) enum Piece {
    /// Of the lower rendition at this place.
    Made { index: usize, made: Made },
    /// That was all of it.
    End,
}

/// Writes what is made into `folder`, and gives the lower renditions that are whole: with the index that the recording
/// will have of them. Nothing is left of others. Blocking.
pub(super) fn write(
    folder: &Path,
    source: &[Record],
    lacking: Vec<Lacking>,
    mut pieces: mpsc::Receiver<Piece>,
) -> Result<Vec<Rendition>, LadderError> {
    let scratch = UnfinishedFolder::new(folder.to_owned());
    scratch.clear()?;
    let mut lower_renditions = Vec::new();
    for lower in lacking {
        lower_renditions.push(Making::begin(folder, lower)?);
    }
    loop {
        match pieces.blocking_recv() {
            Some(Piece::Made { index, made }) => {
                if let Some(lower) = lower_renditions.get_mut(index) {
                    lower.take(made)?;
                }
            }
            Some(Piece::End) => break,
            // Nobody waits for it any more.
            None => return Err(io::Error::from(io::ErrorKind::Interrupted).into()),
        }
    }
    let mut whole = Vec::new();
    for lower in lower_renditions {
        let rendition = lower.rendition;
        if lower.finish(source)? {
            whole.push(rendition);
        }
    }
    scratch.keep();
    Ok(whole)
}

/// A lower rendition that is being made.
struct Making {
    rendition: Rendition,
    folder: PathBuf,
    lacking: Lacking,
    made: BTreeMap<u64, Record>,
    /// Something of it could not be made.
    is_wrong: bool,
}

impl Making {
    fn begin(folder: &Path, lacking: Lacking) -> io::Result<Self> {
        let rendition = Rendition::Video(lacking.lower.index);
        let folder = folder.join(rendition.to_string());
        DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(&folder)?;
        Ok(Self { rendition, folder, lacking, made: BTreeMap::new(), is_wrong: false })
    }

    fn take(&mut self, made: Made) -> io::Result<()> {
        let number = made.record.head.number;
        // The pictures before a run were needed to decode it, and are there already.
        if self.is_wrong || !self.lacking.missing.remove(&number) {
            return Ok(());
        }
        let Some((config, bytes)) = made.media else {
            self.is_wrong |= !made.excused;
            return Ok(());
        };
        let init = self.init(init_segment(&Codec::Avc(config)))?;
        write_whole(&self.folder.join(FileName::Segment(number).to_string()), &bytes)?;
        self.made.insert(number, Record { head: Head { init, ..made.record.head }, ..made.record });
        Ok(())
    }

    /// The number of an init, which is written where it is new.
    fn init(&mut self, bytes: Bytes) -> io::Result<u32> {
        if let Some((index, _)) = self.lacking.inits.iter().find(|(_, known)| *known == bytes) {
            return Ok(*index);
        }
        let index = self.lacking.next_init;
        self.lacking.next_init += 1;
        write_whole(&self.folder.join(FileName::Init(index).to_string()), &bytes)?;
        self.lacking.inits.push((index, bytes));
        Ok(index)
    }

    /// Says whether it is whole; nothing is left of it if not.
    fn finish(mut self, source: &[Record]) -> io::Result<bool> {
        if self.is_wrong || self.made.is_empty() || !self.lacking.missing.is_empty() {
            fs::remove_dir_all(&self.folder)?;
            return Ok(false);
        }
        self.made.extend(self.lacking.records.iter().map(|record| (record.head.number, *record)));
        let init = self.made.values().next().map_or(0, |record| record.head.init);
        // A gap of the source is one here, under the same number.
        let gap = |record: &Record| Record { head: Head { init, ..record.head }, ..record.into_gap() };
        let records =
            source.iter().map(|record| self.made.get(&record.head.number).copied().unwrap_or_else(|| gap(record)));
        let mut index: Vec<u8> = records.flat_map(|record| record.encode()).collect();
        if let Some(last) = source.last() {
            let end = Record::end_of(Head { init, ..last.head });
            index.extend(end.encode());
        }
        write_whole(&self.folder.join(INDEX), &index)?;
        Ok(true)
    }
}
