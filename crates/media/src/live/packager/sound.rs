//! The audio of a session, which follows the cuts of the video.

use std::collections::VecDeque;

use crate::codec::cmaf::Sample;
use crate::codec::frame::Frame;
use crate::codec::{AacConfig, Codec, SECOND, VIDEO_TIMESCALE, rescale};
use crate::hls::SegmentEvent;
use crate::live::timeline::{AudioClock, Counted, Timeline};
use crate::live::track_segmenter::TrackSegmenter;

/// How far the picture goes ahead of sound that does not come, before silence takes its place.
const SOUND_TIMEOUT: u64 = SECOND;
/// Sound that waits for its picture, about 10 s.
const MAX_QUEUED_SOUND: usize = 512;

/// A moment at which the picture was cut, in ticks of 90 kHz.
#[derive(Clone, Copy, Debug)]
struct Cut {
    at: u64,
    segment: bool,
}

/// Sound follows the cuts of the picture.
pub(super) struct Sound {
    config: AacConfig,
    segmenter: TrackSegmenter,
    clock: AudioClock,
    queue: VecDeque<Sample>,
    cuts: VecDeque<Cut>,
    /// None came for a while: it is not waited for.
    absent: bool,
}

impl Sound {
    pub(super) fn new(config: AacConfig, segmenter: TrackSegmenter, at: u64) -> Self {
        let clock = AudioClock::new(config.sample_rate(), config.frame_samples(), at);
        Self { config, segmenter, clock, queue: VecDeque::new(), cuts: VecDeque::new(), absent: false }
    }

    pub(super) fn restart(&mut self, at: u64, discontinuities: u32, absent: bool) {
        self.clock = AudioClock::new(self.config.sample_rate(), self.config.frame_samples(), at);
        self.segmenter.restart(self.clock.next(), discontinuities);
        self.queue.clear();
        self.cuts.clear();
        self.absent = absent;
    }

    pub(super) fn config(&self) -> &AacConfig {
        &self.config
    }

    pub(super) fn change_config(&mut self, config: AacConfig, init: u32, events: &mut Vec<SegmentEvent>) {
        self.segmenter.change_codec(Codec::Aac(config.clone()), init, events);
        self.config = config;
    }

    /// The picture was cut: sound is cut there too, when it has come that far.
    pub(super) fn cut_at(&mut self, at: u64, segment: bool) {
        self.cuts.push_back(Cut { at, segment });
    }

    /// What waits belongs to no picture any more.
    pub(super) fn drop_queued(&mut self) {
        self.queue.clear();
    }

    /// Makes the cuts that sound has come far enough for, or all of them, with silence for what did not come. The
    /// picture and the longest part are in ticks of 90 kHz.
    pub(super) fn make_cuts(
        &mut self,
        picture: u64,
        part_longest: u64,
        all: bool,
        timeline: &Timeline,
        events: &mut Vec<SegmentEvent>,
    ) {
        let part = rescale(part_longest, VIDEO_TIMESCALE, self.config.sample_rate());
        while let Some(&cut) = self.cuts.front() {
            let end = rescale(cut.at, VIDEO_TIMESCALE, self.config.sample_rate());
            if self.clock.next() + u64::from(self.config.frame_samples()) <= end {
                if !all && !self.absent && picture.saturating_sub(cut.at) < SOUND_TIMEOUT {
                    return;
                }
                self.fill(end);
            }
            self.cuts.pop_front();
            self.cut(end, cut.segment, part, timeline, events);
        }
    }

    pub(super) fn push(&mut self, frame: Frame, ticks: i64) {
        // The picture stands still: what comes now is not counted, and becomes silence when the picture goes on.
        if self.queue.len() >= MAX_QUEUED_SOUND {
            return;
        }
        let Counted::At { dts, missing } = self.clock.place(ticks) else { return };
        self.absent = false;
        let length = u64::from(self.config.frame_samples());
        self.silence(dts - missing * length, missing);
        self.queue.push_back(Sample { dts, cts: 0, keyframe: true, data: frame.data });
    }

    /// Silence for what did not come, up to `end`.
    fn fill(&mut self, end: u64) {
        let length = u64::from(self.config.frame_samples());
        let missing = end.saturating_sub(self.clock.next()) / length;
        self.silence(self.clock.next(), missing);
        self.clock.skip_to(self.clock.next() + missing * length);
        self.absent = true;
    }

    fn silence(&mut self, dts: u64, count: u64) {
        let Some(data) = self.config.silence() else { return };
        for index in 0..count.min(MAX_QUEUED_SOUND as u64) {
            let dts = dts + index * u64::from(self.config.frame_samples());
            self.queue.push_back(Sample { dts, cts: 0, keyframe: true, data: data.clone() });
        }
    }

    /// Takes the whole frames until `end`; the one across it starts the next part, before its picture.
    fn cut(&mut self, end: u64, segment: bool, part_longest: u64, timeline: &Timeline, events: &mut Vec<SegmentEvent>) {
        let length = u64::from(self.config.frame_samples());
        let mut last = self.segmenter.part_start();
        while let Some(sample) = self.queue.pop_front_if(|sample| sample.dts + length <= end) {
            if sample.dts + length > self.segmenter.part_start() + part_longest && self.segmenter.has_pending() {
                if !segment {
                    self.queue.push_front(sample);
                    break;
                }
                self.segmenter.close_part(last, timeline, events);
            }
            last = sample.dts + length;
            // A gap of which no silence is known is between two parts: the frame after it lasts from where its part
            // begins.
            let dts = if self.segmenter.has_pending() { sample.dts } else { self.segmenter.part_start() };
            self.segmenter.push(Sample { dts, ..sample });
        }
        if !segment {
            self.segmenter.close_part(last, timeline, events);
            return;
        }
        if self.segmenter.is_empty() {
            last = last.max(end);
            self.clock.skip_to(last);
        }
        self.segmenter.close_segment(last, timeline, events);
    }
}
