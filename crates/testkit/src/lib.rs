//! What tests of several crates share: a database for each test, and a small channel and accounts to put into it.

mod account;
mod channel;
mod countries;
mod database;

pub use account::{PASSWORD, account, session};
pub use channel::{SEASON, channel};
pub use countries::{CountryRecord, country_database};
pub use database::{TestDatabase, postgres_database};
