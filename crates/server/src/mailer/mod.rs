//! Rendering mails, and the worker that sends them.

pub(crate) mod email;
pub(crate) mod test_mail;
pub(crate) mod worker;
