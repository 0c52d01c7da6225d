//! A live game: the encoder's stream becomes segments in memory, which viewers are served from.

pub mod encoder;
mod live_packager;
mod lower_renditions;
pub(crate) mod packager;
mod ring;
mod stream;
mod timeline;
mod track_segmenter;

pub use live_packager::LivePackager;
pub use packager::{Packager, Picture};
pub use ring::{Ring, RingLimits};
pub use stream::{LiveStream, ReloadError};

#[cfg(test)]
pub(crate) use live_packager::tests;
