//! What is on disk of games and films. The one place that knows how media is stored: a folder for each.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use domain::ids::MediaId;
use media::playlist::Rendered;
use media::recording::{self, Download, RecordingError};
use media::segment::Rendition;
use moka::future::Cache;
use tokio::sync::Semaphore;

use super::playlists::sound;
use super::wanted::Stored;
use crate::error::{Error, Result};

/// Playlists of recorded games, rendered.
const PLAYLIST_BYTES: u64 = 64 * 1024 * 1024;
/// Plans of files that are being downloaded: a few megabytes for a long game.
const DOWNLOADS: u64 = 16;
/// No segment, picture or preview is larger.
const LARGEST: u64 = 64 * 1024 * 1024;
/// Reads at the same time: more do not make a disk faster.
const READS: usize = 32;
/// A recording that has ended may still get lower renditions.
const SETTLED_FOR: Duration = Duration::from_secs(60);
/// One that nobody has ended, and that is live elsewhere or waits for its encoder.
const OPEN_FOR: Duration = Duration::from_secs(1);
/// A picture may be made again.
const HELD_FOR: Duration = Duration::from_secs(10 * 60);
/// What an entry costs beside its bytes, roughly.
const ENTRY: usize = 512;

pub(crate) struct Recordings {
    root: PathBuf,
    playlists: Cache<MediaId, Arc<Playlists>>,
    files: Cache<(MediaId, Stored), Bytes>,
    downloads: Cache<MediaId, Arc<Download>>,
    reads: Arc<Semaphore>,
}

/// The playlists of a recorded game.
pub(crate) struct Playlists {
    pub(super) multivariant: Option<Bytes>,
    renditions: BTreeMap<Rendition, Rendered>,
    ended: bool,
    loaded: Instant,
}

impl Playlists {
    pub(super) fn of(&self, rendition: Rendition) -> Option<&Rendered> {
        self.renditions.get(&rendition)
    }

    fn weight(&self) -> usize {
        let rendered = self.renditions.values().map(|one| one.full.len() + one.gzip.len() + one.delta.len() + ENTRY);
        rendered.sum::<usize>() + ENTRY
    }
}

/// Why something did not come; shared by all who wait for it.
enum Miss {
    Absent,
    Failed(Arc<RecordingError>),
}

impl From<RecordingError> for Miss {
    fn from(cause: RecordingError) -> Self {
        match cause {
            RecordingError::NoMeta => Self::Absent,
            RecordingError::File(cause) if cause.kind() == io::ErrorKind::NotFound => Self::Absent,
            cause => Self::Failed(Arc::new(cause)),
        }
    }
}

impl Recordings {
    /// Recordings below a folder, of which segments of so many bytes are held in memory.
    pub(crate) fn new(root: PathBuf, held_bytes: u64) -> Self {
        let weight = |bytes: usize| u32::try_from(bytes + ENTRY).unwrap_or(u32::MAX);
        Self {
            root,
            playlists: Cache::builder()
                .max_capacity(PLAYLIST_BYTES)
                .weigher(move |_, found: &Arc<Playlists>| weight(found.weight()))
                .time_to_live(SETTLED_FOR)
                .build(),
            files: Cache::builder()
                .max_capacity(held_bytes)
                .weigher(move |_, bytes: &Bytes| weight(bytes.len()))
                .time_to_live(HELD_FOR)
                .build(),
            downloads: Cache::builder().max_capacity(DOWNLOADS).time_to_idle(HELD_FOR).build(),
            reads: Arc::new(Semaphore::new(READS)),
        }
    }

    /// The playlists of a game, rendered once for all who ask; nothing when it has no recording.
    pub(super) async fn playlists(&self, media: MediaId) -> Result<Option<Arc<Playlists>>> {
        if let Some(known) = self.playlists.get(&media).await {
            if known.ended || known.loaded.elapsed() < OPEN_FOR {
                return Ok(Some(known));
            }
            self.playlists.invalidate(&media).await;
        }
        let folder = self.folder(media);
        let load = self.blocking(move || {
            let replay = recording::read(&folder)?;
            let rendered = |rendition| Some((rendition, replay.playlist(rendition)?.render()));
            Ok(Arc::new(Playlists {
                multivariant: replay.tracks().multivariant(sound()),
                renditions: replay.renditions().filter_map(rendered).collect(),
                ended: replay.ended(),
                loaded: Instant::now(),
            }))
        });
        answered(self.playlists.try_get_with(media, load).await)
    }

    /// A file of a media; nothing when it is not there. What is missing is not remembered, so that made-up numbers
    /// cannot fill the memory.
    pub(super) async fn file(&self, media: MediaId, stored: Stored) -> Result<Option<Bytes>> {
        let key = (media, stored);
        if let Some(held) = self.files.get(&key).await {
            return Ok(Some(held));
        }
        let path = self.folder(media).join(stored.place());
        let load = self.blocking(move || Ok(read(path)?));
        if stored == Stored::Thumbnails {
            // Written anew while a game goes on, and small.
            return answered(load.await.map_err(Arc::new));
        }
        let found = self.files.entry(key).or_try_insert_with(load).await;
        if found.as_ref().is_ok_and(|entry| entry.is_fresh()) {
            // Moka evicts lazily; a burst of large segments must not exceed the bound even for a moment.
            self.files.run_pending_tasks().await;
        }
        answered(found.map(|entry| entry.into_value()))
    }

    /// A whole recording as one file; nothing when there is none.
    pub(super) async fn download(&self, media: MediaId) -> Result<Option<Arc<Download>>> {
        let folder = self.folder(media);
        let plan = self.blocking(move || {
            let replay = recording::read(&folder)?;
            let end = replay.resume().map_or(0, |resume| resume.end);
            Ok(Arc::new(Download::plan(&replay, &[Rendition::SOURCE, Rendition::SOUND], 0, end)?))
        });
        answered(self.downloads.try_get_with(media, plan).await)
    }

    fn folder(&self, media: MediaId) -> PathBuf {
        self.root.join(media.to_string())
    }

    /// Disks are waited for elsewhere, and not by too many.
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, RecordingError> + Send + 'static,
    ) -> Result<T, Miss> {
        let gone = |_| Miss::Failed(Arc::new(io::Error::other("the task that reads is gone").into()));
        let place = self.reads.clone().acquire_owned().await.map_err(gone)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        done.await.map_err(|cause| Miss::Failed(Arc::new(io::Error::other(cause).into())))?.map_err(Miss::from)
    }
}

fn read(path: PathBuf) -> io::Result<Bytes> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > LARGEST {
        return Err(io::Error::other("a file of this size is none of ours"));
    }
    // Room for all of it at once, and one more byte to see the end with.
    let mut bytes = Vec::with_capacity(usize::try_from(length).map_err(io::Error::other)? + 1);
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

fn answered<T>(loaded: Result<T, Arc<Miss>>) -> Result<Option<T>> {
    match loaded {
        Ok(value) => Ok(Some(value)),
        Err(miss) => match &*miss {
            Miss::Absent => Ok(None),
            Miss::Failed(cause) => Err(Error::Recording(cause.clone())),
        },
    }
}
