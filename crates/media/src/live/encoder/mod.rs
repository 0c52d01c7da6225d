//! Lower renditions of a live game, encoded by one child process.
//!
//! The task of a game passes the source's frames to the child and takes the encoded ones; it never waits. A slow child
//! skips frames up to a key frame, a dead one is restarted after a pause, and without a child the game has only its
//! source.
//!
//! ```text
//! LivePackager::take_pictures -> Renditions::feed -> ffmpeg -> Output::apply -> LivePackager
//! ```

mod budget;
mod child;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::codec::AvcConfig;
use crate::codec::frame::{Frame, Input};
use crate::ffmpeg::Ffmpeg;
use crate::hls::SegmentEvent;
use crate::live::{LivePackager, Picture};
use child::{EncoderChild, Stopped};

pub(crate) use child::ladder_job;

pub use budget::{Budget, LADDER, LowerRendition, Source, cost, renditions_below};

/// Pictures on their way to the child, two seconds of them.
const MAX_QUEUED: usize = 64;
const MAX_QUEUED_BYTES: usize = 16 * 1024 * 1024;
/// What came back and was not taken yet.
const MAX_QUEUED_OUTPUTS: usize = 256;

/// After a child that failed: twice as long each time.
const MIN_RESTART_INTERVAL: Duration = Duration::from_secs(1);
const MAX_RESTART_INTERVAL: Duration = Duration::from_secs(60);
/// One that ran for so long was not the fault of how it was started.
const STABLE_AFTER: Duration = Duration::from_secs(60);

/// Short runs in a row: an encoder that breaks off all the time does not make us start children all the time.
const MAX_SHORT_RUNS: u32 = 5;

/// What a lower rendition sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    Input {
        index: u8,
        input: Input,
    },
    /// Nothing more comes of what it was given.
    Stopped {
        index: u8,
    },
}

impl Output {
    pub fn apply(self, live: &mut LivePackager) -> Vec<SegmentEvent> {
        match self {
            Self::Input { index, input } => live.lower_input(index, input),
            Self::Stopped { index } => live.lower_stopped(index),
        }
    }
}

/// The way to the child of one game; it ends with this.
pub struct LadderEncoder {
    /// Nothing once no more pictures come.
    feed: Option<mpsc::Sender<Fed>>,
    queued: Arc<Queued>,
    task: JoinHandle<()>,
    /// To be told with the next key frame.
    begin: Option<AvcConfig>,
    /// Whether only a key frame can follow.
    waiting: bool,
    /// Whether there is something to end.
    fed: bool,
}

enum Fed {
    Frame { frame: Frame, begin: Option<AvcConfig> },
    End,
}

#[derive(Default)]
struct Queued {
    frames: AtomicUsize,
    bytes: AtomicUsize,
}

impl Queued {
    fn add(&self, bytes: usize) {
        self.frames.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    fn remove(&self, bytes: usize) {
        self.frames.fetch_sub(1, Ordering::Relaxed);
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }

    fn has_room(&self, bytes: usize) -> bool {
        self.frames.load(Ordering::Relaxed) < MAX_QUEUED
            && self.bytes.load(Ordering::Relaxed) + bytes <= MAX_QUEUED_BYTES
    }
}

impl LadderEncoder {
    /// As many lower renditions of the ladder as are allowed, which is what [`Budget::share`] gives. The child starts
    /// with the pictures; when another number is allowed, what is too much ends, and what is new begins with the next
    /// key frame.
    pub fn start(
        ffmpeg: Ffmpeg,
        ladder: Vec<LowerRendition>,
        allowed: watch::Receiver<usize>,
    ) -> (Self, mpsc::Receiver<Output>) {
        // Room for the ends that stand between pictures.
        let (feed, fed) = mpsc::channel(2 * MAX_QUEUED);
        let (output, outputs) = mpsc::channel(MAX_QUEUED_OUTPUTS);
        let queued = Arc::new(Queued::default());
        let source = Feed { fed, queued: queued.clone(), config: None };
        let task = tokio::spawn(supervise(ffmpeg, ladder, source, allowed, output));
        (Self { feed: Some(feed), queued, task, begin: None, waiting: true, fed: false }, outputs)
    }

    /// No more pictures come: the child gives back what it holds, and then the outputs end.
    pub fn end(&mut self) {
        self.feed = None;
    }

    /// Hands pictures over, as far as there is room; never waits.
    pub fn feed(&mut self, pictures: Vec<Picture>) {
        for picture in pictures {
            match picture {
                Picture::Begin(config) => {
                    self.begin = Some(config);
                    self.waiting = true;
                }
                Picture::Frame(frame) => self.frame(frame),
                Picture::Break => {
                    self.waiting = true;
                    if std::mem::take(&mut self.fed)
                        && let Some(feed) = &self.feed
                    {
                        let _ = feed.try_send(Fed::End);
                    }
                }
            }
        }
    }

    fn frame(&mut self, frame: Frame) {
        let Some(feed) = &self.feed else { return };
        let bytes = frame.data.len();
        if (self.waiting && !frame.keyframe) || !self.queued.has_room(bytes) {
            self.waiting = true;
            return;
        }
        let begin = self.begin.clone();
        self.queued.add(bytes);
        if feed.try_send(Fed::Frame { frame, begin }).is_err() {
            self.queued.remove(bytes);
            self.waiting = true;
            return;
        }
        self.begin = None;
        self.waiting = false;
        self.fed = true;
    }
}

impl Drop for LadderEncoder {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What the child gets.
struct Feed {
    fed: mpsc::Receiver<Fed>,
    queued: Arc<Queued>,
    /// Of the newest pictures.
    config: Option<AvcConfig>,
}

impl Feed {
    /// `None` when the game has ended.
    async fn next(&mut self) -> Option<Fed> {
        let fed = self.fed.recv().await?;
        if let Fed::Frame { frame, begin } = &fed {
            self.queued.remove(frame.data.len());
            self.config = begin.clone().or(self.config.take());
        }
        Some(fed)
    }

    /// A key frame to begin with, not before a moment.
    async fn key(&mut self, not_before: Instant) -> Option<(AvcConfig, Frame)> {
        loop {
            if let Fed::Frame { frame, .. } = self.next().await?
                && frame.keyframe
                && Instant::now() >= not_before
                && let Some(config) = self.config.clone()
            {
                return Some((config, frame));
            }
        }
    }
}

/// Keeps a child running, as long as the game is fed and there is room for lower renditions.
async fn supervise(
    ffmpeg: Ffmpeg,
    ladder: Vec<LowerRendition>,
    mut feed: Feed,
    mut allowed: watch::Receiver<usize>,
    output: mpsc::Sender<Output>,
) {
    let mut not_before = Instant::now();
    let mut pause = MIN_RESTART_INTERVAL;
    let mut first = None;
    let mut short = 0;
    loop {
        let next = match first.take() {
            Some(first) => Some(first),
            None => feed.key(not_before).await,
        };
        let Some((config, frame)) = next else { return };
        let count = *allowed.borrow_and_update();
        let lower_renditions = renditions_below(&ladder, config.height(), count);
        if lower_renditions.is_empty() {
            continue;
        }
        let began = Instant::now();
        let stopped = match EncoderChild::start(&ffmpeg, &lower_renditions, config, &output) {
            Ok(encoder) => encoder.run(frame, &mut feed, &mut allowed).await,
            Err(error) => Stopped::Failed(error),
        };
        for lower in lower_renditions {
            if output.send(Output::Stopped { index: lower.index }).await.is_err() {
                return;
            }
        }
        short = if began.elapsed() < MIN_RESTART_INTERVAL { short + 1 } else { 0 };
        match stopped {
            Stopped::GameGone => return,
            Stopped::Drained | Stopped::Anew(..) if short > MAX_SHORT_RUNS => not_before = began + MIN_RESTART_INTERVAL,
            Stopped::Drained => {}
            Stopped::Anew(config, frame) => first = Some((config, frame)),
            Stopped::Failed(error) => {
                if began.elapsed() > STABLE_AFTER {
                    pause = MIN_RESTART_INTERVAL;
                }
                tracing::warn!(%error, pause = ?pause, "lower renditions stopped, retrying");
                not_before = Instant::now() + pause;
                pause = (pause * 2).min(MAX_RESTART_INTERVAL);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::codec::frame::Track;
    use crate::codec::tests::avc;
    use crate::ffmpeg::tests::program;

    fn pictures(from: u64, count: u64) -> Vec<Picture> {
        let picture = |index: u64| {
            let dts = index * 3000;
            let data = vec![0; 100].into();
            Picture::Frame(Frame { track: Track::Video, dts, pts: dts, keyframe: index.is_multiple_of(60), data })
        };
        (from..from + count).map(picture).collect()
    }

    /// PLAY-05: a child that takes nothing costs pictures of the lower renditions, and no time of the source.
    #[tokio::test]
    async fn feeding_never_waits_and_goes_on_at_a_key_frame() {
        let folder = tempfile::tempdir().unwrap();
        let stuck = program(folder.path(), "exec sleep 600");
        let (mut renditions, _outputs) = LadderEncoder::start(stuck, LADDER.to_vec(), watch::channel(2).1);
        renditions.feed(vec![Picture::Begin(avc())]);
        renditions.feed(pictures(0, 10_000));
        assert!(renditions.waiting);
        assert_eq!(renditions.queued.frames.load(Ordering::Relaxed), MAX_QUEUED);
        let huge =
            Frame { track: Track::Video, dts: 0, pts: 0, keyframe: true, data: vec![0; MAX_QUEUED_BYTES].into() };
        renditions.feed(vec![Picture::Frame(huge)]);
        assert!(renditions.queued.bytes.load(Ordering::Relaxed) <= MAX_QUEUED_BYTES);
    }

    /// PLAY-05: a child that dies is told of, and started again.
    #[tokio::test]
    async fn a_child_that_dies_is_started_again() {
        let folder = tempfile::tempdir().unwrap();
        let starts = folder.path().join("starts");
        let dies = program(folder.path(), &format!("echo >>{}; echo broken >&2; exit 1", starts.display()));
        let (mut renditions, mut outputs) = LadderEncoder::start(dies, LADDER.to_vec(), watch::channel(2).1);
        renditions.feed(vec![Picture::Begin(avc())]);
        let mut from = 0;
        for _ in 0..2 {
            // Key frames until it has tried.
            let away = loop {
                renditions.feed(pictures(from, 60));
                from += 60;
                if let Ok(output) = tokio::time::timeout(Duration::from_millis(50), outputs.recv()).await {
                    break output;
                }
            };
            assert_eq!(away, Some(Output::Stopped { index: 2 }));
            assert_eq!(outputs.recv().await, Some(Output::Stopped { index: 3 }));
        }
        assert_eq!(fs::read_to_string(starts).unwrap().lines().count(), 2);
    }

    #[tokio::test]
    async fn lower_renditions_stop_when_ffmpeg_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let missing = program(folder.path(), "");
        fs::remove_file(folder.path().join("ffmpeg")).unwrap();
        let (mut renditions, mut outputs) = LadderEncoder::start(missing, LADDER.to_vec(), watch::channel(2).1);
        renditions.feed(vec![Picture::Begin(avc())]);
        renditions.feed(pictures(0, 10));
        assert_eq!(outputs.recv().await, Some(Output::Stopped { index: 2 }));
        assert_eq!(outputs.recv().await, Some(Output::Stopped { index: 3 }));
        renditions.end();
        assert_eq!(outputs.recv().await, None, "receivers of the rest wait no longer");
    }
}
