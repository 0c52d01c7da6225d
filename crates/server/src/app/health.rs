//! Liveness and readiness.

use std::sync::atomic::Ordering;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use serde::Serialize;

use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

pub(crate) fn router() -> Router<App> {
    Router::new().route("/healthz", get(get_health)).route("/readyz", get(get_readiness))
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
}

/// Liveness: the process answers. It does not check dependencies, so that their failure does not restart the process.
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
