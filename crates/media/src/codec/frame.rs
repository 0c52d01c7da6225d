//! The output of ingest for every protocol: codec configurations, and coded frames with the encoder's timestamps.

use bytes::Bytes;

use crate::codec::{AacConfig, AvcConfig};

/// The largest frame that is taken.
pub const MAX_FRAME_BYTES: usize = 8 * 1024 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Track {
    Video,
    Audio,
}

/// Sent before the first frame of a track, and again when the encoder changes its mind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Config {
    Video(AvcConfig),
    Audio(AacConfig),
}

/// One picture (H.264, each unit with its length in front) or one raw AAC frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub track: Track,
    /// In ticks of the connection's [`Clock`], as they came, wrapped or not.
    pub dts: u64,
    pub pts: u64,
    pub keyframe: bool,
    pub data: Bytes,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Config(Config),
    Frame(Frame),
}

/// The timescale of an encoder's timestamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// RTMP and FLV: milliseconds, wrapped after 32 bits.
    Milliseconds,
    /// MPEG transport streams: 90 kHz, wrapped after 33 bits.
    Mpeg,
}

impl Clock {
    /// How far `to` lies after `from`, the short way round.
    pub fn distance(self, from: u64, to: u64) -> i64 {
        let unused = match self {
            Self::Milliseconds => 32,
            Self::Mpeg => 31,
        };
        (to.wrapping_sub(from) << unused).cast_signed() >> unused
    }

    /// Ticks of 90 kHz in one tick of this clock.
    pub fn scale(self) -> i64 {
        match self {
            Self::Milliseconds => 90,
            Self::Mpeg => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_go_the_short_way_round() {
        let end = u64::from(u32::MAX);
        assert_eq!(Clock::Milliseconds.distance(end, 0), 1);
        assert_eq!(Clock::Milliseconds.distance(0, end), -1);
        assert_eq!(Clock::Milliseconds.distance(1000, 1040), 40);
        assert_eq!(Clock::Mpeg.distance((1 << 33) - 10, 20), 30);
        assert_eq!(Clock::Mpeg.distance(5, 2), -3);
    }
}
