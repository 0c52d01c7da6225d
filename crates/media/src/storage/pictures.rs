//! The picture library's files: originals, which nobody is sent but the channel's operators, and the sizes made of them.

use std::sync::Arc;

use bytes::Bytes;
use domain::picture::{Crop, Focus, PictureFiles, PictureFormat, PictureName, Size};
use rand::RngExt;
use sha2::{Digest, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::picture::{self, IconLook, PictureError, Rendered};
use crate::storage::{Images, MAX_IMAGE_BYTES, StorageError};

/// Of a file that is sent.
pub const MAX_UPLOAD_BYTES: usize = 20 * 1024 * 1024;
/// Of an original, which may be a PNG of every pixel.
const MAX_ORIGINAL_BYTES: u64 = 64 * 1024 * 1024;
/// The largest picture takes 250 MB while it is read, twice that if it is a progressive JPEG.
const MAX_AT_ONCE: usize = 1;
/// Each holds a whole file in memory.
const MAX_WAITING: usize = 8;

#[derive(Debug, thiserror::Error)]
pub enum PictureStorageError {
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("the original of the picture is missing")]
    NoOriginal,
    #[error("too many pictures are waiting to be processed")]
    Busy,
    #[error("the picture could not be processed")]
    Stopped,
}

type Result<T> = std::result::Result<T, PictureStorageError>;

/// A new picture, of which nothing is stored yet.
#[derive(Clone, Debug)]
pub struct NewPicture {
    pub original: Size,
    pub files: PictureFiles,
    bytes: Bytes,
    rendered: Vec<Rendered>,
}

/// A place among those who send a file.
#[derive(Debug)]
pub struct Place {
    _permit: OwnedSemaphorePermit,
}

#[derive(Clone, Debug)]
pub struct Pictures {
    images: Images,
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Pictures {
    pub fn new(images: Images) -> Self {
        let [turns, places] = [MAX_AT_ONCE, MAX_WAITING].map(|most| Arc::new(Semaphore::new(most)));
        Self { images, turns, places }
    }

    /// A place for a file that is about to come.
    pub fn place(&self) -> Result<Place> {
        let place = self.places.clone().try_acquire_owned().map(|permit| Place { _permit: permit });
        place.map_err(|_| PictureStorageError::Busy)
    }

    /// Makes all files of a picture from outside.
    pub async fn make(&self, alias: &str, file: Bytes, place: Place) -> Result<NewPicture> {
        let turn = self.turn().await?;
        let (original, rendered) = worked(turn, move || {
            let original = picture::read(&file)?;
            drop((file, place));
            let rendered = picture::render(&original.bytes, original.format, None, MAX_IMAGE_BYTES)?;
            Ok((original, rendered))
        })
        .await?;
        let key = format!("{:016x}", rand::rng().random::<u64>());
        let files = described(alias.to_owned(), key, original.format, &rendered);
        Ok(NewPicture { original: original.size, files, bytes: original.bytes, rendered })
    }

    /// Stores a new picture. What a failure leaves of it is for `remove`.
    pub async fn add(&self, new: &NewPicture) -> Result<()> {
        self.images.objects().put(&original_key(&new.files), new.bytes.clone()).await?;
        self.put(&new.files, Focus::default(), new.rendered.clone()).await
    }

    /// Makes the files of a picture with another part or focal point. The earlier files stay: earlier versions of pages lead
    /// to them.
    pub async fn render(&self, files: &PictureFiles, crop: Option<Crop>, focus: Focus) -> Result<PictureFiles> {
        let turn = self.turn().await?;
        let original = self.original(files).await?;
        let format = files.format;
        let rendered = worked(turn, move || picture::render(&original, format, crop, MAX_IMAGE_BYTES)).await?;
        let made = described(files.alias.clone(), files.key.clone(), format, &rendered);
        self.put(&made, focus, rendered).await?;
        Ok(made)
    }

    pub async fn original(&self, files: &PictureFiles) -> Result<Bytes> {
        let found = self.images.objects().get(&original_key(files), MAX_ORIGINAL_BYTES).await?;
        found.ok_or(PictureStorageError::NoOriginal)
    }

    /// Some pixels of a stored picture; nothing of one that is not there or is a drawing.
    pub async fn samples(&self, alias: &str, name: &str) -> Result<Option<Vec<[u8; 4]>>> {
        let turn = self.turn().await?;
        let Some(image) = self.images.get(alias, name).await? else { return Ok(None) };
        worked(turn, move || picture::samples(&image.bytes)).await.map(Some).or_else(|cause| match cause {
            PictureStorageError::Picture(_) => Ok(None),
            cause => Err(cause),
        })
    }

    /// An icon of a stored picture, as a PNG. One that is not there, or is a drawing, gives way to the initial.
    pub async fn icon(&self, picture: Option<(&str, &str)>, look: IconLook) -> Result<Bytes> {
        let turn = self.turn().await?;
        let image = match picture {
            Some((alias, name)) => self.images.get(alias, name).await?,
            None => None,
        };
        worked(turn, move || {
            let of_picture = image.and_then(|image| picture::icon(Some(&image.bytes), &look).ok());
            of_picture.map_or_else(|| picture::icon(None, &look), Ok).map(Bytes::from)
        })
        .await
    }

    /// Removes all files that were ever made of a picture. The original goes last: until then it can be tried again.
    pub async fn remove(&self, files: &PictureFiles) -> Result<()> {
        let (objects, PictureFiles { alias, key, .. }) = (self.images.objects(), files);
        let begins = format!("images/{alias}/{key}-");
        let names = objects.list(&format!("images/{alias}")).await?;
        for name in names.keys().filter(|name| name.starts_with(&begins)) {
            objects.remove_one(name).await?;
        }
        Ok(objects.remove_one(&original_key(files)).await?)
    }

    async fn put(&self, files: &PictureFiles, focus: Focus, rendered: Vec<Rendered>) -> Result<()> {
        let PictureFiles { alias, key, hash, format, .. } = files.clone();
        let mut name = PictureName { key, hash, focus, width: 0, format };
        for Rendered { size, bytes } in rendered {
            name.width = size.width;
            self.images.put(&alias, &name.to_string(), bytes).await?;
        }
        Ok(())
    }

    /// A stored file is read after it: those who wait hold none in memory.
    async fn turn(&self) -> Result<OwnedSemaphorePermit> {
        self.turns.clone().acquire_owned().await.map_err(|_| PictureStorageError::Stopped)
    }
}

/// Decoding takes seconds and a lot of memory: on threads of its own, few at a time.
async fn worked<T: Send + 'static>(
    turn: OwnedSemaphorePermit,
    work: impl FnOnce() -> std::result::Result<T, PictureError> + Send + 'static,
) -> Result<T> {
    let work = tokio::task::spawn_blocking(move || {
        let done = work();
        // Held by the work itself: it goes on when nobody waits for it any more.
        drop(turn);
        done
    });
    Ok(work.await.map_err(|_| PictureStorageError::Stopped)??)
}

fn described(alias: String, key: String, format: PictureFormat, rendered: &[Rendered]) -> PictureFiles {
    let largest = rendered.last();
    let hash = Sha256::digest(largest.map(|file| &file.bytes[..]).unwrap_or_default());
    let hash = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    PictureFiles { alias, key, hash, format, size: largest.map(|file| file.size).unwrap_or_default() }
}

/// Outside of what is served.
fn original_key(PictureFiles { alias, key, format, .. }: &PictureFiles) -> String {
    format!("originals/{alias}/{key}.{}", format.extension())
}

#[cfg(test)]
mod tests;
