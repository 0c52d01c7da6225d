//! The HTTP server: public API, console API, pages, assets and health.

mod accounts;
mod api;
mod app;
pub mod channel_files;
mod channels;
mod cleanup;
mod clock;
mod commerce;
mod console;
mod http;
#[cfg(test)]
mod layers;
mod mailer;
mod pages;
mod playback;
mod providers;
mod recordings;
pub mod stand_ins;
mod state;
mod views;
mod webhooks;
mod workers;

pub use accounts::countries::{Countries, CountriesError};
pub use accounts::passwords::hash_password;
pub use api::openapi;
pub use app::config;
pub use app::run::{RunError, Running, start};
pub use clock::{Clock, system as system_clock};
pub use commerce::{Closed, ProviderStartError};
pub use console::openapi as console_openapi;
pub use live::live_streams::LiveStreams;
