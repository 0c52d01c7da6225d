//! A thin, typed client of Stripe's API.
//!
//! Whatever writes takes an [`IdempotencyKey`], and every call ends in one of four ways: done, or a [`Failure`] that says
//! whether it was refused for good, may have happened, or did not happen. A call that its caller drops may have happened.

mod accounts;
mod charges;
mod client;
mod concurrency;
mod config;
mod coupons;
mod currency;
mod customers;
mod disputes;
mod events;
mod failure;
mod form;
mod ids;
mod invoices;
mod key;
mod metadata;
mod page;
mod payment_intents;
mod payment_methods;
mod portal;
mod products;
mod refunds;
mod response;
mod retry;
mod setup_intents;
mod status;
mod subscriptions;
pub mod testing;
mod webhook_endpoints;
mod wire;

pub use accounts::Account;
pub use charges::{CardFace, Charge};
pub use client::Client;
pub use config::{Config, ConfigError, KeyKind, Limits, STRIPE};
pub use coupons::{Coupon, NewCoupon};
pub use currency::{Denomination, OtherCurrency};
pub use customers::{Customer, NewCustomer};
pub use disputes::Dispute;
pub use failure::{Doubt, Failure, NotDone, ProviderError, RefusalKind};
pub use ids::*;
pub use invoices::{Invoice, InvoiceLine, Period};
pub use key::{IdempotencyKey, Owner, Step, Subject};
pub use metadata::{MAX_VALUE, Metadata};
pub use page::{Created, Page};
pub use payment_intents::{Confirm, NewPaymentIntent, PaymentIntent, PaymentIntentFilter};
pub use payment_methods::{Card, PaymentMethod};
pub use portal::PortalSession;
pub use products::Product;
pub use refunds::{NewRefund, Refund};
pub use setup_intents::SetupIntent;
pub use status::*;
pub use subscriptions::{Interval, NewSubscription, OneOff, Recurring, Subscription, SubscriptionFilter};
pub use webhook_endpoints::WebhookEndpoint;
pub use wire::{Expandable, NextAction, PaymentError};

/// The last version before releases have names. Its invoices name their payment intent, which `2025-03-31.basil` took
/// away.
pub const API_VERSION: &str = "2024-06-20";
