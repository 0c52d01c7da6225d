//! What a visitor is to the channel's games.

use domain::access::Viewer;
use domain::catalogue::Found;

use crate::extract::Visitor;

impl Visitor {
    pub(crate) fn is_member(&self) -> bool {
        false
    }

    pub(crate) fn viewer(&self) -> Viewer {
        Viewer::Anonymous
    }

    /// The games of what the visitor keeps as favourites; none for those without an account.
    pub(crate) fn favourite_games(&self) -> Found {
        Found::default()
    }
}
