//! Live games: from the encoder's stream to playlists in memory and a recording on disk.
//!
//! The game owns its timeline, not the connection. An encoder is attached to a game while it sends. When it
//! disconnects, the game stays watchable and waits until the encoder is back, an operator ends the game, or a timeout
//! passes.
//!
//! - [`Hub`]: all live games of this server, and the authorization of encoders;
//! - `session`: the task of one game;
//! - `ladder`: its lower renditions;
//! - `recorder`: the thread that writes it to disk;
//! - `stream_state`: its state in the database.

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
mod test_stream;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use domain::event::StreamStatus;
use domain::ids::{ChannelId, EventId};
use domain::secret::Secret;
use media::live::RingLimits;
use store::NodeId;

pub use disk_space::{Storage, StorageState};
pub use encoders::{Encoders, ListenError};
pub use health::{Advice, EncoderState, Fault, Health, RecordingState};
pub use hub::Hub;
pub use test_stream::{TestError, TestOutcome};

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
    pub node_id: NodeId,
}

impl Settings {
    /// Whether there may be lower renditions, live or later.
    pub fn has_renditions(&self) -> bool {
        self.rendition_cores > 0.0
    }
}
