//! The composition root: configuration, router, start and stop.

pub mod config;
pub(crate) mod health;
pub(crate) mod live_settings;
pub(crate) mod router;
pub(crate) mod run;
pub(crate) mod service;
