//! Callers and accounts: sessions, visitors, passwords, rate limits, captcha, social login, countries.

pub(crate) mod caller;
pub(crate) mod captcha;
pub(crate) mod client_context;
pub(crate) mod countries;
pub(crate) mod device_name;
pub(crate) mod error;
pub(crate) mod links;
pub(crate) mod members;
pub(crate) mod passwords;
pub(crate) mod setup_link;
pub(crate) mod social;
pub(crate) mod throttle;
pub(crate) mod visitor;
pub(crate) mod webauthn;
