//! The account at Stripe.

use domain::secret::Secret;

use super::ConfigError;

/// An account at Stripe.
#[derive(Clone, Debug)]
pub struct StripeConfig {
    pub api: payments::stripe::Config,
    pub publishable_key: String,
    /// The secret of its webhooks and, while that is being replaced, the one before.
    pub webhooks: payments::webhook::Verifier,
}

/// All of an account at Stripe, or nothing of it: half of one would sell and never hear of the money.
pub(super) fn read(
    secret_key: Option<Secret<String>>,
    publishable_key: Option<String>,
    webhook_secret: Option<Secret<String>>,
    base: Option<&str>,
) -> Result<Option<StripeConfig>, ConfigError> {
    // Empty ones are none, so that a setting of the surroundings can be taken back.
    let secret_key = secret_key.filter(|key| !key.expose().is_empty());
    let publishable_key = publishable_key.filter(|key| !key.is_empty());
    let webhook_secret = webhook_secret.filter(|secret| !secret.expose().is_empty());
    let missing =
        |setting| Err(ConfigError::new(setting, "Stripe needs its secret key, publishable key and webhook secret"));
    let (secret_key, publishable_key, webhook_secret) = match (secret_key, publishable_key, webhook_secret) {
        (Some(secret_key), Some(publishable_key), Some(webhook)) => (secret_key, publishable_key, webhook),
        (None, None, None) => return Ok(None),
        (None, ..) => return missing("stripe_secret_key"),
        (_, None, _) => return missing("stripe_publishable_key"),
        (.., None) => return missing("stripe_webhook_secret"),
    };
    let api = payments::stripe::Config::new(base.unwrap_or(payments::stripe::STRIPE), secret_key).map_err(|cause| {
        let setting = match cause {
            payments::stripe::ConfigError::Address => "stripe_api_base",
            payments::stripe::ConfigError::Key => "stripe_secret_key",
        };
        ConfigError::new(setting, cause.to_string())
    })?;
    if publishable_key.starts_with("pk_live_") != api.is_live() {
        return Err(ConfigError::new(
            "stripe_publishable_key",
            "one of the keys is for tests, the other for real money",
        ));
    }
    // While a secret is being replaced there are two, with a comma between them.
    let (current, previous) = match webhook_secret.expose().split_once(',') {
        Some((current, previous)) => (current, Some(Secret::new(previous.trim().to_owned()))),
        None => (webhook_secret.expose().as_str(), None),
    };
    let webhooks = payments::webhook::Verifier::new(Secret::new(current.trim().to_owned()), previous)
        .map_err(|cause| ConfigError::new("stripe_webhook_secret", cause.to_string()))?;
    Ok(Some(StripeConfig { api, publishable_key, webhooks }))
}
