//! What tests of several crates share: a database for each test, a small channel and accounts to put into it, an encoder,
//! a mail server that takes what it is sent, a bucket, and a way to a server that can be cut; a shop with many buyers,
//! and the checker of its books.

mod account;
pub mod books;
mod channel;
mod countries;
mod database;
mod encoder;
mod mail_sink;
mod many_orders;
mod operator;
pub mod picture;
mod relay;
mod s3;
pub mod shop;
mod until;

pub use account::{Fan, PASSWORD, account, crowd, password_hash, session};
pub use channel::{SEASON, channel};
pub use countries::{CountryRecord, country_database};
pub use database::{TestDatabase, execute, install_tls, postgres_database};
pub use encoder::Encoder;
pub use mail_sink::{MailSink, Manner, Received};
pub use many_orders::many_orders;
pub use operator::{audit_entry, operator};
pub use relay::{Relay, Way};
pub use s3::S3;
pub use until::{TIMEOUT, until};
