//! `s3://BUCKET/FOLDER?endpoint=URL&region=NAME`: a bucket of any storage that speaks S3. Its keys come from the usual
//! environment variables, never from the address, and are never asked for on the network.

use domain::secret::Secret;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;

use crate::storage::StorageError;

pub(super) struct Bucket {
    pub(super) store: AmazonS3,
    pub(super) prefix: Path,
}

/// What a bucket is opened with.
#[derive(Clone, Debug)]
pub struct BucketKeys {
    pub access_key_id: String,
    pub secret_access_key: Secret<String>,
}

impl BucketKeys {
    pub(super) fn from_environment() -> Result<Self, StorageError> {
        let read = |name: &str| std::env::var(name).map_err(|_| refused(&format!("{name} must be set")));
        Ok(Self {
            access_key_id: read("AWS_ACCESS_KEY_ID")?,
            secret_access_key: Secret::new(read("AWS_SECRET_ACCESS_KEY")?),
        })
    }
}

fn refused(problem: &str) -> StorageError {
    StorageError::Bucket(problem.to_owned())
}

pub(super) fn open(url: &str, keys: BucketKeys) -> Result<Bucket, StorageError> {
    let rest = url.get(3..).and_then(|rest| rest.strip_prefix("//")).ok_or_else(|| refused("the bucket is missing"))?;
    let (place, options) = rest.split_once('?').unwrap_or((rest, ""));
    let (bucket, folder) = place.split_once('/').unwrap_or((place, ""));
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.');
    if bucket.is_empty() || !bucket.chars().all(is_letter) {
        return Err(refused("the bucket's name has letters, digits, `-` and `.` only"));
    }
    let folder = folder.trim_end_matches('/');
    let prefix = Path::parse(folder).ok().filter(|path| path.as_ref() == folder && !folder.contains(".."));
    let prefix = prefix.ok_or_else(|| refused("the folder cannot be used"))?;
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(bucket)
        .with_access_key_id(keys.access_key_id)
        .with_secret_access_key(keys.secret_access_key.expose());
    for (name, value) in form_urlencoded::parse(options.as_bytes()) {
        builder = match &*name {
            // Said by the operator, so that storage on this machine or this network may be reached without encryption.
            "endpoint" => builder.with_allow_http(value.starts_with("http://")).with_endpoint(value),
            "region" => builder.with_region(value),
            _ => return Err(refused("there are two options, endpoint and region")),
        };
    }
    Ok(Bucket { store: builder.build()?, prefix })
}
