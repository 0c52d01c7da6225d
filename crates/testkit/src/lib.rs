//! What tests of several crates share: a database for each test, and a small channel to put into it.

mod channel;
mod countries;
mod database;

pub use channel::channel;
pub use countries::{CountryRecord, country_database};
pub use database::{TestDatabase, postgres_database};
