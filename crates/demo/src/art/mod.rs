//! Drawings made by the project itself: crests, covers and marks, as SVG without words, scripts or references.

mod camera;
pub(crate) mod charge;
pub(crate) mod crest;
pub(crate) mod mark;
pub(crate) mod pennants;
pub(crate) mod rgb;
pub(crate) mod scene;

/// A picture of a channel; content refers to it as `/storage/images/{alias}/{name}`.
pub(crate) struct Drawing {
    pub(crate) name: String,
    pub(crate) svg: String,
}
