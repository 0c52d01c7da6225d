//! Object storage, chosen by `MEDIA_URL`.

mod bucket;

use std::collections::BTreeMap;
use std::fs::{DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use futures::{StreamExt, TryStreamExt};
use object_store::aws::AmazonS3;
use object_store::local::LocalFileSystem;
use object_store::{ObjectStore, ObjectStoreExt};

use self::bucket::Bucket;
pub use self::bucket::BucketKeys;
use crate::recording::{FILE_MODE, FOLDER_MODE};
use crate::storage::StorageError;

/// Objects in a folder or in a bucket: written whole or not at all, kept for good when `put` returns.
#[derive(Clone, Debug)]
pub struct Objects(Place);

#[derive(Clone, Debug)]
enum Place {
    Folder { store: LocalFileSystem, root: PathBuf },
    Bucket { store: Arc<AmazonS3>, prefix: object_store::path::Path },
}

impl Objects {
    /// Opens the storage that `MEDIA_URL` names, and makes its folder where it is missing.
    pub fn open(url: &str) -> Result<Self, StorageError> {
        if is_bucket(url) {
            return Self::open_bucket(url, BucketKeys::from_environment()?);
        }
        let folder = folder_of(url)?;
        let unusable = |source| StorageError::Folder { folder: folder.clone(), source };
        create_private_folders(&folder).map_err(unusable)?;
        let root = folder.canonicalize().map_err(unusable)?;
        let store = LocalFileSystem::new_with_prefix(&root)?.with_fsync(true);
        Ok(Self(Place::Folder { store, root }))
    }

    /// Opens a bucket; nothing is asked of it yet.
    pub fn open_bucket(url: &str, keys: BucketKeys) -> Result<Self, StorageError> {
        let Bucket { store, prefix } = bucket::open(url, keys)?;
        Ok(Self(Place::Bucket { store: Arc::new(store), prefix }))
    }

    /// Whether the storage answers, which a bucket that was merely opened need not do.
    pub async fn probe(&self) -> Result<(), StorageError> {
        match &self.0 {
            Place::Folder { .. } => Ok(()),
            // A list and not an object: where the bucket is gone, an object in it is only not found.
            Place::Bucket { .. } => self.list("probe").await.map(drop),
        }
    }

    /// The folder that the objects are files of, where they are.
    pub fn folder(&self) -> Option<&Path> {
        match &self.0 {
            Place::Folder { root, .. } => Some(root),
            Place::Bucket { .. } => None,
        }
    }

    /// Stores the bytes under a key such as `images/demo/crest.svg`, over whatever was there.
    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<(), StorageError> {
        let location = self.location(key)?;
        match &self.0 {
            Place::Folder { store, root } => {
                let file = root.join(key);
                let folder = file.parent().unwrap_or(root).to_path_buf();
                tokio::task::spawn_blocking(move || create_private_folders(&folder))
                    .await
                    .map_err(io::Error::other)??;
                store.put(&location, bytes.into()).await?;
                tokio::fs::set_permissions(file, Permissions::from_mode(FILE_MODE)).await?;
            }
            Place::Bucket { store, .. } => {
                store.put(&location, bytes.into()).await?;
            }
        }
        Ok(())
    }

    /// The bytes under a key, or nothing; an object over `limit` bytes is an error, not an allocation.
    pub async fn get(&self, key: &str, limit: u64) -> Result<Option<Bytes>, StorageError> {
        let object = match self.store().get(&self.location(key)?).await {
            Ok(object) => object,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if object.meta.size > limit {
            return Err(StorageError::TooLarge { key: key.to_owned(), size: object.meta.size, limit });
        }
        Ok(Some(object.bytes().await?))
    }

    /// The keys under a folder, with the sizes of their objects.
    pub async fn list(&self, folder: &str) -> Result<BTreeMap<String, u64>, StorageError> {
        let found = self.store().list(Some(&self.location(folder)?));
        let above = match &self.0 {
            Place::Folder { .. } => String::new(),
            Place::Bucket { prefix, .. } if prefix.as_ref().is_empty() => String::new(),
            Place::Bucket { prefix, .. } => format!("{prefix}/"),
        };
        let keys = found.map_ok(|object| {
            let location = object.location.to_string();
            (location.strip_prefix(&above).map(str::to_owned).unwrap_or(location), object.size)
        });
        Ok(keys.try_collect().await?)
    }

    /// Deletes everything under a folder.
    pub async fn remove(&self, folder: &str) -> Result<(), StorageError> {
        let folder = self.location(folder)?;
        if let Place::Folder { root, .. } = &self.0 {
            // With its folders, which are no objects.
            return match tokio::fs::remove_dir_all(root.join(folder.as_ref())).await {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
                _ => Ok(()),
            };
        }
        let store = self.store();
        let locations = store.list(Some(&folder)).map_ok(|object| object.location).boxed();
        store.delete_stream(locations).try_for_each(|_| async { Ok(()) }).await?;
        Ok(())
    }

    /// Deletes one object, if it is there.
    pub async fn remove_one(&self, key: &str) -> Result<(), StorageError> {
        match self.store().delete(&self.location(key)?).await {
            Err(error) if !matches!(error, object_store::Error::NotFound { .. }) => Err(error.into()),
            _ => Ok(()),
        }
    }

    fn store(&self) -> &dyn ObjectStore {
        match &self.0 {
            Place::Folder { store, .. } => store,
            Place::Bucket { store, .. } => &**store,
        }
    }

    /// A key is taken letter for letter or refused: `object_store` would otherwise encode what it does not like.
    fn location(&self, key: &str) -> Result<object_store::path::Path, StorageError> {
        let location = object_store::path::Path::parse(key)
            .ok()
            .filter(|location| location.as_ref() == key && !key.is_empty())
            .ok_or_else(|| StorageError::BadKey(key.to_owned()))?;
        Ok(match &self.0 {
            Place::Folder { .. } => location,
            Place::Bucket { prefix, .. } => prefix.parts().chain(location.parts()).collect(),
        })
    }
}

/// The folder that `MEDIA_URL` names, whether it is there or not; nothing where it names a bucket.
pub fn folder_named(url: &str) -> Result<Option<PathBuf>, StorageError> {
    if is_bucket(url) { Ok(None) } else { folder_of(url).map(Some) }
}

fn is_bucket(url: &str) -> bool {
    url.get(..3).is_some_and(|scheme| scheme.eq_ignore_ascii_case("s3:"))
}

/// The folder that `MEDIA_URL` names. Read by hand: a URL parser would turn `file:./data` into `/data`.
fn folder_of(url: &str) -> Result<PathBuf, StorageError> {
    let (scheme, rest) = url.split_once(':').unwrap_or((url, ""));
    if !scheme.eq_ignore_ascii_case("file") {
        // What follows the scheme may hold a password, so it is not repeated.
        return Err(StorageError::UnknownScheme { scheme: scheme.to_owned() });
    }
    let path = match rest.strip_prefix("//") {
        Some(absolute) if absolute.starts_with('/') => absolute,
        Some(_) => return Err(StorageError::NoFolder),
        None => rest,
    };
    if path.is_empty() {
        return Err(StorageError::NoFolder);
    }
    Ok(PathBuf::from(path))
}

/// Makes the folder and those above it where they are missing, and syncs the entries so that a power cut keeps them.
fn create_private_folders(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let above = match folder.parent() {
        Some(above) if above != Path::new("") => above,
        _ => Path::new("."),
    };
    create_private_folders(above)?;
    match DirBuilder::new().mode(FOLDER_MODE).create(folder) {
        // Another writer was quicker.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(error),
        Ok(()) => File::open(above)?.sync_all(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const LIMIT: u64 = 1024;

    fn open(folder: &Path) -> Objects {
        Objects::open(&format!("file:{}", folder.display())).unwrap()
    }

    fn mode(path: impl AsRef<Path>) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[tokio::test]
    async fn objects_come_back_as_they_were_put() {
        let folder = tempfile::tempdir().unwrap();
        let objects = open(folder.path());
        assert_eq!(objects.get("a/b.txt", LIMIT).await.unwrap(), None);
        objects.put("a/b.txt", "one".into()).await.unwrap();
        objects.put("a/b.txt", "two".into()).await.unwrap();
        assert_eq!(objects.get("a/b.txt", LIMIT).await.unwrap().as_deref(), Some(&b"two"[..]));
        let again = open(folder.path());
        assert_eq!(again.get("a/b.txt", LIMIT).await.unwrap().as_deref(), Some(&b"two"[..]));
    }

    /// T48: what the program stores is for its own user only.
    #[tokio::test]
    async fn folders_are_0700_and_files_0600() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("data/media");
        open(&root).put("images/demo/a.png", "x".into()).await.unwrap();
        for made in ["data", "data/media", "data/media/images", "data/media/images/demo"] {
            assert_eq!(mode(folder.path().join(made)), 0o700, "{made}");
        }
        assert_eq!(mode(root.join("images/demo/a.png")), 0o600);
    }

    #[tokio::test]
    async fn keys_cannot_leave_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let objects = open(&folder.path().join("media"));
        fs::write(folder.path().join("secret"), "secret").unwrap();
        for key in ["", "/", "../secret", "a/../../secret", "/etc/passwd", "a//b", "a/./b", "a/", "a\0b"] {
            assert!(matches!(objects.get(key, LIMIT).await, Err(StorageError::BadKey(_))), "{key:?}");
            assert!(matches!(objects.put(key, "x".into()).await, Err(StorageError::BadKey(_))), "{key:?}");
        }
        assert_eq!(fs::read(folder.path().join("secret")).unwrap(), b"secret");
    }

    #[tokio::test]
    async fn a_folder_is_listed_and_removed_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let objects = open(folder.path());
        for key in ["video/1/v0/0.m4s", "video/1/meta.json", "video/12/meta.json"] {
            objects.put(key, "four".into()).await.unwrap();
        }
        let listed = objects.list("video/1").await.unwrap();
        assert_eq!(
            listed.into_iter().collect::<Vec<_>>(),
            [("video/1/meta.json".to_owned(), 4), ("video/1/v0/0.m4s".to_owned(), 4)]
        );
        objects.remove("video/1").await.unwrap();
        objects.remove("video/1").await.unwrap();
        assert_eq!(objects.list("video/1").await.unwrap().len(), 0);
        assert!(objects.get("video/12/meta.json", LIMIT).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn an_object_over_the_limit_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let objects = open(folder.path());
        objects.put("big", vec![0; 1025].into()).await.unwrap();
        assert!(matches!(objects.get("big", LIMIT).await, Err(StorageError::TooLarge { size: 1025, .. })));
    }

    #[test]
    fn addresses_name_a_folder() {
        for (url, folder) in [
            ("file:./data/media", "./data/media"),
            ("file:data/media", "data/media"),
            ("file:/var/lib/touchline", "/var/lib/touchline"),
            ("file:///var/lib/touchline", "/var/lib/touchline"),
        ] {
            assert_eq!(folder_of(url).unwrap(), Path::new(folder), "{url}");
        }
    }

    #[test]
    fn wrong_addresses_are_refused_with_the_name_of_the_setting() {
        for url in [
            "",
            "file:",
            "file://host/data",
            "data/media",
            "s3://user:hunter2@bucket",
            "s3:",
            "s3:///x",
            "s3://b/../c",
            "http://localhost",
        ] {
            let message = Objects::open(url).unwrap_err().to_string();
            assert!(message.contains("MEDIA_URL"), "{url}: {message}");
            assert!(!message.contains("hunter2"), "{message}");
        }
        let file = tempfile::NamedTempFile::new().unwrap();
        let message = Objects::open(&format!("file:{}", file.path().display())).unwrap_err().to_string();
        assert!(message.contains("MEDIA_URL"), "{message}");
    }
}
