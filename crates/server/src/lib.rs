//! The HTTP face of the product: public API, pages, assets, health, and the loop that accepts connections.

mod answer;
mod api;
mod assets;
pub mod config;
mod edge;
mod error;
mod extract;
mod health;
mod listen;
mod metrics;
mod page;
mod policy;
mod prepared;
mod run;
mod snapshot;
mod storage;

pub use api::openapi;
pub use run::{RunError, Running, start};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Router;
use media::images::Images;
use store::Store;

/// What handlers may ask for.
#[derive(Clone)]
pub struct App {
    channels: Arc<snapshot::Channels>,
    store: Store,
    images: Images,
    /// Development mode: `?channel=alias` stands in for the host name.
    development: bool,
    /// False once the server has been told to stop, so that no new visitor is sent here.
    ready: Arc<AtomicBool>,
}

fn router(app: App, body_idle: Duration) -> Router {
    let routes = Router::new()
        .nest("/api", api::router())
        .merge(health::router())
        .merge(storage::router())
        .merge(assets::router())
        .fallback(page::show);
    edge::wrap(routes, app.clone(), body_idle).with_state(app)
}
