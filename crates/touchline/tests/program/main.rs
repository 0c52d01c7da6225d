//! The real program as a process: its start, its logs, its files, its end.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

mod administrator;
mod broadcast;
mod bucket;
mod channel;
mod chaos;
mod clips;
mod console;
mod encoder;
mod faults;
mod memory;
mod owner;
mod premiere;
mod process;
mod promo_code;
mod serving;
mod settings;
mod stream;
mod uploads;
mod viewer;
