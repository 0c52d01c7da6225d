//! HTML pages and files.

pub(crate) mod assets;
pub(crate) mod calendar;
pub(crate) mod dev_mailbox;
pub(crate) mod host_proof;
pub(crate) mod icons;
pub(crate) mod login_callback;
pub(crate) mod page;
pub(crate) mod sitemap;
pub(crate) mod storage;
