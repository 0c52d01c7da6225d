//! The store against a real database: SQLite by default, PostgreSQL when `TEST_DATABASE_URL` names a server.

mod accounts;
mod channels;
mod durability;
mod favourites;
mod sessions;
