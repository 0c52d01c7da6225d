//! Paths of clips' pages and players.

use domain::clip::Clip;

pub(crate) fn share_path(clip: &Clip) -> String {
    format!("/share/{}/{}", clip.id, clip.uuid)
}

/// The page that shows the clip and nothing else, for other sites.
pub(crate) fn embed_path(clip: &Clip) -> String {
    format!("/embed/clip/{}/{}", clip.id, clip.uuid)
}

/// Of a player within another page, in points.
pub(crate) const EMBED_SIZE: (u32, u32) = (1280, 720);
