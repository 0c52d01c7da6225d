//! Mails about orders and subscriptions.

use domain::commerce::order::Letter as About;
use domain::commerce::renewal::AutoRenewal;
use domain::ids::SubscriptionId;
use jiff::tz::TimeZone;
use mail::{Letter, Sale, SaleNews};
use store::{NewMail, PaidBy, StoredOrder, StoredSubscription};

use super::{CommerceError, CommerceJobs};
use crate::channels::snapshot::Snapshot;
use crate::mailer::email::{Recipient, day};

/// Where members see their orders, and unsubscribe.
const ORDERS: &str = "/profile";

/// The mail about an order; none when its account was deleted.
pub(super) async fn about_order(
    jobs: &CommerceJobs,
    channel: &Snapshot,
    order: &StoredOrder,
    about: About,
) -> store::Result<Option<NewMail>> {
    let id = channel.identity.id;
    let subscription = match order.subscription {
        Some(subscription) => jobs.store.subscription(id, subscription).await?,
        None => None,
    };
    let names: Vec<_> = order.lines.iter().map(|line| line.name.as_str()).collect();
    let amount = format!("{} {}", order.payment.total.decimal(), word(order.payment.currency));
    let zone = channel.profile.zone();
    let ends_at = order.lines.iter().filter_map(|line| line.ends_at).max();
    let sale = Sale {
        news: news(about),
        product: names.join(", "),
        amount: Some(amount),
        card: None,
        until: ends_at.filter(|_| subscription.is_none() && about != About::Refunded).map(|at| day(at, &zone)),
        next_charge: subscription.as_ref().filter(|_| about != About::Refunded).and_then(|of| next_charge(of, &zone)),
        link: jobs.mailer.site(channel).url(&format!("{ORDERS}?order={}", order.id)),
    };
    let Some(account) = order.account else { return Ok(None) };
    let Some(account) = jobs.store.account(id, account).await? else { return Ok(None) };
    Ok(Some(jobs.mailer.write(channel, Recipient::of(&account), &Letter::Sale(sale))))
}

/// The mail about a subscription; none when its account was deleted, or the mail would not be true any more.
pub(super) async fn about_subscription(
    jobs: &CommerceJobs,
    channel: &Snapshot,
    subscription: SubscriptionId,
    about: About,
) -> Result<Option<NewMail>, CommerceError> {
    let id = channel.identity.id;
    let Some(stored) = jobs.store.subscription(id, subscription).await? else { return Ok(None) };
    // No mail about a charge that was canceled or has been made.
    let is_ahead = about == About::RenewsSoon;
    if is_ahead && !stored.known.is_told() {
        return Ok(None);
    }
    let zone = channel.profile.zone();
    let pass = channel.content.passes.iter().find(|pass| pass.id == stored.pass);
    let is_over = about == About::SubscriptionEnded;
    let sale = Sale {
        news: news(about),
        product: pass.map_or_else(String::new, |pass| pass.name.clone()),
        amount: Some(format!("{} {}", stored.amount.decimal(), word(stored.currency))).filter(|_| !is_over),
        card: if is_ahead { jobs.subscriptions.card_of_renewal(&stored).await?.map(|card| shown(&card)) } else { None },
        until: Some(day(stored.known.current.ends_at, &zone)).filter(|_| about == About::Unsubscribed),
        next_charge: next_charge(&stored, &zone),
        link: jobs.mailer.site(channel).url(ORDERS),
    };
    let Some(account) = stored.account else { return Ok(None) };
    let Some(account) = jobs.store.account(id, account).await? else { return Ok(None) };
    Ok(Some(jobs.mailer.write(channel, Recipient::of(&account), &Letter::Sale(sale))))
}

fn next_charge(stored: &StoredSubscription, zone: &TimeZone) -> Option<String> {
    let renews = stored.known.auto_renewal() == AutoRenewal::Active;
    renews.then(|| day(stored.known.current.ends_at, zone))
}

/// A card as people know it: `Visa •••• 4242`.
fn shown(card: &PaidBy) -> String {
    let mut brand = card.brand.chars();
    let first = brand.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{} •••• {}", brand.as_str(), card.last4)
}

/// As it goes over the wire.
fn word(currency: domain::money::Currency) -> &'static str {
    use domain::money::Currency;
    match currency {
        Currency::Usd => "USD",
        Currency::Cad => "CAD",
        Currency::Eur => "EUR",
        Currency::Bgn => "BGN",
    }
}

fn news(about: About) -> SaleNews {
    match about {
        About::Receipt => SaleNews::Receipt,
        About::Refunded => SaleNews::Refunded,
        About::TrialStarted => SaleNews::TrialStarted,
        About::TrialEnds => SaleNews::TrialEnds,
        About::RenewsSoon => SaleNews::RenewsSoon,
        About::Renewed => SaleNews::Renewed,
        About::RenewalFailed => SaleNews::RenewalFailed,
        About::Unsubscribed => SaleNews::Unsubscribed,
        About::SubscriptionEnded => SaleNews::SubscriptionEnded,
    }
}
