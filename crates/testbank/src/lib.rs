//! A bank for tests and demos that speaks Stripe's language and knows no other crate of ours.

mod bank;
pub mod cards;
mod chaos;
mod deliver;
mod disk;
mod error;
mod http;
mod ledger;
mod objects;
mod pages;
mod params;
#[cfg(test)]
mod properties;
mod replay;
pub mod signature;
mod state;

pub use bank::{Bank, HookError, OpenError, Options, Returns, Stopped};
pub use disk::DiskError;

/// The version of Stripe's API that the bank speaks.
pub const API_VERSION: &str = "2024-06-20";
