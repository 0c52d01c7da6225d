//! Looks every minute for what no webhook told of: undecided orders, subscriptions whose period is over or about to be
//! charged, payments without an order, and lost messages.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use domain::ids::{ChannelId, OrderId};
use domain::time::Timestamp;
use payments::stripe::Created;
use store::Store;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use super::provider_events::MissedEvents;
use super::reconciler::Place;
use super::{CommerceError, Gateway, ProviderEvents, Reconciler, Subscriptions};
use crate::channels::snapshot::Channels;
use crate::clock::Clock;

/// How far back messages are listed: the provider repeats later ones by itself.
const LISTED: i64 = Timestamp::HOUR;
/// Payments of so long are looked through in one round.
const WINDOW: i64 = 6 * Timestamp::HOUR;
/// Lists may be late, and clocks differ.
const OVERLAP: i64 = 10 * Timestamp::MINUTE;
/// How precisely the end of the last window is stored.
const SEEN_INTERVAL: i64 = Timestamp::MINUTE;

/// Positions in the lists that are too long for one round.
struct Progress {
    missed: MissedEvents,
    undecided: HashMap<ChannelId, Place>,
    uncreated: HashMap<ChannelId, OrderId>,
}

pub(crate) struct Sweep {
    pub(crate) store: Store,
    pub(crate) channels: Arc<Channels>,
    pub(crate) gateway: Arc<Gateway>,
    pub(crate) reconciler: Arc<Reconciler>,
    pub(crate) subscriptions: Arc<Subscriptions>,
    pub(crate) provider_events: Arc<ProviderEvents>,
    pub(crate) clock: Clock,
    pub(crate) every: Duration,
}

impl Sweep {
    pub(crate) async fn run(self, stop: CancellationToken) {
        if self.gateway.closed().is_some() {
            return stop.cancelled().await;
        }
        let mut rounds = tokio::time::interval(self.every);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut progress = Progress {
            missed: MissedEvents::since(self.clock.now().plus(-LISTED)),
            undecided: HashMap::new(),
            uncreated: HashMap::new(),
        };
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                _ = rounds.tick() => {}
            }
            // The bank inside the program stops with it: a round that waits for it is given up, and done after the start.
            let swept = tokio::select! {
                () = stop.cancelled() => return,
                swept = self.sweep(&mut progress) => swept,
            };
            match swept {
                Ok(true) => rounds.reset_immediately(),
                Ok(false) => {}
                Err(cause) => {
                    tracing::warn!(%cause, "sweep failed, the next round will retry");
                }
            }
        }
    }

    /// One round; returns whether the next one has something to do at once.
    async fn sweep(&self, progress: &mut Progress) -> Result<bool, CommerceError> {
        let mut channels = self.channels.all();
        for id in self.store.deleted_channels_with_open_orders().await? {
            channels.extend(self.channels.even_deleted(&self.store, id, self.clock.now()).await?);
        }
        for channel in channels {
            self.reconciler.reconcile_undecided(&channel, &mut progress.undecided).await?;
            self.subscriptions.create_missing(&channel, &mut progress.uncreated).await?;
            self.subscriptions.reconcile_due(&channel).await?;
            self.reconciler.sweep_cards(&channel).await?;
            self.store.webhook_messages_drop_old(channel.identity.id, self.clock.now()).await?;
        }
        let is_behind = self.find_lost().await?;
        self.provider_events.handle_missed(&mut progress.missed).await?;
        let is_midway = !progress.undecided.is_empty() || !progress.uncreated.is_empty();
        Ok(is_behind || is_midway || progress.missed.is_midway())
    }

    /// Looks through the payments since the last round for lost orders; returns whether there are more. The end of the window
    /// is stored in the database: a restored copy has an earlier one, and catches up.
    async fn find_lost(&self) -> Result<bool, CommerceError> {
        let at = self.gateway.account().await?.to_owned();
        let Some(seen) = self.store.payments_seen_until(&at).await? else {
            self.store.payments_set_seen_until(at, self.clock.now()).await?;
            return Ok(false);
        };
        let until = self.clock.now().min(seen.plus(WINDOW));
        let created = Created { from: Some(seen.plus(-OVERLAP)), until: Some(until.plus(OVERLAP)) };
        self.reconciler.find_lost_payments(created).await?;
        self.subscriptions.find_lost(created).await?;
        if seen.plus(SEEN_INTERVAL) <= until {
            self.store.payments_set_seen_until(at, until).await?;
        }
        Ok(until.plus(SEEN_INTERVAL) < self.clock.now())
    }
}
