//! An uploaded file becomes a recording: the same folder that a live game leaves behind.
//!
//! The file is untrusted. Its first bytes are checked ([`sniff`]), then its header with ffprobe ([`probe`]), and only
//! then is it read as a whole, with limits at every step and a readable reason if it is rejected. H.264 and AAC are
//! copied, everything else is encoded; the result is FLV, which goes through the packager and the recording like a live
//! game.

mod probe;
mod sniff;
mod texts;
mod write;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::time::Timestamp;
use tokio::io::AsyncReadExt;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use crate::codec::flv::{FlvError, Reader};
use crate::codec::frame::{Input, Track};
use crate::ffmpeg::{Child, Ffmpeg, FfmpegError, Job, Limits as ChildLimits};
use crate::recording::RecordingError;
use probe::ProbedFile;
pub use texts::{NoCaptions, TextTrack, captions};
use write::{Piece, write};

/// What a file may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub bytes: u64,
    pub length: Duration,
    /// Streams in it, of any kind.
    pub streams: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 32 * 1024 * 1024 * 1024, length: Duration::from_secs(12 * 3600), streams: 16 }
    }
}

/// Why a file was rejected, for the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("the file is empty")]
    Empty,
    #[error("the file is larger than {} MB", .0 / 1_000_000)]
    TooLarge(u64),
    #[error("this is a playlist, not a video: upload the video file itself")]
    Playlist,
    #[error("this is a picture, not a video")]
    Picture,
    #[error("this is an archive, not a video: unpack it and upload the video file")]
    Archive,
    #[error("this is a text file, not a video")]
    Text,
    #[error("the file is not a readable video: {0}")]
    NotVideo(String),
    #[error("the file is damaged or incomplete: {0}")]
    Broken(String),
    #[error("the file has no video stream")]
    NoPicture,
    #[error("the video codec `{0}` is not supported: use H.264")]
    Codec(String),
    #[error("the video is {0} by {1} pixels, which is too large")]
    TooManyPixels(u32, u32),
    #[error("the file has more than {0} streams")]
    TooManyStreams(usize),
    #[error("the video is longer than {} hours", .0.as_secs() / 3600)]
    TooLong(Duration),
    #[error("reading the file took too long")]
    TooSlow,
}

impl Refused {
    /// The reason as a code, for translations.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLarge(_) => "too_large",
            Self::Playlist => "playlist",
            Self::Picture => "picture",
            Self::Archive => "archive",
            Self::Text => "text",
            Self::NotVideo(_) => "not_video",
            Self::Broken(_) => "broken",
            Self::NoPicture => "no_picture",
            Self::Codec(_) => "codec",
            Self::TooManyPixels(..) => "too_many_pixels",
            Self::TooManyStreams(_) => "too_many_streams",
            Self::TooLong(_) => "too_long",
            Self::TooSlow => "too_slow",
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error("ffmpeg could not be started")]
    Ffmpeg(#[source] FfmpegError),
    #[error(transparent)]
    Recording(#[from] RecordingError),
    #[error("the file could not be read or written")]
    File(#[from] io::Error),
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    pub length: Duration,
    /// Whether the picture is as it was uploaded.
    pub passed_through: bool,
    /// What [`captions`] can be read of.
    pub texts: Vec<TextTrack>,
}

/// Nothing came back for so long.
const STALL_TIMEOUT: Duration = Duration::from_secs(120);
/// On their way to the disk.
const MAX_QUEUED: usize = 64;

/// Turns a file into the recording in `folder`, which must not be there yet and appears as a whole. Progress goes from
/// 0 to 100. Dropping the future cancels it, and nothing stays behind.
pub async fn import(
    ffmpeg: &Ffmpeg,
    file: &Path,
    folder: &Path,
    created: Timestamp,
    limits: Limits,
    mut progress: impl FnMut(u8) + Send,
) -> Result<Imported, ImportError> {
    let path = file.to_owned();
    blocking(move || sniff::look(&path, limits.bytes)).await??;
    let probed = probe::probe(ffmpeg, file, limits).await?;
    progress(0);
    let child = job(file, &probed, limits).start(ffmpeg, 0).map_err(ImportError::Ffmpeg)?;
    let (pieces, queue) = mpsc::channel(MAX_QUEUED);
    let target = folder.to_owned();
    let has_sound = probed.sound.is_some();
    let writer = tokio::task::spawn_blocking(move || write(&target, created, has_sound, queue));
    let read = pump(child, &probed, limits, &pieces, &mut progress).await;
    // Without this last word the writer throws away what it has.
    if read.is_ok() {
        let _ = pieces.send(Piece::End).await;
    }
    drop(pieces);
    let written = writer.await.map_err(io::Error::other)?;
    read?;
    let length = written?;
    progress(100);
    Ok(Imported { length, passed_through: probed.picture.pass, texts: probed.texts })
}

/// Hands everything that the child reads to the writer.
async fn pump(
    mut child: Child,
    probed: &ProbedFile,
    limits: Limits,
    pieces: &mpsc::Sender<Piece>,
    progress: &mut (impl FnMut(u8) + Send),
) -> Result<(), ImportError> {
    let Some(mut stdout) = child.stdout.take() else { return Ok(()) };
    child.stdin = None;
    let mut reader = Reader::default();
    let mut buffer = vec![0; 128 * 1024];
    let (mut reached, mut told) = (0, 0);
    loop {
        let stalled = Instant::now() + STALL_TIMEOUT;
        let latest = child.deadline().map_or(stalled, |deadline| deadline.min(stalled));
        let read = timeout_at(latest, stdout.read(&mut buffer)).await.map_err(|_| Refused::TooSlow)??;
        if read == 0 {
            break;
        }
        reader.push(&buffer[..read]);
        while let Some(input) = reader.next_input().map_err(unreadable)? {
            if let Input::Frame(frame) = &input
                && frame.track == Track::Video
            {
                reached = frame.dts;
                if Duration::from_millis(reached) > limits.length {
                    return Err(Refused::TooLong(limits.length).into());
                }
            }
            if pieces.send(Piece::Input(input)).await.is_err() {
                // The writer tells why it is gone.
                return Ok(());
            }
        }
        let part = probed.length.map_or(0, |length| u128::from(reached) * 100 / length.as_millis().max(1));
        let percent = u8::try_from(part.min(99)).unwrap_or(99);
        if percent > told {
            told = percent;
            progress(percent);
        }
    }
    drop(stdout);
    match child.finish().await {
        Err(FfmpegError::Failed(reason)) => return Err(Refused::Broken(reason).into()),
        Err(FfmpegError::TooSlow) => return Err(Refused::TooSlow.into()),
        Err(error) => return Err(ImportError::Ffmpeg(error)),
        Ok(()) => {}
    }
    probed.check_length(Duration::from_millis(reached)).map_err(Into::into)
}

fn unreadable(error: FlvError) -> ImportError {
    Refused::Broken(error.to_string()).into()
}

/// One picture and one sound, nothing else of the file: no names, places or chapters. Its texts are read by themselves.
fn job(file: &Path, probed: &ProbedFile, limits: Limits) -> Job {
    let length = probed.length.unwrap_or(limits.length);
    let child = ChildLimits {
        time: Some(Duration::from_secs(600) + length * 20),
        cpu: Duration::from_secs(120) + length * 10,
        memory: 2 * 1024 * 1024 * 1024,
        file: 0,
        nice: 15,
    };
    let mut job = Job::ffmpeg(child).read_file(file).args(&format!("-map 0:{}", probed.picture.index));
    if let Some(sound) = &probed.sound {
        job = job.args(&format!("-map 0:{}", sound.index));
    }
    job = job.args("-map_metadata -1 -map_chapters -1 -sn -dn");
    job = if probed.picture.pass {
        job.args("-c:v copy")
    } else {
        let (width, height) = probed.picture.room();
        let scale = format!(
            "yadif=deint=interlaced,scale='min({width},iw)':'min({height},ih)'\
             :force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1,format=yuv420p"
        );
        job.args("-vf").arg(scale).args("-fps_mode cfr -r").arg(probed.picture.rate()).args(
            "-c:v libx264 -preset veryfast -profile:v high -threads 2 -crf 22 -maxrate 4500k -bufsize 9000k \
             -sc_threshold 0 -g 600 -force_key_frames expr:gte(t,n_forced*2)",
        )
    };
    if let Some(sound) = &probed.sound {
        let encode = "-c:a aac -b:a 128k -ac 2 -ar 48000 -af aresample=async=1";
        job = job.args(if sound.pass { "-c:a copy" } else { encode });
    }
    // A little longer than allowed, so that too long is seen.
    let most = limits.length.as_secs() + 2;
    job.args(&format!("-t {most} -avoid_negative_ts make_zero -flvflags no_duration_filesize -f flv pipe:1"))
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)
}

/// Where a recording is made before it is whole.
fn unfinished(folder: &Path) -> PathBuf {
    let mut name = folder.as_os_str().to_owned();
    name.push(".import");
    name.into()
}
