//! Captcha settings.

use domain::secret::Secret;

use super::ConfigError;
use crate::accounts::captcha::{CaptchaConfig, RecaptchaConfig};

pub(super) fn read(
    work: u32,
    site_key: Option<String>,
    secret_key: Option<Secret<String>>,
    url: String,
) -> Result<CaptchaConfig, ConfigError> {
    if !(1..=10_000_000).contains(&work) {
        return Err(ConfigError::new("captcha_work", "expected a number from 1 to 10000000"));
    }
    // The secret goes there: never over a line that others can read.
    if !["https://", "http://127.0.0.1:", "http://localhost:"].iter().any(|start| url.starts_with(start)) {
        return Err(ConfigError::new("recaptcha_url", "expected an https address"));
    }
    let missing = |setting| Err(ConfigError::new(setting, "reCAPTCHA needs both of its keys"));
    let recaptcha = match (site_key, secret_key) {
        (Some(site_key), Some(secret_key)) => Some(RecaptchaConfig { site_key, secret_key, url }),
        (None, None) => None,
        (None, Some(_)) => return missing("recaptcha_site_key"),
        (Some(_), None) => return missing("recaptcha_secret_key"),
    };
    Ok(CaptchaConfig { work, recaptcha })
}
