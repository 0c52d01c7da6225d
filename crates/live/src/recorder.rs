//! Writes a game to disk on a thread of its own, so that a slow or full disk never blocks the live stream.
//!
//! A segment that does not fit into the queue is not recorded: it is served from memory as long as it is there, and is
//! a gap in the recording afterwards. When the disk works again, the recording continues after the gap.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use domain::ids::{EventId, MediaId};
use domain::time::Clock;
use media::codec::seconds;
use media::hls::{Gap, Rendition, Segment, SegmentEvent};
use media::live::LiveStream;
use media::recording::{Meta, Recording, RecordingError, Replay};

use super::health::{Fault, StreamHealth};
use crate::live_streams::LiveStreams;

/// Of each rendition: one that is being written, and one that waits. After a crash as many numbers are given up, and
/// the open segment's, so more must not be on their way.
const SEGMENTS: usize = 2;
/// Of all that is small.
const QUEUE: usize = 64;
/// An encoder that changes its codec while the disk is away: older inits are lost with their segments.
const MAX_OWED: usize = 64;
/// After a failure, this many segments must be written until the disk counts as working again.
const STEADY: u64 = 2;
/// How long the end of a game waits for its last segments.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The end is tried again on a disk that is full, for two minutes.
const END_RETRY: Duration = Duration::from_secs(5);
const END_TRIES: usize = 24;

enum Work {
    Keep(SegmentEvent),
    End,
    /// The game will resume later with this segment number.
    Stop(u64),
    /// Answered when all before it is done.
    Tell(mpsc::Sender<()>),
}

/// The live side of a recording.
pub(super) struct Recorder {
    queue: SyncSender<Work>,
    /// Inits that the queue had no room for: no segment is of use without its own.
    owed: Vec<SegmentEvent>,
    /// The number after the last that came.
    next: Option<u64>,
    desk: Arc<Desk>,
}

impl Recorder {
    pub(super) fn start(
        disk: Disk,
        (event, media): (EventId, MediaId),
        live_streams: Arc<LiveStreams>,
        air: Arc<LiveStream>,
        stream_health: Arc<StreamHealth>,
        clock: Clock,
    ) -> Self {
        let (queue, work) = mpsc::sync_channel(QUEUE);
        let desk = Arc::new(Desk { event, media, live_streams, air, stream_health, clock, state: Mutex::default() });
        let writer = desk.clone();
        let started = thread::Builder::new().name(format!("record-{event}")).spawn(move || writer.write(disk, work));
        if let Err(cause) = started {
            // The queue's other end is gone: every segment will be a hole.
            tracing::error!(game = %event, %cause, "starting the recorder thread failed, game is not recorded");
        }
        Self { queue, owed: Vec::new(), next: None, desk }
    }

    /// Hands an event over, or notes that it is lost; never waits.
    pub(super) fn record(&mut self, event: SegmentEvent) {
        match event {
            SegmentEvent::InitReady { .. } => {
                if self.owed.len() >= MAX_OWED {
                    self.owed.remove(0);
                }
                self.owed.push(event);
                self.send_owed();
            }
            SegmentEvent::SegmentReady { rendition, segment } => {
                self.next = self.next.max(Some(segment.head.number + 1));
                self.segment(rendition, segment);
            }
            // A hole that is not written down is found by its missing number.
            SegmentEvent::Gap { .. } => drop(self.queue.try_send(Work::Keep(event))),
            SegmentEvent::Discontinuity { .. }
            | SegmentEvent::SegmentOpened { .. }
            | SegmentEvent::PartReady { .. }
            | SegmentEvent::Ended => {}
        }
    }

    fn segment(&mut self, rendition: Rendition, segment: Segment) {
        if self.send_owed() && self.desk.enter(rendition) {
            let refused = match self.queue.try_send(Work::Keep(SegmentEvent::SegmentReady { rendition, segment })) {
                Ok(()) => return,
                Err(TrySendError::Full(work) | TrySendError::Disconnected(work)) => work,
            };
            self.desk.leave(rendition);
            let Work::Keep(SegmentEvent::SegmentReady { segment, .. }) = refused else { return };
            return self.miss(rendition, &segment);
        }
        self.miss(rendition, &segment);
    }

    fn miss(&mut self, rendition: Rendition, segment: &Segment) {
        self.desk.missed(rendition, segment, Fault::Slow, &"the disk is too slow");
        let gap = Gap { head: segment.head, duration: segment.duration };
        let _ = self.queue.try_send(Work::Keep(SegmentEvent::Gap { rendition, gap }));
    }

    /// Whether the backlog is empty.
    fn send_owed(&mut self) -> bool {
        while let Some(init) = self.owed.first() {
            if self.queue.try_send(Work::Keep(init.clone())).is_err() {
                return false;
            }
            self.owed.remove(0);
        }
        true
    }

    /// Waits until everything is on disk, but not for ever. A game that has not ended can be gone on with.
    pub(super) async fn finish(self, ended: bool) {
        let Self { queue, owed, next, desk } = self;
        let flushed = tokio::task::spawn_blocking(move || {
            let deadline = Instant::now() + TIMEOUT;
            let (done, told) = mpsc::channel();
            let last = if ended { Some(Work::End) } else { next.map(Work::Stop) };
            let last = last.into_iter().chain([Work::Tell(done)]);
            let sent = owed.into_iter().map(Work::Keep).chain(last).all(|work| send_by(&queue, work, deadline));
            sent && told.recv_timeout(deadline.saturating_duration_since(Instant::now())).is_ok()
        });
        if !flushed.await.unwrap_or(false) {
            tracing::error!(game = %desk.event, "flushing a recording timed out");
        }
    }
}

/// Waits for room; the standard queue can only wait for ever.
fn send_by(queue: &SyncSender<Work>, mut work: Work, deadline: Instant) -> bool {
    loop {
        match queue.try_send(work) {
            Ok(()) => return true,
            Err(TrySendError::Full(back)) if Instant::now() < deadline => work = back,
            Err(_) => return false,
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// What both ends of the queue know.
struct Desk {
    event: EventId,
    media: MediaId,
    /// Notified of recorded segments.
    live_streams: Arc<LiveStreams>,
    air: Arc<LiveStream>,
    stream_health: Arc<StreamHealth>,
    clock: Clock,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Segments on their way.
    under_way: BTreeMap<Rendition, usize>,
    /// The last segment that failed, of each rendition that is failing.
    failing: BTreeMap<Rendition, u64>,
}

impl Desk {
    fn write(&self, mut disk: Disk, work: Receiver<Work>) {
        let mut owes_end = false;
        for work in work {
            match work {
                Work::Keep(event) => self.keep(&mut disk, &event),
                Work::End => owes_end = !self.end(&mut disk),
                Work::Stop(next) => self.stop(&mut disk, next),
                Work::Tell(done) => drop(done.send(())),
            }
        }
        for _ in 0..END_TRIES {
            if !owes_end {
                return;
            }
            thread::sleep(END_RETRY);
            owes_end = !self.end(&mut disk);
        }
    }

    fn keep(&self, disk: &mut Disk, event: &SegmentEvent) {
        let kept = disk.keep(event);
        match (event, kept) {
            (SegmentEvent::SegmentReady { rendition, segment }, Ok(())) => {
                self.leave(*rendition);
                self.written(*rendition, segment.head.number);
                self.live_streams.has_grown(self.media);
            }
            (SegmentEvent::SegmentReady { rendition, segment }, Err(cause)) => {
                self.leave(*rendition);
                self.missed(*rendition, segment, fault(&cause), &cause);
            }
            // Tried again with the next segment.
            (_, Err(cause)) => {
                tracing::debug!(game = %self.event, %cause, "recording write failed, retrying with the next segment");
            }
            (_, Ok(())) => {}
        }
    }

    /// Whether it is done.
    fn end(&self, disk: &mut Disk) -> bool {
        let ended = disk.end();
        self.live_streams.has_grown(self.media);
        ended
            .inspect_err(|cause| tracing::warn!(game = %self.event, %cause, "ending a recording failed, retrying"))
            .is_ok()
    }

    fn stop(&self, disk: &mut Disk, next: u64) {
        if let Err(cause) = disk.stop(next) {
            // The next start takes it for a crash, and leaves out more than was lost.
            tracing::warn!(game = %self.event, %cause, "saving a recording's stop position failed");
        }
    }

    /// Whether one more segment may be on its way.
    fn enter(&self, rendition: Rendition) -> bool {
        let mut state = self.lock();
        let under_way = state.under_way.entry(rendition).or_default();
        let fits = *under_way < SEGMENTS;
        *under_way += usize::from(fits);
        self.stream_health.behind(state.under_way.values().sum());
        fits
    }

    fn leave(&self, rendition: Rendition) {
        let mut state = self.lock();
        if let Some(under_way) = state.under_way.get_mut(&rendition) {
            *under_way = under_way.saturating_sub(1);
        }
        self.stream_health.behind(state.under_way.values().sum());
    }

    fn missed(&self, rendition: Rendition, segment: &Segment, why: Fault, cause: &dyn std::fmt::Display) {
        let number = segment.head.number;
        self.air.not_recorded(rendition, number);
        let length = seconds(segment.duration, segment.head.timescale);
        self.stream_health.missed_segment(if rendition == Rendition::SOURCE { length } else { Duration::ZERO });
        let mut state = self.lock();
        self.stream_health.recording_fails(why, self.clock.now());
        if state.failing.is_empty() {
            tracing::error!(game = %self.event, %rendition, number, %cause, "recording interrupted");
        }
        state.failing.insert(rendition, number);
    }

    fn written(&self, rendition: Rendition, number: u64) {
        let mut state = self.lock();
        if state.failing.get(&rendition).is_none_or(|&failed| number <= failed + STEADY) {
            return;
        }
        state.failing.remove(&rendition);
        if state.failing.is_empty() {
            self.stream_health.recording_works();
            tracing::info!(game = %self.event, number, "recording resumed");
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a segment that could not be written says of the disk.
fn fault(cause: &RecordingError) -> Fault {
    let (RecordingError::Gap { source, .. } | RecordingError::File(source)) = cause else { return Fault::Broken };
    match source.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Fault::Full,
        _ => Fault::Broken,
    }
}

/// A recording, begun as soon as the disk lets it.
pub(super) struct Disk {
    origin: Origin,
    recording: Option<Recording>,
    /// What came before it could be begun.
    inits: Vec<SegmentEvent>,
}

enum Origin {
    New(PathBuf, Meta),
    Recorded(Box<Replay>),
}

impl Disk {
    pub(super) fn new(folder: PathBuf, meta: Meta) -> Self {
        Self { origin: Origin::New(folder, meta), recording: None, inits: Vec::new() }
    }

    pub(super) fn recorded(replay: Replay) -> Self {
        Self { origin: Origin::Recorded(Box::new(replay)), recording: None, inits: Vec::new() }
    }

    fn keep(&mut self, event: &SegmentEvent) -> Result<(), RecordingError> {
        if self.recording.is_none() && matches!(event, SegmentEvent::InitReady { .. }) {
            self.inits.push(event.clone());
            return self.open().map(drop);
        }
        self.open()?.apply(event)
    }

    fn end(&mut self) -> Result<(), RecordingError> {
        // Where nothing came there is nothing to end, and no folder is made for it.
        if self.recording.is_none() && self.inits.is_empty() && matches!(self.origin, Origin::New(..)) {
            return Ok(());
        }
        self.open()?.apply(&SegmentEvent::Ended)
    }

    fn stop(&mut self, next: u64) -> Result<(), RecordingError> {
        self.open()?.stop(next)
    }

    fn open(&mut self) -> Result<&mut Recording, RecordingError> {
        if self.recording.is_none() {
            let mut recording = match &self.origin {
                Origin::New(folder, meta) => Recording::create(folder, meta.clone())?,
                Origin::Recorded(replay) => Recording::resume(replay)?,
            };
            for init in self.inits.drain(..) {
                // Kept by the recording until it can be written.
                let _ = recording.apply(&init);
            }
            self.recording = Some(recording);
        }
        self.recording.as_mut().ok_or(RecordingError::NoMeta)
    }
}
