//! One child process that encodes the lower renditions of a game: FLV in, one FLV stream out per rendition.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::BytesMut;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::{Fed, Feed, LowerRendition, Output};
use crate::codec::frame::{Config, Frame, Input};
use crate::codec::{AvcConfig, MILLISECOND, flv};
use crate::ffmpeg::{Child, Ffmpeg, FfmpegError, Job, Limits};

/// Times of a child start here, so that none is below 0.
const FIRST_TIMESTAMP: u64 = 1_000;
/// FLV counts milliseconds in 31 bits, so a stream gets a new child process after 20 days.
const MAX_TIMESTAMP: u64 = 20 * 24 * 3600 * 1000;
/// Pictures whose way back is known.
const MAX_TIMES: usize = 1_024;
/// A child that takes nothing, or gives nothing back, for so long is stuck.
const STUCK_TIMEOUT: Duration = Duration::from_secs(10);
/// To give back what it holds when nothing more comes.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(3);

pub(super) enum Stopped {
    /// It gave back everything it had.
    Drained,
    /// The next one begins with this.
    Anew(AvcConfig, Frame),
    GameGone,
    Failed(FfmpegError),
}

pub(super) struct EncoderChild {
    child: Child,
    config: AvcConfig,
    times: Arc<Mutex<Times>>,
    readers: JoinSet<()>,
}

/// The exact times of the pictures, which milliseconds do not tell.
#[derive(Default)]
struct Times {
    sent: BTreeMap<u64, u64>,
    /// The newest that came back, in milliseconds.
    back: u64,
}

impl EncoderChild {
    pub(super) fn start(
        ffmpeg: &Ffmpeg,
        lower_renditions: &[LowerRendition],
        config: AvcConfig,
        output: &mpsc::Sender<Output>,
    ) -> Result<Self, FfmpegError> {
        let count = u8::try_from(lower_renditions.len()).unwrap_or(u8::MAX);
        let limits = Limits { time: None, cpu: Duration::from_secs(90 * 24 * 3600), nice: 5, ..Limits::default() };
        let mut child = ladder_job(lower_renditions, limits).start(ffmpeg, count)?;
        child.stdout = None;
        let times = Arc::new(Mutex::new(Times::default()));
        let mut readers = JoinSet::new();
        for (pipe, lower) in child.more.drain(..).zip(lower_renditions) {
            readers.spawn(read_rendition(pipe, lower.index, times.clone(), output.clone()));
        }
        Ok(Self { child, config, times, readers })
    }

    /// Feeds it, until one of them has enough.
    pub(super) async fn run(mut self, first: Frame, feed: &mut Feed, allowed: &mut watch::Receiver<usize>) -> Stopped {
        let base = (first.dts / MILLISECOND).saturating_sub(FIRST_TIMESTAMP);
        let mut out = BytesMut::new();
        flv::write_head(&mut out, false);
        flv::write_tag(&mut out, &Input::Config(Config::Video(self.config.clone())), 0);
        let mut frame = first;
        loop {
            let shown = (frame.pts / MILLISECOND).saturating_sub(base);
            if shown > MAX_TIMESTAMP {
                let _ = self.drain().await;
                return Stopped::Anew(self.config, frame);
            }
            self.remember(shown, frame.pts);
            let dts = (frame.dts / MILLISECOND).saturating_sub(base);
            flv::write_tag(&mut out, &Input::Frame(Frame { dts, pts: shown, ..frame }), 0);
            if let Err(error) = self.write(&out, shown).await {
                return Stopped::Failed(self.reason(error).await);
            }
            out.clear();
            let fed = tokio::select! {
                fed = feed.next() => fed,
                Ok(()) = allowed.changed() => Some(Fed::End),
                _ = self.readers.join_next() => {
                    let gone = io::Error::from(io::ErrorKind::BrokenPipe);
                    return Stopped::Failed(self.reason(gone.into()).await);
                }
            };
            frame = match fed {
                None => {
                    let _ = self.drain().await;
                    return Stopped::GameGone;
                }
                Some(Fed::End) => {
                    return match self.drain().await {
                        Ok(()) => Stopped::Drained,
                        Err(error) => Stopped::Failed(error),
                    };
                }
                Some(Fed::Frame { frame, begin: Some(config) }) if config != self.config => {
                    let _ = self.drain().await;
                    return Stopped::Anew(config, frame);
                }
                Some(Fed::Frame { frame, .. }) => frame,
            };
        }
    }

    async fn write(&mut self, bytes: &[u8], shown: u64) -> Result<(), FfmpegError> {
        let Some(stdin) = &mut self.child.stdin else { return Ok(()) };
        timeout(STUCK_TIMEOUT, stdin.write_all(bytes)).await.map_err(|_| FfmpegError::TooSlow)??;
        let back = self.times().back.max(FIRST_TIMESTAMP);
        if shown.saturating_sub(back) > u64::try_from(STUCK_TIMEOUT.as_millis()).unwrap_or(u64::MAX) {
            return Err(FfmpegError::TooSlow);
        }
        Ok(())
    }

    /// Lets it give back what it holds.
    async fn drain(&mut self) -> Result<(), FfmpegError> {
        self.child.stdin = None;
        let all = async { while self.readers.join_next().await.is_some() {} };
        timeout(DRAIN_TIMEOUT, all).await.map_err(|_| FfmpegError::TooSlow)
    }

    /// A pipe that broke says nothing; the child may have said why.
    async fn reason(self, error: FfmpegError) -> FfmpegError {
        if !matches!(error, FfmpegError::Io(_)) {
            return error;
        }
        match timeout(DRAIN_TIMEOUT, self.child.finish()).await {
            Ok(Err(said)) => said,
            _ => error,
        }
    }

    fn remember(&self, shown: u64, ticks: u64) {
        let mut times = self.times();
        times.sent.entry(shown).or_insert(ticks);
        if times.sent.len() > MAX_TIMES {
            times.sent.pop_first();
        }
    }

    fn times(&self) -> std::sync::MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// FLV in on its standard input, and FLV back on a pipe for each lower rendition. Key frames where the source has them
/// and nowhere else; no picture is made up, moved or held back.
pub(crate) fn ladder_job(lower_renditions: &[LowerRendition], limits: Limits) -> Job {
    let job = Job::ffmpeg(limits).decode_limits().args("-probesize 32 -analyzeduration 0 -copyts").read_pipe("flv");
    lower_renditions.iter().zip(3_u8..).fold(job, |job, (lower, pipe)| {
        let (height, rate) = (lower.height, lower.rate);
        job.args("-map 0:v:0 -vf")
            .arg(format!("scale=-2:{height}:flags=fast_bilinear,format=yuv420p"))
            // By default an encoder counts pictures, and moves those that come off the beat.
            .args("-c:v libx264 -preset superfast -tune zerolatency -threads 1 -fps_mode passthrough -enc_time_base 1:1000")
            .args("-g 1000000 -keyint_min 1 -sc_threshold 0 -force_key_frames source -forced-idr 1")
            .args(&format!("-crf 23 -maxrate {rate}k -bufsize {}k", 2 * rate))
            .args("-avoid_negative_ts disabled -flush_packets 1 -flvflags no_duration_filesize")
            .args(&format!("-f flv pipe:{pipe}"))
    })
}

async fn read_rendition(mut pipe: pipe::Receiver, index: u8, times: Arc<Mutex<Times>>, output: mpsc::Sender<Output>) {
    let mut reader = flv::Reader::default();
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = pipe.read(&mut buffer).await {
        reader.push(&buffer[..length]);
        loop {
            let input = match reader.next_input() {
                Ok(Some(Input::Frame(frame))) => {
                    let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
                    // A child that gives back what it was not given counts as stuck, and is started anew.
                    let Some(&ticks) = times.sent.get(&frame.pts) else { continue };
                    times.back = times.back.max(frame.pts);
                    Input::Frame(Frame { dts: ticks, pts: ticks, ..frame })
                }
                Ok(Some(config)) => config,
                Ok(None) => break,
                Err(_) => return,
            };
            if output.send(Output::Input { index, input }).await.is_err() {
                return;
            }
        }
    }
}
