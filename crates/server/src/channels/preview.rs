//! Pages of the viewer as operators see them before others do: the console asks for them, the pages answer.

use axum::response::Response;
use domain::content::Page;
use domain::time::Timestamp;

use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;

/// What a frame of the console shows.
pub(crate) struct Preview {
    /// Of the viewer.
    pub(crate) path: String,
    /// That stands there as it is not stored yet.
    pub(crate) page: Option<Page>,
}

pub(crate) trait PreviewPages: Send + Sync {
    /// The document. Takes a moment: not for a thread that answers.
    fn preview(&self, channel: &Snapshot, wanted: &Preview, site: &Site, now: Timestamp, compressed: bool) -> Response;
}
