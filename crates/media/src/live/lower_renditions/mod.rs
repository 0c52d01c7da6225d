//! Lower renditions of a game: the source's video encoded again and cut at the source's segment boundaries.
//!
//! A lower rendition follows the source and never leads it: it makes each cut of the source when its frames have
//! reached it, or after a timeout. A segment that is incomplete by then becomes a gap with its number, so numbers and
//! times are the same in all renditions, whatever the encoder does.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};

use crate::codec::cmaf::Sample;
use crate::codec::frame::{Frame, MAX_FRAME_BYTES};
use crate::codec::{AvcConfig, Codec, SECOND};
use crate::hls::{Rendition, SegmentEvent};
use crate::live::packager::MAX_SEGMENT_BYTES;
use crate::live::timeline::Timeline;
use crate::live::track_segmenter::TrackSegmenter;

/// `v1` to `v4`.
pub const MAX_LOWER_RENDITIONS: u8 = 4;

/// How far the source goes ahead of a lower rendition before what is missing is given up.
const LATE_TIMEOUT: u64 = 4 * SECOND;
/// The same for a lower rendition whose encoder is gone: it may be back soon.
const STOPPED_TIMEOUT: u64 = SECOND * 3 / 2;
/// Cuts are kept for a lower rendition that joins: longer than any lower rendition is waited for, and than a segment.
const CUT_RETENTION: u64 = 12 * SECOND;
const MAX_CUTS: usize = 512;
/// Pictures of a lower rendition that wait for their cut.
const MAX_QUEUED_PICTURES: usize = 1_024;

/// A moment at which the source was cut, in ticks of 90 kHz.
#[derive(Clone, Copy, Debug)]
pub struct SourceCut {
    pub at: u64,
    pub kind: CutKind,
    /// Of the segment that is open after it.
    pub number: u64,
    pub discontinuities: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutKind {
    /// A part ended.
    Part,
    /// A segment ended, and the next one follows from it.
    Segment,
    /// The source began, anew or for the first time.
    Begin,
}

#[derive(Default)]
pub struct LowerRenditions {
    cuts: VecDeque<SourceCut>,
    /// Cuts that were let go of.
    gone: u64,
    tracks: BTreeMap<u8, LowerTrack>,
    /// Those that have told of their codec, but have not joined.
    joining: BTreeMap<u8, AvcConfig>,
}

struct LowerTrack {
    segmenter: TrackSegmenter,
    /// Of the pictures that come; the segmenter's, from the next segment on.
    codec: Codec,
    queue: VecDeque<Queued>,
    /// The newest picture.
    last: Option<u64>,
    /// The next cut, counted from the first of all.
    next: u64,
    /// Pictures can be decoded: none is missing since the last key frame.
    whole: bool,
    /// The open segment lacks something.
    broken: bool,
    /// Its encoder is gone.
    stopped: bool,
    /// Too much waits: everything is left out until a key frame.
    skipping: bool,
}

struct Queued {
    sample: Sample,
    /// Where it is another than before.
    codec: Option<AvcConfig>,
}

impl LowerRenditions {
    /// The source was cut.
    pub fn cut(&mut self, cut: SourceCut, timeline: &Timeline, events: &mut Vec<SegmentEvent>) {
        self.cuts.push_back(cut);
        while self.cuts.len() > MAX_CUTS {
            let through = self.gone + 1;
            self.tracks
                .values_mut()
                .for_each(|track| track.pass_until(&self.cuts, self.gone, through, timeline, events));
            self.cuts.pop_front();
            self.gone += 1;
        }
    }

    /// The source has come to `head`: lower renditions are not waited for any longer than that.
    pub fn advance(&mut self, head: u64, timeline: &Timeline, events: &mut Vec<SegmentEvent>) {
        for track in self.tracks.values_mut() {
            track.pass_ready(&self.cuts, self.gone, head, timeline, events);
        }
        while self.cuts.front().is_some_and(|cut| cut.at + CUT_RETENTION < head)
            && self.tracks.values().all(|track| track.next > self.gone)
        {
            self.cuts.pop_front();
            self.gone += 1;
        }
    }

    /// A lower rendition of a recorded game that goes on: there are gaps until its encoder is back.
    pub fn resume(&mut self, segmenter: TrackSegmenter) {
        let Rendition::Video(index) = segmenter.rendition() else { return };
        let next = self.gone + self.cuts.len() as u64;
        self.tracks.insert(index, LowerTrack { stopped: true, ..LowerTrack::new(segmenter, next) });
    }

    pub fn config(&mut self, index: u8, config: AvcConfig) {
        if (1..=MAX_LOWER_RENDITIONS).contains(&index) {
            self.joining.insert(index, config);
        }
    }

    /// A picture of a lower rendition, with its time on the game's timeline.
    pub fn frame(
        &mut self,
        index: u8,
        frame: Frame,
        next_init: &mut u32,
        timeline: &Timeline,
        events: &mut Vec<SegmentEvent>,
    ) {
        let codec = self.joining.remove(&index);
        if !self.tracks.contains_key(&index)
            && let Some(config) = &codec
        {
            let Some((number, cut)) = self.join_at(frame.dts).filter(|_| frame.keyframe) else {
                self.joining.insert(index, config.clone());
                return;
            };
            let init = *next_init;
            *next_init += 1;
            let (rendition, codec) = (Rendition::Video(index), Codec::Avc(config.clone()));
            let mut segmenter = TrackSegmenter::new(rendition, codec, init, cut.number, cut.at, events);
            segmenter.join(cut.at, cut.discontinuities);
            self.tracks.insert(index, LowerTrack::new(segmenter, number + u64::from(cut.kind != CutKind::Begin)));
        }
        if let Some(track) = self.tracks.get_mut(&index) {
            track.push(frame, codec);
            let head = track.last.unwrap_or(0);
            track.pass_ready(&self.cuts, self.gone, head, timeline, events);
            track.change_init(next_init, events);
        }
    }

    /// The encoder of a lower rendition is gone, and sends nothing more for what was.
    pub fn stop(&mut self, index: u8, timeline: &Timeline, events: &mut Vec<SegmentEvent>) {
        self.joining.remove(&index);
        let all = self.gone + self.cuts.len() as u64;
        if let Some(track) = self.tracks.get_mut(&index) {
            track.pass_until(&self.cuts, self.gone, all, timeline, events);
            track.stopped = true;
        }
    }

    /// Nothing comes any more, of any.
    pub fn finish(&mut self, timeline: &Timeline, events: &mut Vec<SegmentEvent>) {
        for index in self.tracks.keys().copied().collect::<Vec<_>>() {
            self.stop(index, timeline, events);
        }
    }

    /// The newest beginning of a segment that is not after `time`.
    fn join_at(&self, time: u64) -> Option<(u64, SourceCut)> {
        let starts = (self.gone..).zip(&self.cuts).filter(|(_, cut)| cut.kind != CutKind::Part && cut.at <= time);
        starts.last().map(|(number, cut)| (number, *cut))
    }
}

impl LowerTrack {
    fn new(segmenter: TrackSegmenter, next: u64) -> Self {
        Self {
            codec: segmenter.codec().clone(),
            segmenter,
            queue: VecDeque::new(),
            last: None,
            next,
            whole: false,
            broken: false,
            stopped: false,
            skipping: false,
        }
    }

    fn push(&mut self, frame: Frame, codec: Option<AvcConfig>) {
        self.stopped = false;
        let in_order = self.last.is_none_or(|last| frame.dts > last);
        if !in_order || !(1..=MAX_FRAME_BYTES).contains(&frame.data.len()) {
            self.skipping = true;
            return;
        }
        let waiting: usize = self.queue.iter().map(|queued| queued.sample.data.len()).sum();
        let full = self.queue.len() >= MAX_QUEUED_PICTURES || waiting > MAX_SEGMENT_BYTES;
        self.skipping = full || (self.skipping && !frame.keyframe);
        if self.skipping {
            return;
        }
        self.last = Some(frame.dts);
        let sample = Sample { dts: frame.dts, cts: 0, keyframe: frame.keyframe, data: frame.data };
        self.queue.push_back(Queued { sample, codec });
    }

    /// Passes the cuts that its pictures have come to, and those that were waited for long enough.
    fn pass_ready(
        &mut self,
        cuts: &VecDeque<SourceCut>,
        gone: u64,
        head: u64,
        timeline: &Timeline,
        events: &mut Vec<SegmentEvent>,
    ) {
        let patience = if self.stopped { STOPPED_TIMEOUT } else { LATE_TIMEOUT };
        while let Some(cut) = cut_number(cuts, gone, self.next) {
            let come = self.last.is_some_and(|last| last >= cut.at);
            if !come && cut.at + patience >= head {
                return;
            }
            self.pass(cut, timeline, events);
        }
    }

    fn pass_until(
        &mut self,
        cuts: &VecDeque<SourceCut>,
        gone: u64,
        until: u64,
        timeline: &Timeline,
        events: &mut Vec<SegmentEvent>,
    ) {
        while self.next < until
            && let Some(cut) = cut_number(cuts, gone, self.next)
        {
            self.pass(cut, timeline, events);
        }
    }

    fn pass(&mut self, cut: SourceCut, timeline: &Timeline, events: &mut Vec<SegmentEvent>) {
        self.next += 1;
        match cut.kind {
            CutKind::Begin => {
                self.segmenter.renumber(cut.number);
                self.segmenter.restart(cut.at, cut.discontinuities);
                self.broken = false;
            }
            CutKind::Part => {
                self.fill_part(cut.at);
                if !self.broken {
                    self.segmenter.close_part(cut.at, timeline, events);
                }
            }
            CutKind::Segment => {
                self.fill_part(cut.at);
                if std::mem::take(&mut self.broken) {
                    self.segmenter.give_up_segment(cut.at, timeline, events);
                } else {
                    self.segmenter.close_segment(cut.at, timeline, events);
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
                // Parts follow each other without a gap.
                let start = self.segmenter.part_start();
                sample.cts = i32::try_from(sample.dts - start).unwrap_or(0);
                sample.dts = start;
            }
            self.segmenter.push(sample);
        }
        self.broken |= !self.segmenter.has_pending() && end > self.segmenter.part_start();
    }

    /// Between two segments the segmenter can take over the codec of what comes.
    fn change_init(&mut self, next_init: &mut u32, events: &mut Vec<SegmentEvent>) {
        let coming = self.queue.front().and_then(|queued| queued.codec.clone()).map(Codec::Avc);
        let codec = coming.as_ref().unwrap_or(&self.codec);
        if self.segmenter.is_empty() && codec != self.segmenter.codec() {
            self.segmenter.change_codec(codec.clone(), *next_init, events);
            *next_init += 1;
        }
    }
}

fn cut_number(cuts: &VecDeque<SourceCut>, gone: u64, index: u64) -> Option<SourceCut> {
    cuts.get(usize::try_from(index.checked_sub(gone)?).ok()?).copied()
}
