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

mod authorize;
mod disk_space;
mod encoders;
mod health;
mod hub;
mod ladder;
pub mod live_streams;
pub mod node_id;
mod publication;
mod recorder;
mod resume;
mod session;
mod stream_state;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use domain::event::StreamStatus;
use domain::ids::{ChannelId, EventId};
use domain::secret::Secret;
use domain::time::Timestamp;
use media::live::RingLimits;
use store::NodeId;

pub use disk_space::{Storage, StorageState};
pub use encoders::{Encoders, ListenError};
pub use health::{Advice, EncoderState, Fault, Health, RecordingState};
pub use hub::Hub;

/// The wall clock, handed in so that tests move it.
type Now = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// The games of all channels, as their schedule stands.
pub trait Schedule: Send + Sync {
    /// The game, with the channel whose it is.
    fn game(&self, id: EventId) -> Option<ScheduledGame>;
}

pub struct ScheduledGame {
    pub channel: ChannelId,
    /// What the channel's stream keys are made with.
    pub key_secret: Secret<[u8; 32]>,
    pub status: StreamStatus,
}

/// The wall clock.
fn now() -> Timestamp {
    Timestamp(jiff::Timestamp::now().as_millisecond())
}

pub struct Settings {
    /// Where games are recorded.
    pub folder: PathBuf,
    /// A game from which nothing comes for so long has ended.
    pub silence: Option<Duration>,
    /// Cores of the processor for lower renditions.
    pub rendition_cores: f64,
    /// What a game keeps of itself in memory.
    pub window: RingLimits,
    /// Bytes: below the first the operator is told, below the second no new game is begun.
    pub warn_below: u64,
    pub refuse_below: u64,
    /// A game that lasts longer is begun anew.
    pub restart_after: Option<Duration>,
    /// What this server holds its games by.
    pub holder: NodeId,
}

impl Settings {
    /// Whether there may be lower renditions, live or later.
    pub fn has_renditions(&self) -> bool {
        self.rendition_cores > 0.0
    }
}
