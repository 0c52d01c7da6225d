//! Live games on a running server: which encoders may send them, and what becomes of them when things go wrong.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use domain::event::{Event, StreamStatus};
use domain::ids::{ChannelId, EventId, MediaId};
use domain::media::MediaState;
use domain::secret::Secret;
use domain::stream_key::{self, Claim};
use live::{Health, Hub};
use media::hls::Rendition;
use media::ingest::{CloseReason, Feed, Protocol, Refused};
use media::live::LiveStream;
use media::recording::read;
use media::storage::{Images, Objects};
use sea_orm::ConnectionTrait;
use server::config::Config;
use server::stand_ins::StandIns;
use server::{RunError, Running};
use store::Store;
use testkit::{Encoder, TestDatabase, channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::app::config;

/// Upcoming in the small channel.
const GAME: EventId = EventId(2);
const FINISHED: EventId = EventId(4);
const FROM: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

/// A server with the channels `demo` and `other`.
struct Server {
    store: Store,
    hub: Hub,
    demo: ChannelId,
    media: PathBuf,
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), RunError>>,
}

impl Server {
    async fn new(database: &TestDatabase) -> Self {
        database.store.channel_import(channel("demo", 1)).await.unwrap();
        database.store.channel_import(channel("other", 1001)).await.unwrap();
        Self::start(database, database.store.clone(), |_| {}).await
    }

    /// On what is there.
    async fn start(database: &TestDatabase, store: Store, change: impl FnOnce(&mut Config)) -> Self {
        let media = database.folder.path().join("media");
        let url = format!("file:{}", media.display());
        let images = Images::new(Objects::open(&url).unwrap(), 1024);
        let mut config = config(database, url);
        change(&mut config);
        let server: Running =
            server::start(&config, store.clone(), images, StandIns::default(), server::system_clock()).await.unwrap();
        let hub = server.hub().clone();
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(server.until(async {
            let _ = stopped.await;
        }));
        let channels = store.channels().await.unwrap();
        let demo = channels.iter().find(|channel| channel.identity.alias == "demo").unwrap().identity.id;
        Self { store, hub, demo, media, stop, running }
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.running.await.unwrap().unwrap();
    }

    fn key(&self, event: EventId, generation: i64) -> String {
        stream_key::issue(&Secret::new([7; 32]), self.demo, Claim { event, generation }).expose().clone()
    }

    async fn admit(&self, key: &str) -> Result<Feed, Refused> {
        self.hub.admit(key, Protocol::Rtmp, FROM).await
    }

    async fn game(&self) -> Event {
        self.store.events(self.demo).await.unwrap().into_iter().find(|game| game.id == GAME).unwrap()
    }

    async fn until_state(&self, status: StreamStatus, state: MediaState) -> MediaId {
        let mut media = MediaId(0);
        until(async || {
            let game = self.game().await;
            let Some(stream) = game.media.last() else { return false };
            media = stream.id;
            (game.status, stream.state) == (status, state)
        })
        .await;
        media
    }

    fn health(&self) -> Health {
        self.hub.health().into_iter().find(|health| health.event == GAME).unwrap()
    }

    /// An encoder with the game's first key that has sent so much.
    async fn publish(&self, seconds: u64) -> (Feed, Encoder) {
        let seat = self.admit(&self.key(GAME, 0)).await.unwrap();
        let mut encoder = Encoder::new(0);
        for config in encoder.configs() {
            seat.send(config).await.unwrap();
        }
        self.send(&seat, &mut encoder, seconds).await;
        (seat, encoder)
    }

    /// No faster than the disk takes it.
    async fn send(&self, seat: &Feed, encoder: &mut Encoder, seconds: u64) {
        for _ in 0..seconds {
            for _ in 0..25 {
                for input in encoder.step() {
                    seat.send(input).await.unwrap();
                }
            }
            until(async || self.health().behind == 0).await;
        }
    }

    fn folder(&self, media: MediaId) -> PathBuf {
        self.media.join("video").join(media.to_string())
    }
}

async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    let seen = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(testkit::TIMEOUT, seen).await.expect("it comes");
}

fn text(air: &Arc<LiveStream>) -> String {
    String::from_utf8(air.playlist(Rendition::SOURCE).unwrap().full.to_vec()).unwrap()
}

fn edge(air: &Arc<LiveStream>) -> u64 {
    air.playlist(Rendition::SOURCE).map_or(0, |playlist| playlist.edge.number)
}

/// EVT-04, EVT-11: live with the first picture, still live while the encoder is away, on demand from the end.
#[tokio::test]
async fn a_game_is_live_from_its_first_picture_to_its_end() {
    let database = TestDatabase::new().await;
    let server = Server::new(&database).await;
    let seat = server.admit(&server.key(GAME, 0)).await.unwrap();
    let media = server.until_state(StreamStatus::Upcoming, MediaState::Waiting).await;
    drop(seat);
    let (seat, _) = server.publish(9).await;
    assert_eq!(server.until_state(StreamStatus::Live, MediaState::OnAir).await, media);
    let air = server.hub.live_streams().get(media).unwrap();
    until(async || text(&air).contains("\n1.m4s\n")).await;
    drop(seat);
    server.until_state(StreamStatus::Live, MediaState::Interrupted).await;
    assert!(!text(&air).contains("ENDLIST"));

    assert!(server.hub.end(GAME).await);
    server.until_state(StreamStatus::Finished, MediaState::Ready).await;
    let game = server.game().await;
    assert_eq!((game.duration_s, game.media[0].duration_ms.unwrap() / 1000), (Some(9), 9));
    let recorded = read(&server.folder(media)).unwrap();
    assert!(recorded.ended());
    assert_eq!(
        recorded.playlist(Rendition::SOURCE).unwrap().render(&[]).full,
        text(&air),
        "the recording is there at once"
    );
    assert!(server.hub.live_streams().get(media).is_some(), "those who watch read to the end");
    until(async || server.hub.health().is_empty()).await;
    assert!(!server.hub.end(GAME).await);
    until(async || server.admit(&server.key(GAME, 0)).await.err() == Some(Refused::Finished)).await;
    server.stop().await;
}

/// T35, T56: only the right key of a game that is not over is let in, and guesses end soon; they do not keep the right
/// key out that comes from the same network.
#[tokio::test]
async fn wrong_stream_key_is_refused_and_throttled() {
    let database = TestDatabase::new().await;
    let server = Server::new(&database).await;
    let right = server.key(GAME, 0);
    assert_eq!(server.admit(&server.key(FINISHED, 0)).await.err(), Some(Refused::Finished));
    let other = stream_key::issue(&Secret::new([7; 32]), ChannelId(77), Claim { event: GAME, generation: 0 });
    let mut changed = right.clone();
    changed.replace_range(6..7, if &right[6..7] == "a" { "b" } else { "a" });
    for wrong in [other.expose(), &changed, &server.key(GAME, 1), &server.key(EventId(99), 0), "nonsense"] {
        assert_eq!(server.admit(wrong).await.err(), Some(Refused::UnknownKey), "{wrong}");
    }
    assert_eq!(server.admit(&changed).await.err(), Some(Refused::TooManyTries));
    assert_eq!(server.admit(&server.key(GAME, 1)).await.err(), Some(Refused::TooManyTries), "one of another time");
    assert!(server.admit(&right).await.is_ok());
    assert_eq!(server.admit(&changed).await.err(), Some(Refused::TooManyTries), "which forgives nothing");
    let elsewhere = "192.0.2.2".parse().unwrap();
    assert!(server.hub.admit(&right, Protocol::Rtmp, elsewhere).await.is_ok());
    server.stop().await;
}

/// T35: a key that is rotated anywhere ends the connection within moments; the new one goes on with the game.
#[tokio::test]
async fn a_key_that_is_rotated_while_live_is_cut_off() {
    let database = TestDatabase::new().await;
    let server = Server::new(&database).await;
    let (seat, _) = server.publish(6).await;
    server.until_state(StreamStatus::Live, MediaState::OnAir).await;
    assert_eq!(server.store.stream_key_rotate(server.demo, GAME).await.unwrap(), Some(1));
    assert_eq!(seat.closed().await, CloseReason::KeyRotated);
    assert_eq!(server.admit(&server.key(GAME, 0)).await.err(), Some(Refused::UnknownKey));
    let media = server.until_state(StreamStatus::Live, MediaState::Interrupted).await;

    let seat = server.admit(&server.key(GAME, 1)).await.unwrap();
    let mut encoder = Encoder::new(0);
    for config in encoder.configs() {
        seat.send(config).await.unwrap();
    }
    server.send(&seat, &mut encoder, 3).await;
    assert_eq!(server.until_state(StreamStatus::Live, MediaState::OnAir).await, media);
    // At once where it is rotated by this server.
    server.hub.rotated(GAME, 2).await;
    assert_eq!(seat.closed().await, CloseReason::KeyRotated);
    server.stop().await;
}

#[tokio::test]
async fn a_second_encoder_takes_over_and_a_game_ended_elsewhere_ends() {
    let database = TestDatabase::new().await;
    let server = Server::new(&database).await;
    let (first, _) = server.publish(4).await;
    let (second, _) = server.publish(4).await;
    assert_eq!(first.closed().await, CloseReason::TakenOver);
    let media = server.until_state(StreamStatus::Live, MediaState::OnAir).await;
    assert_eq!(server.health().connects, 2);
    // As the command line or another server does.
    assert!(
        server
            .store
            .event_move(server.demo, GAME, StreamStatus::Live, StreamStatus::Finished, crate::console::now())
            .await
            .unwrap()
    );
    assert_eq!(second.closed().await, CloseReason::Ended);
    server.until_state(StreamStatus::Finished, MediaState::Ready).await;
    assert!(text(&server.hub.live_streams().get(media).unwrap()).ends_with("#EXT-X-ENDLIST\n"));
    server.stop().await;
}

/// PLAY-05: of two encoders with one key the newcomer wins once; the other does not come back while it sends.
#[tokio::test]
async fn two_encoders_do_not_fight_for_ever() {
    let database = TestDatabase::new().await;
    let server = Server::new(&database).await;
    let (first, _) = server.publish(4).await;
    let (second, mut encoder) = server.publish(4).await;
    assert_eq!(first.closed().await, CloseReason::TakenOver);
    for _ in 0..5 {
        assert_eq!(server.admit(&server.key(GAME, 0)).await.err(), Some(Refused::Occupied));
        server.send(&second, &mut encoder, 1).await;
    }
    assert_eq!(server.health().connects, 2);
    // Gone, it is nobody's any more.
    drop(second);
    until(async || server.health().since.is_none()).await;
    assert!(server.admit(&server.key(GAME, 0)).await.is_ok());
    server.stop().await;
}

/// I3: after a stop, however rude, the game goes on: no number goes back, and the recording is one.
#[test]
fn a_game_goes_on_after_the_program_was_gone() {
    for is_told in [false, true] {
        let before = tokio::runtime::Runtime::new().unwrap();
        let (database, media, seen, killed) = before.block_on(async {
            let database = TestDatabase::new().await;
            let server = Server::new(&database).await;
            let (seat, _) = server.publish(14).await;
            let media = server.until_state(StreamStatus::Live, MediaState::OnAir).await;
            let air = server.hub.live_streams().get(media).unwrap();
            until(async || edge(&air) == 3).await;
            let killed = if is_told {
                server.stop().await;
                assert_eq!(seat.closed().await, CloseReason::Stopping);
                None
            } else {
                until(async || server.health().behind == 0).await;
                Some((server, seat))
            };
            (database, media, edge(&air), killed)
        });
        before.shutdown_timeout(Duration::from_secs(10));
        // Only now: a server that is let go of is told to stop, and would do so in good order.
        drop(killed);

        let after = tokio::runtime::Runtime::new().unwrap();
        after.block_on(async {
            let store = Store::open(&database.url).await.unwrap();
            let server = Server::start(&database, store, |_| {}).await;
            assert_eq!(server.until_state(StreamStatus::Live, MediaState::Interrupted).await, media);
            let air = server.hub.live_streams().get(media).unwrap();
            assert!(text(&air).contains("\n2.m4s\n"), "everything is there before the encoder is back");
            let (seat, _) = server.publish(9).await;
            server.until_state(StreamStatus::Live, MediaState::OnAir).await;
            let playlist = text(&air);
            let (_, since) = playlist.split_once("#EXT-X-DISCONTINUITY\n").unwrap();
            let first = since.lines().find_map(|line| line.strip_suffix(".m4s")?.parse().ok());
            // A stopped server wrote down what comes next; a killed one may have shown some of it.
            let next = if is_told { seen } else { seen + 1 };
            assert!(first.is_some_and(|first: u64| first >= next), "{first:?} after {seen}");
            drop(seat);
            server.until_state(StreamStatus::Live, MediaState::Interrupted).await;
            server.hub.end(GAME).await;
            server.until_state(StreamStatus::Finished, MediaState::Ready).await;
            let recorded = read(&server.folder(media)).unwrap();
            let playlist = recorded.playlist(Rendition::SOURCE).unwrap();
            let numbers = playlist.entries().iter().map(|entry| entry.number);
            assert!(numbers.zip(0..).all(|(number, index)| number == index));
            let gaps = playlist.entries().iter().filter(|entry| entry.gap).count();
            assert_eq!(gaps, if is_told { 0 } else { 3 });
            // Sent faster than it happened, so the outage is as short as it can be told.
            let hole: Duration = playlist.entries().iter().filter(|entry| entry.gap).map(|entry| entry.duration).sum();
            assert!(hole <= Duration::from_secs(12), "{hole:?}");
            server.stop().await;
        });
        after.shutdown_timeout(Duration::from_secs(10));
    }
}

/// A recording that cannot be read ends its game; one that was never begun does not.
#[tokio::test]
async fn damaged_recording_ends_its_game_at_the_start() {
    let database = TestDatabase::new().await;
    let demo = database.store.channel_import(channel("demo", 1)).await.unwrap();
    let now = domain::time::Timestamp(1_000);
    let damaged = database.store.stream_begin(demo, GAME, now).await.unwrap().unwrap();
    let missing = database.store.stream_begin(demo, EventId(3), now).await.unwrap().unwrap();
    let folder = database.folder.path().join("media/video").join(damaged.to_string());
    std::fs::create_dir_all(folder.join("v0")).unwrap();
    std::fs::write(folder.join("meta.json"), "{").unwrap();
    let server = Server::start(&database, database.store.clone(), |_| {}).await;
    server.until_state(StreamStatus::Finished, MediaState::Ready).await;
    assert!(server.hub.live_streams().get(damaged).is_none());
    assert!(server.hub.live_streams().get(missing).is_some(), "its encoder is about to come back");
    server.stop().await;
}

#[tokio::test]
async fn a_full_disk_takes_no_new_game() {
    let database = TestDatabase::new().await;
    database.store.channel_import(channel("demo", 1)).await.unwrap();
    let full = |config: &mut Config| config.disk_refuse_mb = u64::MAX;
    let server = Server::start(&database, database.store.clone(), full).await;
    assert_eq!(server.admit(&server.key(GAME, 0)).await.err(), Some(Refused::NoSpace));
    server.stop().await;
}

/// As if nothing had been heard of the game's server for a lease.
async fn end_lease(database: &TestDatabase) {
    let connection = sea_orm::Database::connect(&database.url).await.unwrap();
    connection.execute_unprepared("UPDATE media SET held_until = 0").await.unwrap();
}

/// T35: of two servers on one database one takes a game's pictures. The other gets them with the encoder, once the first
/// has stopped or has not been heard of for a lease; a server that has lost the game lets it go.
#[tokio::test]
async fn a_game_is_one_servers_at_a_time() {
    let database = TestDatabase::new().await;
    let first = Server::new(&database).await;
    let folder = tempfile::tempdir().unwrap();
    let own = |config: &mut Config| config.data_dir = folder.path().to_owned();
    let (seat, _) = first.publish(6).await;
    let media = first.until_state(StreamStatus::Live, MediaState::OnAir).await;
    let second = Server::start(&database, database.store.clone(), own).await;
    assert!(second.hub.live_streams().get(media).is_none(), "it goes on elsewhere");
    let key = second.key(GAME, 0);
    assert_eq!(second.admit(&key).await.err(), Some(Refused::Elsewhere));
    drop(seat);
    first.until_state(StreamStatus::Live, MediaState::Interrupted).await;
    assert_eq!(second.admit(&key).await.err(), Some(Refused::Elsewhere), "its encoder may be back at once");

    end_lease(&database).await;
    let (seat, _) = second.publish(6).await;
    assert_eq!(second.until_state(StreamStatus::Live, MediaState::OnAir).await, media, "the same recording goes on");
    assert_eq!(first.admit(&key).await.err(), Some(Refused::Elsewhere));
    until(async || first.hub.live_streams().get(media).is_none()).await;
    drop(seat);
    second.until_state(StreamStatus::Live, MediaState::Interrupted).await;
    second.stop().await;
    let (seat, _) = first.publish(6).await;
    first.until_state(StreamStatus::Live, MediaState::OnAir).await;
    drop(seat);
    first.until_state(StreamStatus::Live, MediaState::Interrupted).await;
    assert!(first.hub.end(GAME).await);
    first.until_state(StreamStatus::Finished, MediaState::Ready).await;
    let recorded = read(&first.folder(media)).unwrap();
    let playlist = recorded.playlist(Rendition::SOURCE).unwrap();
    assert!(playlist.entries().iter().map(|entry| entry.number).zip(0..).all(|(number, index)| number == index));
    assert_eq!(playlist.entries().iter().filter(|entry| entry.discontinuity).count(), 2);
    first.stop().await;
}

/// PLAY-05: lower renditions that nobody can make cost the source nothing, live or recorded.
#[tokio::test]
async fn lower_renditions_that_fail_cost_the_source_nothing() {
    let database = TestDatabase::new().await;
    database.store.channel_import(channel("demo", 1)).await.unwrap();
    let wanted = |config: &mut Config| config.rendition_cores = Some(1.0);
    let server = Server::start(&database, database.store.clone(), wanted).await;
    // What it sends looks like pictures, but cannot be decoded.
    let (seat, _) = server.publish(14).await;
    let media = server.until_state(StreamStatus::Live, MediaState::OnAir).await;
    let air = server.hub.live_streams().get(media).unwrap();
    until(async || edge(&air) == 3).await;
    drop(seat);
    server.until_state(StreamStatus::Live, MediaState::Interrupted).await;
    assert!(server.hub.end(GAME).await);
    server.until_state(StreamStatus::Finished, MediaState::Ready).await;
    let recorded = read(&server.folder(media)).unwrap();
    let playlist = recorded.playlist(Rendition::SOURCE).unwrap();
    assert!(recorded.ended() && playlist.entries().iter().all(|entry| !entry.gap));
    assert_eq!(playlist.render(&[]).full, text(&air));
    server.stop().await;
}

/// A game without an end is begun anew with the same encoder, and is live all the while.
#[tokio::test]
async fn a_game_is_begun_anew() {
    let database = TestDatabase::new().await;
    let server = Server::new(&database).await;
    let (seat, mut encoder) = server.publish(6).await;
    let old = server.until_state(StreamStatus::Live, MediaState::OnAir).await;
    assert!(server.hub.restart(GAME).await.unwrap());
    let game = server.game().await;
    assert_eq!((game.status, game.media.len()), (StreamStatus::Live, 1));
    let new = game.media[0].id;
    assert_ne!(new, old);
    server.send(&seat, &mut encoder, 7).await;
    let air = server.hub.live_streams().get(new).unwrap();
    until(async || text(&air).contains("\n0.m4s\n")).await;
    assert!(
        text(&server.hub.live_streams().get(old).unwrap()).ends_with("#EXT-X-ENDLIST\n"),
        "those who watch are told"
    );
    assert!(!server.hub.restart(FINISHED).await.unwrap());
    server.stop().await;
}
