//! Connections to a database that may become unavailable. The first caller that waits too long triggers a check; if it
//! fails, all calls fail immediately until the database is back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arc_swap::ArcSwap;
use domain::secret::Secret;
use sea_orm::sqlx::{Connection, PgConnection};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr, Statement, sqlx,
};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::connection;
use crate::error::is_lost;

/// A call that takes longer is no fault, but a reason to ask whether the database is there.
const SUSPICIOUS: Duration = Duration::from_millis(300);
/// Timeout for connecting and answering, as several short waits: a single long one could pass while this program gets
/// no processor time to read the response.
const ANSWER: (usize, Duration) = (7, Duration::from_millis(100));
/// How often it is asked while it is away, and how many times in a row it has to answer.
const ASK_INTERVAL: Duration = Duration::from_millis(500);
const GOOD_ANSWERS: usize = 2;

/// The database is unavailable: the call was not made, or its outcome is unknown.
#[derive(Debug, thiserror::Error)]
#[error("no response")]
pub(crate) struct Away;

impl From<Away> for DbErr {
    fn from(away: Away) -> Self {
        Self::Conn(RuntimeErr::Internal(away.to_string()))
    }
}

/// Used like one connection.
#[derive(Clone)]
pub(crate) struct Connections {
    pool: Arc<ArcSwap<DatabaseConnection>>,
    /// Absent where the database is a file of this machine.
    breaker: Option<Arc<Breaker>>,
}

struct Breaker {
    url: Secret<String>,
    is_away: watch::Sender<bool>,
    is_asked: AtomicBool,
    /// The runtime of the checks: callers may be on threads that end before the store does.
    home: Handle,
}

/// How a database that was asked for an answer gave none.
enum Silence {
    /// No server answers.
    Gone,
    /// It may be stopped, or have a lot to do.
    Late,
}

impl Connections {
    pub(crate) fn of_file(connection: DatabaseConnection) -> Self {
        Self { pool: Arc::new(ArcSwap::from_pointee(connection)), breaker: None }
    }

    pub(crate) async fn of_server(url: &str) -> crate::Result<Self> {
        let breaker = Breaker {
            url: Secret::new(url.to_owned()),
            is_away: watch::Sender::new(false),
            is_asked: AtomicBool::new(false),
            home: Handle::current(),
        };
        let pool = Arc::new(ArcSwap::from_pointee(connection::postgres(url).await?));
        Ok(Self { pool, breaker: Some(Arc::new(breaker)) })
    }

    pub(crate) fn current(&self) -> Arc<DatabaseConnection> {
        self.pool.load_full()
    }

    /// What the call gives, unless the database is away or goes away meanwhile.
    pub(crate) async fn watched<T, E>(
        &self,
        call: impl Future<Output = Result<T, E>>,
        is_lost: impl Fn(&E) -> bool,
    ) -> Result<Result<T, E>, Away> {
        let Some(breaker) = &self.breaker else { return Ok(call.await) };
        let mut is_away = breaker.is_away.subscribe();
        if *is_away.borrow() {
            return Err(Away);
        }
        let mut suspicious = SUSPICIOUS;
        tokio::pin!(call);
        loop {
            tokio::select! {
                done = &mut call => {
                    if done.as_ref().is_err_and(&is_lost) {
                        self.suspect(breaker);
                    }
                    return Ok(done);
                }
                // The sender is kept above.
                _ = is_away.wait_for(|is_away| *is_away) => return Err(Away),
                () = sleep(suspicious) => {
                    suspicious *= 2;
                    self.suspect(breaker);
                }
            }
        }
    }

    async fn call<T>(&self, call: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        self.watched(call, is_lost).await?
    }

    /// Has the database asked, unless it is being asked.
    fn suspect(&self, breaker: &Arc<Breaker>) {
        if breaker.is_asked.swap(true, Ordering::AcqRel) {
            return;
        }
        let (pool, breaker) = (Arc::downgrade(&self.pool), breaker.clone());
        breaker.home.clone().spawn(async move {
            if breaker.is_gone().await {
                tracing::warn!("database unavailable");
                breaker.is_away.send_replace(true);
                while let Some(pool) = pool.upgrade() {
                    if let Some(anew) = breaker.look_again().await {
                        // In the old one there may be connections that hang until the system gives them up.
                        pool.store(Arc::new(anew));
                        break;
                    }
                }
                breaker.is_away.send_replace(false);
                tracing::info!("database available again");
            }
            breaker.is_asked.store(false, Ordering::Release);
        });
    }
}

impl Breaker {
    /// Being late once may be chance.
    async fn is_gone(&self) -> bool {
        match self.ask().await {
            Ok(()) => false,
            Err(Silence::Gone) => true,
            Err(Silence::Late) => self.ask().await.is_err(),
        }
    }

    /// New connections, if it is back.
    async fn look_again(&self) -> Option<DatabaseConnection> {
        for _ in 0..GOOD_ANSWERS {
            sleep(ASK_INTERVAL).await;
            self.ask().await.ok()?;
        }
        connection::postgres(self.url.expose()).await.ok()
    }

    /// By a connection of its own: those of the pool may all be taken, or hang.
    async fn ask(&self) -> Result<(), Silence> {
        let asked = async { PgConnection::connect(self.url.expose()).await?.ping().await };
        let late = async {
            for _ in 0..ANSWER.0 {
                sleep(ANSWER.1).await;
            }
        };
        tokio::select! {
            biased;
            answered = asked => match answered {
                Err(cause) if !is_refusal(&cause) => Err(Silence::Gone),
                _ => Ok(()),
            },
            () = late => Err(Silence::Late),
        }
    }
}

/// A server that refuses is there, unless it says that it starts or stops.
fn is_refusal(cause: &sqlx::Error) -> bool {
    matches!(cause, sqlx::Error::Database(cause) if !cause.code().is_some_and(|code| code.starts_with("57P")))
}

#[async_trait::async_trait]
impl ConnectionTrait for Connections {
    fn get_database_backend(&self) -> DbBackend {
        self.pool.load().get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.call(self.current().execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.call(self.current().execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.call(self.current().query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.call(self.current().query_all_raw(statement)).await
    }
}
