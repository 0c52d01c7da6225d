//! The folder of files that are being uploaded. A file is named after its upload's id, never after the client's file
//! name; its length is the number of bytes received.

use std::collections::HashSet;
use std::io::{self, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use http_body_util::BodyExt;
use tokio::fs::{DirBuilder, OpenOptions};
use tokio::io::{AsyncSeekExt, AsyncWriteExt};

const MEGABYTE: u64 = 1_000_000;
/// A file that was not written for this time is deleted.
const FORGOTTEN: Duration = Duration::from_secs(7 * 24 * 60 * 60);

pub(crate) struct Inbox {
    folder: PathBuf,
    most_bytes: u64,
    /// Room that stays free.
    spare: u64,
    /// Uploads that are being written; bounded by the number of connections.
    writing: Mutex<HashSet<i64>>,
}

impl Inbox {
    /// `most_mb` is the largest file that is taken, `spare_mb` the room that stays free.
    pub(crate) async fn open(data_dir: &Path, most_mb: u64, spare_mb: u64) -> io::Result<Self> {
        // A process that reads a file may have another working directory.
        let folder = std::path::absolute(data_dir.join("uploads"))?;
        DirBuilder::new().recursive(true).mode(0o700).create(&folder).await?;
        Ok(Self {
            folder,
            most_bytes: most_mb.saturating_mul(MEGABYTE),
            spare: spare_mb.saturating_mul(MEGABYTE),
            writing: Mutex::default(),
        })
    }

    /// The largest file that is taken.
    pub(crate) fn most_bytes(&self) -> u64 {
        self.most_bytes
    }

    pub(super) fn file(&self, upload: i64) -> PathBuf {
        self.folder.join(upload.to_string())
    }

    /// Bytes received so far.
    pub(crate) async fn length(&self, upload: i64) -> io::Result<u64> {
        match tokio::fs::metadata(self.file(upload)).await {
            Ok(file) => Ok(file.len()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            Err(error) => Err(error),
        }
    }

    /// Whether this many more bytes leave enough disk space.
    pub(crate) async fn has_room(&self, bytes: u64) -> io::Result<bool> {
        let folder = self.folder.clone();
        let disk =
            tokio::task::spawn_blocking(move || rustix::fs::statvfs(&folder)).await.map_err(io::Error::other)??;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        Ok(free >= bytes.saturating_add(self.spare))
    }

    /// The exclusive right to write to an upload; `None` while another request has it.
    pub(crate) fn claim(self: &Arc<Self>, upload: i64) -> Option<Writing> {
        let mut writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        writing.insert(upload).then(|| Writing { inbox: self.clone(), upload })
    }

    pub(crate) async fn remove(&self, upload: i64) -> io::Result<()> {
        match tokio::fs::remove_file(self.file(upload)).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Deletes what a server left behind that ended at the wrong moment.
    pub(super) async fn sweep(&self) -> io::Result<()> {
        let folder = self.folder.clone();
        tokio::task::spawn_blocking(move || sweep(&folder)).await.map_err(io::Error::other)?
    }
}

fn sweep(folder: &Path) -> io::Result<()> {
    for file in std::fs::read_dir(folder)? {
        let file = file?;
        // By the machine's own clock, which stamped the file.
        let age = file.metadata()?.modified()?.elapsed().unwrap_or_default();
        if age > FORGOTTEN {
            std::fs::remove_file(file.path())?;
        }
    }
    Ok(())
}

/// A writer of an upload.
pub(crate) struct Writing {
    inbox: Arc<Inbox>,
    upload: i64,
}

impl Drop for Writing {
    fn drop(&mut self) {
        self.inbox.writing.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.upload);
    }
}

impl Writing {
    pub(crate) async fn length(&self) -> io::Result<u64> {
        self.inbox.length(self.upload).await
    }

    /// Appends up to `most` bytes of the body and returns the file's new length. If the body breaks off, the received
    /// bytes are kept.
    pub(crate) async fn append(&self, length: u64, most: u64, mut body: Body) -> io::Result<u64> {
        let mut options = OpenOptions::new();
        let mut file = options.create(true).truncate(false).write(true).mode(0o600).open(self.path()).await?;
        file.seek(SeekFrom::Start(length)).await?;
        let mut rest = most;
        while let Some(Ok(frame)) = body.frame().await {
            let Ok(bytes) = frame.into_data() else { continue };
            let taken = bytes.len().min(usize::try_from(rest).unwrap_or(usize::MAX));
            file.write_all(&bytes[..taken]).await?;
            rest -= taken as u64;
        }
        file.flush().await?;
        file.sync_data().await?;
        Ok(length + most - rest)
    }

    fn path(&self) -> PathBuf {
        self.inbox.file(self.upload)
    }
}
