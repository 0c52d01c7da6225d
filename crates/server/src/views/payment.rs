//! Payment settings for pages, as JSON.

use serde::Serialize;
use utoipa::ToSchema;

/// The payment settings for the browser.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PaymentSettings {
    pub(crate) provider: ProviderName,
    /// The provider's publishable key.
    pub(crate) publishable_key: Option<String>,
    /// Whether payments are in test mode; every payment screen says so.
    pub(crate) is_test: bool,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProviderName {
    Stripe,
    /// The provider inside the program. Its word is the published one.
    #[serde(rename = "testbank")]
    StandIn,
    /// Nothing is for sale.
    None,
}
