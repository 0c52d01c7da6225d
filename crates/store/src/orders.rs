//! Reads orders. `checkout` begins them and `fulfilment` changes them.

use domain::commerce::item::ItemType;
use domain::commerce::not_paid::NotPaid;
use domain::commerce::order::{Order, State};
use domain::commerce::ownership::Part;
use domain::ids::{AccountId, ChannelId, CouponId, OrderId, SubscriptionId};
use domain::money::Cents;
use domain::time::Timestamp;
use sea_orm::sea_query::{Expr, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use crate::entities::order::{lines, orders, stored, subscriptions};
use crate::enum_text::word;
use crate::subscriptions::StoredSubscription;
use crate::{Result, Store};

/// One line of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderLine {
    pub kind: ItemType,
    pub part: Part,
    pub name: String,
    pub base: Cents,
    pub service_fee: Cents,
    pub discount: Cents,
    pub starts_at: Timestamp,
    /// Until when it gives access: with the grace of what is renewed.
    pub ends_at: Option<Timestamp>,
}

impl OrderLine {
    /// Until when it is paid: without the grace of what is renewed.
    pub fn paid_until(&self, subscription: Option<&StoredSubscription>) -> Option<Timestamp> {
        let renewed = subscription.filter(|subscription| subscription.pass == self.part.pass);
        self.ends_at.map(|end| renewed.map_or(end, |subscription| subscription.known.paid_until(end)))
    }
}

/// As much of a card as is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidBy {
    pub brand: String,
    pub last4: String,
}

/// An order as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOrder {
    pub id: OrderId,
    /// What it is called at the card provider: random, and never given again, unlike its number.
    pub name: String,
    /// What is sold in it at which prices.
    pub cart: String,
    /// Whether it was lost with a database, and made again from its payment.
    pub is_recovered: bool,
    /// `None` if the account was deleted.
    pub account: Option<AccountId>,
    pub payment: Order,
    pub lines: Vec<OrderLine>,
    pub coupon: Option<CouponId>,
    pub subscription: Option<SubscriptionId>,
    /// What the card provider calls its payment.
    pub payment_id: Option<String>,
    /// The card that it is paid by.
    pub card: Option<PaidBy>,
    /// Why the order was not paid, if known.
    pub not_paid: Option<NotPaid>,
    /// The tracking value that its buyer came with.
    pub trk: Option<String>,
    /// The host of the channel where it was begun.
    pub host: Option<String>,
    /// What its buyer asked for, as a digest; none for those of long ago.
    pub wish: Option<String>,
    /// The account at the card provider that its payment is at; none for those of long ago.
    pub provider_account: Option<String>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
    pub paid_at: Option<Timestamp>,
}

impl StoredOrder {
    pub fn state(&self) -> State {
        self.payment.state()
    }

    /// Whether its payment is at this account of the card provider, and can be asked about there.
    pub fn is_at(&self, account: &str) -> bool {
        self.provider_account.as_deref().is_none_or(|own| own == account)
    }

    /// The reason of a failed order, for its buyer.
    pub fn why_not_paid(&self) -> Option<NotPaid> {
        let why = match self.not_paid {
            _ if self.payment.is_void() => NotPaid::TestMoney,
            _ if self.payment.is_captured() => NotPaid::SentBack,
            why => why.unwrap_or(NotPaid::Unfinished),
        };
        Some(why).filter(|_| self.state() == State::Failed)
    }
}

impl Store {
    /// A part of the account's orders, the newest first, and how many there are.
    pub async fn orders_of(
        &self,
        channel: ChannelId,
        account: AccountId,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<StoredOrder>, u64)> {
        let of_account = orders::Entity::find()
            .filter(orders::Column::ChannelId.eq(channel.0))
            .filter(orders::Column::AccountId.eq(account.0));
        let total = of_account.clone().count(self.read()).await?;
        let rows = of_account.order_by_desc(orders::Column::Id).offset(offset).limit(limit).all(self.read()).await?;
        Ok((with_lines(self.read(), channel, rows).await?, total))
    }

    /// An order, if it is the account's.
    pub async fn order_of(&self, channel: ChannelId, account: AccountId, id: OrderId) -> Result<Option<StoredOrder>> {
        let theirs = this(channel, id).add(orders::Column::AccountId.eq(account.0));
        one(self.read(), channel, theirs).await
    }

    /// The order of a payment, by what the card provider calls it.
    pub async fn order_by_payment(&self, channel: ChannelId, payment: &str) -> Result<Option<StoredOrder>> {
        let by_payment = of_channel(channel).add(orders::Column::PaymentId.eq(payment));
        one(self.read(), channel, by_payment).await
    }

    /// The order of a name that is written on a payment.
    pub async fn order_by_name(&self, channel: ChannelId, name: &str) -> Result<Option<StoredOrder>> {
        one(self.read(), channel, named(channel, name)).await
    }

    /// The order that the account began with a key.
    pub async fn order_by_key(&self, channel: ChannelId, account: AccountId, key: &str) -> Result<Option<StoredOrder>> {
        let by_key = of_channel(channel)
            .add(orders::Column::AccountId.eq(account.0))
            .add(orders::Column::IdempotencyKey.eq(key));
        one(self.read(), channel, by_key).await
    }

    /// Any order of the channel, for jobs.
    pub async fn order(&self, channel: ChannelId, id: OrderId) -> Result<Option<StoredOrder>> {
        one(self.read(), channel, this(channel, id)).await
    }

    /// Undecided orders of a provider account without news since a time, oldest first, starting after `after`.
    pub async fn orders_undecided(
        &self,
        channel: ChannelId,
        at: &str,
        after: Option<(Timestamp, OrderId)>,
        before: Timestamp,
        limit: u64,
    ) -> Result<Vec<StoredOrder>> {
        let later = after.map(|(changed_at, id)| {
            let same_time =
                Condition::all().add(orders::Column::ChangedAt.eq(changed_at.0)).add(orders::Column::Id.gt(id.0));
            Condition::any().add(orders::Column::ChangedAt.gt(changed_at.0)).add(same_time)
        });
        let undecided = State::ALL.iter().filter(|state| state.is_undecided()).map(word).collect::<Result<Vec<_>>>()?;
        let rows = orders::Entity::find()
            .filter(of_channel(channel).add(orders::Column::State.is_in(undecided)))
            .filter(is_at(orders::Column::ProviderAccount, at))
            .filter(Condition::all().add(orders::Column::ChangedAt.lt(before.0)).add_option(later))
            .order_by_asc(orders::Column::ChangedAt)
            .order_by_asc(orders::Column::Id)
            .limit(limit)
            .all(self.read())
            .await?;
        with_lines(self.read(), channel, rows).await
    }

    /// Paid orders that begin a subscription which the card provider has not heard of.
    pub async fn orders_to_renew(
        &self,
        channel: ChannelId,
        at: &str,
        after: OrderId,
        before: Timestamp,
        limit: u64,
    ) -> Result<Vec<StoredOrder>> {
        let unnamed = Query::select()
            .column(subscriptions::Column::Id)
            .from(subscriptions::Entity)
            .and_where(subscriptions::Column::ChannelId.eq(channel.0))
            .and_where(subscriptions::Column::ProviderId.is_null())
            .take();
        let rows = orders::Entity::find()
            .filter(of_channel(channel).add(orders::Column::State.eq(word(&State::Paid)?)))
            .filter(is_at(orders::Column::ProviderAccount, at))
            .filter(orders::Column::ChangedAt.lt(before.0))
            .filter(orders::Column::SubscriptionId.in_subquery(unnamed))
            .filter(orders::Column::Id.gt(after.0))
            .order_by_asc(orders::Column::Id)
            .limit(limit)
            .all(self.read())
            .await?;
        with_lines(self.read(), channel, rows).await
    }

    /// Notes what the card provider calls the order's payment; false when it has another name for it.
    pub async fn order_set_payment(&self, channel: ChannelId, order: OrderId, payment: String) -> Result<bool> {
        self.write(move |tx| {
            let payment = payment.clone();
            Box::pin(async move {
                let free = Condition::any()
                    .add(orders::Column::PaymentId.is_null())
                    .add(orders::Column::PaymentId.eq(payment.as_str()));
                let named = orders::Entity::update_many()
                    .col_expr(orders::Column::PaymentId, Expr::value(payment))
                    .filter(this(channel, order))
                    .filter(free)
                    .exec(tx)
                    .await?;
                Ok(named.rows_affected == 1)
            })
        })
        .await
    }

    /// Notes the card that an order is paid by.
    pub async fn order_note_card(&self, channel: ChannelId, order: OrderId, card: PaidBy) -> Result<()> {
        self.write(move |tx| {
            let card = card.clone();
            Box::pin(async move {
                let noted = orders::Entity::update_many()
                    .col_expr(orders::Column::CardBrand, Expr::value(card.brand))
                    .col_expr(orders::Column::CardLast4, Expr::value(card.last4))
                    // A deleted account stays forgotten, whatever the provider tells later.
                    .filter(orders::Column::AccountId.is_not_null())
                    .filter(this(channel, order));
                noted.exec(tx).await.map(drop).map_err(Into::into)
            })
        })
        .await
    }

    /// Notes that its buyer pays an undecided order otherwise: the card, the key and wish that they find it by from now
    /// on, and the host where they are.
    pub async fn order_pay_otherwise(
        &self,
        channel: ChannelId,
        order: OrderId,
        key: Option<(String, String)>,
        card: Option<PaidBy>,
        host: Option<String>,
    ) -> Result<()> {
        self.write(move |tx| {
            let (key, card, host) = (key.clone(), card.clone(), host.clone());
            Box::pin(async move {
                let (brand, last4) = card.map(|card| (card.brand, card.last4)).unzip();
                let mut noted = orders::Entity::update_many()
                    .col_expr(orders::Column::CardBrand, Expr::value(brand))
                    .col_expr(orders::Column::CardLast4, Expr::value(last4))
                    .col_expr(orders::Column::Host, Expr::value(host));
                if let Some((key, wish)) = key {
                    noted = noted
                        .col_expr(orders::Column::IdempotencyKey, Expr::value(key))
                        .col_expr(orders::Column::Wish, Expr::value(wish));
                }
                let noted = noted.filter(orders::Column::AccountId.is_not_null()).filter(this(channel, order));
                noted.exec(tx).await.map(drop).map_err(Into::into)
            })
        })
        .await
    }

    /// Notes why an order was not paid. The first reason stays.
    pub async fn order_note_not_paid(&self, channel: ChannelId, order: OrderId, why: NotPaid) -> Result<()> {
        self.write(move |tx| Box::pin(async move { not_paid(tx, channel, order, why).await })).await
    }
}

pub(crate) async fn not_paid(
    tx: &impl ConnectionTrait,
    channel: ChannelId,
    order: OrderId,
    why: NotPaid,
) -> Result<()> {
    orders::Entity::update_many()
        .col_expr(orders::Column::NotPaid, Expr::value(word(&why)?))
        .filter(this(channel, order).add(orders::Column::NotPaid.is_null()))
        .exec(tx)
        .await?;
    Ok(())
}

pub(crate) async fn one(
    db: &impl ConnectionTrait,
    channel: ChannelId,
    which: Condition,
) -> Result<Option<StoredOrder>> {
    let rows = orders::Entity::find().filter(which).limit(1).all(db).await?;
    Ok(with_lines(db, channel, rows).await?.pop())
}

pub(crate) async fn with_lines(
    db: &impl ConnectionTrait,
    channel: ChannelId,
    rows: Vec<orders::Model>,
) -> Result<Vec<StoredOrder>> {
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let lines = lines_of(db, channel, ids).await?;
    rows.into_iter().map(|row| stored(row, &lines)).collect()
}

pub(crate) async fn lines_of(
    db: &impl ConnectionTrait,
    channel: ChannelId,
    ids: Vec<i64>,
) -> Result<Vec<lines::Model>> {
    let found = lines::Entity::find()
        .filter(lines::Column::ChannelId.eq(channel.0))
        .filter(lines::Column::OrderId.is_in(ids))
        .order_by_asc(lines::Column::Id);
    Ok(found.all(db).await?)
}

/// By its name. Those of long ago have none, and were called by their number.
pub(crate) fn named(channel: ChannelId, name: &str) -> Condition {
    let mut any = Condition::any().add(orders::Column::Name.eq(name));
    if let Ok(number) = name.parse::<i64>() {
        any = any.add(Condition::all().add(orders::Column::Name.is_null()).add(orders::Column::Id.eq(number)));
    }
    of_channel(channel).add(any)
}

/// At this account of the card provider. What is from before accounts were noted is at the one that is used.
pub(crate) fn is_at(column: impl ColumnTrait, account: &str) -> Condition {
    Condition::any().add(column.is_null()).add(column.eq(account))
}

pub(crate) fn of_channel(channel: ChannelId) -> Condition {
    Condition::all().add(orders::Column::ChannelId.eq(channel.0))
}

pub(crate) fn this(channel: ChannelId, id: OrderId) -> Condition {
    of_channel(channel).add(orders::Column::Id.eq(id.0))
}
