//! The rules of the product, pure: no I/O, no async; time and randomness are handed in.

pub mod access;
pub mod api_key;
pub mod channel;
pub mod colours;
pub mod content;
pub mod event;
pub mod form;
pub mod geo;
pub mod html;
pub mod ids;
pub mod money;
pub mod participant;
pub mod pass;
pub mod paths;
pub mod secret;
pub mod time;
pub mod translations;
pub mod vod;
