//! Footage of the demo: matches drawn by `footage`, encoded once by ffmpeg, stored as files and sent like an encoder
//! would.

mod avi;
mod cast;
mod encode;
mod film;
mod flv;
mod pace;
mod plan;
mod push;
mod rtmp;

use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, Result};
use footage::{Match, Size};
use tokio::sync::{Semaphore, watch};

use film::Drawing;

pub(crate) use cast::Casting;
pub(crate) use film::Film;
pub(crate) use pace::USUAL_SPEED;
pub use plan::{Planned, recordings};
pub(crate) use plan::{PlannedFilm, first_live, live};
pub(crate) use push::Pusher;

/// Raised when the same match would be drawn in another way: files of before are made again.
const EDITION: u32 = 1;

/// How far others go first: a page counts down to a live game, and nobody waits for a recording.
const AWAITED: i32 = 5;
const IN_THE_BACKGROUND: i32 = 15;

/// The folder of finished pictures, and the way to more of them. Cheap to clone.
#[derive(Clone)]
pub struct Footage {
    folder: PathBuf,
    ffmpeg: OsString,
    /// One at a time: nobody waits for a recording so much that the server may become slow.
    turn: Arc<Semaphore>,
}

impl Footage {
    /// Nothing where there is no ffmpeg that can make H.264: the demo goes on without pictures.
    pub async fn open(folder: PathBuf, ffmpeg: impl Into<OsString>) -> Option<Self> {
        let ffmpeg = ffmpeg.into();
        match encode::able(&ffmpeg).await {
            Ok(()) => Some(Self { folder, ffmpeg, turn: Arc::new(Semaphore::new(1)) }),
            Err(cause) => {
                tracing::warn!(%cause, "demo footage disabled: install ffmpeg (Debian: apt install ffmpeg)");
                None
            }
        }
    }

    /// Whether the pictures of a live match are drawn.
    pub(crate) fn has_live(&self, game: &Match) -> bool {
        self.folder.join(name(game, Size::HD)).exists()
    }

    /// The pictures of a live match, to be repeated without end; they may still be drawn.
    pub(crate) async fn live(&self, game: &Match) -> Result<Film> {
        self.film(game, Size::HD, AWAITED).await
    }

    /// The recording of a match that is over, to be imported.
    pub(crate) async fn recording(&self, game: &Match) -> Result<PathBuf> {
        self.film(game, Size::SMALL, IN_THE_BACKGROUND).await?.whole().await
    }

    /// A part of a recording as a file of its own, with nothing encoded anew.
    pub(crate) async fn cut(&self, file: &Path, from: u32, seconds: u32, to: &Path) -> Result<()> {
        let output = tokio::process::Command::new(&self.ffmpeg)
            .args(["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-i"])
            .arg(file)
            // Behind the file, so that it is read up to there: a jump would land on the key frame before.
            .args(["-ss", &from.to_string(), "-t", &seconds.to_string(), "-c", "copy"])
            .arg(to)
            .kill_on_drop(true)
            .output()
            .await?;
        anyhow::ensure!(output.status.success(), "ffmpeg could not cut: {}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    }

    /// The file, begun now if it is not there yet.
    async fn film(&self, game: &Match, size: Size, niceness: i32) -> Result<Film> {
        let file = self.folder.join(name(game, size));
        if file.exists() {
            return Ok(Film::drawn(file));
        }
        let turn = self.turn.clone().acquire_owned().await.context("footage is no longer made")?;
        // Another caller may have asked for the same while we waited.
        if file.exists() {
            return Ok(Film::drawn(file));
        }
        let (told, progress) = watch::channel(Drawing::Stage);
        let film = Film::being_drawn(file.clone(), game.seconds, progress);
        let stopped = film.stopped();
        let job = Job { ffmpeg: self.ffmpeg.clone(), game: game.clone(), size, to: file, niceness };
        // A thread of its own: it works for seconds on end, and at a lower priority.
        std::thread::Builder::new().name("footage".into()).spawn(move || {
            let ended = match job.run(&stopped, &told) {
                Ok(()) => Drawing::Whole,
                Err(cause) => Drawing::Failed(format!("{cause:#}")),
            };
            drop(turn);
            told.send_replace(ended);
        })?;
        Ok(film)
    }
}

/// Files are found again by what they show.
pub(super) fn name(game: &Match, size: Size) -> String {
    // The same for the same compiler, which is enough for a cache.
    let mut hasher = DefaultHasher::new();
    (EDITION, game, size).hash(&mut hasher);
    format!("{:016x}.flv", hasher.finish())
}

struct Job {
    ffmpeg: OsString,
    game: Match,
    size: Size,
    to: PathBuf,
    niceness: i32,
}

impl Job {
    /// Written under another name, so that a file with the right name is whole.
    fn run(self, stop: &AtomicBool, told: &watch::Sender<Drawing>) -> Result<()> {
        lower_priority(self.niceness);
        let began = Instant::now();
        let [away, home] = self.game.teams.each_ref().map(|team| team.name.as_str());
        tracing::info!(away, home, seconds = self.game.seconds, height = self.size.height, "drawing a match");
        fs::create_dir_all(self.to.parent().unwrap_or(Path::new(".")))?;
        let part = film::part_of(&self.to);
        let tell = || told.send_modify(Drawing::advance);
        let encoded = encode::encode(&self.ffmpeg, self.game.clone(), self.size, &part, stop, tell);
        if let Err(cause) = encoded {
            let _ = fs::remove_file(&part);
            return Err(cause);
        }
        fs::rename(&part, &self.to)?;
        tracing::info!(away, home, took_s = began.elapsed().as_secs(), "drew a match");
        Ok(())
    }
}

/// For this thread and what it starts: viewers come first. Elsewhere than on Linux it would slow the whole program
/// down.
fn lower_priority(niceness: i32) {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, niceness);
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}

#[cfg(test)]
mod tests;
