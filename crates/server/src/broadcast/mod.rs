//! Live games: from what an encoder sends to what viewers see and what is kept.
//!
//! The game owns its timeline, not the connection. An encoder sits at a game while it sends; when it leaves, the game
//! waits with everything there is to watch, until the encoder is back, somebody ends the game, or nothing has come for
//! long enough.
//!
//! - [`Hub`]: all live games of this server, and who may sit at them;
//! - `session`: the task of one game;
//! - `ladder`: its lower renditions;
//! - `recorder`: the thread that puts it on disk;
//! - `ledger`: what the database is told about it;
//! - [`Keeper`]: what is done with a recording after its end.

mod encoders;
mod gate;
mod health;
mod hub;
mod keeper;
mod ladder;
mod ledger;
mod opening;
mod recorder;
mod seat;
mod session;
mod space;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use domain::time::Timestamp;
use media::live::RingLimits;
use store::Holder;

use crate::config::Config;

pub(crate) use encoders::Encoders;
pub use health::{Advice, EncoderState, Fault, Health, RecordingState};
pub use hub::Hub;
pub(crate) use keeper::Keeper;
pub use space::{Storage, StorageState};

/// The wall clock, handed in so that tests move it.
type Now = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// The demo's games go on when nobody watches, so they take less of the processor than somebody's games may.
const DEMO_CORES: f64 = 0.5;
/// And less memory: five of them keep 90 MB of themselves instead of 135. Who looks further back is answered from the
/// recording, as after any window.
const DEMO_WINDOW: Duration = Duration::from_secs(60);
const MEGABYTE: u64 = 1_000_000;

pub(crate) struct Settings {
    /// Where games are recorded.
    folder: PathBuf,
    /// A game from which nothing comes for so long has ended.
    silence: Option<Duration>,
    /// Cores of the processor for lower renditions.
    rendition_cores: f64,
    /// What a game keeps of itself in memory.
    window: RingLimits,
    /// Bytes: below the first the operator is told, below the second no new game is begun.
    warn_below: u64,
    refuse_below: u64,
    /// A game that lasts longer is begun anew.
    restart_after: Option<Duration>,
    /// What this server holds its games by.
    holder: Holder,
}

impl Settings {
    pub(crate) fn of(config: &Config, folder: PathBuf, holder: Holder) -> Self {
        Self {
            folder,
            silence: (config.stream_silence_s > 0).then(|| Duration::from_secs(config.stream_silence_s)),
            rendition_cores: config.rendition_cores.unwrap_or_else(|| usual_cores(config.demo)),
            window: usual_window(config.demo),
            warn_below: config.disk_warn_mb.saturating_mul(MEGABYTE),
            refuse_below: config.disk_refuse_mb.saturating_mul(MEGABYTE),
            restart_after: (config.demo && config.demo_length_s > 0).then(|| Duration::from_secs(config.demo_length_s)),
            holder,
        }
    }

    /// Whether there may be lower renditions, live or later.
    pub(crate) fn has_renditions(&self) -> bool {
        self.rendition_cores > 0.0
    }
}

/// Half of the machine: the other half is for people.
fn usual_cores(demo: bool) -> f64 {
    let half = std::thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64) / 2.0;
    if demo { half.min(DEMO_CORES) } else { half }
}

fn usual_window(demo: bool) -> RingLimits {
    let usual = RingLimits::default();
    if demo { RingLimits { time: usual.time.min(DEMO_WINDOW), ..usual } } else { usual }
}
