//! One child process for a run of the source: segments in, encoded frames of each lower rendition out.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use domain::ids::MediaId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe;
use tokio::process::ChildStdin;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::cut::{Cut, Cutter, FedSoFar, Made};
use super::write::Piece;
use super::{LadderError, Pace, Plan, Run};
use crate::codec::cmaf::{ParsedSample, parse_fragments};
use crate::codec::frame::{Config, Frame, Input, Track};
use crate::codec::{MILLISECOND, VIDEO_TIMESCALE, flv};
use crate::ffmpeg::{Ffmpeg, FfmpegError, Limits};
use crate::hls::Rendition;
use crate::live::encoder::{LowerRendition, ladder_job};
use crate::recording::{Record, RecordingError, RecordingFile};
use crate::storage::RecordingStore;

/// Times of a child start here, so that none is below 0.
const FIRST_TIMESTAMP: u64 = 1_000;
/// A child that takes nothing for so long, or does not come to its end, is stuck.
const STUCK_TIMEOUT: Duration = Duration::from_secs(120);
/// Pictures that came back and wait to be cut.
const MAX_QUEUED_PICTURES: usize = 64;

/// What all runs of a recording share.
#[derive(Clone, Copy)]
pub(super) struct Encoding<'a> {
    pub(super) ffmpeg: &'a Ffmpeg,
    pub(super) recordings: &'a RecordingStore,
    pub(super) media: MediaId,
    pub(super) plan: &'a Plan,
    pub(super) lower_renditions: &'a [LowerRendition],
    pub(super) pieces: &'a mpsc::Sender<Piece>,
}

/// Encodes a run; `percent` says what so many segments of it are of the whole.
pub(super) async fn encode(
    this: Encoding<'_>,
    run: Run,
    pace: &mut Pace,
    percent: &mut (impl FnMut(usize) -> usize + Send),
) -> Result<(), LadderError> {
    let run = this.begun_at_key_frame(run).await?;
    let records = this.plan.records.get(run.first..run.end).unwrap_or_default();
    let ticks: u64 = records.iter().map(|record| record.duration).sum();
    let length = Duration::from_secs(ticks / u64::from(VIDEO_TIMESCALE) + 1);
    let limits = Limits {
        time: None,
        cpu: Duration::from_secs(300) + length * 20,
        memory: 2 * 1024 * 1024 * 1024,
        file: 0,
        nice: 19,
    };
    let pipes = u8::try_from(this.lower_renditions.len()).unwrap_or(u8::MAX);
    let mut child = ladder_job(this.lower_renditions, limits).start(this.ffmpeg, pipes)?;
    child.stdout = None;
    let fed: Arc<Mutex<FedSoFar>> = Arc::default();
    let (back, pictures) = mpsc::channel(MAX_QUEUED_PICTURES);
    let mut readers = JoinSet::new();
    for (pipe, index) in child.more.drain(..).zip(0..) {
        readers.spawn(read_rendition(pipe, index, back.clone()));
    }
    drop(back);
    let stdin = child.stdin.take();
    let feed = async {
        this.feed(records, stdin, &fed, pace, percent).await?;
        sleep(STUCK_TIMEOUT).await;
        Err::<(), LadderError>(FfmpegError::TooSlow.into())
    };
    let worked: Result<(), LadderError> = tokio::select! {
        taken = this.take(pictures, &fed) => taken,
        failed = feed => failed,
    };
    match (worked, timeout(STUCK_TIMEOUT, child.finish()).await) {
        // A pipe that broke says nothing; the child may have said why.
        (Ok(()) | Err(LadderError::File(_)), Ok(Err(said))) => Err(said.into()),
        (Ok(()), Err(_)) => Err(FfmpegError::TooSlow.into()),
        (worked, _) => worked,
    }
}

impl Encoding<'_> {
    /// The run with what has to be decoded before it.
    async fn begun_at_key_frame(&self, run: Run) -> Result<Run, LadderError> {
        let mut run = run;
        while run.first > run.earliest
            && let Some(record) = self.plan.records.get(run.first)
            && self.segment(record).await?.1.first().is_some_and(|sample| !sample.keyframe)
        {
            run.first -= 1;
        }
        Ok(run)
    }

    async fn segment(&self, record: &Record) -> Result<(Bytes, Vec<ParsedSample>), LadderError> {
        let stored = RecordingFile::Segment(Rendition::SOURCE, record.head.number);
        let bytes = self.recordings.file(self.media, stored).await?.ok_or(LadderError::Gone)?;
        let samples = parse_fragments(&bytes).map_err(RecordingError::from)?;
        Ok((bytes, samples))
    }

    /// Writes the source's pictures, as fast as they are taken and as long as it may.
    async fn feed(
        &self,
        records: &[Record],
        stdin: Option<ChildStdin>,
        fed: &Mutex<FedSoFar>,
        pace: &mut Pace,
        percent: &mut (impl FnMut(usize) -> usize + Send),
    ) -> Result<(), LadderError> {
        let (Some(mut stdin), Some(first)) = (stdin, records.first()) else { return Ok(()) };
        let config = self.plan.config(first).ok_or(LadderError::Gone)?.clone();
        let base = (first.head.start / MILLISECOND).saturating_sub(FIRST_TIMESTAMP);
        let mut out = BytesMut::new();
        flv::write_head(&mut out, false);
        flv::write_tag(&mut out, &Input::Config(Config::Video(config)), 0);
        let mut is_begun = false;
        for (record, done) in records.iter().zip(0..) {
            // The sender is gone: then nobody waits for it either.
            let _ = pace.go.wait_for(|go| *go).await;
            let (bytes, samples) = self.segment(record).await?;
            lock(fed).segment(Cut::new(*record, &samples, is_begun));
            for sample in &samples {
                is_begun |= sample.keyframe;
                if is_begun {
                    write_picture(&mut out, &bytes, sample, base, fed)?;
                }
            }
            timeout(STUCK_TIMEOUT, stdin.write_all(&out)).await.map_err(|_| FfmpegError::TooSlow)??;
            out.clear();
            let told = u8::try_from(percent(done)).unwrap_or(99);
            pace.done.send_if_modified(|done| std::mem::replace(done, told) != told);
        }
        Ok(())
    }

    /// Cuts what comes back, until the last pipe has ended.
    async fn take(
        &self,
        mut pictures: mpsc::Receiver<(usize, Input)>,
        fed: &Mutex<FedSoFar>,
    ) -> Result<(), LadderError> {
        let mut cutters: Vec<Cutter> = self.lower_renditions.iter().map(|_| Cutter::default()).collect();
        while let Some((index, input)) = pictures.recv().await {
            let Some(cutter) = cutters.get_mut(index) else { continue };
            let made = match input {
                Input::Config(Config::Video(config)) => {
                    cutter.config(config);
                    continue;
                }
                Input::Frame(frame) => cutter.picture(frame, &lock(fed)),
                Input::Config(Config::Audio(_)) => continue,
            };
            self.send(index, made).await;
        }
        for (index, cutter) in cutters.into_iter().enumerate() {
            let made = cutter.finish(&lock(fed));
            self.send(index, made).await;
        }
        Ok(())
    }

    async fn send(&self, index: usize, made: Vec<Made>) {
        for made in made {
            // A writer that is gone tells why by itself.
            let _ = self.pieces.send(Piece::Made { index, made }).await;
        }
    }
}

fn write_picture(
    out: &mut BytesMut,
    segment: &Bytes,
    sample: &ParsedSample,
    base: u64,
    fed: &Mutex<FedSoFar>,
) -> Result<(), LadderError> {
    let data = sample.data(segment).map_err(|_| LadderError::Gone)?;
    let milliseconds = |ticks: u64| (ticks / MILLISECOND).saturating_sub(base);
    let pts = milliseconds(sample.pts());
    lock(fed).picture(pts, sample.pts());
    let (dts, keyframe) = (milliseconds(sample.dts), sample.keyframe);
    flv::write_tag(out, &Input::Frame(Frame { track: Track::Video, dts, pts, keyframe, data }), 0);
    Ok(())
}

async fn read_rendition(mut pipe: pipe::Receiver, index: usize, back: mpsc::Sender<(usize, Input)>) {
    let mut reader = flv::Reader::default();
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = pipe.read(&mut buffer).await {
        reader.push(&buffer[..length]);
        loop {
            match reader.next_input() {
                Ok(None) => break,
                Ok(Some(input)) => {
                    if back.send((index, input)).await.is_err() {
                        return;
                    }
                }
                // What is missing then is a lower rendition that is not whole.
                Err(_) => return,
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
