//! Moving pictures for the demo: matches drawn by `footage`, encoded once by ffmpeg, kept as files and sent as an
//! encoder at the field would send them.

mod avi;
mod cast;
mod encode;
mod flv;
mod plan;
mod push;
mod rtmp;

use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use footage::{Match, Size};
use tokio::sync::{Semaphore, oneshot};

pub(crate) use cast::Casting;
pub(crate) use plan::{Planned, live, recordings};
pub(crate) use push::Pusher;

/// Raised when the same match would be drawn in another way: files of before are made again.
const EDITION: u32 = 1;

/// The folder of finished pictures, and the way to more of them. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Footage {
    folder: PathBuf,
    ffmpeg: OsString,
    /// One at a time: nobody waits for a recording so much that the server may become slow.
    turn: Arc<Semaphore>,
}

impl Footage {
    /// Nothing where there is no ffmpeg that can make H.264: the demo goes on without pictures.
    pub(crate) async fn open(folder: PathBuf, ffmpeg: impl Into<OsString>) -> Option<Self> {
        let ffmpeg = ffmpeg.into();
        match encode::able(&ffmpeg).await {
            Ok(()) => Some(Self { folder, ffmpeg, turn: Arc::new(Semaphore::new(1)) }),
            Err(cause) => {
                tracing::warn!(%cause, "the demo has no moving pictures: install ffmpeg (Debian: apt install ffmpeg)");
                None
            }
        }
    }

    /// The pictures of a live match, to be repeated without end.
    pub(crate) async fn live_loop(&self, game: &Match) -> Result<PathBuf> {
        self.made(game, Size::HD).await
    }

    /// The recording of a match that is over, to be imported.
    pub(crate) async fn recording(&self, game: &Match) -> Result<PathBuf> {
        self.made(game, Size::SMALL).await
    }

    /// The file, made now if it is not there yet. Who drops the future stops the work.
    async fn made(&self, game: &Match, size: Size) -> Result<PathBuf> {
        let file = self.folder.join(name(game, size));
        if file.exists() {
            return Ok(file);
        }
        let _turn = self.turn.acquire().await.context("footage is no longer made")?;
        // Somebody else may have asked for the same while we waited.
        if file.exists() {
            return Ok(file);
        }
        let stop = Stop(Arc::new(AtomicBool::new(false)));
        let (done, wait) = oneshot::channel();
        let job = Job { ffmpeg: self.ffmpeg.clone(), game: game.clone(), size, to: file.clone() };
        let stopped = stop.0.clone();
        // A thread of its own: it works for seconds on end, and at a lower priority.
        std::thread::Builder::new().name("footage".into()).spawn(move || {
            let _ = done.send(job.run(&stopped));
        })?;
        wait.await.context("the thread that draws has ended")??;
        Ok(file)
    }
}

/// Files are found again by what they show.
pub(super) fn name(game: &Match, size: Size) -> String {
    // The same for the same compiler, which is enough for a cache.
    let mut hasher = DefaultHasher::new();
    (EDITION, game, size).hash(&mut hasher);
    format!("{:016x}.flv", hasher.finish())
}

/// Tells the thread that nobody waits any more.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

struct Job {
    ffmpeg: OsString,
    game: Match,
    size: Size,
    to: PathBuf,
}

impl Job {
    /// Written under another name, so that a file with the right name is whole.
    fn run(self, stop: &AtomicBool) -> Result<()> {
        lower_priority();
        let began = Instant::now();
        let [away, home] = self.game.teams.each_ref().map(|team| team.name.as_str());
        tracing::info!(away, home, seconds = self.game.seconds, height = self.size.height, "drawing a match");
        fs::create_dir_all(self.to.parent().unwrap_or(Path::new(".")))?;
        let part = self.to.with_extension("part");
        let encoded = encode::encode(&self.ffmpeg, self.game.clone(), self.size, &part, stop);
        if let Err(cause) = encoded {
            let _ = fs::remove_file(&part);
            return Err(cause);
        }
        fs::rename(&part, &self.to)?;
        tracing::info!(away, home, took_s = began.elapsed().as_secs(), "drew a match");
        Ok(())
    }
}

/// For this thread and what it starts: viewers come first. Elsewhere than on Linux it would slow the whole program down.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 15);
}

#[cfg(test)]
mod tests;
