//! Subscriptions, and an order for each paid period.

use domain::commerce::order::{self, Occasion, Order, PaymentFacts};
use domain::commerce::period::Window;
use domain::commerce::renewal::{Effect, Fact, Grace, Subscription, is_same_period};
use domain::ids::{AccountId, ChannelId, OrderId, PassId, SubscriptionId};
use domain::money::{Cents, Currency};
use domain::operator::Action;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, Query, SelectStatement};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};

use crate::accounts::hold;
use crate::audit::{self, AuditEntry};
use crate::checkout::{OrderRow, insert_order};
use crate::entities::order::{lines, orders, subscriptions};
use crate::enum_text::{from_json, from_word, json, word};
use crate::fulfilment::{Applied, CommerceJob, apply};
use crate::jobs::{self, JobKind};
use crate::orders::{PaidBy, is_at, lines_of, of_channel, this as this_order};
use crate::{Error, Result, Store, entitlements, provider};

/// Maximum number of returned rows.
const MAX_ROWS: u64 = 200;

/// A subscription as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSubscription {
    pub id: SubscriptionId,
    /// `None` if the account was deleted.
    pub account: Option<AccountId>,
    pub pass: PassId,
    /// What the card provider calls it.
    pub provider_id: Option<String>,
    /// Price per period.
    pub amount: Cents,
    pub currency: Currency,
    pub known: Subscription,
    /// Another one after each change.
    pub version: i64,
    /// The account at the card provider that it is charged at; none for those of long ago.
    pub provider_account: Option<String>,
}

/// A period's charge, as the card provider says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invoice {
    pub payment_id: String,
    pub amount: Cents,
    pub currency: Currency,
    pub card: Option<PaidBy>,
}

/// Something that happened to a subscription, and how it was heard of.
#[derive(Clone, Debug)]
pub struct SubscriptionNews {
    pub fact: Fact,
    /// With a period that was paid.
    pub invoice: Option<Invoice>,
    pub grace: Grace,
    /// The version that was known when the provider was asked, where its answer may be out of date by a later one.
    pub asked_at: Option<i64>,
    /// The id of the provider's message, where it was one.
    pub message: Option<String>,
}

impl Store {
    /// The account's subscriptions, the newest first; without those that were never paid.
    pub async fn subscriptions_of(&self, channel: ChannelId, account: AccountId) -> Result<Vec<StoredSubscription>> {
        let paid = paid(channel).and_where(orders::Column::AccountId.eq(account.0)).take();
        let rows = subscriptions::Entity::find()
            .filter(subscriptions::Column::ChannelId.eq(channel.0))
            .filter(subscriptions::Column::AccountId.eq(account.0))
            .filter(subscriptions::Column::Id.in_subquery(paid))
            .order_by_desc(subscriptions::Column::Id)
            .limit(MAX_ROWS)
            .all(self.read())
            .await?;
        rows.into_iter().map(StoredSubscription::try_from).collect()
    }

    /// Any subscription of the channel, for jobs.
    pub async fn subscription(&self, channel: ChannelId, id: SubscriptionId) -> Result<Option<StoredSubscription>> {
        let found = subscriptions::Entity::find().filter(this(channel, id)).one(self.read()).await?;
        found.map(StoredSubscription::try_from).transpose()
    }

    /// Subscriptions that an account at the card provider knows and that were paid or tried, in order, from the one
    /// after `after` on.
    pub async fn subscriptions_named(
        &self,
        channel: ChannelId,
        at: &str,
        after: SubscriptionId,
        limit: u64,
    ) -> Result<Vec<StoredSubscription>> {
        let rows = subscriptions::Entity::find()
            .filter(subscriptions::Column::ChannelId.eq(channel.0))
            .filter(subscriptions::Column::ProviderId.is_not_null())
            .filter(is_at(subscriptions::Column::ProviderAccount, at))
            .filter(subscriptions::Column::Id.in_subquery(paid(channel)))
            .filter(subscriptions::Column::Id.gt(after.0))
            .order_by_asc(subscriptions::Column::Id)
            .limit(limit)
            .all(self.read())
            .await?;
        rows.into_iter().map(StoredSubscription::try_from).collect()
    }

    /// Notes what the card provider calls a subscription; false when it has another name for it.
    pub async fn subscription_set_name(
        &self,
        channel: ChannelId,
        id: SubscriptionId,
        provider_id: String,
    ) -> Result<bool> {
        self.write(move |tx| {
            let provider_id = provider_id.clone();
            Box::pin(async move {
                let free = Condition::any()
                    .add(subscriptions::Column::ProviderId.is_null())
                    .add(subscriptions::Column::ProviderId.eq(provider_id.as_str()));
                let named = subscriptions::Entity::update_many()
                    .col_expr(subscriptions::Column::ProviderId, Expr::value(provider_id))
                    .filter(this(channel, id).add(free))
                    .exec(tx)
                    .await?;
                Ok(named.rows_affected == 1)
            })
        })
        .await
    }

    /// Applies a fact to a subscription; `None` if there is none or the webhook was already processed. Outdated facts
    /// change nothing.
    pub async fn subscription_apply_fact(
        &self,
        channel: ChannelId,
        id: SubscriptionId,
        news: SubscriptionNews,
        now: Timestamp,
    ) -> Result<Option<StoredSubscription>> {
        self.write(move |tx| {
            let news = news.clone();
            Box::pin(async move {
                if let Some(message) = &news.message
                    && !provider::is_new(tx, channel, message, now).await?
                {
                    return Ok(None);
                }
                change(tx, channel, id, &news, now).await
            })
        })
        .await
    }
}

/// Which subscriptions have an order that is or was paid.
pub(crate) fn paid(channel: ChannelId) -> SelectStatement {
    Query::select()
        .column(orders::Column::SubscriptionId)
        .from(orders::Entity)
        .cond_where(of_channel(channel))
        .and_where(orders::Column::SubscriptionId.is_not_null())
        .and_where(orders::Column::PaidAt.is_not_null())
        .take()
}

async fn change(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: SubscriptionId,
    news: &SubscriptionNews,
    now: Timestamp,
) -> Result<Option<StoredSubscription>> {
    let found = subscriptions::Entity::find().filter(this(channel, id)).one(tx).await?;
    let Some(unheld) = found else { return Ok(None) };
    // The account first, as everywhere.
    if let Some(account) = unheld.account_id {
        hold(tx, channel, AccountId(account)).await?;
    }
    let held = subscriptions::Entity::find().filter(this(channel, id)).lock_exclusive().one(tx).await?;
    let Some(row) = held else { return Ok(None) };
    let before = StoredSubscription::try_from(row)?;
    let version = before.version;
    if news.asked_at.is_some_and(|asked_at| asked_at != version) {
        return Ok(Some(before));
    }
    let change = before.known.apply(news.fact, news.grace);
    if change.next == before.known && change.effects.is_empty() {
        return Ok(Some(before));
    }
    let saved = subscriptions::Entity::update_many()
        .col_expr(subscriptions::Column::Known, Expr::value(json(&change.next)?))
        .col_expr(subscriptions::Column::Version, Expr::value(version + 1))
        .filter(this(channel, id).add(subscriptions::Column::Version.eq(version)))
        .exec(tx)
        .await?;
    if saved.rows_affected != 1 {
        return Err(Error::Busy("the subscription was changed meanwhile".into()));
    }
    let newest = newest_order(tx, channel, id).await?;
    for effect in &change.effects {
        match *effect {
            Effect::MoveEnd(end) => move_end(tx, channel, newest, end).await?,
            Effect::Renew { window, access_until } => {
                renew(tx, channel, &before, news, window, access_until, now).await?;
            }
            Effect::AskToCancel | Effect::Mail(_) => {
                let job = CommerceJob::Subscription { subscription: id, effect: *effect };
                jobs::queue(tx, channel, JobKind::CommerceJob, json(&job)?, now).await?;
            }
        }
    }
    if change.next.ended_at.is_some() && before.known.ended_at.is_none() {
        let_go(tx, channel, newest).await?;
    }
    let entry = AuditEntry {
        channel: Some(channel),
        operator: None,
        at: now,
        action: Action::MoveSubscription,
        subject: format!("subscription {id}"),
        detail: serde_json::json!({ "from": before.known, "to": change.next }),
    };
    audit::record(tx, &entry).await?;
    Ok(Some(StoredSubscription { known: change.next, version: version + 1, ..before }))
}

async fn newest_order(tx: &DatabaseTransaction, channel: ChannelId, id: SubscriptionId) -> Result<Option<OrderId>> {
    let newest = orders::Entity::find()
        .filter(of_channel(channel).add(orders::Column::SubscriptionId.eq(id.0)))
        .order_by_desc(orders::Column::PeriodStartsAt)
        .one(tx)
        .await?;
    Ok(newest.map(|row| OrderId(row.id)))
}

/// What the order gives of the subscription ends then.
async fn move_end(tx: &DatabaseTransaction, channel: ChannelId, order: Option<OrderId>, end: Timestamp) -> Result<()> {
    let Some(order) = order else { return Ok(()) };
    lines::Entity::update_many()
        .col_expr(lines::Column::EndsAt, Expr::value(end.0))
        .filter(renewed_lines(channel, order))
        .exec(tx)
        .await?;
    let moved = lines_of(tx, channel, vec![order.0]).await?;
    entitlements::move_end(tx, channel, moved.iter().filter(|line| line.is_renewed), end).await
}

/// The order of a period, once for each. The lines are those of the order before, at their full price.
async fn renew(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    subscription: &StoredSubscription,
    news: &SubscriptionNews,
    window: Window,
    access_until: Timestamp,
    now: Timestamp,
) -> Result<()> {
    let Some(invoice) = &news.invoice else { return Err(Error::Conflict("a paid period has its invoice".into())) };
    let of_subscription = of_channel(channel).add(orders::Column::SubscriptionId.eq(subscription.id.0));
    let all =
        orders::Entity::find().filter(of_subscription).order_by_desc(orders::Column::PeriodStartsAt).all(tx).await?;
    let is_there = |row: &orders::Model| {
        row.period_starts_at.is_some_and(|start| is_same_period(Timestamp(start), window.starts_at))
    };
    let Some(newest) = all.first().filter(|_| !all.iter().any(is_there)) else { return Ok(()) };
    let is_newest = newest.period_starts_at.is_none_or(|start| start < window.starts_at.0);
    if is_newest {
        free_places(tx, channel, OrderId(newest.id)).await?;
    }
    let payment = Order {
        total: subscription.amount,
        currency: subscription.currency,
        occasion: Occasion::Renewal,
        is_subscription: true,
        known: PaymentFacts::default(),
    };
    let row = OrderRow {
        // The payment's own, which is as little given again.
        name: invoice.payment_id.clone(),
        account: subscription.account,
        payment: &payment,
        cart: String::new(),
        subscription: Some(subscription.id),
        period: Some(window.starts_at),
        coupon: None,
        card: invoice.card.clone(),
        host: None,
        provider_account: subscription.provider_account.clone(),
    };
    let id = insert_order(tx, channel, row, None, newest.trk.clone(), now).await?;
    for line in lines_of(tx, channel, vec![newest.id]).await?.into_iter().filter(|line| line.is_renewed) {
        let open_key = (is_newest && subscription.account.is_some()).then(|| line.part().key());
        let mut copy = lines::ActiveModel::from(line);
        copy.id = NotSet;
        copy.order_id = Set(id.0);
        copy.discount = Set(0);
        copy.starts_at = Set(window.starts_at.0);
        copy.ends_at = Set(Some(access_until.0));
        copy.open_key = Set(open_key);
        copy.insert(tx).await?;
    }
    orders::Entity::update_many()
        .col_expr(orders::Column::PaymentId, Expr::value(invoice.payment_id.as_str()))
        .filter(this_order(channel, id))
        .exec(tx)
        .await?;
    let paid = order::Fact::Succeeded { amount: invoice.amount, currency: invoice.currency };
    match apply(tx, channel, id, paid, now).await? {
        // Nothing of this is kept: the provider is asked again, and the operator told.
        Applied::AmountMismatch => {
            Err(Error::Conflict("the charge of a period is not the one that was agreed on".into()))
        }
        _ => Ok(()),
    }
}

/// The next order takes the places of this one.
async fn free_places(tx: &DatabaseTransaction, channel: ChannelId, order: OrderId) -> Result<()> {
    lines::Entity::update_many()
        .col_expr(lines::Column::OpenKey, Expr::value(None::<String>))
        .filter(renewed_lines(channel, order))
        .exec(tx)
        .await?;
    Ok(())
}

/// The subscription no longer renews: its items can be sold again after the paid period.
async fn let_go(tx: &DatabaseTransaction, channel: ChannelId, order: Option<OrderId>) -> Result<()> {
    let Some(order) = order else { return Ok(()) };
    lines::Entity::update_many()
        .col_expr(lines::Column::IsRenewed, Expr::value(false))
        .filter(renewed_lines(channel, order))
        .exec(tx)
        .await?;
    Ok(())
}

fn renewed_lines(channel: ChannelId, order: OrderId) -> Condition {
    Condition::all()
        .add(lines::Column::ChannelId.eq(channel.0))
        .add(lines::Column::OrderId.eq(order.0))
        .add(lines::Column::IsRenewed.eq(true))
}

#[expect(clippy::too_many_arguments, reason = "a row has as many columns")]
pub(crate) async fn insert(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    pass: PassId,
    amount: Cents,
    currency: Currency,
    known: &Subscription,
    provider_account: &str,
    now: Timestamp,
) -> Result<SubscriptionId> {
    let row = subscriptions::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        account_id: Set(Some(account.0)),
        pass_id: Set(pass.0),
        provider_id: Set(None),
        amount: Set(amount.0),
        currency: Set(word(&currency)?),
        known: Set(json(known)?),
        version: Set(0),
        created_at: Set(now.0),
        provider_account: Set(Some(provider_account.to_owned())),
    };
    Ok(SubscriptionId(subscriptions::Entity::insert(row).exec(tx).await?.last_insert_id))
}

/// Voids a test-mode subscription: it is no longer charged or renewed, and no mail is sent.
pub(crate) async fn make_void(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: SubscriptionId,
    now: Timestamp,
) -> Result<()> {
    let Some(row) = subscriptions::Entity::find().filter(this(channel, id)).one(tx).await? else { return Ok(()) };
    let before = StoredSubscription::try_from(row)?;
    let known = Subscription { ended_at: before.known.ended_at.or(Some(now)), ..before.known };
    subscriptions::Entity::update_many()
        .col_expr(subscriptions::Column::Known, Expr::value(json(&known)?))
        .col_expr(subscriptions::Column::Version, Expr::value(before.version + 1))
        .filter(this(channel, id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Takes back a subscription that was written in the same step.
pub(crate) async fn forget(tx: &DatabaseTransaction, channel: ChannelId, id: SubscriptionId) -> Result<()> {
    subscriptions::Entity::delete_many().filter(this(channel, id)).exec(tx).await?;
    Ok(())
}

/// Queues the cancellation of all subscriptions of a deleted account.
pub(crate) async fn cancel_all(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    now: Timestamp,
) -> Result<()> {
    let theirs = subscriptions::Entity::find()
        .filter(subscriptions::Column::ChannelId.eq(channel.0))
        .filter(subscriptions::Column::AccountId.eq(account.0));
    for row in theirs.all(tx).await? {
        let subscription = StoredSubscription::try_from(row)?;
        if subscription.known.ended_at.is_none() {
            let job = CommerceJob::Subscription { subscription: subscription.id, effect: Effect::AskToCancel };
            jobs::queue(tx, channel, JobKind::CommerceJob, json(&job)?, now).await?;
        }
    }
    Ok(())
}

fn this(channel: ChannelId, id: SubscriptionId) -> Condition {
    Condition::all().add(subscriptions::Column::ChannelId.eq(channel.0)).add(subscriptions::Column::Id.eq(id.0))
}

impl TryFrom<subscriptions::Model> for StoredSubscription {
    type Error = Error;

    fn try_from(row: subscriptions::Model) -> Result<Self> {
        Ok(Self {
            id: SubscriptionId(row.id),
            account: row.account_id.map(AccountId),
            pass: PassId(row.pass_id),
            provider_id: row.provider_id,
            amount: Cents(row.amount),
            currency: from_word(row.currency)?,
            known: from_json(row.known)?,
            version: row.version,
            provider_account: row.provider_account,
        })
    }
}
