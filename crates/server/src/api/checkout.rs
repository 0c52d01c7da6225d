//! Buying: what it costs, then the purchase. Prices are the channel's, whatever a call says.

use std::net::IpAddr;

use axum::Extension;
use axum::extract::State;
use domain::commerce::item;
use domain::commerce::price::{self, QuoteLine, Shown};
use domain::ids::PassId;
use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use http::HeaderMap;
use payments::stripe::PaymentMethodId;
use serde::{Deserialize, Serialize};
use transport::listener::ClientIp;
use utoipa::{IntoParams, ToSchema};

use super::orders::{NextCharge, Order};
use super::wanted::{Product, Wanted};
use crate::accounts::caller::{AllowPendingPass, KeyParam, Keyed, Visitor};
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::commerce::{Buyer, CartRequest, Priced, Purchase, PurchaseError, price};
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};
use crate::http::extract::Query;
use crate::state::App;
use crate::views::shop::Covers;

const LONGEST_KEY: usize = 200;
const LONGEST_TRK: usize = 200;
/// More than a cart has lines.
const MOST_ITEMS: usize = 50;

/// One line of what is paid.
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
    /// Nothing for a single game, which stays.
    ends_at: Option<i64>,
}

/// What will be charged, now and next. Amounts are decimal strings, times are in seconds.
#[derive(Serialize, ToSchema)]
pub(super) struct Quote {
    currency: Currency,
    lines: Vec<Line>,
    base_price: String,
    service_fee: String,
    discount: String,
    total: String,
    next: Option<NextCharge>,
    /// The pass that the buyer has a part of, where this is all that they lack of it.
    rest: Option<Rest>,
    coupon: Option<String>,
    is_trial: bool,
    covers: Covers,
}

/// What the buyer has of a pass whose rest is bought.
#[derive(Serialize, ToSchema)]
struct Rest {
    pass_id: PassId,
    /// Sports that they have already.
    held: usize,
    /// Of how many.
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

/// The price of a wish. A code that is not good costs a try.
async fn priced(app: &App, visitor: &Visitor, from: IpAddr, wish: &CartRequest) -> Result<Priced> {
    let (id, account) = (visitor.channel.identity.id, visitor.member.as_ref().map(|member| member.account.id));
    let tried = match wish.coupon {
        Some(_) => Some(app.limits.promo_codes.take(id, account, from, now()).await?),
        None => None,
    };
    let buyer = Buyer { member: visitor.member.as_deref(), country: visitor.country };
    let priced = price(&app.store, &visitor.channel, buyer, wish, now()).await?;
    if let Some(tried) = tried.filter(|_| priced.coupon.is_some()) {
        tried.was_right().await;
    }
    Ok(priced)
}

fn wish(items: Vec<Wanted>, coupon: Option<String>, trial: bool) -> Result<CartRequest> {
    if items.len() > MOST_ITEMS {
        return Err(PurchaseError::Item(item::Refusal::TooMuch).into());
    }
    let coupon = coupon.filter(|code| !code.trim().is_empty());
    Ok(CartRequest { items: items.into_iter().map(item::Wanted::from).collect(), coupon, trial })
}

#[derive(Deserialize, ToSchema)]
pub(super) struct PreviewRequest {
    #[schema(max_items = 50)]
    items: Vec<Wanted>,
    #[serde(default)]
    coupon: Option<String>,
    #[serde(default)]
    trial: bool,
}

/// What something costs, before anybody agrees to it. Those who are not logged in see it too.
#[utoipa::path(
    post,
    path = "/api/stripe/invoice-preview",
    tag = "checkout",
    request_body = PreviewRequest,
    responses(
        (status = 200, description = "The price", body = Data<Quote>),
        (status = "default", description = "It is not sold, or a wrong key", body = Failure)
    )
)]
pub(super) async fn preview_invoice(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    Keyed(AllowPendingPass(visitor), request): Keyed<AllowPendingPass<Visitor>, PreviewRequest>,
) -> Result<Data<Quote>> {
    let wish = wish(request.items, request.coupon, request.trial)?;
    let priced = priced(&app, &visitor, from, &wish).await?;
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
    fn wish(self) -> Result<CartRequest> {
        use domain::ids::{CategoryId, EventId, ParticipantId};
        let wanted = item::Wanted {
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
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty()).take(MOST_ITEMS + 1);
    let wrong = |_| Error::invalid(field, format!("{field} must be numbers"));
    parts.map(|part| part.parse().map(id).map_err(wrong)).collect()
}

/// What a promo code takes off.
#[derive(Serialize, ToSchema)]
pub(super) struct AppliedCoupon {
    coupon: Option<String>,
    discount: String,
    total: String,
    currency: Currency,
    quote: Quote,
}

/// Whether a promo code is good for something, and what that costs with it.
#[utoipa::path(
    get,
    path = "/api/apply_coupon",
    tag = "checkout",
    params(KeyParam, CouponQuery),
    responses(
        (status = 200, description = "What it takes off", body = Data<AppliedCoupon>),
        (status = "default", description = "A wrong promo code, too many of them, or a wrong key", body = Failure)
    )
)]
pub(super) async fn apply_coupon(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    AllowPendingPass(visitor): AllowPendingPass<Visitor>,
    Query(query): Query<CouponQuery>,
) -> Result<Data<AppliedCoupon>> {
    let priced = priced(&app, &visitor, from, &query.wish()?).await?;
    let quote = Quote::of(&visitor.channel, priced);
    let (coupon, discount, total) = (quote.coupon.clone(), quote.discount.clone(), quote.total.clone());
    Ok(Data::new(AppliedCoupon { coupon, discount, total, currency: quote.currency, quote }))
}

/// What became of a purchase so far.
#[derive(Serialize, ToSchema)]
pub(super) struct Purchased {
    order: Order,
    /// Lets the browser go on with the payment.
    client_secret: Option<String>,
    next_action: Option<NextAction>,
}

/// A page of the buyer's bank to go to; it leads back to `/buy?order={id}`.
#[derive(Serialize, ToSchema)]
struct NextAction {
    #[serde(rename = "type")]
    kind: NextActionType,
    url: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum NextActionType {
    Redirect,
}

/// What a buyer saw, as calls spell it.
fn shown(total: Option<&str>, next: Option<&str>) -> Result<Shown> {
    let read = |field: &str, text: Option<&str>| match text.map(Cents::of_decimal) {
        Some(None) => Err(Error::invalid(field, format!("{field} must be an amount, as 9.99"))),
        Some(amount) => Ok(amount),
        None => Ok(None),
    };
    Ok(Shown { total: read("expected_total", total)?, next: read("expected_next", next)? })
}

/// How something is paid.
struct Payment {
    shown: Shown,
    card: Option<String>,
    save_card: bool,
    idempotency_key: Option<String>,
    trk: Option<String>,
    /// Where the buyer is.
    site: Site,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct BuyRequest {
    #[serde(flatten)]
    item: Wanted,
    /// The provider's id of a card, saved or new. Not needed where there is nothing to pay.
    #[serde(default)]
    payment_method: Option<String>,
    /// Keeps the card for the next purchase.
    #[serde(default)]
    save_card: bool,
    #[serde(default)]
    coupon: Option<String>,
    /// The same for the same purchase, however often it is sent.
    #[serde(default)]
    #[schema(max_length = 200)]
    idempotency_key: Option<String>,
    /// The outer tracking value that the buyer came with.
    #[serde(default)]
    #[schema(max_length = 200)]
    trk: Option<String>,
    /// The total that the buyer saw, a decimal string. When it costs something else by now nothing is charged.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_total: Option<String>,
    /// What the buyer saw that later periods cost, a decimal string.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_next: Option<String>,
}

/// Buys one thing.
#[utoipa::path(
    post,
    path = "/api/stripe/buy",
    tag = "checkout",
    request_body = BuyRequest,
    responses(
        (status = 200, description = "The order", body = Data<Purchased>),
        (status = "default", description = "It is not sold, the card was declined, or the provider is away", body = Failure)
    )
)]
pub(super) async fn buy(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    headers: HeaderMap,
    Keyed(AllowPendingPass(visitor), request): Keyed<AllowPendingPass<Visitor>, BuyRequest>,
) -> Result<Data<Purchased>> {
    let shown = shown(request.expected_total.as_deref(), request.expected_next.as_deref())?;
    let BuyRequest { payment_method, save_card, idempotency_key, trk, .. } = request;
    let site = app.till.site(&visitor.channel, &headers);
    let payment = Payment { shown, card: payment_method, save_card, idempotency_key, trk, site };
    purchase(&app, visitor, from, wish(vec![request.item], request.coupon, false)?, payment).await
}

#[derive(Deserialize, ToSchema)]
pub(super) struct BundleRequest {
    #[schema(max_items = 50)]
    items: Vec<Wanted>,
    /// The provider's id of a card, saved or new. Not needed where there is nothing to pay.
    #[serde(default)]
    payment_method: Option<String>,
    /// Keeps the card for the next purchase.
    #[serde(default)]
    save_card: bool,
    #[serde(default)]
    coupon: Option<String>,
    /// The same for the same purchase, however often it is sent.
    #[serde(default)]
    #[schema(max_length = 200)]
    idempotency_key: Option<String>,
    /// The outer tracking value that the buyer came with.
    #[serde(default)]
    #[schema(max_length = 200)]
    trk: Option<String>,
    /// The total that the buyer saw, a decimal string. When it costs something else by now nothing is charged.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_total: Option<String>,
    /// What the buyer saw that later periods cost, a decimal string.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_next: Option<String>,
}

/// Buys several things with one payment: all of them, or none.
#[utoipa::path(
    post,
    path = "/api/stripe/buy_bundle",
    tag = "checkout",
    request_body = BundleRequest,
    responses(
        (status = 200, description = "The order", body = Data<Purchased>),
        (status = "default", description = "It is not sold, the card was declined, or the provider is away", body = Failure)
    )
)]
pub(super) async fn buy_bundle(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    headers: HeaderMap,
    Keyed(AllowPendingPass(visitor), request): Keyed<AllowPendingPass<Visitor>, BundleRequest>,
) -> Result<Data<Purchased>> {
    let shown = shown(request.expected_total.as_deref(), request.expected_next.as_deref())?;
    let BundleRequest { payment_method, save_card, idempotency_key, trk, .. } = request;
    let site = app.till.site(&visitor.channel, &headers);
    let payment = Payment { shown, card: payment_method, save_card, idempotency_key, trk, site };
    purchase(&app, visitor, from, wish(request.items, request.coupon, false)?, payment).await
}

#[derive(Deserialize, ToSchema)]
pub(super) struct TrialRequest {
    subscription_id: PassId,
    /// The provider's id of the card that is charged when the trial is over.
    #[serde(default)]
    payment_method: Option<String>,
    /// Keeps the card for the next purchase.
    #[serde(default)]
    save_card: bool,
    /// The same for the same purchase, however often it is sent.
    #[serde(default)]
    #[schema(max_length = 200)]
    idempotency_key: Option<String>,
    /// The outer tracking value that the buyer came with.
    #[serde(default)]
    #[schema(max_length = 200)]
    trk: Option<String>,
    /// The total that the buyer saw, a decimal string. When it costs something else by now nothing is charged.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_total: Option<String>,
    /// What the buyer saw that later periods cost, a decimal string.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_next: Option<String>,
}

/// Begins the free trial of a subscription: once for each person.
#[utoipa::path(
    post,
    path = "/api/stripe/subscription/start_trial",
    tag = "checkout",
    request_body = TrialRequest,
    responses(
        (status = 200, description = "The order", body = Data<Purchased>),
        (status = "default", description = "There is no trial, or the provider is away", body = Failure)
    )
)]
pub(super) async fn start_trial(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    headers: HeaderMap,
    Keyed(AllowPendingPass(visitor), request): Keyed<AllowPendingPass<Visitor>, TrialRequest>,
) -> Result<Data<Purchased>> {
    let items = vec![Wanted::subscription(request.subscription_id)];
    let wish = CartRequest { items, coupon: None, trial: true };
    let shown = shown(request.expected_total.as_deref(), request.expected_next.as_deref())?;
    let TrialRequest { payment_method, save_card, idempotency_key, trk, .. } = request;
    let site = app.till.site(&visitor.channel, &headers);
    let payment = Payment { shown, card: payment_method, save_card, idempotency_key, trk, site };
    purchase(&app, visitor, from, wish, payment).await
}

async fn purchase(
    app: &App,
    visitor: Visitor,
    from: IpAddr,
    order: CartRequest,
    payment: Payment,
) -> Result<Data<Purchased>> {
    let country = visitor.country;
    let Visitor { channel, member, .. } = visitor;
    let member = member.ok_or(Error::Unauthenticated)?;
    let (id, account) = (channel.identity.id, Some(member.account.id));
    let card = match payment.card.filter(|card| !card.is_empty()) {
        Some(card) => Some(card.parse::<PaymentMethodId>().map_err(|_| PurchaseError::NoCard)?),
        None => None,
    };
    let is_short = |text: &Option<String>, most| text.as_ref().is_none_or(|text| text.len() <= most);
    if !is_short(&payment.idempotency_key, LONGEST_KEY) {
        return Err(Error::invalid("idempotency_key", "idempotency_key is too long"));
    }
    // What is too long was made by nobody who sends visitors here.
    let trk = payment.trk.filter(|trk| !trk.is_empty() && trk.len() <= LONGEST_TRK);
    // A wrong code costs a try here too.
    let coupon_try = match order.coupon {
        Some(_) => Some(app.limits.promo_codes.take(id, account, from, now()).await?),
        None => None,
    };
    let purchase = Purchase {
        order,
        shown: payment.shown,
        coupon_try,
        card,
        save_card: payment.save_card,
        idempotency_key: payment.idempotency_key.filter(|key| !key.is_empty()),
        trk,
        country,
        site: payment.site,
    };
    let bought = app.till.buy(channel.clone(), member, purchase).await?;
    let next_action = bought.next.map(|next| NextAction { kind: NextActionType::Redirect, url: next.url });
    let order = Order::of(app, &channel, bought.order).await?;
    Ok(Data::new(Purchased { order, client_secret: bought.client_secret, next_action }))
}
