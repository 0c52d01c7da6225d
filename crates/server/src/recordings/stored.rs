//! Cache of recordings of games and films.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use cache::Cache;
use domain::captions::Track;
use domain::ids::MediaId;
use media::codec::ticks;
use media::hls::{Entry, Label, Rendered, Rendition, Tracks, gap_segment, key_frames};
use media::recording::clip::{Listed, around};
use media::recording::stills::{Cue, cues, footage};
use media::recording::{Download, DownloadSpan, RecordingFile, Replay};
use media::storage::{RecordingStore, RecordingStoreError};
use tokio::sync::Semaphore;
use transport::Segment;
use transport::open_files::OpenFiles;
use transport::sendfile::StoredFile;

use crate::http::error::{Error, Result};

/// What an open file is found by.
pub(crate) type FileKey = (MediaId, RecordingFile);

/// What players call the sound.
pub(crate) fn sound() -> Label {
    Label::new("Main")
}

/// Playlists of recorded games, rendered.
const PLAYLIST_BYTES: u64 = 64 * 1024 * 1024;
/// Plans of files that are being downloaded: a few megabytes for a long game.
const DOWNLOADS: u64 = 16;
/// Open segment files for connections without a core thread.
const OPEN_FILES: usize = 512;
/// Reads at the same time: more do not make a disk faster.
const READS: usize = 32;
/// A recording that has ended may still get lower renditions.
const SETTLED_FOR: Duration = Duration::from_secs(60);
/// Cache time of a recording that has not ended: live on another server, or waiting for its encoder.
const OPEN_FOR: Duration = Duration::from_secs(1);
/// A picture may be made again.
const HELD_FOR: Duration = Duration::from_secs(10 * 60);
/// What an entry costs beside its bytes, roughly.
const ENTRY: usize = 512;

pub(crate) struct Recordings {
    recording_store: RecordingStore,
    playlists: Cache<MediaId, Arc<Playlists>>,
    open: OpenFiles<FileKey>,
    files: Cache<(MediaId, RecordingFile), Bytes>,
    downloads: Cache<MediaId, Arc<Download>>,
    reads: Semaphore,
}

/// The playlists of a recorded game.
pub(crate) struct Playlists {
    multivariant: Option<Bytes>,
    /// The tracks, for captions and clips.
    tracks: Tracks,
    renditions: BTreeMap<Rendition, Rendered>,
    /// What they list, for clips.
    entries: BTreeMap<Rendition, Vec<Entry>>,
    ended: bool,
    loaded: Instant,
}

impl Playlists {
    /// Captions are for what has ended: their playlist cannot grow.
    pub(crate) fn multivariant(&self, captions: &[Track]) -> Option<Bytes> {
        if captions.is_empty() || !self.ended {
            return self.multivariant.clone();
        }
        self.tracks.of_recording(sound(), captions)
    }

    /// For a piece of it, which has nothing beside its segments.
    pub(crate) fn of_piece(&self) -> Option<Bytes> {
        self.tracks.multivariant(sound())
    }

    pub(crate) fn of(&self, rendition: Rendition) -> Option<&Rendered> {
        self.renditions.get(&rendition)
    }

    /// The list of a rendition's key frames, written when it is asked for: few players do.
    pub(crate) fn key_frames(&self, rendition: Rendition) -> Option<Bytes> {
        key_frames(self.entries.get(&rendition).filter(|_| self.ended && matches!(rendition, Rendition::Video(_)))?)
    }

    /// What is sent in place of a segment that is a gap.
    pub(crate) fn stand_in(&self, rendition: Rendition, number: u64) -> Option<Bytes> {
        gap_segment(self.entries.get(&rendition)?, number, self.tracks.timescale(rendition)?)
    }

    /// When the game began and ended, in ticks of 90 kHz.
    pub(crate) fn span(&self) -> Option<(u64, u64)> {
        let source = self.entries.get(&Rendition::SOURCE)?;
        Some((ticks(source.first()?.start), ticks(source.last()?.end())))
    }

    /// Whether there is nothing more to come until a time, of pictures and of sound.
    pub(crate) fn reaches(&self, time: u64) -> bool {
        let source = self.entries.get(&Rendition::SOURCE).into_iter().flatten();
        let Some(last) = source.rev().take_while(|entry| ticks(entry.end()) >= time).last() else { return self.ended };
        let sound = self.entries.get(&Rendition::SOUND);
        let has_sound = sound.is_none_or(|sound| sound.last().is_some_and(|entry| entry.number >= last.number));
        self.ended || has_sound
    }

    /// The segments around a time, for a clip of it.
    pub(crate) fn listed(&self, from: u64, to: u64) -> Listed {
        Listed(self.entries.iter().map(|(rendition, entries)| (*rendition, around(entries.iter(), from, to))).collect())
    }

    /// The segments that have a picture on the timeline.
    pub(crate) fn cues(&self) -> Vec<Cue> {
        self.entries.get(&Rendition::SOURCE).map_or_else(Vec::new, |source| cues(source.iter()))
    }

    /// The source for a segment's still.
    pub(crate) fn footage(&self, number: u64) -> Option<(Rendition, Vec<Entry>)> {
        footage(self.entries.iter().map(|(rendition, entries)| (*rendition, entries.iter())), number)
    }

    fn weight(&self) -> usize {
        let rendered = self.renditions.values().map(|one| one.full.len() + one.gzip.len() + one.delta.len() + ENTRY);
        let entries = self.entries.values().map(|entries| entries.len() * size_of::<Entry>());
        rendered.sum::<usize>() + entries.sum::<usize>() + ENTRY
    }
}

/// Why a load failed; shared by all waiting requests.
enum Miss {
    Absent,
    Failed(Arc<RecordingStoreError>),
}

impl From<RecordingStoreError> for Miss {
    fn from(cause: RecordingStoreError) -> Self {
        Self::Failed(Arc::new(cause))
    }
}

impl Recordings {
    /// Caches segments up to this number of bytes.
    pub(crate) fn new(recording_store: RecordingStore, held_bytes: u64) -> Self {
        let weight = |bytes: usize| u32::try_from(bytes + ENTRY).unwrap_or(u32::MAX);
        Self {
            recording_store,
            playlists: Cache::builder(PLAYLIST_BYTES)
                .weigher(move |_, found: &Arc<Playlists>| weight(found.weight()))
                .time_to_live(SETTLED_FOR)
                .build(),
            open: OpenFiles::new(OPEN_FILES),
            files: Cache::builder(held_bytes)
                .weigher(move |_, bytes: &Bytes| weight(bytes.len()))
                .time_to_live(HELD_FOR)
                .build(),
            downloads: Cache::builder(DOWNLOADS).time_to_idle(HELD_FOR).build(),
            reads: Semaphore::new(READS),
        }
    }

    /// The playlists of a game, rendered once for all requests; `None` if it has no recording.
    pub(crate) async fn playlists(&self, media: MediaId) -> Result<Option<Arc<Playlists>>> {
        if let Some(known) = self.playlists.get(&media).await {
            if known.ended || known.loaded.elapsed() < OPEN_FOR {
                return Ok(Some(known));
            }
            self.playlists.invalidate(&media).await;
        }
        let load = self.of_replay(media, |replay| {
            let (mut renditions, mut entries) = (BTreeMap::new(), BTreeMap::new());
            for rendition in replay.renditions() {
                if let Some(playlist) = replay.playlist(rendition) {
                    renditions.insert(rendition, playlist.render(&[]));
                    entries.insert(rendition, playlist.entries().to_vec());
                }
            }
            let tracks = replay.tracks();
            Ok(Arc::new(Playlists {
                multivariant: tracks.of_recording(sound(), &[]),
                tracks,
                renditions,
                entries,
                ended: replay.ended(),
                loaded: Instant::now(),
            }))
        });
        answered(self.playlists.try_get_with(media, load).await)
    }

    /// A recording has new renditions: drops it from the cache.
    pub(crate) async fn changed(&self, media: MediaId) {
        self.playlists.invalidate(&media).await;
    }

    /// A file of a media; nothing when it is not there. What is missing is not remembered, so that made-up numbers
    /// cannot fill the memory. `open` are the files of the thread that asks.
    pub(crate) async fn file(
        &self,
        media: MediaId,
        stored: RecordingFile,
        open: Option<&OpenFiles<FileKey>>,
    ) -> Result<Option<Segment>> {
        // Only what never changes under its name can be sent while it is read.
        if !matches!(stored, RecordingFile::Init(..) | RecordingFile::Segment(..)) {
            return Ok(Box::pin(self.held(media, stored)).await?.map(Segment::Bytes));
        }
        let (key, open) = ((media, stored), open.unwrap_or(&self.open));
        if let Some(file) = open.get(&key, Instant::now()) {
            return Ok(Some(Segment::File(file)));
        }
        if let Some(held) = self.files.get(&key).await {
            return Ok(Some(Segment::Bytes(held)));
        }
        // Apart, so that what is at hand does not pay for its size.
        Box::pin(self.fetch(key, open)).await
    }

    /// A file that is not at hand: open where it can be, else in memory.
    async fn fetch(&self, key: (MediaId, RecordingFile), open: &OpenFiles<FileKey>) -> Result<Option<Segment>> {
        let (media, stored) = key;
        let opened = {
            let _place = self.reads.acquire().await;
            self.recording_store.open(media, stored).await.map_err(|cause| Error::Recording(Arc::new(cause)))?
        };
        match opened {
            Some((file, length)) => {
                let file = Arc::new(StoredFile::new(file, length));
                open.insert(key, file.clone(), Instant::now());
                Ok(Some(Segment::File(file)))
            }
            None if self.recording_store.is_local() => Ok(None),
            None => Ok(self.held(media, stored).await?.map(Segment::Bytes)),
        }
    }

    /// A file, in memory.
    pub(crate) async fn held(&self, media: MediaId, stored: RecordingFile) -> Result<Option<Bytes>> {
        let key = (media, stored);
        if let Some(held) = self.files.get(&key).await {
            return Ok(Some(held));
        }
        let load = async {
            let _place = self.reads.acquire().await;
            self.recording_store.file(media, stored).await?.ok_or(Miss::Absent)
        };
        if stored == RecordingFile::Thumbnails {
            // Written anew while a game goes on, and small.
            return answered(load.await.map_err(Arc::new));
        }
        answered(self.files.try_get_with(key, load).await)
    }

    /// A whole recording as one file; `None` if there is none.
    pub(crate) async fn download(&self, media: MediaId) -> Result<Option<Arc<Download>>> {
        let plan = async {
            let _place = self.reads.acquire().await;
            Ok::<_, Miss>(Arc::new(self.recording_store.download(media).await?.ok_or(Miss::Absent)?))
        };
        answered(self.downloads.try_get_with(media, plan).await)
    }

    /// Bytes of a download from a place on.
    pub(crate) async fn read(&self, media: MediaId, file: Arc<Download>, at: u64, length: u64) -> io::Result<Bytes> {
        if self.recording_store.is_local() {
            let reading = tokio::task::spawn_blocking(move || read_here(&file, at, length));
            return reading.await.unwrap_or_else(|gone| Err(io::Error::other(gone)));
        }
        let mut bytes = BytesMut::new();
        while (bytes.len() as u64) < length {
            let left = length - bytes.len() as u64;
            match file.at(at + bytes.len() as u64).ok_or(io::ErrorKind::UnexpectedEof)? {
                DownloadSpan::Head(head) => {
                    let most = usize::try_from(left).unwrap_or(usize::MAX);
                    bytes.extend_from_slice(&head[..head.len().min(most)]);
                }
                DownloadSpan::Segment(stretch) => {
                    // One after the other from the same segment: it is fetched once, and held.
                    let stored = RecordingFile::Segment(stretch.rendition, stretch.number);
                    let found =
                        self.held(media, stored).await.map_err(|_| io::Error::other("a segment did not come"))?;
                    let segment = found.ok_or(io::ErrorKind::NotFound)?;
                    let end = stretch.offset.saturating_add(stretch.length.min(left));
                    let range = usize::try_from(stretch.offset).ok().zip(usize::try_from(end).ok());
                    let part =
                        range.and_then(|(from, to)| segment.get(from..to)).ok_or(io::ErrorKind::UnexpectedEof)?;
                    bytes.extend_from_slice(part);
                }
            }
        }
        Ok(bytes.freeze())
    }

    /// Reads what a recording consists of, and makes something of it; both take too long for a thread that answers.
    async fn of_replay<T: Send + 'static>(
        &self,
        media: MediaId,
        make: impl FnOnce(&Replay) -> Result<T, RecordingStoreError> + Send + 'static,
    ) -> Result<T, Miss> {
        let _place = self.reads.acquire().await;
        let replay = self.recording_store.replay(media).await?.ok_or(Miss::Absent)?;
        let made = tokio::task::spawn_blocking(move || make(&replay)).await;
        Ok(made.map_err(|cause| RecordingStoreError::File(io::Error::other(cause)))??)
    }
}

/// Of a recording on this machine; blocking.
fn read_here(file: &Download, at: u64, length: u64) -> io::Result<Bytes> {
    let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read_at(&mut bytes[filled..], at + filled as u64)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => filled += read,
        }
    }
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
