//! H.264 and AAC: their configurations, coded frames, and the containers that carry them.

mod bits;
pub mod cmaf;
mod config;
pub mod flv;
pub mod frame;

pub use config::{AacConfig, AvcConfig, Codec, CodecError, VIDEO_TIMESCALE};
pub(crate) use config::{MILLISECOND, SECOND};

#[cfg(test)]
pub(crate) use config::tests;
