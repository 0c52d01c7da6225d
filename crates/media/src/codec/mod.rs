//! H.264 and AAC: their configurations, coded frames, and the containers that carry them.

mod bits;
pub mod cmaf;
mod config;
pub mod flv;
pub mod frame;
mod ticks;

pub use config::{AacConfig, AvcConfig, Codec, CodecError};
pub(crate) use ticks::{MILLISECOND, SECOND};
pub use ticks::{VIDEO_TIMESCALE, rescale, seconds, ticks};

#[cfg(test)]
pub(crate) use config::tests;
