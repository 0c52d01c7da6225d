//! Packs what was read and writes it, on a thread of its own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::time::Timestamp;
use tokio::sync::mpsc;

use super::{ImportError, Refused, unfinished};
use crate::ffmpeg::MAX_PIXELS;
use crate::frame::{Clock, Config, Input};
use crate::packager::{Packager, Settings};
use crate::recording::{Meta, Recording, RecordingError};
use crate::segment::{Event, Rendition};

pub(super) enum Piece {
    Input(Input),
    /// That was all of it.
    End,
}

/// A folder that is gone unless it is kept.
struct Folder {
    path: PathBuf,
    kept: bool,
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.kept {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Writes the recording beside its place and moves it there when it is whole; says how long it is. Blocking.
pub(super) fn write(
    target: &Path,
    created: Timestamp,
    has_sound: bool,
    mut pieces: mpsc::Receiver<Piece>,
) -> Result<Duration, ImportError> {
    let mut folder = Folder { path: unfinished(target), kept: false };
    // Of a try that was killed.
    if folder.path.exists() {
        fs::remove_dir_all(&folder.path)?;
    }
    let settings = Settings::default();
    let mut recording = Recording::create(&folder.path, Meta::new(created, settings))?;
    let mut packager = Packager::new(settings);
    let mut length = Duration::ZERO;
    let mut keep = |events: Vec<Event>| -> Result<(), RecordingError> {
        for event in events {
            if let Event::SegmentReady { rendition: Rendition::SOURCE, segment } = &event {
                length = length.max(segment.end());
            }
            recording.apply(&event)?;
        }
        Ok(())
    };
    if !has_sound {
        packager.without_sound();
    }
    keep(packager.connect(Clock::Milliseconds))?;
    loop {
        match pieces.blocking_recv() {
            Some(Piece::Input(Input::Config(config))) => {
                check_size(&config)?;
                keep(packager.config(config))?;
            }
            Some(Piece::Input(Input::Frame(frame))) => {
                let now = created.plus(i64::try_from(frame.dts).unwrap_or(0));
                keep(packager.frame(frame, now))?;
            }
            Some(Piece::End) => break,
            // Nobody waits for it any more.
            None => return Err(io::Error::from(io::ErrorKind::Interrupted).into()),
        }
    }
    keep(packager.end())?;
    if length.is_zero() {
        return Err(Refused::Broken("there is no picture in it that can be read".to_owned()).into());
    }
    fs::rename(&folder.path, target)?;
    folder.kept = true;
    if let Some(above) = target.parent() {
        fs::File::open(above)?.sync_all()?;
    }
    Ok(length)
}

/// The picture itself may say something else than its container.
fn check_size(config: &Config) -> Result<(), Refused> {
    let Config::Video(config) = config else { return Ok(()) };
    let (width, height) = (u32::from(config.width()), u32::from(config.height()));
    if width * height > MAX_PIXELS { Err(Refused::TooManyPixels(width, height)) } else { Ok(()) }
}
