//! `meta.json`: the metadata of a whole recording.

use std::time::Duration;

use domain::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::hls::{Rendition, Settings};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Live or interrupted: not ended.
    Live,
    Ended,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    version: u32,
    pub state: State,
    /// When the recording was begun.
    pub created: Timestamp,
    target_seconds: u32,
    part_milliseconds: u64,
    /// Names of the folders beside this file.
    renditions: Vec<String>,
    /// The number that comes next, where the game was stopped with all before it written; nothing while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<u64>,
}

impl Meta {
    const VERSION: u32 = 1;

    pub fn new(created: Timestamp, settings: Settings) -> Self {
        Self {
            version: Self::VERSION,
            state: State::Live,
            created,
            target_seconds: settings.target_seconds,
            part_milliseconds: u64::try_from(settings.part.as_millis()).unwrap_or(u64::MAX),
            renditions: Vec::new(),
            stopped: None,
        }
    }

    /// Nothing where it is not one of ours, or of a later version.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let meta: Self = serde_json::from_slice(bytes).ok()?;
        let sane = meta.version == Self::VERSION
            && (1..=60).contains(&meta.target_seconds)
            && (50..=10_000).contains(&meta.part_milliseconds);
        sane.then_some(meta)
    }

    pub fn settings(&self) -> Settings {
        Settings { target_seconds: self.target_seconds, part: Duration::from_millis(self.part_milliseconds) }
    }

    pub fn renditions(&self) -> impl Iterator<Item = Rendition> {
        self.renditions.iter().filter_map(|name| Rendition::parse(name))
    }

    /// Whether it was new.
    pub(crate) fn add(&mut self, rendition: Rendition) -> bool {
        let name = rendition.to_string();
        let new = !self.renditions.contains(&name);
        if new {
            self.renditions.push(name);
        }
        new
    }
}
