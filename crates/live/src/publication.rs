//! The game's end of an encoder's connection.

use media::codec::frame::{Clock, Config, Input};
use media::ingest::{self, CloseReason, Feed, Protocol, Unshown};
use tokio::sync::watch;

/// The input of an authorized encoder.
pub(super) struct Publication {
    inner: ingest::Publication,
    /// Of the key that it came with.
    pub(super) generation: i64,
    video: Option<Config>,
    audio: Option<Config>,
}

impl Publication {
    pub(super) fn new(protocol: Protocol, generation: i64) -> (Feed, Self) {
        let (feed, inner) = Feed::new(protocol);
        (feed, Self { inner, generation, video: None, audio: None })
    }

    pub(super) fn clock(&self) -> Clock {
        self.inner.clock
    }

    /// Why nothing of it can be shown, while that is so.
    pub(super) fn unshown(&self) -> watch::Receiver<Option<Unshown>> {
        self.inner.unshown.clone()
    }

    /// The next thing that the encoder sends; nothing once it has left.
    pub(super) async fn next(&mut self) -> Option<Input> {
        let input = self.inner.inputs.recv().await?;
        match &input {
            Input::Config(config @ Config::Video(_)) => self.video = Some(config.clone()),
            Input::Config(config @ Config::Audio(_)) => self.audio = Some(config.clone()),
            Input::Frame(_) => {}
        }
        Some(input)
    }

    /// What it said of its tracks, for a game that takes it over from another.
    pub(super) fn configs(&self) -> Vec<Config> {
        [&self.video, &self.audio].into_iter().flatten().cloned().collect()
    }

    /// Returns the number of discarded inputs.
    pub(super) fn close(self, why: CloseReason) -> usize {
        self.inner.close.close(why);
        self.inner.inputs.len()
    }
}
