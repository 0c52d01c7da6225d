use proptest::prelude::*;

use super::*;
use crate::codec::frame::{Config, Input};
use crate::codec::tests::avc;
use crate::hls::{Gap, Settings};
use crate::live::packager::tests::{Encoder, check, segments};
use crate::live::{Packager, Picture};

const LOWER: Rendition = Rendition::Video(1);

/// Encodes a lower rendition without encoding: every picture comes back, after so many others.
struct Echo {
    index: u8,
    delay: usize,
    queue: VecDeque<Frame>,
    config: Option<AvcConfig>,
    /// Waits for a key frame.
    fresh: bool,
}

impl Echo {
    fn new(index: u8, delay: usize) -> Self {
        Self { index, delay, queue: VecDeque::new(), config: None, fresh: true }
    }

    fn feed(&mut self, pictures: &[Picture], packager: &mut Packager) -> Vec<SegmentEvent> {
        let mut events = Vec::new();
        for picture in pictures {
            match picture {
                Picture::Begin(config) => self.config = Some(config.clone()),
                Picture::Frame(frame) => {
                    self.queue.push_back(frame.clone());
                    if self.queue.len() > self.delay {
                        events.extend(self.give(packager));
                    }
                }
                Picture::Break => {
                    while !self.queue.is_empty() {
                        events.extend(self.give(packager));
                    }
                    events.extend(packager.lower_stopped(self.index));
                    self.fresh = true;
                }
            }
        }
        events
    }

    fn give(&mut self, packager: &mut Packager) -> Vec<SegmentEvent> {
        let Some(frame) = self.queue.pop_front() else { return Vec::new() };
        let mut events = Vec::new();
        if std::mem::take(&mut self.fresh) {
            if !frame.keyframe {
                self.fresh = true;
                return events;
            }
            if let Some(config) = self.config.clone() {
                events.extend(packager.lower_input(self.index, Input::Config(Config::Video(config))));
            }
        }
        let frame = Frame { dts: frame.pts, ..frame };
        events.extend(packager.lower_input(self.index, Input::Frame(frame)));
        events
    }

    fn die(&mut self, packager: &mut Packager) -> Vec<SegmentEvent> {
        self.queue.clear();
        self.fresh = true;
        packager.lower_stopped(self.index)
    }
}

fn started(encoder: &Encoder) -> (Packager, Vec<SegmentEvent>) {
    let mut packager = Packager::new(Settings::default());
    packager.show_pictures(true);
    let events = encoder.connect(&mut packager);
    (packager, events)
}

fn run(encoder: &mut Encoder, packager: &mut Packager, echo: &mut Echo, pictures: u64) -> Vec<SegmentEvent> {
    let mut events = Vec::new();
    for _ in 0..pictures {
        events.extend(encoder.step(packager));
        let shown = packager.take_pictures();
        events.extend(echo.feed(&shown, packager));
    }
    events
}

fn there(events: &[SegmentEvent]) -> Vec<(u64, bool)> {
    let of = |event: &SegmentEvent| match event {
        SegmentEvent::SegmentReady { rendition: LOWER, segment } => Some((segment.head.number, true)),
        SegmentEvent::Gap { rendition: LOWER, gap: Gap { head, .. } } => Some((head.number, false)),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

/// PLAY-05: a lower rendition has the numbers, the times and the parts of the source.
#[test]
fn lower_rendition_is_cut_like_the_source() {
    let (mut encoder, mut echo) = (Encoder::new(30, 60), Echo::new(1, 12));
    let (mut packager, mut events) = started(&encoder);
    events.extend(run(&mut encoder, &mut packager, &mut echo, 30 * 21));
    events.extend(packager.disconnect());
    let shown = packager.take_pictures();
    assert_eq!(shown.last(), Some(&Picture::Break));
    events.extend(echo.feed(&shown, &mut packager));
    events.extend(packager.end());
    check(&events);
    let (source, lower) = (segments(&events, Rendition::SOURCE), segments(&events, LOWER));
    assert_eq!(lower.len(), 6);
    for (of_source, of_lower) in source.iter().zip(&lower) {
        assert_eq!(of_lower.head.number, of_source.head.number);
        assert_eq!(of_lower.bytes.len(), of_source.bytes.len());
        assert!(of_lower.independent());
    }
}

#[test]
fn lower_rendition_that_dies_leaves_gaps_and_comes_back() {
    let (mut encoder, mut echo) = (Encoder::new(30, 60), Echo::new(1, 3));
    let (mut packager, mut events) = started(&encoder);
    events.extend(run(&mut encoder, &mut packager, &mut echo, 30 * 10));
    events.extend(echo.die(&mut packager));
    echo.delay = usize::MAX;
    events.extend(run(&mut encoder, &mut packager, &mut echo, 30 * 10));
    echo.queue.clear();
    echo.delay = 3;
    events.extend(run(&mut encoder, &mut packager, &mut echo, 30 * 10));
    check(&events);
    let expected = [(0, true), (1, true), (2, false), (3, false), (4, false), (5, true), (6, true)];
    assert_eq!(there(&events), expected);
}

#[test]
fn lower_rendition_that_joins_late_has_the_numbers_of_the_source() {
    let (mut encoder, mut echo) = (Encoder::new(30, 60), Echo::new(1, 3));
    let (mut packager, mut events) = started(&encoder);
    events.extend(encoder.run(&mut packager, 41));
    echo.config = Some(avc());
    packager.take_pictures();
    events.extend(run(&mut encoder, &mut packager, &mut echo, 30 * 10));
    check(&events);
    // Its first key frame is in the middle of a segment.
    assert_eq!(there(&events), [(10, false), (11, true)]);
}

/// A lower rendition with another codec has another init, at the beginning of a segment.
#[test]
fn lower_rendition_may_change_its_codec() {
    let (mut encoder, mut echo) = (Encoder::new(30, 60), Echo::new(1, 3));
    let (mut packager, mut events) = started(&encoder);
    events.extend(run(&mut encoder, &mut packager, &mut echo, 30 * 8 + 3));
    let mut record = avc().record().to_vec();
    record[3] = 40;
    echo.config = Some(AvcConfig::parse(record.into()).unwrap());
    echo.fresh = true;
    events.extend(run(&mut encoder, &mut packager, &mut echo, 30 * 8 + 20));
    check(&events);
    let inits: Vec<_> = segments(&events, LOWER).iter().map(|segment| segment.head.init).collect();
    assert_eq!(inits, [2, 2, 3, 3]);
}

#[derive(Clone, Debug)]
enum Act {
    Run(u64),
    Delay(usize),
    Die,
    /// The source's own troubles.
    Reconnect(u32),
    Skip(u64),
    /// Any bytes from the child.
    Odd(u64, bool, usize),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        6 => (1..200_u64).prop_map(Act::Run),
        2 => prop_oneof![0..40_usize, 100..400_usize].prop_map(Act::Delay),
        1 => Just(Act::Die),
        1 => any::<u32>().prop_map(Act::Reconnect),
        1 => (1..120_u64).prop_map(Act::Skip),
        1 => (0..9_000_000_u64, any::<bool>(), 0..2000_usize).prop_map(|(at, key, size)| Act::Odd(at, key, size)),
    ];
    prop::collection::vec(act, 1..20)
}

/// Events of source and sound; the number of an init is the game's, so a lower rendition may take one.
fn of_source(events: &[SegmentEvent]) -> Vec<String> {
    let own = |event: &&SegmentEvent| match event {
        SegmentEvent::InitReady { rendition, .. }
        | SegmentEvent::SegmentOpened { rendition, .. }
        | SegmentEvent::PartReady { rendition, .. }
        | SegmentEvent::SegmentReady { rendition, .. }
        | SegmentEvent::Gap { rendition, .. } => !matches!(rendition, Rendition::Video(1..)),
        _ => true,
    };
    let plain = |event: &SegmentEvent| match event.clone() {
        SegmentEvent::InitReady { rendition, codec, .. } => format!("{rendition} {codec:?}"),
        SegmentEvent::SegmentOpened { rendition, mut head } => {
            head.init = 0;
            format!("{rendition} {head:?}")
        }
        SegmentEvent::SegmentReady { rendition, mut segment } => {
            segment.head.init = 0;
            format!("{rendition} {:?} {}", segment.head, segment.bytes.len())
        }
        other => format!("{other:?}"),
    };
    events.iter().filter(own).map(plain).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// PLAY-05: numbers and times are equal in all renditions, and no lower rendition ever delays or changes the source.
    #[test]
    fn source_is_the_same_whatever_a_lower_rendition_does(acts in acts(), gop in 1..150_u64, fps in 10..60_u64) {
        let (mut encoder, mut alone) = (Encoder::new(fps, gop), Encoder::new(fps, gop));
        let mut echo = Echo::new(1, 3);
        let (mut packager, mut events) = started(&encoder);
        let mut other = Packager::new(Settings::default());
        alone.connect(&mut other);
        for act in acts {
            match act {
                Act::Run(pictures) => for _ in 0..pictures {
                    let made = encoder.step(&mut packager);
                    prop_assert_eq!(of_source(&made), of_source(&alone.step(&mut other)));
                    events.extend(made);
                    let shown = packager.take_pictures();
                    let made = echo.feed(&shown, &mut packager);
                    prop_assert_eq!(of_source(&made).len(), 0);
                    events.extend(made);
                },
                Act::Delay(delay) => {
                    echo.delay = delay;
                    echo.queue.truncate(delay);
                }
                Act::Die => events.extend(echo.die(&mut packager)),
                Act::Reconnect(base) => {
                    for (encoder, packager) in [(&mut encoder, &mut packager), (&mut alone, &mut other)] {
                        *encoder = Encoder::new(fps, gop);
                        encoder.base = base.into();
                        let made = encoder.connect(packager);
                        if packager.take_pictures().is_empty() {
                            continue;
                        }
                        events.extend(made);
                        events.extend(echo.feed(&[Picture::Break], packager));
                    }
                }
                Act::Skip(pictures) => {
                    encoder.skip(pictures);
                    alone.skip(pictures);
                }
                Act::Odd(dts, keyframe, size) => {
                    let track = crate::codec::frame::Track::Video;
                    let frame = Frame { track, dts, pts: dts, keyframe, data: vec![0; size].into() };
                    events.extend(packager.lower_input(1, Input::Frame(frame)));
                }
            }
        }
        events.extend(packager.end());
        check(&events);
        // All that the lower rendition has begun with is there, as a segment or as a gap, up to the last of the source.
        let numbers: Vec<u64> = there(&events).iter().map(|(number, _)| *number).collect();
        if let Some(last) = numbers.last() {
            prop_assert_eq!(Some(*last), segments(&events, Rendition::SOURCE).last().map(|last| last.head.number));
        }
    }
}
