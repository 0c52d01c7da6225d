//! Stripe settings.

use domain::secret::Secret;
use payments::stripe::KeyKind;

use super::ConfigError;
use crate::commerce::StripeConfig;

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
    let is_live = match KeyKind::of(secret_key.expose()) {
        Some(KeyKind::Secret { is_live }) => is_live,
        other => return Err(wrong_key("stripe_secret_key", "sk_live_, sk_test_, rk_live_ or rk_test_", other)),
    };
    // It is in every page: nothing that is secret may be there.
    match KeyKind::of(&publishable_key) {
        Some(KeyKind::Publishable { is_live: also }) if also == is_live => {}
        Some(KeyKind::Publishable { .. }) => {
            let problem = "one of the keys is for tests, the other for real money";
            return Err(ConfigError::new("stripe_publishable_key", problem));
        }
        other => return Err(wrong_key("stripe_publishable_key", "pk_live_ or pk_test_", other)),
    }
    for secret in webhook_secret.expose().split(',') {
        if KeyKind::of(secret.trim()) != Some(KeyKind::Webhook) {
            return Err(wrong_key("stripe_webhook_secret", "whsec_", KeyKind::of(secret.trim())));
        }
    }
    let api = payments::stripe::Config::new(base.unwrap_or(payments::stripe::STRIPE), secret_key).map_err(|cause| {
        let setting = match cause {
            payments::stripe::ConfigError::Address => "stripe_api_base",
            payments::stripe::ConfigError::Key => "stripe_secret_key",
        };
        ConfigError::new(setting, cause.to_string())
    })?;
    // While a secret is being replaced there are two, with a comma between them.
    let (current, previous) = match webhook_secret.expose().split_once(',') {
        Some((current, previous)) => (current, Some(Secret::new(previous.trim().to_owned()))),
        None => (webhook_secret.expose().as_str(), None),
    };
    let verifier = payments::webhook::Verifier::new(Secret::new(current.trim().to_owned()), previous)
        .map_err(|cause| ConfigError::new("stripe_webhook_secret", cause.to_string()))?;
    Ok(Some(StripeConfig { api, publishable_key, verifier }))
}

/// What is wrong with a key, without the key itself.
fn wrong_key(setting: &str, expected: &str, found: Option<KeyKind>) -> ConfigError {
    let found = match found {
        Some(KeyKind::Secret { .. }) => "; this is the secret key",
        Some(KeyKind::Publishable { .. }) => "; this is the publishable key",
        Some(KeyKind::Webhook) => "; this is the secret of webhooks",
        None => "",
    };
    ConfigError::new(setting, format!("expected a key that begins with {expected}{found}"))
}
