//! Processing after the event: uploads, lower renditions, thumbnails, clips in other formats.

pub mod import;
pub mod ladder;
pub mod pictures;
pub mod reframe;
mod unfinished;
