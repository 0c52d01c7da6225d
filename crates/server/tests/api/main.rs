//! The server over real HTTP, on SQLite, or on PostgreSQL when `TEST_DATABASE_URL` names a server.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

mod app;
mod auth;
mod away;
mod caching;
mod captcha;
mod content;
mod documents;
mod errors;
mod events;
mod favorites;
mod forms;
mod found;
mod geo;
mod isolation;
mod keys;
mod limits;
mod live;
mod login;
mod login_code;
mod origins;
mod pages;
mod register;
mod reset;
mod storage;
mod verify;
mod vod;
