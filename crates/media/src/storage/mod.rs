//! A folder or a bucket with the recordings and pictures of the channels.

mod error;
mod images;
mod objects;
mod pictures;
mod recordings;

pub use error::StorageError;
pub use images::{Image, Images, MAX_IMAGE_BYTES, check_upload};
pub use objects::{BucketKeys, Objects, folder_named};
pub use pictures::{MAX_UPLOAD_BYTES, NewPicture, PictureStorageError, Pictures, Place};
pub use recordings::{RecordingStore, RecordingStoreError};
