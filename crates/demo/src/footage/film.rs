//! The file of a match, which can be read while it is still being drawn.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::sync::watch;

use super::flv::{Tags, VIDEO};
use super::pace::Pace;

/// What the ground and the stands may take without being slow.
const STAGE: Duration = Duration::from_secs(3);

/// How far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Drawing {
    /// The ground and the stands, which are painted once.
    Stage,
    /// So many seconds of the match, and when the first of them was there.
    Seconds(u32, Instant),
    /// The file has its name.
    Whole,
    /// Why.
    Failed(String),
}

impl Drawing {
    /// One more second is drawn.
    pub(super) fn advance(&mut self) {
        *self = match *self {
            Self::Seconds(drawn, first) => Self::Seconds(drawn + 1, first),
            _ => Self::Seconds(1, Instant::now()),
        };
    }

    fn is_going_on(&self) -> bool {
        matches!(self, Self::Stage | Self::Seconds(..))
    }
}

/// Cheap to clone; the drawing stops when the last clone is dropped.
#[derive(Clone)]
pub(crate) struct Film {
    file: PathBuf,
    length: Duration,
    began: Instant,
    progress: watch::Receiver<Drawing>,
    stop: Arc<Stop>,
}

/// Tells the thread that nobody waits any more.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What is drawn has another name until it is whole.
pub(super) fn part_of(file: &Path) -> PathBuf {
    file.with_extension("part")
}

impl fmt::Display for Film {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file.display().fmt(formatter)
    }
}

impl Film {
    /// A file that is there.
    pub(super) fn drawn(file: PathBuf) -> Self {
        Self::being_drawn(file, 0, watch::channel(Drawing::Whole).1)
    }

    /// A file that will be there once so many seconds are drawn.
    pub(super) fn being_drawn(file: PathBuf, seconds: u32, progress: watch::Receiver<Drawing>) -> Self {
        let length = Duration::from_secs(seconds.into());
        Self { file, length, began: Instant::now(), progress, stop: Arc::new(Stop(Arc::default())) }
    }

    pub(super) fn stopped(&self) -> Arc<AtomicBool> {
        self.stop.0.clone()
    }

    pub(crate) fn is_whole(&self) -> bool {
        *self.progress.borrow() == Drawing::Whole
    }

    /// How fast it is drawn, from how fast others were; nothing where nothing is left to draw.
    pub(crate) fn pace(&self, before: f64) -> Option<Pace> {
        let by_now = self.began + STAGE;
        let (drawn, since) = match *self.progress.borrow() {
            Drawing::Stage => (0, by_now),
            Drawing::Seconds(drawn, first) => (drawn, first.min(by_now)),
            Drawing::Whole | Drawing::Failed(_) => return None,
        };
        let took = since.elapsed();
        Some(Pace { drawn: Duration::from_secs(drawn.into()), length: self.length, took, before })
    }

    /// Waits until more is drawn, but not for long; an error where the drawing has ended without a word.
    pub(crate) async fn grows(&mut self, within: Duration) -> Result<()> {
        match tokio::time::timeout(within, self.progress.changed()).await {
            Ok(Err(_)) => bail!("the thread that draws has ended"),
            Ok(Ok(())) | Err(_) => Ok(()),
        }
    }

    /// The file, once all of it is there.
    pub(crate) async fn whole(mut self) -> Result<PathBuf> {
        let ended = self.progress.wait_for(|drawing| !drawing.is_going_on()).await;
        match &*ended.context("the thread that draws has ended")? {
            Drawing::Failed(cause) => bail!("{cause}"),
            _ => Ok(self.file),
        }
    }

    /// Reads it from its beginning.
    pub(super) async fn tags(&self) -> Result<Tags> {
        if !self.is_whole()
            && let Ok(tags) = Tags::open(&part_of(&self.file)).await
        {
            return Ok(tags);
        }
        Tags::open(&self.file).await
    }

    /// From the first picture to the end of the last one, drawn or not.
    pub(super) async fn span(&self) -> Result<Range<u32>> {
        if self.is_whole() {
            return Tags::span(&self.file).await;
        }
        let mut tags = self.tags().await?;
        while let Some(tag) = tags.next_written().await? {
            if tag.kind == VIDEO && tag.is_frame() {
                return Ok(tag.at..tag.at + u32::try_from(self.length.as_millis())?);
            }
        }
        bail!("no moving pictures in it yet")
    }
}
