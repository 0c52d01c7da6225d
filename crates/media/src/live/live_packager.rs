//! One live game in memory: packager, ring and playlists kept in step, still without I/O.
//!
//! The task of a game feeds it and hands the events that come back to the recording; viewers are answered from
//! [`LivePackager::ring`], [`LivePackager::render`] and [`LivePackager::multivariant`].

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use domain::time::Timestamp;

use crate::codec::frame::{Clock, Input};
use crate::codec::seconds;
use crate::hls::{Label, MediaPlaylist, Rendered, Rendition, SegmentEvent, Settings, Tracks, gap_segment};
use crate::live::{Packager, Picture, Ring, RingLimits};
use crate::recording::Replay;

pub struct LivePackager {
    settings: Settings,
    packager: Packager,
    ring: Ring,
    playlists: BTreeMap<Rendition, MediaPlaylist>,
    tracks: Tracks,
    /// Segments that are nowhere but in the ring.
    unrecorded: BTreeSet<(u64, Rendition)>,
}

impl LivePackager {
    pub fn new(settings: Settings, limits: RingLimits) -> Self {
        Self {
            settings,
            packager: Packager::new(settings),
            ring: Ring::new(limits),
            playlists: BTreeMap::new(),
            tracks: Tracks::default(),
            unrecorded: BTreeSet::new(),
        }
    }

    /// Resumes a recorded game: viewers can play what was recorded, and the next encoder continues it.
    pub fn resume(replay: &Replay, limits: RingLimits) -> Self {
        let settings = replay.meta().settings();
        let mut live = Self::new(settings, limits);
        if let Some(resume) = replay.resume() {
            live.packager = Packager::resume(settings, resume);
        }
        let playlists = replay.renditions().filter_map(|rendition| Some((rendition, replay.playlist(rendition)?)));
        live.playlists = playlists.collect();
        live.tracks = replay.tracks();
        live
    }

    pub fn connect(&mut self, clock: Clock) -> Vec<SegmentEvent> {
        let events = self.packager.connect(clock);
        self.take(events)
    }

    pub fn input(&mut self, input: Input, now: Timestamp) -> Vec<SegmentEvent> {
        let events = match input {
            Input::Config(config) => self.packager.config(config),
            Input::Frame(frame) => self.packager.frame(frame, now),
        };
        self.take(events)
    }

    /// A configuration or a picture of a lower rendition; its times are those of [`Picture`].
    pub fn lower_input(&mut self, index: u8, input: Input) -> Vec<SegmentEvent> {
        let events = self.packager.lower_input(index, input);
        self.take(events)
    }

    /// The encoder of a lower rendition has stopped.
    pub fn lower_stopped(&mut self, index: u8) -> Vec<SegmentEvent> {
        let events = self.packager.lower_stopped(index);
        self.take(events)
    }

    /// Whether pictures are kept for [`Self::take_pictures`].
    pub fn show_pictures(&mut self, wanted: bool) {
        self.packager.show_pictures(wanted);
    }

    /// The source's frames since the last call, for encoding lower renditions.
    pub fn take_pictures(&mut self) -> Vec<Picture> {
        self.packager.take_pictures()
    }

    pub fn disconnect(&mut self) -> Vec<SegmentEvent> {
        let events = self.packager.disconnect();
        self.take(events)
    }

    pub fn end(&mut self) -> Vec<SegmentEvent> {
        let events = self.packager.end();
        self.take(events)
    }

    /// A segment could not be recorded: it is served while it is in memory, and a gap after that.
    pub fn not_recorded(&mut self, rendition: Rendition, number: u64) {
        self.unrecorded.insert((number, rendition));
        self.mark_gaps();
    }

    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    pub fn renditions(&self) -> impl Iterator<Item = Rendition> {
        self.playlists.keys().copied()
    }

    pub fn playlist(&self, rendition: Rendition) -> Option<&MediaPlaylist> {
        self.playlists.get(&rendition)
    }

    pub fn render(&self, rendition: Rendition) -> Option<Rendered> {
        let others: Vec<_> = self.playlists.iter().filter(|(other, _)| **other != rendition).collect();
        let others: Vec<_> = others.into_iter().map(|(other, playlist)| (*other, playlist.edge())).collect();
        Some(self.playlists.get(&rendition)?.render(&others))
    }

    /// What is sent in place of a segment that is a gap.
    pub fn gap_segment(&self, rendition: Rendition, number: u64) -> Option<Bytes> {
        gap_segment(self.playlists.get(&rendition)?.entries(), number, self.tracks.timescale(rendition)?)
    }

    /// The renditions, as soon as one is known.
    pub fn multivariant(&self, sound: Label) -> Option<Bytes> {
        self.tracks.multivariant(sound)
    }

    fn take(&mut self, events: Vec<SegmentEvent>) -> Vec<SegmentEvent> {
        for event in &events {
            self.ring.apply(event);
            match event {
                SegmentEvent::InitReady { rendition, codec, .. } => {
                    let new = || MediaPlaylist::new(*rendition, self.settings);
                    self.playlists.entry(*rendition).or_insert_with(new);
                    self.tracks.set_codec(*rendition, codec.clone());
                }
                SegmentEvent::SegmentReady { rendition, segment } => {
                    let duration = seconds(segment.duration, segment.head.timescale);
                    self.tracks.add(*rendition, segment.bytes.len() as u64, duration);
                }
                SegmentEvent::SegmentOpened { rendition, head } => self.catch_up(*rendition, head.number),
                SegmentEvent::Gap { rendition, gap } => {
                    self.catch_up(*rendition, gap.head.number);
                    self.tracks.set_incomplete(*rendition);
                }
                _ => {}
            }
            for playlist in self.playlists.values_mut() {
                playlist.apply(event);
            }
            if matches!(event, SegmentEvent::SegmentReady { .. }) {
                self.mark_gaps();
            }
        }
        events
    }

    /// A lower rendition that joined late has gaps where it was not there: all renditions begin with the same number.
    fn catch_up(&mut self, rendition: Rendition, number: u64) {
        if let Rendition::Video(1..) = rendition
            && let Some(mut playlist) = self.playlists.remove(&rendition)
        {
            if let Some(source) = self.playlists.get(&Rendition::SOURCE) {
                playlist.catch_up(source, number);
            }
            self.playlists.insert(rendition, playlist);
        }
    }

    /// Segments that left the ring without being recorded become gaps.
    fn mark_gaps(&mut self) {
        let (ring, playlists) = (&self.ring, &mut self.playlists);
        self.unrecorded.retain(|&(number, rendition)| {
            let held = ring.segment(rendition, number).is_some();
            if !held && let Some(playlist) = playlists.get_mut(&rendition) {
                playlist.mark_gap(number);
            }
            held
        });
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::Duration;

    use super::*;
    use crate::codec::frame::{Config, Frame, Track};
    use crate::codec::tests::{aac, avc};
    use crate::live::packager::tests::NOW;
    use crate::recording::{Meta, Recording, replay};

    pub(crate) fn stream(live: &mut LivePackager, seconds: u64) -> Vec<SegmentEvent> {
        let mut events = live.connect(Clock::Milliseconds);
        events.extend(live.input(Input::Config(Config::Video(avc())), NOW));
        events.extend(live.input(Input::Config(Config::Audio(aac())), NOW));
        for index in 0..seconds * 25 {
            let (dts, keyframe) = (index * 40, index % 50 == 0);
            let frame = Frame { track: Track::Video, dts, pts: dts, keyframe, data: vec![1; 1000].into() };
            events.extend(live.input(Input::Frame(frame), NOW.plus(dts.cast_signed())));
        }
        events
    }

    fn text(live: &LivePackager, rendition: Rendition) -> String {
        String::from_utf8(live.render(rendition).unwrap().full.to_vec()).unwrap()
    }

    /// PLAY-05: a player that changes the rendition asks for the right part at once.
    #[test]
    fn players_are_told_how_far_the_other_renditions_have_come() {
        let mut live = LivePackager::new(Settings::default(), RingLimits::default());
        stream(&mut live, 6);
        for (shown, other) in [(Rendition::SOURCE, Rendition::SOUND), (Rendition::SOUND, Rendition::SOURCE)] {
            let (number, part) = live.playlist(other).unwrap().edge().last().unwrap();
            let (shown, part) = (text(&live, shown), part.unwrap());
            let told = format!("URI=\"../{other}/index.m3u8\",LAST-MSN={number},LAST-PART={part}\n");
            assert!(shown.ends_with(&format!("#EXT-X-RENDITION-REPORT:{told}")), "{shown}");
            assert!(shown.contains("#EXT-X-INDEPENDENT-SEGMENTS\n"));
        }
        live.end();
        assert!(!text(&live, Rendition::SOURCE).contains("RENDITION-REPORT"));
    }

    /// Key frames that come more seldom than segments: those between cannot be decoded alone, and nobody says so.
    #[test]
    fn segments_without_a_key_frame_are_not_called_independent() {
        let mut live = LivePackager::new(Settings::default(), RingLimits::default());
        live.connect(Clock::Milliseconds);
        live.input(Input::Config(Config::Video(avc())), NOW);
        for index in 0..20 * 25 {
            let (dts, keyframe) = (index * 40, index % 208 == 0);
            let frame = Frame { track: Track::Video, dts, pts: dts, keyframe, data: vec![1; 1000].into() };
            live.input(Input::Frame(frame), NOW.plus(dts.cast_signed()));
        }
        assert!(!text(&live, Rendition::SOURCE).contains("INDEPENDENT-SEGMENTS"));
        let entries = live.playlist(Rendition::SOURCE).unwrap().entries();
        assert!(entries[0].key_end.is_some() && entries.iter().any(|entry| entry.key_end.is_none()), "{entries:?}");
    }

    #[test]
    fn listed_segments_and_parts_are_in_memory() {
        let mut live = LivePackager::new(Settings::default(), RingLimits::default());
        assert_eq!(live.multivariant(Label::new("Main")), None);
        stream(&mut live, 30);
        for rendition in [Rendition::SOURCE, Rendition::SOUND] {
            let edge = live.render(rendition).unwrap().edge;
            assert_eq!(edge.number, 7);
            assert!(live.ring().part(rendition, edge.number, edge.parts - 1).is_some());
            assert!(live.ring().part(rendition, edge.number, edge.parts).is_none());
            assert!((0..7).all(|number| live.ring().segment(rendition, number).is_some()));
        }
        let renditions = live.multivariant(Label::new("Main")).unwrap();
        let renditions = str::from_utf8(&renditions).unwrap();
        assert!(renditions.contains("v0/index.m3u8") && renditions.contains("URI=\"a0/index.m3u8\""));
        assert!(!renditions.contains("BANDWIDTH=1,"), "measured: {renditions}");
    }

    #[test]
    fn unrecorded_segment_becomes_a_gap_when_it_leaves_memory() {
        let limits = RingLimits { time: Duration::from_secs(20), bytes: usize::MAX };
        let mut live = LivePackager::new(Settings::default(), limits);
        stream(&mut live, 13);
        live.not_recorded(Rendition::SOURCE, 1);
        assert!(!text(&live, Rendition::SOURCE).contains("GAP"));
        live.disconnect();
        stream(&mut live, 30);
        assert!(live.ring().segment(Rendition::SOURCE, 1).is_none());
        assert!(text(&live, Rendition::SOURCE).contains("#EXT-X-GAP\n#EXTINF:4.000,\n1.m4s"));
        assert!(!text(&live, Rendition::SOUND).contains("GAP"));
    }

    #[test]
    fn a_game_goes_on_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let mut live = LivePackager::new(Settings::default(), RingLimits::default());
        let mut recording = Recording::create(folder.path(), Meta::new(NOW, Settings::default())).unwrap();
        for event in stream(&mut live, 14) {
            recording.apply(&event).unwrap();
        }
        drop((live, recording));
        let mut live = LivePackager::resume(&replay(folder.path()).unwrap(), RingLimits::default());
        // Before the encoder is back there is already everything to watch.
        assert!(text(&live, Rendition::SOURCE).contains("\n2.m4s\n"));
        assert!(live.multivariant(Label::new("Main")).is_some());
        stream(&mut live, 2);
        let playlist = text(&live, Rendition::SOURCE);
        let open = playlist.split_once("#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"init-2.mp4\"\n").unwrap().1;
        assert!(open.contains("URI=\"6.0.m4s\",INDEPENDENT=YES"), "{playlist}");
        assert_eq!(playlist.matches("#EXT-X-GAP").count(), 3);
    }

    /// A stream whose pictures come back as lower rendition 1 at once, from a moment on.
    fn stream_with_lower(live: &mut LivePackager, seconds: u64, from: u64) -> Vec<SegmentEvent> {
        live.show_pictures(true);
        let mut events = live.connect(Clock::Milliseconds);
        events.extend(live.input(Input::Config(Config::Video(avc())), NOW));
        events.extend(live.input(Input::Config(Config::Audio(aac())), NOW));
        for index in 0..seconds * 25 {
            let (dts, keyframe) = (index * 40, index % 50 == 0);
            let frame = Frame { track: Track::Video, dts, pts: dts, keyframe, data: vec![1; 1000].into() };
            events.extend(live.input(Input::Frame(frame), NOW.plus(dts.cast_signed())));
            for picture in live.take_pictures() {
                let input = match picture {
                    Picture::Begin(config) => Input::Config(Config::Video(config)),
                    Picture::Frame(frame) if index >= from * 25 => Input::Frame(frame),
                    _ => continue,
                };
                events.extend(live.lower_input(1, input));
            }
        }
        events
    }

    fn plain(text: &str) -> Vec<String> {
        let kept = |line: &&str| line.starts_with("#EXTINF") || line.ends_with(".m4s");
        text.lines().filter(kept).map(str::to_owned).collect()
    }

    /// PLAY-05: a lower rendition that joins late has the numbers of the source in its playlist, live and recorded.
    #[test]
    fn lower_rendition_that_joins_late_has_gaps_before() {
        let folder = tempfile::tempdir().unwrap();
        let mut live = LivePackager::new(Settings::default(), RingLimits::default());
        let mut recording = Recording::create(folder.path(), Meta::new(NOW, Settings::default())).unwrap();
        let lower = Rendition::Video(1);
        let mut events = stream_with_lower(&mut live, 31, 10);
        let (source, late) = (text(&live, Rendition::SOURCE), text(&live, lower));
        assert!(late.contains("#EXT-X-MEDIA-SEQUENCE:0\n"), "{late}");
        assert_eq!(late.matches("#EXT-X-GAP").count(), 3, "{late}");
        assert_eq!(plain(&late), plain(&source));
        events.extend(live.end());
        events.iter().for_each(|event| recording.apply(event).unwrap());
        let replay = replay(folder.path()).unwrap();
        let recorded = String::from_utf8(replay.playlist(lower).unwrap().render(&[]).full.to_vec()).unwrap();
        assert_eq!(recorded, text(&live, lower));
        // With this many gaps it is not offered, but served on request.
        let renditions = replay.tracks().multivariant(Label::new("Main")).unwrap();
        assert!(!String::from_utf8(renditions.to_vec()).unwrap().contains("v1/"));
    }

    /// PLAY-05: after a restart the lower rendition has gaps until its encoder is back, and the numbers of the source.
    #[test]
    fn lower_rendition_goes_on_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let lower = Rendition::Video(1);
        let mut live = LivePackager::new(Settings::default(), RingLimits::default());
        let mut recording = Recording::create(folder.path(), Meta::new(NOW, Settings::default())).unwrap();
        for event in stream_with_lower(&mut live, 14, 0) {
            recording.apply(&event).unwrap();
        }
        drop((live, recording));
        let listed = |live: &LivePackager| {
            let renditions = live.multivariant(Label::new("Main")).unwrap();
            String::from_utf8(renditions.to_vec()).unwrap().contains("v1/index.m3u8")
        };
        let replayed = replay(folder.path()).unwrap();
        let mut live = LivePackager::resume(&replayed, RingLimits::default());
        let mut recording = Recording::resume(&replayed).unwrap();
        assert!(listed(&live));
        let mut events = stream(&mut live, 18);
        assert!(!listed(&live), "its encoder is not back");
        events.extend(live.disconnect());
        events.extend(stream_with_lower(&mut live, 9, 0));
        assert!(listed(&live));
        events.extend(live.end());
        let (source, late) = (text(&live, Rendition::SOURCE), text(&live, lower));
        assert_eq!(plain(&late), plain(&source));
        assert_eq!(
            late.matches("#EXT-X-GAP").count(),
            3 + 5,
            "those that a crash gives up, and five without it: {late}"
        );
        assert_eq!(late.matches("#EXT-X-DISCONTINUITY\n").count(), 2, "{late}");
        events.iter().for_each(|event| recording.apply(event).unwrap());
        let recorded = replay(folder.path()).unwrap().playlist(lower).unwrap();
        assert_eq!(String::from_utf8(recorded.render(&[]).full.to_vec()).unwrap(), late);
    }
}
