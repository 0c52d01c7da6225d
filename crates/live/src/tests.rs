//! Tests of one game's task with a generated encoder: timeline, recording and attachment of encoders.
//!
//! Time is paused and advanced by hand. Only the recorder's thread runs in real time; tests wait for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use domain::ids::{EventId, MediaId};
use domain::media::MediaState;
use domain::time::{Clock, Timestamp};
use media::hls::Rendition;
use media::ingest::{CloseReason, Feed, Gone, Protocol};
use media::live::{LiveStream, RingLimits};
use media::recording::read;
use tempfile::TempDir;
use testkit::Encoder;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, advance};

use super::health::{Fault, Health, RecordingState, StreamHealth};
use super::publication::Publication;
use super::recorder::Recorder;
use super::resume::Resumed;
use super::session::{Command, Outcome, Session};
use super::stream_state::Stage;

const NOW: Timestamp = Timestamp(1_700_000_000_000);

struct Game {
    folder: PathBuf,
    _root: Option<TempDir>,
    air: Arc<LiveStream>,
    stream_health: Arc<StreamHealth>,
    commands: mpsc::Sender<Command>,
    stages: watch::Receiver<Stage>,
    task: JoinHandle<Outcome>,
}

impl Game {
    fn new(silence: Option<Duration>) -> Self {
        Self::with_window(RingLimits::default(), silence)
    }

    fn with_window(window: RingLimits, silence: Option<Duration>) -> Self {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("video/7");
        let mut game = Self::open(Resumed::fresh(folder.clone(), window, NOW), folder, Stage::Waiting, silence);
        game._root = Some(root);
        game
    }

    fn open(opening: Resumed, folder: PathBuf, stage: Stage, silence: Option<Duration>) -> Self {
        let began = Instant::now();
        let clock = Clock::new(move || NOW.plus(i64::try_from(began.elapsed().as_millis()).unwrap()));
        let air = Arc::new(LiveStream::new(opening.settings, opening.live));
        let stream_health: Arc<StreamHealth> = Arc::default();
        let (commands, asked) = mpsc::channel(8);
        let (stages, told) = watch::channel(stage);
        let session = Session {
            event: EventId(1),
            recorder: Recorder::start(
                opening.disk,
                (EventId(1), MediaId(1)),
                Arc::default(),
                air.clone(),
                stream_health.clone(),
                clock.clone(),
            ),
            lower: None,
            air: air.clone(),
            stream_health: stream_health.clone(),
            commands: asked,
            stages,
            silence,
            length: opening.length,
            clock,
        };
        let task = tokio::spawn(session.run());
        Self { folder, _root: None, air, stream_health, commands, stages: told, task }
    }

    async fn attach(&self, generation: i64) -> Feed {
        let (feed, publication) = Publication::new(Protocol::Rtmp, generation);
        self.ask(Command::Attach(publication)).await;
        feed
    }

    async fn ask(&self, command: Command) {
        assert!(self.commands.send(command).await.is_ok(), "the game is over");
    }

    async fn end(self) -> (Outcome, String, Recorded) {
        self.ask(Command::End).await;
        let outcome = self.task.await.unwrap();
        (outcome, text(&self.air), recorded(&self.folder))
    }

    fn health(&self) -> Health {
        self.stream_health.health(EventId(1), MediaId(7), MediaState::OnAir, NOW)
    }

    /// The number of the segment that is open.
    fn edge(&self) -> u64 {
        self.air.playlist(Rendition::SOURCE).map_or(0, |playlist| playlist.edge.number)
    }

    async fn until_stage(&self, stage: Stage) {
        until(|| *self.stages.borrow() == stage).await;
    }
}

/// Everything else that can run runs meanwhile, and time stands still.
async fn until(mut is_so: impl FnMut() -> bool) {
    let began = std::time::Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(30), "it never came");
        tokio::task::yield_now().await;
    }
}

/// Sends one second, as fast as it passes.
async fn send_second(feed: &Feed, encoder: &mut Encoder) {
    for _ in 0..25 {
        for input in encoder.step() {
            feed.send(input).await.unwrap();
        }
        advance(Duration::from_millis(40)).await;
    }
}

/// Sends so many seconds, no faster than the disk takes them.
async fn send(game: &Game, feed: &Feed, encoder: &mut Encoder, seconds: u64) {
    for _ in 0..seconds {
        send_second(feed, encoder).await;
        until(|| game.health().behind == 0).await;
    }
}

async fn begin(game: &Game, encoder: &mut Encoder, seconds: u64) -> Feed {
    let feed = game.attach(0).await;
    for config in encoder.configs() {
        feed.send(config).await.unwrap();
    }
    send(game, &feed, encoder, seconds).await;
    feed
}

fn text(air: &LiveStream) -> String {
    String::from_utf8(air.playlist(Rendition::SOURCE).map(|playlist| playlist.full.to_vec()).unwrap_or_default())
        .unwrap()
}

/// What is on disk of the picture.
struct Recorded {
    ended: bool,
    segments: usize,
    gaps: usize,
    discontinuities: usize,
    length: Duration,
    text: String,
}

fn recorded(folder: &std::path::Path) -> Recorded {
    let replay = read(folder).unwrap();
    let playlist = replay.playlist(Rendition::SOURCE).unwrap();
    let entries = playlist.entries();
    let numbers = entries.iter().map(|entry| entry.number);
    assert!(numbers.zip(0..).all(|(number, index)| number == index), "a number is missing or there twice");
    for pair in entries.windows(2) {
        assert!(pair[0].start < pair[1].start, "the timeline goes back");
    }
    Recorded {
        ended: replay.ended(),
        segments: entries.iter().filter(|entry| !entry.gap).count(),
        gaps: entries.iter().filter(|entry| entry.gap).count(),
        discontinuities: entries.iter().filter(|entry| entry.discontinuity).count(),
        length: entries.last().map(|last| last.start + last.duration).unwrap_or_default(),
        text: String::from_utf8(playlist.render(&[]).full.to_vec()).unwrap(),
    }
}

/// EVT-11: a game is live with its first picture, not with a connection.
#[tokio::test(start_paused = true)]
async fn a_game_is_live_once_there_is_something_to_see() {
    let game = Game::new(None);
    let mut encoder = Encoder::new(0);
    let feed = begin(&game, &mut encoder, 0).await;
    feed.send(encoder.step().remove(0)).await.unwrap();
    until(|| game.health().video_codec.is_some()).await;
    assert_eq!(*game.stages.borrow(), Stage::Waiting);
    drop(feed);
    until(|| game.health().since.is_none()).await;
    assert_eq!(*game.stages.borrow(), Stage::Waiting, "nothing was interrupted");

    let mut encoder = Encoder::new(0);
    let _seat = begin(&game, &mut encoder, 2).await;
    game.until_stage(Stage::OnAir).await;
    let health = game.health();
    assert_eq!((health.resolution, health.connects), (Some((1280, 720)), 2));
    assert_eq!(
        (health.video_codec.as_deref(), health.audio_codec.as_deref()),
        (Some("avc1.64001f"), Some("mp4a.40.2"))
    );
}

/// An encoder that drops leaves everything as it is, for as long as it is away; what it sends then goes on behind it,
/// in the same recording.
#[tokio::test(start_paused = true)]
async fn a_dropped_encoder_goes_on_where_it_was() {
    for away in [1, 5, 20, 60] {
        let game = Game::new(Some(Duration::from_secs(900)));
        let feed = begin(&game, &mut Encoder::new(0), 11).await;
        drop(feed);
        game.until_stage(Stage::Interrupted).await;
        advance(Duration::from_secs(away)).await;
        let playlist = text(&game.air);
        assert!(playlist.contains("\n2.m4s\n") && !playlist.contains("ENDLIST"), "all of it is there: {playlist}");
        let before = game.edge();

        let feed = begin(&game, &mut Encoder::new(77_000), 9).await;
        game.until_stage(Stage::OnAir).await;
        assert!(game.edge() > before);
        drop(feed);
        game.until_stage(Stage::Interrupted).await;
        let (outcome, playlist, recorded) = game.end().await;
        assert_eq!(outcome, Outcome::Ended);
        assert!(playlist.ends_with("#EXT-X-ENDLIST\n"));
        assert_eq!(playlist, recorded.text, "what was live is what is kept");
        assert_eq!((recorded.ended, recorded.gaps, recorded.discontinuities), (true, 0, 1), "{away} s");
        assert_eq!(recorded.length.as_secs(), 20);
    }
}

/// The game ends by itself when nothing comes for as long as was set, and not a moment before.
#[tokio::test(start_paused = true)]
async fn silence_ends_a_game() {
    let game = Game::new(Some(Duration::from_secs(900)));
    let feed = begin(&game, &mut Encoder::new(0), 6).await;
    drop(feed);
    game.until_stage(Stage::Interrupted).await;
    advance(Duration::from_secs(898)).await;
    // An encoder that connects for a moment starts the time anew.
    drop(begin(&game, &mut Encoder::new(0), 1).await);
    until(|| game.health().since.is_none()).await;
    advance(Duration::from_secs(899)).await;
    tokio::task::yield_now().await;
    assert!(!game.task.is_finished());
    advance(Duration::from_secs(1)).await;
    assert_eq!(game.task.await.unwrap(), Outcome::Ended);
    assert!(matches!(*game.stages.borrow(), Stage::Ended { duration_ms: 7_000..7_100 }), "{:?}", game.stages.borrow());
    assert!(text(&game.air).ends_with("#EXT-X-ENDLIST\n"));
}

/// A connection that never shows anything leaves nothing behind.
#[tokio::test(start_paused = true)]
async fn a_game_without_a_picture_is_not_finished_by_silence() {
    let game = Game::new(Some(Duration::from_secs(60)));
    let feed = begin(&game, &mut Encoder::new(0), 0).await;
    assert_eq!(feed.closed().await, CloseReason::Ended);
    assert_eq!(game.task.await.unwrap(), Outcome::Left);
    assert_eq!(*game.stages.borrow(), Stage::Left);
    assert!(!game.folder.exists());
}

/// T35: of two encoders with the same key the second one sends, and the first is told.
#[tokio::test(start_paused = true)]
async fn a_second_encoder_takes_over() {
    let game = Game::new(None);
    let mut first = Encoder::new(0);
    let first_seat = begin(&game, &mut first, 6).await;
    let second_seat = begin(&game, &mut Encoder::new(5_000_000), 6).await;
    assert_eq!(first_seat.closed().await, CloseReason::TakenOver);
    assert_eq!(first_seat.send(first.step().remove(0)).await, Err(Gone));
    drop(first_seat);
    until(|| game.edge() >= 3).await;
    assert_eq!(*game.stages.borrow(), Stage::OnAir, "nobody was away");
    drop(second_seat);
    game.until_stage(Stage::Interrupted).await;
    let (_, _, recorded) = game.end().await;
    assert_eq!((recorded.gaps, recorded.discontinuities), (0, 1));
}

/// T35: a rotated key ends the connection that was made with it, and no newer one.
#[tokio::test(start_paused = true)]
async fn a_rotated_key_ends_its_connection() {
    let game = Game::new(None);
    let feed = begin(&game, &mut Encoder::new(0), 4).await;
    game.ask(Command::Rotated(0)).await;
    game.ask(Command::Rotated(1)).await;
    assert_eq!(feed.closed().await, CloseReason::KeyRotated);
    game.until_stage(Stage::Interrupted).await;
    let feed = game.attach(1).await;
    let mut encoder = Encoder::new(0);
    for config in encoder.configs() {
        feed.send(config).await.unwrap();
    }
    game.ask(Command::Rotated(1)).await;
    send(&game, &feed, &mut encoder, 2).await;
    game.until_stage(Stage::OnAir).await;
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_jumps_is_one_discontinuity() {
    for jump in [3_600_000_u64, 10_000_000_u64.wrapping_neg()] {
        let game = Game::new(None);
        let mut encoder = Encoder::new(20_000_000);
        let feed = begin(&game, &mut encoder, 7).await;
        encoder.base = encoder.base.wrapping_add(jump);
        send(&game, &feed, &mut encoder, 9).await;
        drop(feed);
        game.until_stage(Stage::Interrupted).await;
        let (_, _, recorded) = game.end().await;
        assert_eq!((recorded.gaps, recorded.discontinuities), (0, 1));
        // Until the next key frame nothing can be shown.
        assert!((14..=16).contains(&recorded.length.as_secs()), "{:?}", recorded.length);
    }
}

#[tokio::test(start_paused = true)]
async fn a_picture_of_another_size_goes_on_in_the_same_recording() {
    let game = Game::new(None);
    let mut encoder = Encoder::new(0);
    let feed = begin(&game, &mut encoder, 6).await;
    feed.send(encoder.smaller()).await.unwrap();
    send(&game, &feed, &mut encoder, 6).await;
    until(|| game.health().resolution == Some((640, 360))).await;
    drop(feed);
    game.until_stage(Stage::Interrupted).await;
    let (_, playlist, recorded) = game.end().await;
    assert_eq!((recorded.gaps, recorded.discontinuities), (0, 1));
    assert!(recorded.text.contains("init-0.mp4") && recorded.text.contains("init-2.mp4"), "{playlist}");
}

/// I3: a stop leaves everything on disk and nothing finished; the next start goes on behind it.
#[tokio::test(start_paused = true)]
async fn stopped_game_continues_after_the_next_start() {
    let game = Game::new(None);
    let feed = begin(&game, &mut Encoder::new(0), 11).await;
    game.ask(Command::Stop).await;
    assert_eq!(feed.closed().await, CloseReason::Stopping);
    let shown = game.edge();
    let (folder, _root, stages) = (game.folder, game._root, game.stages);
    assert_eq!(game.task.await.unwrap(), Outcome::Stopped);
    assert_eq!(*stages.borrow(), Stage::Interrupted);
    let before = recorded(&folder);
    assert_eq!(
        (before.ended, before.gaps, before.length.as_secs()),
        (false, 0, 11),
        "not even the open segment is lost"
    );

    let opening = Resumed::read(folder.clone(), RingLimits::default(), NOW).await.unwrap();
    assert_eq!((opening.length.as_secs(), opening.ended), (11, false));
    let game = Game::open(opening, folder, Stage::Interrupted, None);
    assert!(text(&game.air).contains("\n2.m4s\n"), "there is everything to watch before the encoder is back");
    let feed = begin(&game, &mut Encoder::new(0), 6).await;
    until(|| game.edge() > shown).await;
    drop(feed);
    game.until_stage(Stage::Interrupted).await;
    let (_, _, after) = game.end().await;
    assert_eq!((after.ended, after.gaps, after.discontinuities), (true, 0, 1));
    assert_eq!(after.segments, before.segments + 2);
    assert!((16..=17).contains(&after.length.as_secs()), "nothing is missing: {:?}", after.length);
}

/// A disk that fails for a while costs its segments; the game goes on live, and is recorded again when it works again.
#[tokio::test(start_paused = true)]
async fn a_failing_disk_is_a_hole_and_no_more() {
    let game = Game::new(None);
    let blocked: Vec<_> = (1..=2).map(|number| game.folder.join(format!("v0/{number}.m4s.tmp"))).collect();
    blocked.iter().for_each(|path| std::fs::create_dir_all(path).unwrap());
    let mut encoder = Encoder::new(0);
    let feed = begin(&game, &mut encoder, 13).await;
    until(|| game.health().holes == 2).await;
    assert!(matches!(game.health().recording, RecordingState::Failing { why: Fault::Broken, .. }));
    assert_eq!(game.health().missing.as_secs(), 8);
    assert!(text(&game.air).contains("\n2.m4s\n") && !text(&game.air).contains("GAP"), "memory has it");
    for number in 3..7 {
        send(&game, &feed, &mut encoder, 4).await;
        let file = game.folder.join(format!("v0/{number}.m4s"));
        until(|| file.exists()).await;
    }
    until(|| game.health().recording == RecordingState::Written).await;
    drop(feed);
    game.until_stage(Stage::Interrupted).await;
    let (outcome, _, recorded) = game.end().await;
    assert_eq!((outcome, recorded.ended, recorded.gaps), (Outcome::Ended, true, 2));
}

/// However long the disk hangs, the live side does not: what cannot wait is a hole.
#[tokio::test(start_paused = true)]
async fn hanging_disk_does_not_stop_the_live_side() {
    let game = Game::new(None);
    // Opening the pipe to write blocks until it has a reader.
    let index = game.folder.join("v0/index.log");
    std::fs::create_dir_all(index.parent().unwrap()).unwrap();
    let fifo = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, &index, fifo, rustix::fs::Mode::RWXU, 0).unwrap();
    let mut encoder = Encoder::new(0);
    let feed = begin(&game, &mut encoder, 0).await;
    for _ in 0..30 {
        send_second(&feed, &mut encoder).await;
    }
    until(|| game.edge() >= 7).await;
    assert_eq!(*game.stages.borrow(), Stage::OnAir);
    // Seven of each are whole; two of each wait, and the rest is given up.
    until(|| game.health().holes == 2 * 5).await;
    assert!(matches!(game.health().recording, RecordingState::Failing { why: Fault::Slow, .. }));
    let reader = tokio::task::spawn_blocking(move || std::fs::File::open(index).unwrap());
    let _reader = reader.await.unwrap();
    drop(feed);
    game.until_stage(Stage::Interrupted).await;
    assert!(!text(&game.air).contains("ENDLIST"));
}

/// A game without an end is begun anew: the encoder notices nothing, and what it said of itself is known.
#[tokio::test(start_paused = true)]
async fn a_game_is_handed_over_with_its_encoder() {
    let game = Game::new(None);
    let mut encoder = Encoder::new(0);
    let feed = begin(&game, &mut encoder, 6).await;
    let (give, given) = oneshot::channel();
    game.ask(Command::HandOver(give)).await;
    let publication = given.await.unwrap().unwrap();
    assert_eq!(game.task.await.unwrap(), Outcome::HandedOver);
    assert_eq!(*game.stages.borrow(), Stage::Left, "the game is not finished");
    assert!(text(&game.air).ends_with("#EXT-X-ENDLIST\n"));

    let next = Game::new(None);
    next.ask(Command::Attach(publication)).await;
    send(&next, &feed, &mut encoder, 7).await;
    until(|| next.edge() >= 1).await;
    assert_eq!(*next.stages.borrow(), Stage::OnAir);
    assert!(text(&next.air).contains("\n0.m4s\n"));
}

/// PLAY-05: a game keeps a minute and a half of itself in memory, or what it is told to. All of it can be watched in
/// both.
#[tokio::test(start_paused = true)]
async fn a_game_keeps_its_window_in_memory() {
    const SECONDS: u64 = 120;
    let mut held = Vec::new();
    let usual = RingLimits::default();
    for window in [RingLimits { time: Duration::from_secs(60), ..usual }, usual] {
        let game = Game::with_window(window, None);
        let _seat = begin(&game, &mut Encoder::new(0), SECONDS).await;
        let segments = (0..game.edge()).filter(|number| game.air.so_far(Rendition::SOURCE, *number).is_some()).count();
        held.push(u64::try_from(segments).unwrap() * SECONDS / game.edge());
        assert_eq!(text(&game.air).matches(".m4s\n").count() as u64, game.edge(), "{}", text(&game.air));
    }
    assert!((50..=66).contains(&held[0]) && (80..=96).contains(&held[1]), "{held:?}");
}
