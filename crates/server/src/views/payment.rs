//! Who takes the money, as pages are told.

use serde::Serialize;
use utoipa::ToSchema;

/// How a page pays.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PaymentSettings {
    pub(crate) provider: ProviderName,
    /// What the page calls the provider with.
    pub(crate) publishable_key: Option<String>,
    /// Whether no real money moves: every payment screen says so.
    pub(crate) is_test: bool,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProviderName {
    Stripe,
    Testbank,
    /// Nothing is for sale.
    None,
}
