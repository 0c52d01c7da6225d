//! The media timeline of a game: maps the encoder's timestamps to it.
//!
//! The game owns the timeline, not the connection. It starts at 0, never goes back and has no gap: a connection, and a
//! clock that jumps, is anchored where the timeline ends, at a key frame. All tracks hang on that one anchor, so sound
//! stays with its picture, and one epoch turns media times into wall-clock times.
//!
//! [`Timeline`] places pictures and gives the raw place of sound; [`AudioClock`] counts sound in whole frames from
//! there.

use domain::time::Timestamp;

use crate::codec::frame::{Clock, Frame};
use crate::codec::{VIDEO_TIMESCALE, rescale};

const SECOND: i64 = VIDEO_TIMESCALE as i64;
/// A longer silence of the picture is a jump of the clock, not a held picture.
const MAX_STEP: i64 = 2 * SECOND;
/// Encoders repeat a time or swap two; further back is a clock that was reset.
const MAX_BACK: i64 = SECOND / 10;
/// No reordering needs more.
const MAX_OFFSET: i64 = 5 * SECOND;

/// Where a picture goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// In ticks of 90 kHz; `dts` is past that of every picture before.
    At { dts: u64, cts: i32 },
    /// Nowhere: without an anchor, only a key frame can start.
    Waiting,
    /// The encoder's clock jumped, the anchor is gone: finish what there is, tell [`Timeline::restart`], try again.
    Jumped,
}

#[derive(Clone, Debug)]
pub struct Timeline {
    clock: Clock,
    /// The newest time of the encoder, as it came.
    raw: Option<u64>,
    /// The same in ticks of 90 kHz, never wrapped.
    unwrapped: i64,
    anchor: Option<Anchor>,
    /// Where the next anchor goes.
    end: u64,
    /// When media time 0 would have been.
    epoch: Option<Timestamp>,
}

/// Ties the encoder's clock to the timeline.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    /// The first picture, on the encoder's clock and on ours.
    first: i64,
    at: u64,
    /// Its offset of presentation, taken off all: presentation starts with decoding.
    offset: i64,
    /// The newest picture, on both clocks.
    last: i64,
    dts: u64,
}

impl Timeline {
    /// Starts at `end`, 0 for a new game; the epoch is that of a game that goes on.
    pub fn new(end: u64, epoch: Option<Timestamp>) -> Self {
        Self { clock: Clock::Milliseconds, raw: None, unwrapped: 0, anchor: None, end, epoch }
    }

    /// A new connection: its times have nothing to do with those before.
    pub fn connect(&mut self, clock: Clock) {
        self.clock = clock;
        self.raw = None;
        self.anchor = None;
    }

    /// What was placed ends at `end`; the next key frame goes there.
    pub fn restart(&mut self, end: u64) {
        self.anchor = None;
        self.end = self.end.max(end);
    }

    pub fn is_anchored(&self) -> bool {
        self.anchor.is_some()
    }

    /// Where the next key frame goes.
    pub fn end(&self) -> u64 {
        self.end
    }

    pub fn video(&mut self, frame: &Frame, now: Timestamp) -> Placed {
        let time = self.unwrap(frame.dts);
        let offset = self.clock.distance(frame.dts, frame.pts) * self.clock.scale();
        let offset = if offset.abs() > MAX_OFFSET { 0 } else { offset };
        let Some(anchor) = &mut self.anchor else {
            if !frame.keyframe {
                return Placed::Waiting;
            }
            self.anchor = Some(Anchor { first: time, at: self.end, offset, last: time, dts: self.end });
            let epoch = now.plus(-milliseconds(self.end, VIDEO_TIMESCALE));
            // Wall-clock times never go back, even when the encoder sent faster than time passes.
            self.epoch = Some(self.epoch.map_or(epoch, |before| before.max(epoch)));
            return Placed::At { dts: self.end, cts: 0 };
        };
        if !(-MAX_BACK..=MAX_STEP).contains(&(time - anchor.last)) {
            self.anchor = None;
            return Placed::Jumped;
        }
        anchor.last = time;
        anchor.dts = anchor.at.saturating_add_signed(time - anchor.first).max(anchor.dts + 1);
        let earliest = -i64::try_from(anchor.dts - anchor.at).unwrap_or(i64::MAX);
        let cts = (offset - anchor.offset).max(earliest);
        Placed::At { dts: anchor.dts, cts: i32::try_from(cts).unwrap_or(0) }
    }

    /// The place of sound in ticks of 90 kHz, before the anchor's where it is older.
    pub fn audio(&mut self, frame: &Frame) -> Option<i64> {
        let time = self.unwrap(frame.dts);
        let anchor = self.anchor.as_ref()?;
        i64::try_from(anchor.at).ok()?.checked_add(time - anchor.first - anchor.offset)
    }

    /// When a moment of the timeline happened.
    pub fn wall(&self, ticks: u64, timescale: u32) -> Timestamp {
        self.epoch.unwrap_or(Timestamp(0)).plus(milliseconds(ticks, timescale))
    }

    fn unwrap(&mut self, raw: u64) -> i64 {
        let step = self.raw.map_or(0, |before| self.clock.distance(before, raw));
        self.raw = Some(raw);
        self.unwrapped = self.unwrapped.saturating_add(step * self.clock.scale());
        self.unwrapped
    }
}

fn milliseconds(ticks: u64, timescale: u32) -> i64 {
    i64::try_from(rescale(ticks, timescale, 1000)).unwrap_or(i64::MAX)
}

/// Counts sound in whole frames: the times of an encoder are rounded, its samples are not.
#[derive(Clone, Copy, Debug)]
pub struct AudioClock {
    rate: u32,
    frame: u32,
    /// Where the next frame goes, in samples.
    next: u64,
    /// Whether a frame was placed since the anchor.
    started: bool,
    /// Frames are being dropped until the count is right again.
    late: bool,
    /// Frames in a row that had nothing to do with the picture.
    strays: u32,
    /// Added to the place of every frame of an encoder whose sound has a clock of its own.
    shift: i64,
}

/// Where a frame of sound goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// After `missing` frames that never came.
    At {
        dts: u64,
        missing: u64,
    },
    Dropped,
}

impl AudioClock {
    /// Further away than this from where it should be, sound belongs to another clock than the picture.
    const STRAY_SECONDS: u64 = 3;
    /// After so many it is believed to have its own, about two seconds.
    const MAX_STRAYS: u32 = 100;

    /// Counts from an anchor of the timeline, in ticks of 90 kHz.
    pub fn new(rate: u32, frame: u32, anchor: u64) -> Self {
        let next = rescale(anchor, VIDEO_TIMESCALE, rate);
        Self { rate, frame: frame.max(1), next, started: false, late: false, strays: 0, shift: 0 }
    }

    pub fn next(&self) -> u64 {
        self.next
    }

    /// Something else than the encoder's frames went there, silence or nothing at all.
    pub fn skip_to(&mut self, next: u64) {
        self.next = self.next.max(next);
    }

    /// Counts a frame that the timeline puts at `ticks` of 90 kHz.
    pub fn place(&mut self, ticks: i64) -> Counted {
        let frame = i64::from(self.frame);
        let samples = i128::from(ticks) * i128::from(self.rate) / i128::from(VIDEO_TIMESCALE);
        let wanted = i64::try_from(samples).unwrap_or(i64::MAX).saturating_add(self.shift);
        let off = wanted.saturating_sub(self.next.cast_signed());
        if !self.started && off <= -frame / 2 {
            // Most of it is older than the first picture.
            return Counted::Dropped;
        }
        if off.unsigned_abs() > Self::STRAY_SECONDS * u64::from(self.rate) {
            self.strays += 1;
            if self.strays < Self::MAX_STRAYS {
                return Counted::Dropped;
            }
            self.shift = self.shift.saturating_sub(off);
            return self.count(0);
        }
        let tolerance = i64::from(self.rate / 10);
        if off < -tolerance || (self.late && off <= -frame) {
            self.late = true;
            return Counted::Dropped;
        }
        // The first frame is put as near to its picture as whole frames allow, later ones are just counted.
        if off > tolerance || (!self.started && off > 0) {
            return self.count(((off + frame / 2) / frame).unsigned_abs());
        }
        self.count(0)
    }

    fn count(&mut self, missing: u64) -> Counted {
        self.started = true;
        self.late = false;
        self.strays = 0;
        let dts = self.next + missing * u64::from(self.frame);
        self.next = dts + u64::from(self.frame);
        Counted::At { dts, missing }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::codec::frame::Track;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    fn picture(dts: u64, pts: u64, keyframe: bool) -> Frame {
        Frame { track: Track::Video, dts, pts, keyframe, data: "x".into() }
    }

    fn sound(dts: u64) -> Frame {
        Frame { track: Track::Audio, dts, pts: dts, keyframe: true, data: "x".into() }
    }

    fn at(dts: u64, cts: i32) -> Placed {
        Placed::At { dts, cts }
    }

    fn counted(dts: u64, missing: u64) -> Counted {
        Counted::At { dts, missing }
    }

    #[test]
    fn presentation_starts_at_zero_with_reordered_pictures() {
        let mut timeline = Timeline::new(0, None);
        assert_eq!(timeline.video(&picture(4900, 4900, false), NOW), Placed::Waiting);
        assert_eq!(timeline.audio(&sound(4950)), None);
        assert_eq!(timeline.video(&picture(5000, 5080, true), NOW), at(0, 0));
        assert_eq!(timeline.video(&picture(5040, 5200, false), NOW), at(3600, 7200));
        assert_eq!(timeline.video(&picture(5080, 5120, false), NOW), at(7200, -3600));
        // Sound belongs to what is presented, so the first picture's offset is taken off it too.
        assert_eq!(timeline.audio(&sound(5080)), Some(0));
        assert_eq!(timeline.wall(90_000, 90_000), NOW.plus(1000));
        assert_eq!(timeline.wall(24_000, 48_000), NOW.plus(500));
    }

    #[test]
    fn the_clock_wraps_without_a_trace() {
        let mut timeline = Timeline::new(0, None);
        let start = u64::from(u32::MAX) - 59;
        for step in 0..10_u64 {
            let time = u64::from(u32::try_from((start + step * 40) & 0xffff_ffff).unwrap());
            assert_eq!(timeline.video(&picture(time, time, step == 0), NOW), at(step * 3600, 0));
        }
        let mut timeline = Timeline::new(0, None);
        timeline.connect(Clock::Mpeg);
        let start = (1 << 33) - 3600;
        assert_eq!(timeline.video(&picture(start, 3600, true), NOW), at(0, 0));
        assert_eq!(timeline.video(&picture(0, 7200, false), NOW), at(3600, 0));
    }

    #[test]
    fn a_jump_and_a_reconnect_go_on_where_the_timeline_ends() {
        let mut timeline = Timeline::new(0, None);
        timeline.video(&picture(1000, 1000, true), NOW);
        let mut now = NOW;
        for (time, clock) in [(900_000, None), (0, None), (77, Some(Clock::Mpeg))] {
            now = now.plus(60_000);
            let end = timeline.end() + 90_000;
            if let Some(clock) = clock {
                timeline.connect(clock);
            } else {
                assert_eq!(timeline.video(&picture(time, time, true), NOW), Placed::Jumped);
            }
            timeline.restart(end);
            assert_eq!(timeline.video(&picture(time, time, false), NOW), Placed::Waiting);
            assert_eq!(timeline.video(&picture(time, time, true), now), at(end, 0));
        }
        assert_eq!(timeline.wall(timeline.end(), 90_000), now);
    }

    #[test]
    fn wall_clock_times_never_go_back() {
        let mut timeline = Timeline::new(0, None);
        timeline.video(&picture(0, 0, true), NOW);
        timeline.restart(10 * 90_000);
        timeline.video(&picture(0, 0, true), NOW.plus(4_000));
        assert_eq!(timeline.wall(10 * 90_000, 90_000), NOW.plus(10_000));
    }

    #[test]
    fn sound_is_counted_and_not_rounded() {
        let mut clock = AudioClock::new(44_100, 1024, 90_000);
        for frame in 0..1000_u64 {
            // Milliseconds, as RTMP has them.
            let ticks = 90_000 + i64::try_from(frame * 1024 * 1000 / 44_100).unwrap() * 90;
            assert_eq!(clock.place(ticks), counted(44_100 + frame * 1024, 0));
        }
    }

    #[test]
    fn sound_over_100_ms_off_is_put_right() {
        let mut clock = AudioClock::new(48_000, 1024, 0);
        assert_eq!(clock.place(-1920), Counted::Dropped);
        assert_eq!(clock.place(-900), counted(0, 0));
        assert_eq!(clock.place(1920 + 8_000), counted(1024, 0));
        assert_eq!(clock.place(9_600 + 3_840), counted(7 * 1024, 5));
        // Now 90 ms early: still counted, then 110 ms: dropped until it is right.
        assert_eq!(clock.place(8 * 1920 - 8_100), counted(8 * 1024, 0));
        assert_eq!(clock.place(9 * 1920 - 9_900), Counted::Dropped);
        assert_eq!(clock.place(9 * 1920 - 7_000), Counted::Dropped);
        assert_eq!(clock.place(9 * 1920 - 1_000), counted(9 * 1024, 0));
    }

    #[test]
    fn sound_with_a_clock_of_its_own_is_heard_after_two_seconds() {
        let mut clock = AudioClock::new(48_000, 1024, 0);
        assert_eq!(clock.place(0), counted(0, 0));
        let far = 3_600 * SECOND;
        for frame in 0..99 {
            assert_eq!(clock.place(far + frame * 1920), Counted::Dropped);
        }
        assert_eq!(clock.place(far + 99 * 1920), counted(1024, 0));
        assert_eq!(clock.place(far + 100 * 1920), counted(2048, 0));
    }

    proptest! {
        /// Whatever an encoder sends, times go forwards, nothing is presented before the anchor, and nothing overflows.
        #[test]
        fn any_times_go_forwards(
            steps in prop::collection::vec((any::<u64>(), -6000_i64..6000, any::<bool>(), 0..8_u8), 1..200),
            mpeg: bool,
        ) {
            let mut timeline = Timeline::new(0, None);
            timeline.connect(if mpeg { Clock::Mpeg } else { Clock::Milliseconds });
            let (mut end, mut time, mut wall) = (0, 0_u64, Timestamp(0));
            let mut audio = AudioClock::new(48_000, 1024, 0);
            let mut counted = 0;
            for (wild, step, keyframe, kind) in steps {
                time = if kind == 0 { wild } else { time.wrapping_add_signed(step / 40) };
                let pts = time.wrapping_add_signed(step);
                let anchor = timeline.end();
                match timeline.video(&picture(time, pts, keyframe), NOW) {
                    Placed::At { dts, cts } => {
                        prop_assert!(dts >= end);
                        prop_assert!(dts.saturating_add_signed(cts.into()) >= anchor);
                        prop_assert!(timeline.wall(dts, VIDEO_TIMESCALE) >= wall);
                        wall = timeline.wall(dts, VIDEO_TIMESCALE);
                        end = dts + 1;
                    }
                    Placed::Waiting => prop_assert!(!timeline.is_anchored()),
                    Placed::Jumped => timeline.restart(end),
                }
                if let Some(ticks) = timeline.audio(&sound(pts))
                    && let Counted::At { dts, missing } = audio.place(ticks)
                {
                    prop_assert_eq!(dts, counted + missing * 1024);
                    prop_assert!(missing <= 3 * 48_000 / 1024 + 1);
                    counted = dts + 1024;
                }
            }
        }
    }
}
