//! Lower renditions that are added to a recording later: where they are made, and how they are added.

use std::io;
use std::path::{Path, PathBuf};

use domain::ids::MediaId;

use super::{MAX_FILE_BYTES, RecordingStore, RecordingStoreError, files_of, is_list, key, remove_folder};
use crate::hls::Rendition;
use crate::recording::{FILES, INDEX, META, Meta, RecordingError, write_whole};

impl RecordingStore {
    /// Where they are made, beside the recording.
    pub(crate) fn scratch(&self, media: MediaId) -> PathBuf {
        self.folder(media).with_extension("rungs")
    }

    /// Gives a recording what was made of these renditions. Each is named once it is there as a whole; done again after
    /// a crash, it is what it was.
    pub(crate) async fn add_lower_renditions(
        &self,
        media: MediaId,
        lower_renditions: &[Rendition],
    ) -> Result<(), RecordingStoreError> {
        let scratch = self.scratch(media);
        if !lower_renditions.is_empty() {
            if self.is_elsewhere(media).await? {
                self.upload_lower_renditions(media, &scratch, lower_renditions).await?;
            } else {
                let (folder, scratch, lower_renditions) =
                    (self.folder(media), scratch.clone(), lower_renditions.to_vec());
                let moved =
                    tokio::task::spawn_blocking(move || move_lower_renditions(&folder, &scratch, &lower_renditions))
                        .await;
                moved.map_err(io::Error::other)??;
            }
        }
        remove_folder(&scratch).await
    }

    /// Deletes partial renditions that were given up.
    pub async fn discard_lower_renditions(&self, media: MediaId) -> Result<(), RecordingStoreError> {
        remove_folder(&self.scratch(media)).await
    }

    /// Whether only what the recording is read by is on this machine, or nothing.
    async fn is_elsewhere(&self, media: MediaId) -> io::Result<bool> {
        let folder = self.folder(media);
        let is_here = tokio::fs::try_exists(folder.join(META)).await?;
        Ok(!self.is_local() && (!is_here || tokio::fs::try_exists(folder.join(FILES)).await?))
    }

    async fn upload_lower_renditions(
        &self,
        media: MediaId,
        scratch: &Path,
        lower_renditions: &[Rendition],
    ) -> Result<(), RecordingStoreError> {
        let root = scratch.to_owned();
        let files = tokio::task::spawn_blocking(move || files_of(&root)).await.map_err(io::Error::other)??;
        let known = self.objects.get(&key(media, FILES), MAX_FILE_BYTES).await?.unwrap_or_default();
        let known = String::from_utf8_lossy(&known).into_owned();
        let is_new = |line: &&str| line.split_once(' ').is_some_and(|(_, name)| !files.contains_key(name));
        let mut listed: String = known.lines().filter(is_new).map(|line| format!("{line}\n")).collect();
        files.iter().for_each(|(name, size)| listed.push_str(&format!("{size} {name}\n")));
        let (indexes, rest): (Vec<_>, Vec<_>) = files.into_iter().partition(|(name, _)| is_list(name));
        self.copy_from(scratch, media, rest.into_iter()).await?;
        self.objects.put(&key(media, FILES), listed.into()).await?;
        self.copy_from(scratch, media, indexes.into_iter()).await?;
        let meta = self.objects.get(&key(media, META), MAX_FILE_BYTES).await?.ok_or(RecordingError::NoMeta)?;
        self.objects.put(&key(media, META), meta_with(&meta, lower_renditions)?.into()).await?;
        // What it was read by is fetched anew, and gone as a whole for its readers.
        let (folder, old) = (self.folder(media), self.folder(media).with_extension("moved"));
        remove_folder(&old).await?;
        match tokio::fs::rename(folder, &old).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
        remove_folder(&old).await
    }
}

/// Moves them into the recording's folder; blocking.
fn move_lower_renditions(
    folder: &Path,
    scratch: &Path,
    lower_renditions: &[Rendition],
) -> Result<(), RecordingStoreError> {
    for lower in lower_renditions {
        let (from, to) = (scratch.join(lower.to_string()), folder.join(lower.to_string()));
        if !to.exists() {
            std::fs::rename(from, to)?;
            continue;
        }
        // The index comes last: it names what is there then.
        let mut names = std::fs::read_dir(&from)?.map(|item| Ok(item?.file_name())).collect::<io::Result<Vec<_>>>()?;
        names.sort_by_key(|name| name == INDEX);
        for name in names {
            if name == INDEX {
                std::fs::File::open(&to)?.sync_all()?;
            }
            std::fs::rename(from.join(&name), to.join(&name))?;
        }
        std::fs::File::open(&to)?.sync_all()?;
    }
    std::fs::File::open(folder)?.sync_all()?;
    let meta = std::fs::read(folder.join(META))?;
    Ok(write_whole(&folder.join(META), &meta_with(&meta, lower_renditions)?)?)
}

fn meta_with(meta: &[u8], lower_renditions: &[Rendition]) -> Result<Vec<u8>, RecordingStoreError> {
    let mut meta = Meta::parse(meta).ok_or(RecordingError::NoMeta)?;
    for lower in lower_renditions {
        meta.add(*lower);
    }
    Ok(serde_json::to_vec_pretty(&meta).map_err(io::Error::other)?)
}
