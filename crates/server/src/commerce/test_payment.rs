//! Tests the payment provider: with test money by a payment that is refunded at once, with real money by questions alone.

use std::time::{Duration, Instant};

use domain::channel::normal_host;
use domain::checklist::{CheckOutcome, CheckResult};
use domain::ids::ChannelId;
use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use payments::stripe::{
    Confirm, Failure, IdempotencyKey, Metadata, NewCustomer, NewPaymentIntent, NewRefund, Owner, PaymentIntentStatus,
    RefusalKind, Step, Subject,
};
use rand::RngExt;
use tokio::time::timeout;
use url::Url;

use super::gateway::Gateway;
use super::provider::WEBHOOK;
use crate::channels::snapshot::Snapshot;

/// A card of the provider's test mode that is never refused.
const CARD: &str = "pm_card_visa";
/// More than the least that the provider charges in every currency.
const AMOUNT: Cents = Cents(200);
/// An operator waits for it: calls for orders are tried for longer than an answer may take.
const TEST_TIMEOUT: Duration = Duration::from_secs(20);

impl Gateway {
    pub(crate) async fn test(&self, channel: &Snapshot, now: Timestamp) -> CheckResult {
        let began = Instant::now();
        let target = self.provider_name().unwrap_or_default().to_owned();
        let tested = async {
            match self.provider_name() {
                None => (CheckOutcome::PaymentsNotConfigured, String::new()),
                Some(_) if self.is_live => self.ask_webhooks(channel).await,
                Some(_) => self.pay_and_refund(channel.profile.currency).await,
            }
        };
        let late = |_| (CheckOutcome::ProviderUnreachable, String::new());
        let (outcome, response) = timeout(TEST_TIMEOUT, tested).await.unwrap_or_else(late);
        let took_ms = began.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
        CheckResult { at: now, outcome, took_ms, target, response }
    }

    /// A payment of its own that no order knows: it belongs to an installation that there is not, so that neither webhooks
    /// nor the sweep take it for one of ours.
    async fn pay_and_refund(&self, currency: Currency) -> (CheckOutcome, String) {
        let name = format!("{:032x}", rand::rng().random::<u128>());
        let owner = Owner { installation: format!("test-{name}"), channel: ChannelId(0) };
        let key = |step| IdempotencyKey::new(&owner, Subject::Payment(&name), step, 0);
        let metadata = Metadata::new(&owner);
        let new = NewCustomer { email: "test-payment@example.com", name: None, metadata: &metadata };
        let customer = match self.stripe.create_customer(&key(Step::CreateCustomer), &new).await {
            Ok(customer) => customer.id,
            Err(cause) => return failed(&cause),
        };
        let card = CARD.parse().ok();
        let payment = NewPaymentIntent {
            customer: &customer,
            payment_method: card.as_ref(),
            amount: AMOUNT,
            currency,
            confirm: Confirm::OffSession,
            save_card: false,
            description: Some("Touchline test payment"),
            metadata: &metadata,
        };
        let outcome = match self.stripe.create_payment_intent(&key(Step::CreatePayment), &payment).await {
            Ok(paid) if paid.status == PaymentIntentStatus::Succeeded => {
                let refund = NewRefund { payment_intent: &paid.id, amount: None, metadata: &metadata };
                match self.stripe.create_refund(&key(Step::Refund), &refund).await {
                    Ok(_) => (CheckOutcome::PaidAndRefunded, paid.id.to_string()),
                    Err(cause) => (CheckOutcome::PaidNotRefunded, codes(&cause)),
                }
            }
            Ok(open) => {
                // It holds no money.
                let _ = self.stripe.cancel_payment_intent(&key(Step::CancelPayment), &open.id).await;
                (CheckOutcome::PaymentRefused, open.status.as_str().to_owned())
            }
            Err(cause) => failed(&cause),
        };
        // What stays of it at the provider is test money: nothing depends on it.
        let _ = self.stripe.delete_customer(&key(Step::DeleteCustomer), &customer).await;
        outcome
    }

    async fn ask_webhooks(&self, channel: &Snapshot) -> (CheckOutcome, String) {
        match self.stripe.webhook_endpoints().await {
            Ok(endpoints) => {
                let leads_here = |url: &str| leads_to(url, &channel.identity.hosts);
                let found = endpoints.data.iter().find(|one| one.is_enabled() && leads_here(&one.url));
                let outcome = found.map_or(CheckOutcome::NoWebhook, |_| CheckOutcome::LiveKeysWork);
                (outcome, found.map(|one| one.url.clone()).unwrap_or_default())
            }
            // A restricted key that may not list them may still charge cards.
            Err(Failure::Refused(_)) => match self.stripe.own_account().await {
                Ok(account) => (CheckOutcome::WebhooksUnknown, account.id),
                Err(cause) => failed(&cause),
            },
            Err(cause) => failed(&cause),
        }
    }
}

/// Whether an address is the one for webhooks at one of these hosts.
fn leads_to(url: &str, hosts: &[String]) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    let host = url.host_str().and_then(normal_host);
    url.path() == WEBHOOK && host.is_some_and(|host| hosts.iter().any(|own| *own == host))
}

fn failed(cause: &Failure) -> (CheckOutcome, String) {
    match cause {
        Failure::Refused(refusal) if refusal.kind == RefusalKind::Unauthorized => {
            (CheckOutcome::KeyRefused, String::new())
        }
        Failure::Refused(_) => (CheckOutcome::PaymentRefused, codes(cause)),
        Failure::Unknown(_) | Failure::NotDone(_) => (CheckOutcome::ProviderUnreachable, String::new()),
    }
}

/// The provider's codes for a refusal. Anything else is known from our side alone, and the console has words for it.
fn codes(cause: &Failure) -> String {
    cause.refusal().map(ToString::to_string).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use payments::stripe::{Doubt, ProviderError};

    use super::*;

    /// OPS-02, UI-13: what the console says in the reader's language comes without English of ours.
    #[test]
    fn failures_say_the_providers_codes_alone() {
        let refusal = |kind, code: &str| {
            let code = Some(code.to_owned());
            let (decline_code, param, payment_intent, setup_intent, request) = (None, None, None, None, None);
            Failure::Refused(Box::new(ProviderError {
                kind,
                code,
                decline_code,
                param,
                payment_intent,
                setup_intent,
                request,
            }))
        };
        for (cause, outcome, words) in [
            (refusal(RefusalKind::Unauthorized, "api_key_expired"), CheckOutcome::KeyRefused, ""),
            (refusal(RefusalKind::Card, "expired_card"), CheckOutcome::PaymentRefused, "Card expired_card"),
            (Failure::Unknown(Doubt::TimedOut), CheckOutcome::ProviderUnreachable, ""),
        ] {
            assert_eq!(failed(&cause), (outcome, words.to_owned()));
        }
    }

    #[test]
    fn webhooks_lead_to_a_host_of_the_channel() {
        let hosts = ["tv.lions.example".to_owned()];
        assert!(leads_to("https://tv.lions.example/api/stripe/webhook", &hosts));
        for other in [
            "https://tv.bears.example/api/stripe/webhook",
            "https://tv.lions.example/webhook",
            "https://tv.lions.example.evil.example/api/stripe/webhook",
            "tv.lions.example",
        ] {
            assert!(!leads_to(other, &hosts), "{other}");
        }
    }
}
