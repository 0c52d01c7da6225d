//! The file behind the state. One thread writes; whatever waits while it syncs goes into its next transaction.

use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use tokio::sync::watch;

use crate::state::table::Change;

const ROWS: TableDefinition<&str, &[u8]> = TableDefinition::new("rows");
/// Changes that may wait; whoever comes after them waits for room.
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

/// Writes batches in their order; dropping it writes what waits, and ends the thread.
pub struct Disk {
    batches: Option<mpsc::SyncSender<Batch>>,
    thread: Option<JoinHandle<()>>,
    /// The last batch that is on disk; closed once writing failed.
    written: watch::Receiver<u64>,
}

impl Disk {
    /// Opens the file and hands every row to `load`.
    pub fn open(folder: &Path, mut load: impl FnMut(&str, &[u8]) -> Result<(), String>) -> Result<Self, DiskError> {
        std::fs::create_dir_all(folder)?;
        let database = Database::create(folder.join("bank.redb")).map_err(redb::Error::from)?;
        read(&database, &mut load)?;
        let (batches, waiting) = mpsc::sync_channel(WAITING);
        let (done, written) = watch::channel(0);
        let thread = std::thread::Builder::new().name("testbank-disk".into()).spawn(move || {
            while let Ok(first) = waiting.recv() {
                let group: Vec<Batch> = std::iter::once(first).chain(waiting.try_iter()).collect();
                let last = group.last().map_or(0, |batch| batch.number);
                if let Err(error) = write(&database, &group) {
                    tracing::error!(%error, "the test bank cannot write and stops");
                    return;
                }
                done.send_replace(last);
            }
        })?;
        Ok(Self { batches: Some(batches), thread: Some(thread), written })
    }

    /// Hands a batch over. Called under the state's lock, so that the order is the state's.
    pub fn push(&self, batch: Batch) {
        // A thread that gave up has closed `written` too, which every caller looks at next.
        if let Some(batches) = &self.batches {
            drop(batches.send(batch));
        }
    }

    /// Follows what is on disk.
    pub fn written(&self) -> watch::Receiver<u64> {
        self.written.clone()
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
    // The table is made here, so that a new file can be read like an old one.
    write(database, &[])?;
    let reading = database.begin_read().map_err(redb::Error::from)?;
    let rows = reading.open_table(ROWS).map_err(redb::Error::from)?;
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
