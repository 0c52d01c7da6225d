//! Looks every minute for what nobody told us of: orders that are not decided, subscriptions whose period is over or about
//! to be charged, and messages that were lost.

use std::collections::HashMap;
use std::time::Duration;

use domain::commerce::order::{ABANDONED_AFTER, Fact, State};
use domain::ids::{AccountId, ChannelId, OrderId, SubscriptionId};
use domain::time::Timestamp;
use payments::stripe::{Created, Failure, WebhookEventId};
use payments::webhook_event::WebhookEvent;
use store::StoredOrder;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::charge::PaymentSource;
use super::{CommerceError, Till};
use crate::channels::snapshot::Snapshot;
use crate::clock::now;

/// Younger orders are being asked about by those who began them.
const AT_REST: i64 = 5 * Timestamp::SECOND;
/// By then whoever sells it has told the provider.
const IN_SALE: i64 = 2 * Timestamp::MINUTE;
/// Of each channel in one round.
const MOST_ORDERS: u64 = 200;
const PAGE: u64 = 200;
/// How long before the end of its period a subscription is looked at.
const AHEAD: i64 = Timestamp::HOUR;
/// How far back messages are listed: what the provider delivers later comes by itself.
const HEARD: i64 = Timestamp::HOUR;
/// Of messages in one round: orders are looked after in between.
const MOST_PAGES: usize = 3;

/// How far the provider's list of messages has been gone through. It begins with the newest, and what was missed the
/// longest is at its end: a list that is too long for one round is gone on with in the next.
struct Hearing {
    since: Timestamp,
    /// When this list was begun: the next one is of what came later.
    begun: Timestamp,
    /// The message that comes before the rest of it.
    after: Option<WebhookEventId>,
}

impl Hearing {
    fn since(since: Timestamp) -> Self {
        Self { since, begun: since, after: None }
    }
}

/// Where a list of orders goes on: after this one.
type Place = (Timestamp, OrderId);

/// How far the lists have been gone through that are too long for one round.
struct Progress {
    hearing: Hearing,
    undecided: HashMap<ChannelId, Place>,
    unbegun: HashMap<ChannelId, OrderId>,
}

pub(crate) struct Sweep {
    pub(crate) till: Till,
    pub(crate) every: Duration,
}

impl Sweep {
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        if self.till.closed().is_some() {
            let _ = stop.wait_for(|stop| *stop).await;
            return;
        }
        let mut rounds = tokio::time::interval(self.every);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut progress = Progress {
            hearing: Hearing::since(now().plus(-HEARD)),
            undecided: HashMap::new(),
            unbegun: HashMap::new(),
        };
        loop {
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                _ = rounds.tick() => {}
            }
            // The bank inside the program stops with it: a round that waits for it is given up, and done after the start.
            let swept = tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                swept = self.till.sweep(&mut progress) => swept,
            };
            match swept {
                Ok(true) => rounds.reset_immediately(),
                Ok(false) => {}
                Err(cause) => {
                    tracing::warn!(%cause, "the payment provider or the database is away: orders are looked at later");
                }
            }
        }
    }
}

impl Till {
    /// One round; whether another one has something to do at once.
    async fn sweep(&self, progress: &mut Progress) -> Result<bool, CommerceError> {
        for channel in self.0.channels.all() {
            self.sweep_orders(&channel, &mut progress.undecided).await?;
            self.begin_subscriptions(&channel, &mut progress.unbegun).await?;
            self.sweep_subscriptions(&channel).await?;
            self.sweep_cards(&channel).await?;
            self.0.store.drop_old_messages(channel.identity.id, now()).await?;
        }
        let is_behind = self.find_lost().await?;
        self.hear_again(&mut progress.hearing).await?;
        let is_midway = !progress.undecided.is_empty() || !progress.unbegun.is_empty();
        Ok(is_behind || is_midway || progress.hearing.after.is_some())
    }

    /// Asks about orders that are not decided. Those that stay so do not keep the others from being asked about: a round
    /// goes on where the last one ended.
    async fn sweep_orders(
        &self,
        channel: &Snapshot,
        places: &mut HashMap<ChannelId, Place>,
    ) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let after = places.remove(&id);
        let before = now().plus(-AT_REST);
        let orders = self.0.store.undecided_orders(id, self.account().await?, after, before, MOST_ORDERS).await?;
        if let Some(last) = orders.last().filter(|_| orders.len() as u64 == MOST_ORDERS) {
            places.insert(id, (last.changed_at, last.id));
        }
        for order in orders {
            passed_over(self.reconcile(channel, &order).await.map(drop))?;
            let Some(order) = self.0.store.order(id, order.id).await? else { continue };
            let is_left = order.created_at.plus(ABANDONED_AFTER) < now();
            if is_left && matches!(order.state(), State::Created | State::Processing) {
                self.record_fact(id, &order, Fact::Abandoned).await?;
            }
        }
        Ok(())
    }

    /// Tells the provider of subscriptions that it has not heard of: their first period cost nothing, and it was away.
    async fn begin_subscriptions(
        &self,
        channel: &Snapshot,
        places: &mut HashMap<ChannelId, OrderId>,
    ) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let at = self.account().await?;
        let after = places.remove(&id).unwrap_or(OrderId(0));
        let orders = self.0.store.orders_to_renew(id, at, after, now().plus(-IN_SALE), MOST_ORDERS).await?;
        if let Some(last) = orders.last().filter(|_| orders.len() as u64 == MOST_ORDERS) {
            places.insert(id, last.id);
        }
        for order in orders {
            let Some(account) = order.account else { continue };
            passed_over(self.begin_unheard(channel, &order, account).await)?;
        }
        Ok(())
    }

    async fn begin_unheard(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        account: AccountId,
    ) -> Result<(), CommerceError> {
        let customer = self.customer(channel, account).await?;
        // The card that was made the customer's own before the order was begun.
        let taken = self.0.store.unsaved_cards(channel.identity.id, account, self.account().await?).await?;
        let taken = taken.into_iter().find(|card| card.order == Some(order.id)).map(|card| card.card);
        let cards = self.0.stripe.payment_methods(&customer, None).await?.data;
        let own = cards.iter().find(|card| Some(card.id.as_str()) == taken.as_deref());
        let Some(card) = own.or(cards.first()) else { return Ok(()) };
        let means = PaymentSource { customer: &customer, card: &card.id, save_card: false };
        self.make_subscription(channel, order, account, &means).await.map(drop)
    }

    async fn sweep_subscriptions(&self, channel: &Snapshot) -> Result<(), CommerceError> {
        let mut after = SubscriptionId(0);
        loop {
            let page =
                self.0.store.named_subscriptions(channel.identity.id, self.account().await?, after, PAGE).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.id;
            for stored in page {
                let known = &stored.known;
                let is_over = known.ended_at.is_none() && known.current.ends_at < now().plus(AHEAD);
                // The provider is asked first: it may have been told to stop.
                let is_due = is_over || known.is_to_be_told(now()) || known.is_stopping();
                let name = stored.provider_id.as_deref().and_then(|name| name.parse().ok());
                if let Some(name) = name.filter(|_| is_due) {
                    passed_over(self.reconcile_subscription(channel, &name, None).await)?;
                }
            }
        }
    }

    /// Messages that never came. Those that did are known by their ids.
    async fn hear_again(&self, hearing: &mut Hearing) -> Result<(), CommerceError> {
        if hearing.after.is_none() {
            hearing.begun = now();
        }
        for _ in 0..MOST_PAGES {
            let listed = self.0.stripe.notices(Created::since(hearing.since), hearing.after.as_ref()).await;
            // The provider may have forgotten where we were.
            let page = listed.inspect_err(|cause| {
                if matches!(cause, Failure::Refused(_)) {
                    hearing.after = None;
                }
            })?;
            for event in &page.data {
                // Most of the list after a restart: the provider is not asked about it again.
                if !self.was_heard(event).await? {
                    passed_over(self.handle_event(event).await)?;
                }
            }
            match page.last() {
                Some(last) => hearing.after = Some(last.id.clone()),
                None => {
                    // The provider's clock may be behind, and its list late.
                    *hearing = Hearing::since(hearing.begun.plus(-5 * Timestamp::MINUTE));
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether a message was dealt with for one of the channels. It does not say for which one it is.
    async fn was_heard(&self, event: &WebhookEvent) -> Result<bool, CommerceError> {
        for channel in self.0.channels.all() {
            if self.0.store.knows_message(channel.identity.id, event.id.as_str()).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// One thing that the provider refuses to speak of does not keep the others from being asked about.
pub(super) fn passed_over(outcome: Result<(), CommerceError>) -> Result<(), CommerceError> {
    match outcome {
        Err(cause) if cause.is_of_one() => {
            tracing::warn!(%cause, "something was passed over while orders were looked after");
            Ok(())
        }
        outcome => outcome,
    }
}
