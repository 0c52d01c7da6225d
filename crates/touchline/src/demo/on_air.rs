//! Gives the demo's games their moving pictures: live ones are sent round the clock, some that are over were recorded.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result};
use domain::ids::{ChannelId, MediaId};
use domain::stream_key::{self, Claim};
use domain::time::Timestamp;
use media::ffmpeg::Ffmpeg;
use media::images::Images;
use media::import::{Limits, import};
use media::vault::Vault;
use store::{Channel, Store};
use tokio::time::Instant;

use super::footage::{Film, Footage, Planned, Pusher, USUAL_SPEED, first_live, live, recordings};
use super::premieres::Premieres;
use super::{captions, clips, seed};

/// How often it is looked at whether a drawing is still in time.
const LOOK: Duration = Duration::from_secs(1);

/// From the first picture that is sent to the page that shows it.
const LEAD: Duration = Duration::from_secs(1);

/// What the pictures are made with and sent to.
pub(crate) struct OnAir {
    pub(crate) footage: Footage,
    pub(crate) store: Store,
    pub(crate) vault: Vault,
    pub(crate) images: Images,
    pub(crate) rtmp: SocketAddr,
    pub(crate) premieres: Premieres,
}

impl OnAir {
    /// Makes what is missing, the first live games first, then sends until it is dropped.
    pub(crate) async fn run(self) {
        let mut pushers = Vec::new();
        let first = first_live();
        let mut speed = USUAL_SPEED;
        for turn in 0..first.len() {
            pushers.extend(self.begin(&first[turn..], &mut speed).await);
        }
        told(self.advertise().await);
        for game in recordings() {
            told(self.record(&game).await);
        }
        for game in live().into_iter().skip(first.len()) {
            pushers.extend(self.begin(&[game], &mut speed).await);
        }
        std::future::pending::<()>().await;
    }

    /// Draws the first of these games, which is sent as soon as it will not run out of pictures, but not before its
    /// premiere; the others are drawn after it.
    async fn begin(&self, games: &[Planned], speed: &mut f64) -> Option<Pusher> {
        let begun = self.draw_and_send(games, speed).await;
        if let (Err(_), Some(game)) = (&begun, games.first()) {
            let is_cancelled = self.premieres.lock().await.cancel(game.event);
            if is_cancelled {
                self.announce().await;
            }
        }
        told(begun)
    }

    /// Ends when all of it is drawn, and knows the speed of that.
    async fn draw_and_send(&self, games: &[Planned], speed: &mut f64) -> Result<Pusher> {
        let (game, later) = games.split_first().context("no game")?;
        let mut film = self.footage.live(&game.game).await?;
        let later: Vec<_> = later.iter().map(|game| Duration::from_secs(game.game.seconds.into())).collect();
        let mut pusher = None;
        let before = *speed;
        while let Some(pace) = film.pace(before) {
            *speed = pace.speed();
            let awaited = games.iter().zip(pace.ready_in(&later)).skip(usize::from(pusher.is_some()));
            self.expect(awaited).await;
            if pusher.is_none() && pace.has_head() {
                pusher = Some(self.send(game, film.clone()).await?);
            }
            film.grows(LOOK).await?;
        }
        film.clone().whole().await?;
        match pusher {
            Some(pusher) => Ok(pusher),
            None => self.send(game, film).await,
        }
    }

    /// Moves the premieres of games that are ready at another time than was foreseen.
    async fn expect(&self, games: impl Iterator<Item = (&Planned, Duration)>) {
        let mut starts = self.premieres.lock().await;
        let mut is_moved = false;
        for (game, ready_in) in games {
            is_moved |= starts.expect(game.event, now(), ready_in);
        }
        drop(starts);
        if is_moved {
            self.announce().await;
        }
    }

    async fn announce(&self) {
        if let Err(cause) = seed::write(&self.store, &self.images, &self.premieres).await {
            tracing::warn!(cause = format!("{cause:#}"), "cannot move the start of a demo game");
        }
    }

    /// Sends a game from its premiere on, or at once where it has none ahead.
    async fn send(&self, planned: &Planned, film: Film) -> Result<Pusher> {
        let channel = self.channel(planned).await?;
        let identity = &channel.identity;
        let generation = self.store.key_generation(identity.id, planned.event).await?.context("the game is gone")?;
        let key = stream_key::issue(&identity.key_secret, identity.id, Claim { event: planned.event, generation });
        let start = self.premieres.lock().await.of(planned.event);
        let wait_ms = start.map_or(0, |start| start.0.saturating_sub(now().0).max(0));
        let at = Instant::now() + Duration::from_millis(wait_ms.unsigned_abs()).saturating_sub(LEAD);
        Pusher::start(film, &format!("rtmp://{}/live/{}", self.rtmp, key.expose()), at)
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
            let file = self.footage.live(&game.game).await?.whole().await?;
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
        seed::write(&self.store, &self.images, &self.premieres).await
    }

    async fn record(&self, planned: &Planned) -> Result<()> {
        let channel = self.channel(planned).await?.identity.id;
        if let Some(media) = self.recorded(channel, planned).await? {
            return self.furnish(channel, planned, media).await;
        }
        let ffmpeg = tokio::task::spawn_blocking(Ffmpeg::find).await??;
        let file = self.footage.recording(&planned.game).await?;
        let now = now();
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

fn now() -> Timestamp {
    Timestamp(jiff::Timestamp::now().as_millisecond())
}

/// The demo goes on without what could not be made.
fn told<T>(made: Result<T>) -> Option<T> {
    made.inspect_err(|cause| tracing::warn!(cause = format!("{cause:#}"), "a game of the demo has no moving pictures"))
        .ok()
}

#[cfg(test)]
mod tests;
