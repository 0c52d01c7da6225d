//! Operators' uploads: the inbox for incoming files, and their import.

mod error;
mod importer;
mod inbox;

pub(crate) use error::UploadError;
pub(crate) use importer::{Importer, SWEEP_INTERVAL};
pub(crate) use inbox::Inbox;

use domain::time::Timestamp;

/// An upload of which no byte has come for so long is given up.
pub(crate) const IDLE_TIMEOUT: i64 = Timestamp::DAY;
