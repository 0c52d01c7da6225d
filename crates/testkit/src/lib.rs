//! What tests of several crates share: a database for each test, and a small channel to put into it.

mod channel;
mod database;

pub use channel::{SEASON, channel};
pub use database::{TestDatabase, postgres_database};
