//! Recordings after the game: clips, uploads, lower renditions, archiving.

pub(crate) mod archiver;
pub(crate) mod clips;
pub(crate) mod footage;
pub(crate) mod ladders;
pub(crate) mod replaced;
pub(crate) mod stored;
pub(crate) mod uploads;
