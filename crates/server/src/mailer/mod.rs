//! Rendering mails, the worker that sends them, and the test of the way that they go.

pub(crate) mod email;
pub(crate) mod test_mail;
pub(crate) mod worker;
