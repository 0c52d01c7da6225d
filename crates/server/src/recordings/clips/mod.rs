//! Clips of games: they play from the game's segments as soon as they are saved, and are made into files afterwards.
//!
//! - [`maker`]: plans their files;
//! - [`export`]: makes their posters and other forms, when nothing else has to be done;
//! - [`removal`]: deletes the files of clips that are gone;
//! - [`views`]: counts their views.

mod error;
mod export;
mod maker;
mod removal;
mod views;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use cache::Cache;
use domain::clip::{Clip, ClipFormat, ClipState};
use domain::ids::{ChannelId, ClipId};
use domain::time::Timestamp;
use media::recording::{Download, clip::Cut};
use media::storage::{RecordingStore, RecordingStoreError};
use store::{ClipMade, NewClip, Store};
use tokio::sync::{Semaphore, watch};
use tokio::time::Instant;

use super::footage::Footage;
use crate::clock::Clock;
use crate::http::error::{Error, Result};

use views::Views;

pub(crate) use error::ClipError;
pub(crate) use export::Exporter;
pub(crate) use maker::ClipMaker;
pub(crate) use removal::ClipRemoval;
pub(crate) use views::COUNT_INTERVAL;

/// Another server may have deleted a clip, or made its file: it is seen here so soon. What happens here is seen at
/// once.
const KNOWN_FOR: Duration = Duration::from_secs(2);
const KNOWN: u64 = 10_000;
/// Some dozen segments each.
const CUTS: u64 = 10_000;
const CUT_FOR: Duration = Duration::from_secs(60);
/// Heads of files, and files in other forms, in bytes.
const FILES: u64 = 128 * 1024 * 1024;
const FILE_FOR: Duration = Duration::from_secs(5 * 60);

/// A request for the link of a clip younger than this, in milliseconds, waits for the poster: messengers cache the
/// first preview that they read.
const YOUNG: i64 = 10 * Timestamp::SECOND;
const TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum number of waiting requests; further ones get the current state.
const WAITING: usize = 64;
/// Clips of one game are written one after the other. Waiting requests hold no database connection, so that others can
/// use it.
const WRITTEN_AT_ONCE: usize = 4;

/// A file of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ClipFile {
    /// Which bytes of the game's segments its file consists of.
    Plan,
    Poster,
    /// In another form, with the channel's logo or without.
    Form(ClipFormat, bool),
}

impl ClipFile {
    fn name(self) -> &'static str {
        match self {
            Self::Plan | Self::Form(ClipFormat::Original, false) => "plan",
            Self::Poster => "poster.jpg",
            Self::Form(ClipFormat::Original, true) => "logo.mp4",
            Self::Form(ClipFormat::PortraitCrop, false) => "portrait-crop.mp4",
            Self::Form(ClipFormat::PortraitCrop, true) => "portrait-crop-logo.mp4",
            Self::Form(ClipFormat::PortraitPadded, false) => "portrait-padded.mp4",
            Self::Form(ClipFormat::PortraitPadded, true) => "portrait-padded-logo.mp4",
        }
    }
}

pub(crate) struct Clips {
    store: Store,
    clock: Clock,
    recording_store: RecordingStore,
    footage: Footage,
    known: Cache<(ChannelId, ClipId), Option<Arc<Clip>>>,
    cuts: Cache<ClipId, Arc<Cut>>,
    files: Cache<(ClipId, ClipFile), Bytes>,
    pub(crate) views: Views,
    /// Notified of changes of clips.
    changes: watch::Sender<()>,
    waiting: Semaphore,
    writing: Semaphore,
}

impl Clips {
    pub(crate) fn new(store: Store, recording_store: RecordingStore, footage: Footage, clock: Clock) -> Self {
        let weight = |_: &(ClipId, ClipFile), bytes: &Bytes| u32::try_from(bytes.len() + 512).unwrap_or(u32::MAX);
        Self {
            store,
            clock,
            recording_store,
            footage,
            known: Cache::builder(KNOWN).time_to_live(KNOWN_FOR).build(),
            cuts: Cache::builder(CUTS).time_to_live(CUT_FOR).build(),
            files: Cache::builder(FILES).weigher(weight).time_to_live(FILE_FOR).build(),
            views: Views::new(),
            changes: watch::Sender::new(()),
            waiting: Semaphore::new(WAITING),
            writing: Semaphore::new(WRITTEN_AT_ONCE),
        }
    }

    /// The clip's cut, computed once and cached; `None` if nothing of it is left.
    pub(crate) async fn cut(&self, clip: &Clip) -> Result<Option<Arc<Cut>>> {
        if let Some(known) = self.cuts.get(&clip.id).await {
            return Ok(Some(known));
        }
        let cut = self.footage.cut(clip.media, clip.range).await?.map(Arc::new);
        if let Some(cut) = &cut {
            self.cuts.insert(clip.id, cut.clone()).await;
        }
        Ok(cut)
    }

    /// A clip of the channel, cached for a moment; `None` if it was deleted.
    pub(crate) async fn find(&self, channel: ChannelId, id: ClipId) -> Result<Option<Arc<Clip>>> {
        let load = async { Ok::<_, store::Error>(self.store.clip(channel, id).await?.map(Arc::new)) };
        let found = self.known.try_get_with((channel, id), load).await;
        found.map_err(|cause| Error::Store(store::Error::Unavailable(cause.to_string())))
    }

    pub(crate) async fn create(&self, channel: ChannelId, new: NewClip, most: u32, now: Timestamp) -> Result<ClipMade> {
        let _turn = self.writing.acquire().await.map_err(|_| Error::Internal)?;
        Ok(self.store.clip_create(channel, new, most, now).await?)
    }

    /// To be called when a clip was changed.
    pub(crate) async fn changed(&self, channel: ChannelId, id: ClipId) {
        self.known.invalidate(&(channel, id)).await;
        self.changes.send_replace(());
    }

    /// A clip for its link. For a new clip it waits for the poster, up to a timeout.
    pub(crate) async fn for_link(&self, channel: ChannelId, id: ClipId) -> Result<Option<Arc<Clip>>> {
        let mut changes = self.changes.subscribe();
        let deadline = Instant::now() + TIMEOUT;
        let mut place = None;
        loop {
            changes.mark_unchanged();
            let found = self.find(channel, id).await?;
            let waits = found.as_ref().is_some_and(|clip| is_coming(clip, self.clock.now()));
            place = if waits { place.or_else(|| self.waiting.try_acquire().ok()) } else { None };
            if place.is_none() || tokio::time::timeout_at(deadline, changes.changed()).await.is_err() {
                return Ok(found);
            }
        }
    }

    /// Call it when a clip was deleted: this server stops serving it. A job deletes its files.
    pub(crate) async fn deleted(&self, channel: ChannelId, id: ClipId) {
        self.known.insert((channel, id), None).await;
        self.cuts.invalidate(&id).await;
        for file in [ClipFile::Plan, ClipFile::Poster].into_iter().chain(forms()) {
            self.files.invalidate(&(id, file)).await;
        }
    }

    /// A file of a clip; `None` until it is made.
    pub(crate) async fn file(&self, id: ClipId, file: ClipFile) -> Result<Option<Bytes>> {
        if let Some(held) = self.files.get(&(id, file)).await {
            return Ok(Some(held));
        }
        let found = self.recording_store.clip_file(id, file.name()).await.map_err(failed)?;
        if let Some(bytes) = &found {
            self.files.insert((id, file), bytes.clone()).await;
        }
        Ok(found)
    }

    /// The clip as one file; nothing while it is not made.
    pub(crate) async fn plan(&self, clip: &Clip) -> Result<Option<Arc<Download>>> {
        let Some(plan) = self.file(clip.id, ClipFile::Plan).await? else { return Ok(None) };
        let decoded = Download::decode(self.recording_store.folder(clip.media), &plan);
        decoded.map(|plan| Some(Arc::new(plan))).map_err(|cause| failed(cause.into()))
    }

    async fn keep(&self, id: ClipId, file: ClipFile, bytes: Bytes) -> Result<(), RecordingStoreError> {
        self.recording_store.put_clip_file(id, file.name(), bytes.clone()).await?;
        self.files.insert((id, file), bytes).await;
        Ok(())
    }
}

/// Whether a link will soon show more of a clip than it does.
fn is_coming(clip: &Clip, now: Timestamp) -> bool {
    let is_there = clip.has_poster && clip.state == ClipState::Ready;
    !is_there && clip.state != ClipState::Failed && now < clip.created_at.plus(YOUNG)
}

fn forms() -> impl Iterator<Item = ClipFile> {
    let formats = [ClipFormat::Original, ClipFormat::PortraitCrop, ClipFormat::PortraitPadded];
    formats.into_iter().flat_map(|format| [false, true].map(|logo| ClipFile::Form(format, logo)))
}

fn failed(cause: RecordingStoreError) -> Error {
    Error::Recording(Arc::new(cause))
}

#[cfg(test)]
mod tests {
    use domain::clip::{Audience, Range};
    use domain::ids::{AccountId, EventId, MediaId};
    use media::storage::Objects;

    use super::*;
    use crate::recordings::stored::Recordings;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);
    const KEY: (ChannelId, ClipId) = (ChannelId(1), ClipId(7));

    fn clip(state: ClipState, has_poster: bool, created_at: Timestamp) -> Arc<Clip> {
        Arc::new(Clip {
            id: KEY.1,
            account: AccountId(1),
            event: EventId(1),
            media: MediaId(1),
            uuid: "word".into(),
            name: "What a goal".into(),
            range: Range { start_ms: 0, duration_ms: 5000 },
            tags: vec!["Goal".into()],
            is_public: true,
            audience: Audience::Everyone,
            state,
            failure: None,
            has_poster,
            views: 0,
            created_at,
        })
    }

    /// CLIP-05: a link that is opened at once waits for its clip's poster and file, a bounded time, and few do.
    #[tokio::test]
    async fn a_link_that_is_opened_at_once_waits_for_what_it_shows() {
        let test = testkit::TestDatabase::new().await;
        let url = format!("file:{}", test.folder.path().display());
        let recording_store = RecordingStore::new(Objects::open(&url).unwrap(), test.folder.path());
        let recordings = Arc::new(Recordings::new(recording_store.clone(), 1024));
        let footage = Footage { live_streams: Arc::default(), recordings };
        let clips = Arc::new(Clips::new(test.store.clone(), recording_store, footage, Clock::new(|| NOW)));
        let open = || {
            let clips = clips.clone();
            tokio::spawn(async move { clips.for_link(KEY.0, KEY.1).await.unwrap().unwrap() })
        };
        let wait = async |count| {
            while clips.waiting.available_permits() != WAITING - count {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::pause();
        clips.known.insert(KEY, Some(clip(ClipState::Processing, false, NOW))).await;
        let opened = open();
        wait(1).await;
        for (state, has_poster) in [(ClipState::Ready, false), (ClipState::Ready, true)] {
            assert!(!opened.is_finished());
            clips.known.insert(KEY, Some(clip(state, has_poster, NOW))).await;
            clips.changes.send_replace(());
        }
        assert!(opened.await.unwrap().has_poster);
        wait(0).await;

        // What never comes is waited for no longer than that, by no more than so many.
        clips.known.insert(KEY, Some(clip(ClipState::Ready, false, NOW))).await;
        let began = Instant::now();
        let waiting: Vec<_> = (0..WAITING).map(|_| open()).collect();
        wait(WAITING).await;
        open().await.unwrap();
        assert_eq!(began.elapsed(), Duration::ZERO, "who finds no place goes on at once");
        for one in waiting {
            assert!(!one.await.unwrap().has_poster);
        }
        assert!(began.elapsed() >= TIMEOUT);

        for settled in [
            clip(ClipState::Failed, false, NOW),
            clip(ClipState::Ready, false, NOW.plus(-YOUNG)),
            clip(ClipState::Ready, true, NOW),
        ] {
            clips.known.insert(KEY, Some(settled)).await;
            let began = Instant::now();
            open().await.unwrap();
            assert_eq!(began.elapsed(), Duration::ZERO);
        }
    }
}
