//! Payments by Stripe: what comes in from it and what goes out to it.

pub mod stripe;
pub mod webhook;
pub mod webhook_event;
