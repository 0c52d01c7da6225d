//! Erases deleted channels at the end of their time, and then their files: neither a crash nor a storage that is away
//! leaves anything behind.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::ids::ChannelId;
use domain::operator::Action;
use media::storage::{Images, RecordingStore, RecordingStoreError};
use serde_json::json;
use store::{AuditEntry, ChannelErasure, ChannelFiles, Store};

use crate::clock::Clock;
use crate::recordings::uploads::Inbox;

pub(crate) const SWEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Where the files of a channel lie, by its alias.
const FOLDERS: [&str; 3] = ["images", "originals", "prerolls"];

pub(crate) struct ErasedChannels {
    pub(crate) store: Store,
    pub(crate) images: Images,
    pub(crate) recording_store: RecordingStore,
    pub(crate) inbox: Arc<Inbox>,
    pub(crate) clock: Clock,
    /// Channels of which the log says that they cannot be erased yet: once each, not every round for days.
    pub(crate) told: Mutex<HashSet<ChannelId>>,
}

impl ErasedChannels {
    pub(crate) async fn sweep(&self) {
        // While the database is away, others say so.
        let Ok(due) = self.store.channels_to_erase(self.clock.now()).await else { return };
        for (channel, alias) in due {
            self.erase(channel, alias).await;
        }
        let Ok(left) = self.store.channels_with_files_left().await else { return };
        for (channel, files) in left {
            // Another server may have been quicker, and a new channel may have the alias by now.
            if !matches!(self.store.channel_has_files_left(channel).await, Ok(true)) {
                continue;
            }
            match self.delete(channel, &files).await {
                Ok(()) => tracing::info!(%channel, "files of erased channel deleted"),
                Err(cause) => {
                    tracing::warn!(%cause, %channel, "files of an erased channel could not be deleted, will retry");
                }
            }
        }
    }

    async fn erase(&self, channel: ChannelId, alias: String) {
        let entry = AuditEntry {
            channel: Some(channel),
            operator: None,
            at: self.clock.now(),
            action: Action::ExpireChannel,
            subject: alias,
            detail: json!({}),
        };
        match self.store.channel_erase(channel, true, entry).await {
            Ok(ChannelErasure::Erased) => tracing::info!(%channel, "deleted channel erased at the end of its time"),
            Ok(ChannelErasure::Busy) if self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(channel) => {
                tracing::warn!(%channel, "deleted channel has an open order, payment or job, will retry to erase it");
            }
            // Or restored meanwhile, or another server was quicker.
            Ok(ChannelErasure::Busy | ChannelErasure::NotDeleted) => {}
            Err(cause) => tracing::warn!(%cause, %channel, "deleted channel could not be erased, will retry"),
        }
    }

    async fn delete(&self, channel: ChannelId, files: &ChannelFiles) -> Result<(), RecordingStoreError> {
        // First those whose names a new channel may have, soon after that was looked at.
        for alias in &files.aliases {
            for folder in FOLDERS {
                self.images.objects().remove(&format!("{folder}/{alias}")).await?;
            }
        }
        for media in &files.media {
            self.recording_store.remove(*media).await?;
        }
        for clip in &files.clips {
            self.recording_store.remove_clip(*clip).await?;
        }
        for upload in &files.uploads {
            self.inbox.remove(*upload).await?;
        }
        // Tried again otherwise: nothing is lost by deleting twice.
        let _ = self.store.channel_files_deleted(channel, self.clock.now()).await;
        Ok(())
    }
}
