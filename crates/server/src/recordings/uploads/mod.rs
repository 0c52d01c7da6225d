//! Files that operators upload: where they lie until they are whole, and how they become something to watch.

mod error;
mod importer;
mod inbox;

pub(crate) use error::UploadError;
pub(crate) use importer::Importer;
pub(crate) use inbox::Inbox;

use domain::time::Timestamp;

/// An upload of which no byte has come for so long is given up.
pub(crate) const PATIENCE: i64 = Timestamp::DAY;
