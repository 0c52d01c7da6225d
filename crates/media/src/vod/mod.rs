//! What is made after the fact: recordings of uploads, lower renditions, thumbnails, clips in other shapes.

pub mod import;
pub mod ladder;
pub mod pictures;
pub mod reframe;
mod unfinished;
