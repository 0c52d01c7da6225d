//! One game's live session, without I/O: configurations and frames in, [`SegmentEvent`]s out, in order.
//!
//! Picture and sound are renditions of their own with the same segment numbers, cut at the same moments; a segment of
//! sound never begins after its picture. Whatever breaks the stream (a lost connection, a clock that jumps, another
//! codec) has one way out: what there is becomes a segment, and the next key frame starts the next one, right behind it
//! on the timeline and marked as a discontinuity. Lower renditions follow the same cuts, and the source never waits for
//! them.
//!
//! Calls return what they caused; nothing is kept for later but the open segment, sound that waits for its picture, and
//! one picture, whose duration the next one tells. All of it is bounded, whatever an encoder sends.

#[cfg(test)]
pub(crate) mod tests;

mod early;
mod pictures;
mod sound;

use std::time::Duration;

use domain::time::Timestamp;

use crate::codec::cmaf::Sample;
use crate::codec::frame::{Clock, Config, Frame, Input, MAX_FRAME_BYTES, Track};
use crate::codec::{AacConfig, AvcConfig, Codec, SECOND, VIDEO_TIMESCALE, rescale};
use crate::hls::{Gap, Head, Rendition, SegmentEvent, Settings};
use crate::live::lower_renditions::{CutKind, LowerRenditions, SourceCut};
use crate::live::timeline::{Placed, Timeline};
use crate::live::track_segmenter::TrackSegmenter;
use crate::recording::Resume;
use early::EarlyPictures;
pub use pictures::Picture;
use pictures::SourcePictures;
use sound::Sound;

/// A segment may be longer than its target by this, and still rounds to it.
const MAX_OVERTIME: u64 = SECOND * 4 / 10;
/// A key frame that comes this much early is taken for the one that was awaited.
const KEY_FRAME_TOLERANCE: u64 = SECOND / 20;
/// Of a picture when nothing tells.
const DEFAULT_FRAME_INTERVAL: u64 = SECOND / 30;

/// The open segment is cut at this size: 64 Mbit/s for 4 s.
pub const MAX_SEGMENT_BYTES: usize = 32 * 1024 * 1024;
/// A part is cut at so many samples: 2,000 pictures a second.
const MAX_PART_SAMPLES: usize = 1_000;

pub struct Packager {
    settings: Settings,
    timeline: Timeline,
    /// What the connection told last.
    video_config: Option<AvcConfig>,
    audio_config: Option<AacConfig>,
    video: Option<TrackSegmenter>,
    sound: Option<Sound>,
    lower_renditions: LowerRenditions,
    pictures: SourcePictures,
    /// The newest picture, and the time between the last two.
    held: Option<Sample>,
    interval: u64,
    /// When the newest key frame was.
    key: u64,
    next_init: u32,
    discontinuities: u32,
    resume: Option<Resume>,
    early: EarlyPictures,
    ended: bool,
    events: Vec<SegmentEvent>,
}

impl Packager {
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            timeline: Timeline::new(0, None),
            video_config: None,
            audio_config: None,
            video: None,
            sound: None,
            lower_renditions: LowerRenditions::default(),
            pictures: SourcePictures::default(),
            held: None,
            interval: DEFAULT_FRAME_INTERVAL,
            key: 0,
            next_init: 0,
            discontinuities: 0,
            resume: None,
            early: EarlyPictures::default(),
            ended: false,
            events: Vec::new(),
        }
    }

    /// Goes on with a recorded game: with new numbers, and a gap where the lost ones were.
    pub fn resume(settings: Settings, resume: Resume) -> Self {
        let epoch = resume.wall.plus(-i64::try_from(rescale(resume.end, VIDEO_TIMESCALE, 1000)).unwrap_or(0));
        Self {
            timeline: Timeline::new(resume.end, Some(epoch)),
            next_init: resume.init,
            discontinuities: resume.discontinuities,
            resume: Some(resume),
            ..Self::new(settings)
        }
    }

    /// An encoder came, for the first time or in place of the one before.
    pub fn connect(&mut self, clock: Clock) -> Vec<SegmentEvent> {
        self.show_early();
        self.finish();
        self.timeline.connect(clock);
        self.video_config = None;
        self.audio_config = None;
        self.take_events()
    }

    /// The encoder is gone: what it sent is there to be watched, and the next one goes on from there.
    pub fn disconnect(&mut self) -> Vec<SegmentEvent> {
        self.show_early();
        self.finish();
        self.take_events()
    }

    /// Nothing comes after this.
    pub fn end(&mut self) -> Vec<SegmentEvent> {
        if !self.ended {
            self.show_early();
            self.finish();
            self.lower_renditions.finish(&self.timeline, &mut self.events);
            self.ended = true;
            self.events.push(SegmentEvent::Ended);
        }
        self.take_events()
    }

    pub fn config(&mut self, config: Config) -> Vec<SegmentEvent> {
        match config {
            Config::Video(config) => {
                if self.video_config.as_ref().is_some_and(|known| *known != config) {
                    self.show_early();
                }
                let changes =
                    self.video.as_ref().is_some_and(|segmenter| *segmenter.codec() != Codec::Avc(config.clone()));
                self.video_config = Some(config);
                if changes {
                    self.finish();
                }
            }
            Config::Audio(config) => {
                let changes = self.sound.as_ref().is_none_or(|sound| *sound.config() != config);
                self.audio_config = Some(config);
                if changes {
                    self.finish();
                }
                self.show_early();
            }
        }
        self.take_events()
    }

    pub fn frame(&mut self, frame: Frame, now: Timestamp) -> Vec<SegmentEvent> {
        if !self.ended && (1..=MAX_FRAME_BYTES).contains(&frame.data.len()) {
            match frame.track {
                Track::Video => self.video_frame(frame, now),
                Track::Audio => self.audio_frame(frame),
            }
        }
        self.take_events()
    }

    /// A configuration or a picture of a lower rendition, with the times of [`Picture`].
    pub fn lower_input(&mut self, index: u8, input: Input) -> Vec<SegmentEvent> {
        match input {
            Input::Config(Config::Video(config)) => self.lower_renditions.config(index, config),
            Input::Frame(frame) if frame.track == Track::Video && !self.ended => {
                self.lower_renditions.frame(index, frame, &mut self.next_init, &self.timeline, &mut self.events);
            }
            _ => {}
        }
        self.take_events()
    }

    /// The encoder of a lower rendition is gone; what it has sent is all there is.
    pub fn lower_stopped(&mut self, index: u8) -> Vec<SegmentEvent> {
        self.lower_renditions.stop(index, &self.timeline, &mut self.events);
        self.take_events()
    }

    /// From now on pictures are kept for [`Self::take_pictures`], or not.
    pub fn show_pictures(&mut self, wanted: bool) {
        self.pictures.keep(wanted);
    }

    /// The source's pictures since the last call.
    pub fn take_pictures(&mut self) -> Vec<Picture> {
        self.pictures.take()
    }

    /// There will be no sound: the first key frame is not to wait for it.
    pub fn without_sound(&mut self) {
        self.early.expect_no_sound();
    }

    fn take_events(&mut self) -> Vec<SegmentEvent> {
        std::mem::take(&mut self.events)
    }

    fn video_frame(&mut self, frame: Frame, now: Timestamp) {
        if !self.timeline.is_anchored() && self.is_early(frame.keyframe, now) {
            self.early.push(frame, now);
            return;
        }
        self.show_early();
        self.show_frame(frame, now);
    }

    /// Whether a picture waits until it is known if there is sound.
    fn is_early(&mut self, keyframe: bool, now: Timestamp) -> bool {
        let is_first = self.audio_config.is_none() && self.video.is_none() && self.video_config.is_some();
        is_first && self.early.takes(keyframe, now)
    }

    /// What has waited is the beginning of the game.
    fn show_early(&mut self) {
        for (frame, now) in self.early.take() {
            self.show_frame(frame, now);
        }
    }

    fn show_frame(&mut self, frame: Frame, now: Timestamp) {
        if !self.timeline.is_anchored() && !self.begin(frame.keyframe, now) {
            return;
        }
        let placed = match self.timeline.video(&frame, now) {
            Placed::Jumped => {
                self.finish();
                if !self.begin(frame.keyframe, now) {
                    return;
                }
                self.timeline.video(&frame, now)
            }
            placed => placed,
        };
        let Placed::At { dts, cts } = placed else { return };
        let next = Sample { dts, cts, keyframe: frame.keyframe, data: frame.data };
        if self.pictures.are_kept() {
            let (pts, keyframe, data) = (dts.saturating_add_signed(cts.into()), next.keyframe, next.data.clone());
            self.pictures.push(Picture::Frame(Frame { track: Track::Video, dts, pts, keyframe, data }));
        }
        if let Some(held) = self.held.take() {
            self.interval = dts - held.dts;
            self.take(held, dts, next.keyframe);
        }
        self.held = Some(next);
        self.cut_sound(false);
        self.lower_renditions.advance(dts, &self.timeline, &mut self.events);
    }

    /// Makes everything ready for a key frame at the end of the timeline; not every frame is one.
    fn begin(&mut self, keyframe: bool, now: Timestamp) -> bool {
        let Some(config) = self.video_config.clone().filter(|_| keyframe) else { return false };
        self.pictures.push(Picture::Begin(config.clone()));
        let codec = Codec::Avc(config);
        if self.video.is_some() || self.resume.is_some() {
            self.discontinuities += 1;
        }
        let number = match self.resume.take() {
            Some(resume) => self.give_up_lost(&resume, now),
            None => self.video.as_ref().map_or(0, TrackSegmenter::number),
        };
        let at = self.timeline.end();
        if self.discontinuities > 0 {
            self.events.push(SegmentEvent::Discontinuity { number });
        }
        match &mut self.video {
            Some(segmenter) if *segmenter.codec() == codec => {}
            Some(segmenter) => segmenter.change_codec(codec, next(&mut self.next_init), &mut self.events),
            none => {
                let init = next(&mut self.next_init);
                *none = Some(TrackSegmenter::new(Rendition::SOURCE, codec, init, number, at, &mut self.events));
            }
        }
        if let Some(segmenter) = &mut self.video {
            segmenter.restart(at, self.discontinuities);
        }
        self.begin_sound(at, number);
        self.tell_cut(at, CutKind::Begin);
        self.key = at;
        true
    }

    /// Tells the lower renditions of a cut.
    fn tell_cut(&mut self, at: u64, kind: CutKind) {
        let Some(number) = self.video.as_ref().map(TrackSegmenter::number) else { return };
        let cut = SourceCut { at, kind, number, discontinuities: self.discontinuities };
        self.lower_renditions.cut(cut, &self.timeline, &mut self.events);
    }

    fn begin_sound(&mut self, at: u64, number: u64) {
        if let Some(config) = &self.audio_config {
            let codec = Codec::Aac(config.clone());
            match &mut self.sound {
                Some(sound) if sound.config() == config => {}
                Some(sound) => sound.change_config(config.clone(), next(&mut self.next_init), &mut self.events),
                none => {
                    let init = next(&mut self.next_init);
                    let cursor = rescale(at, VIDEO_TIMESCALE, config.sample_rate());
                    let segmenter =
                        TrackSegmenter::new(Rendition::SOUND, codec, init, number, cursor, &mut self.events);
                    *none = Some(Sound::new(config.clone(), segmenter, at));
                }
            }
        }
        if let Some(sound) = &mut self.sound {
            sound.restart(at, self.discontinuities, self.audio_config.is_none());
        }
    }

    /// Puts gaps where segments were lost, as long as the program was away but no longer than they can have been.
    fn give_up_lost(&mut self, resume: &Resume, now: Timestamp) -> u64 {
        let away = u64::try_from(now.0.saturating_sub(resume.wall.0)).unwrap_or(0) * SECOND / 1000;
        let shared = away / resume.lost.max(1);
        let duration = shared.clamp(SECOND / 10, u64::from(self.settings.target_seconds) * SECOND);
        for index in 0..resume.lost {
            let start = resume.end + index * duration;
            let head = Head {
                number: resume.number + index,
                init: resume.init,
                start,
                timescale: VIDEO_TIMESCALE,
                wall: self.timeline.wall(start, VIDEO_TIMESCALE),
                discontinuity: false,
                discontinuities: resume.discontinuities,
            };
            let gap = Gap { head, duration };
            self.events.push(SegmentEvent::Gap { rendition: Rendition::SOURCE, gap });
            if resume.has_sound {
                self.events.push(SegmentEvent::Gap { rendition: Rendition::SOUND, gap });
            }
            for &(index, _) in &resume.lower_renditions {
                self.events.push(SegmentEvent::Gap { rendition: Rendition::Video(index), gap });
            }
        }
        let (at, number) = (resume.end + resume.lost * duration, resume.number + resume.lost);
        for (index, config) in &resume.lower_renditions {
            let (rendition, codec, init) =
                (Rendition::Video(*index), Codec::Avc(config.clone()), next(&mut self.next_init));
            self.lower_renditions.resume(TrackSegmenter::new(rendition, codec, init, number, at, &mut self.events));
        }
        self.timeline.restart(at);
        number
    }

    /// A picture that lasts until `end`, where the next one begins.
    fn take(&mut self, sample: Sample, end: u64, key_next: bool) {
        let target = u64::from(self.settings.target_seconds) * SECOND;
        let longest = target + MAX_OVERTIME;
        let part = ticks(self.settings.part).max(1);
        let part_longest = ticks(self.settings.part_target());
        let Some(segmenter) = &self.video else { return };
        if sample.keyframe {
            self.key = sample.dts;
        }
        // A picture that is held for long may not fit any more.
        if !segmenter.is_empty() && end - segmenter.segment_start() > longest {
            self.cut_segment(sample.dts);
        } else if segmenter.has_pending() && end - segmenter.part_start() > part_longest {
            self.cut_part(sample.dts);
        }
        let step = end - sample.dts;
        let Some(segmenter) = &mut self.video else { return };
        segmenter.push(sample);
        let length = end - segmenter.segment_start();
        // At a key frame it is known how far the next one probably is.
        let wanted = key_next && (length + KEY_FRAME_TOLERANCE >= target || length + (end - self.key) > longest);
        if wanted || length + step > longest || segmenter.bytes() > MAX_SEGMENT_BYTES {
            self.cut_segment(end);
            return;
        }
        // Parts end at the picture that is nearest to a grid, so that they do not drift away from key frames.
        let before = segmenter.part_start() - segmenter.segment_start();
        let grid = ((before + part / 2) / part + 1) * part;
        let full = end - segmenter.part_start() + step > part_longest || segmenter.pending() >= MAX_PART_SAMPLES;
        if length + step / 2 >= grid || full {
            self.cut_part(end);
        }
    }

    fn cut_part(&mut self, at: u64) {
        if let Some(segmenter) = &mut self.video {
            segmenter.close_part(at, &self.timeline, &mut self.events);
        }
        if let Some(sound) = &mut self.sound {
            sound.cut_at(at, false);
        }
        self.tell_cut(at, CutKind::Part);
    }

    fn cut_segment(&mut self, at: u64) {
        if let Some(segmenter) = &mut self.video {
            segmenter.close_segment(at, &self.timeline, &mut self.events);
        }
        if let Some(sound) = &mut self.sound {
            sound.cut_at(at, true);
        }
        self.tell_cut(at, CutKind::Segment);
    }

    fn audio_frame(&mut self, frame: Frame) {
        let ticks = self.timeline.audio(&frame);
        if let (Some(sound), Some(ticks)) = (&mut self.sound, ticks) {
            sound.push(frame, ticks);
            self.cut_sound(false);
        }
    }

    /// Makes the cuts that sound has come far enough for, or all of them, with silence for what did not come.
    fn cut_sound(&mut self, now: bool) {
        let Some(sound) = &mut self.sound else { return };
        let picture = self.held.as_ref().map_or(0, |held| held.dts);
        let part_longest = ticks(self.settings.part_target());
        sound.make_cuts(picture, part_longest, now, &self.timeline, &mut self.events);
    }

    /// Turns all there is into a segment; the next key frame starts anew behind it.
    fn finish(&mut self) {
        if let Some(held) = self.held.take() {
            let end = held.dts + self.interval.clamp(1, SECOND / 2);
            self.take(held, end, false);
            if self.video.as_ref().is_some_and(|segmenter| !segmenter.is_empty()) {
                self.cut_segment(end);
            }
            self.cut_sound(true);
            self.timeline.restart(end);
            self.pictures.push(Picture::Break);
        }
        if let Some(sound) = &mut self.sound {
            sound.drop_queued();
        }
        self.interval = DEFAULT_FRAME_INTERVAL;
    }
}

fn ticks(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros() * u128::from(SECOND) / 1_000_000).unwrap_or(SECOND)
}

fn next(counter: &mut u32) -> u32 {
    let value = *counter;
    *counter += 1;
    value
}
