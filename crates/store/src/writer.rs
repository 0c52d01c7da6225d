//! Write transactions. SQLite has one writer: a task that runs all waiting writes in one transaction and commits once,
//! so that many callers share the cost of one sync. PostgreSQL has as many writers as its pool.

use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, SqliteTransactionMode, Statement,
    TransactionOptions, TransactionTrait,
};
use tokio::sync::{mpsc, oneshot, watch};

use crate::breaker::Connections;
use crate::connection::Faults;
use crate::error::DiskError;
use crate::{Error, Result, jobs};

/// More than this waiting means that the disk is not keeping up: say so instead of queueing for ever.
const QUEUE: usize = 1024;
/// How many callers share one commit.
const GROUP: usize = 64;
/// For how long a transaction is run again when the database asks for it.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Between two runs of a transaction. A writer that pauses for longer is overtaken by those that do not.
const MAX_PAUSE: Duration = Duration::from_millis(10);

type Jobs = Vec<Box<dyn Job>>;

#[derive(Clone)]
pub(crate) struct Writer {
    connections: Connections,
    /// Absent on PostgreSQL, where callers write by themselves.
    queue: Option<mpsc::Sender<Box<dyn Job>>>,
    /// Notified of every commit that queued a job.
    queued_jobs: watch::Sender<()>,
}

impl Writer {
    pub(crate) fn pooled(connections: Connections) -> Self {
        Self { connections, queue: None, queued_jobs: watch::Sender::new(()) }
    }

    pub(crate) fn single(connection: DatabaseConnection, faults: Faults) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(serve(connection.clone(), faults, waiting));
        Self { connections: Connections::of_file(connection), queue: Some(queue), queued_jobs: watch::Sender::new(()) }
    }

    pub(crate) fn queued_jobs(&self) -> watch::Receiver<()> {
        self.queued_jobs.subscribe()
    }

    /// The queue closes when the task that reads it ends, by a panic too.
    pub(crate) async fn died(&self) {
        match &self.queue {
            Some(queue) => queue.closed().await,
            None => std::future::pending().await,
        }
    }

    pub(crate) async fn write<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'t> Fn(&'t DatabaseTransaction) -> BoxFuture<'t, Result<T>> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: Box<dyn Job> =
            Box::new(Asked { work, outcome: None, answer, has_queued: false, queued_jobs: self.queued_jobs.clone() });
        match &self.queue {
            Some(queue) => {
                queue
                    .try_send(job)
                    .map_err(|_| Error::Busy("too many writes are waiting, or the writer is gone".into()))?;
            }
            None => {
                let connection = self.connections.current();
                let is_lost = |cause: &Error| matches!(cause, Error::Unavailable(_));
                // What became of it is answered below.
                let _ = self.connections.watched(run(&connection, vec![job]), is_lost).await.map_err(DbErr::from)?;
            }
        }
        answered.await.map_err(|_| Error::Unavailable("the writer is gone".into()))?
    }
}

/// One caller's work, with the way to answer it.
trait Job: Send {
    /// Does the work inside the transaction; says whether it is to be kept.
    fn attempt<'a>(&'a mut self, transaction: &'a DatabaseTransaction) -> BoxFuture<'a, Attempt>;
    /// Tells the caller, after the commit.
    fn answer(self: Box<Self>, committed: Result<(), String>);
}

enum Attempt {
    Keep,
    Discard,
    /// The database wants the whole transaction run again.
    Again,
    /// The disk failed, and the state of the transaction is unknown.
    Broken,
}

struct Asked<T, F> {
    work: F,
    outcome: Option<Result<T>>,
    answer: oneshot::Sender<Result<T>>,
    has_queued: bool,
    queued_jobs: watch::Sender<()>,
}

impl<T, F> Job for Asked<T, F>
where
    T: Send + 'static,
    F: for<'t> Fn(&'t DatabaseTransaction) -> BoxFuture<'t, Result<T>> + Send,
{
    fn attempt<'a>(&'a mut self, transaction: &'a DatabaseTransaction) -> BoxFuture<'a, Attempt> {
        // Called before the future is made: a reference to `work` held across an await would ask it to be `Sync`.
        let working = (self.work)(transaction);
        let (outcome, has_queued) = (&mut self.outcome, &mut self.has_queued);
        Box::pin(async move {
            let (done, queued) = jobs::noting(working).await;
            *has_queued = queued;
            match outcome.insert(done) {
                Ok(_) => Attempt::Keep,
                Err(Error::Busy(_)) => Attempt::Again,
                Err(Error::Disk(_)) => Attempt::Broken,
                Err(_) => Attempt::Discard,
            }
        })
    }

    fn answer(self: Box<Self>, committed: Result<(), String>) {
        if self.has_queued && matches!((&self.outcome, &committed), (Some(Ok(_)), Ok(()))) {
            self.queued_jobs.send_replace(());
        }
        let answer = match (self.outcome, committed) {
            (Some(Err(cause)), _) => Err(cause),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (_, Err(cause)) => Err(Error::Busy(cause)),
            (None, Ok(())) => Err(Error::Unavailable("the work was not done".into())),
        };
        // A caller that has gone away needs no answer.
        let _ = self.answer.send(answer);
    }
}

async fn serve(connection: DatabaseConnection, faults: Faults, mut waiting: mpsc::Receiver<Box<dyn Job>>) {
    let mut has_failed = false;
    while let Some(first) = waiting.recv().await {
        let mut jobs = vec![first];
        while jobs.len() < GROUP
            && let Ok(next) = waiting.try_recv()
        {
            jobs.push(next);
        }
        if has_failed {
            match bring_onto_disk(&connection).await {
                Ok(()) => has_failed = false,
                Err(cause) => {
                    faults.note();
                    let is_lost = matches!(&cause, Error::Disk(cause) if cause.is_sync);
                    answer(jobs, Err(cause.to_string()));
                    if is_lost {
                        tracing::error!(%cause, "disk failed twice, writer stopped");
                        return;
                    }
                    continue;
                }
            }
        }
        if let Err(cause @ Error::Disk(_)) = run(&connection, jobs).await {
            tracing::error!(%cause, "disk failed, reopening the database before the next write");
            faults.note();
            has_failed = true;
        }
    }
}

/// The write-ahead log, which a failed disk may have kept or not, becomes part of the file, or nothing more is written.
async fn bring_onto_disk(connection: &DatabaseConnection) -> Result<()> {
    let begun = Instant::now();
    loop {
        let checkpoint = Statement::from_string(DbBackend::Sqlite, "PRAGMA wal_checkpoint(TRUNCATE)");
        let told = connection.query_one_raw(checkpoint).await?;
        match told.map(|told| told.try_get_by_index::<i32>(0)).transpose()? {
            Some(0) => return Ok(()),
            _ if begun.elapsed() < TIMEOUT => tokio::time::sleep(MAX_PAUSE).await,
            _ => return Err(Error::Busy("others still read what was there before the disk failed".into())),
        }
    }
}

async fn run(connection: &DatabaseConnection, mut jobs: Jobs) -> Result<()> {
    let begun = Instant::now();
    let mut pause = Duration::from_millis(5);
    let committed = loop {
        match commit(connection, &mut jobs).await {
            Err(Error::Busy(_)) if begun.elapsed() < TIMEOUT => {
                tokio::time::sleep(pause).await;
                pause = MAX_PAUSE.min(pause * 2);
            }
            done => break done,
        }
    };
    answer(jobs, committed.as_ref().map_err(ToString::to_string).copied());
    committed
}

fn answer(jobs: Jobs, committed: Result<(), String>) {
    for job in jobs {
        job.answer(committed.clone());
    }
}

/// All jobs in one transaction, each behind a savepoint of its own so that one refusal does not undo the others.
async fn commit(connection: &DatabaseConnection, jobs: &mut Jobs) -> Result<()> {
    // A deferred transaction that turns into a writing one cannot wait for the lock: it fails at once.
    let immediate = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    };
    let transaction = connection.begin_with_options(immediate).await?;
    for job in jobs {
        let savepoint = transaction.begin().await?;
        match job.attempt(&savepoint).await {
            Attempt::Keep => savepoint.commit().await?,
            Attempt::Discard => savepoint.rollback().await?,
            Attempt::Again => return Err(Error::Busy("the transaction has to be run again".into())),
            Attempt::Broken => return Err(Error::Disk(DiskError::in_transaction())),
        }
    }
    Ok(transaction.commit().await?)
}
