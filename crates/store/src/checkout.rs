//! Begins an order: reserves the items and the use of the coupon.

use domain::commerce::order::{Fact, Occasion, Order, PaymentFacts, State};
use domain::commerce::period::Window;
use domain::commerce::price::{Quote, QuoteLine};
use domain::commerce::renewal::{Grace, Subscription};
use domain::ids::{AccountId, ChannelId, CouponId, OrderId, SubscriptionId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter};

use crate::accounts::hold;
use crate::entities::order::{lines, orders};
use crate::enum_text::{json, word};
use crate::fulfilment::apply;
use crate::orders::{PaidBy, StoredOrder, of_channel, one, this};
use crate::trials::{TrialKeys, had_trial, remember_trial};
use crate::{Error, Result, Store, coupons, subscriptions};

/// An order to be begun.
#[derive(Clone, Debug)]
pub struct NewOrder {
    /// Random name of the order at the payment provider.
    pub name: String,
    pub quote: Quote,
    /// The pass that renews, if any, and how long access continues while a renewal is retried.
    pub renewed: Option<(domain::ids::PassId, Grace)>,
    /// The keys of the trial, if the order is one.
    pub trial: Option<TrialKeys>,
    pub idempotency_key: Option<String>,
    /// What is asked for, as a digest: the key is for that alone.
    pub wish: String,
    /// The account at the card provider that it is paid at.
    pub provider_account: String,
    pub trk: Option<String>,
    /// The card that will pay it.
    pub card: Option<PaidBy>,
    /// The host of the channel where its buyer is.
    pub host: Option<String>,
    pub now: Timestamp,
}

/// What became of the wish to buy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeginOutcome {
    New(StoredOrder),
    /// The same was begun before, by the same key or in another tab.
    Same(StoredOrder),
    /// The key was used for something else.
    KeyTaken,
    /// A payment for some of it is under way, and has to be decided first.
    UnderWay(OrderId),
    Owned,
    WrongPromoCode,
    TrialUsed,
    /// By another account.
    TrialCardUsed,
}

impl Store {
    /// Begins an order, or finds the one that was begun. What costs nothing is paid at once; a trial begins when its
    /// card is confirmed.
    pub async fn order_begin(&self, channel: ChannelId, account: AccountId, new: NewOrder) -> Result<BeginOutcome> {
        self.write(move |tx| {
            let new = new.clone();
            Box::pin(async move {
                if !hold(tx, channel, account).await? {
                    return Err(Error::Conflict("the account is gone".into()));
                }
                begin(tx, channel, account, &new).await
            })
        })
        .await
    }
}

/// The account's row is held: of two tabs the second sees what the first has done.
async fn begin(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    new: &NewOrder,
) -> Result<BeginOutcome> {
    let cart = cart_of(&new.quote);
    if let Some(key) = &new.idempotency_key {
        let by_key = of_channel(channel)
            .add(orders::Column::AccountId.eq(account.0))
            .add(orders::Column::IdempotencyKey.eq(key.as_str()));
        if let Some(row) = orders::Entity::find().filter(by_key.clone()).one(tx).await? {
            let same = row.wish.as_ref() == Some(&new.wish);
            let first = one(tx, channel, by_key).await?;
            return Ok(first.filter(|_| same).map_or(BeginOutcome::KeyTaken, BeginOutcome::Same));
        }
    }
    if let Some(begun) = clear_the_way(tx, channel, account, new, &cart).await? {
        return Ok(begun);
    }
    if let Some(coupon) = new.quote.coupon
        && !take_coupon(tx, channel, account, coupon, new.now).await?
    {
        return Ok(BeginOutcome::WrongPromoCode);
    }
    let subscription = match new.renewed {
        Some((pass, _)) => Some(begin_subscription(tx, channel, account, new, pass).await?),
        None => None,
    };
    let id = insert(tx, channel, Some(account), new, cart, subscription).await?;
    if let Some(trial) = &new.trial
        && !remember_trial(tx, channel, account, trial, id, new.now).await?
    {
        forget(tx, channel, id, subscription).await?;
        let is_theirs = had_trial(tx, channel, account, trial).await?;
        return Ok(if is_theirs { BeginOutcome::TrialUsed } else { BeginOutcome::TrialCardUsed });
    }
    if let Some(coupon) = new.quote.coupon {
        coupons::reserve(tx, channel, coupon, account, id, new.now).await?;
    }
    if new.quote.is_free() && !new.quote.is_trial {
        apply(tx, channel, id, Fact::NothingDue, new.now).await?;
    }
    let order = one(tx, channel, this(channel, id)).await?;
    order.map(BeginOutcome::New).ok_or_else(|| Error::Conflict("the order is gone".into()))
}

/// A fingerprint of items, buyer and price, to recognize the same cart in a second tab.
pub(crate) fn cart_of(quote: &Quote) -> String {
    let line = |line: &QuoteLine| format!("{}={}", line.part.key(), line.total().0);
    let mut lines: Vec<_> = quote.lines.iter().map(line).collect();
    lines.sort();
    lines.join(" ")
}

/// Lines that keep their place.
pub(crate) async fn open_lines(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
) -> Result<Vec<lines::Model>> {
    let open = lines::Entity::find()
        .filter(lines::Column::ChannelId.eq(channel.0))
        .filter(lines::Column::AccountId.eq(account.0))
        .filter(lines::Column::OpenKey.is_not_null());
    Ok(open.all(tx).await?)
}

/// Looks for what stands in the way. What is over makes room, and so does what its buyer began otherwise and left.
async fn clear_the_way(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    new: &NewOrder,
    cart: &str,
) -> Result<Option<BeginOutcome>> {
    // A subscription is over when the provider says so.
    lines::Entity::update_many()
        .col_expr(lines::Column::OpenKey, Expr::value(None::<String>))
        .filter(lines::Column::ChannelId.eq(channel.0))
        .filter(lines::Column::AccountId.eq(account.0))
        .filter(lines::Column::IsRenewed.eq(false))
        .filter(lines::Column::EndsAt.lte(new.now.0))
        .exec(tx)
        .await?;
    let open = open_lines(tx, channel, account).await?;
    let overlaps = |line: &&lines::Model| new.quote.lines.iter().any(|wanted| wanted.part.overlaps(&line.part()));
    let mut in_the_way: Vec<_> = open.iter().filter(overlaps).map(|line| OrderId(line.order_id)).collect();
    in_the_way.sort();
    in_the_way.dedup();
    for id in in_the_way {
        let Some(row) = orders::Entity::find().filter(this(channel, id)).one(tx).await? else { continue };
        let Some(order) = one(tx, channel, this(channel, id)).await? else { continue };
        if !order.state().is_undecided() {
            return Ok(Some(BeginOutcome::Owned));
        }
        if row.cart == cart {
            return Ok(Some(BeginOutcome::Same(order)));
        }
        apply(tx, channel, id, Fact::Abandoned, new.now).await?;
        let left = one(tx, channel, this(channel, id)).await?;
        if left.is_some_and(|left| left.state() != State::Failed) {
            return Ok(Some(BeginOutcome::UnderWay(id)));
        }
    }
    Ok(None)
}

/// Takes a use of the coupon. A use reserved for an abandoned order counts as free.
async fn take_coupon(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    coupon: CouponId,
    now: Timestamp,
) -> Result<bool> {
    if coupons::take(tx, channel, coupon, account).await? {
        return Ok(true);
    }
    for left in coupons::expired(tx, channel, coupon, now).await? {
        apply(tx, channel, left, Fact::Abandoned, now).await?;
    }
    coupons::take(tx, channel, coupon, account).await
}

pub(crate) async fn begin_subscription(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    new: &NewOrder,
    pass: domain::ids::PassId,
) -> Result<SubscriptionId> {
    let next = new.quote.next.ok_or_else(|| Error::Conflict("a subscription has a next charge".into()))?;
    let window = Window { starts_at: new.now, ends_at: next.at };
    let begun = Subscription::begin(window, new.quote.is_trial);
    let at = new.provider_account.as_str();
    subscriptions::insert(tx, channel, account, pass, next.amount, new.quote.currency, &begun, at, new.now).await
}

pub(crate) async fn insert(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: Option<AccountId>,
    new: &NewOrder,
    cart: String,
    subscription: Option<SubscriptionId>,
) -> Result<OrderId> {
    let occasion = if new.quote.is_trial { Occasion::Trial } else { Occasion::Purchase };
    let payment = Order {
        total: new.quote.total(),
        currency: new.quote.currency,
        occasion,
        is_subscription: subscription.is_some(),
        known: PaymentFacts::default(),
    };
    let period = subscription.map(|_| new.now);
    let row = OrderRow {
        name: new.name.clone(),
        account,
        payment: &payment,
        cart,
        subscription,
        period,
        coupon: new.quote.coupon,
        card: new.card.clone(),
        host: new.host.clone(),
        provider_account: Some(new.provider_account.clone()),
    };
    let key = new.idempotency_key.clone().map(|key| (key, new.wish.clone()));
    let id = insert_order(tx, channel, row, key, new.trk.clone(), new.now).await?;
    let renewed = new.renewed;
    let rows = new.quote.lines.iter().map(|line| {
        let grace = renewed.filter(|(pass, _)| *pass == line.part.pass).map(|(_, grace)| grace);
        line_row(channel, account, id, line, grace)
    });
    lines::Entity::insert_many(rows.collect::<Result<Vec<_>>>()?).exec_without_returning(tx).await?;
    Ok(id)
}

/// The fields of an order's row.
pub(crate) struct OrderRow<'a> {
    pub(crate) name: String,
    /// `None` if the account was deleted.
    pub(crate) account: Option<AccountId>,
    pub(crate) payment: &'a Order,
    pub(crate) cart: String,
    pub(crate) subscription: Option<SubscriptionId>,
    pub(crate) period: Option<Timestamp>,
    pub(crate) coupon: Option<CouponId>,
    pub(crate) card: Option<PaidBy>,
    pub(crate) host: Option<String>,
    pub(crate) provider_account: Option<String>,
}

pub(crate) async fn insert_order(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    new: OrderRow<'_>,
    key: Option<(String, String)>,
    trk: Option<String>,
    now: Timestamp,
) -> Result<OrderId> {
    let (card_brand, card_last4) = new.card.map(|card| (card.brand, card.last4)).unzip();
    let (idempotency_key, wish) = key.unzip();
    let row = orders::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        account_id: Set(new.account.map(|id| id.0)),
        state: Set(word(&new.payment.state())?),
        known: Set(json(&new.payment.known)?),
        version: Set(0),
        occasion: Set(word(&new.payment.occasion)?),
        total: Set(new.payment.total.0),
        currency: Set(word(&new.payment.currency)?),
        cart: Set(new.cart),
        idempotency_key: Set(idempotency_key),
        trk: Set(trk),
        coupon_id: Set(new.coupon.map(|id| id.0)),
        subscription_id: Set(new.subscription.map(|id| id.0)),
        period_starts_at: Set(new.period.map(|at| at.0)),
        payment_id: Set(None),
        card_brand: Set(card_brand),
        card_last4: Set(card_last4),
        not_paid: Set(None),
        created_at: Set(now.0),
        changed_at: Set(now.0),
        paid_at: Set(None),
        host: Set(new.host),
        refund: Set(None),
        wish: Set(wish),
        provider_account: Set(new.provider_account),
        name: Set(Some(new.name)),
        recovered_at: Set(None),
    };
    Ok(OrderId(orders::Entity::insert(row).exec(tx).await?.last_insert_id))
}

/// `grace` for what is renewed.
fn line_row(
    channel: ChannelId,
    account: Option<AccountId>,
    order: OrderId,
    line: &QuoteLine,
    grace: Option<Grace>,
) -> Result<lines::ActiveModel> {
    let ends_at = match (line.ends_at, grace) {
        (Some(ends_at), Some(grace)) => Some(grace.after(ends_at)),
        (ends_at, _) => ends_at,
    };
    Ok(lines::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        order_id: Set(order.0),
        account_id: Set(account.map(|id| id.0)),
        kind: Set(word(&line.kind)?),
        pass_id: Set(line.part.pass.0),
        category_id: Set(line.part.category.map(|id| id.0)),
        participant_id: Set(line.part.participant.map(|id| id.0)),
        event_id: Set(line.part.event.map(|id| id.0)),
        name: Set(line.name.clone()),
        base: Set(line.base.0),
        service_fee: Set(line.service_fee.0),
        discount: Set(line.discount.0),
        starts_at: Set(line.starts_at.0),
        ends_at: Set(ends_at.map(|at| at.0)),
        is_renewed: Set(grace.is_some()),
        open_key: Set(Some(line.part.key())),
    })
}

/// Takes back what was written in this step.
async fn forget(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    order: OrderId,
    subscription: Option<SubscriptionId>,
) -> Result<()> {
    lines::Entity::delete_many()
        .filter(lines::Column::ChannelId.eq(channel.0))
        .filter(lines::Column::OrderId.eq(order.0))
        .exec(tx)
        .await?;
    orders::Entity::delete_many().filter(this(channel, order)).exec(tx).await?;
    match subscription {
        Some(id) => subscriptions::forget(tx, channel, id).await,
        None => Ok(()),
    }
}
