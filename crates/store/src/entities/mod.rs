//! Rows of the tables, and their conversion to domain types.

pub(crate) mod account;
pub(crate) mod captions;
pub(crate) mod catalogue;
pub(crate) mod channel;
pub(crate) mod clip;
pub(crate) mod content;
pub(crate) mod coupon;
pub(crate) mod entitlement;
pub(crate) mod event;
pub(crate) mod form;
pub(crate) mod job;
pub(crate) mod mail;
pub(crate) mod media;
pub(crate) mod operator;
pub(crate) mod order;
pub(crate) mod participant;
pub(crate) mod pass;
pub(crate) mod payments;
pub(crate) mod picture;
mod plain;
pub(crate) mod preroll;
pub(crate) mod revision;
pub(crate) mod upload;
pub(crate) mod vod;
pub(crate) mod webhook;
