//! The file behind the state. One thread writes; whatever waits while it syncs goes into its next transaction.

use std::fs::{DirBuilder, OpenOptions, Permissions};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use tokio::sync::watch;

use crate::state::table::Change;

const ROWS: TableDefinition<&str, &[u8]> = TableDefinition::new("rows");
/// Changes that may wait; later ones wait for room.
const WAITING: usize = 4_096;

#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    #[error("the bank's file: {0}")]
    File(#[from] redb::Error),
    #[error("the bank's folder: {0}")]
    Folder(#[from] std::io::Error),
    #[error("a row of the bank's file cannot be read: {0}")]
    Row(String),
}

pub struct Batch {
    pub number: u64,
    pub changes: Vec<Change>,
}

/// How far the file has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The last batch that is on disk.
    pub written: u64,
    /// The last one that could not be written; it is kept, and goes with the next try.
    pub failed: u64,
}

impl Progress {
    /// Whether something waits for the disk to take it.
    pub fn is_behind(self) -> bool {
        self.failed > self.written
    }
}

/// How the file is opened, again after a failure too.
type Open = Box<dyn FnMut() -> Result<Database, redb::Error> + Send>;

/// Writes batches in their order; dropping it writes what waits, and ends the thread.
pub struct Disk {
    batches: Option<mpsc::SyncSender<Batch>>,
    thread: Option<JoinHandle<()>>,
    /// Closed once the thread has ended.
    progress: watch::Receiver<Progress>,
}

impl Disk {
    /// Opens the file and hands every row to `load`.
    pub fn open(folder: &Path, load: impl FnMut(&str, &[u8]) -> Result<(), String>) -> Result<Self, DiskError> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let file = folder.join("bank.redb");
        make_private(&file)?;
        Self::open_by(Box::new(move || Database::create(&file).map_err(redb::Error::from)), load)
    }

    fn open_by(mut open: Open, mut load: impl FnMut(&str, &[u8]) -> Result<(), String>) -> Result<Self, DiskError> {
        let database = open()?;
        read(&database, &mut load)?;
        let (batches, waiting) = mpsc::sync_channel(WAITING);
        let (tell, progress) = watch::channel(Progress::default());
        let writer = Writer { open, database: Some(database), unwritten: Vec::new() };
        let thread =
            std::thread::Builder::new().name("testbank-disk".into()).spawn(move || writer.run(&waiting, &tell))?;
        Ok(Self { batches: Some(batches), thread: Some(thread), progress })
    }

    /// Hands a batch over. Called under the state's lock, so that the order is the state's.
    pub fn push(&self, batch: Batch) {
        // A thread that is gone has closed `progress` too, which every caller looks at next.
        if let Some(batches) = &self.batches {
            drop(batches.send(batch));
        }
    }

    /// Follows what is on disk.
    pub fn progress(&self) -> watch::Receiver<Progress> {
        self.progress.clone()
    }
}

/// For its owner alone, also where an older program has made it: people's names and cards are in it.
fn make_private(file: &Path) -> std::io::Result<()> {
    let opened = OpenOptions::new().create(true).append(true).mode(0o600).open(file)?;
    opened.set_permissions(Permissions::from_mode(0o600))
}

/// The thread's own. A disk that is full or broken costs the calls that need it, until it takes what was kept for it.
struct Writer {
    open: Open,
    /// Nothing after a failure: a database that could not write does nothing more until it is opened again.
    database: Option<Database>,
    /// Of batches that failed. The bank does nothing more while there are some, so they stay few.
    unwritten: Vec<Batch>,
}

impl Writer {
    fn run(mut self, waiting: &mpsc::Receiver<Batch>, tell: &watch::Sender<Progress>) {
        while let Ok(first) = waiting.recv() {
            self.unwritten.push(first);
            self.unwritten.extend(waiting.try_iter());
            let last = self.unwritten.last().map_or(0, |batch| batch.number);
            let was_behind = tell.borrow().is_behind();
            match self.write() {
                Ok(()) => {
                    self.unwritten.clear();
                    tell.send_modify(|progress| progress.written = last);
                    if was_behind {
                        tracing::info!("test bank writes again");
                    }
                }
                Err(error) => {
                    self.database = None;
                    tell.send_modify(|progress| progress.failed = last);
                    if !was_behind {
                        tracing::error!(%error, "test bank cannot write, calls fail until it can");
                    }
                }
            }
        }
    }

    fn write(&mut self) -> Result<(), redb::Error> {
        let database = match self.database.take() {
            Some(open) => open,
            None => (self.open)()?,
        };
        let written = write(&database, &self.unwritten);
        self.database = Some(database);
        written
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        drop(self.batches.take());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn read(database: &Database, load: &mut impl FnMut(&str, &[u8]) -> Result<(), String>) -> Result<(), DiskError> {
    let reading = database.begin_read().map_err(redb::Error::from)?;
    let rows = match reading.open_table(ROWS) {
        // A new file. One that has rows is not written to, so that a bank opens on a full disk too.
        Err(redb::TableError::TableDoesNotExist(_)) => return Ok(write(database, &[])?),
        opened => opened.map_err(redb::Error::from)?,
    };
    for row in rows.iter().map_err(redb::Error::from)? {
        let (key, value) = row.map_err(redb::Error::from)?;
        load(key.value(), value.value()).map_err(DiskError::Row)?;
    }
    Ok(())
}

fn write(database: &Database, group: &[Batch]) -> Result<(), redb::Error> {
    let writing = database.begin_write()?;
    {
        let mut rows = writing.open_table(ROWS)?;
        for (key, value) in group.iter().flat_map(|batch| &batch.changes) {
            match value {
                Some(bytes) => drop(rows.insert(key.as_str(), bytes.as_slice())?),
                None => drop(rows.remove(key.as_str())?),
            }
        }
    }
    // The default durability: synced before it returns.
    writing.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::atomic::{AtomicI64, Ordering};
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A disk that takes so many more writes, and then none until there is room again.
    #[derive(Clone, Debug)]
    struct SmallDisk {
        bytes: Arc<Mutex<Vec<u8>>>,
        room: Arc<AtomicI64>,
    }

    impl SmallDisk {
        fn new() -> Self {
            Self { bytes: Arc::default(), room: Arc::new(AtomicI64::new(i64::MAX)) }
        }

        fn take_room(&self) -> io::Result<()> {
            if self.room.fetch_sub(1, Ordering::SeqCst) > 0 { Ok(()) } else { Err(io::ErrorKind::StorageFull.into()) }
        }

        fn open(&self) -> Result<Disk, DiskError> {
            self.open_with(|_, _| Ok(()))
        }

        fn open_with(&self, load: impl FnMut(&str, &[u8]) -> Result<(), String>) -> Result<Disk, DiskError> {
            let disk = self.clone();
            let open = move || Database::builder().create_with_backend(disk.clone()).map_err(redb::Error::from);
            Disk::open_by(Box::new(open), load)
        }

        fn rows(&self) -> Vec<String> {
            let mut rows = Vec::new();
            let load = |key: &str, value: &[u8]| {
                rows.push(format!("{key}={}", String::from_utf8_lossy(value)));
                Ok(())
            };
            drop(self.open_with(load).unwrap());
            rows
        }
    }

    impl redb::StorageBackend for SmallDisk {
        fn len(&self) -> io::Result<u64> {
            Ok(self.bytes.lock().unwrap().len() as u64)
        }

        fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
            let (bytes, from) = (self.bytes.lock().unwrap(), offset as usize);
            out.copy_from_slice(bytes.get(from..from + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        }

        fn set_len(&self, len: u64) -> io::Result<()> {
            self.bytes.lock().unwrap().resize(len as usize, 0);
            Ok(())
        }

        fn sync_data(&self) -> io::Result<()> {
            self.take_room()
        }

        fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
            self.take_room()?;
            let from = offset as usize;
            self.bytes.lock().unwrap()[from..from + data.len()].copy_from_slice(data);
            Ok(())
        }
    }

    fn batch(number: u64, row: &str) -> Batch {
        Batch { number, changes: vec![(row.to_owned(), Some(number.to_string().into_bytes()))] }
    }

    /// What became of a batch.
    fn outcome(disk: &Disk, number: u64) -> bool {
        let mut progress = disk.progress();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let done = runtime.block_on(progress.wait_for(|now| now.written >= number || now.failed >= number));
        done.unwrap().written >= number
    }

    /// I3: a disk that is full at the first, second or any other write of a batch costs that batch's answer and nothing
    /// else: with room again it is written, with what came after it, and nothing that was answered is lost. A second
    /// bank on a disk of its own notices nothing.
    #[test]
    fn a_full_disk_is_gone_on_from() {
        let mut failures = 0;
        for room in 0..12 {
            let (small, ample) = (SmallDisk::new(), SmallDisk::new());
            let (disk, other) = (small.open().unwrap(), ample.open().unwrap());
            disk.push(batch(1, "a"));
            other.push(batch(1, "a"));
            assert!(outcome(&disk, 1) && outcome(&other, 1));
            small.room.store(room, Ordering::SeqCst);
            disk.push(batch(2, "b"));
            if outcome(&disk, 2) {
                continue;
            }
            failures += 1;
            disk.push(batch(3, "a"));
            assert!(!outcome(&disk, 3), "{room}: still full");
            other.push(batch(2, "b"));
            assert!(outcome(&other, 2));
            small.room.store(i64::MAX, Ordering::SeqCst);
            disk.push(Batch { number: 4, changes: vec![] });
            assert!(outcome(&disk, 4), "{room}: there is room again");
            drop((disk, other));
            assert_eq!(small.rows(), ["a=3", "b=2"], "{room}");
            assert_eq!(ample.rows(), ["a=1", "b=2"], "{room}");
        }
        assert!(failures >= 3, "{failures}");
    }

    /// T48: the bank's file is for its owner alone, a new one and one that was open to others.
    #[test]
    fn the_banks_file_is_private() {
        let folder = tempfile::tempdir().unwrap();
        let (file, other) = (folder.path().join("bank/bank.redb"), folder.path().join("other"));
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        std::fs::write(&other, "").unwrap();
        std::fs::set_permissions(&other, Permissions::from_mode(0o644)).unwrap();
        drop(Disk::open(&folder.path().join("bank"), |_, _| Ok(())).unwrap());
        assert_eq!((mode(&file), mode(&folder.path().join("bank"))), (0o600, 0o700));
        std::fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
        drop(Disk::open(&folder.path().join("bank"), |_, _| Ok(())).unwrap());
        assert_eq!((mode(&file), mode(&other)), (0o600, 0o644));
    }
}
