//! What is sold, to whom, at which price, and what becomes of it. The server's own prices and rules, never the buyer's.

pub mod coupon;
pub mod item;
pub mod not_paid;
pub mod order;
pub mod ownership;
pub mod period;
pub mod price;
pub mod renewal;
pub mod sold;
pub mod status;
pub mod trial;

#[cfg(test)]
mod tests;
