//! Passes: what a channel sells.

use crate::ids::{CategoryId, PassId};
use crate::money::Cents;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Bought once, or renewed until cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PassKind {
    Package,
    Subscription,
}

/// How long one payment lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Period {
    Annual,
    Monthly,
}

/// A pass of its own, or one that adds to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PassType {
    Regular,
    Addition,
}

/// A package or subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    pub id: PassId,
    pub kind: PassKind,
    pub name: String,
    /// What is charged: base price and service fee.
    pub price: Cents,
    pub base_price: Cents,
    /// Shown as Taxes.
    pub service_fee: Cents,
    pub image: Option<String>,
    /// `annual`, or what else the operator calls it.
    pub offer: String,
    pub period: Period,
    /// Free days before the first charge.
    pub trial_days: Option<i32>,
    pub pass_type: PassType,
    pub is_team_pass: bool,
    pub categories: Vec<CategoryId>,
    pub category_id: Option<CategoryId>,
    pub weight: i32,
}
