//! Health of a live game: what its encoder sends and whether it is being recorded.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::ids::{EventId, MediaId};
use domain::media::MediaState;
use domain::time::Timestamp;
use media::codec::Codec;
use media::codec::frame::{Clock, Config, Frame, Input, Track};
use media::ingest::Unshown;
use tokio::sync::watch;

/// Number of whole seconds that rates are measured over.
const WINDOW: i64 = 10;
/// A connected encoder that sends nothing for this time, in milliseconds, is reported.
const SILENT: i64 = 5 * Timestamp::SECOND;
/// One from which something came so shortly ago sends.
const SENDS: i64 = 2 * Timestamp::SECOND;
/// The same for one that sends nothing which can be shown.
const UNSHOWN: i64 = 10 * Timestamp::SECOND;
/// Viewers come in at a key frame: with longer distances they wait longer than for a segment.
const KEY_FRAMES: Duration = Duration::from_millis(4_500);

#[derive(Clone, Debug, PartialEq)]
pub struct Health {
    pub event: EventId,
    pub media: MediaId,
    pub state: MediaState,
    /// Since when the encoder is here; nothing while it is away.
    pub since: Option<Timestamp>,
    /// Since when it is away; nothing while it is here.
    pub away_since: Option<Timestamp>,
    pub last_frame_at: Option<Timestamp>,
    /// Set while it sends, but nothing that can be shown.
    pub unshown: Option<Unshown>,
    /// Bits a second, of the last ten.
    pub bitrate: u64,
    /// Pictures a second, of the last ten.
    pub frame_rate: f64,
    pub key_frame_interval: Option<Duration>,
    /// Encoder settings that should be changed.
    pub advice: Vec<Advice>,
    /// Width and height.
    pub resolution: Option<(u16, u16)>,
    pub video_codec: Option<String>,
    pub audio_codec: Option<String>,
    /// How often an encoder came.
    pub connects: u64,
    /// Frames that were sent and not used.
    pub dropped_inputs: u64,
    pub recording: RecordingState,
    /// Segments on their way to the disk.
    pub behind: usize,
    /// Segments that could not be recorded.
    pub holes: u64,
    /// How long the recording's own pictures are not there, of what came since this server has the game.
    pub missing: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordingState {
    #[default]
    Written,
    /// The game is live all the same.
    Failing { since: Timestamp, why: Fault },
}

/// What is wrong with the disk, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    Full,
    /// It cannot be written to for another reason.
    Broken,
    Slow,
}

/// What an encoder does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncoderState {
    Sending,
    /// It is connected, and nothing comes.
    Silent,
    /// It sends, but nothing that can be shown.
    Unshown(Unshown),
    Lost,
}

/// A setting of the encoder that viewers suffer from. The text is for the person at the encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Advice {
    #[error(
        "its key frames are so far apart that viewers wait at the start: set the key frame interval to 2 s, not to \"auto\""
    )]
    KeyFrames,
    #[error("many devices cannot show this color format: set the encoder to 4:2:0 with 8 bits (NV12 or yuv420p)")]
    Colours,
}

impl Health {
    /// What the encoder does, and since when.
    pub fn encoder(&self, now: Timestamp) -> (EncoderState, Timestamp) {
        let Some(since) = self.since else { return (EncoderState::Lost, self.away_since.unwrap_or(now)) };
        let last = self.last_frame_at.map_or(since, |last| last.max(since));
        if let Some(why) = self.unshown {
            return (EncoderState::Unshown(why), since);
        }
        if now.0 - last.0 >= SILENT {
            return (EncoderState::Silent, last);
        }
        if self.state == MediaState::Waiting && now.0 - since.0 >= UNSHOWN {
            return (EncoderState::Unshown(Unshown::NoPictures), since);
        }
        (EncoderState::Sending, since)
    }
}

/// What a game's task and its recorder note down, to be looked at by others.
#[derive(Default)]
pub(super) struct StreamHealth(Mutex<Noted>);

#[derive(Default)]
struct Noted {
    clock: Option<Clock>,
    since: Option<Timestamp>,
    away_since: Option<Timestamp>,
    last_frame_at: Option<Timestamp>,
    unshown: Option<watch::Receiver<Option<Unshown>>>,
    /// By the second, oldest first.
    seconds: VecDeque<Second>,
    /// What the encoder's clock said at the last key frame.
    last_key: Option<u64>,
    key_frame_interval: Option<Duration>,
    /// What was said of this encoder in the log.
    told: (Option<Unshown>, Vec<Advice>),
    video: Option<Codec>,
    audio: Option<Codec>,
    connects: u64,
    dropped_inputs: u64,
    recording: RecordingState,
    behind: usize,
    holes: u64,
    missing: Duration,
}

struct Second {
    at: i64,
    bytes: u64,
    pictures: u32,
}

impl StreamHealth {
    pub(super) fn connected(&self, clock: Clock, unshown: watch::Receiver<Option<Unshown>>, now: Timestamp) {
        metrics::counter!("touchline_encoder_connects_total").increment(1);
        let mut noted = self.lock();
        noted.connects += 1;
        noted.clock = Some(clock);
        noted.since = Some(now);
        noted.away_since = None;
        noted.unshown = Some(unshown);
        noted.last_key = None;
        noted.key_frame_interval = None;
        noted.told = Default::default();
        noted.seconds.clear();
    }

    pub(super) fn disconnected(&self, now: Timestamp) {
        let mut noted = self.lock();
        noted.since = None;
        noted.away_since = Some(now);
        noted.unshown = None;
        noted.seconds.clear();
    }

    pub(super) fn came(&self, input: &Input, now: Timestamp) {
        match input {
            Input::Config(Config::Video(config)) => self.lock().video = Some(Codec::Avc(config.clone())),
            Input::Config(Config::Audio(config)) => self.lock().audio = Some(Codec::Aac(config.clone())),
            Input::Frame(frame) => self.lock().frame(frame, now),
        }
    }

    /// Whether an encoder is here and sends.
    pub(super) fn is_sending(&self, now: Timestamp) -> bool {
        let noted = self.lock();
        noted.since.is_some() && noted.last_frame_at.is_some_and(|last| now.0 - last.0 < SENDS)
    }

    /// The problems that were not yet reported for this encoder.
    pub(super) fn news(&self, health: &Health, now: Timestamp) -> (Option<Unshown>, Vec<Advice>) {
        let unshown = match health.encoder(now) {
            (EncoderState::Unshown(why), _) => Some(why),
            _ => None,
        };
        let (told_unshown, told) = &mut self.lock().told;
        let advice: Vec<_> = health.advice.iter().copied().filter(|advice| !told.contains(advice)).collect();
        told.extend(&advice);
        let is_known = std::mem::replace(told_unshown, unshown) == unshown;
        (unshown.filter(|_| !is_known), advice)
    }

    pub(super) fn dropped(&self, inputs: usize) {
        if inputs > 0 {
            metrics::counter!("touchline_stream_inputs_dropped_total").increment(inputs as u64);
            self.lock().dropped_inputs += inputs as u64;
        }
    }

    /// A segment could not be recorded, of which so much would have been seen in the source.
    pub(super) fn missed_segment(&self, seen: Duration) {
        metrics::counter!("touchline_recording_holes_total").increment(1);
        let mut noted = self.lock();
        noted.holes += 1;
        noted.missing += seen;
    }

    pub(super) fn behind(&self, segments: usize) {
        self.lock().behind = segments;
    }

    /// Nothing can be recorded: the newest reason counts, and the oldest time.
    pub(super) fn recording_fails(&self, why: Fault, now: Timestamp) {
        let mut noted = self.lock();
        let since = match noted.recording {
            RecordingState::Failing { since, .. } => since,
            RecordingState::Written => now,
        };
        noted.recording = RecordingState::Failing { since, why };
    }

    pub(super) fn recording_works(&self) {
        self.lock().recording = RecordingState::Written;
    }

    pub(super) fn health(&self, event: EventId, media: MediaId, state: MediaState, now: Timestamp) -> Health {
        let noted = self.lock();
        let (bytes, pictures, seconds) = noted.measured(now);
        let resolution = match &noted.video {
            Some(Codec::Avc(config)) => Some((config.width(), config.height())),
            _ => None,
        };
        Health {
            event,
            media,
            state,
            since: noted.since,
            away_since: noted.away_since,
            last_frame_at: noted.last_frame_at,
            unshown: noted.unshown.as_ref().and_then(|told| *told.borrow()),
            bitrate: bytes * 8 / seconds,
            frame_rate: f64::from(pictures) / seconds as f64,
            key_frame_interval: noted.key_frame_interval,
            advice: noted.advice(),
            resolution,
            video_codec: noted.video.as_ref().map(Codec::to_string),
            audio_codec: noted.audio.as_ref().map(Codec::to_string),
            connects: noted.connects,
            dropped_inputs: noted.dropped_inputs,
            recording: noted.recording,
            behind: noted.behind,
            holes: noted.holes,
            missing: noted.missing,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Noted {
    fn frame(&mut self, frame: &Frame, now: Timestamp) {
        self.last_frame_at = Some(now);
        let (at, is_picture) = (now.seconds(), frame.track == Track::Video);
        if self.seconds.back().is_none_or(|second| second.at != at) {
            self.seconds.push_back(Second { at, bytes: 0, pictures: 0 });
            while self.seconds.len() > WINDOW as usize + 1 {
                self.seconds.pop_front();
            }
        }
        if let Some(second) = self.seconds.back_mut() {
            second.bytes += frame.data.len() as u64;
            second.pictures += u32::from(is_picture);
        }
        if is_picture && frame.keyframe {
            let last = self.last_key.replace(frame.dts);
            let ticks = self.clock.zip(last).map(|(clock, last)| clock.distance(last, frame.dts) * clock.scale());
            let milliseconds = ticks.and_then(|ticks| u64::try_from(ticks / 90).ok());
            self.key_frame_interval = milliseconds.map(Duration::from_millis).or(self.key_frame_interval);
        }
    }

    fn advice(&self) -> Vec<Advice> {
        let is_sparse = self.key_frame_interval.is_some_and(|interval| interval > KEY_FRAMES);
        let is_odd = matches!(&self.video, Some(Codec::Avc(config)) if !config.is_plain());
        let advice = [(is_sparse, Advice::KeyFrames), (is_odd, Advice::Colours)];
        advice.into_iter().filter(|_| self.since.is_some()).filter_map(|(is, advice)| is.then_some(advice)).collect()
    }

    /// Bytes and pictures of the last whole seconds, and how many seconds these are.
    fn measured(&self, now: Timestamp) -> (u64, u32, u64) {
        let last = now.seconds();
        let whole = || self.seconds.iter().filter(|second| (last - WINDOW..last).contains(&second.at));
        let first = self.since.map_or(last, Timestamp::seconds).max(last - WINDOW);
        let seconds = u64::try_from(last - first).unwrap_or(0).max(1);
        (whole().map(|second| second.bytes).sum(), whole().map(|second| second.pictures).sum(), seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    fn looked_at(stream_health: &StreamHealth, after: u64) -> Health {
        stream_health.health(EventId(1), MediaId(2), MediaState::OnAir, NOW.plus(after.cast_signed()))
    }

    fn send(stream_health: &StreamHealth, from: u64, until: u64) {
        for index in from * 25..until * 25 {
            let dts = index * 40;
            let data = vec![0; 1_000].into();
            let frame = Frame { track: Track::Video, dts, pts: dts, keyframe: index % 50 == 0, data };
            stream_health.came(&Input::Frame(frame), NOW.plus(dts.cast_signed()));
        }
    }

    #[test]
    fn rates_are_those_of_the_last_ten_seconds() {
        let stream_health = StreamHealth::default();
        stream_health.connected(Clock::Milliseconds, watch::channel(None).1, NOW);
        send(&stream_health, 0, 4);
        let early = looked_at(&stream_health, 4_000);
        assert_eq!((early.bitrate, early.frame_rate), (200_000, 25.0));
        send(&stream_health, 4, 60);
        let later = looked_at(&stream_health, 60_000);
        assert_eq!((later.bitrate, later.frame_rate), (200_000, 25.0));
        assert_eq!(later.key_frame_interval, Some(Duration::from_secs(2)));
        assert_eq!(later.last_frame_at, Some(NOW.plus(59_960)));
        // Half of the window is silent.
        assert_eq!(looked_at(&stream_health, 65_000).bitrate, 100_000);
        assert_eq!(looked_at(&stream_health, 90_000).bitrate, 0);
        assert!(stream_health.lock().seconds.len() <= 11);
        stream_health.disconnected(NOW);
        let away = looked_at(&stream_health, 60_000);
        assert_eq!((away.bitrate, away.since, away.connects), (0, None, 1));
    }

    /// PLAY-05: what an encoder does is told with the time since when.
    #[test]
    fn encoder_state_is_known_with_its_start() {
        let stream_health = StreamHealth::default();
        let (tell, unshown) = watch::channel(None);
        stream_health.connected(Clock::Milliseconds, unshown, NOW);
        let encoder = |state, after: i64| {
            let now = NOW.plus(after);
            stream_health.health(EventId(1), MediaId(2), state, now).encoder(now)
        };
        assert_eq!(encoder(MediaState::Waiting, 4_000), (EncoderState::Sending, NOW));
        assert_eq!(encoder(MediaState::Waiting, 5_000), (EncoderState::Silent, NOW));
        send(&stream_health, 0, 10);
        assert_eq!(encoder(MediaState::OnAir, 10_000), (EncoderState::Sending, NOW));
        assert_eq!(encoder(MediaState::Waiting, 10_000), (EncoderState::Unshown(Unshown::NoPictures), NOW));
        assert_eq!(encoder(MediaState::OnAir, 16_000), (EncoderState::Silent, NOW.plus(9_960)));
        tell.send_replace(Some(Unshown::NoTables));
        assert_eq!(encoder(MediaState::Waiting, 30_000), (EncoderState::Unshown(Unshown::NoTables), NOW));
        stream_health.disconnected(NOW.plus(31_000));
        assert_eq!(encoder(MediaState::Interrupted, 60_000), (EncoderState::Lost, NOW.plus(31_000)));
    }

    /// PLAY-05: key frames that are far apart are spoken of once for each encoder, and no longer than it is there.
    #[test]
    fn settings_that_viewers_suffer_from_are_told_once() {
        let stream_health = StreamHealth::default();
        let keys = |every: u64| {
            stream_health.connected(Clock::Milliseconds, watch::channel(None).1, NOW);
            for dts in [0, every, 2 * every] {
                let frame = Frame { track: Track::Video, dts, pts: dts, keyframe: true, data: vec![0; 9].into() };
                stream_health.came(&Input::Frame(frame), NOW.plus(dts.cast_signed()));
            }
            looked_at(&stream_health, 2 * every)
        };
        let fine = keys(4_000);
        assert_eq!((&fine.advice, stream_health.news(&fine, NOW)), (&vec![], (None, vec![])));
        for _ in 0..2 {
            let sparse = keys(8_330);
            assert_eq!(sparse.advice, [Advice::KeyFrames]);
            assert_eq!(stream_health.news(&sparse, NOW).1, [Advice::KeyFrames]);
            assert_eq!(stream_health.news(&sparse, NOW).1, []);
        }
        stream_health.disconnected(NOW);
        assert_eq!(looked_at(&stream_health, 0).advice, []);
    }

    /// PLAY-05: a disk that fails is told with its newest reason, since it began.
    #[test]
    fn a_failing_disk_is_told_since_it_began() {
        let stream_health = StreamHealth::default();
        stream_health.recording_fails(Fault::Slow, NOW);
        stream_health.recording_fails(Fault::Full, NOW.plus(8_000));
        stream_health.missed_segment(Duration::from_secs(4));
        stream_health.missed_segment(Duration::ZERO);
        let failing = looked_at(&stream_health, 9_000);
        assert_eq!(failing.recording, RecordingState::Failing { since: NOW, why: Fault::Full });
        assert_eq!((failing.holes, failing.missing), (2, Duration::from_secs(4)));
        stream_health.recording_works();
        assert_eq!(looked_at(&stream_health, 9_000).recording, RecordingState::Written);
    }
}
