//! Footage of the demo's games: live games are sent around the clock, some finished games have a recording.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use domain::ids::{ChannelId, MediaId};
use domain::stream_key::{self, Claim};
use domain::time::Clock;
use media::ffmpeg::Ffmpeg;
use media::storage::{Images, RecordingStore};
use media::vod::import::{Imported, Limits, import};
use store::{Channel, Store, UploadFor};
use tokio::time::Instant;

use super::footage::{Film, Footage, Planned, PlannedFilm, Pusher, USUAL_SPEED, first_live, live, recordings};
use super::premieres::Premieres;
use super::{captions, clips, seed};

/// How often it is looked at whether a drawing is still in time.
const LOOK: Duration = Duration::from_secs(1);

/// From the first picture that is sent to the page that shows it.
const LEAD: Duration = Duration::from_secs(1);

/// What the pictures are made with and sent to.
pub struct OnAir {
    pub footage: Footage,
    pub store: Store,
    pub recording_store: RecordingStore,
    pub images: Images,
    pub clock: Clock,
    pub rtmp: SocketAddr,
    pub premieres: Premieres,
    /// Games that are over, with the films that are cut out of them.
    pub recordings: Vec<Planned>,
}

impl OnAir {
    /// Makes what is missing, live games first, then sends until it is dropped.
    pub async fn run(self) {
        told(self.await_recordings().await);
        let mut pushers = Vec::new();
        let first = first_live();
        let mut speed = USUAL_SPEED;
        for turn in 0..first.len() {
            pushers.extend(self.begin(&first[turn..], &mut speed).await);
        }
        for game in live().into_iter().skip(first.len()) {
            pushers.extend(self.begin(&[game], &mut speed).await);
        }
        told(self.advertise().await);
        for game in &self.recordings {
            if told(self.record(game).await).is_none() {
                told(give_up(&self.store, game).await);
            }
            for film in &game.films {
                told(self.release(game, film).await);
            }
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
            is_moved |= starts.expect(game.event, self.clock.now(), ready_in);
        }
        drop(starts);
        if is_moved {
            self.announce().await;
        }
    }

    async fn announce(&self) {
        if let Err(cause) = seed::write(&self.store, &self.images, &self.premieres, &self.clock).await {
            tracing::warn!(cause = format!("{cause:#}"), "moving a demo game's start failed");
        }
    }

    /// Sends a game from its premiere on, or at once where it has none ahead.
    async fn send(&self, planned: &Planned, film: Film) -> Result<Pusher> {
        let channel = channel_of(&self.store, planned.channel).await?;
        let identity = &channel.identity;
        let generation =
            self.store.stream_key_generation(identity.id, planned.event).await?.context("the game is gone")?;
        let key = stream_key::issue(&identity.key_secret, identity.id, Claim { event: planned.event, generation });
        let start = self.premieres.lock().await.of(planned.event);
        let wait_ms = start.map_or(0, |start| start.0.saturating_sub(self.clock.now().0).max(0));
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
            self.footage.cut(&file, 0, 6, &cut).await?;
            objects.put(&key, tokio::fs::read(&cut).await?.into()).await?;
        }
        seed::write(&self.store, &self.images, &self.premieres, &self.clock).await
    }

    /// Their pages say from the first that they are being made.
    async fn await_recordings(&self) -> Result<()> {
        for planned in &self.recordings {
            let channel = channel_of(&self.store, planned.channel).await?.identity.id;
            if watchable(&self.store, channel, UploadFor::Game(planned.event)).await?.is_none() {
                self.store.video_await(channel, UploadFor::Game(planned.event), self.clock.now()).await?;
            }
        }
        Ok(())
    }

    async fn record(&self, planned: &Planned) -> Result<()> {
        let channel = channel_of(&self.store, planned.channel).await?.identity.id;
        let of = UploadFor::Game(planned.event);
        if let Some(media) = watchable(&self.store, channel, of).await? {
            return self.furnish(channel, planned, media).await;
        }
        let file = self.footage.recording(&planned.game).await?;
        let (media, imported) = self.import(channel, of, &file).await?;
        let duration_ms = i64::try_from(imported.length.as_millis())?;
        self.store.stream_end(channel, planned.event, media, duration_ms, self.clock.now()).await?;
        self.store.media_set_has_pictures(channel, media).await?;
        self.furnish(channel, planned, media).await
    }

    /// Gives a film its video: a part of a game that was drawn, and is not drawn again.
    async fn release(&self, planned: &Planned, film: &PlannedFilm) -> Result<()> {
        let channel = channel_of(&self.store, planned.channel).await?.identity.id;
        let of = UploadFor::Film(film.film);
        if watchable(&self.store, channel, of).await?.is_none() {
            let whole = self.footage.recording(&planned.game).await?;
            let folder = tempfile::tempdir()?;
            let cut = folder.path().join("film.flv");
            self.footage.cut(&whole, film.cut.from, film.cut.seconds, &cut).await?;
            let (media, imported) = self.import(channel, of, &cut).await?;
            self.store
                .film_ready(channel, media, i64::try_from(imported.length.as_millis())?, self.clock.now())
                .await?;
            self.store.media_set_has_pictures(channel, media).await?;
        }
        captions::of_film(&self.store, channel, film.film, self.clock.now()).await
    }

    /// Makes a video of a file, with its pictures; nobody can watch it yet.
    async fn import(&self, channel: ChannelId, of: UploadFor, file: &Path) -> Result<(MediaId, Imported)> {
        let ffmpeg = tokio::task::spawn_blocking(Ffmpeg::find).await??;
        let media = self.store.video_await(channel, of, self.clock.now()).await?;
        // What a stopped demo left behind is begun anew.
        self.recording_store.remove(media).await?;
        let folder = self.recording_store.folder(media);
        let imported = import(&ffmpeg, file, &folder, self.clock.now(), Limits::default(), |_| {}).await?;
        media::vod::pictures::make(&ffmpeg, &folder).await?;
        self.recording_store.archive(media).await?;
        Ok((media, imported))
    }

    /// Adds what others than the camera bring to a recording.
    async fn furnish(&self, channel: ChannelId, planned: &Planned, media: MediaId) -> Result<()> {
        captions::of_game(&self.store, channel, planned.event, self.clock.now()).await?;
        clips::write(&self.store, channel, planned, media, self.clock.now()).await
    }
}

async fn channel_of(store: &Store, alias: &str) -> Result<Channel> {
    let channels = store.channels().await?;
    channels.into_iter().find(|channel| channel.identity.alias == alias).context("the channel is gone")
}

/// What can be watched of a game or film already.
async fn watchable(store: &Store, channel: ChannelId, of: UploadFor) -> Result<Option<MediaId>> {
    let media = store.media_of(channel, of).await?;
    Ok(media.iter().find(|media| media.source.is_own() && media.state.can_be_watched()).map(|media| media.id))
}

/// Where nothing is drawn, no page goes on saying that a recording is being made.
pub async fn give_up_all(store: &Store) -> Result<()> {
    for planned in recordings() {
        give_up(store, &planned).await?;
    }
    Ok(())
}

async fn give_up(store: &Store, planned: &Planned) -> Result<()> {
    if store.channel_is_gone(planned.channel).await? {
        return Ok(());
    }
    let channel = channel_of(store, planned.channel).await?.identity.id;
    Ok(store.video_give_up(channel, UploadFor::Game(planned.event)).await?)
}

/// The demo goes on without what could not be made.
fn told<T>(made: Result<T>) -> Option<T> {
    made.inspect_err(|cause| tracing::warn!(cause = format!("{cause:#}"), "making demo footage failed")).ok()
}

#[cfg(test)]
mod tests;
