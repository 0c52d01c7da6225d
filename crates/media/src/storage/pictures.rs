//! The picture library's files: originals, which nobody is sent but the channel's operators, and the sizes made of them.

use std::sync::Arc;

use bytes::Bytes;
use domain::picture::{Crop, Focus, PictureFiles, PictureFormat, PictureName, Size};
use rand::RngExt;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::picture::{self, PictureError, Rendered};
use crate::storage::{Images, MAX_IMAGE_BYTES, StorageError};

/// Of a file that is sent.
pub const MAX_UPLOAD_BYTES: usize = 20 * 1024 * 1024;
/// Of an original, which may be a PNG of every pixel.
const MAX_ORIGINAL_BYTES: u64 = 64 * 1024 * 1024;
/// The largest picture takes 200 MB while it is read.
const MAX_AT_ONCE: usize = 2;

#[derive(Debug, thiserror::Error)]
pub enum PictureStorageError {
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("the original of the picture is missing")]
    NoOriginal,
    #[error("the picture could not be processed")]
    Stopped,
}

type Result<T> = std::result::Result<T, PictureStorageError>;

/// A new picture, whose files are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPicture {
    pub original: Size,
    pub files: PictureFiles,
}

#[derive(Clone, Debug)]
pub struct Pictures {
    images: Images,
    turns: Arc<Semaphore>,
}

impl Pictures {
    pub fn new(images: Images) -> Self {
        Self { images, turns: Arc::new(Semaphore::new(MAX_AT_ONCE)) }
    }

    /// Stores a picture from outside, with all its files or none.
    pub async fn add(&self, alias: &str, file: Bytes) -> Result<StoredPicture> {
        let (original, rendered) = self
            .worked(move || {
                let original = picture::read(&file)?;
                let rendered = picture::render(&original.bytes, original.format, None, MAX_IMAGE_BYTES)?;
                Ok((original, rendered))
            })
            .await?;
        let key = format!("{:016x}", rand::rng().random::<u64>());
        let files = described(key, original.format, &rendered);
        let stored = async {
            let place = original_key(alias, &files.key, original.format);
            self.images.objects().put(&place, original.bytes).await?;
            self.put(alias, &files, Focus::default(), rendered).await
        };
        if let Err(cause) = stored.await {
            self.remove(alias, &files.key).await;
            return Err(cause.into());
        }
        Ok(StoredPicture { original: original.size, files })
    }

    /// Makes the files of a picture with another part or focal point, under the first of the channel's aliases. The earlier
    /// files stay: earlier versions of pages lead to them.
    pub async fn render(
        &self,
        aliases: &[&str],
        files: &PictureFiles,
        crop: Option<Crop>,
        focus: Focus,
    ) -> Result<PictureFiles> {
        let original = self.original(aliases, files).await?;
        let alias = aliases.first().ok_or(PictureStorageError::NoOriginal)?;
        let format = files.format;
        let rendered = self.worked(move || picture::render(&original, format, crop, MAX_IMAGE_BYTES)).await?;
        let made = described(files.key.clone(), format, &rendered);
        self.put(alias, &made, focus, rendered).await?;
        Ok(made)
    }

    /// The original, under whichever of the channel's aliases it was added.
    pub async fn original(&self, aliases: &[&str], files: &PictureFiles) -> Result<Bytes> {
        for alias in aliases {
            let place = original_key(alias, &files.key, files.format);
            if let Some(found) = self.images.objects().get(&place, MAX_ORIGINAL_BYTES).await? {
                return Ok(found);
            }
        }
        Err(PictureStorageError::NoOriginal)
    }

    /// Some pixels of a stored picture; nothing of one that is not there or is a drawing.
    pub async fn samples(&self, alias: &str, name: &str) -> Result<Option<Vec<[u8; 4]>>> {
        let Some(image) = self.images.get(alias, name).await? else { return Ok(None) };
        self.worked(move || picture::samples(&image.bytes)).await.map(Some).or_else(|cause| match cause {
            PictureStorageError::Picture(_) => Ok(None),
            cause => Err(cause),
        })
    }

    /// Removes all files that were ever made of a picture. One that cannot be removed is only reported: nothing leads to it.
    pub async fn remove(&self, alias: &str, key: &str) {
        let objects = self.images.objects();
        let begins = format!("images/{alias}/{key}-");
        let removed = async {
            for format in [PictureFormat::Jpg, PictureFormat::Png] {
                objects.remove_one(&original_key(alias, key, format)).await?;
            }
            let names = objects.list(&format!("images/{alias}")).await?;
            for name in names.keys().filter(|name| name.starts_with(&begins)) {
                objects.remove_one(name).await?;
            }
            Ok::<(), StorageError>(())
        };
        if let Err(cause) = removed.await {
            tracing::warn!(alias, key, %cause, "files of a picture were not removed");
        }
    }

    async fn put(
        &self,
        alias: &str,
        files: &PictureFiles,
        focus: Focus,
        rendered: Vec<Rendered>,
    ) -> std::result::Result<(), StorageError> {
        let PictureFiles { key, hash, format, .. } = files.clone();
        let mut name = PictureName { key, hash, focus, width: 0, format };
        for Rendered { size, bytes } in rendered {
            name.width = size.width;
            self.images.put(alias, &name.to_string(), bytes).await?;
        }
        Ok(())
    }

    /// Decoding takes seconds and a lot of memory: on threads of its own, few at a time.
    async fn worked<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> std::result::Result<T, PictureError> + Send + 'static,
    ) -> Result<T> {
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| PictureStorageError::Stopped)?;
        let work = tokio::task::spawn_blocking(move || {
            let done = work();
            // Held by the work itself: it goes on when nobody waits for it any more.
            drop(turn);
            done
        });
        Ok(work.await.map_err(|_| PictureStorageError::Stopped)??)
    }
}

fn described(key: String, format: PictureFormat, rendered: &[Rendered]) -> PictureFiles {
    let largest = rendered.last();
    let hash = Sha256::digest(largest.map(|file| &file.bytes[..]).unwrap_or_default());
    let hash = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    PictureFiles { key, hash, format, size: largest.map(|file| file.size).unwrap_or_default() }
}

/// Outside of what is served.
fn original_key(alias: &str, key: &str, format: PictureFormat) -> String {
    format!("originals/{alias}/{key}.{}", format.extension())
}

#[cfg(test)]
mod tests;
