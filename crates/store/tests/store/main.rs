//! The store against a real database: SQLite by default, PostgreSQL when `TEST_DATABASE_URL` names a server.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

mod accounts;
mod audit_log;
mod captions;
mod channel_deletion;
mod channel_edits;
mod channel_file;
mod channels;
mod clips;
mod coupons;
mod disk;
mod durability;
mod edits;
mod embed_hosts;
mod embedded;
mod entitlements;
mod events;
mod favourites;
mod form_entries;
mod jobs;
mod leases;
mod library;
mod mail_log;
mod media;
mod open_forms;
mod operators;
mod order_book;
mod orders;
mod pictures;
mod prerolls;
mod renditions;
mod second_factors;
mod sessions;
mod sources;
mod subscriptions;
mod team;
mod uploads;
mod ways;
mod webhooks;
mod writer;
