//! The member's purchases, passes and downloads in the data export.

use domain::commerce::item::ItemType;
use domain::commerce::ownership::Part;
use domain::commerce::renewal::{AutoRenewal, Cancellation};
use domain::ids::{EventId, OrderId, PrerollId, SubscriptionId};
use domain::money::Currency;
use domain::pass::Source;
use domain::time::Timestamp;
use serde::Serialize;
use store::{Bought, KeptCoupon, KeptDownload, KeptPass, KeptPreroll, KeptTrial, OrderLine, StoredSubscription};
use utoipa::ToSchema;

use crate::api::orders::Order;
use crate::api::orders::Product;
use crate::channels::snapshot::Snapshot;
use crate::views::payment::ProviderName;

/// The member's passes, payments and games. Times are seconds since 1970, amounts are decimal strings.
#[derive(Serialize, ToSchema)]
pub(super) struct ExportedPurchases {
    /// All current and former passes.
    passes: Vec<ExportedPass>,
    orders: Vec<ExportedOrder>,
    subscriptions: Vec<ExportedSubscription>,
    coupons: Vec<ExportedCoupon>,
    trial: Option<ExportedTrial>,
    payments: Option<ExportedCustomer>,
    downloads: Vec<ExportedDownload>,
    /// The prerolls that the member has seen to the end.
    prerolls: Vec<ExportedPreroll>,
}

#[derive(Serialize, ToSchema)]
struct ExportedPass {
    product: Product,
    /// How the account got the pass.
    source: Source,
    order_id: Option<OrderId>,
    created_at: i64,
    starts_at: i64,
    ends_at: Option<i64>,
    /// When the pass was ended early.
    ended_at: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct ExportedOrder {
    #[serde(flatten)]
    order: Order,
    lines: Vec<ExportedLine>,
    /// The tracking value of the link that led to the shop.
    trk: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct ExportedLine {
    #[serde(rename = "type")]
    kind: ItemType,
    product: Product,
    base_price: String,
    service_fee: String,
    discount: String,
    starts_at: i64,
    ends_at: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct ExportedSubscription {
    id: SubscriptionId,
    product: Product,
    /// Price per period.
    price: String,
    currency: Currency,
    is_trial: bool,
    auto_renewal: AutoRenewal,
    cancellation: Option<Cancellation>,
    /// Start of the current period.
    starts_at: i64,
    ends_at: i64,
    ended_at: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct ExportedCoupon {
    code: String,
    order_id: OrderId,
    created_at: i64,
    /// When the order was paid.
    redeemed_at: Option<i64>,
    /// When the order was abandoned.
    released_at: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct ExportedTrial {
    order_id: OrderId,
    /// The payment provider's fingerprint of the card.
    card: String,
    created_at: i64,
}

/// The payment provider's customer. The provider stores the cards and answers requests about its own data.
#[derive(Serialize, ToSchema)]
struct ExportedCustomer {
    provider: ProviderName,
    since: i64,
}

#[derive(Serialize, ToSchema)]
struct ExportedDownload {
    event_id: EventId,
    created_at: i64,
}

#[derive(Serialize, ToSchema)]
struct ExportedPreroll {
    id: PrerollId,
    event_id: EventId,
    /// Until when the preroll stays hidden.
    until: i64,
}

impl ExportedPurchases {
    pub(super) fn of(channel: &Snapshot, bought: Bought, provider: ProviderName, now: Timestamp) -> Self {
        let orders = bought.orders.iter().map(|order| {
            let subscription = bought.subscriptions.iter().find(|found| Some(found.id) == order.subscription);
            let coupon = bought.coupons.iter().find(|coupon| coupon.order == order.id);
            let code = coupon.map(|coupon| coupon.code.clone());
            ExportedOrder {
                order: Order::shown(order, subscription, code, now),
                lines: order.lines.iter().map(|line| ExportedLine::of(line, subscription)).collect(),
                trk: order.trk.clone(),
            }
        });
        Self {
            orders: orders.collect(),
            passes: bought.passes.iter().map(|pass| ExportedPass::of(channel, pass, &bought)).collect(),
            subscriptions: bought.subscriptions.iter().map(|found| ExportedSubscription::of(channel, found)).collect(),
            coupons: bought.coupons.into_iter().map(ExportedCoupon::from).collect(),
            trial: bought.trial.map(ExportedTrial::from),
            payments: bought.customer_since.map(|since| ExportedCustomer { provider, since: since.seconds() }),
            downloads: bought.downloads.into_iter().map(ExportedDownload::from).collect(),
            prerolls: bought.prerolls.into_iter().map(ExportedPreroll::from).collect(),
        }
    }
}

/// By the name that the channel has for it now; one that is no longer sold has none.
fn product(channel: &Snapshot, part: &Part) -> Product {
    let pass = channel.content.passes.iter().find(|pass| pass.id == part.pass);
    Product::of(part, pass.map_or("", |pass| &pass.name))
}

impl ExportedPass {
    fn of(channel: &Snapshot, kept: &KeptPass, bought: &Bought) -> Self {
        let order = kept.order.and_then(|id| bought.orders.iter().find(|order| order.id == id));
        let subscription = order.and_then(|order| order.subscription);
        let renewed =
            bought.subscriptions.iter().find(|found| Some(found.id) == subscription && found.pass == kept.part.pass);
        let ends_at = kept.ends_at.map(|end| renewed.map_or(end, |found| found.known.paid_until(end)));
        Self {
            product: product(channel, &kept.part),
            source: kept.source,
            order_id: kept.order,
            created_at: kept.created_at.seconds(),
            starts_at: kept.starts_at.seconds(),
            ends_at: ends_at.map(Timestamp::seconds),
            ended_at: kept.ended_at.map(Timestamp::seconds),
        }
    }
}

impl ExportedSubscription {
    fn of(channel: &Snapshot, kept: &StoredSubscription) -> Self {
        let whole = Part { pass: kept.pass, category: None, participant: None, event: None };
        Self {
            id: kept.id,
            product: product(channel, &whole),
            price: kept.amount.decimal(),
            currency: kept.currency,
            is_trial: kept.known.is_trial,
            auto_renewal: kept.known.auto_renewal(),
            cancellation: kept.known.cancellation,
            starts_at: kept.known.current.starts_at.seconds(),
            ends_at: kept.known.current.ends_at.seconds(),
            ended_at: kept.known.ended_at.map(Timestamp::seconds),
        }
    }
}

impl ExportedLine {
    fn of(line: &OrderLine, subscription: Option<&StoredSubscription>) -> Self {
        Self {
            kind: line.kind,
            product: Product::of(&line.part, &line.name),
            base_price: line.base.decimal(),
            service_fee: line.service_fee.decimal(),
            discount: line.discount.decimal(),
            starts_at: line.starts_at.seconds(),
            ends_at: line.paid_until(subscription).map(Timestamp::seconds),
        }
    }
}

impl From<KeptCoupon> for ExportedCoupon {
    fn from(kept: KeptCoupon) -> Self {
        Self {
            code: kept.code,
            order_id: kept.order,
            created_at: kept.created_at.seconds(),
            redeemed_at: kept.redeemed_at.map(Timestamp::seconds),
            released_at: kept.released_at.map(Timestamp::seconds),
        }
    }
}

impl From<KeptTrial> for ExportedTrial {
    fn from(kept: KeptTrial) -> Self {
        Self { order_id: kept.order, card: kept.card, created_at: kept.created_at.seconds() }
    }
}

impl From<KeptDownload> for ExportedDownload {
    fn from(kept: KeptDownload) -> Self {
        Self { event_id: kept.event, created_at: kept.created_at.seconds() }
    }
}

impl From<KeptPreroll> for ExportedPreroll {
    fn from(kept: KeptPreroll) -> Self {
        Self { id: kept.preroll, event_id: kept.event, until: kept.until.seconds() }
    }
}
