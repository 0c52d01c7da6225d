//! The task of one live game: takes the encoder's frames, publishes them and passes them to the recorder.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::EventId;
use domain::time::Clock;
use media::codec::frame::{Input, MAX_FRAME_BYTES};
use media::hls::{Rendition, SegmentEvent};
use media::ingest::CloseReason;
use media::live::encoder::Output;
use media::live::{LivePackager, LiveStream};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout_at};

use super::health::StreamHealth;
use super::ladder::Lower;
use super::publication::Publication;
use super::recorder::Recorder;
use super::stream_state::Stage;

/// How long the end of a game waits for the last pictures of its lower renditions.
const LAST_PICTURES: Duration = Duration::from_secs(4);

/// What others ask of a game.
pub(super) enum Command {
    /// An encoder is here, in place of the one before.
    Attach(Publication),
    /// Keys of earlier generations are void.
    Rotated(i64),
    /// The game is over.
    End,
    /// Hands the encoder over to the game's next session and ends this one.
    HandOver(oneshot::Sender<Option<Publication>>),
    /// The server stops; the game can be gone on with.
    Stop,
    /// Another server has taken the game.
    Lost,
}

/// How a session came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Ended,
    /// There was never anything to see.
    Left,
    HandedOver,
    Stopped,
    Lost,
}

pub(super) struct Session {
    pub(super) event: EventId,
    pub(super) air: Arc<LiveStream>,
    pub(super) recorder: Recorder,
    /// Lower renditions, where there are any.
    pub(super) lower: Option<Lower>,
    pub(super) stream_health: Arc<StreamHealth>,
    pub(super) commands: mpsc::Receiver<Command>,
    pub(super) stages: watch::Sender<Stage>,
    /// The game ends when nothing has come for so long.
    pub(super) silence: Option<Duration>,
    /// Where it ends on the media timeline.
    pub(super) length: Duration,
    pub(super) clock: Clock,
}

/// A session with what changes while it runs.
struct Running {
    session: Session,
    publication: Option<Publication>,
    /// When something came last.
    active: Instant,
}

impl Session {
    pub(super) async fn run(self) -> Outcome {
        Running { session: self, publication: None, active: Instant::now() }.run().await
    }
}

impl Running {
    async fn run(mut self) -> Outcome {
        loop {
            let silent_at = self.session.silence.map(|silence| self.active + silence);
            tokio::select! {
                biased;
                command = self.session.commands.recv() => match command {
                    Some(Command::Attach(publication)) => self.attach(publication),
                    Some(Command::Rotated(generation)) => self.rotated(generation),
                    Some(Command::End) => return self.end().await,
                    Some(Command::HandOver(to)) => return self.hand_over(to).await,
                    Some(Command::Lost) => return self.lose(),
                    Some(Command::Stop) | None => return self.stop().await,
                },
                output = next_output(&mut self.session.lower) => self.feed(|live| output.apply(live)),
                input = next_input(&mut self.publication) => match input {
                    Some(input) => self.take(input),
                    None => self.left(),
                },
                () = until(silent_at) => {
                    tracing::info!(game = %self.session.event, "encoder silent for too long, game ended");
                    return self.end().await;
                }
            }
        }
    }

    fn attach(&mut self, publication: Publication) {
        self.detach(CloseReason::TakenOver);
        self.active = Instant::now();
        let now = self.session.clock.now();
        self.session.stream_health.connected(publication.clock(), publication.unshown(), now);
        self.feed(|live| live.connect(publication.clock()));
        for config in publication.configs() {
            self.feed(|live| live.input(Input::Config(config), now));
        }
        self.publication = Some(publication);
    }

    fn rotated(&mut self, generation: i64) {
        if self.publication.as_ref().is_some_and(|publication| publication.generation < generation) {
            self.detach(CloseReason::KeyRotated);
            self.left();
        }
    }

    /// The encoder disconnected: viewers keep everything, and the next encoder continues.
    fn left(&mut self) {
        self.publication = None;
        self.active = Instant::now();
        self.session.stream_health.disconnected(self.session.clock.now());
        self.feed(LivePackager::disconnect);
        self.interrupted();
    }

    fn take(&mut self, input: Input) {
        self.active = Instant::now();
        let now = self.session.clock.now();
        self.session.stream_health.came(&input, now);
        if matches!(&input, Input::Frame(frame) if !(1..=MAX_FRAME_BYTES).contains(&frame.data.len())) {
            self.session.stream_health.dropped(1);
            return;
        }
        self.feed(|live| live.input(input, now));
    }

    fn feed(&mut self, step: impl FnOnce(&mut LivePackager) -> Vec<SegmentEvent>) {
        let mut pictures = Vec::new();
        let events = self.session.air.feed(|live| {
            let events = step(live);
            pictures = live.take_pictures();
            events
        });
        if let Some(lower) = &mut self.session.lower {
            lower.feed(pictures);
        }
        for event in events {
            match &event {
                // A game is live once there is something to see; lower renditions come after it.
                SegmentEvent::PartReady { rendition: Rendition::SOURCE, .. } => self.tell(Stage::OnAir),
                SegmentEvent::SegmentReady { segment, .. } => {
                    self.session.length = self.session.length.max(segment.end());
                }
                _ => {}
            }
            self.session.recorder.record(event);
        }
    }

    async fn end(mut self) -> Outcome {
        self.detach(CloseReason::Ended);
        self.finish().await;
        self.feed(LivePackager::end);
        let has_begun = self.has_begun();
        let length = self.session.length;
        self.session.recorder.finish(true).await;
        let duration_ms = i64::try_from(length.as_millis()).unwrap_or(i64::MAX);
        let last = if has_begun { Stage::Ended { duration_ms } } else { Stage::Left };
        self.session.stages.send_replace(last);
        if has_begun { Outcome::Ended } else { Outcome::Left }
    }

    async fn hand_over(mut self, to: oneshot::Sender<Option<Publication>>) -> Outcome {
        // The receiver may have gone; then the encoder is let go of, and comes back.
        let _ = to.send(self.publication.take());
        self.finish().await;
        self.feed(LivePackager::end);
        self.session.recorder.finish(true).await;
        self.session.stages.send_replace(Stage::Left);
        Outcome::HandedOver
    }

    async fn stop(mut self) -> Outcome {
        self.detach(CloseReason::Stopping);
        self.finish().await;
        self.interrupted();
        self.session.recorder.finish(false).await;
        Outcome::Stopped
    }

    /// Nothing more is written, not even the open segment: the recording is the other server's.
    fn lose(mut self) -> Outcome {
        self.detach(CloseReason::Elsewhere);
        self.session.stages.send_replace(Stage::Left);
        Outcome::Lost
    }

    /// Nothing more comes: what is open becomes whole, in lower renditions too if they are not slow.
    async fn finish(&mut self) {
        self.feed(LivePackager::disconnect);
        let Some(mut lower) = self.session.lower.take() else { return };
        lower.end();
        let deadline = Instant::now() + LAST_PICTURES;
        while let Ok(Some(output)) = timeout_at(deadline, lower.rest()).await {
            self.feed(|live| output.apply(live));
        }
    }

    fn detach(&mut self, why: CloseReason) {
        if let Some(publication) = self.publication.take() {
            tracing::info!(game = %self.session.event, ?why, "encoder detached");
            self.session.stream_health.dropped(publication.close(why));
        }
    }

    fn has_begun(&self) -> bool {
        *self.session.stages.borrow() != Stage::Waiting
    }

    fn interrupted(&self) {
        if self.has_begun() {
            self.tell(Stage::Interrupted);
        }
    }

    /// Stores the state where it has changed.
    fn tell(&self, stage: Stage) {
        self.session.stages.send_if_modified(|told| std::mem::replace(told, stage) != stage);
    }
}

async fn next_input(publication: &mut Option<Publication>) -> Option<Input> {
    match publication {
        Some(publication) => publication.next().await,
        None => std::future::pending().await,
    }
}

async fn next_output(lower: &mut Option<Lower>) -> Output {
    match lower {
        Some(lower) => lower.next().await,
        None => std::future::pending().await,
    }
}

async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
