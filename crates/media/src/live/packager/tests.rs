//! Invariants of every stream, and helpers for other tests: an encoder, and a check of all its output.

use std::collections::BTreeMap;

use bytes::Bytes;
use proptest::prelude::*;

use super::*;
use crate::codec::cmaf::parse_fragments;
use crate::codec::seconds;
use crate::codec::tests::{aac, avc};
use crate::hls::Segment;
use crate::live::{Ring, RingLimits};
use crate::recording::LOST_NUMBERS;

pub(crate) const NOW: Timestamp = Timestamp(1_700_000_000_000);

/// An encoder with round numbers: pictures and 48 kHz sound in milliseconds, interleaved as they are due.
pub(crate) struct Encoder {
    pub(crate) fps: u64,
    /// Pictures from key frame to key frame.
    pub(crate) gop: u64,
    pub(crate) sound: bool,
    /// What its clock said at its first picture.
    pub(crate) base: u64,
    picture: u64,
    heard: u64,
}

impl Encoder {
    pub(crate) fn new(fps: u64, gop: u64) -> Self {
        Self { fps, gop, sound: true, base: 0, picture: 0, heard: 0 }
    }

    pub(crate) fn connect(&self, packager: &mut Packager) -> Vec<SegmentEvent> {
        let mut events = packager.connect(Clock::Milliseconds);
        events.extend(packager.config(Config::Video(avc())));
        events.extend(packager.config(Config::Audio(aac())));
        events
    }

    /// The next picture with the sound before it.
    pub(crate) fn step(&mut self, packager: &mut Packager) -> Vec<SegmentEvent> {
        let mut events = Vec::new();
        let time = self.picture * 1000 / self.fps;
        let now = NOW.plus(i64::try_from(time).unwrap());
        while self.heard * 1024 * 1000 / 48_000 <= time {
            let dts = (self.base + self.heard * 1024 * 1000 / 48_000) & 0xffff_ffff;
            if self.sound {
                let data = Bytes::from_static(&[0x21; 200]);
                let frame = Frame { track: Track::Audio, dts, pts: dts, keyframe: true, data };
                events.extend(packager.frame(frame, now));
            }
            self.heard += 1;
        }
        let keyframe = self.picture.is_multiple_of(self.gop);
        let data = vec![u8::from(keyframe); if keyframe { 9000 } else { 1000 }].into();
        let dts = (self.base + time) & 0xffff_ffff;
        events.extend(packager.frame(Frame { track: Track::Video, dts, pts: dts, keyframe, data }, now));
        self.picture += 1;
        events
    }

    /// Pictures and sound that are lost on the way.
    pub(crate) fn skip(&mut self, pictures: u64) {
        self.picture += pictures;
        self.heard += pictures * 48_000 / 1024 / self.fps;
    }

    pub(crate) fn run(&mut self, packager: &mut Packager, seconds: u64) -> Vec<SegmentEvent> {
        (0..seconds * self.fps).flat_map(|_| self.step(packager)).collect()
    }
}

/// A game from the first frame to the end.
pub(crate) fn game(fps: u64, gop: u64, seconds: u64) -> Vec<SegmentEvent> {
    let mut packager = Packager::new(Settings::default());
    let mut encoder = Encoder::new(fps, gop);
    let mut events = encoder.connect(&mut packager);
    events.extend(encoder.run(&mut packager, seconds));
    events.extend(packager.end());
    events
}

pub(crate) fn segments(events: &[SegmentEvent], wanted: Rendition) -> Vec<&Segment> {
    let of = |event| match event {
        &SegmentEvent::SegmentReady { rendition, ref segment } if rendition == wanted => Some(segment),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

fn lengths(events: &[SegmentEvent], wanted: Rendition) -> Vec<f64> {
    let length = |segment: &&Segment| seconds(segment.duration, segment.head.timescale).as_secs_f64();
    segments(events, wanted).iter().map(|segment| (length(segment) * 1000.0).round() / 1000.0).collect()
}

/// What holds for every session, whatever came in.
pub(crate) fn check(events: &[SegmentEvent]) {
    #[derive(Default)]
    struct Seen {
        next: Option<u64>,
        end: Duration,
        inits: Vec<u32>,
        opened: Option<Head>,
        parts: Vec<Bytes>,
        discontinuities: u32,
    }
    let mut seen: BTreeMap<Rendition, Seen> = BTreeMap::new();
    let mut starts: BTreeMap<u64, Duration> = BTreeMap::new();
    // Where the source was cut, by number: its parts, or nothing for a gap.
    let mut cuts: BTreeMap<u64, (u64, u64, Vec<u64>)> = BTreeMap::new();
    for event in events {
        match event {
            SegmentEvent::InitReady { rendition, index, .. } => seen.entry(*rendition).or_default().inits.push(*index),
            SegmentEvent::SegmentOpened { rendition, head } => {
                let seen = seen.get_mut(rendition).unwrap();
                assert!(seen.opened.replace(*head).is_none());
                assert_eq!(seen.inits.last(), Some(&head.init));
            }
            SegmentEvent::PartReady { rendition, number, index, bytes, .. } => {
                let seen = seen.get_mut(rendition).unwrap();
                assert_eq!(seen.opened.unwrap().number, *number);
                assert_eq!(seen.parts.len(), *index as usize);
                seen.parts.push(bytes.clone());
            }
            SegmentEvent::SegmentReady { rendition, segment } => {
                let seen = seen.get_mut(rendition).unwrap();
                let head = segment.head;
                assert_eq!(seen.opened.take(), Some(head));
                assert_eq!(seen.next.unwrap_or(head.number), head.number, "{rendition} skips numbers");
                seen.next = Some(head.number + 1);
                // The parts are the segment, in bytes and in time.
                assert_eq!(seen.parts.drain(..).collect::<Vec<_>>().concat(), segment.bytes);
                assert_eq!(segment.parts.iter().map(|part| part.duration).sum::<u64>(), segment.duration);
                let ends: Vec<_> = segment.parts.iter().map(|part| part.range.end).collect();
                let starts_of: Vec<_> = segment.parts.iter().map(|part| part.range.start).collect();
                assert_eq!(starts_of[1..], ends[..ends.len() - 1]);
                // No overlap, and no gap but less than a frame of sound at a discontinuity.
                let start = seconds(head.start, head.timescale);
                let slack = match rendition {
                    // A frame is 1,024 samples, whatever their rate.
                    Rendition::Audio(_) if head.discontinuity => seconds(1200, head.timescale),
                    _ => Duration::from_nanos(1),
                };
                // Where the clocks of picture and sound meet, a sample is rounded.
                let rounding = Duration::from_nanos(if head.discontinuity { 25_000 } else { 1 });
                assert!(start + rounding >= seen.end, "{rendition} {}", head.number);
                assert!(start <= seen.end + slack || seen.end.is_zero(), "{rendition} {}", head.number);
                seen.end = segment.end();
                assert!(seen.end - start < Duration::from_millis(4450), "{rendition} {:?}", seen.end - start);
                seen.discontinuities += u32::from(head.discontinuity);
                let parts = segment.parts.iter().map(|part| part.duration).collect();
                let cut = (head.start, segment.duration, parts);
                match rendition {
                    Rendition::Video(0) => {
                        starts.insert(head.number, start);
                        cuts.insert(head.number, cut);
                        assert_eq!(seen.discontinuities, head.discontinuities);
                    }
                    Rendition::Video(_) => assert_eq!(cuts[&head.number], cut, "{rendition} {}", head.number),
                    Rendition::Audio(_) => assert!(start <= starts[&head.number]),
                }
                let samples = parse_fragments(&segment.bytes).unwrap();
                assert!(samples.is_sorted_by_key(|sample| sample.dts));
                assert_eq!(samples[0].dts, head.start);
                assert_eq!(samples.iter().map(|s| u64::from(s.duration)).sum::<u64>(), segment.duration);
            }
            SegmentEvent::Gap { rendition, gap } => {
                let seen = seen.entry(*rendition).or_default();
                assert_eq!(seen.next.unwrap_or(gap.head.number), gap.head.number, "{rendition} skips numbers");
                // Only a lower rendition gives up what it has begun.
                let opened = seen.opened.take();
                assert!(opened.is_none_or(|head| head == gap.head && *rendition != Rendition::SOURCE));
                seen.parts.clear();
                if let (Rendition::Video(1..), Some((start, duration, _))) = (rendition, cuts.get(&gap.head.number)) {
                    assert_eq!((*start, *duration), (gap.head.start, gap.duration));
                }
                seen.next = Some(gap.head.number + 1);
                seen.end = seconds(gap.head.start + gap.duration, gap.head.timescale);
                seen.discontinuities = gap.head.discontinuities;
            }
            SegmentEvent::Discontinuity { .. } | SegmentEvent::Ended => {}
        }
    }
}

#[test]
fn segments_are_cut_at_key_frames_and_parts_fill_them() {
    for (fps, gop) in [(30, 60), (25, 50), (50, 100), (60, 120), (24, 48), (15, 30)] {
        let events = game(fps, gop, 21);
        check(&events);
        let video = segments(&events, Rendition::SOURCE);
        assert_eq!(lengths(&events, Rendition::SOURCE)[..5], [4.0; 5], "{fps}");
        assert!(video.iter().all(|segment| segment.independent()));
        assert_eq!(segments(&events, Rendition::SOUND).len(), video.len());
        let target = Settings::default().part_target();
        for rendition in [Rendition::SOURCE, Rendition::SOUND] {
            for segment in segments(&events, rendition) {
                let (last, others) = segment.parts.split_last().unwrap();
                let length = |duration| seconds(duration, segment.head.timescale);
                assert!(length(last.duration) <= target);
                for part in others {
                    let length = length(part.duration);
                    assert!(length <= target && length >= target * 85 / 100, "{fps} {rendition} {length:?}");
                }
            }
        }
        // A key frame in the middle of a segment starts a part, where players may join.
        assert_eq!(video[0].parts.iter().filter(|part| part.independent).count(), 2, "{fps}");
    }
}

#[test]
fn no_distance_of_key_frames_breaks_the_target() {
    for (gop, expected) in [(90, vec![3.0; 6]), (75, vec![2.5; 7]), (30, vec![4.0; 4]), (120, vec![4.0; 4])] {
        let events = game(30, gop, 20);
        check(&events);
        assert_eq!(lengths(&events, Rendition::SOURCE)[..expected.len()], expected, "{gop}");
    }
    // Key frames 8.3 s apart, as some encoders have it: also cut without one.
    let events = game(30, 250, 30);
    check(&events);
    let video = segments(&events, Rendition::SOURCE);
    assert!(video.iter().filter(|segment| segment.independent()).count() >= 3);
}

#[test]
fn a_reconnect_goes_on_without_a_gap_and_says_so() {
    let mut packager = Packager::new(Settings::default());
    let mut encoder = Encoder::new(30, 60);
    let mut events = encoder.connect(&mut packager);
    events.extend(encoder.run(&mut packager, 10));
    events.extend(packager.disconnect());
    let before = segments(&events, Rendition::SOURCE).len();
    let mut encoder = Encoder { base: 77_000, ..Encoder::new(30, 60) };
    events.extend(encoder.connect(&mut packager));
    events.extend(encoder.run(&mut packager, 10));
    events.extend(packager.end());
    check(&events);
    for rendition in [Rendition::SOURCE, Rendition::SOUND] {
        let after = segments(&events, rendition)[before];
        assert!(after.head.discontinuity);
        assert_eq!(after.head.number, before as u64);
        let times: Duration = segments(&events, rendition).iter().map(|s| seconds(s.duration, s.head.timescale)).sum();
        assert!(times.abs_diff(Duration::from_secs(20)) < Duration::from_millis(60), "{times:?}");
    }
    let inits = events.iter().filter(|event| matches!(event, SegmentEvent::InitReady { .. })).count();
    assert_eq!(inits, 2, "the codec is the same");
    assert_eq!(events.last(), Some(&SegmentEvent::Ended));
}

#[test]
fn another_codec_gets_another_init() {
    let mut packager = Packager::new(Settings::default());
    let mut encoder = Encoder::new(30, 60);
    let mut events = encoder.connect(&mut packager);
    events.extend(encoder.run(&mut packager, 6));
    let mut record = avc().record().to_vec();
    record[3] = 40;
    events.extend(packager.config(Config::Video(AvcConfig::parse(record.into()).unwrap())));
    events.extend(encoder.run(&mut packager, 6));
    events.extend(packager.end());
    check(&events);
    let video = segments(&events, Rendition::SOURCE);
    let inits: Vec<_> = video.iter().map(|segment| (segment.head.init, segment.head.discontinuity)).collect();
    assert_eq!(inits, [(0, false), (0, false), (2, true), (2, false)]);
    let sound = segments(&events, Rendition::SOUND);
    assert_eq!((sound[2].head.init, sound[2].head.discontinuity), (1, true));
}

#[test]
fn missing_sound_is_silence_and_never_holds_the_picture_up() {
    let mut packager = Packager::new(Settings::default());
    let mut encoder = Encoder::new(30, 60);
    let mut events = encoder.connect(&mut packager);
    events.extend(encoder.run(&mut packager, 5));
    encoder.sound = false;
    events.extend(encoder.run(&mut packager, 10));
    encoder.sound = true;
    events.extend(encoder.run(&mut packager, 5));
    events.extend(packager.end());
    check(&events);
    let (video, sound) = (lengths(&events, Rendition::SOURCE), lengths(&events, Rendition::SOUND));
    assert_eq!(video.len(), sound.len());
    assert!((video.iter().sum::<f64>() - sound.iter().sum::<f64>()).abs() < 0.03);
}

/// HE-AAC, for which no silent frame is known.
#[test]
fn missing_sound_that_cannot_be_made_up_is_a_gap() {
    let config = AacConfig::parse(Bytes::from_static(&[0x2b, 0x11, 0x88, 0x00])).unwrap();
    let mut packager = Packager::new(Settings::default());
    let mut events = packager.connect(Clock::Milliseconds);
    events.extend(packager.config(Config::Video(avc())));
    events.extend(packager.config(Config::Audio(config)));
    let mut encoder = Encoder { sound: false, ..Encoder::new(30, 60) };
    let mut heard = 0;
    for second in 0..30_u64 {
        events.extend(encoder.run(&mut packager, 1));
        while heard * 1024 / 24 < (second + 1) * 1000 {
            let dts = heard * 1024 / 24;
            let data = Bytes::from_static(b"sound");
            let frame = Frame { track: Track::Audio, dts, pts: dts, keyframe: true, data };
            if !(10..20).contains(&second) {
                events.extend(packager.frame(frame, NOW));
            }
            heard += 1;
        }
    }
    events.extend(packager.end());
    let number = |event: &SegmentEvent| match event {
        SegmentEvent::SegmentReady { rendition: Rendition::SOUND, segment } => Some((segment.head.number, true)),
        SegmentEvent::Gap { rendition: Rendition::SOUND, gap } => Some((gap.head.number, false)),
        _ => None,
    };
    let there: Vec<_> = events.iter().filter_map(number).collect();
    let expected = [true, true, true, false, false, true, true, true];
    assert_eq!(there, (0..8).zip(expected).collect::<Vec<_>>());
    let mut end = 0;
    for segment in segments(&events, Rendition::SOUND) {
        for sample in parse_fragments(&segment.bytes).unwrap() {
            assert!(sample.dts >= end);
            end = sample.dts + 1024;
        }
    }
}

#[test]
fn a_stream_without_sound_starts_after_a_short_wait() {
    let mut packager = Packager::new(Settings::default());
    packager.connect(Clock::Milliseconds);
    packager.config(Config::Video(avc()));
    let mut encoder = Encoder { sound: false, ..Encoder::new(30, 30) };
    let events = encoder.run(&mut packager, 12);
    check(&events);
    assert_eq!(lengths(&events, Rendition::SOURCE), [4.0, 4.0]);
    assert!(segments(&events, Rendition::SOUND).is_empty());
    // Sound that comes after all has the numbers of the picture.
    let mut events = packager.config(Config::Audio(aac()));
    encoder.sound = true;
    events.extend(encoder.run(&mut packager, 6));
    let first = segments(&events, Rendition::SOUND)[0];
    assert!(first.head.discontinuity && first.head.discontinuities == 1);
    assert_eq!(first.head.number, 3);
}

fn pictures(events: &[SegmentEvent]) -> usize {
    segments(events, Rendition::SOURCE).iter().map(|segment| parse_fragments(&segment.bytes).unwrap().len()).sum()
}

/// PLAY-05: while it is not known whether there is sound, pictures wait; none of them is lost, however it turns out.
#[test]
fn pictures_that_wait_for_sound_are_not_lost() {
    let begun = |key_frames: u64| {
        let mut packager = Packager::new(Settings::default());
        packager.connect(Clock::Milliseconds);
        packager.config(Config::Video(avc()));
        (packager, Encoder { sound: false, ..Encoder::new(30, key_frames) })
    };
    // No sound ever, with key frames that are near and far.
    for key_frames in [30, 60, 250] {
        let (mut packager, mut encoder) = begun(key_frames);
        let mut events = encoder.run(&mut packager, 16);
        events.extend(packager.end());
        check(&events);
        assert_eq!(pictures(&events), 16 * 30, "{key_frames}");
    }
    // Gone before it is known.
    let (mut packager, mut encoder) = begun(60);
    let mut events = encoder.run(&mut packager, 1);
    assert!(events.is_empty());
    events.extend(packager.disconnect());
    assert_eq!(pictures(&events), 30);
    // Sound after all.
    let (mut packager, mut encoder) = begun(60);
    let mut events = encoder.run(&mut packager, 1);
    events.extend(packager.config(Config::Audio(aac())));
    encoder.sound = true;
    events.extend(encoder.run(&mut packager, 8));
    events.extend(packager.end());
    check(&events);
    assert_eq!(pictures(&events), 9 * 30);
    assert!(segments(&events, Rendition::SOUND).iter().all(|segment| !segment.head.discontinuity));
}

#[test]
fn a_crash_leaves_a_gap_and_no_number_twice() {
    let resume = Resume {
        number: 10,
        end: 40 * SECOND,
        wall: NOW.plus(-60_000),
        init: 2,
        discontinuities: 0,
        lost: LOST_NUMBERS,
        has_sound: true,
        lower_renditions: Vec::new(),
    };
    let mut packager = Packager::resume(Settings::default(), resume);
    let mut encoder = Encoder::new(30, 60);
    let mut events = encoder.connect(&mut packager);
    events.extend(encoder.run(&mut packager, 5));
    let gaps: Vec<_> = events.iter().filter(|event| matches!(event, SegmentEvent::Gap { .. })).collect();
    assert_eq!(gaps.len(), 6);
    let first = segments(&events, Rendition::SOURCE)[0].head;
    assert_eq!((first.number, first.init, first.start), (13, 2, 52 * SECOND));
    assert!(first.discontinuity);
    assert_eq!(first.wall, NOW);
}

/// PLAY-05: the gap is as long as the outage, however many numbers share it, and there is none where nothing was lost.
#[test]
fn a_gap_is_no_longer_than_the_outage() {
    for (away_ms, lost, gap) in [(1_500, LOST_NUMBERS, 1_500), (6_000, LOST_NUMBERS, 6_000), (6_000, 0, 0)] {
        let resume = Resume {
            number: 10,
            end: 40 * SECOND,
            wall: NOW.plus(-away_ms),
            init: 2,
            discontinuities: 0,
            lost,
            has_sound: true,
            lower_renditions: Vec::new(),
        };
        let mut packager = Packager::resume(Settings::default(), resume);
        let mut encoder = Encoder::new(30, 60);
        let mut events = encoder.connect(&mut packager);
        events.extend(encoder.run(&mut packager, 5));
        let first = segments(&events, Rendition::SOURCE)[0].head;
        assert_eq!((first.number, first.start), (10 + lost, 40 * SECOND + gap * SECOND / 1_000), "{away_ms} ms");
        assert!(first.discontinuity);
    }
}

/// Frames as large as they may be, and times that stand still.
#[test]
fn a_flood_is_cut_into_bounded_segments() {
    let mut packager = Packager::new(Settings::default());
    Encoder::new(30, 60).connect(&mut packager);
    let data = Bytes::from(vec![0; MAX_FRAME_BYTES]);
    let mut segments = 0;
    for index in 0..12 {
        let frame = Frame { track: Track::Video, dts: 0, pts: 0, keyframe: index == 0, data: data.clone() };
        for event in packager.frame(frame, NOW) {
            if let SegmentEvent::SegmentReady { segment, .. } = event {
                assert!(segment.bytes.len() <= MAX_SEGMENT_BYTES + MAX_FRAME_BYTES + 4096);
                segments += 1;
            }
        }
    }
    assert!(segments >= 2);
    let huge = Bytes::from(vec![0; MAX_FRAME_BYTES + 1]);
    let frame = Frame { track: Track::Video, dts: 0, pts: 0, keyframe: true, data: huge };
    assert_eq!(packager.frame(frame, NOW), []);
}

#[test]
fn the_ring_keeps_to_its_bounds() {
    let events = game(30, 60, 200);
    for limits in [RingLimits::default(), RingLimits { time: Duration::from_secs(90), bytes: 1_000_000 }] {
        let mut ring = Ring::new(limits);
        let mut newest = 0;
        for event in &events {
            ring.apply(event);
            assert!(ring.bytes() <= limits.bytes);
            match event {
                SegmentEvent::PartReady { rendition, number, index, bytes, .. } => {
                    assert_eq!(ring.part(*rendition, *number, *index).as_ref(), Some(bytes));
                }
                SegmentEvent::SegmentReady { rendition, segment } => {
                    newest = segment.head.number;
                    assert_eq!(ring.segment(*rendition, newest), Some(segment));
                    let part = &segment.parts[0];
                    assert_eq!(ring.part(*rendition, newest, 0).unwrap(), segment.bytes[part.range.clone()]);
                }
                _ => {}
            }
        }
        assert!(ring.segment(Rendition::SOURCE, 5).is_none());
        assert!(ring.segment(Rendition::SOURCE, newest - 3).is_some());
        assert!(ring.init(Rendition::SOURCE, 0).is_some());
    }
}

#[derive(Clone, Debug)]
enum Act {
    Run(u64),
    Drop(u64),
    Jump(u32),
    Reconnect(u32),
    Codec(bool),
    Sound(bool),
    Video { dts: u32, offset: i32, keyframe: bool, size: usize },
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        6 => (1..200_u64).prop_map(Act::Run),
        2 => (1..120_u64).prop_map(Act::Drop),
        1 => any::<u32>().prop_map(Act::Jump),
        1 => any::<u32>().prop_map(Act::Reconnect),
        1 => any::<bool>().prop_map(Act::Codec),
        1 => any::<bool>().prop_map(Act::Sound),
        1 => (any::<u32>(), -10_000..10_000_i32, any::<bool>(), 0..3000_usize)
            .prop_map(|(dts, offset, keyframe, size)| Act::Video { dts, offset, keyframe, size }),
    ];
    prop::collection::vec(act, 1..20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn session_stays_consistent_under_any_input(
        acts in acts(), fps in prop::sample::select(vec![5_u64, 15, 24, 25, 30, 50, 60]), gop in 1..300_u64,
    ) {
        let mut packager = Packager::new(Settings::default());
        let mut encoder = Encoder::new(fps, gop);
        let mut events = encoder.connect(&mut packager);
        let mut record = avc().record().to_vec();
        for act in acts {
            match act {
                Act::Run(frames) => (0..frames).for_each(|_| events.extend(encoder.step(&mut packager))),
                Act::Drop(frames) => encoder.skip(frames),
                Act::Jump(base) => encoder.base = base.into(),
                Act::Reconnect(base) => {
                    encoder = Encoder { base: base.into(), ..Encoder::new(fps, gop) };
                    events.extend(encoder.connect(&mut packager));
                }
                Act::Codec(other) => {
                    record[3] = if other { 40 } else { 31 };
                    let config = AvcConfig::parse(record.clone().into()).unwrap();
                    events.extend(packager.config(Config::Video(config)));
                }
                Act::Sound(sound) => encoder.sound = sound,
                Act::Video { dts, offset, keyframe, size } => {
                    let (dts, pts) = (u64::from(dts), u64::from(dts).wrapping_add_signed(offset.into()));
                    let frame = Frame { track: Track::Video, dts, pts, keyframe, data: vec![0; size].into() };
                    events.extend(packager.frame(frame, NOW));
                }
            }
        }
        events.extend(packager.end());
        check(&events);
    }
}
