//! Rendering mails, and the worker that sends them.

pub(crate) mod email;
pub(crate) mod worker;
