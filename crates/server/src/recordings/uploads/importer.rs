//! The task that makes something to watch of uploads, one at a time: viewers come first. It holds each job by a lease
//! that it extends while it works; after a crash whoever comes next begins anew with what was not done.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::MediaId;
use domain::time::Timestamp;
use media::ffmpeg::{Ffmpeg, FfmpegError};
use media::recording::RecordingFile;
use media::storage::{RecordingStore, RecordingStoreError};
use media::vod::import::{ImportError, Imported, Limits, captions, import};
use store::{Failed, Job, JobKind, NewCaptions, Problem, Store, TRIES, Upload, UploadState};
use tokio::sync::{OnceCell, watch};
use tokio::time::{MissedTickBehavior, sleep, timeout};

use super::{Inbox, PATIENCE};
use crate::clock::now;

/// Uploads whose time has come again, and those of a server that is gone, are looked for this often.
const EVERY: Duration = Duration::from_secs(2);
/// A server that ends in the middle holds its upload up for so long.
const LEASE: i64 = 30 * Timestamp::SECOND;
const HOLD_EVERY: Duration = Duration::from_secs(10);
/// Progress is told no more often.
const TELL_EVERY: Duration = Duration::from_secs(1);
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);
/// For so long it is remembered how an upload went.
const REMEMBERED: i64 = 30 * Timestamp::DAY;

/// Why an upload is not ready.
#[derive(Debug, thiserror::Error)]
enum ImportFailure {
    /// The file is not what it should be; the words are for those who uploaded it.
    #[error("{}", .0.text)]
    Refused(Problem),
    /// It may work another time.
    #[error("{}", .0.text())]
    Passing(Passing),
    /// It was taken back, or somebody else has it.
    #[error("the upload is gone")]
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
            Self::NoFfmpeg => "ffmpeg could not be run on the server",
        }
    }
}

fn problem(code: &str, text: impl Into<String>) -> Problem {
    Problem { code: code.to_owned(), text: text.into() }
}

impl From<RecordingStoreError> for ImportFailure {
    fn from(cause: RecordingStoreError) -> Self {
        tracing::warn!(%cause, "an upload could not be kept");
        Self::Passing(Passing::NotStored)
    }
}

pub(crate) struct Importer {
    store: Store,
    vault: RecordingStore,
    inbox: Arc<Inbox>,
    ffmpeg: OnceCell<Ffmpeg>,
}

impl Importer {
    pub(crate) fn new(store: Store, vault: RecordingStore, inbox: Arc<Inbox>) -> Self {
        Self { store, vault, inbox, ffmpeg: OnceCell::new() }
    }

    /// Works until `stop` says so; what is not done then is let go.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut queued = self.store.queued_jobs();
        let mut sweeps = tokio::time::interval(SWEEP_EVERY);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = told_to(&mut stop) => return,
                _ = sweeps.tick() => self.sweep().await,
                // The store lives as long as this task: there is always somebody to tell of a new job.
                _ = queued.changed() => {}
                () = sleep(EVERY) => {}
            }
            // While the database is away nothing is claimed, which others complain about.
            while let Ok(Some(job)) = self.store.claim_job(JobKind::ImportVideo, LEASE, now()).await {
                tokio::select! {
                    () = told_to(&mut stop) => {
                        if let Err(cause) = self.store.release_job(job).await {
                            tracing::warn!(%cause, "an upload could not be let go, and waits until its lease ends");
                        }
                        return;
                    }
                    worked = self.work(job.clone()) => if let Err(cause) = worked {
                        // Its lease runs out, and it is tried again.
                        tracing::warn!(%cause, job = job.id, "what became of an upload could not be written down");
                    }
                }
            }
        }
    }

    async fn work(&self, job: Job) -> store::Result<()> {
        let found = self.store.upload_of(&job).await?;
        let Some((upload, media)) = found.and_then(|upload| upload.media.map(|media| (upload, media))) else {
            return self.store.drop_job(job).await;
        };
        let made = if job.attempts > TRIES {
            Err(ImportFailure::Refused(problem("given_up", "the server ended during every try")))
        } else {
            self.make(&job, &upload, media).await
        };
        match made {
            Ok(()) => {
                metrics::counter!("touchline_uploads_ready_total").increment(1);
                tracing::info!(upload = upload.id, %media, "an upload is ready");
            }
            Err(ImportFailure::Refused(reason)) => {
                metrics::counter!("touchline_uploads_failed_total").increment(1);
                tracing::warn!(upload = upload.id, reason = reason.text, "an upload cannot be used");
                self.store.upload_failed(job, reason, now()).await?;
                self.clear(upload.id, None).await;
            }
            Err(ImportFailure::Passing(passing)) => {
                tracing::warn!(upload = upload.id, problem = passing.text(), "an upload is tried again later");
                let told = problem(passing.code(), passing.text());
                if self.store.upload_stumbled(job, told, now()).await? == Failed::Dead {
                    self.clear(upload.id, None).await;
                }
            }
            Err(ImportFailure::Lost) => {
                // Somebody else's job is left alone; one that was taken back leaves nothing.
                if self.store.upload(upload.channel, upload.id).await?.is_none() {
                    self.clear(upload.id, Some(media)).await;
                    self.store.drop_job(job).await?;
                }
            }
            Err(ImportFailure::Store(cause)) => return Err(cause),
        }
        Ok(())
    }

    /// Step by step; what was done before a crash is not done again.
    async fn make(&self, job: &Job, upload: &Upload, media: MediaId) -> Result<(), ImportFailure> {
        let find = || async { tokio::task::spawn_blocking(Ffmpeg::find).await.map_err(|_| ImportFailure::Lost) };
        let ffmpeg = self.ffmpeg.get_or_try_init(|| async { find().await?.map_err(unable) }).await?;
        let (tell, progress) = watch::channel((UploadState::Checking, 0));
        if upload.state != UploadState::Pictures {
            let length = self.held(job, &progress, self.import(ffmpeg, upload, media, &tell)).await?;
            let duration_ms = i64::try_from(length.as_millis()).unwrap_or(i64::MAX);
            if !self.store.upload_imported(job.clone(), duration_ms, now()).await? {
                return Err(ImportFailure::Lost);
            }
        }
        tell.send_replace((UploadState::Pictures, 100));
        self.held(job, &progress, async {
            if let Err(cause) = media::vod::pictures::make(ffmpeg, &self.vault.folder(media)).await {
                tracing::warn!(upload = upload.id, %cause, "an upload has no pictures");
            }
            Ok(self.vault.archive(media).await?)
        })
        .await?;
        let has_pictures = self.vault.file(media, RecordingFile::Poster).await?.is_some();
        self.clear(upload.id, None).await;
        Ok(self.store.upload_ready(job.clone(), has_pictures, now()).await?)
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
        self.vault.remove(media).await?;
        let limits = Limits { bytes: self.inbox.most_bytes(), ..Limits::default() };
        let folder = self.vault.folder(media);
        let told = |percent| {
            tell.send_replace((UploadState::Importing, percent));
        };
        match import(ffmpeg, &file, &folder, now(), limits, told).await {
            Ok(imported) => {
                self.keep_captions(ffmpeg, upload, media, &imported).await?;
                Ok(imported.length)
            }
            Err(ImportError::Refused(refused)) => {
                Err(ImportFailure::Refused(problem(refused.code(), refused.to_string())))
            }
            Err(ImportError::Ffmpeg(cause)) => Err(unable(cause)),
            Err(cause) => {
                tracing::warn!(upload = upload.id, %cause, "an upload could not be imported");
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
                    self.store.set_captions(upload.channel, new, now()).await?;
                }
                Err(cause) => tracing::warn!(upload = upload.id, %cause, "captions of an upload could not be read"),
            }
        }
        Ok(())
    }

    /// Does the work while the job is held, and tells how far it is.
    async fn held<T>(
        &self,
        job: &Job,
        progress: &watch::Receiver<(UploadState, u8)>,
        work: impl Future<Output = Result<T, ImportFailure>>,
    ) -> Result<T, ImportFailure> {
        tokio::select! {
            done = work => done,
            () = self.hold(job, progress.clone()) => Err(ImportFailure::Lost),
        }
    }

    /// Ends when the job is not ours any more.
    async fn hold(&self, job: &Job, mut progress: watch::Receiver<(UploadState, u8)>) {
        loop {
            let (state, percent) = *progress.borrow_and_update();
            match self.store.upload_progressed(job.clone(), state, percent, LEASE, now()).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(cause) => tracing::warn!(%cause, "the progress of an upload could not be written down"),
            }
            sleep(TELL_EVERY).await;
            let _ = timeout(HOLD_EVERY, progress.changed()).await;
        }
    }

    /// Deletes the file, and what was made of it.
    async fn clear(&self, upload: i64, media: Option<MediaId>) {
        if let Err(cause) = self.inbox.remove(upload).await {
            tracing::warn!(%cause, upload, "the file of an upload could not be deleted");
        }
        if let Some(media) = media
            && let Err(cause) = self.vault.remove(media).await
        {
            tracing::warn!(%cause, %media, "what was made of an upload could not be deleted");
        }
    }

    /// Deletes what was kept aside for long enough.
    async fn remove_replaced(&self) -> store::Result<()> {
        while let Some(job) = self.store.claim_job(JobKind::RemoveMedia, LEASE, now()).await? {
            let Some(media) = self.store.replaced_media(&job).await? else {
                self.store.drop_job(job).await?;
                continue;
            };
            match self.vault.remove(media).await {
                Ok(()) => self.store.drop_job(job).await?,
                Err(cause) => {
                    tracing::warn!(%cause, %media, "a recording that was replaced is deleted later");
                    self.store.job_failed(job, cause.to_string(), now()).await?;
                }
            }
        }
        Ok(())
    }

    /// What fails is done the next time.
    async fn sweep(&self) {
        let swept = async {
            for upload in self.store.idle_uploads(now()).await? {
                self.settle(upload).await?;
            }
            self.store.drop_old_uploads(now().plus(-REMEMBERED)).await?;
            self.remove_replaced().await
        };
        if let Err(cause) = swept.await {
            tracing::warn!(%cause, "old uploads could not be dropped");
        }
        if let Err(cause) = self.inbox.sweep().await {
            tracing::warn!(%cause, "old files of uploads could not be deleted");
        }
    }

    /// Takes up an upload whose last byte came before a crash, and gives one up that nobody goes on with.
    async fn settle(&self, upload: Upload) -> store::Result<()> {
        // Nobody writes to it, so that its length is what it is.
        let Some(_writing) = self.inbox.claim(upload.id) else { return Ok(()) };
        let Ok(length) = self.inbox.length(upload.id).await else { return Ok(()) };
        if length == upload.bytes {
            return self.store.upload_received(upload.channel, upload.id, length, now()).await;
        }
        if upload.changed_at.plus(PATIENCE) < now() {
            let id = upload.id;
            if self.store.give_up_upload(upload).await? {
                self.clear(id, None).await;
            }
        }
        Ok(())
    }
}

fn unable(cause: FfmpegError) -> ImportFailure {
    tracing::error!(%cause, "uploads wait: ffmpeg could not be run");
    ImportFailure::Passing(Passing::NoFfmpeg)
}

async fn told_to(stop: &mut watch::Receiver<bool>) {
    // The sender is gone when the server is: that is a stop too.
    let _ = stop.wait_for(|stop| *stop).await;
}
