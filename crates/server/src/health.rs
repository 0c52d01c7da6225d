//! Whether the program lives, and whether visitors should be sent to it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use serde::Serialize;

use crate::App;
use crate::answer::Data;
use crate::error::{Error, Result};

/// A database that takes longer than this to say anything counts as away.
const PATIENCE: Duration = Duration::from_secs(1);

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

/// Ready: not stopping, and the database answers.
async fn get_readiness(State(app): State<App>) -> Result<Data<Health>> {
    if !app.ready.load(Ordering::Relaxed) {
        return Err(store::Error::Unavailable("the server is stopping".into()).into());
    }
    match tokio::time::timeout(PATIENCE, app.store.ping()).await {
        Ok(answered) => answered.map_err(Error::from)?,
        Err(_) => return Err(store::Error::Unavailable("no answer in time".into()).into()),
    }
    Ok(Data::new(Health { status: "ready", version: env!("CARGO_PKG_VERSION") }))
}
