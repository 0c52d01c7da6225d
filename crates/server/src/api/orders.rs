//! The member's orders.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use axum::extract::State;
use domain::account::Member as Account;
use domain::commerce::item::ItemType;
use domain::commerce::order;
use domain::commerce::ownership::Part;
use domain::commerce::renewal::{AutoRenewal, Cancellation};
use domain::commerce::status::{ActivityStatus, SubscriptionType};
use domain::ids::{CategoryId, EventId, OrderId, ParticipantId, PassId};
use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use serde::Serialize;
use store::{StoredOrder, StoredSubscription};
use utoipa::ToSchema;

use crate::accounts::caller::{AllowPendingPass, KeyParam, Member};
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::{Data, Meta};
use crate::http::error::{Error, Result};
use crate::http::extract::{Id, Query, Window};
use crate::http::problem::FieldCode;
use crate::state::App;
use crate::views::order::OrderStatus;

/// What is sold.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Product {
    id: PassId,
    name: String,
    event_category_id: Option<CategoryId>,
    participant_id: Option<ParticipantId>,
    event_id: Option<EventId>,
}

impl Product {
    pub(super) fn of(part: &Part, name: &str) -> Self {
        Self {
            id: part.pass,
            name: name.to_owned(),
            event_category_id: part.category,
            participant_id: part.participant,
            event_id: part.event,
        }
    }
}

/// A purchase. Amounts are decimal strings, times are in seconds.
#[derive(Serialize, ToSchema)]
pub(super) struct Order {
    id: OrderId,
    status: OrderStatus,
    activity_status: ActivityStatus,
    #[serde(rename = "type")]
    kind: Option<ItemType>,
    subscription_type: Option<SubscriptionType>,
    auto_renewal: Option<AutoRenewal>,
    cancellation: Option<Cancellation>,
    /// Whether the renewal charge failed and is being retried.
    is_past_due: bool,
    product: Option<Product>,
    products: Vec<Product>,
    base_price: String,
    service_fee: String,
    discount: String,
    price: String,
    currency: Currency,
    coupon: Option<String>,
    created_at: i64,
    paid_at: Option<i64>,
    starts_at: Option<i64>,
    /// End of the paid period; null if it has no end.
    ends_at: Option<i64>,
    /// How long access continues while the renewal charge is retried.
    grace_until: Option<i64>,
    next: Option<NextCharge>,
    card: Option<PaidBy>,
    /// Why the payment failed, in English.
    failure: Option<String>,
    /// The same for programs, which say it in their own language.
    failure_code: Option<FieldCode>,
}

/// The next charge.
#[derive(Serialize, ToSchema)]
pub(super) struct NextCharge {
    pub(super) amount: String,
    /// In seconds.
    pub(super) at: i64,
}

/// The card that paid: brand and last digits.
#[derive(Serialize, ToSchema)]
struct PaidBy {
    brand: String,
    last4: String,
}

impl Order {
    pub(super) async fn of(app: &App, channel: &Snapshot, order: StoredOrder) -> Result<Self> {
        let id = channel.identity.id;
        let subscription = match order.subscription {
            Some(subscription) => app.store.subscription(id, subscription).await?,
            None => None,
        };
        let coupon = match order.coupon {
            Some(coupon) => app.store.coupon_code(id, coupon).await?,
            None => None,
        };
        Ok(Self::shown(&order, subscription.as_ref(), coupon, app.now()))
    }

    pub(super) fn shown(
        order: &StoredOrder,
        subscription: Option<&StoredSubscription>,
        coupon: Option<String>,
        now: Timestamp,
    ) -> Self {
        let (state, why) = (order.state(), order.why_not_paid());
        let renewal = subscription.map(|subscription| subscription.known.auto_renewal());
        let is_cancelled = renewal == Some(AutoRenewal::Cancelled);
        let has_end = order.lines.iter().all(|line| line.ends_at.is_some());
        let access_until = order.lines.iter().filter_map(|line| line.ends_at).max().filter(|_| has_end);
        let paid_until = order.lines.iter().filter_map(|line| line.paid_until(subscription)).max().filter(|_| has_end);
        let products: Vec<_> = order.lines.iter().map(|line| Product::of(&line.part, &line.name)).collect();
        let sum = |of: fn(&store::OrderLine) -> Cents| Cents(order.lines.iter().map(|line| of(line).0).sum()).decimal();
        let is_renewed = |subscription: &&StoredSubscription| {
            state == order::State::Paid
                && !is_cancelled
                && order.lines.iter().any(|line| line.ends_at.is_some_and(|end| end > now))
                && subscription.known.ended_at.is_none()
        };
        let is_past_due = subscription.filter(is_renewed).is_some_and(|subscription| subscription.known.is_past_due);
        Self {
            id: order.id,
            status: state.into(),
            activity_status: ActivityStatus::of(state, access_until, is_cancelled, now),
            kind: order.lines.first().map(|line| line.kind),
            subscription_type: subscription.map(|_| order.payment.occasion.into()),
            auto_renewal: renewal,
            cancellation: subscription.and_then(|subscription| subscription.known.cancellation),
            is_past_due,
            product: products.first().cloned(),
            products,
            base_price: sum(|line| line.base),
            service_fee: sum(|line| line.service_fee),
            discount: sum(|line| line.discount),
            price: order.payment.total.decimal(),
            currency: order.payment.currency,
            coupon,
            created_at: order.created_at.seconds(),
            paid_at: order.paid_at.map(Timestamp::seconds),
            starts_at: order.lines.first().map(|line| line.starts_at.seconds()),
            ends_at: paid_until.map(Timestamp::seconds),
            grace_until: access_until.filter(|_| is_past_due).map(Timestamp::seconds),
            next: subscription.filter(is_renewed).map(|subscription| NextCharge {
                amount: subscription.amount.decimal(),
                at: subscription.known.current.ends_at.seconds(),
            }),
            card: order.card.as_ref().map(|card| PaidBy { brand: card.brand.clone(), last4: card.last4.clone() }),
            failure: why.map(|why| why.to_string()),
            failure_code: why.map(FieldCode::from),
        }
    }
}

/// An order of the member, asked about while it is not decided.
pub(super) async fn find(app: &App, channel: &Snapshot, member: &Account, id: i64) -> Result<StoredOrder> {
    let found = app.store.order_of(channel.identity.id, member.account.id, OrderId(id)).await?;
    let order = found.ok_or(Error::NotFound("order"))?;
    Ok(app.reconciler.reconcile_for_buyer(channel, order).await?)
}

/// Lists the member's orders, newest first.
#[utoipa::path(
    get,
    path = "/api/orders",
    tag = "orders",
    params(KeyParam, Window),
    responses(
        (status = 200, description = "A page of orders", body = Data<Vec<Order>>)
    )
)]
pub(super) async fn list_orders(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
    Query(window): Query<Window>,
) -> Result<Data<Vec<Order>>> {
    let (offset, limit) = window.bounds()?;
    let (id, account) = (channel.identity.id, member.account.id);
    let (found, total) = app.store.orders_of(id, account, offset as u64, limit as u64).await?;
    let subscriptions = app.store.subscriptions_of(id, account).await?;
    let mut codes = HashMap::new();
    for coupon in found.iter().filter_map(|order| order.coupon) {
        if let Entry::Vacant(unknown) = codes.entry(coupon) {
            unknown.insert(app.store.coupon_code(id, coupon).await?);
        }
    }
    let now = app.now();
    let shown = found.iter().map(|order| {
        let subscription = subscriptions.iter().find(|subscription| Some(subscription.id) == order.subscription);
        let code = order.coupon.and_then(|coupon| codes.get(&coupon).cloned().flatten());
        Order::shown(order, subscription, code, now)
    });
    let meta = Meta { total: usize::try_from(total).ok(), offset: Some(offset), limit: Some(limit) };
    Ok(Data { data: shown.collect(), meta })
}

/// Returns an order. While the payment is open the provider is polled, at most every two seconds.
#[utoipa::path(
    get,
    path = "/api/orders/{id}",
    tag = "orders",
    params(("id" = i64, Path, description = "The order's id"), KeyParam),
    responses(
        (status = 200, description = "The order", body = Data<Order>),
        (status = "default", description = "No such order")
    )
)]
pub(super) async fn get_order(
    State(app): State<App>,
    AllowPendingPass(Member { channel, member, .. }): AllowPendingPass<Member>,
    Id(id): Id,
) -> Result<Data<Order>> {
    let order = find(&app, &channel, &member, id).await?;
    Ok(Data::new(Order::of(&app, &channel, order).await?))
}
