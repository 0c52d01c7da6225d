//! Buffers the first frames of a session until it is known whether there is audio; bounded in time and size.

use domain::time::Timestamp;

use super::MAX_SEGMENT_BYTES;
use crate::codec::frame::Frame;

/// How long a new session waits for the encoder's audio configuration.
const SOUND_CONFIG_TIMEOUT_MS: i64 = 1_500;
/// Pictures that wait until it is known whether there is sound.
pub(super) const MAX_EARLY_PICTURES: usize = 512;

#[derive(Default)]
pub(super) struct EarlyPictures {
    /// Since when the first key frame waits.
    since: Option<Timestamp>,
    /// That key frame and what came after it, each with the time when it came.
    frames: Vec<(Frame, Timestamp)>,
    bytes: usize,
}

impl EarlyPictures {
    /// There will be no sound: the first key frame is not to wait for it.
    pub(super) fn expect_no_sound(&mut self) {
        self.since = Some(Timestamp(i64::MIN));
    }

    /// Whether another picture may wait; the first is a key frame.
    pub(super) fn takes(&mut self, keyframe: bool, now: Timestamp) -> bool {
        if self.frames.is_empty() && !keyframe {
            return false;
        }
        let since = *self.since.get_or_insert(now);
        now.0.saturating_sub(since.0) < SOUND_CONFIG_TIMEOUT_MS
            && self.frames.len() < MAX_EARLY_PICTURES
            && self.bytes < MAX_SEGMENT_BYTES
    }

    pub(super) fn push(&mut self, frame: Frame, now: Timestamp) {
        self.bytes += frame.data.len();
        self.frames.push((frame, now));
    }

    pub(super) fn take(&mut self) -> Vec<(Frame, Timestamp)> {
        self.bytes = 0;
        std::mem::take(&mut self.frames)
    }
}
