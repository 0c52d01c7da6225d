//! Object storage, chosen by `MEDIA_URL`.

use std::fs::{DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use object_store::ObjectStoreExt;
use object_store::local::LocalFileSystem;

use crate::error::MediaError;

/// Only the user that the program runs as may look in: paid recordings lie here.
const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// Objects in a folder: written whole or not at all, on disk when `put` returns.
#[derive(Clone, Debug)]
pub struct Objects {
    store: LocalFileSystem,
    root: PathBuf,
}

impl Objects {
    /// Opens the storage that `MEDIA_URL` names, and makes its folder where it is missing.
    pub fn open(url: &str) -> Result<Self, MediaError> {
        let folder = folder_of(url)?;
        let unusable = |source| MediaError::Folder { folder: folder.clone(), source };
        create_private_folders(&folder).map_err(unusable)?;
        let root = folder.canonicalize().map_err(unusable)?;
        let store = LocalFileSystem::new_with_prefix(&root)?.with_fsync(true);
        Ok(Self { store, root })
    }

    /// Stores the bytes under a key such as `images/demo/crest.svg`, over whatever was there.
    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<(), MediaError> {
        let location = location(key)?;
        let file = self.root.join(key);
        let folder = file.parent().unwrap_or(&self.root).to_path_buf();
        tokio::task::spawn_blocking(move || create_private_folders(&folder)).await.map_err(io::Error::other)??;
        self.store.put(&location, bytes.into()).await?;
        tokio::fs::set_permissions(file, Permissions::from_mode(FILE_MODE)).await?;
        Ok(())
    }

    /// The bytes under a key, or nothing; an object over `limit` bytes is an error, not an allocation.
    pub async fn get(&self, key: &str, limit: u64) -> Result<Option<Bytes>, MediaError> {
        let object = match self.store.get(&location(key)?).await {
            Ok(object) => object,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if object.meta.size > limit {
            return Err(MediaError::TooLarge { key: key.to_owned(), size: object.meta.size, limit });
        }
        Ok(Some(object.bytes().await?))
    }
}

/// The folder that `MEDIA_URL` names. Read by hand: a URL parser would turn `file:./data` into `/data`.
pub fn folder_of(url: &str) -> Result<PathBuf, MediaError> {
    let (scheme, rest) = url.split_once(':').unwrap_or((url, ""));
    if !scheme.eq_ignore_ascii_case("file") {
        // What follows the scheme may hold a password, so it is not repeated.
        return Err(MediaError::UnknownScheme { scheme: scheme.to_owned() });
    }
    let path = match rest.strip_prefix("//") {
        Some(absolute) if absolute.starts_with('/') => absolute,
        Some(_) => return Err(MediaError::NoFolder),
        None => rest,
    };
    if path.is_empty() {
        return Err(MediaError::NoFolder);
    }
    Ok(PathBuf::from(path))
}

/// A key is taken letter for letter or refused: `object_store` would otherwise encode what it does not like.
fn location(key: &str) -> Result<object_store::path::Path, MediaError> {
    object_store::path::Path::parse(key)
        .ok()
        .filter(|location| location.as_ref() == key && !key.is_empty())
        .ok_or_else(|| MediaError::BadKey(key.to_owned()))
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
            assert!(matches!(objects.get(key, LIMIT).await, Err(MediaError::BadKey(_))), "{key:?}");
            assert!(matches!(objects.put(key, "x".into()).await, Err(MediaError::BadKey(_))), "{key:?}");
        }
        assert_eq!(fs::read(folder.path().join("secret")).unwrap(), b"secret");
    }

    #[tokio::test]
    async fn an_object_over_the_limit_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let objects = open(folder.path());
        objects.put("big", vec![0; 1025].into()).await.unwrap();
        assert!(matches!(objects.get("big", LIMIT).await, Err(MediaError::TooLarge { size: 1025, .. })));
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
        for url in ["", "file:", "file://host/data", "data/media", "s3://user:hunter2@bucket", "http://localhost"] {
            let message = Objects::open(url).unwrap_err().to_string();
            assert!(message.contains("MEDIA_URL"), "{url}: {message}");
            assert!(!message.contains("hunter2"), "{message}");
        }
        let file = tempfile::NamedTempFile::new().unwrap();
        let message = Objects::open(&format!("file:{}", file.path().display())).unwrap_err().to_string();
        assert!(message.contains("MEDIA_URL"), "{message}");
    }
}
