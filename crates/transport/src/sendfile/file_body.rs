//! A response body that is a local file, or a part of one.

use std::fs::File;
use std::io::{self, IoSliceMut};
use std::num::NonZero;
use std::os::unix::fs::FileExt;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, ready};
use std::time::Instant;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use rustix::fs::{Advice, fadvise};
use rustix::io::{ReadWriteFlags, preadv2};
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, spawn_blocking};

use super::{PendingFiles, STRETCH};

/// One byte in this many is probed to see what is in memory: no more than a disk reads at once.
const PROBE: usize = 64 * 1024;
/// What was in memory is taken to be there for so long, in seconds: what many ask for is not dropped.
const KNOWN_FOR: u64 = 2;
/// Asked of the disk ahead of what is sent: a disk is fastest when it knows what comes.
const AHEAD: u64 = 4 * STRETCH as u64;
/// Files that are waited for at the same time: more do not make a disk faster.
pub(super) static READS: Semaphore = Semaphore::const_new(32);

/// An open file that never changes.
#[derive(Debug)]
pub struct StoredFile {
    file: File,
    length: u64,
    /// Until when each stretch is taken to be in memory, in seconds of [`seconds`].
    known: Box<[AtomicU64]>,
}

/// Since the first file was asked for.
fn seconds() -> u64 {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed().as_secs()
}

impl StoredFile {
    pub fn new(file: File, length: u64) -> Self {
        let stretches = length.div_ceil(STRETCH as u64);
        Self { file, length, known: (0..stretches).map(|_| AtomicU64::new(0)).collect() }
    }

    pub fn length(&self) -> u64 {
        self.length
    }

    pub(super) fn handle(&self) -> &File {
        &self.file
    }

    /// Whether a stretch can be sent without waiting for a disk. False where the file system does not tell.
    fn is_in_memory(&self, stretch: u64, now: u64) -> bool {
        let Some(known) = usize::try_from(stretch).ok().and_then(|index| self.known.get(index)) else { return false };
        if now < known.load(Relaxed) {
            return true;
        }
        let is_there = self.probes(stretch).all(|at| {
            let mut byte = [0];
            let read = preadv2(&self.file, &mut [IoSliceMut::new(&mut byte)], at, ReadWriteFlags::NOWAIT);
            read.is_ok_and(|count| count == 1)
        });
        if is_there {
            known.store(now + KNOWN_FOR, Relaxed);
        }
        is_there
    }

    /// How many bytes from there on can be sent without waiting for a disk.
    pub(super) fn in_memory_from(&self, at: u64) -> usize {
        let (mut stretch, now) = (at / STRETCH as u64, seconds());
        while self.is_in_memory(stretch, now) {
            stretch += 1;
        }
        let end = self.length.min(stretch * STRETCH as u64);
        usize::try_from(end.saturating_sub(at)).unwrap_or(usize::MAX)
    }

    /// Waits until a stretch is in memory, so that the sending thread does not wait for the disk.
    async fn until_in_memory(self: &Arc<Self>, stretch: u64) -> io::Result<()> {
        if self.is_in_memory(stretch, seconds()) {
            return Ok(());
        }
        let file = self.clone();
        let _place = READS.acquire().await.map_err(io::Error::other)?;
        spawn_blocking(move || file.bring_in(stretch)).await.map_err(io::Error::other)?
    }

    /// Has the kernel read a stretch and some of what follows, and waits for the stretch; blocking. Nothing is copied.
    fn bring_in(&self, stretch: u64) -> io::Result<()> {
        // Only advice: a kernel that does not take it reads a little slower.
        let _ = fadvise(&self.file, stretch * STRETCH as u64, NonZero::new(AHEAD), Advice::WillNeed);
        self.probes(stretch).try_for_each(|at| self.file.read_exact_at(&mut [0], at))
    }

    fn probes(&self, stretch: u64) -> impl Iterator<Item = u64> {
        let (start, end) = (stretch * STRETCH as u64, self.length.min((stretch + 1) * STRETCH as u64));
        (start..end).step_by(PROBE).chain([end - 1])
    }
}

/// Goes out by the connection that the pending_files belongs to, and by no other.
pub struct FileBody {
    pending_files: PendingFiles,
    file: Arc<StoredFile>,
    at: u64,
    end: u64,
    coming: Option<JoinHandle<io::Result<()>>>,
}

impl FileBody {
    /// The bytes from `at` until before `end`, both of which are within the file.
    pub fn new(pending_files: PendingFiles, file: Arc<StoredFile>, at: u64, end: u64) -> Self {
        Self { pending_files, file, at, end, coming: None }
    }

    fn left(&self) -> u64 {
        self.end.saturating_sub(self.at)
    }
}

impl Body for FileBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        if self.left() == 0 {
            return Poll::Ready(None);
        }
        let stretch = self.at / STRETCH as u64;
        if self.coming.is_none() && !self.file.is_in_memory(stretch, seconds()) {
            let file = self.file.clone();
            self.coming = Some(tokio::spawn(async move { file.until_in_memory(stretch).await }));
        }
        if let Some(coming) = &mut self.coming {
            let come = ready!(Pin::new(coming).poll(context)).unwrap_or_else(|gone| Err(io::Error::other(gone)));
            self.coming = None;
            if let Err(cause) = come {
                // The connection is cut, and the other side sees that something is missing.
                return Poll::Ready(Some(Err(cause)));
            }
        }
        let (file, at) = (self.file.clone(), self.at);
        self.at = self.end.min((stretch + 1) * STRETCH as u64);
        let blank = self.pending_files.enqueue(file, at, self.at)?;
        Poll::Ready(Some(Ok(Frame::data(blank))))
    }

    fn is_end_stream(&self) -> bool {
        self.left() == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left())
    }
}

impl Drop for FileBody {
    fn drop(&mut self) {
        if let Some(coming) = &self.coming {
            coming.abort();
        }
    }
}
