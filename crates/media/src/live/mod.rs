//! A game while it is live: what an encoder sends becomes segments in memory, which viewers are answered from.

pub mod air;
mod lane;
mod live_packager;
pub mod packager;
pub mod renditions;
pub mod ring;
pub mod rung;
mod timeline;

pub use live_packager::Live;

#[cfg(test)]
pub(crate) use live_packager::tests;
