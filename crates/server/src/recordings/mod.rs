//! What is made of video after the fact: clips, uploads, lower renditions, the way into the archive.

pub(crate) mod archiver;
pub(crate) mod clips;
pub(crate) mod footage;
pub(crate) mod ladders;
pub(crate) mod stored;
pub(crate) mod uploads;
