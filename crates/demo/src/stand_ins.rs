//! Built-in providers: the test bank instead of Stripe, the test login instead of Google. They are mounted in the demo,
//! and the bank with `TOUCHLINE_TEST_PAYMENTS`; never because a key is missing.

use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use domain::secret::Secret;
use futures::FutureExt;
use futures::future::BoxFuture;
use rand::distr::{Alphanumeric, SampleString};
use serde::Deserialize;
use server::config::Config;
use server::stand_ins::{
    LoginClient, LoginStandIn, OpenStandIn, PaymentKeys, PaymentOpening, PaymentStandIn, Router, StandInError, StandIns,
};

const KEYS: &str = "keys.json";
const KEY_LENGTH: usize = 32;

/// Those that the settings, or a demo, ask for.
pub fn of(config: &Config, is_demo: bool) -> StandIns {
    let folder = config.data_dir.join("testbank");
    StandIns {
        payments: take_payments(config, is_demo).then(|| Box::new(TestBank { folder }) as Box<dyn PaymentStandIn>),
        login: TestLogin::of(config, is_demo).map(|login| Box::new(login) as Box<dyn LoginStandIn>),
    }
}

/// Whether the test bank takes payments: by the demo or by a setting, and not beside an account at Stripe.
pub fn take_payments(config: &Config, is_demo: bool) -> bool {
    config.stripe.is_none() && (is_demo || config.test_payments)
}

struct TestBank {
    folder: PathBuf,
}

impl PaymentStandIn for TestBank {
    fn name(&self) -> &'static str {
        "Test bank"
    }

    fn path(&self) -> &'static str {
        "/testbank"
    }

    fn logged_below(&self) -> &'static str {
        "v1/"
    }

    fn keys(&self) -> Result<PaymentKeys, StandInError> {
        let Keys { secret_key, publishable_key, webhook_secret } = Keys::open(&self.folder)?;
        Ok(PaymentKeys { secret_key, publishable_key, webhook_secret })
    }

    fn open(&self, opening: PaymentOpening) -> BoxFuture<'static, Result<OpenStandIn, StandInError>> {
        let folder = self.folder.clone();
        async move {
            let PaymentOpening { keys, url, webhook_url, returns } = opening;
            let options = testbank::Options {
                secret_key: keys.secret_key.expose().clone(),
                publishable_key: keys.publishable_key,
                public_url: url,
                returns,
            };
            let bank = tokio::task::spawn_blocking(move || testbank::Bank::open(&folder, options)).await??;
            bank.send_events_to(webhook_url, keys.webhook_secret.expose().clone()).await?;
            let router = bank.router();
            let run = Box::new(|stop| {
                async move {
                    bank.deliver(stop).await;
                    bank.close().await;
                }
                .boxed()
            });
            Ok(OpenStandIn { router, run })
        }
        .boxed()
    }
}

/// Made at the first start. The bank knows nobody else.
#[derive(Deserialize)]
struct Keys {
    secret_key: Secret<String>,
    publishable_key: String,
    webhook_secret: Secret<String>,
}

impl Keys {
    fn open(folder: &Path) -> anyhow::Result<Self> {
        let kept = || "cannot keep the test bank's keys";
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(kept)?;
        let file = folder.join(KEYS);
        let written = match std::fs::read(&file) {
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Self::make(folder),
            read => read,
        };
        let written = written.with_context(kept)?;
        // Without the cause, which could repeat a key.
        serde_json::from_slice(&written)
            .map_err(|_| anyhow::anyhow!("the file {} of the test bank's keys cannot be read", file.display()))
    }

    /// Written beside and moved, so that a crash leaves no half of them.
    fn make(folder: &Path) -> std::io::Result<Vec<u8>> {
        let random = || Alphanumeric.sample_string(&mut rand::rng(), KEY_LENGTH);
        let keys = serde_json::json!({
            "secret_key": format!("sk_test_{}", random()),
            "publishable_key": format!("pk_test_{}", random()),
            "webhook_secret": format!("whsec_{}", random()),
        });
        let written = keys.to_string().into_bytes();
        let new = folder.join(format!("{KEYS}.new"));
        let mut file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        file.write_all(&written)?;
        file.sync_all()?;
        std::fs::rename(new, folder.join(KEYS))?;
        Ok(written)
    }
}

struct TestLogin {
    client: LoginClient,
}

impl TestLogin {
    /// Every client can log in as any person here: it exists in demos alone, and only for this very machine.
    fn of(config: &Config, is_demo: bool) -> Option<Self> {
        let is_for_us_alone = is_demo && config.listen.is_loopback();
        let secret = || Secret::new(Alphanumeric.sample_string(&mut rand::rng(), KEY_LENGTH));
        is_for_us_alone.then(|| Self { client: LoginClient { id: "touchline-demo".into(), secret: secret() } })
    }
}

impl LoginStandIn for TestLogin {
    fn path(&self) -> &'static str {
        "/testlogin"
    }

    fn client(&self) -> LoginClient {
        self.client.clone()
    }

    fn router(&self, issuer: String, returns: Arc<dyn Fn(&str) -> bool + Send + Sync>) -> Router {
        let client = testlogin::Client { id: self.client.id.clone(), secret: self.client.secret.expose().clone() };
        testlogin::Provider::new(issuer, client, returns).router()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PAY-18, T44: the bank's keys are made once, and for their owner's eyes alone.
    #[test]
    fn keys_are_made_once_and_are_private() {
        use std::os::unix::fs::PermissionsExt;
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("testbank");
        let made = Keys::open(&folder).unwrap();
        assert!(made.secret_key == Keys::open(&folder).unwrap().secret_key);
        assert_eq!(std::fs::metadata(folder.join(KEYS)).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(made.publishable_key.starts_with("pk_test_"));
        let other = Keys::open(&data.path().join("other")).unwrap();
        assert!(made.secret_key != other.secret_key);
    }

    /// PAY-18, AUTH-07, T44: nothing stands in because a key is missing; the demo and the setting say so, and Google's is for
    /// this machine's demo alone.
    #[test]
    fn stand_ins_need_the_demo_or_their_setting() {
        let folder = tempfile::tempdir().unwrap();
        let settings = folder.path().join("touchline.toml");
        std::fs::write(&settings, "").unwrap();
        let plain = || Config::load(Some(&settings), &[]).unwrap();
        let stands_in = |config: &Config, is_demo| {
            let StandIns { payments, login } = of(config, is_demo);
            (payments.is_some(), login.is_some())
        };
        assert_eq!(stands_in(&plain(), false), (false, false));
        assert_eq!(stands_in(&Config { test_payments: true, ..plain() }, false), (true, false));
        assert_eq!(stands_in(&plain(), true), (true, true));
        let everywhere = "0.0.0.0".parse().unwrap();
        assert_eq!(stands_in(&Config { listen: everywhere, ..plain() }, true), (true, false));
    }
}
