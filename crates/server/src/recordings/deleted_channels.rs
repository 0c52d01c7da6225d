//! Deletes the files of deleted channels, whose rows went before: neither a crash nor a storage that is away leaves
//! anything behind.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::ChannelId;
use media::storage::{Images, RecordingStore, RecordingStoreError};
use store::{ChannelFiles, Store};

use super::uploads::Inbox;
use crate::clock::Clock;

pub(crate) const SWEEP_INTERVAL: Duration = Duration::from_secs(5);

pub(crate) struct DeletedChannels {
    pub(crate) store: Store,
    pub(crate) images: Images,
    pub(crate) vault: RecordingStore,
    pub(crate) inbox: Arc<Inbox>,
    pub(crate) clock: Clock,
}

impl DeletedChannels {
    pub(crate) async fn sweep(&self) {
        // While the database is away, others say so.
        let Ok(left) = self.store.channels_with_files_left().await else { return };
        for (channel, files) in left {
            match self.delete(channel, &files).await {
                Ok(()) => tracing::info!(%channel, "files of a deleted channel are gone"),
                Err(cause) => {
                    tracing::warn!(%cause, %channel, "files of a deleted channel could not be deleted, will retry");
                }
            }
        }
    }

    async fn delete(&self, channel: ChannelId, files: &ChannelFiles) -> Result<(), RecordingStoreError> {
        for media in &files.media {
            self.vault.remove(*media).await?;
        }
        for clip in &files.clips {
            self.vault.remove_clip(*clip).await?;
        }
        for upload in &files.uploads {
            self.inbox.remove(*upload).await?;
        }
        for alias in &files.aliases {
            for folder in ["images", "originals", "prerolls"] {
                self.images.objects().remove(&format!("{folder}/{alias}")).await?;
            }
        }
        // Tried again otherwise: nothing is lost by deleting twice.
        let _ = self.store.channel_files_deleted(channel, self.clock.now()).await;
        Ok(())
    }
}
