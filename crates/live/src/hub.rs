//! All live games of this server.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::event::StreamStatus;
use domain::ids::{ChannelId, EventId, MediaId};
use domain::stream_key::Claim;
use domain::time::{Clock, Timestamp};
use media::ffmpeg::Ffmpeg;
use media::ingest::{self, Feed, Protocol, Refused, StreamKey};
use media::live::LiveStream;
use media::live::encoder::{Budget, Source};
use store::{OpenStream, Store, Taken};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::authorize::{self, EncoderAuthorizer};
use super::disk_space::{DiskSpace, Storage};
use super::health::{Health, RecordingState, StreamHealth};
use super::ladder::Ladder;
use super::publication::Publication;
use super::recorder::Recorder;
use super::resume::Resumed;
use super::session::{Command, Outcome, Session};
use super::stream_state::{self, Stage};
use super::test_stream::TestKeys;
use super::{Schedule, Settings};
use crate::live_streams::LiveStreams;

/// More than one machine can package.
const MAX_GAMES: usize = 128;
/// Viewers of a game that has ended read its last playlist from memory for so long.
const LINGER: Duration = Duration::from_secs(120);
/// How soon a rotated key or an ended game is noticed that was not changed here.
const LOOK: Duration = Duration::from_secs(1);
/// Looks between two at the disk.
const DISK_LOOKS: u32 = 10;
/// Checks between two lease renewals: a third of a lease.
const LEASE_LOOKS: u32 = 5;
/// An encoder that is back does not wait any longer for the database.
const HOLD_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a stop waits for games to be written down.
const STOP_TIMEOUT: Duration = Duration::from_secs(15);
/// Commands wait only while a game's task is busy with one.
const COMMANDS: usize = 8;
/// Two encoders with the same key: for this time, in milliseconds, an encoder that lost the game cannot take it back
/// while the other sends. Each attempt restarts the time.
const CONTEST: i64 = Timestamp::MINUTE;

/// Cheap to hand around.
#[derive(Clone)]
pub struct Hub(Arc<Parts>);

struct Parts {
    authorizer: EncoderAuthorizer,
    store: Store,
    schedule: Arc<dyn Schedule>,
    settings: Settings,
    space: DiskSpace,
    ladder: Arc<Ladder>,
    games: Mutex<HashMap<EventId, Game>>,
    live_streams: Arc<LiveStreams>,
    /// One game is opened at a time, so that none is opened twice.
    opening: tokio::sync::Mutex<()>,
    tests: TestKeys,
    clock: Clock,
}

/// A live game as others hold it.
#[derive(Clone)]
struct Game {
    stream: OpenStream,
    commands: mpsc::Sender<Command>,
    stages: watch::Receiver<Stage>,
    stream_health: Arc<StreamHealth>,
    /// Of the key that its encoder came with last.
    generation: Arc<Mutex<Option<i64>>>,
    /// When another encoder came last while one was sending.
    contested: Arc<Mutex<Option<Timestamp>>>,
    opened: Instant,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl Hub {
    /// Without ffmpeg games have no lower renditions.
    pub fn new(
        store: Store,
        schedule: Arc<dyn Schedule>,
        live_streams: Arc<LiveStreams>,
        settings: Settings,
        ffmpeg: Option<Ffmpeg>,
        clock: Clock,
    ) -> Self {
        Self(Arc::new(Parts {
            authorizer: EncoderAuthorizer::new(schedule.clone(), store.clone()),
            space: DiskSpace::new(&settings),
            ladder: Ladder::new(ffmpeg, Budget::of_cores(settings.rendition_cores)),
            store,
            schedule,
            settings,
            games: Mutex::default(),
            live_streams,
            opening: tokio::sync::Mutex::default(),
            tests: TestKeys::default(),
            clock,
        }))
    }

    pub(super) fn test_keys(&self) -> &TestKeys {
        &self.0.tests
    }

    pub(super) fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// The live games that viewers are shown, and for a little while those that have ended.
    pub fn live_streams(&self) -> &LiveStreams {
        &self.0.live_streams
    }

    /// Lets an encoder in that has a game's key, in place of the one that is there.
    pub async fn admit(&self, key: &str, protocol: Protocol, from: IpAddr) -> Result<Feed, Refused> {
        let admitted = self.attach(key, protocol, from).await;
        if let Err(refused) = &admitted {
            metrics::counter!("touchline_encoder_refusals_total", "why" => authorize::word(*refused)).increment(1);
            // Guesses do not fill the log.
            if *refused != Refused::TooManyTries {
                tracing::warn!(%from, why = %refused, "encoder rejected");
            }
        }
        admitted
    }

    async fn attach(&self, key: &str, protocol: Protocol, from: IpAddr) -> Result<Feed, Refused> {
        if let Some(feed) = self.0.tests.admit(key, protocol) {
            return Ok(feed);
        }
        let known = |claim: Claim| *lock(&self.game(claim.event)?.generation);
        let (channel, claim) = self.0.authorizer.check(key, from, known, self.0.clock.now()).await?;
        let game = {
            let _one = self.0.opening.lock().await;
            match self.game(claim.event) {
                Some(game) => {
                    self.hold(&game).await?;
                    self.contest(&game)?;
                    game
                }
                None => self.begin(channel, claim.event).await?,
            }
        };
        let (feed, publication) = Publication::new(protocol, claim.generation);
        game.commands.send(Command::Attach(publication)).await.map_err(|_| Refused::Finished)?;
        *lock(&game.generation) = Some(claim.generation);
        Ok(feed)
    }

    /// A game that was not live: with what there is of it, should this server have forgotten about it.
    async fn begin(&self, channel: ChannelId, event: EventId) -> Result<Game, Refused> {
        if self.0.space.is_short() {
            return Err(Refused::NoSpace);
        }
        if self.games().len() >= MAX_GAMES {
            return Err(Refused::TooManyGames);
        }
        let taken = self.0.store.stream_take(channel, event, &self.0.settings.node_id, self.0.clock.now()).await;
        let media = match taken.map_err(|_| Refused::Unavailable)? {
            Taken::Media(media) => media,
            Taken::Over => return Err(Refused::Finished),
            Taken::Elsewhere(until) => return Err(self.elsewhere(event, until)),
        };
        let stream = OpenStream { channel, event, media };
        let opening =
            Resumed::read(self.folder(media), self.0.settings.window, self.0.clock.now()).await.map_err(|cause| {
                tracing::error!(game = %event, %media, %cause, "recording damaged, encoder rejected");
                Refused::Unavailable
            })?;
        let stage = if opening.length.is_zero() { Stage::Waiting } else { Stage::Interrupted };
        Ok(self.open(stream, opening, stage))
    }

    /// An encoder is back at a game of this server, which another one may have taken meanwhile.
    async fn hold(&self, game: &Game) -> Result<(), Refused> {
        let OpenStream { channel, event, .. } = game.stream;
        let taken = self.0.store.stream_take(channel, event, &self.0.settings.node_id, self.0.clock.now());
        match tokio::time::timeout(HOLD_TIMEOUT, taken).await {
            Ok(Ok(Taken::Elsewhere(until))) => Err(self.elsewhere(event, until)),
            // While the database is away nobody else can take it.
            Ok(Ok(Taken::Media(_) | Taken::Over) | Err(_)) | Err(_) => Ok(()),
        }
    }

    /// A new encoder takes the game over once. The one that lost it would reconnect forever and viewers would see
    /// constant switches, so it is rejected while the other sends.
    fn contest(&self, game: &Game) -> Result<(), Refused> {
        let now = self.0.clock.now();
        if !game.stream_health.is_sending(now) {
            return Ok(());
        }
        let before = lock(&game.contested).replace(now);
        if before.is_some_and(|before| now.0 - before.0 < CONTEST) { Err(Refused::Occupied) } else { Ok(()) }
    }

    fn elsewhere(&self, event: EventId, until: Timestamp) -> Refused {
        let seconds = (until.0 - self.0.clock.now().0).max(0) / Timestamp::SECOND;
        tracing::warn!(game = %event, seconds, "game is leased by another server, encoder rejected");
        Refused::Elsewhere
    }

    /// Resumes the games that were live when the program stopped or crashed.
    pub async fn resume(&self) -> store::Result<()> {
        self.0.space.look(self.0.clock.now()).await;
        let _one = self.0.opening.lock().await;
        for stream in self.0.store.streams_open().await? {
            let OpenStream { channel, event, media } = stream;
            // What another server began may lie on its own disk.
            let is_here = tokio::fs::try_exists(self.folder(media).join("meta.json")).await.unwrap_or(false);
            if !self.0.store.stream_take_open(stream, &self.0.settings.node_id, is_here, self.0.clock.now()).await? {
                tracing::info!(game = %event, %media, "live game is leased by another server, skipped");
                continue;
            }
            let opening = match Resumed::read(self.folder(media), self.0.settings.window, self.0.clock.now()).await {
                Ok(opening) => opening,
                Err(cause) => {
                    tracing::error!(game = %event, %media, %cause, "recording damaged, live game ended");
                    self.0.store.stream_end(channel, event, media, 0, self.0.clock.now()).await?;
                    continue;
                }
            };
            // The program was gone between the end of the recording and the word of it.
            if opening.ended {
                self.0.store.stream_end(channel, event, media, opening.length_ms(), self.0.clock.now()).await?;
                continue;
            }
            if opening.length.is_zero() {
                tracing::warn!(game = %event, %media, "live game has no recording");
            }
            self.open(stream, opening, Stage::Interrupted);
            tracing::info!(game = %event, %media, "live game resumed, waiting for the encoder");
        }
        Ok(())
    }

    /// Starts the task of a game.
    fn open(&self, stream: OpenStream, mut opening: Resumed, stage: Stage) -> Game {
        let lower = self.0.ladder.join();
        opening.live.show_pictures(lower.is_some());
        let air = Arc::new(LiveStream::new(opening.settings, opening.live));
        let stream_health: Arc<StreamHealth> = Arc::default();
        if stage == Stage::Interrupted {
            stream_health.disconnected(self.0.clock.now());
        }
        let (commands, asked) = mpsc::channel(COMMANDS);
        let (stages, told) = watch::channel(stage);
        let session = Session {
            event: stream.event,
            recorder: Recorder::start(
                opening.disk,
                (stream.event, stream.media),
                self.0.live_streams.clone(),
                air.clone(),
                stream_health.clone(),
                self.0.clock.clone(),
            ),
            lower,
            air: air.clone(),
            stream_health: stream_health.clone(),
            commands: asked,
            stages,
            silence: self.0.settings.silence,
            length: opening.length,
            clock: self.0.clock.clone(),
        };
        self.0.live_streams.insert(stream.media, air);
        let task = tokio::spawn(self.clone().run(stream, session, told.clone()));
        let game = Game {
            stream,
            commands,
            stages: told,
            stream_health,
            generation: Arc::default(),
            contested: Arc::default(),
            opened: Instant::now(),
            task: Arc::new(Mutex::new(Some(task))),
        };
        self.games().insert(stream.event, game.clone());
        game
    }

    /// A game from its beginning until its end is written down.
    async fn run(self, stream: OpenStream, session: Session, stages: watch::Receiver<Stage>) {
        let OpenStream { event, media, .. } = stream;
        let (store, node_id) = (self.0.store.clone(), self.0.settings.node_id.clone());
        let kept = tokio::spawn(stream_state::keep(store, node_id, stream, stages, self.0.clock.clone()));
        let outcome = session.run().await;
        tracing::info!(game = %event, %media, ?outcome, "live session ended");
        // Until then the game stays in the list: an encoder that comes back would open it again.
        let _ = kept.await;
        if outcome == Outcome::Stopped {
            return;
        }
        let mut games = self.games();
        if games.get(&event).is_some_and(|game| game.stream.media == media) {
            games.remove(&event);
            bitrate(event, 0);
        }
        drop(games);
        if outcome == Outcome::Lost {
            // What is in memory here does not go on.
            return self.0.live_streams.remove(media);
        }
        tokio::spawn(self.linger(media, outcome));
    }

    /// Keeps the game in memory until viewers have played to the end, then drops it.
    async fn linger(self, media: MediaId, outcome: Outcome) {
        tokio::time::sleep(LINGER).await;
        self.0.live_streams.remove(media);
        if outcome == Outcome::HandedOver {
            let folder = self.folder(media);
            let removed = tokio::task::spawn_blocking(move || std::fs::remove_dir_all(folder)).await;
            if let Ok(Err(cause)) = removed {
                tracing::warn!(%media, %cause, "deleting a handed-over recording failed");
            }
        }
    }

    /// The game is over: what was recorded is there to be watched at once. Says whether it was live.
    pub async fn end(&self, event: EventId) -> bool {
        let Some(game) = self.game(event) else { return false };
        game.commands.send(Command::End).await.is_ok()
    }

    /// The game's key was rotated: disconnects an encoder with an older key.
    pub async fn rotated(&self, event: EventId, generation: i64) {
        if let Some(game) = self.game(event) {
            // A game that is just ending has no encoder to cut off.
            let _ = game.commands.send(Command::Rotated(generation)).await;
        }
    }

    /// Restarts a live game with the connected encoder, so that an endless game does not grow forever. The old
    /// recording is deleted when its viewers have moved on.
    pub async fn restart(&self, event: EventId) -> store::Result<bool> {
        let _one = self.0.opening.lock().await;
        let Some(game) = self.game(event) else { return Ok(false) };
        let OpenStream { channel, media, .. } = game.stream;
        let Some(new) = self.0.store.stream_restart(channel, event, media, self.0.clock.now()).await? else {
            return Ok(false);
        };
        let (give, given) = oneshot::channel();
        let asked = game.commands.send(Command::HandOver(give)).await;
        let publication = if asked.is_ok() { given.await.ok().flatten() } else { None };
        let opening = Resumed::fresh(self.folder(new), self.0.settings.window, self.0.clock.now());
        let next = self.open(OpenStream { media: new, ..game.stream }, opening, Stage::OnAir);
        *lock(&next.generation) = *lock(&game.generation);
        if let Some(publication) = publication {
            // Its task was started a moment ago, and ends by a command or by silence only.
            let _ = next.commands.send(Command::Attach(publication)).await;
        }
        Ok(true)
    }

    /// Whether there is so little room for recordings that what can wait waits.
    pub fn is_tight(&self) -> bool {
        self.0.space.is_tight()
    }

    /// Whether live games leave enough processor time for this number of a recording's lower renditions.
    pub fn has_room_for(&self, source: Source, count: usize) -> bool {
        self.0.ladder.has_room_for(source, count)
    }

    /// How the live games do, in the order of their ids.
    pub fn health(&self) -> Vec<Health> {
        let now = self.0.clock.now();
        let health = |game: &Game| {
            let state = game.stages.borrow().state();
            game.stream_health.health(game.stream.event, game.stream.media, state, now)
        };
        let mut games: Vec<Health> = self.games().values().map(health).collect();
        games.sort_unstable_by_key(|health| health.event);
        games
    }

    /// How the disk that they are recorded on does.
    pub fn storage(&self) -> Storage {
        self.0.space.storage(self.health().into_iter().filter_map(|health| match health.recording {
            RecordingState::Failing { since, why } => Some((why, since)),
            RecordingState::Written => None,
        }))
    }

    /// Looks after the games for as long as the server runs: keys and ends that were decided elsewhere, room on disk,
    /// figures.
    pub async fn follow(self) {
        for look in 0_u32.. {
            if look.is_multiple_of(DISK_LOOKS) {
                self.0.space.look(self.0.clock.now()).await;
            }
            if look.is_multiple_of(LEASE_LOOKS) {
                // While the database is away nobody else can take them either.
                if let Err(cause) = self.renew().await {
                    tracing::debug!(%cause, "renewing live game leases failed");
                }
            }
            let games: Vec<Game> = self.games().values().cloned().collect();
            metrics::gauge!("touchline_live_games").set(games.len() as f64);
            for game in games {
                self.look_after(&game).await;
            }
            for health in self.health() {
                bitrate(health.event, health.bitrate);
                self.warn_of(&health);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Renews the leases of games with a connected encoder, and ends the games that another server has taken. A game
    /// that waits for its encoder moves to the server that the encoder connects to.
    async fn renew(&self) -> store::Result<()> {
        let health = self.health();
        let (here, away): (Vec<_>, Vec<_>) = health.into_iter().partition(|health| health.since.is_some());
        let [here, away] = [here, away].map(|games| games.into_iter().map(|health| health.media).collect());
        let lost = self.0.store.streams_renew(here, away, &self.0.settings.node_id, self.0.clock.now()).await?;
        let games: Vec<Game> = self.games().values().cloned().collect();
        for game in games.into_iter().filter(|game| lost.contains(&game.stream.media)) {
            tracing::error!(game = %game.stream.event, "lease lost to another server, live session ended");
            // One that ends by itself is not ours any more either.
            let _ = game.commands.send(Command::Lost).await;
        }
        Ok(())
    }

    async fn look_after(&self, game: &Game) {
        let OpenStream { channel, event, .. } = game.stream;
        let has_begun = *game.stages.borrow() != Stage::Waiting;
        let is_over = |id| self.0.schedule.game(id).is_some_and(|game| game.status == StreamStatus::Finished);
        if has_begun && is_over(event) {
            self.end(event).await;
            return;
        }
        // While the database is away the keys of before are good.
        if let Ok(Some(generation)) = self.0.store.stream_key_generation(channel, event).await {
            self.rotated(event, generation).await;
        }
        let is_old = self.0.settings.restart_after.is_some_and(|after| game.opened.elapsed() >= after);
        if is_old
            && has_begun
            && let Err(cause) = self.restart(event).await
        {
            tracing::warn!(game = %event, %cause, "restarting a game failed");
        }
    }

    /// Logs each problem with an encoder's settings once.
    fn warn_of(&self, health: &Health) {
        let Some(game) = self.game(health.event) else { return };
        let (unshown, advice) = game.stream_health.news(health, self.0.clock.now());
        if let Some(why) = unshown {
            tracing::warn!(game = %health.event, %why, "encoder sends no playable video");
        }
        for advice in advice {
            tracing::warn!(game = %health.event, %advice, "encoder settings should be changed");
        }
    }

    /// Stops all sessions so that the next start can resume them: everything received is on disk and no game is ended.
    pub async fn stop(&self) {
        let _one = self.0.opening.lock().await;
        let games: Vec<Game> = self.games().drain().map(|(_, game)| game).collect();
        for game in &games {
            // One that has ended by itself is done already.
            let _ = game.commands.send(Command::Stop).await;
        }
        let written = async {
            for game in games {
                let task = lock(&game.task).take();
                if let Some(task) = task {
                    let _ = task.await;
                }
            }
        };
        if tokio::time::timeout(STOP_TIMEOUT, written).await.is_err() {
            tracing::error!("flushing live games timed out");
            return;
        }
        if let Err(cause) = self.0.store.streams_release(&self.0.settings.node_id).await {
            tracing::warn!(%cause, "releasing live games failed, other servers wait for the leases to expire");
        }
    }

    fn folder(&self, media: MediaId) -> PathBuf {
        self.0.settings.folder.join(media.to_string())
    }

    fn game(&self, event: EventId) -> Option<Game> {
        self.games().get(&event).cloned()
    }

    fn games(&self) -> MutexGuard<'_, HashMap<EventId, Game>> {
        lock(&self.0.games)
    }
}

fn bitrate(event: EventId, bits: u64) {
    metrics::gauge!("touchline_stream_bits_per_second", "game" => event.to_string()).set(bits as f64);
}

impl ingest::Authorizer for Hub {
    async fn authorize(&self, key: StreamKey, from: SocketAddr, protocol: Protocol) -> Result<Feed, Refused> {
        Hub::admit(self, key.expose(), protocol, from.ip()).await
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
