//! The server over real HTTP, on SQLite, or on PostgreSQL when `TEST_DATABASE_URL` names a server.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

mod app;
mod auth;
mod away;
mod broadcast;
mod caching;
mod captcha;
mod content;
mod deletion;
mod devices;
mod documents;
mod errors;
mod events;
mod export;
mod favorites;
mod forms;
mod found;
mod gates;
mod geo;
mod isolation;
mod keys;
mod limits;
mod live;
mod login;
mod login_code;
mod mail;
mod origins;
mod pages;
mod passkeys;
mod profile;
mod provider;
mod register;
mod reset;
mod sessions;
mod social;
mod storage;
mod user_access;
mod verify;
mod vod;
