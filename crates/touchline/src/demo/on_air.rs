//! Gives the demo's games their moving pictures: live ones are sent round the clock, some that are over were recorded.

use std::net::SocketAddr;

use anyhow::{Context, Result};
use domain::ids::{ChannelId, MediaId};
use domain::stream_key::{self, Claim};
use domain::time::Timestamp;
use media::ffmpeg::Ffmpeg;
use media::images::Images;
use media::import::{Limits, import};
use media::vault::Vault;
use store::{Channel, Store};

use super::footage::{Footage, Planned, Pusher, live, recordings};
use super::{captions, clips};

/// What the pictures are made with and sent to.
pub(crate) struct OnAir {
    pub(crate) footage: Footage,
    pub(crate) store: Store,
    pub(crate) vault: Vault,
    pub(crate) images: Images,
    pub(crate) rtmp: SocketAddr,
}

impl OnAir {
    /// Makes what is missing, the first live games first, then sends until it is dropped.
    pub(crate) async fn run(self) {
        let mut pushers = Vec::new();
        let (first, rest) = {
            let mut games = live();
            let rest = games.split_off(games.len().min(2));
            (games, rest)
        };
        for game in first {
            pushers.extend(told(self.send(&game).await));
        }
        told(self.advertise().await);
        for game in recordings() {
            told(self.record(&game).await);
        }
        for game in rest {
            pushers.extend(told(self.send(&game).await));
        }
        std::future::pending::<()>().await;
    }

    async fn send(&self, planned: &Planned) -> Result<Pusher> {
        let file = self.footage.live_loop(&planned.game).await?;
        let channel = self.channel(planned).await?;
        let identity = &channel.identity;
        let generation = self.store.key_generation(identity.id, planned.event).await?.context("the game is gone")?;
        let key = stream_key::issue(&identity.key_secret, identity.id, Claim { event: planned.event, generation });
        Pusher::start(file, &format!("rtmp://{}/live/{}", self.rtmp, key.expose()))
    }

    /// Prerolls are a few seconds of the channel's own games.
    async fn advertise(&self) -> Result<()> {
        let games = live();
        let objects = self.images.objects();
        for (name, game) in
            ["season-pass", "tickets"].into_iter().zip(games.iter().filter(|game| game.channel == "demo"))
        {
            let key = format!("prerolls/demo/{name}.mp4");
            if objects.get(&key, u64::MAX).await?.is_some() {
                continue;
            }
            let file = self.footage.live_loop(&game.game).await?;
            let folder = tempfile::tempdir()?;
            let cut = folder.path().join("preroll.mp4");
            let done = tokio::process::Command::new("ffmpeg")
                .args(["-hide_banner", "-loglevel", "error", "-nostdin", "-t", "6", "-i"])
                .arg(&file)
                .args(["-c", "copy", "-movflags", "+faststart"])
                .arg(&cut)
                .status()
                .await?;
            anyhow::ensure!(done.success(), "ffmpeg could not cut a preroll");
            objects.put(&key, tokio::fs::read(&cut).await?.into()).await?;
        }
        super::seed::write(&self.store, &self.images).await
    }

    async fn record(&self, planned: &Planned) -> Result<()> {
        let channel = self.channel(planned).await?.identity.id;
        if let Some(media) = self.recorded(channel, planned).await? {
            return self.furnish(channel, planned, media).await;
        }
        let ffmpeg = tokio::task::spawn_blocking(Ffmpeg::find).await??;
        let file = self.footage.recording(&planned.game).await?;
        let now = Timestamp(jiff::Timestamp::now().as_millisecond());
        let media = self.store.await_recording(channel, planned.event, now).await?;
        // What a stopped demo left behind is begun anew.
        self.vault.remove(media).await?;
        let folder = self.vault.folder(media);
        let imported = import(&ffmpeg, &file, &folder, now, Limits::default(), |_| {}).await?;
        media::pictures::make(&ffmpeg, &folder).await?;
        self.vault.keep(media).await?;
        let duration_ms = i64::try_from(imported.length.as_millis())?;
        self.store.end_stream(channel, planned.event, media, duration_ms, now).await?;
        self.store.media_has_pictures(channel, media).await?;
        self.furnish(channel, planned, media).await
    }

    /// Adds what others than the camera bring to a recording.
    async fn furnish(&self, channel: ChannelId, planned: &Planned, media: MediaId) -> Result<()> {
        captions::write(&self.store, channel, planned.event).await?;
        clips::write(&self.store, channel, planned.event, media).await
    }

    async fn recorded(&self, channel: ChannelId, planned: &Planned) -> Result<Option<MediaId>> {
        let games = self.store.events(channel).await?;
        let game = games.iter().find(|game| game.id == planned.event).context("the game is gone")?;
        Ok(game.media.iter().find(|media| media.source.is_own() && media.state.can_be_watched()).map(|media| media.id))
    }

    async fn channel(&self, planned: &Planned) -> Result<Channel> {
        let channels = self.store.channels().await?;
        channels.into_iter().find(|channel| channel.identity.alias == planned.channel).context("the channel is gone")
    }
}

/// The demo goes on without what could not be made.
fn told<T>(made: Result<T>) -> Option<T> {
    made.inspect_err(|cause| tracing::warn!(cause = format!("{cause:#}"), "a game of the demo has no moving pictures"))
        .ok()
}

#[cfg(test)]
mod tests;
