//! Lower renditions of a game: the source's pictures encoded again, cut where the source was cut.
//!
//! A rung follows the source and never leads it: each cut of the source is a mark, and a rung passes the mark when its
//! pictures have come that far, or when it has been waited for long enough. A segment that is not whole by then is a
//! hole under its number, so numbers and times are the same in all renditions, whatever the encoder of a rung does.

use std::collections::{BTreeMap, VecDeque};

use crate::cmaf::Sample;
use crate::codec::{AvcConfig, Codec, VIDEO_TIMESCALE};
use crate::frame::Frame;
use crate::lane::Lane;
use crate::packager::{MAX_FRAME_BYTES, MAX_SEGMENT_BYTES};
use crate::segment::{Event, Rendition};
use crate::timeline::Timeline;

/// `v1` to `v4`.
pub const MAX_RUNGS: u8 = 4;

const SECOND: u64 = VIDEO_TIMESCALE as u64;
/// How far the source goes ahead of a rung before what is missing is given up.
const PATIENCE: u64 = 4 * SECOND;
/// The same for a rung whose encoder is gone: it may be back soon.
const AWAY_PATIENCE: u64 = SECOND * 3 / 2;
/// Marks are kept for a rung that joins: longer than any rung is waited for, and than a segment.
const KEPT: u64 = 12 * SECOND;
const MAX_MARKS: usize = 512;
/// Pictures of a rung that wait for their mark.
const MAX_QUEUE: usize = 1_024;

/// A moment at which the source was cut, in ticks of 90 kHz.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub at: u64,
    pub kind: Kind,
    /// Of the segment that is open after it.
    pub number: u64,
    pub discontinuities: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A part ended.
    Part,
    /// A segment ended, and the next one follows from it.
    Segment,
    /// The source began, anew or for the first time.
    Begin,
}

#[derive(Default)]
pub struct Rungs {
    marks: VecDeque<Mark>,
    /// Marks that were let go of.
    gone: u64,
    rungs: BTreeMap<u8, Rung>,
    /// Those that have told of their codec, but have not joined.
    joining: BTreeMap<u8, AvcConfig>,
}

struct Rung {
    lane: Lane,
    /// Of the pictures that come; the lane's, from the next segment on.
    codec: Codec,
    queue: VecDeque<Queued>,
    /// The newest picture.
    last: Option<u64>,
    /// The next mark, counted from the first of all.
    next: u64,
    /// Pictures can be decoded: none is missing since the last key frame.
    whole: bool,
    /// The open segment lacks something.
    broken: bool,
    /// Its encoder is gone.
    away: bool,
    /// Too much waits: everything is left out until a key frame.
    skipping: bool,
}

struct Queued {
    sample: Sample,
    /// Where it is another than before.
    codec: Option<AvcConfig>,
}

impl Rungs {
    /// The source was cut.
    pub fn mark(&mut self, mark: Mark, timeline: &Timeline, events: &mut Vec<Event>) {
        self.marks.push_back(mark);
        while self.marks.len() > MAX_MARKS {
            let through = self.gone + 1;
            self.rungs.values_mut().for_each(|rung| rung.pass_until(&self.marks, self.gone, through, timeline, events));
            self.marks.pop_front();
            self.gone += 1;
        }
    }

    /// The source has come to `head`: rungs are not waited for any longer than that.
    pub fn advance(&mut self, head: u64, timeline: &Timeline, events: &mut Vec<Event>) {
        for rung in self.rungs.values_mut() {
            rung.pass_ready(&self.marks, self.gone, head, timeline, events);
        }
        while self.marks.front().is_some_and(|mark| mark.at + KEPT < head)
            && self.rungs.values().all(|rung| rung.next > self.gone)
        {
            self.marks.pop_front();
            self.gone += 1;
        }
    }

    /// A rung of a recorded game that goes on: there are holes until its encoder is back.
    pub fn resume(&mut self, lane: Lane) {
        let Rendition::Video(index) = lane.rendition() else { return };
        let next = self.gone + self.marks.len() as u64;
        self.rungs.insert(index, Rung { away: true, ..Rung::new(lane, next) });
    }

    pub fn config(&mut self, index: u8, config: AvcConfig) {
        if (1..=MAX_RUNGS).contains(&index) {
            self.joining.insert(index, config);
        }
    }

    /// A picture of a rung, with its time on the game's timeline.
    pub fn frame(
        &mut self,
        index: u8,
        frame: Frame,
        next_init: &mut u32,
        timeline: &Timeline,
        events: &mut Vec<Event>,
    ) {
        let codec = self.joining.remove(&index);
        if !self.rungs.contains_key(&index)
            && let Some(config) = &codec
        {
            let Some((number, mark)) = self.join_at(frame.dts).filter(|_| frame.keyframe) else {
                self.joining.insert(index, config.clone());
                return;
            };
            let init = *next_init;
            *next_init += 1;
            let (rendition, codec) = (Rendition::Video(index), Codec::Avc(config.clone()));
            let mut lane = Lane::new(rendition, codec, init, mark.number, mark.at, events);
            lane.join(mark.at, mark.discontinuities);
            self.rungs.insert(index, Rung::new(lane, number + u64::from(mark.kind != Kind::Begin)));
        }
        if let Some(rung) = self.rungs.get_mut(&index) {
            rung.push(frame, codec);
            let head = rung.last.unwrap_or(0);
            rung.pass_ready(&self.marks, self.gone, head, timeline, events);
            rung.change_init(next_init, events);
        }
    }

    /// The encoder of a rung is gone, and sends nothing more for what was.
    pub fn away(&mut self, index: u8, timeline: &Timeline, events: &mut Vec<Event>) {
        self.joining.remove(&index);
        let all = self.gone + self.marks.len() as u64;
        if let Some(rung) = self.rungs.get_mut(&index) {
            rung.pass_until(&self.marks, self.gone, all, timeline, events);
            rung.away = true;
        }
    }

    /// Nothing comes any more, of any.
    pub fn finish(&mut self, timeline: &Timeline, events: &mut Vec<Event>) {
        for index in self.rungs.keys().copied().collect::<Vec<_>>() {
            self.away(index, timeline, events);
        }
    }

    /// The newest beginning of a segment that is not after `time`.
    fn join_at(&self, time: u64) -> Option<(u64, Mark)> {
        let starts = (self.gone..).zip(&self.marks).filter(|(_, mark)| mark.kind != Kind::Part && mark.at <= time);
        starts.last().map(|(number, mark)| (number, *mark))
    }
}

impl Rung {
    fn new(lane: Lane, next: u64) -> Self {
        Self {
            codec: lane.codec().clone(),
            lane,
            queue: VecDeque::new(),
            last: None,
            next,
            whole: false,
            broken: false,
            away: false,
            skipping: false,
        }
    }

    fn push(&mut self, frame: Frame, codec: Option<AvcConfig>) {
        self.away = false;
        let in_order = self.last.is_none_or(|last| frame.dts > last);
        if !in_order || !(1..=MAX_FRAME_BYTES).contains(&frame.data.len()) {
            self.skipping = true;
            return;
        }
        let waiting: usize = self.queue.iter().map(|queued| queued.sample.data.len()).sum();
        let full = self.queue.len() >= MAX_QUEUE || waiting > MAX_SEGMENT_BYTES;
        self.skipping = full || (self.skipping && !frame.keyframe);
        if self.skipping {
            return;
        }
        self.last = Some(frame.dts);
        let sample = Sample { dts: frame.dts, cts: 0, keyframe: frame.keyframe, data: frame.data };
        self.queue.push_back(Queued { sample, codec });
    }

    /// Passes the marks that its pictures have come to, and those that were waited for long enough.
    fn pass_ready(
        &mut self,
        marks: &VecDeque<Mark>,
        gone: u64,
        head: u64,
        timeline: &Timeline,
        events: &mut Vec<Event>,
    ) {
        let patience = if self.away { AWAY_PATIENCE } else { PATIENCE };
        while let Some(mark) = mark_at(marks, gone, self.next) {
            let come = self.last.is_some_and(|last| last >= mark.at);
            if !come && mark.at + patience >= head {
                return;
            }
            self.pass(mark, timeline, events);
        }
    }

    fn pass_until(
        &mut self,
        marks: &VecDeque<Mark>,
        gone: u64,
        until: u64,
        timeline: &Timeline,
        events: &mut Vec<Event>,
    ) {
        while self.next < until
            && let Some(mark) = mark_at(marks, gone, self.next)
        {
            self.pass(mark, timeline, events);
        }
    }

    fn pass(&mut self, mark: Mark, timeline: &Timeline, events: &mut Vec<Event>) {
        self.next += 1;
        match mark.kind {
            Kind::Begin => {
                self.lane.renumber(mark.number);
                self.lane.restart(mark.at, mark.discontinuities);
                self.broken = false;
            }
            Kind::Part => {
                self.fill_part(mark.at);
                if !self.broken {
                    self.lane.close_part(mark.at, timeline, events);
                }
            }
            Kind::Segment => {
                self.fill_part(mark.at);
                if std::mem::take(&mut self.broken) {
                    self.lane.give_up_segment(mark.at, timeline, events);
                } else {
                    self.lane.close_segment(mark.at, timeline, events);
                }
            }
        }
    }

    /// Takes the pictures until `end` into the open part; without any, the segment is not whole.
    fn fill_part(&mut self, end: u64) {
        while let Some(Queued { mut sample, codec }) = self.queue.pop_front_if(|queued| queued.sample.dts < end) {
            if let Some(config) = codec {
                self.codec = Codec::Avc(config);
                self.whole = false;
            }
            // What comes too late is missing for those that follow.
            let late = sample.dts < self.lane.part_start();
            self.whole = !late && (self.whole || sample.keyframe);
            if !self.whole || self.broken {
                continue;
            }
            // Another codec needs another init, which a segment names only once.
            if self.codec != *self.lane.codec() || self.lane.bytes() > MAX_SEGMENT_BYTES {
                self.broken = true;
                continue;
            }
            if !self.lane.has_pending() {
                // Parts follow each other without a hole.
                let start = self.lane.part_start();
                sample.cts = i32::try_from(sample.dts - start).unwrap_or(0);
                sample.dts = start;
            }
            self.lane.push(sample);
        }
        self.broken |= !self.lane.has_pending() && end > self.lane.part_start();
    }

    /// Between two segments the lane can take over the codec of what comes.
    fn change_init(&mut self, next_init: &mut u32, events: &mut Vec<Event>) {
        let coming = self.queue.front().and_then(|queued| queued.codec.clone()).map(Codec::Avc);
        let codec = coming.as_ref().unwrap_or(&self.codec);
        if self.lane.is_empty() && codec != self.lane.codec() {
            self.lane.change_codec(codec.clone(), *next_init, events);
            *next_init += 1;
        }
    }
}

fn mark_at(marks: &VecDeque<Mark>, gone: u64, index: u64) -> Option<Mark> {
    marks.get(usize::try_from(index.checked_sub(gone)?).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::codec::tests::avc;
    use crate::frame::{Config, Input};
    use crate::packager::tests::{Encoder, check, segments};
    use crate::packager::{Packager, Picture, Settings};
    use crate::segment::Hole;

    const RUNG: Rendition = Rendition::Video(1);

    /// Encodes a rung without encoding: every picture comes back, after so many others.
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

        fn feed(&mut self, pictures: &[Picture], packager: &mut Packager) -> Vec<Event> {
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
                        events.extend(packager.rung_away(self.index));
                        self.fresh = true;
                    }
                }
            }
            events
        }

        fn give(&mut self, packager: &mut Packager) -> Vec<Event> {
            let Some(frame) = self.queue.pop_front() else { return Vec::new() };
            let mut events = Vec::new();
            if std::mem::take(&mut self.fresh) {
                if !frame.keyframe {
                    self.fresh = true;
                    return events;
                }
                if let Some(config) = self.config.clone() {
                    events.extend(packager.rung(self.index, Input::Config(Config::Video(config))));
                }
            }
            let frame = Frame { dts: frame.pts, ..frame };
            events.extend(packager.rung(self.index, Input::Frame(frame)));
            events
        }

        fn die(&mut self, packager: &mut Packager) -> Vec<Event> {
            self.queue.clear();
            self.fresh = true;
            packager.rung_away(self.index)
        }
    }

    fn started(encoder: &Encoder) -> (Packager, Vec<Event>) {
        let mut packager = Packager::new(Settings::default());
        packager.show_pictures(true);
        let events = encoder.connect(&mut packager);
        (packager, events)
    }

    fn run(encoder: &mut Encoder, packager: &mut Packager, echo: &mut Echo, pictures: u64) -> Vec<Event> {
        let mut events = Vec::new();
        for _ in 0..pictures {
            events.extend(encoder.step(packager));
            let shown = packager.take_pictures();
            events.extend(echo.feed(&shown, packager));
        }
        events
    }

    fn there(events: &[Event]) -> Vec<(u64, bool)> {
        let of = |event: &Event| match event {
            Event::SegmentReady { rendition: RUNG, segment } => Some((segment.head.number, true)),
            Event::Hole { rendition: RUNG, hole: Hole { head, .. } } => Some((head.number, false)),
            _ => None,
        };
        events.iter().filter_map(of).collect()
    }

    /// PLAY-05: a rung has the numbers, the times and the parts of the source.
    #[test]
    fn a_rung_is_cut_like_the_source() {
        let (mut encoder, mut echo) = (Encoder::new(30, 60), Echo::new(1, 12));
        let (mut packager, mut events) = started(&encoder);
        events.extend(run(&mut encoder, &mut packager, &mut echo, 30 * 21));
        events.extend(packager.disconnect());
        let shown = packager.take_pictures();
        assert_eq!(shown.last(), Some(&Picture::Break));
        events.extend(echo.feed(&shown, &mut packager));
        events.extend(packager.end());
        check(&events);
        let (source, rung) = (segments(&events, Rendition::SOURCE), segments(&events, RUNG));
        assert_eq!(rung.len(), 6);
        for (of_source, of_rung) in source.iter().zip(&rung) {
            assert_eq!(of_rung.head.number, of_source.head.number);
            assert_eq!(of_rung.bytes.len(), of_source.bytes.len());
            assert!(of_rung.independent());
        }
    }

    #[test]
    fn a_rung_that_dies_leaves_holes_and_comes_back() {
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
    fn a_rung_that_joins_late_has_the_numbers_of_the_source() {
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

    /// A rung with another codec has another init, at the beginning of a segment.
    #[test]
    fn a_rung_may_change_its_codec() {
        let (mut encoder, mut echo) = (Encoder::new(30, 60), Echo::new(1, 3));
        let (mut packager, mut events) = started(&encoder);
        events.extend(run(&mut encoder, &mut packager, &mut echo, 30 * 8 + 3));
        let mut record = avc().record().to_vec();
        record[3] = 40;
        echo.config = Some(AvcConfig::parse(record.into()).unwrap());
        echo.fresh = true;
        events.extend(run(&mut encoder, &mut packager, &mut echo, 30 * 8 + 20));
        check(&events);
        let inits: Vec<_> = segments(&events, RUNG).iter().map(|segment| segment.head.init).collect();
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

    /// Events of source and sound; the number of an init is the game's, so a rung may take one.
    fn of_source(events: &[Event]) -> Vec<String> {
        let own = |event: &&Event| match event {
            Event::InitReady { rendition, .. }
            | Event::SegmentOpened { rendition, .. }
            | Event::PartReady { rendition, .. }
            | Event::SegmentReady { rendition, .. }
            | Event::Hole { rendition, .. } => !matches!(rendition, Rendition::Video(1..)),
            _ => true,
        };
        let plain = |event: &Event| match event.clone() {
            Event::InitReady { rendition, codec, .. } => format!("{rendition} {codec:?}"),
            Event::SegmentOpened { rendition, mut head } => {
                head.init = 0;
                format!("{rendition} {head:?}")
            }
            Event::SegmentReady { rendition, mut segment } => {
                segment.head.init = 0;
                format!("{rendition} {:?} {}", segment.head, segment.bytes.len())
            }
            other => format!("{other:?}"),
        };
        events.iter().filter(own).map(plain).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// PLAY-05: numbers and times are equal in all renditions, and no rung ever delays or changes the source.
        #[test]
        fn whatever_a_rung_does_the_source_is_the_same(acts in acts(), gop in 1..150_u64, fps in 10..60_u64) {
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
                        let track = crate::frame::Track::Video;
                        let frame = Frame { track, dts, pts: dts, keyframe, data: vec![0; size].into() };
                        events.extend(packager.rung(1, Input::Frame(frame)));
                    }
                }
            }
            events.extend(packager.end());
            check(&events);
            // All that the rung has begun with is there, as a segment or as a hole, up to the last of the source.
            let numbers: Vec<u64> = there(&events).iter().map(|(number, _)| *number).collect();
            if let Some(last) = numbers.last() {
                prop_assert_eq!(Some(*last), segments(&events, Rendition::SOURCE).last().map(|last| last.head.number));
            }
        }
    }
}
