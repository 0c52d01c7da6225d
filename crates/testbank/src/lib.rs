//! A bank for tests and demos that speaks Stripe's language and knows no other crate of ours.

pub mod cards;
pub mod signature;
