//! Errors of stored files.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::storage::MAX_IMAGE_BYTES;

#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    #[error("MEDIA_URL must be file:FOLDER, such as file:./data/media, or s3://BUCKET; `{scheme}` is not supported")]
    UnknownScheme { scheme: String },
    #[error("MEDIA_URL must name a folder on this machine: file:./relative or file:///absolute")]
    NoFolder,
    #[error("the folder {folder} of MEDIA_URL cannot be used")]
    Folder { folder: PathBuf, source: io::Error },
    #[error("MEDIA_URL must be s3://BUCKET/FOLDER?endpoint=URL&region=NAME; {0}")]
    Bucket(String),
    #[error("`{0}` is not a valid object name")]
    BadKey(String),
    #[error("the object `{key}` has {size} bytes, the limit is {limit}")]
    TooLarge { key: String, size: u64, limit: u64 },
    #[error("`{0}` is not a channel alias")]
    BadAlias(String),
    #[error("`{0}` is not a valid picture name: use a to z, 0 to 9 and `-`, then .svg, .webp, .png or .jpg")]
    BadName(String),
    #[error("the content of the picture `{0}` does not match its extension")]
    WrongContent(String),
    #[error("the picture `{0}` is an SVG, which can contain scripts: only built-in SVGs are allowed")]
    SvgRefused(String),
    #[error("the picture `{0}` is empty or has more than {MAX_IMAGE_BYTES} bytes")]
    BadSize(String),
    #[error("object storage failed")]
    Store(#[from] object_store::Error),
    #[error("object storage failed")]
    File(#[from] io::Error),
    /// A failed read that several requests were waiting for.
    #[error(transparent)]
    Shared(Arc<StorageError>),
}
