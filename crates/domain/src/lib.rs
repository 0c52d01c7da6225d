//! The rules of the product, pure: no I/O, no async; time and randomness are handed in.

pub mod access;
pub mod account;
pub mod api_key;
pub mod calendar_token;
pub mod catalogue;
pub mod channel;
pub mod colours;
pub mod content;
pub mod event;
pub mod favourite;
pub mod form;
pub mod geo;
pub mod html;
pub mod ids;
pub mod money;
pub mod participant;
pub mod pass;
pub mod password;
pub mod paths;
pub mod rate;
pub mod search;
pub mod secret;
pub mod session_key;
pub mod time;
pub mod translations;
pub mod vod;
