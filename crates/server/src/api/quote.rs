//! Prices before a purchase: the preview of a cart, and what a promo code takes off. Prices are the channel's, whatever a
//! call says.

use std::net::IpAddr;

use axum::Extension;
use axum::extract::State;
use domain::commerce::item;
use domain::commerce::price::{self, QuoteLine};
use domain::ids::PassId;
use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use transport::listener::ClientIp;
use utoipa::{IntoParams, ToSchema};

use super::checkout::{ItemBody, MAX_ITEMS, cart_request};
use super::orders::{NextCharge, Product};
use crate::accounts::caller::{AllowPendingPass, KeyParam, Keyed, Visitor};
use crate::channels::snapshot::Snapshot;
use crate::commerce::{Buyer, CartRequest, Priced};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::problem::FieldCode;
use crate::state::App;
use crate::views::shop::Covers;

/// A line of the invoice.
#[derive(Serialize, ToSchema)]
struct Line {
    #[serde(rename = "type")]
    kind: item::ItemType,
    product: Product,
    base_price: String,
    /// Shown as Taxes.
    service_fee: String,
    discount: String,
    total: String,
    starts_at: i64,
    /// Null for a single game, which does not expire.
    ends_at: Option<i64>,
}

/// The charge now and the next one. Amounts are decimal strings, times are in seconds.
#[derive(Serialize, ToSchema)]
pub(super) struct Quote {
    currency: Currency,
    lines: Vec<Line>,
    base_price: String,
    service_fee: String,
    discount: String,
    total: String,
    next: Option<NextCharge>,
    /// The pass that the buyer owns partly, if this purchase completes it.
    rest: Option<Rest>,
    coupon: Option<String>,
    is_trial: bool,
    covers: Covers,
}

/// The part of a pass that the buyer already owns.
#[derive(Serialize, ToSchema)]
struct Rest {
    pass_id: PassId,
    /// Number of sports already owned.
    held: usize,
    /// Total number of sports.
    of: usize,
}

impl Quote {
    fn of(channel: &Snapshot, priced: Priced) -> Self {
        let quote = &priced.quote;
        let sum = |of: fn(&QuoteLine) -> Cents| Cents(quote.lines.iter().map(|line| of(line).0).sum()).decimal();
        let parts: Vec<_> = quote.lines.iter().map(|line| line.part).collect();
        Self {
            currency: quote.currency,
            lines: quote.lines.iter().map(line).collect(),
            base_price: sum(|line| line.base),
            service_fee: sum(|line| line.service_fee),
            discount: quote.discount().decimal(),
            total: quote.total().decimal(),
            next: quote.next.map(next),
            rest: quote.rest.map(|price::Rest { pass, held, of }| Rest { pass_id: pass, held, of }),
            coupon: priced.coupon,
            is_trial: quote.is_trial,
            covers: Covers::of(&channel.content, &channel.games.catalogue, &parts),
        }
    }
}

fn line(line: &QuoteLine) -> Line {
    Line {
        kind: line.kind,
        product: Product::of(&line.part, &line.name),
        base_price: line.base.decimal(),
        service_fee: line.service_fee.decimal(),
        discount: line.discount.decimal(),
        total: line.total().decimal(),
        starts_at: line.starts_at.seconds(),
        ends_at: line.ends_at.map(Timestamp::seconds),
    }
}

fn next(next: price::NextCharge) -> NextCharge {
    NextCharge { amount: next.amount.decimal(), at: next.at.seconds() }
}

/// The price of a cart. A wrong promo code costs an attempt.
async fn priced(app: &App, visitor: &Visitor, from: IpAddr, cart: &CartRequest) -> Result<Priced> {
    let (id, account) = (visitor.channel.identity.id, visitor.member.as_ref().map(|member| member.account.id));
    let tried = match cart.coupon {
        Some(_) => Some(app.limits.promo_codes.take(id, account, from, app.now()).await?),
        None => None,
    };
    let buyer = Buyer { member: visitor.member.as_deref(), country: visitor.country };
    let priced = app.checkout.price(&visitor.channel, buyer, cart).await?;
    if let Some(tried) = tried.filter(|_| priced.coupon.is_some()) {
        tried.was_right().await;
    }
    Ok(priced)
}

#[derive(Deserialize, ToSchema)]
pub(super) struct PreviewRequest {
    #[schema(max_items = 50)]
    items: Vec<ItemBody>,
    #[serde(default)]
    coupon: Option<String>,
    #[serde(default)]
    trial: bool,
}

/// Returns the price of an item before purchase. No login is required.
#[utoipa::path(
    post,
    path = "/api/stripe/invoice-preview",
    tag = "checkout",
    request_body = PreviewRequest,
    responses(
        (status = 200, description = "The price", body = Data<Quote>),
        (status = "default", description = "Not for sale")
    )
)]
pub(super) async fn preview_invoice(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    Keyed(AllowPendingPass(visitor), request): Keyed<AllowPendingPass<Visitor>, PreviewRequest>,
) -> Result<Data<Quote>> {
    let cart = cart_request(request.items, request.coupon, request.trial)?;
    let priced = priced(&app, &visitor, from, &cart).await?;
    Ok(Data::new(Quote::of(&visitor.channel, priced)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CouponQuery {
    /// The promo code.
    code: String,
    /// `package`, `subscription`, `event` or `addon`.
    #[serde(rename = "type")]
    #[param(inline, value_type = String)]
    kind: item::ItemType,
    id: Option<i64>,
    package_id: Option<i64>,
    subscription_id: Option<i64>,
    single_event_package_id: Option<i64>,
    event_id: Option<i64>,
    /// Ids of sports, separated by commas.
    event_category_ids: Option<String>,
    /// Ids of teams, separated by commas.
    participant_ids: Option<String>,
}

impl CouponQuery {
    fn cart(self) -> Result<CartRequest> {
        use domain::ids::{CategoryId, EventId, ParticipantId};
        let wanted = item::ItemRequest {
            kind: self.kind,
            id: self.id,
            package_id: self.package_id.map(PassId),
            subscription_id: self.subscription_id.map(PassId),
            single_event_package_id: self.single_event_package_id.map(PassId),
            event_id: self.event_id.map(EventId),
            category_ids: ids("event_category_ids", self.event_category_ids, CategoryId)?,
            participant_ids: ids("participant_ids", self.participant_ids, ParticipantId)?,
        };
        Ok(CartRequest { items: vec![wanted], coupon: Some(self.code), trial: false })
    }
}

fn ids<T>(field: &str, text: Option<String>, id: fn(i64) -> T) -> Result<Vec<T>> {
    let text = text.unwrap_or_default();
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty()).take(MAX_ITEMS + 1);
    let wrong = |_| Error::invalid(field, FieldCode::Number, format!("{field} must be numbers"));
    parts.map(|part| part.parse().map(id).map_err(wrong)).collect()
}

/// The discount of a promo code.
#[derive(Serialize, ToSchema)]
pub(super) struct AppliedCoupon {
    coupon: Option<String>,
    discount: String,
    total: String,
    currency: Currency,
    quote: Quote,
}

/// Checks a promo code for an item and returns the discounted price.
#[utoipa::path(
    get,
    path = "/api/apply_coupon",
    tag = "checkout",
    params(KeyParam, CouponQuery),
    responses(
        (status = 200, description = "The discount", body = Data<AppliedCoupon>),
        (status = "default", description = "Invalid promo code, or too many attempts")
    )
)]
pub(super) async fn apply_coupon(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    AllowPendingPass(visitor): AllowPendingPass<Visitor>,
    Query(query): Query<CouponQuery>,
) -> Result<Data<AppliedCoupon>> {
    let priced = priced(&app, &visitor, from, &query.cart()?).await?;
    let quote = Quote::of(&visitor.channel, priced);
    let (coupon, discount, total) = (quote.coupon.clone(), quote.discount.clone(), quote.total.clone());
    Ok(Data::new(AppliedCoupon { coupon, discount, total, currency: quote.currency, quote }))
}
