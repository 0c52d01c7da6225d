//! The JSON that goes over the wire.

pub(crate) mod event;
pub(crate) mod icon;
pub(crate) mod media;
pub(crate) mod order;
pub(crate) mod payment;
pub(crate) mod public;
pub(crate) mod share;
pub(crate) mod shop;
pub(crate) mod sign_in;
pub(crate) mod vod;
