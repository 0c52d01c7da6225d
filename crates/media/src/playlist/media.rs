//! The playlist of one rendition.
//!
//! It lists the whole game, so its text grows; but a segment's lines are final once its parts are not listed any more, and
//! are then kept as text. What is rendered on each change is the head, a few segments and the open one.

use std::fmt::{self, Write};
use std::time::Duration;

use bytes::Bytes;
use domain::time::Timestamp;

use super::edge::Edge;
use super::gzip::Packed;
use crate::cmaf::empty_fragment;
use crate::packager::Settings;
use crate::segment::{Event, Head, Rendition, Segment, seconds};

/// Wall-clock times stand at the first segment, after every break, and at each of so many numbers.
const WALL_EVERY: u64 = 8;

/// Closed segments whose parts are listed: with the open one that is within three target durations, by time and by count.
const LISTED: usize = 2;

/// A day of segments. A stream that never ends lets go of its oldest two hours when it has more.
const MAX_ENTRIES: usize = 21_600;
const LET_GO: usize = 1_800;

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
    /// Not there, and not to be asked for; see [`Self::stand_in`].
    pub gap: bool,
    /// Where its first sample ends in its bytes, where that is a key frame.
    pub key_end: Option<u32>,
}

impl Entry {
    fn new(head: &Head, duration: u64) -> Self {
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

    /// What those get who ask for a gap all the same.
    pub fn stand_in(&self, timescale: u32) -> Option<Bytes> {
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
    /// The full one for those who take gzip; a delta is too small to be worth it.
    pub gzip: Bytes,
    /// For those who have an older one; the same as the full one while there is nothing to leave out.
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

    /// A recorded game, to go on with or to be watched.
    pub fn recorded(rendition: Rendition, settings: Settings, entries: Vec<Entry>, ended: bool) -> Self {
        let parts = entries.iter().map(|_| Vec::new()).collect();
        let dependent = entries.iter().any(Entry::is_dependent);
        let mut playlist = Self { entries, parts, dependent, ended, ..Self::new(rendition, settings) };
        playlist.settle();
        playlist
    }

    /// Whether the event changed what is rendered.
    pub fn apply(&mut self, event: &Event) -> bool {
        match event {
            Event::SegmentOpened { rendition, head } if *rendition == self.rendition => {
                self.timescale = head.timescale;
                self.open = Some((Entry::new(head, 0), Vec::new()));
                // It is listed with its first part.
                false
            }
            Event::PartReady { rendition, duration, independent, .. } if *rendition == self.rendition => {
                let Some((entry, parts)) = &mut self.open else { return false };
                let duration = seconds(*duration, self.timescale);
                entry.duration += duration;
                parts.push(ListedPart { duration, independent: *independent });
                self.settle();
                true
            }
            Event::SegmentReady { rendition, segment } if *rendition == self.rendition => {
                self.close(segment);
                true
            }
            Event::Hole { rendition, hole } if *rendition == self.rendition => {
                self.open = None;
                self.push(Entry { gap: true, ..Entry::new(&hole.head, hole.duration) }, Vec::new());
                true
            }
            Event::Ended => {
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
            self.entries.drain(..LET_GO);
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

    /// Turns entries whose parts are not listed any more into final text.
    fn settle(&mut self) {
        let oldest = self.end().saturating_sub(self.targets(3));
        let listed = self.entries.len() - self.parts.len();
        let many = self.parts.len().saturating_sub(LISTED);
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
        if first || broken || entry.discontinuity || entry.number.is_multiple_of(WALL_EVERY) {
            write_wall(out, entry.wall)?;
        }
        Ok(())
    }

    /// The init that was told last: that of the last segment which is there. Gaps in front of all others have the first one
    /// to come, once it cannot change any more: some players read gaps too.
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
pub fn stand_in(entries: &[Entry], number: u64, timescale: u32) -> Option<Bytes> {
    let index = entries.binary_search_by_key(&number, |entry| entry.number).ok()?;
    entries[index].stand_in(timescale)
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
mod tests {
    use std::io::Read;

    use super::*;
    use crate::packager::Packager;
    use crate::packager::tests::{Encoder, NOW, game};
    use crate::segment::Hole;

    fn text(bytes: &Bytes) -> String {
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    fn playlist(events: &[Event], rendition: Rendition) -> MediaPlaylist {
        let mut playlist = MediaPlaylist::new(rendition, Settings::default());
        for event in events {
            playlist.apply(event);
        }
        playlist
    }

    fn live(seconds: u64) -> (Packager, Encoder, Vec<Event>) {
        let mut packager = Packager::new(Settings::default());
        let mut encoder = Encoder::new(30, 60);
        let mut events = encoder.connect(&mut packager);
        events.extend(encoder.run(&mut packager, seconds));
        (packager, encoder, events)
    }

    #[test]
    fn a_game_that_has_just_begun() {
        let (_, _, events) = live(5);
        let rendered = playlist(&events, Rendition::SOURCE).render(&[]);
        let mut expected = String::from(
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n\
             #EXT-X-INDEPENDENT-SEGMENTS\n\
             #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.635,CAN-SKIP-UNTIL=24\n\
             #EXT-X-PART-INF:PART-TARGET=0.545\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-MAP:URI=\"init-0.mp4\"\n\
             #EXT-X-PROGRAM-DATE-TIME:2023-11-14T22:13:20.000Z\n",
        );
        for part in 0..8 {
            let independent = if part % 4 == 0 { ",INDEPENDENT=YES" } else { "" };
            expected += &format!("#EXT-X-PART:DURATION=0.500,URI=\"0.{part}.m4s\"{independent}\n");
        }
        expected += "#EXTINF:4.000,\n0.m4s\n#EXT-X-PART:DURATION=0.500,URI=\"1.0.m4s\",INDEPENDENT=YES\n\
             #EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"1.1.m4s\"\n";
        assert_eq!(text(&rendered.full), expected);
        assert_eq!(rendered.full, rendered.delta);
        assert_eq!(rendered.edge, Edge { number: 1, parts: 1, last_parts: 8, ended: false });
    }

    #[test]
    fn parts_are_listed_within_three_target_durations_only() {
        let (_, _, events) = live(62);
        for rendition in [Rendition::SOURCE, Rendition::SOUND] {
            let rendered = playlist(&events, rendition).render(&[]);
            let full = text(&rendered.full);
            let listed: Vec<u64> = (0..20).filter(|n| full.contains(&format!("URI=\"{n}.0.m4s\""))).collect();
            assert_eq!(listed, [13, 14, 15], "{rendition}");
            assert_eq!(full.matches("#EXTINF").count(), 15);
            // A delta leaves out what ended six target durations ago, and says again what it needs.
            let delta = text(&rendered.delta);
            let after = delta.split_once("#EXT-X-SKIP:SKIPPED-SEGMENTS=9\n").unwrap().1;
            assert!(
                after.starts_with(&format!("#EXT-X-MAP:URI=\"init-{}.mp4\"", u8::from(rendition != Rendition::SOURCE)))
            );
            assert!(after.contains("#EXT-X-PROGRAM-DATE-TIME"));
            let tail = full.split_once("\n11.m4s\n").unwrap().1;
            assert!(delta.ends_with(tail), "{delta}");
        }
    }

    #[test]
    fn the_cache_says_what_a_fresh_rendering_says() {
        let (mut packager, mut encoder, mut events) = live(70);
        events.extend(packager.disconnect());
        events.extend(Encoder::new(30, 60).connect(&mut packager));
        events.extend(encoder.run(&mut packager, 70));
        let mut cached = playlist(&events, Rendition::SOURCE);
        let before = cached.render(&[]);
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&before.gzip[..]).read_to_end(&mut unpacked).unwrap();
        assert_eq!(before.full, unpacked);
        cached.rebuild();
        assert_eq!(before.full, cached.render(&[]).full);
        cached.apply(&Event::Ended);
        let fresh = MediaPlaylist::recorded(Rendition::SOURCE, Settings::default(), cached.entries().to_vec(), true);
        assert_eq!(text(&cached.render(&[]).full), text(&fresh.render(&[]).full));
    }

    #[test]
    fn a_discontinuity_stands_before_the_parts_of_the_open_segment() {
        let (mut packager, _, mut events) = live(6);
        events.extend(packager.disconnect());
        let mut encoder = Encoder::new(30, 60);
        events.extend(encoder.connect(&mut packager));
        events.extend(encoder.run(&mut packager, 1));
        let full = text(&playlist(&events, Rendition::SOURCE).render(&[]).full);
        assert!(full.contains("\n1.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:"), "{full}");
        let open = full.split_once("#EXT-X-DISCONTINUITY\n").unwrap().1;
        assert!(open.contains("URI=\"2.0.m4s\",INDEPENDENT=YES"));
    }

    #[test]
    fn holes_are_gaps_and_the_time_after_them_is_told() {
        let (_, _, events) = live(62);
        let mut playlist = playlist(&events, Rendition::SOURCE);
        let before = playlist.edge();
        assert!(playlist.mark_gap(3));
        assert!(!playlist.mark_gap(3));
        assert!(playlist.mark_gap(14));
        assert!(!playlist.mark_gap(99));
        let full = text(&playlist.render(&[]).full);
        assert!(
            full.contains("#EXT-X-GAP\n#EXTINF:4.000,\n3.m4s\n#EXT-X-PROGRAM-DATE-TIME:2023-11-14T22:13:36.000Z\n")
        );
        assert!(!full.contains("14.0.m4s"));
        assert_eq!(playlist.edge().number, before.number);
        let head =
            Head { number: 16, init: 9, start: 64, timescale: 1, wall: NOW, discontinuity: false, discontinuities: 0 };
        playlist.open = None;
        playlist.apply(&Event::Hole { rendition: Rendition::SOURCE, hole: Hole { head, duration: 4 } });
        assert!(!text(&playlist.render(&[]).full).contains("init-9"));
    }

    /// Players that do not know gaps read them, and what they read begins with an init.
    #[test]
    fn gaps_in_front_of_a_recording_have_an_init() {
        let entries = game_entries();
        let shown = |ended| {
            let playlist = MediaPlaylist::recorded(Rendition::SOURCE, Settings::default(), entries.clone(), ended);
            text(&playlist.render(&[]).full)
        };
        let ended = shown(true);
        assert_eq!(ended.matches("#EXT-X-MAP").count(), 2, "{ended}");
        let (head, rest) = ended.split_once("#EXTINF").unwrap();
        assert!(head.contains("init-3.mp4") && rest.contains("init-5.mp4"), "{ended}");
        // What is not over may still get another one in front.
        let open = shown(false);
        let (head, _) = open.split_once("#EXTINF").unwrap();
        assert!(!head.contains("EXT-X-MAP") && open.matches("#EXT-X-MAP").count() == 2, "{open}");
    }

    /// Two gaps, two segments, a gap, and a segment of another init.
    fn game_entries() -> Vec<Entry> {
        let entry = |number: u64, init, gap| {
            let start = number * 4;
            let head = Head { number, init, start, timescale: 1, wall: NOW, discontinuity: false, discontinuities: 0 };
            Entry { gap, ..Entry::new(&head, 4) }
        };
        let inits = [(0, true), (0, true), (3, false), (3, false), (0, true), (5, false)];
        (0..).zip(inits).map(|(number, (init, gap))| entry(number, init, gap)).collect()
    }

    #[test]
    fn a_gap_has_an_empty_stand_in_at_its_time() {
        let entries = game_entries();
        let stand_in = stand_in(&entries, 4, 90_000).unwrap();
        let time = 16 * 90_000_u64;
        assert!(stand_in.windows(8).any(|bytes| bytes == time.to_be_bytes()), "{stand_in:?}");
        // Without a run of no samples VLC waits for some.
        assert!(stand_in.windows(4).any(|bytes| bytes == b"trun"), "{stand_in:?}");
        assert!(super::stand_in(&entries, 3, 90_000).is_none() && super::stand_in(&entries, 9, 90_000).is_none());
    }

    #[test]
    fn an_ended_game_is_plain_and_closed() {
        let events = game(30, 60, 30);
        let rendered = playlist(&events, Rendition::SOURCE).render(&[]);
        let full = text(&rendered.full);
        assert!(full.ends_with("#EXT-X-ENDLIST\n"));
        for tag in ["PART", "SERVER-CONTROL", "PRELOAD", "SKIP"] {
            assert!(!full.contains(tag), "{tag}");
        }
        assert_eq!(rendered.full, rendered.delta);
        assert!(rendered.edge.ended);
    }

    #[test]
    fn a_stream_that_never_ends_has_a_bounded_playlist() {
        let mut playlist = MediaPlaylist::new(Rendition::SOURCE, Settings::default());
        let last = MAX_ENTRIES as u64 + 10;
        for number in 0..=last {
            let head = Head {
                number,
                init: 0,
                start: number * 4,
                timescale: 1,
                wall: NOW,
                discontinuity: number == 5,
                discontinuities: u32::from(number >= 5),
            };
            playlist.apply(&Event::Hole { rendition: Rendition::SOURCE, hole: Hole { head, duration: 4 } });
            assert!(playlist.entries().len() <= MAX_ENTRIES);
        }
        let full = text(&playlist.render(&[]).full);
        assert!(full.contains("#EXT-X-MEDIA-SEQUENCE:1800\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n"));
        assert_eq!(full.matches("#EXTINF").count(), playlist.entries().len());
        assert!(full.contains(&format!("\n{last}.m4s\n")) && !full.contains("\n1799.m4s\n"));
    }

    /// Sound that came late has the numbers, and the count of discontinuities, of its picture.
    #[test]
    fn a_late_rendition_starts_with_the_right_numbers() {
        let head = Head {
            number: 7,
            init: 1,
            start: 0,
            timescale: 48_000,
            wall: NOW,
            discontinuity: true,
            discontinuities: 3,
        };
        let mut playlist = MediaPlaylist::new(Rendition::SOUND, Settings::default());
        playlist.apply(&Event::Hole { rendition: Rendition::SOUND, hole: Hole { head, duration: 48_000 } });
        let full = text(&playlist.render(&[]).full);
        assert!(full.contains("#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-DISCONTINUITY-SEQUENCE:2\n#EXT-X-DISCONTINUITY\n"));
    }
}
