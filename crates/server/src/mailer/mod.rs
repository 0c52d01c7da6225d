//! Writing mails, and the task that sends them.

pub(crate) mod email;
pub(crate) mod worker;
