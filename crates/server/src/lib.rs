//! The HTTP face of the product: public API, pages, assets, health, and the loop that accepts connections.

mod accounts;
mod api;
mod app;
mod channels;
mod clock;
mod commerce;
mod console;
mod http;
#[cfg(test)]
mod layers;
mod mailer;
mod pages;
mod playback;
mod recordings;
pub mod stand_ins;
mod state;
mod views;

pub use accounts::countries::{Countries, CountriesError};
pub use accounts::passwords::hash_password;
pub use api::openapi;
pub use app::config;
pub use app::run::{RunError, Running, start};
pub use commerce::{Closed, ProviderError};
pub use console::openapi as console_openapi;
pub use live::live_streams::LiveStreams;
