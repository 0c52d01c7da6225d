//! Captchas on anonymous forms: reCAPTCHA if it is configured, otherwise a proof-of-work challenge (ALTCHA).

use domain::captcha::{self, Challenge};
use domain::one_time_token::Purpose;
use domain::provider_id::ProviderIdKind;
use domain::secret::Secret;
use http::{Request, header};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::{NewOneTimeToken, Store};
use utoipa::ToSchema;

use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::channels::snapshot::Snapshot;
use crate::clock::Clock;
use crate::http::error::{Error, Result};
use crate::http::outbound::Outbound;

/// Google's tokens have some thousand characters.
const MAX_TOKEN: usize = 8 * 1024;

/// The captcha that the visitor has to solve before sending a form.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum CaptchaOffer {
    None,
    Recaptcha { site_key: String },
    Pow { challenge: Challenge },
}

/// Captcha settings.
#[derive(Clone, Debug)]
pub struct CaptchaConfig {
    /// How many numbers a browser tries at most, where it is not Google that asks.
    pub work: u32,
    pub recaptcha: Option<RecaptchaConfig>,
}

/// Google's check in place of the built-in one.
#[derive(Clone, Debug)]
pub struct RecaptchaConfig {
    pub site_key: String,
    pub secret_key: Secret<String>,
    /// Where tokens are checked.
    pub url: String,
}

pub(crate) struct Captcha {
    store: Store,
    clock: Clock,
    /// Whether clients on this machine need no captcha.
    trusts_loopback: bool,
    work: u32,
    /// The server's own keys, for channels without keys of theirs.
    recaptcha: Option<RecaptchaConfig>,
    /// Where tokens of channels with keys of their own are checked.
    url: String,
    http: Outbound,
}

/// The keys of one channel.
struct Recaptcha<'a> {
    site_key: &'a str,
    secret_key: &'a Secret<String>,
    url: &'a str,
}

impl Captcha {
    pub(crate) fn new(config: &CaptchaConfig, url: String, store: Store, clock: Clock, trusts_loopback: bool) -> Self {
        let CaptchaConfig { work, recaptcha } = config.clone();
        Self { store, clock, trusts_loopback, work, recaptcha, url, http: Outbound::new() }
    }

    fn recaptcha<'a>(&'a self, channel: &'a Snapshot) -> Option<Recaptcha<'a>> {
        let own = channel.provider_client(ProviderIdKind::Recaptcha);
        own.map(|(site_key, secret_key)| Recaptcha { site_key, secret_key, url: &self.url }).or_else(|| {
            let RecaptchaConfig { site_key, secret_key, url } = self.recaptcha.as_ref()?;
            Some(Recaptcha { site_key, secret_key, url })
        })
    }

    /// The captcha for this client.
    pub(crate) fn offer(&self, channel: &Snapshot, arrival: &ClientContext) -> CaptchaOffer {
        if self.is_trusted(arrival) {
            return CaptchaOffer::None;
        }
        if let Some(recaptcha) = self.recaptcha(channel) {
            return CaptchaOffer::Recaptcha { site_key: recaptcha.site_key.to_owned() };
        }
        let (identity, most) = (&channel.identity, self.work);
        let (random, number) = (rand::rng().random(), rand::rng().random_range(0..=most));
        let challenge = captcha::challenge(&identity.key_secret, identity.id, self.clock.now(), random, number, most);
        CaptchaOffer::Pow { challenge }
    }

    /// Checks a captcha's result. Each result is valid once.
    pub(crate) async fn take(&self, channel: &Snapshot, arrival: &ClientContext, token: Option<&str>) -> Result<()> {
        if self.is_trusted(arrival) {
            return Ok(());
        }
        let token = token.filter(|token| !token.is_empty()).ok_or(AccountError::CaptchaRequired)?;
        let is_good = match self.recaptcha(channel) {
            Some(recaptcha) => recaptcha.is_good(&self.http, token).await?,
            None => self.is_solved(channel, token).await?,
        };
        if is_good { Ok(()) } else { Err(AccountError::CaptchaInvalid.into()) }
    }

    fn is_trusted(&self, arrival: &ClientContext) -> bool {
        self.trusts_loopback && arrival.is_made_here
    }

    async fn is_solved(&self, channel: &Snapshot, token: &str) -> Result<bool> {
        let (identity, now) = (&channel.identity, self.clock.now());
        let Some(key) = captcha::solved(&identity.key_secret, identity.id, now, token) else { return Ok(false) };
        Ok(self.store.one_time_token_use(identity.id, NewOneTimeToken::new(Purpose::Captcha, key, now)).await?)
    }
}

impl Recaptcha<'_> {
    /// Asks Google, which takes each token once. The visitor's address is not passed on: it is not needed.
    async fn is_good(&self, http: &Outbound, token: &str) -> Result<bool> {
        #[derive(Deserialize)]
        struct Verdict {
            success: bool,
        }
        if token.len() > MAX_TOKEN {
            return Ok(false);
        }
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("secret", self.secret_key.expose())
            .append_pair("response", token)
            .finish();
        let request = Request::post(self.url)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body.into_bytes())
            .map_err(|_| Error::Internal)?;
        let away = |cause: &dyn std::fmt::Display| {
            tracing::warn!(%cause, "reCAPTCHA did not respond");
            Error::Busy("reCAPTCHA did not respond")
        };
        let answer = http.send(request).await.map_err(|cause| away(&cause))?;
        let verdict: Verdict = serde_json::from_slice(answer.body()).map_err(|cause| away(&cause))?;
        Ok(verdict.success)
    }
}
