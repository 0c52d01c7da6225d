//! A clip of a game, made from the existing segments: playable at once, and as one file.
//!
//! - [`Listed`]: the segments around a time, of a live game or a recorded one;
//! - [`Cut`]: what exactly is shown of them, with a playlist of its own;
//! - [`trim`]: a segment without the samples outside of the piece;
//! - [`plan`]: the piece as one MP4 file, which starts at the very frame.
//!
//! The playlist ends at the asked picture. It begins at the key frame before the asked one, since nothing can be
//! decoded without it, and tells players where to start; what is before the key frame is not in it.

mod plan;
mod trim;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;

use bytes::Bytes;

use crate::codec::cmaf::{ParseError, ParsedSample, ProgressiveError, parse_fragments};
use crate::codec::{MILLISECOND, SECOND, ticks};
use crate::hls::{Entry, Rendition};
use crate::recording::RecordingFile;

pub use plan::{first_picture, plan};
pub use trim::trim;

/// Segments before the asked time that are looked through for its key frame.
const MAX_SEGMENTS_SEARCHED: usize = 4;

#[derive(Debug, thiserror::Error)]
pub enum ClipError {
    #[error("no video at this time")]
    Nothing,
    #[error("a segment could not be read")]
    Read(#[from] io::Error),
    #[error("a segment is damaged")]
    Damaged(#[from] ParseError),
    #[error(transparent)]
    Plan(#[from] ProgressiveError),
}

/// A file of a game; nothing when it is not there.
pub type Fetched = io::Result<Option<Bytes>>;

/// Segments of a game around a time, in all renditions.
#[derive(Clone, Debug, Default)]
pub struct Listed(pub BTreeMap<Rendition, Vec<Entry>>);

/// Of all segments those that a piece may need.
pub fn around<'a>(entries: impl Iterator<Item = &'a Entry> + Clone, from: u64, to: u64) -> Vec<Entry> {
    let before = entries.clone().take_while(|entry| ticks(entry.end()) <= from).count();
    let wanted = entries.skip(before.saturating_sub(MAX_SEGMENTS_SEARCHED)).take_while(|entry| ticks(entry.start) < to);
    wanted.cloned().collect()
}

/// What of some segments is shown, in ticks of 90 kHz on the game's timeline.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The first picture that is meant to be seen.
    from: u64,
    to: u64,
    /// The key frame that it needs.
    begin: u64,
    listed: BTreeMap<Rendition, Vec<Entry>>,
}

/// How a segment belongs to a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    Whole,
    /// From and until these times only.
    Part(u64, u64),
}

impl Cut {
    /// Finds the picture that is shown at `from`, and what it needs; `fetch` gives files of the game.
    pub async fn make<F: Future<Output = Fetched>>(
        Listed(listed): Listed,
        from: u64,
        to: u64,
        fetch: impl Fn(RecordingFile) -> F,
    ) -> Result<Self, ClipError> {
        let source = listed.get(&Rendition::SOURCE).ok_or(ClipError::Nothing)?;
        // A player tells its time in milliseconds: the picture that it shows may begin this much later.
        let wanted = from.saturating_add(MILLISECOND);
        let within = source.iter().rposition(|entry| ticks(entry.start) <= wanted);
        // A game that begins with a gap begins after it.
        let mut index = within.unwrap_or(0);
        let (mut shown, mut key) = (None, None);
        loop {
            let entry = source.get(index).ok_or(ClipError::Nothing)?;
            if !entry.gap {
                let stored = RecordingFile::Segment(Rendition::SOURCE, entry.number);
                let bytes = fetch(stored).await?.ok_or(ClipError::Nothing)?;
                let samples = parse_fragments(&bytes)?;
                let until = |sample: &&ParsedSample| sample.pts() <= wanted;
                shown = shown.or(samples.iter().filter(until).map(ParsedSample::pts).max());
                key = samples.iter().filter(|sample| sample.keyframe).filter(until).map(ParsedSample::pts).max();
            }
            if key.is_some() {
                break;
            }
            // What cannot be decoded without something from before a gap is not shown.
            index = index.checked_sub(1).filter(|_| !entry.gap).ok_or(ClipError::Nothing)?;
        }
        let (Some(from_shown), Some(begin)) = (shown, key) else { return Err(ClipError::Nothing) };
        let to = from_shown.saturating_add(to.saturating_sub(from));
        let inside = |entry: &Entry| ticks(entry.end()) > begin && ticks(entry.start) < to;
        let kept =
            listed.into_iter().map(|(rendition, entries)| (rendition, entries.into_iter().filter(inside).collect()));
        Ok(Self { from: from_shown, to, begin, listed: kept.collect() })
    }

    /// Of a rendition; none where it has nothing of the piece.
    pub fn playlist(&self, rendition: Rendition) -> Option<Bytes> {
        let entries = self.listed.get(&rendition).filter(|entries| !entries.is_empty())?;
        let mut out = String::with_capacity(256 + entries.len() * 48);
        // Writing into a string cannot fail.
        let _ = self.write(&mut out, entries);
        Some(out.into())
    }

    fn write(&self, out: &mut String, entries: &[Entry]) -> std::fmt::Result {
        let length = |entry: &Entry| {
            let (start, end) = (ticks(entry.start).max(self.begin), ticks(entry.end()).min(self.to));
            end.saturating_sub(start)
        };
        let target = entries.iter().map(length).max().unwrap_or(0).div_ceil(SECOND).max(1);
        let first = entries.first().map_or(0, |entry| entry.number);
        write!(out, "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:{target}\n")?;
        write!(out, "#EXT-X-MEDIA-SEQUENCE:{first}\n#EXT-X-PLAYLIST-TYPE:VOD\n")?;
        if self.from > self.begin {
            writeln!(out, "#EXT-X-START:TIME-OFFSET={},PRECISE=YES", seconds(self.from - self.begin))?;
        }
        let mut init = None;
        for (index, entry) in entries.iter().enumerate() {
            if entry.discontinuity && index > 0 {
                out.push_str("#EXT-X-DISCONTINUITY\n");
            }
            if entry.gap {
                out.push_str("#EXT-X-GAP\n");
            } else if init.replace(entry.init) != Some(entry.init) {
                writeln!(out, "#EXT-X-MAP:URI=\"init-{}.mp4\"", entry.init)?;
            }
            write!(out, "#EXTINF:{},\n{}.m4s\n", seconds(length(entry)), entry.number)?;
        }
        out.write_str("#EXT-X-ENDLIST\n")
    }

    /// T5: how a segment belongs to the piece; nothing where it does not. The last may have been open when it was
    /// listed, and have grown since.
    pub fn share(&self, rendition: Rendition, number: u64) -> Option<Share> {
        let entries = self.listed.get(&rendition)?;
        let entry = entries.iter().find(|entry| entry.number == number && !entry.gap)?;
        let is_last = entries.last().is_some_and(|last| last.number == number);
        let is_whole = ticks(entry.start) >= self.begin && ticks(entry.end()) <= self.to && !is_last;
        Some(if is_whole { Share::Whole } else { Share::Part(self.begin, self.to) })
    }

    /// The init file of a segment of the piece.
    pub fn init_of(&self, rendition: Rendition, number: u64) -> Option<u32> {
        self.listed.get(&rendition)?.iter().find(|entry| entry.number == number).map(|entry| entry.init)
    }

    pub fn has_init(&self, rendition: Rendition, index: u32) -> bool {
        self.listed.get(&rendition).is_some_and(|entries| entries.iter().any(|entry| entry.init == index))
    }
}

/// With three decimals.
fn seconds(ticks: u64) -> String {
    let ms = (ticks + MILLISECOND / 2) / MILLISECOND;
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

#[cfg(test)]
mod tests;
