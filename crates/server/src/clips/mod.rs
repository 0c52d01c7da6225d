//! Clips of games: watched from the game's own segments from the moment they are saved, made into files afterwards.
//!
//! - [`footage`]: the segments of a game, wherever they are, and what a clip is cut out of;
//! - [`maker`]: the task that plans their files;
//! - [`export`]: the task that makes their posters and other forms, when nothing else has to be done.

mod export;
mod footage;
mod maker;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use domain::clip::{Clip, ClipFormat};
use domain::ids::{ChannelId, ClipId};
use media::clip::Cut;
use media::recording::Download;
use media::vault::{Vault, VaultError};
use moka::future::Cache;
use store::Store;

use crate::error::{Error, Result};

pub(crate) use export::Exporter;
pub(crate) use maker::Maker;

/// Another server may have deleted a clip, or made its file: it is seen here so soon. What happens here is seen at once.
const KNOWN_FOR: Duration = Duration::from_secs(2);
const KNOWN: u64 = 10_000;
/// Some dozen segments each.
const CUTS: u64 = 10_000;
const CUT_FOR: Duration = Duration::from_secs(60);
/// Heads of files, and files in other forms, in bytes.
const FILES: u64 = 128 * 1024 * 1024;
const FILE_FOR: Duration = Duration::from_secs(5 * 60);
/// Clips whose views are counted at the same time; more are not counted.
const MOST_VIEWED: usize = 10_000;

/// What was made of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ClipFile {
    /// Which bytes of the game's segments its file consists of.
    Plan,
    Poster,
    /// In another form, with the channel's logo or without.
    Form(ClipFormat, bool),
}

impl ClipFile {
    fn name(self) -> &'static str {
        match self {
            Self::Plan | Self::Form(ClipFormat::Original, _) => "plan",
            Self::Poster => "poster.jpg",
            Self::Form(ClipFormat::PortraitCrop, false) => "portrait-crop.mp4",
            Self::Form(ClipFormat::PortraitCrop, true) => "portrait-crop-logo.mp4",
            Self::Form(ClipFormat::PortraitPadded, false) => "portrait-padded.mp4",
            Self::Form(ClipFormat::PortraitPadded, true) => "portrait-padded-logo.mp4",
        }
    }
}

pub(crate) struct Clips {
    store: Store,
    vault: Vault,
    known: Cache<(ChannelId, ClipId), Option<Arc<Clip>>>,
    cuts: Cache<ClipId, Arc<Cut>>,
    files: Cache<(ClipId, ClipFile), Bytes>,
    viewed: Mutex<HashMap<(ChannelId, ClipId), i64>>,
}

impl Clips {
    pub(crate) fn new(store: Store, vault: Vault) -> Self {
        let weight = |_: &(ClipId, ClipFile), bytes: &Bytes| u32::try_from(bytes.len() + 512).unwrap_or(u32::MAX);
        Self {
            store,
            vault,
            known: Cache::builder().max_capacity(KNOWN).time_to_live(KNOWN_FOR).build(),
            cuts: Cache::builder().max_capacity(CUTS).time_to_live(CUT_FOR).build(),
            files: Cache::builder().max_capacity(FILES).weigher(weight).time_to_live(FILE_FOR).build(),
            viewed: Mutex::default(),
        }
    }

    /// A clip of the channel, as of a moment ago; nothing once it is gone.
    pub(crate) async fn find(&self, channel: ChannelId, id: ClipId) -> Result<Option<Arc<Clip>>> {
        let load = async { Ok::<_, store::Error>(self.store.clip(channel, id).await?.map(Arc::new)) };
        let found = self.known.try_get_with((channel, id), load).await;
        found.map_err(|cause| Error::Store(store::Error::Unavailable(cause.to_string())))
    }

    /// To be called when a clip was changed.
    pub(crate) async fn changed(&self, channel: ChannelId, id: ClipId) {
        self.known.invalidate(&(channel, id)).await;
    }

    /// To be called when a clip is gone: nothing of it is served from now on, and what was made of it is deleted.
    pub(crate) async fn deleted(&self, channel: ChannelId, id: ClipId) {
        self.known.insert((channel, id), None).await;
        self.cuts.invalidate(&id).await;
        for file in [ClipFile::Plan, ClipFile::Poster].into_iter().chain(forms()) {
            self.files.invalidate(&(id, file)).await;
        }
        if let Err(cause) = self.vault.remove_clip(id).await {
            tracing::warn!(%cause, clip = %id, "what was made of a clip could not be deleted");
        }
    }

    /// A file that was made of a clip; nothing while it is not there.
    pub(crate) async fn file(&self, id: ClipId, file: ClipFile) -> Result<Option<Bytes>> {
        if let Some(held) = self.files.get(&(id, file)).await {
            return Ok(Some(held));
        }
        let found = self.vault.clip_file(id, file.name()).await.map_err(failed)?;
        if let Some(bytes) = &found {
            self.files.insert((id, file), bytes.clone()).await;
        }
        Ok(found)
    }

    /// The clip as one file; nothing while it is not made.
    pub(crate) async fn plan(&self, clip: &Clip) -> Result<Option<Arc<Download>>> {
        let Some(plan) = self.file(clip.id, ClipFile::Plan).await? else { return Ok(None) };
        let decoded = Download::decode(self.vault.folder(clip.media), &plan);
        decoded.map(|plan| Some(Arc::new(plan))).map_err(|cause| failed(cause.into()))
    }

    async fn keep(&self, id: ClipId, file: ClipFile, bytes: Bytes) -> Result<(), VaultError> {
        self.vault.keep_clip_file(id, file.name(), bytes.clone()).await?;
        self.files.insert((id, file), bytes).await;
        Ok(())
    }

    /// Somebody began to watch it.
    pub(crate) fn viewed(&self, channel: ChannelId, id: ClipId) {
        let mut viewed = self.viewed.lock().unwrap_or_else(PoisonError::into_inner);
        if viewed.len() < MOST_VIEWED || viewed.contains_key(&(channel, id)) {
            *viewed.entry((channel, id)).or_default() += 1;
        }
    }

    /// Writes down what was watched; what cannot be written is not counted.
    async fn count_views(&self) {
        let viewed = std::mem::take(&mut *self.viewed.lock().unwrap_or_else(PoisonError::into_inner));
        if !viewed.is_empty()
            && let Err(cause) = self.store.add_clip_views(viewed).await
        {
            tracing::warn!(%cause, "views of clips were not counted");
        }
    }
}

fn forms() -> impl Iterator<Item = ClipFile> {
    let formats = [ClipFormat::PortraitCrop, ClipFormat::PortraitPadded];
    formats.into_iter().flat_map(|format| [false, true].map(|logo| ClipFile::Form(format, logo)))
}

fn failed(cause: VaultError) -> Error {
    Error::Recording(Arc::new(cause))
}
