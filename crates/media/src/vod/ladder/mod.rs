//! Lower renditions of an ended recording: those that the live game had no processor time for, those with gaps, and all
//! of an upload's.
//!
//! The source's segments are read one after the other, from disk or object storage, by one child process that encodes
//! all lower renditions at once. Its output is cut exactly at the source's segment boundaries and stored beside the
//! recording; the recording lists a rendition only when it is complete. A rendition that does not match the source is
//! discarded.
//!
//! - [`Plan`]: the missing renditions of a recording;
//! - [`make`]: makes them, and reports progress to the caller.

mod cut;
mod encode;
mod write;

use std::collections::BTreeSet;
use std::io;

use bytes::Bytes;
use domain::ids::MediaId;
use tokio::sync::{mpsc, watch};

use crate::codec::cmaf::parse_fragments;
use crate::codec::{AvcConfig, VIDEO_TIMESCALE};
use crate::ffmpeg::{Ffmpeg, FfmpegError};
use crate::hls::Rendition;
use crate::live::encoder::{LowerRendition, Source, renditions_below};
use crate::recording::{Record, RecordKind, RecordingError, RecordingFile, Replay, init_path};
use crate::storage::{RecordingStore, RecordingStoreError};
use encode::{Encoding, encode};
use write::{Piece, write};

#[derive(Debug, thiserror::Error)]
pub enum LadderError {
    #[error("a source segment is missing")]
    Gone,
    #[error("lower renditions could not be encoded: {0}")]
    Ffmpeg(#[from] FfmpegError),
    #[error(transparent)]
    Recording(#[from] RecordingError),
    #[error(transparent)]
    Store(#[from] RecordingStoreError),
    #[error("lower renditions could not be written")]
    File(#[from] io::Error),
}

/// On their way to the disk.
const MAX_QUEUED: usize = 8;
/// Pictures a second, where nothing tells.
const DEFAULT_FRAME_RATE: u16 = 30;

/// What a recording lacks.
pub struct Plan {
    /// Of the source, gaps included.
    records: Vec<Record>,
    /// What the source is coded with, by its inits.
    configs: Vec<(u32, AvcConfig)>,
    there: Vec<LowerRendition>,
    lacking: Vec<Lacking>,
    source: Source,
}

/// A lower rendition that is not there, or not whole.
pub(crate) struct Lacking {
    pub(crate) lower: LowerRendition,
    /// What there is of it.
    records: Vec<Record>,
    /// Numbers of the segments that are to be made.
    missing: BTreeSet<u64>,
    /// Its inits, which are used again where they fit.
    inits: Vec<(u32, Bytes)>,
    next_init: u32,
}

/// Segments of the source that follow from each other, by their places among its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// As far back as they do: a segment that was cut without a key frame needs those before it.
    earliest: usize,
    first: usize,
    /// Behind the last.
    end: usize,
}

/// Progress and pausing, shared by the worker and its caller.
pub struct Pace {
    /// In hundredths.
    pub done: watch::Sender<u8>,
    /// While it is false nothing is encoded.
    pub go: watch::Receiver<bool>,
}

impl Plan {
    /// Plans the renditions of an ended recording; `None` if there is none.
    pub async fn of(
        recordings: &RecordingStore,
        media: MediaId,
        ladder: &[LowerRendition],
    ) -> Result<Option<Self>, LadderError> {
        let Some(replay) = recordings.replay(media).await?.filter(Replay::ended) else { return Ok(None) };
        let ladder = ladder.to_vec();
        let planned = tokio::task::spawn_blocking(move || Self::read(&replay, &ladder)).await;
        let mut plan = planned.map_err(io::Error::other)??;
        if let Some(first) = plan.records.iter().find(|record| record.kind == RecordKind::Segment) {
            let segment = recordings.file(media, RecordingFile::Segment(Rendition::SOURCE, first.head.number)).await?;
            let pictures = parse_fragments(&segment.ok_or(LadderError::Gone)?).map_err(RecordingError::from)?.len();
            let rate = pictures as u64 * u64::from(VIDEO_TIMESCALE) / first.duration.max(1);
            plan.source.rate = u16::try_from(rate).unwrap_or(u16::MAX).max(DEFAULT_FRAME_RATE);
        }
        Ok(Some(plan))
    }

    fn read(replay: &Replay, ladder: &[LowerRendition]) -> Result<Self, RecordingError> {
        let records = replay.records(Rendition::SOURCE).to_vec();
        let segments = || records.iter().filter(|record| record.kind == RecordKind::Segment);
        let mut configs: Vec<(u32, AvcConfig)> = Vec::new();
        for record in segments() {
            if !configs.iter().any(|(init, _)| *init == record.head.init) {
                configs.push((record.head.init, replay.picture_codec(record.head.init)?));
            }
        }
        let largest = configs.iter().map(|(_, config)| config).max_by_key(|config| config.height());
        let (width, height) = largest.map_or((0, 0), |config| (config.width(), config.height()));
        let (mut there, mut lacking) = (Vec::new(), Vec::new());
        for lower in renditions_below_all(ladder, &configs) {
            let rendition = Rendition::Video(lower.index);
            let known: Vec<Record> =
                replay.records(rendition).iter().filter(|record| record.kind == RecordKind::Segment).copied().collect();
            let numbers: BTreeSet<u64> = known.iter().map(|record| record.head.number).collect();
            let missing: BTreeSet<u64> =
                segments().map(|record| record.head.number).filter(|number| !numbers.contains(number)).collect();
            if missing.is_empty() {
                there.push(lower);
                continue;
            }
            let used: BTreeSet<u32> = known.iter().map(|record| record.head.init).collect();
            let init = |index| Ok((index, std::fs::read(init_path(replay.folder(), rendition, index))?.into()));
            let inits = used.into_iter().map(init).collect::<io::Result<_>>()?;
            lacking.push(Lacking { lower, records: known, missing, inits, next_init: replay.next_init() });
        }
        Ok(Self { records, configs, there, lacking, source: Source { width, height, rate: DEFAULT_FRAME_RATE } })
    }

    /// Lower renditions that are whole.
    pub fn there(&self) -> &[LowerRendition] {
        &self.there
    }

    /// Lower renditions that are to be made.
    pub fn lacking(&self) -> Vec<LowerRendition> {
        self.lacking.iter().map(|lacking| lacking.lower).collect()
    }

    /// The picture that they are made from.
    pub fn source(&self) -> Source {
        self.source
    }

    /// The stretches of the source that have to be read.
    fn runs(&self) -> Vec<Run> {
        let needed = |record: &Record| self.lacking.iter().any(|lower| lower.missing.contains(&record.head.number));
        let mut runs: Vec<Run> = Vec::new();
        let mut earliest = 0;
        for (index, record) in self.records.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|before| self.records.get(before));
            if !before.is_some_and(|before| follows(before, record)) {
                earliest = index;
            }
            if record.kind != RecordKind::Segment || !needed(record) {
                continue;
            }
            match runs.last_mut().filter(|run| run.end == index && run.earliest == earliest) {
                Some(run) => run.end = index + 1,
                None => runs.push(Run { earliest, first: index, end: index + 1 }),
            }
        }
        runs
    }

    fn config(&self, record: &Record) -> Option<&AvcConfig> {
        self.configs.iter().find(|(init, _)| *init == record.head.init).map(|(_, config)| config)
    }
}

/// Those that are of use below every picture of the source: a lower rendition that is larger than a part of it would
/// be wrong there.
fn renditions_below_all(ladder: &[LowerRendition], configs: &[(u32, AvcConfig)]) -> Vec<LowerRendition> {
    let below = |lower: &LowerRendition, config: &AvcConfig| {
        renditions_below(ladder, config.height(), ladder.len()).contains(lower)
    };
    let of_all =
        |lower: &&LowerRendition| !configs.is_empty() && configs.iter().all(|(_, config)| below(lower, config));
    ladder.iter().filter(of_all).copied().collect()
}

/// Whether pictures go on from one to the next.
fn follows(before: &Record, record: &Record) -> bool {
    [before, record].iter().all(|record| record.kind == RecordKind::Segment)
        && !record.head.discontinuity
        && record.head.init == before.head.init
        && record.head.start == before.end()
}

/// Makes what is lacking, and gives the lower renditions that the recording has more of: each is whole, and named at
/// once. Dropping the future cancels it; what there was of it goes then, or with the next try.
pub async fn make(
    ffmpeg: &Ffmpeg,
    recordings: &RecordingStore,
    media: MediaId,
    plan: Plan,
    mut pace: Pace,
) -> Result<Vec<LowerRendition>, LadderError> {
    let runs = plan.runs();
    let total: usize = runs.iter().map(|run| run.end - run.first).sum();
    let lower_renditions = plan.lacking();
    let (pieces, queue) = mpsc::channel(MAX_QUEUED);
    let Plan { records, configs, lacking, there, source } = plan;
    let (folder, source_records) = (recordings.scratch(media), records.clone());
    let writer = tokio::task::spawn_blocking(move || write(&folder, &source_records, lacking, queue));
    let plan = Plan { records, configs, lacking: Vec::new(), there, source };
    let encoded = async {
        let mut done = 0;
        for run in runs {
            // No child before it may work. The sender is gone: then nobody waits for it either.
            let _ = pace.go.wait_for(|go| *go).await;
            let encoding = Encoding {
                ffmpeg,
                recordings,
                media,
                plan: &plan,
                lower_renditions: &lower_renditions,
                pieces: &pieces,
            };
            encode(encoding, run, &mut pace, &mut |part| (done + part) * 99 / total.max(1)).await?;
            done += run.end - run.first;
        }
        // Without this last word the writer throws away what it has.
        let _ = pieces.send(Piece::End).await;
        Ok::<_, LadderError>(())
    }
    .await;
    drop(pieces);
    let written = writer.await.map_err(io::Error::other)?;
    encoded?;
    let made = written?;
    recordings.add_lower_renditions(media, &made).await?;
    pace.done.send_replace(100);
    Ok(lower_renditions.into_iter().filter(|lower| made.contains(&Rendition::Video(lower.index))).collect())
}
