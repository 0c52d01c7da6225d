//! First-party analytics: what viewers' browsers report, checked and held until it is written.

pub mod address;
pub mod event;
pub mod intake;
pub mod queue;
