//! Makes videos of uploads, one at a time: viewers come first. After a crash the next try begins with the step that was
//! not done.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::MediaId;
use domain::time::Timestamp;
use media::ffmpeg::{Ffmpeg, FfmpegError};
use media::recording::RecordingFile;
use media::storage::{RecordingStore, RecordingStoreError};
use media::vod::import::{ImportError, Imported, Limits, captions, import};
use store::{Failed, Job, JobKind, NewCaptions, Problem, Store, Upload, UploadState};
use tokio::sync::{OnceCell, watch};
use tokio::time::{sleep, timeout};

use super::{IDLE_TIMEOUT, Inbox};
use crate::clock::Clock;
use crate::workers::{JobHandler, JobPolicy, Next};

const LEASE: Duration = Duration::from_secs(30);
/// An upload that was deleted meanwhile is noticed this soon.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// Progress is told no more often.
const TELL_INTERVAL: Duration = Duration::from_secs(1);
pub(crate) const SWEEP_INTERVAL: Duration = Duration::from_secs(60 * 60);
/// For so long it is remembered how an upload went.
const REMEMBERED: i64 = 30 * Timestamp::DAY;

/// Why an upload is not ready.
#[derive(Debug, thiserror::Error)]
enum ImportFailure {
    /// The file is not usable; the message is for the operator.
    #[error("{}", .0.text)]
    Refused(Problem),
    /// It may work another time.
    #[error("{}", .0.text())]
    Passing(Passing),
    /// The upload was cancelled, or another worker has it.
    #[error("the upload was removed or another worker took the job")]
    Lost,
    #[error(transparent)]
    Store(#[from] store::Error),
}

/// What may pass.
#[derive(Clone, Copy, Debug)]
enum Passing {
    NotStored,
    Unreadable,
    NotHere,
    NotWritten,
    NoFfmpeg,
}

impl Passing {
    fn code(self) -> &'static str {
        match self {
            Self::NotStored => "not_stored",
            Self::Unreadable => "unreadable",
            Self::NotHere => "not_here",
            Self::NotWritten => "not_written",
            Self::NoFfmpeg => "no_ffmpeg",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::NotStored => "the server could not store the video",
            Self::Unreadable => "the file could not be read",
            Self::NotHere => "the file is not on this server",
            Self::NotWritten => "the server could not read or write the video",
            Self::NoFfmpeg => "ffmpeg could not be started on the server",
        }
    }
}

fn problem(code: &str, text: impl Into<String>) -> Problem {
    Problem { code: code.to_owned(), text: text.into() }
}

impl From<RecordingStoreError> for ImportFailure {
    fn from(cause: RecordingStoreError) -> Self {
        tracing::warn!(%cause, "storing an upload failed");
        Self::Passing(Passing::NotStored)
    }
}

pub(crate) struct Importer {
    store: Store,
    recording_store: RecordingStore,
    inbox: Arc<Inbox>,
    ffmpeg: OnceCell<Ffmpeg>,
    clock: Clock,
}

impl JobHandler for Importer {
    fn policy(&self) -> JobPolicy {
        JobPolicy::long(JobKind::ImportVideo, LEASE)
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        let found = self.store.upload_of(&job).await?;
        let Some((upload, media)) = found.and_then(|upload| upload.media.map(|media| (upload, media))) else {
            return Ok(Next::Done);
        };
        match self.make(&job, &upload, media).await {
            Ok(()) => {
                metrics::counter!("touchline_uploads_ready_total").increment(1);
                tracing::info!(upload = upload.id, %media, "upload ready");
            }
            Err(ImportFailure::Refused(reason)) => return self.refuse(job, &upload, reason).await,
            Err(ImportFailure::Passing(passing)) => {
                tracing::warn!(upload = upload.id, problem = passing.text(), "import failed, will retry");
                let told = problem(passing.code(), passing.text());
                if self.store.upload_stumbled(job, told, self.clock.now()).await? == Failed::Dead {
                    self.clear(upload.id, None).await;
                }
            }
            Err(ImportFailure::Lost) => {
                // Another server's job is left alone; one that was taken back leaves nothing.
                if self.store.upload(upload.channel, upload.id).await?.is_none() {
                    self.clear(upload.id, Some(media)).await;
                    return Ok(Next::Done);
                }
            }
            Err(ImportFailure::Store(cause)) => return Err(cause),
        }
        Ok(Next::Stored)
    }

    async fn give_up(&self, job: Job) -> store::Result<Next> {
        let Some(upload) = self.store.upload_of(&job).await? else { return Ok(Next::Done) };
        self.refuse(job, &upload, problem("given_up", "the server ended during every try")).await
    }
}

impl Importer {
    pub(crate) fn new(store: Store, recording_store: RecordingStore, inbox: Arc<Inbox>, clock: Clock) -> Self {
        Self { store, recording_store, inbox, ffmpeg: OnceCell::new(), clock }
    }

    async fn refuse(&self, job: Job, upload: &Upload, reason: Problem) -> store::Result<Next> {
        metrics::counter!("touchline_uploads_failed_total").increment(1);
        tracing::warn!(upload = upload.id, reason = reason.text, "upload refused");
        self.store.upload_failed(job, reason, self.clock.now()).await?;
        self.clear(upload.id, None).await;
        Ok(Next::Stored)
    }

    /// Step by step; what was done before a crash is not done again.
    async fn make(&self, job: &Job, upload: &Upload, media: MediaId) -> Result<(), ImportFailure> {
        let find = || async { tokio::task::spawn_blocking(Ffmpeg::find).await.map_err(|_| ImportFailure::Lost) };
        let ffmpeg = self.ffmpeg.get_or_try_init(|| async { find().await?.map_err(unable) }).await?;
        let (tell, progress) = watch::channel((UploadState::Checking, 0));
        if upload.state != UploadState::Pictures {
            let length = self.told(job, &progress, self.import(ffmpeg, upload, media, &tell)).await?;
            let duration_ms = i64::try_from(length.as_millis()).unwrap_or(i64::MAX);
            if !self.store.upload_imported(job.clone(), duration_ms, self.clock.now()).await? {
                return Err(ImportFailure::Lost);
            }
        }
        tell.send_replace((UploadState::Pictures, 100));
        self.told(job, &progress, async {
            if let Err(cause) = media::vod::pictures::make(ffmpeg, &self.recording_store.folder(media)).await {
                tracing::warn!(upload = upload.id, %cause, "making preview pictures failed, upload continues without them");
            }
            Ok(self.recording_store.archive(media).await?)
        })
        .await?;
        let has_pictures = self.recording_store.file(media, RecordingFile::Poster).await?.is_some();
        self.clear(upload.id, None).await;
        Ok(self.store.upload_ready(job.clone(), has_pictures, self.clock.now()).await?)
    }

    async fn import(
        &self,
        ffmpeg: &Ffmpeg,
        upload: &Upload,
        media: MediaId,
        tell: &watch::Sender<(UploadState, u8)>,
    ) -> Result<Duration, ImportFailure> {
        let file = self.inbox.file(upload.id);
        if self.inbox.length(upload.id).await.map_err(|_| ImportFailure::Passing(Passing::Unreadable))? == 0 {
            return Err(ImportFailure::Passing(Passing::NotHere));
        }
        // What a try that was killed left behind.
        self.recording_store.remove(media).await?;
        let limits = Limits { bytes: self.inbox.most_bytes(), ..Limits::default() };
        let folder = self.recording_store.folder(media);
        let told = |percent| {
            tell.send_replace((UploadState::Importing, percent));
        };
        match import(ffmpeg, &file, &folder, self.clock.now(), limits, told).await {
            Ok(imported) => {
                self.keep_captions(ffmpeg, upload, media, &imported).await?;
                Ok(imported.length)
            }
            Err(ImportError::Refused(refused)) => {
                Err(ImportFailure::Refused(problem(refused.code(), refused.to_string())))
            }
            Err(ImportError::Ffmpeg(cause)) => Err(unable(cause)),
            Err(cause) => {
                tracing::warn!(upload = upload.id, %cause, "upload import failed");
                Err(ImportFailure::Passing(Passing::NotWritten))
            }
        }
    }

    /// What the file says in words; what cannot be read of it leaves a video without captions.
    async fn keep_captions(
        &self,
        ffmpeg: &Ffmpeg,
        upload: &Upload,
        media: MediaId,
        imported: &Imported,
    ) -> Result<(), ImportFailure> {
        let file = self.inbox.file(upload.id);
        for track in &imported.texts {
            match captions(ffmpeg, &file, *track, imported.length).await {
                Ok(captions) => {
                    let (language, text) = (track.language, captions.to_vtt());
                    let new = NewCaptions { media, language, text, entry: None };
                    self.store.captions_set(upload.channel, new, self.clock.now()).await?;
                }
                Err(cause) => {
                    tracing::warn!(upload = upload.id, %cause, "reading an upload's captions failed, captions skipped");
                }
            }
        }
        Ok(())
    }

    /// Does the work, and tells how far it is.
    async fn told<T>(
        &self,
        job: &Job,
        progress: &watch::Receiver<(UploadState, u8)>,
        work: impl Future<Output = Result<T, ImportFailure>>,
    ) -> Result<T, ImportFailure> {
        tokio::select! {
            done = work => done,
            () = self.tell(job, progress.clone()) => Err(ImportFailure::Lost),
        }
    }

    /// Ends when the upload was deleted, or another server has the job.
    async fn tell(&self, job: &Job, mut progress: watch::Receiver<(UploadState, u8)>) {
        loop {
            let (state, percent) = *progress.borrow_and_update();
            match self.store.upload_progressed(job.clone(), state, percent, self.clock.now()).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(cause) => tracing::warn!(%cause, "saving upload progress failed"),
            }
            sleep(TELL_INTERVAL).await;
            let _ = timeout(CHECK_INTERVAL, progress.changed()).await;
        }
    }

    /// Deletes the file and the recording made from it.
    async fn clear(&self, upload: i64, media: Option<MediaId>) {
        if let Err(cause) = self.inbox.remove(upload).await {
            tracing::warn!(%cause, upload, "deleting an upload's file failed");
        }
        if let Some(media) = media
            && let Err(cause) = self.recording_store.remove(media).await
        {
            tracing::warn!(%cause, %media, "deleting an upload's recording failed");
        }
    }

    /// What fails is done the next time.
    pub(crate) async fn sweep(&self) {
        let swept = async {
            for upload in self.store.uploads_idle(self.clock.now()).await? {
                self.settle(upload).await?;
            }
            self.store.uploads_drop_old(self.clock.now().plus(-REMEMBERED)).await
        };
        if let Err(cause) = swept.await {
            tracing::warn!(%cause, "deleting old uploads failed");
        }
        if let Err(cause) = self.inbox.sweep().await {
            tracing::warn!(%cause, "deleting old upload files failed");
        }
    }

    /// Continues an upload that was complete before a crash, and drops an abandoned one.
    async fn settle(&self, upload: Upload) -> store::Result<()> {
        // Nobody writes to it, so that its length is what it is.
        let Some(_writing) = self.inbox.claim(upload.id) else { return Ok(()) };
        let Ok(length) = self.inbox.length(upload.id).await else { return Ok(()) };
        if length == upload.bytes {
            return self.store.upload_received(upload.channel, upload.id, length, self.clock.now()).await;
        }
        if upload.changed_at.plus(IDLE_TIMEOUT) < self.clock.now() {
            let id = upload.id;
            if self.store.upload_give_up(upload).await? {
                self.clear(id, None).await;
            }
        }
        Ok(())
    }
}

fn unable(cause: FfmpegError) -> ImportFailure {
    tracing::error!(%cause, "ffmpeg could not be started, uploads paused");
    ImportFailure::Passing(Passing::NoFfmpeg)
}
