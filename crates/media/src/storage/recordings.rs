//! The store of recordings. A game is recorded on this machine and moves to object storage after its end, if that is
//! configured. Readers do not see the difference.

mod lower_renditions;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use domain::ids::{ClipId, MediaId};
use futures::TryStreamExt;

use crate::hls::FileName;
use crate::recording::{Download, FILES, INDEX, META, RecordingError, RecordingFile, Replay, TEMPORARY, read};
use crate::storage::{Objects, StorageError};

/// Larger than any file of a recording: four seconds at 100 Mbit/s.
const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;
/// Files on their way to object storage at the same time.
const MAX_CONCURRENT_UPLOADS: usize = 4;
/// What a recording that lies elsewhere is read by is fetched again after so long: it may have got lower renditions.
const LISTS_REFRESH_INTERVAL: Duration = Duration::from_secs(10 * 60);
/// How a recording that lies elsewhere becomes one file.
const PLAN: &str = "download.plan";
/// What a recording is found by comes last: a copy without them is none.
const LISTS: [&str; 3] = [INDEX, FILES, META];

#[derive(Debug, thiserror::Error)]
pub enum RecordingStoreError {
    #[error(transparent)]
    Objects(#[from] StorageError),
    #[error(transparent)]
    Recording(#[from] RecordingError),
    #[error("a recording could not be read or written on this machine")]
    File(#[from] io::Error),
}

#[derive(Clone, Debug)]
pub struct RecordingStore {
    objects: Objects,
    /// Where games are recorded.
    folder: Arc<Path>,
}

impl RecordingStore {
    /// Recordings are made in the objects' own folder, or in `spool` when those are on another machine.
    pub fn new(objects: Objects, spool: &Path) -> Self {
        let folder = objects.folder().unwrap_or(spool).join(FOLDER);
        Self { objects, folder: folder.into() }
    }

    /// Where everything is recorded.
    pub fn root(&self) -> &Path {
        &self.folder
    }

    /// The folder that a game is recorded in.
    pub fn folder(&self, media: MediaId) -> PathBuf {
        self.folder.join(media.to_string())
    }

    /// A recording's state; `None` if there is none.
    pub async fn replay(&self, media: MediaId) -> Result<Option<Replay>, RecordingStoreError> {
        loop {
            let (folder, meta) = (self.folder(media), self.folder(media).join(META));
            let is_here = tokio::fs::try_exists(&meta).await?;
            if !is_here && (self.is_local() || !self.fetch_lists(media).await?) {
                return Ok(None);
            }
            if is_here && self.has_old_lists(media).await {
                // While object storage is away, what is here is good.
                if let Err(cause) = self.fetch_lists(media).await {
                    tracing::warn!(%media, %cause, "refreshing a recording's playlists failed");
                }
            }
            match tokio::task::spawn_blocking(move || read(&folder)).await.map_err(io::Error::other)? {
                Ok(replay) => return Ok(Some(replay)),
                // It was moved to object storage while it was read.
                Err(_) if is_here && !self.is_local() && !tokio::fs::try_exists(&meta).await? => {}
                Err(cause) => return Err(cause.into()),
            }
        }
    }

    /// A file of a recording that is on this machine, open, and its length; nothing when it is elsewhere or nowhere.
    pub async fn open(&self, media: MediaId, file: RecordingFile) -> Result<Option<(File, u64)>, RecordingStoreError> {
        let path = self.folder(media).join(file.to_string());
        match tokio::task::spawn_blocking(move || open_file(&path)).await.map_err(io::Error::other)? {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// A file of a recording, or nothing.
    pub async fn file(&self, media: MediaId, file: RecordingFile) -> Result<Option<Bytes>, RecordingStoreError> {
        self.get(media, &file.to_string()).await
    }

    /// A whole recording as one file; `None` if there is none.
    pub async fn download(&self, media: MediaId) -> Result<Option<Download>, RecordingStoreError> {
        loop {
            if !self.is_local()
                && let Some(plan) = self.get(media, PLAN).await?
            {
                return Ok(Some(Download::decode(self.folder(media), &plan)?));
            }
            let Some(replay) = self.replay(media).await? else { return Ok(None) };
            match tokio::task::spawn_blocking(move || Download::whole(&replay)).await.map_err(io::Error::other)? {
                Ok(plan) => return Ok(Some(plan)),
                // It was moved to object storage while it was read, and has its plan there.
                Err(_) if !self.is_local() && self.objects.get(&key(media, PLAN), MAX_FILE_BYTES).await?.is_some() => {}
                Err(cause) => return Err(cause.into()),
            }
        }
    }

    /// Moves an ended recording to object storage. After a crash it resumes.
    pub async fn archive(&self, media: MediaId) -> Result<(), RecordingStoreError> {
        if self.is_local() {
            return Ok(());
        }
        let folder = self.folder(media);
        let moved = folder.with_extension("moved");
        // Nothing is here, or only what it is read by.
        let is_here = tokio::fs::try_exists(folder.join(META)).await?;
        if !is_here || tokio::fs::try_exists(folder.join(FILES)).await? {
            return remove_folder(&moved).await;
        }
        let root = folder.clone();
        let listed = move || {
            write_plan(&root)?;
            Ok::<_, RecordingStoreError>(files_of(&root)?)
        };
        let files = tokio::task::spawn_blocking(listed).await.map_err(io::Error::other)??;
        let there = self.objects.list(&key(media, "")).await?;
        let listed: String = files.iter().map(|(name, size)| format!("{size} {name}\n")).collect();
        let (lists, rest): (Vec<_>, Vec<_>) = files.into_iter().partition(|(name, _)| is_list(name));
        let missing = rest.into_iter().filter(|(name, size)| there.get(&key(media, name)) != Some(size));
        self.copy_from(&folder, media, missing).await?;
        self.objects.put(&key(media, FILES), listed.into()).await?;
        // What has a meta.json is whole.
        let (meta, indexes): (Vec<_>, Vec<_>) = lists.into_iter().partition(|(name, _)| name == META);
        self.copy_from(&folder, media, indexes.into_iter()).await?;
        self.copy_from(&folder, media, meta.into_iter()).await?;
        // All at once for readers: a folder of which half is gone would be a damaged recording.
        remove_folder(&moved).await?;
        tokio::fs::rename(folder, &moved).await?;
        remove_folder(&moved).await
    }

    /// Deletes a recording, wherever it is.
    pub async fn remove(&self, media: MediaId) -> Result<(), RecordingStoreError> {
        self.objects.remove(&key(media, "")).await?;
        remove_folder(&self.scratch(media)).await?;
        remove_folder(&self.folder(media)).await
    }

    /// A file of a clip, if it exists.
    pub async fn clip_file(&self, clip: ClipId, name: &str) -> Result<Option<Bytes>, RecordingStoreError> {
        Ok(self.objects.get(&format!("{CLIPS}/{clip}/{name}"), MAX_FILE_BYTES).await?)
    }

    /// Stores a file of a clip.
    pub async fn put_clip_file(&self, clip: ClipId, name: &str, bytes: Bytes) -> Result<(), RecordingStoreError> {
        self.objects.put(&format!("{CLIPS}/{clip}/{name}"), bytes).await?;
        match self.objects.folder() {
            Some(root) => remove_halves(&root.join(CLIPS).join(clip.to_string()), name).await,
            None => Ok(()),
        }
    }

    /// Deletes all files of a clip.
    pub async fn remove_clip(&self, clip: ClipId) -> Result<(), RecordingStoreError> {
        Ok(self.objects.remove(&format!("{CLIPS}/{clip}")).await?)
    }

    /// Whether recordings stay where they were made.
    pub fn is_local(&self) -> bool {
        self.objects.folder().is_some()
    }

    /// What is on this machine comes first: a game that is live, or has just ended.
    async fn get(&self, media: MediaId, name: &str) -> Result<Option<Bytes>, RecordingStoreError> {
        let file = self.folder(media).join(name);
        let found = tokio::task::spawn_blocking(move || read_file(&file)).await.map_err(io::Error::other)?;
        match found {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            Err(_) if self.is_local() => Ok(None),
            Err(_) => Ok(self.objects.get(&key(media, name), MAX_FILE_BYTES).await?),
        }
    }

    async fn copy_from(
        &self,
        folder: &Path,
        media: MediaId,
        files: impl Iterator<Item = (String, u64)>,
    ) -> Result<(), RecordingStoreError> {
        futures::stream::iter(files.map(Ok::<_, RecordingStoreError>))
            .try_for_each_concurrent(MAX_CONCURRENT_UPLOADS, |(name, _)| {
                let file = folder.join(&name);
                async move {
                    let bytes = tokio::fs::read(file).await?;
                    Ok(self.objects.put(&key(media, &name), bytes.into()).await?)
                }
            })
            .await
    }

    /// Whether what a recording elsewhere is read by was fetched long ago.
    async fn has_old_lists(&self, media: MediaId) -> bool {
        let folder = self.folder(media);
        if self.is_local() || !tokio::fs::try_exists(folder.join(FILES)).await.unwrap_or(false) {
            return false;
        }
        let fetched = tokio::fs::metadata(folder.join(META)).await.and_then(|meta| meta.modified());
        fetched.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age > LISTS_REFRESH_INTERVAL))
    }

    /// Fetches a recording's metadata and indexes; false if there is none.
    async fn fetch_lists(&self, media: MediaId) -> Result<bool, RecordingStoreError> {
        let folder = self.folder(media);
        let there = self.objects.list(&key(media, "")).await?;
        let above = key(media, "");
        let mut names: Vec<_> = there.keys().filter_map(|name| name.strip_prefix(&format!("{above}/"))).collect();
        names.retain(|name| is_list(name) || is_init(name));
        if !names.contains(&META) {
            return Ok(false);
        }
        // The rest first: what has a meta.json is whole.
        names.sort_by_key(|name| *name == META);
        for name in names {
            let Some(bytes) = self.objects.get(&key(media, name), MAX_FILE_BYTES).await? else { return Ok(false) };
            let file = folder.join(name);
            tokio::fs::create_dir_all(file.parent().unwrap_or(&folder)).await?;
            let half = file.with_extension("fetched");
            tokio::fs::write(&half, bytes).await?;
            tokio::fs::rename(half, file).await?;
        }
        Ok(true)
    }
}

const FOLDER: &str = "video";
const CLIPS: &str = "clips";

async fn remove_folder(folder: &Path) -> Result<(), RecordingStoreError> {
    match tokio::fs::remove_dir_all(folder).await {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Deletes what writes of a file left behind that were killed: `name#1` and the like, next to it.
async fn remove_halves(folder: &Path, name: &str) -> Result<(), RecordingStoreError> {
    let mut items = tokio::fs::read_dir(folder).await?;
    while let Some(item) = items.next_entry().await? {
        let is_half = |found: &str| found.strip_prefix(name).is_some_and(|rest| rest.starts_with('#'));
        if item.file_name().to_str().is_some_and(is_half) {
            tokio::fs::remove_file(item.path()).await?;
        }
    }
    Ok(())
}

/// While the segments are here: from elsewhere all of them would have to be read.
fn write_plan(folder: &Path) -> Result<(), RecordingStoreError> {
    match Download::whole(&read(folder)?) {
        Ok(plan) => {
            let half = folder.join(format!("{PLAN}{TEMPORARY}"));
            std::fs::write(&half, plan.encode()?)?;
            Ok(std::fs::rename(half, folder.join(PLAN))?)
        }
        // There is nothing in it to take along.
        Err(RecordingError::Clip(_)) => Ok(()),
        Err(cause) => Err(cause.into()),
    }
}

fn open_file(path: &Path) -> io::Result<(File, u64)> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > MAX_FILE_BYTES {
        return Err(io::Error::other("a file of this size is none of ours"));
    }
    Ok((file, length))
}

fn read_file(path: &Path) -> io::Result<Bytes> {
    let (file, length) = open_file(path)?;
    // Room for all of it at once, and one more byte to see the end with.
    let mut bytes = Vec::with_capacity(usize::try_from(length).map_err(io::Error::other)? + 1);
    file.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

/// Of a file, or of the whole folder.
fn key(media: MediaId, name: &str) -> String {
    if name.is_empty() { format!("{FOLDER}/{media}") } else { format!("{FOLDER}/{media}/{name}") }
}

fn is_list(name: &str) -> bool {
    LISTS.contains(&name.rsplit('/').next().unwrap_or(name))
}

/// They say what a rendition is coded with.
fn is_init(name: &str) -> bool {
    name.split_once('/').is_some_and(|(_, file)| matches!(FileName::parse(file), Some(FileName::Init(_))))
}

/// The files of a folder and of the folders in it, by their names, with their sizes; nothing that is half-written.
fn files_of(folder: &Path) -> io::Result<BTreeMap<String, u64>> {
    let mut files = BTreeMap::new();
    for item in std::fs::read_dir(folder)? {
        let item = item?;
        let Ok(name) = item.file_name().into_string() else { continue };
        let kind = item.file_type()?;
        if kind.is_dir() {
            files.extend(files_of(&item.path())?.into_iter().map(|(inner, size)| (format!("{name}/{inner}"), size)));
        } else if kind.is_file() && !name.ends_with(TEMPORARY) && !name.ends_with(".fetched") {
            files.insert(name, item.metadata()?.len());
        }
    }
    Ok(files)
}
