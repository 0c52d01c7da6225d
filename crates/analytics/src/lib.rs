//! First-party analytics: events of viewers' browsers, checked and queued until they are written.

pub mod address;
pub mod event;
pub mod intake;
pub mod queue;
