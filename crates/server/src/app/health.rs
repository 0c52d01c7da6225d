//! Whether the program lives, and whether visitors should be sent to it.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use serde::Serialize;
use store::Store;
use tokio::sync::Mutex;

use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A database that takes longer than this to say anything counts as away.
const PATIENCE: Duration = Duration::from_secs(1);
/// For how long what was seen is believed.
const FOR: Duration = Duration::from_secs(1);

pub(crate) fn router() -> Router<App> {
    Router::new().route("/healthz", get(get_health)).route("/readyz", get(get_readiness))
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
}

/// The process answers; says nothing about what it depends on, so that nobody restarts it for that.
async fn get_health() -> Data<Health> {
    Data::new(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// Ready: not stopping, and what is written to the database is there.
async fn get_readiness(State(app): State<App>) -> Result<Data<Health>> {
    if !app.ready.load(Ordering::Relaxed) {
        return Err(store::Error::Unavailable("the server is stopping".into()).into());
    }
    app.readiness.check(&app.store).await?;
    Ok(Data::new(Health { status: "ready", version: env!("CARGO_PKG_VERSION") }))
}

/// What the database last showed. Whoever asks in the same second is told the same: anybody may ask, and each look writes.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Option<String>)>>);

impl Readiness {
    async fn check(&self, store: &Store) -> Result<()> {
        let mut last = self.0.lock().await;
        if last.as_ref().is_none_or(|(at, _)| at.elapsed() >= FOR) {
            let problem = match tokio::time::timeout(PATIENCE, store.check()).await {
                Ok(checked) => checked.err().map(|cause| cause.to_string()),
                Err(_) => Some("no answer in time".into()),
            };
            *last = Some((Instant::now(), problem));
        }
        match last.as_ref().and_then(|(_, problem)| problem.clone()) {
            Some(problem) => Err(store::Error::Unavailable(problem).into()),
            None => Ok(()),
        }
    }
}
