//! The HTTP face of the product: public API, pages, assets, health, and the loop that accepts connections.

mod answer;
mod api;
mod assets;
pub mod config;
mod countries;
mod edge;
mod error;
mod extract;
mod health;
mod limit;
mod listen;
mod metrics;
mod page;
mod policy;
mod prepared;
mod run;
mod snapshot;
mod spliced;
mod storage;

pub use api::openapi;
pub use countries::{Countries, CountriesError};
pub use run::{RunError, Running, start};

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use media::images::Images;
use store::Store;

/// What handlers may ask for; cheap to hand to each of them.
#[derive(Clone)]
struct App(Arc<AppParts>);

impl Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

struct AppParts {
    channels: Arc<snapshot::Channels>,
    store: Store,
    images: Images,
    form_limit: limit::SendLimit,
    countries: countries::Countries,
    /// Development mode: `?channel=alias` stands in for the host name.
    development: bool,
    /// False once the server has been told to stop, so that no new visitor is sent here.
    ready: AtomicBool,
}

fn router(app: App) -> Router {
    api::router()
        .merge(health::router())
        .merge(storage::router())
        .merge(assets::router())
        .method_not_allowed_fallback(|method: http::Method| async { error::Error::Method(method) })
        .fallback(page::show)
        .with_state(app)
}
