//! A folder or a bucket with the recordings and pictures of the channels.

mod error;
mod images;
mod objects;
mod recordings;

pub use error::StorageError;
pub use images::{Image, Images, MAX_IMAGE_BYTES, check_upload};
pub use objects::{BucketKeys, Objects, folder_named};
pub use recordings::{RecordingStore, RecordingStoreError};
