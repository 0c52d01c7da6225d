//! Target durations of segments and parts.

use std::time::Duration;

/// Fixed for a game's whole life: players rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Of a segment, in whole seconds.
    pub target_seconds: u32,
    /// Of a part.
    pub part: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self { target_seconds: 4, part: Duration::from_millis(500) }
    }
}

impl Settings {
    /// No part is longer: half a picture at 25 a second and a frame of sound over what is aimed at.
    pub fn part_target(&self) -> Duration {
        self.part * 109 / 100
    }
}
