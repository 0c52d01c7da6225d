//! Lower renditions of a game: the source's pictures encoded again, cut where the source was cut.
//!
//! A rung follows the source and never leads it: each cut of the source is a mark, and a rung passes the mark when its
//! pictures have come that far, or when it has been waited for long enough. A segment that is not whole by then is a
//! hole under its number, so numbers and times are the same in all renditions, whatever the encoder of a rung does.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};

use crate::codec::cmaf::Sample;
use crate::codec::frame::Frame;
use crate::codec::frame::MAX_FRAME_BYTES;
use crate::codec::{AvcConfig, Codec, SECOND};
use crate::hls::{Event, Rendition};
use crate::live::packager::MAX_SEGMENT_BYTES;
use crate::live::timeline::Timeline;
use crate::live::track_segmenter::TrackSegmenter;

/// `v1` to `v4`.
pub const MAX_RUNGS: u8 = 4;

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
    segmenter: TrackSegmenter,
    /// Of the pictures that come; the segmenter's, from the next segment on.
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
    pub fn resume(&mut self, segmenter: TrackSegmenter) {
        let Rendition::Video(index) = segmenter.rendition() else { return };
        let next = self.gone + self.marks.len() as u64;
        self.rungs.insert(index, Rung { away: true, ..Rung::new(segmenter, next) });
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
            let mut segmenter = TrackSegmenter::new(rendition, codec, init, mark.number, mark.at, events);
            segmenter.join(mark.at, mark.discontinuities);
            self.rungs.insert(index, Rung::new(segmenter, number + u64::from(mark.kind != Kind::Begin)));
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
    fn new(segmenter: TrackSegmenter, next: u64) -> Self {
        Self {
            codec: segmenter.codec().clone(),
            segmenter,
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
                self.segmenter.renumber(mark.number);
                self.segmenter.restart(mark.at, mark.discontinuities);
                self.broken = false;
            }
            Kind::Part => {
                self.fill_part(mark.at);
                if !self.broken {
                    self.segmenter.close_part(mark.at, timeline, events);
                }
            }
            Kind::Segment => {
                self.fill_part(mark.at);
                if std::mem::take(&mut self.broken) {
                    self.segmenter.give_up_segment(mark.at, timeline, events);
                } else {
                    self.segmenter.close_segment(mark.at, timeline, events);
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
            let late = sample.dts < self.segmenter.part_start();
            self.whole = !late && (self.whole || sample.keyframe);
            if !self.whole || self.broken {
                continue;
            }
            // Another codec needs another init, which a segment names only once.
            if self.codec != *self.segmenter.codec() || self.segmenter.bytes() > MAX_SEGMENT_BYTES {
                self.broken = true;
                continue;
            }
            if !self.segmenter.has_pending() {
                // Parts follow each other without a hole.
                let start = self.segmenter.part_start();
                sample.cts = i32::try_from(sample.dts - start).unwrap_or(0);
                sample.dts = start;
            }
            self.segmenter.push(sample);
        }
        self.broken |= !self.segmenter.has_pending() && end > self.segmenter.part_start();
    }

    /// Between two segments the segmenter can take over the codec of what comes.
    fn change_init(&mut self, next_init: &mut u32, events: &mut Vec<Event>) {
        let coming = self.queue.front().and_then(|queued| queued.codec.clone()).map(Codec::Avc);
        let codec = coming.as_ref().unwrap_or(&self.codec);
        if self.segmenter.is_empty() && codec != self.segmenter.codec() {
            self.segmenter.change_codec(codec.clone(), *next_init, events);
            *next_init += 1;
        }
    }
}

fn mark_at(marks: &VecDeque<Mark>, gone: u64, index: u64) -> Option<Mark> {
    marks.get(usize::try_from(index.checked_sub(gone)?).ok()?).copied()
}
