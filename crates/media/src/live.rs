//! One live game in memory: packager, ring and playlists kept in step, still without I/O.
//!
//! The task of a game feeds it and hands the events that come back to the recording; viewers are answered from
//! [`Live::ring`], [`Live::render`] and [`Live::multivariant`].

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use domain::time::Timestamp;

use crate::frame::{Clock, Input};
use crate::packager::{Packager, Settings};
use crate::playlist::{Label, MediaPlaylist, Rendered};
use crate::recording::Replay;
use crate::ring::{Limits, Ring};
use crate::segment::{Event, Rendition, seconds};
use crate::tracks::Tracks;

pub struct Live {
    settings: Settings,
    packager: Packager,
    ring: Ring,
    playlists: BTreeMap<Rendition, MediaPlaylist>,
    tracks: Tracks,
    /// Segments that are nowhere but in the ring.
    unrecorded: BTreeSet<(u64, Rendition)>,
}

impl Live {
    pub fn new(settings: Settings, limits: Limits) -> Self {
        Self {
            settings,
            packager: Packager::new(settings),
            ring: Ring::new(limits),
            playlists: BTreeMap::new(),
            tracks: Tracks::default(),
            unrecorded: BTreeSet::new(),
        }
    }

    /// Goes on with a recorded game: viewers see what there is, and the next encoder continues it.
    pub fn resume(replay: &Replay, limits: Limits) -> Self {
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

    pub fn connect(&mut self, clock: Clock) -> Vec<Event> {
        let events = self.packager.connect(clock);
        self.take(events)
    }

    pub fn input(&mut self, input: Input, now: Timestamp) -> Vec<Event> {
        let events = match input {
            Input::Config(config) => self.packager.config(config),
            Input::Frame(frame) => self.packager.frame(frame, now),
        };
        self.take(events)
    }

    pub fn disconnect(&mut self) -> Vec<Event> {
        let events = self.packager.disconnect();
        self.take(events)
    }

    pub fn end(&mut self) -> Vec<Event> {
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

    pub fn render(&self, rendition: Rendition) -> Option<Rendered> {
        self.playlists.get(&rendition).map(MediaPlaylist::render)
    }

    /// The renditions, as soon as one is known.
    pub fn multivariant(&self, sound: Label) -> Option<Bytes> {
        self.tracks.multivariant(sound)
    }

    fn take(&mut self, events: Vec<Event>) -> Vec<Event> {
        for event in &events {
            self.ring.apply(event);
            match event {
                Event::InitReady { rendition, codec, .. } => {
                    let new = || MediaPlaylist::new(*rendition, self.settings);
                    self.playlists.entry(*rendition).or_insert_with(new);
                    self.tracks.set_codec(*rendition, codec.clone());
                }
                Event::SegmentReady { rendition, segment } => {
                    let duration = seconds(segment.duration, segment.head.timescale);
                    self.tracks.add(*rendition, segment.bytes.len() as u64, duration);
                }
                _ => {}
            }
            for playlist in self.playlists.values_mut() {
                playlist.apply(event);
            }
            if matches!(event, Event::SegmentReady { .. }) {
                self.mark_gaps();
            }
        }
        events
    }

    /// What has left the ring without having been recorded is gone.
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
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::codec::tests::{aac, avc};
    use crate::frame::{Config, Frame, Track};
    use crate::packager::tests::NOW;
    use crate::recording::{Meta, Recording, replay};

    fn stream(live: &mut Live, seconds: u64) -> Vec<Event> {
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

    fn text(live: &Live, rendition: Rendition) -> String {
        String::from_utf8(live.render(rendition).unwrap().full.to_vec()).unwrap()
    }

    #[test]
    fn what_is_listed_can_be_had() {
        let mut live = Live::new(Settings::default(), Limits::default());
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
    fn what_was_not_recorded_is_a_gap_when_memory_lets_it_go() {
        let limits = Limits { time: Duration::from_secs(20), bytes: usize::MAX };
        let mut live = Live::new(Settings::default(), limits);
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
        let mut live = Live::new(Settings::default(), Limits::default());
        let mut recording = Recording::create(folder.path(), Meta::new(NOW, Settings::default())).unwrap();
        for event in stream(&mut live, 14) {
            recording.apply(&event).unwrap();
        }
        drop((live, recording));
        let mut live = Live::resume(&replay(folder.path()).unwrap(), Limits::default());
        // Before the encoder is back there is already everything to watch.
        assert!(text(&live, Rendition::SOURCE).contains("\n2.m4s\n"));
        assert!(live.multivariant(Label::new("Main")).is_some());
        stream(&mut live, 2);
        let playlist = text(&live, Rendition::SOURCE);
        let open = playlist.split_once("#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"init-2.mp4\"\n").unwrap().1;
        assert!(open.contains("URI=\"6.0.m4s\",INDEPENDENT=YES"), "{playlist}");
        assert_eq!(playlist.matches("#EXT-X-GAP").count(), 3);
    }
}
