//! The playlist of one rendition.
//!
//! It lists the whole game, so its text grows; but a segment's lines are final once its parts are not listed any more,
//! and are then kept as text. What is rendered on each change is the head, a few segments and the open one.

use std::fmt::{self, Write};
use std::time::Duration;

use bytes::Bytes;
use domain::time::Timestamp;

use super::edge::Edge;
use super::gzip::Packed;
use crate::codec::cmaf::empty_fragment;
use crate::codec::seconds;
use crate::hls::{Head, Rendition, Segment, SegmentEvent, Settings};

/// `EXT-X-PROGRAM-DATE-TIME` is written at the first segment, after every discontinuity, and every this many segments.
const PROGRAM_DATE_TIME_INTERVAL: u64 = 8;

/// Closed segments whose parts are listed: with the open one that is within three target durations, by time and by
/// count.
const MAX_SEGMENTS_WITH_PARTS: usize = 2;

/// A day of segments. A stream that never ends lets go of its oldest two hours when it has more.
const MAX_ENTRIES: usize = 21_600;
const ENTRIES_DROPPED_AT_ONCE: usize = 1_800;

/// A segment as playlists know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub number: u64,
    pub init: u32,
    /// On the media timeline.
    pub start: Duration,
    pub duration: Duration,
    pub wall: Timestamp,
    pub discontinuity: bool,
    pub discontinuities: u32,
    /// Not there, and not to be asked for; see [`Self::gap_segment`].
    pub gap: bool,
    /// Where its first sample ends in its bytes, where that is a key frame.
    pub key_end: Option<u32>,
}

impl Entry {
    pub(crate) fn new(head: &Head, duration: u64) -> Self {
        Self {
            number: head.number,
            init: head.init,
            start: seconds(head.start, head.timescale),
            duration: seconds(duration, head.timescale),
            wall: head.wall,
            discontinuity: head.discontinuity,
            discontinuities: head.discontinuities,
            gap: false,
            key_end: None,
        }
    }

    pub fn end(&self) -> Duration {
        self.start + self.duration
    }

    /// The response to a request for a gap's segment.
    pub fn gap_segment(&self, timescale: u32) -> Option<Bytes> {
        let ticks = self.start.as_nanos() * u128::from(timescale) / 1_000_000_000;
        self.gap.then(|| empty_fragment(u64::try_from(ticks).unwrap_or(u64::MAX)))
    }

    /// Whether the one before is needed to decode it, as far as is known.
    fn is_dependent(&self) -> bool {
        !self.gap && self.key_end.is_none()
    }
}

#[derive(Clone, Copy, Debug)]
struct ListedPart {
    duration: Duration,
    independent: bool,
}

/// One state of a playlist, for all viewers.
#[derive(Clone, Debug)]
pub struct Rendered {
    pub full: Bytes,
    /// The full playlist, gzipped; a delta is too small to be worth it.
    pub gzip: Bytes,
    /// The delta update for players with an older playlist; the full playlist while nothing can be skipped.
    pub delta: Bytes,
    pub edge: Edge,
}

pub struct MediaPlaylist {
    rendition: Rendition,
    settings: Settings,
    entries: Vec<Entry>,
    /// Parts of the last entries, which are still listed; the newest last.
    parts: Vec<Vec<ListedPart>>,
    open: Option<(Entry, Vec<ListedPart>)>,
    timescale: u32,
    /// The lines of the entries before those, as text and packed.
    settled: String,
    packed: Packed,
    /// Whether a segment cannot be decoded without the one before.
    dependent: bool,
    ended: bool,
}

impl MediaPlaylist {
    pub fn new(rendition: Rendition, settings: Settings) -> Self {
        Self {
            rendition,
            settings,
            entries: Vec::new(),
            parts: Vec::new(),
            open: None,
            timescale: 1,
            settled: String::new(),
            packed: Packed::default(),
            dependent: false,
            ended: false,
        }
    }

    /// A recorded game, to resume or to play.
    pub fn recorded(rendition: Rendition, settings: Settings, entries: Vec<Entry>, ended: bool) -> Self {
        let parts = entries.iter().map(|_| Vec::new()).collect();
        let dependent = entries.iter().any(Entry::is_dependent);
        let mut playlist = Self { entries, parts, dependent, ended, ..Self::new(rendition, settings) };
        playlist.settle();
        playlist
    }

    /// Whether the event changed what is rendered.
    pub fn apply(&mut self, event: &SegmentEvent) -> bool {
        match event {
            SegmentEvent::SegmentOpened { rendition, head } if *rendition == self.rendition => {
                self.timescale = head.timescale;
                self.open = Some((Entry::new(head, 0), Vec::new()));
                // It is listed with its first part.
                false
            }
            SegmentEvent::PartReady { rendition, duration, independent, .. } if *rendition == self.rendition => {
                let Some((entry, parts)) = &mut self.open else { return false };
                let duration = seconds(*duration, self.timescale);
                entry.duration += duration;
                parts.push(ListedPart { duration, independent: *independent });
                self.settle();
                true
            }
            SegmentEvent::SegmentReady { rendition, segment } if *rendition == self.rendition => {
                self.close(segment);
                true
            }
            SegmentEvent::Gap { rendition, gap } if *rendition == self.rendition => {
                self.open = None;
                self.push(Entry { gap: true, ..Entry::new(&gap.head, gap.duration) }, Vec::new());
                true
            }
            SegmentEvent::Ended => {
                self.ended = true;
                self.rebuild();
                true
            }
            _ => false,
        }
    }

    /// A segment that was lost after it had been listed.
    pub fn mark_gap(&mut self, number: u64) -> bool {
        let Ok(index) = self.entries.binary_search_by_key(&number, |entry| entry.number) else { return false };
        if std::mem::replace(&mut self.entries[index].gap, true) {
            return false;
        }
        let listed = self.entries.len() - self.parts.len();
        if let Some(parts) = index.checked_sub(listed).and_then(|index| self.parts.get_mut(index)) {
            parts.clear();
        }
        self.rebuild();
        true
    }

    /// Numbers before `number` that another rendition has and this one has not are gaps.
    pub fn catch_up(&mut self, other: &Self, number: u64) {
        let next = self.entries.last().map_or(0, |entry| entry.number + 1);
        let missing = other.entries.iter().filter(|entry| (next..number).contains(&entry.number));
        for entry in missing {
            self.push(Entry { gap: true, ..entry.clone() }, Vec::new());
        }
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is listed, the open one included as far as it has come.
    pub fn listed(&self) -> impl DoubleEndedIterator<Item = &Entry> + Clone {
        let open = self.open.as_ref().filter(|(_, parts)| !parts.is_empty()).map(|(entry, _)| entry);
        self.entries.iter().chain(open)
    }

    pub fn edge(&self) -> Edge {
        let next = self.entries.last().map_or(0, |entry| entry.number + 1);
        let (number, parts) = self.open.as_ref().map_or((next, 0), |(entry, parts)| (entry.number, parts.len()));
        let count = |parts: usize| u32::try_from(parts).unwrap_or(u32::MAX);
        let last_parts = count(self.parts.last().map_or(0, Vec::len));
        Edge { number, parts: count(parts), last_parts, ended: self.ended }
    }

    /// `others` are the playlists that a player may change to.
    pub fn render(&self, others: &[(Rendition, Edge)]) -> Rendered {
        // Writing into a string cannot fail.
        let (mut head, mut tail) = (String::with_capacity(512), String::with_capacity(4096));
        let _ = self.write_head(&mut head);
        let _ = self.write_tail(&mut tail, others);
        let full = Bytes::from([head.as_str(), &self.settled, &tail].concat());
        let skipped = self.skippable();
        let delta = if skipped == 0 {
            full.clone()
        } else {
            let mut delta = String::with_capacity(head.len() + tail.len() + 1024);
            delta.push_str(&head);
            let _ = self.write_delta(&mut delta, skipped, others);
            delta.into()
        };
        Rendered { full, gzip: self.packed.gzip(&head, &self.settled, &tail), delta, edge: self.edge() }
    }

    fn close(&mut self, segment: &Segment) {
        let timescale = segment.head.timescale;
        let listed = |duration, independent| ListedPart { duration: seconds(duration, timescale), independent };
        self.open = None;
        let parts = segment.parts.iter().map(|part| listed(part.duration, part.independent)).collect();
        let entry = Entry { key_end: segment.key_end, ..Entry::new(&segment.head, segment.duration) };
        self.push(entry, parts);
    }

    fn push(&mut self, entry: Entry, parts: Vec<ListedPart>) {
        self.dependent |= entry.is_dependent();
        self.entries.push(entry);
        self.parts.push(parts);
        self.settle();
        if self.entries.len() > MAX_ENTRIES {
            self.entries.drain(..ENTRIES_DROPPED_AT_ONCE);
            self.rebuild();
        }
    }

    /// The end of all that is listed.
    fn end(&self) -> Duration {
        let open = self.open.as_ref().filter(|(_, parts)| !parts.is_empty());
        open.map(|(entry, _)| entry).or(self.entries.last()).map_or(Duration::ZERO, Entry::end)
    }

    fn targets(&self, count: u32) -> Duration {
        Duration::from_secs(u64::from(self.settings.target_seconds) * u64::from(count))
    }

    /// Turns entries whose parts are no longer listed into final text.
    fn settle(&mut self) {
        let oldest = self.end().saturating_sub(self.targets(3));
        let listed = self.entries.len() - self.parts.len();
        let many = self.parts.len().saturating_sub(MAX_SEGMENTS_WITH_PARTS);
        let old = self.entries[listed..].iter().take_while(|entry| self.ended || entry.start < oldest).count();
        let count = old.max(many);
        if count == 0 {
            return;
        }
        let mut settled = std::mem::take(&mut self.settled);
        for index in listed..listed + count {
            let _ = self.write_entry(&mut settled, index, false, &[]);
        }
        self.packed.grow(&settled);
        self.settled = settled;
        self.parts.drain(..count);
    }

    fn rebuild(&mut self) {
        self.settled.clear();
        self.packed = Packed::default();
        let listed = self.entries.len() - self.parts.len();
        let lost = (0..listed).map(|_| Vec::new());
        self.parts.splice(0..0, lost);
        self.settle();
    }

    /// Entries that a delta leaves out: those that end more than six target durations ago.
    fn skippable(&self) -> usize {
        if self.ended {
            return 0;
        }
        let oldest = self.end().saturating_sub(self.targets(6));
        self.entries.partition_point(|entry| entry.end() <= oldest)
    }

    /// All behind the final text.
    fn write_tail(&self, out: &mut String, others: &[(Rendition, Edge)]) -> fmt::Result {
        let listed = self.entries.len() - self.parts.len();
        for (index, parts) in (listed..).zip(&self.parts) {
            self.write_entry(out, index, false, parts)?;
        }
        self.write_open(out, others)
    }

    /// All behind the head.
    fn write_delta(&self, out: &mut String, skipped: usize, others: &[(Rendition, Edge)]) -> fmt::Result {
        writeln!(out, "#EXT-X-SKIP:SKIPPED-SEGMENTS={skipped}")?;
        let listed = self.entries.len() - self.parts.len();
        for index in skipped..self.entries.len() {
            let parts = index.checked_sub(listed).and_then(|index| self.parts.get(index));
            self.write_entry(out, index, index == skipped, parts.map_or(&[], Vec::as_slice))?;
        }
        self.write_open(out, others)
    }

    fn write_head(&self, out: &mut String) -> fmt::Result {
        let target = self.settings.target_seconds;
        write!(out, "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:{target}\n")?;
        let opens_dependent =
            || self.open.as_ref().and_then(|(_, parts)| parts.first()).is_some_and(|part| !part.independent);
        if !self.dependent && !opens_dependent() {
            out.push_str("#EXT-X-INDEPENDENT-SEGMENTS\n");
        }
        if self.ended {
            out.push_str("#EXT-X-PLAYLIST-TYPE:VOD\n");
        } else {
            out.push_str("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=");
            write_seconds(out, self.settings.part_target() * 3)?;
            write!(out, ",CAN-SKIP-UNTIL={}\n#EXT-X-PART-INF:PART-TARGET=", target * 6)?;
            write_seconds(out, self.settings.part_target())?;
            out.push('\n');
        }
        let first = self.entries.first().or(self.open.as_ref().map(|(entry, _)| entry));
        let number = first.map_or(0, |entry| entry.number);
        writeln!(out, "#EXT-X-MEDIA-SEQUENCE:{number}")?;
        let before = first.map_or(0, |entry| entry.discontinuities - u32::from(entry.discontinuity));
        if before > 0 {
            writeln!(out, "#EXT-X-DISCONTINUITY-SEQUENCE:{before}")?;
        }
        Ok(())
    }

    /// The lines before a segment or the first part of the open one; `first` repeats what a delta left out.
    fn write_front(&self, out: &mut String, entry: &Entry, before: Option<usize>, first: bool) -> fmt::Result {
        if entry.discontinuity {
            out.push_str("#EXT-X-DISCONTINUITY\n");
        }
        let at = before.map_or(0, |index| index + 1);
        let init = if entry.gap { self.init_at(at) } else { Some(entry.init) };
        let known = at.checked_sub(1).filter(|_| !first).and_then(|before| self.init_at(before));
        if let Some(init) = init.filter(|init| known != Some(*init)) {
            writeln!(out, "#EXT-X-MAP:URI=\"init-{init}.mp4\"")?;
        }
        let broken = before.is_none_or(|index| self.entries[index].gap != entry.gap);
        if first || broken || entry.discontinuity || entry.number.is_multiple_of(PROGRAM_DATE_TIME_INTERVAL) {
            write_wall(out, entry.wall)?;
        }
        Ok(())
    }

    /// The init that was told last: that of the last segment which is there. Gaps in front of all others have the first
    /// one to come, once it cannot change any more: some players read gaps too.
    fn init_at(&self, index: usize) -> Option<u32> {
        let is_there = |entry: &&Entry| !entry.gap;
        let before = self.entries.get(..=index)?.iter().rev().find(is_there);
        let after = || self.entries[index..].iter().find(is_there).filter(|_| self.ended);
        before.or_else(after).map(|entry| entry.init)
    }

    fn write_entry(&self, out: &mut String, index: usize, first: bool, parts: &[ListedPart]) -> fmt::Result {
        let entry = &self.entries[index];
        self.write_front(out, entry, index.checked_sub(1), first)?;
        write_parts(out, entry.number, parts)?;
        if entry.gap {
            out.push_str("#EXT-X-GAP\n");
        }
        out.push_str("#EXTINF:");
        write_seconds(out, entry.duration)?;
        writeln!(out, ",\n{}.m4s", entry.number)
    }

    fn write_open(&self, out: &mut String, others: &[(Rendition, Edge)]) -> fmt::Result {
        if self.ended {
            out.push_str("#EXT-X-ENDLIST\n");
            return Ok(());
        }
        if let Some((entry, parts)) = self.open.as_ref().filter(|(_, parts)| !parts.is_empty()) {
            self.write_front(out, entry, self.entries.len().checked_sub(1), false)?;
            write_parts(out, entry.number, parts)?;
        }
        let edge = self.edge();
        writeln!(out, "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"{}.{}.m4s\"", edge.number, edge.parts)?;
        for (rendition, edge) in others {
            let Some((number, part)) = edge.last() else { continue };
            write!(out, "#EXT-X-RENDITION-REPORT:URI=\"../{rendition}/index.m3u8\",LAST-MSN={number}")?;
            match part {
                Some(part) => writeln!(out, ",LAST-PART={part}")?,
                None => out.push('\n'),
            }
        }
        Ok(())
    }
}

/// What is sent in place of a listed segment that is a gap.
pub fn gap_segment(entries: &[Entry], number: u64, timescale: u32) -> Option<Bytes> {
    let index = entries.binary_search_by_key(&number, |entry| entry.number).ok()?;
    entries[index].gap_segment(timescale)
}

fn write_parts(out: &mut String, number: u64, parts: &[ListedPart]) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        out.push_str("#EXT-X-PART:DURATION=");
        write_seconds(out, part.duration)?;
        write!(out, ",URI=\"{number}.{index}.m4s\"")?;
        out.push_str(if part.independent { ",INDEPENDENT=YES\n" } else { "\n" });
    }
    Ok(())
}

/// Seconds to the microsecond, without zeros at the end.
pub(super) fn write_seconds(out: &mut String, duration: Duration) -> fmt::Result {
    let micros = (duration.subsec_nanos() + 500) / 1000;
    let (whole, micros) = (duration.as_secs() + u64::from(micros / 1_000_000), micros % 1_000_000);
    if micros.is_multiple_of(1000) {
        return write!(out, "{whole}.{:03}", micros / 1000);
    }
    write!(out, "{whole}.{micros:06}")
}

fn write_wall(out: &mut String, wall: Timestamp) -> fmt::Result {
    // Outside of what a calendar can hold there is no date to tell.
    match jiff::Timestamp::from_millisecond(wall.0) {
        Ok(time) => writeln!(out, "#EXT-X-PROGRAM-DATE-TIME:{time:.3}"),
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
pub(crate) mod tests;
