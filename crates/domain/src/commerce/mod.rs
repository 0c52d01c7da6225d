//! Sales: items, prices, orders and subscriptions. Prices and rules are always the server's, never the buyer's.

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
