//! The initial state of a live game: empty, or restored from its recording after a restart.

use std::path::PathBuf;
use std::time::Duration;

use domain::time::Timestamp;
use media::codec::{VIDEO_TIMESCALE, seconds};
use media::hls::Settings;
use media::live::{LivePackager, RingLimits};
use media::recording::{Meta, RecordingError, Replay, replay};

use super::recorder::Disk;

pub(super) struct Resumed {
    pub(super) settings: Settings,
    pub(super) live: LivePackager,
    pub(super) disk: Disk,
    /// Where it ends on the media timeline.
    pub(super) length: Duration,
    /// Nothing may come behind it.
    pub(super) ended: bool,
}

impl Resumed {
    pub(super) fn fresh(folder: PathBuf, window: RingLimits, now: Timestamp) -> Self {
        let settings = Settings::default();
        Self {
            settings,
            live: LivePackager::new(settings, window),
            disk: Disk::new(folder, Meta::new(now, settings)),
            length: Duration::ZERO,
            ended: false,
        }
    }

    /// Reads and cleans what there is.
    pub(super) async fn read(folder: PathBuf, window: RingLimits, now: Timestamp) -> Result<Self, RecordingError> {
        let read = move || match replay(&folder) {
            // Nothing was written yet; a folder with pictures but without its description is damaged.
            Err(RecordingError::NoMeta) if !folder.join("v0").exists() => Ok(Self::fresh(folder, window, now)),
            recorded => recorded.map(|replay| Self::recorded(replay, window)),
        };
        tokio::task::spawn_blocking(read).await.map_err(std::io::Error::other)?
    }

    fn recorded(replay: Replay, window: RingLimits) -> Self {
        let ticks = replay.resume().map_or(0, |resume| resume.end);
        Self {
            settings: replay.meta().settings(),
            live: LivePackager::resume(&replay, window),
            length: seconds(ticks, VIDEO_TIMESCALE),
            ended: replay.ended(),
            disk: Disk::recorded(replay),
        }
    }

    pub(super) fn length_ms(&self) -> i64 {
        i64::try_from(self.length.as_millis()).unwrap_or(i64::MAX)
    }
}
