//! A game while it is live: what an encoder sends becomes segments in memory, which viewers are answered from.

mod live_packager;
pub(crate) mod packager;
pub mod renditions;
mod ring;
mod rung;
mod stream;
mod timeline;
mod track_segmenter;

pub use live_packager::LivePackager;
pub use packager::{Packager, Picture};
pub use ring::{Ring, RingLimits};
pub use stream::{LiveStream, ReloadError};

#[cfg(test)]
pub(crate) use live_packager::tests;
