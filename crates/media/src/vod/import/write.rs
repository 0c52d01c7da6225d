//! Packages the imported frames and writes them, on a thread of its own.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use domain::time::Timestamp;
use tokio::sync::mpsc;

use super::{ImportError, Refused, unfinished};
use crate::codec::frame::{Clock, Config, Input};
use crate::ffmpeg::MAX_PIXELS;
use crate::hls::{Rendition, SegmentEvent, Settings};
use crate::live::Packager;
use crate::recording::{Meta, Recording, RecordingError};
use crate::vod::unfinished::UnfinishedFolder;

/// Pictures that wait for the file to tell of its sound, some seconds.
const MAX_EARLY: usize = 200;

pub(super) enum Piece {
    Input(Input),
    /// That was all of it.
    End,
}

/// Writes the recording beside its place and moves it there when it is whole; says how long it is. Blocking.
pub(super) fn write(
    target: &Path,
    created: Timestamp,
    has_sound: bool,
    mut pieces: mpsc::Receiver<Piece>,
) -> Result<Duration, ImportError> {
    let folder = UnfinishedFolder::new(unfinished(target));
    folder.clear()?;
    let settings = Settings::default();
    let mut recording = Recording::create(folder.path(), Meta::new(created, settings))?;
    let mut packager = Packager::new(settings);
    let mut length = Duration::ZERO;
    let mut keep = |events: Vec<SegmentEvent>| -> Result<(), RecordingError> {
        for event in events {
            if let SegmentEvent::SegmentReady { rendition: Rendition::SOURCE, segment } = &event {
                length = length.max(segment.end());
            }
            recording.apply(&event)?;
        }
        Ok(())
    };
    keep(packager.connect(Clock::Milliseconds))?;
    let mut early = Early::new(has_sound);
    loop {
        let inputs = match pieces.blocking_recv() {
            Some(Piece::Input(input)) => early.take(input),
            Some(Piece::End) => break,
            // Nobody waits for it any more.
            None => return Err(io::Error::from(io::ErrorKind::Interrupted).into()),
        };
        for input in inputs {
            pack(&mut packager, input, &early, created, &mut keep)?;
        }
    }
    for input in early.finish() {
        pack(&mut packager, input, &early, created, &mut keep)?;
    }
    keep(packager.end())?;
    if length.is_zero() {
        return Err(Refused::Broken("there is no picture in it that can be read".to_owned()).into());
    }
    fs::rename(folder.path(), target)?;
    folder.keep();
    if let Some(above) = target.parent() {
        fs::File::open(above)?.sync_all()?;
    }
    Ok(length)
}

fn pack(
    packager: &mut Packager,
    input: Input,
    early: &Early,
    created: Timestamp,
    keep: &mut impl FnMut(Vec<SegmentEvent>) -> Result<(), RecordingError>,
) -> Result<(), ImportError> {
    match input {
        Input::Config(config) => {
            check_size(&config)?;
            keep(packager.config(config))?;
        }
        Input::Frame(frame) => {
            if early.silent {
                packager.without_sound();
            }
            let now = created.plus(i64::try_from(frame.dts).unwrap_or(0));
            keep(packager.frame(frame, now))?;
        }
    }
    Ok(())
}

/// Some files tell of their sound only with its first frame: until then the first pictures wait, so that none is lost.
struct Early {
    waiting: Option<Vec<Input>>,
    /// There is no sound, or none that came in time.
    silent: bool,
}

impl Early {
    fn new(has_sound: bool) -> Self {
        Self { waiting: has_sound.then(Vec::new), silent: !has_sound }
    }

    /// What can be packed now, configurations first.
    fn take(&mut self, input: Input) -> Vec<Input> {
        let Some(waiting) = &mut self.waiting else { return vec![input] };
        let told = matches!(input, Input::Config(Config::Audio(_)));
        waiting.push(input);
        if told || waiting.len() >= MAX_EARLY { self.let_go(!told) } else { Vec::new() }
    }

    fn finish(&mut self) -> Vec<Input> {
        self.let_go(true)
    }

    fn let_go(&mut self, silent: bool) -> Vec<Input> {
        let Some(mut waiting) = self.waiting.take() else { return Vec::new() };
        self.silent = silent;
        waiting.sort_by_key(|input| matches!(input, Input::Frame(_)));
        waiting
    }
}

/// The picture itself may say something else than its container.
fn check_size(config: &Config) -> Result<(), Refused> {
    let Config::Video(config) = config else { return Ok(()) };
    let (width, height) = (u32::from(config.width()), u32::from(config.height()));
    if width * height > MAX_PIXELS { Err(Refused::TooManyPixels(width, height)) } else { Ok(()) }
}
