//! A member's purchases, passes and downloads for the data export, including ended ones.

use std::collections::HashMap;

use domain::commerce::ownership::Part;
use domain::ids::{AccountId, CategoryId, ChannelId, EventId, OrderId, ParticipantId, PassId, PrerollId};
use domain::pass::Source;
use domain::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::entities::coupon::{coupons, redemptions, trials};
use crate::entities::entitlement::{downloads, entitlements};
use crate::entities::order::{customers, orders, subscriptions};
use crate::entities::preroll::seen;
use crate::enum_text::from_word;
use crate::orders::{StoredOrder, of_channel, with_lines};
use crate::subscriptions::StoredSubscription;
use crate::{Error, Result, Store};

/// A pass that is or was held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPass {
    pub part: Part,
    pub source: Source,
    pub order: Option<OrderId>,
    pub created_at: Timestamp,
    pub starts_at: Timestamp,
    pub ends_at: Option<Timestamp>,
    /// When the pass was ended early.
    pub ended_at: Option<Timestamp>,
}

/// A use of a promo code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCoupon {
    pub code: String,
    pub order: OrderId,
    pub created_at: Timestamp,
    /// When the order was paid.
    pub redeemed_at: Option<Timestamp>,
    /// When the order was abandoned.
    pub released_at: Option<Timestamp>,
}

/// That the free days were had. The mailbox is kept beside it as a hash, which tells nobody more than the address does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTrial {
    pub order: OrderId,
    /// What the card provider tells the card by.
    pub card: String,
    pub created_at: Timestamp,
}

/// A game that was taken along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptDownload {
    pub event: EventId,
    pub created_at: Timestamp,
}

/// A preroll that was seen to its end, and stays away until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptPreroll {
    pub event: EventId,
    pub preroll: PrerollId,
    pub until: Timestamp,
}

/// What an account bought, and what it does with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bought {
    pub passes: Vec<KeptPass>,
    pub orders: Vec<StoredOrder>,
    /// Also those that were never paid.
    pub subscriptions: Vec<StoredSubscription>,
    pub coupons: Vec<KeptCoupon>,
    pub trial: Option<KeptTrial>,
    /// Since when the card provider knows the person.
    pub customer_since: Option<Timestamp>,
    pub downloads: Vec<KeptDownload>,
    pub prerolls: Vec<KeptPreroll>,
}

impl Store {
    /// Without a limit, because an incomplete export would be wrong.
    pub async fn account_bought(&self, channel: ChannelId, account: AccountId) -> Result<Bought> {
        Ok(Bought {
            passes: self.kept_passes(channel, account).await?,
            orders: self.kept_orders(channel, account).await?,
            subscriptions: self.kept_subscriptions(channel, account).await?,
            coupons: self.kept_coupons(channel, account).await?,
            trial: self.kept_trial(channel, account).await?,
            customer_since: self.customer_since(channel, account).await?,
            downloads: self.kept_downloads(channel, account).await?,
            prerolls: self.kept_prerolls(channel, account).await?,
        })
    }

    async fn kept_passes(&self, channel: ChannelId, account: AccountId) -> Result<Vec<KeptPass>> {
        let rows = entitlements::Entity::find()
            .filter(entitlements::Column::ChannelId.eq(channel.0))
            .filter(entitlements::Column::AccountId.eq(account.0))
            .order_by_asc(entitlements::Column::Id);
        rows.all(self.read()).await?.into_iter().map(KeptPass::try_from).collect()
    }

    async fn kept_orders(&self, channel: ChannelId, account: AccountId) -> Result<Vec<StoredOrder>> {
        let rows = orders::Entity::find()
            .filter(of_channel(channel).add(orders::Column::AccountId.eq(account.0)))
            .order_by_asc(orders::Column::Id);
        with_lines(self.read(), channel, rows.all(self.read()).await?).await
    }

    async fn kept_subscriptions(&self, channel: ChannelId, account: AccountId) -> Result<Vec<StoredSubscription>> {
        let rows = subscriptions::Entity::find()
            .filter(subscriptions::Column::ChannelId.eq(channel.0))
            .filter(subscriptions::Column::AccountId.eq(account.0))
            .order_by_asc(subscriptions::Column::Id);
        rows.all(self.read()).await?.into_iter().map(StoredSubscription::try_from).collect()
    }

    async fn kept_coupons(&self, channel: ChannelId, account: AccountId) -> Result<Vec<KeptCoupon>> {
        let used = redemptions::Entity::find()
            .filter(redemptions::Column::ChannelId.eq(channel.0))
            .filter(redemptions::Column::AccountId.eq(account.0))
            .order_by_asc(redemptions::Column::Id)
            .all(self.read())
            .await?;
        let known = coupons::Entity::find()
            .filter(coupons::Column::ChannelId.eq(channel.0))
            .filter(coupons::Column::Id.is_in(used.iter().map(|row| row.coupon_id)))
            .all(self.read())
            .await?;
        let codes: HashMap<i64, String> = known.into_iter().map(|row| (row.id, row.code)).collect();
        let coupon = |row: redemptions::Model| KeptCoupon {
            code: codes.get(&row.coupon_id).cloned().unwrap_or_default(),
            order: OrderId(row.order_id),
            created_at: Timestamp(row.created_at),
            redeemed_at: row.redeemed_at.map(Timestamp),
            released_at: row.released_at.map(Timestamp),
        };
        Ok(used.into_iter().map(coupon).collect())
    }

    async fn kept_trial(&self, channel: ChannelId, account: AccountId) -> Result<Option<KeptTrial>> {
        let found = trials::Entity::find()
            .filter(trials::Column::ChannelId.eq(channel.0))
            .filter(trials::Column::AccountId.eq(account.0));
        let trial = |row: trials::Model| KeptTrial {
            order: OrderId(row.order_id),
            card: row.card,
            created_at: Timestamp(row.created_at),
        };
        Ok(found.one(self.read()).await?.map(trial))
    }

    async fn customer_since(&self, channel: ChannelId, account: AccountId) -> Result<Option<Timestamp>> {
        let found = customers::Entity::find()
            .filter(customers::Column::ChannelId.eq(channel.0))
            .filter(customers::Column::AccountId.eq(account.0));
        Ok(found.one(self.read()).await?.map(|row| Timestamp(row.created_at)))
    }

    async fn kept_downloads(&self, channel: ChannelId, account: AccountId) -> Result<Vec<KeptDownload>> {
        let rows = downloads::Entity::find()
            .filter(downloads::Column::ChannelId.eq(channel.0))
            .filter(downloads::Column::AccountId.eq(account.0))
            .order_by_asc(downloads::Column::Id);
        let download = |row: downloads::Model| KeptDownload {
            event: EventId(row.event_id),
            created_at: Timestamp(row.created_at),
        };
        Ok(rows.all(self.read()).await?.into_iter().map(download).collect())
    }

    async fn kept_prerolls(&self, channel: ChannelId, account: AccountId) -> Result<Vec<KeptPreroll>> {
        let rows = seen::Entity::find()
            .filter(seen::Column::ChannelId.eq(channel.0))
            .filter(seen::Column::AccountId.eq(account.0))
            .order_by_asc(seen::Column::Id);
        let preroll = |row: seen::Model| KeptPreroll {
            event: EventId(row.event_id),
            preroll: PrerollId(row.preroll_id),
            until: Timestamp(row.until),
        };
        Ok(rows.all(self.read()).await?.into_iter().map(preroll).collect())
    }
}

impl TryFrom<entitlements::Model> for KeptPass {
    type Error = Error;

    fn try_from(row: entitlements::Model) -> Result<Self> {
        Ok(Self {
            part: Part {
                pass: PassId(row.pass_id),
                category: row.category_id.map(CategoryId),
                participant: row.participant_id.map(ParticipantId),
                event: row.event_id.map(EventId),
            },
            source: from_word(row.source)?,
            order: row.order_id.map(OrderId),
            created_at: Timestamp(row.created_at),
            starts_at: Timestamp(row.starts_at),
            ends_at: row.ends_at.map(Timestamp),
            ended_at: row.ended_at.map(Timestamp),
        })
    }
}
