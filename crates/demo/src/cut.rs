//! The footage of a film: its cover, and the part of a game that it shows.

use crate::art::scene::Cover;

/// A film of a channel's file.
pub(crate) struct FilmArt {
    /// Its id in the file.
    pub(crate) film: i64,
    /// The name of its picture.
    pub(crate) picture: &'static str,
    pub(crate) cut: Cut,
    pub(crate) cover: Cover,
}

/// What can be watched of a film: a part of one of the channel's recorded games, in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    /// The game's id in the file.
    pub(crate) game: i64,
    /// Even, since pictures can be cut every two seconds.
    pub(crate) from: u32,
    pub(crate) seconds: u32,
}

impl Cut {
    pub(crate) const fn of(game: i64, from: u32, seconds: u32) -> Self {
        Self { game, from, seconds }
    }
}
