//! The store against a real database: SQLite by default, PostgreSQL when `TEST_DATABASE_URL` names a server.

mod channels;
mod durability;
mod library;
