pub mod config;
pub(crate) mod health;
pub(crate) mod router;
pub(crate) mod run;
pub(crate) mod service;
