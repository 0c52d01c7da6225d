//! Pictures of a channel, cached in memory.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use cache::Cache;
use sha2::{Digest, Sha256};

use crate::storage::{Objects, StorageError};

/// Larger than any picture that a page should carry.
pub const MAX_IMAGE_BYTES: usize = 4 * 1024 * 1024;

/// Another process may replace a picture in the same storage; after this time it is seen.
const CACHE_TTL: Duration = Duration::from_secs(60);

/// What an entry costs beside its bytes, roughly.
const ENTRY_OVERHEAD: usize = 512;

/// A picture as it goes over the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    pub bytes: Bytes,
    pub content_type: &'static str,
    /// A strong validator with its quotes, from the content alone: the same on every machine.
    pub etag: String,
}

#[derive(Clone)]
pub struct Images {
    objects: Objects,
    cache: Cache<Arc<str>, Image>,
}

/// Without the pictures that are in memory.
impl fmt::Debug for Images {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Images").field("objects", &self.objects).finish_non_exhaustive()
    }
}

impl Images {
    /// Pictures in the given storage, of which at most `cache_bytes` are held in memory.
    pub fn new(objects: Objects, cache_bytes: u64) -> Self {
        let cache = Cache::builder(cache_bytes)
            .weigher(|key: &Arc<str>, image: &Image| {
                let weight = key.len() + image.bytes.len() + ENTRY_OVERHEAD;
                u32::try_from(weight).unwrap_or(u32::MAX)
            })
            .time_to_live(CACHE_TTL)
            .build();
        Self { objects, cache }
    }

    /// Where the pictures lie, and everything else.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// Stores a picture from outside: PNG, JPEG or WebP, and really that.
    pub async fn put(&self, channel_alias: &str, name: &str, bytes: Bytes) -> Result<(), StorageError> {
        check_upload(name, &bytes)?;
        self.store(key(channel_alias, name)?, name, bytes).await
    }

    /// Stores an SVG that the program drew itself; never hand an upload to this.
    pub async fn put_drawing(&self, channel_alias: &str, name: &str, svg: String) -> Result<(), StorageError> {
        let key = key(channel_alias, name)?;
        if key.format != Format::Svg {
            return Err(StorageError::WrongContent(name.to_owned()));
        }
        self.store(key, name, svg.into()).await
    }

    /// A channel's picture; a name that no picture can have is simply not there.
    ///
    /// Requests for the same picture share one read. What is missing is not remembered, so that made-up
    /// names cannot fill the memory.
    pub async fn get(&self, channel_alias: &str, name: &str) -> Result<Option<Image>, StorageError> {
        let Ok(Key { text, format }) = key(channel_alias, name) else {
            return Ok(None);
        };
        let load = async {
            let limit = MAX_IMAGE_BYTES as u64;
            match self.objects.get(&text, limit).await {
                Ok(Some(bytes)) => Ok(image(bytes, format)),
                Ok(None) => Err(Miss::Absent),
                Err(error) => Err(Miss::Failed(Arc::new(error))),
            }
        };
        match self.cache.try_get_with(Arc::clone(&text), load).await {
            Ok(image) => Ok(Some(image)),
            Err(miss) => match &*miss {
                Miss::Absent => Ok(None),
                Miss::Failed(error) => Err(StorageError::Shared(Arc::clone(error))),
            },
        }
    }

    async fn store(&self, key: Key, name: &str, bytes: Bytes) -> Result<(), StorageError> {
        check_content(key.format, name, &bytes)?;
        self.objects.put(&key.text, bytes).await?;
        // A read that began before the write may still put the old picture back: `CACHE_TTL` bounds that.
        self.cache.invalidate(&key.text).await;
        Ok(())
    }
}

/// Whether a picture from outside may be stored under this name, before anything is.
pub fn check_upload(name: &str, bytes: &[u8]) -> Result<(), StorageError> {
    let format = format_of_name(name).ok_or_else(|| StorageError::BadName(name.to_owned()))?;
    if format == Format::Svg {
        return Err(StorageError::SvgRefused(name.to_owned()));
    }
    check_content(format, name, bytes)
}

fn check_content(format: Format, name: &str, bytes: &[u8]) -> Result<(), StorageError> {
    if bytes.is_empty() || bytes.len() > MAX_IMAGE_BYTES {
        return Err(StorageError::BadSize(name.to_owned()));
    }
    if Format::sniff(bytes) != Some(format) {
        return Err(StorageError::WrongContent(name.to_owned()));
    }
    Ok(())
}

enum Miss {
    Absent,
    Failed(Arc<StorageError>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Webp,
    Png,
    Jpeg,
}

impl Format {
    fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "svg" => Some(Self::Svg),
            "webp" => Some(Self::Webp),
            "png" => Some(Self::Png),
            "jpg" => Some(Self::Jpeg),
            _ => None,
        }
    }

    /// The type by content, not by name or header.
    fn sniff(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            _ if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => Some(Self::Png),
            _ if bytes.starts_with(b"\xff\xd8\xff") => Some(Self::Jpeg),
            _ if bytes.starts_with(b"<svg ") => Some(Self::Svg),
            _ => None,
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Webp => "image/webp",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

struct Key {
    text: Arc<str>,
    format: Format,
}

/// The only way from a request to a key of the storage: alias and name are checked, the rest is fixed.
fn key(channel_alias: &str, name: &str) -> Result<Key, StorageError> {
    if !domain::channel::is_alias(channel_alias) {
        return Err(StorageError::BadAlias(channel_alias.to_owned()));
    }
    let format = format_of_name(name).ok_or_else(|| StorageError::BadName(name.to_owned()))?;
    Ok(Key { text: format!("images/{channel_alias}/{name}").into(), format })
}

/// Names are `[a-z0-9-]{1,80}` and an extension of the list.
fn format_of_name(name: &str) -> Option<Format> {
    let (stem, extension) = name.split_once('.')?;
    let is_plain = stem.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    Format::of_extension(extension).filter(|_| is_plain && (1..=80).contains(&stem.len()))
}

fn image(bytes: Bytes, format: Format) -> Image {
    let hash = Sha256::digest(&bytes);
    let hash: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    Image { etag: format!("\"{hash}\""), content_type: format.content_type(), bytes }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n the rest of a picture";
    const JPEG: &[u8] = b"\xff\xd8\xff\xe0 the rest of a picture";
    const WEBP: &[u8] = b"RIFF\x24\0\0\0WEBPVP8 the rest";
    const SVG: &str = r#"<svg xmlns="http://www.w3.org/2000/svg"/>"#;
    const CACHE: u64 = 1024 * 1024;

    fn images(cache_bytes: u64) -> (TempDir, Images) {
        let folder = tempfile::tempdir().unwrap();
        let objects = Objects::open(&format!("file:{}", folder.path().join("media").display())).unwrap();
        (folder, Images::new(objects, cache_bytes))
    }

    fn png(size: usize) -> Bytes {
        let mut bytes = PNG.to_vec();
        bytes.resize(size, 0);
        bytes.into()
    }

    #[tokio::test]
    async fn pictures_come_back_with_their_type() {
        let (_folder, images) = images(CACHE);
        images.put("demo", "a.png", PNG.into()).await.unwrap();
        images.put("demo", "a.jpg", JPEG.into()).await.unwrap();
        images.put("demo", "a.webp", WEBP.into()).await.unwrap();
        images.put_drawing("demo", "a.svg", SVG.to_owned()).await.unwrap();
        for (name, content_type, bytes) in [
            ("a.png", "image/png", PNG),
            ("a.jpg", "image/jpeg", JPEG),
            ("a.webp", "image/webp", WEBP),
            ("a.svg", "image/svg+xml", SVG.as_bytes()),
        ] {
            let image = images.get("demo", name).await.unwrap().unwrap();
            assert_eq!((image.content_type, &image.bytes[..]), (content_type, bytes));
        }
    }

    #[tokio::test]
    async fn the_etag_follows_the_content() {
        let (_folder, images) = images(CACHE);
        let mut etags = Vec::new();
        for content in [png(100), png(101), png(100)] {
            images.put("demo", "a.png", content).await.unwrap();
            etags.push(images.get("demo", "a.png").await.unwrap().unwrap().etag);
        }
        assert!(etags[0].starts_with('"') && etags[0].ends_with('"'));
        assert_ne!(etags[0], etags[1]);
        assert_eq!(etags[0], etags[2]);
    }

    /// T26: a picture of one channel is not one of another.
    #[tokio::test]
    async fn channels_do_not_share_pictures() {
        let (_folder, images) = images(CACHE);
        images.put("demo", "a.png", PNG.into()).await.unwrap();
        assert!(images.get("demo", "a.png").await.unwrap().is_some());
        assert_eq!(images.get("demo2", "a.png").await.unwrap(), None);
    }

    /// No name reaches a file beside the channel's pictures.
    #[tokio::test]
    async fn names_cannot_leave_the_channel() {
        let (folder, images) = images(CACHE);
        images.put("demo", "a.png", PNG.into()).await.unwrap();
        fs::write(folder.path().join("media/secret.png"), PNG).unwrap();
        let long = format!("{}.png", "a".repeat(81));
        for name in [
            "../../secret.png",
            "..%2f..%2fsecret.png",
            "..\\..\\secret.png",
            "/etc/passwd",
            "../demo/a.png",
            "./a.png",
            "a.png/",
            "a.png\0",
            "a.png\n",
            "a.png#1",
            "a..png",
            ".png",
            "A.png",
            "a.PNG",
            "a_b.png",
            "a.gif",
            "a.svg.png",
            "a",
            "",
            "é.png",
            &long,
        ] {
            assert_eq!(images.get("demo", name).await.unwrap(), None, "{name:?}");
            let refused = images.put("demo", name, PNG.into()).await;
            assert!(matches!(refused, Err(StorageError::BadName(_))), "{name:?}");
        }
        for alias in ["", ".", "..", "../media", "demo/", "Demo", "demo\0"] {
            assert_eq!(images.get(alias, "a.png").await.unwrap(), None, "{alias:?}");
            let refused = images.put(alias, "a.png", PNG.into()).await;
            assert!(matches!(refused, Err(StorageError::BadAlias(_))), "{alias:?}");
        }
    }

    /// T34: the content is looked at, not the name, and an SVG is refused whatever it is called.
    #[tokio::test]
    async fn content_must_be_what_the_name_says() {
        let (_folder, images) = images(CACHE);
        let html = b"<html><script>alert(1)</script></html>";
        for (name, content) in
            [("a.png", JPEG), ("a.jpg", PNG), ("a.webp", PNG), ("a.png", SVG.as_bytes()), ("a.jpg", &html[..])]
        {
            let refused = images.put("demo", name, content.into()).await;
            assert!(matches!(refused, Err(StorageError::WrongContent(_))), "{name}");
        }
        let refused = images.put("demo", "a.svg", SVG.into()).await;
        assert!(matches!(refused, Err(StorageError::SvgRefused(_))));
        for (name, content) in [("a.png", SVG), ("a.svg", "<script>"), ("a.svg", "GIF89a")] {
            let refused = images.put_drawing("demo", name, content.to_owned()).await;
            assert!(matches!(refused, Err(StorageError::WrongContent(_))), "{name}");
        }
        assert_eq!(images.get("demo", "a.png").await.unwrap(), None);
    }

    #[tokio::test]
    async fn empty_and_huge_pictures_are_refused() {
        let (_folder, images) = images(CACHE);
        for content in [Bytes::new(), png(MAX_IMAGE_BYTES + 1)] {
            let refused = images.put("demo", "a.png", content).await;
            assert!(matches!(refused, Err(StorageError::BadSize(_))));
        }
        images.put("demo", "a.png", png(MAX_IMAGE_BYTES)).await.unwrap();
    }

    #[tokio::test]
    async fn a_picture_in_memory_is_not_read_again() {
        let (folder, images) = images(CACHE);
        images.put("demo", "a.png", PNG.into()).await.unwrap();
        images.get("demo", "a.png").await.unwrap();
        fs::remove_file(folder.path().join("media/images/demo/a.png")).unwrap();
        assert!(images.get("demo", "a.png").await.unwrap().is_some());
    }

    #[tokio::test]
    async fn memory_stays_within_its_bound() {
        let (_folder, images) = images(100_000);
        for number in 0..30 {
            let name = format!("{number}.png");
            images.put("demo", &name, png(10_000)).await.unwrap();
            assert!(images.get("demo", &name).await.unwrap().is_some());
            assert!(images.cache.weight() <= 100_000, "{} bytes held", images.cache.weight());
        }
        images.put("demo", "huge.png", png(200_000)).await.unwrap();
        assert_eq!(images.get("demo", "huge.png").await.unwrap().unwrap().bytes.len(), 200_000);
        assert!(images.cache.weight() <= 100_000);
    }

    #[tokio::test]
    async fn missing_names_are_not_remembered() {
        let (_folder, images) = images(CACHE);
        for number in 0..1_000 {
            assert_eq!(images.get("demo", &format!("{number}.png")).await.unwrap(), None);
        }
        assert_eq!((images.cache.count().await, images.cache.weight()), (0, 0));
        images.put("demo", "1.png", PNG.into()).await.unwrap();
        assert!(images.get("demo", "1.png").await.unwrap().is_some());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn requests_at_once_share_one_read() {
        let (_folder, images) = images(CACHE);
        images.put("demo", "a.png", png(500_000)).await.unwrap();
        let asked: Vec<_> = (0..50)
            .map(|_| {
                let images = images.clone();
                tokio::spawn(async move { images.get("demo", "a.png").await.unwrap().unwrap().bytes })
            })
            .collect();
        let mut addresses = std::collections::HashSet::new();
        for bytes in asked {
            addresses.insert(bytes.await.unwrap().as_ptr());
        }
        assert_eq!(addresses.len(), 1, "each read has memory of its own");
    }
}
