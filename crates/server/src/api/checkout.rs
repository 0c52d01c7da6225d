//! Buying. Prices are the channel's, whatever a call says.

use std::net::IpAddr;

use axum::Extension;
use axum::extract::State;
use domain::commerce::item::{self, ItemType};
use domain::commerce::price::Shown;
use domain::ids::{CategoryId, EventId, ParticipantId, PassId};
use domain::money::Cents;
use http::HeaderMap;
use payments::stripe::PaymentMethodId;
use serde::{Deserialize, Serialize};
use transport::listener::ClientIp;
use utoipa::ToSchema;

use super::orders::Order;
use crate::accounts::caller::{AllowPendingPass, Keyed, Visitor};
use crate::channels::site::Site;
use crate::commerce::{CartRequest, Purchase, PurchaseError};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::problem::FieldCode;
use crate::state::App;

const MAX_KEY: usize = 200;
const MAX_TRK: usize = 200;
/// More than a cart has lines.
pub(super) const MAX_ITEMS: usize = 50;

/// A pass, a part of a pass, or a game. Amounts are ignored; the channel's prices apply.
#[derive(Clone, Debug, Deserialize, ToSchema)]
// What a request leaves out is not part of it, unlike in answers.
#[schema(as = ItemRequest)]
pub(super) struct ItemBody {
    #[serde(rename = "type")]
    pub(super) kind: ItemType,
    #[serde(default)]
    id: Option<i64>,
    #[serde(default)]
    package_id: Option<PassId>,
    #[serde(default)]
    subscription_id: Option<PassId>,
    #[serde(default)]
    single_event_package_id: Option<PassId>,
    #[serde(default)]
    event_id: Option<EventId>,
    /// The chosen sports (default: all).
    #[serde(default)]
    #[schema(max_items = 50)]
    event_category_ids: Vec<CategoryId>,
    /// The chosen teams of a team pass.
    #[serde(default)]
    #[schema(max_items = 50)]
    participant_ids: Vec<ParticipantId>,
}

impl From<ItemBody> for item::ItemRequest {
    fn from(request: ItemBody) -> Self {
        Self {
            kind: request.kind,
            id: request.id,
            package_id: request.package_id,
            subscription_id: request.subscription_id,
            single_event_package_id: request.single_event_package_id,
            event_id: request.event_id,
            category_ids: request.event_category_ids,
            participant_ids: request.participant_ids,
        }
    }
}

impl ItemBody {
    /// A subscription by its id alone.
    pub(super) fn subscription(id: PassId) -> item::ItemRequest {
        item::ItemRequest {
            kind: ItemType::Subscription,
            id: None,
            package_id: None,
            subscription_id: Some(id),
            single_event_package_id: None,
            event_id: None,
            category_ids: vec![],
            participant_ids: vec![],
        }
    }
}

pub(super) fn cart_request(items: Vec<ItemBody>, coupon: Option<String>, trial: bool) -> Result<CartRequest> {
    if items.len() > MAX_ITEMS {
        return Err(PurchaseError::Item(item::ItemError::TooMuch).into());
    }
    let coupon = coupon.filter(|code| !code.trim().is_empty());
    Ok(CartRequest { items: items.into_iter().map(item::ItemRequest::from).collect(), coupon, trial })
}

/// The current state of a purchase.
#[derive(Serialize, ToSchema)]
#[schema(as = Purchased)]
pub(super) struct PurchaseResponse {
    order: Order,
    /// Stripe's client secret to continue the payment in the browser.
    client_secret: Option<String>,
    next_action: Option<NextAction>,
}

/// A page of the buyer's bank to redirect to; it returns to `/buy?order={id}`.
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

/// The price that the buyer saw, as calls spell it.
fn shown(total: Option<&str>, next: Option<&str>) -> Result<Shown> {
    let read = |field: &str, text: Option<&str>| match text.map(Cents::of_decimal) {
        Some(None) => Err(Error::invalid(field, FieldCode::Amount, format!("{field} must be an amount, as 9.99"))),
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
    item: ItemBody,
    /// The provider's id of a card, saved or new. Not needed if the total is zero.
    #[serde(default)]
    payment_method: Option<String>,
    /// Saves the card for later purchases.
    #[serde(default)]
    save_card: bool,
    #[serde(default)]
    coupon: Option<String>,
    /// Idempotency key: the same for every retry of one purchase.
    #[serde(default)]
    #[schema(max_length = 200)]
    idempotency_key: Option<String>,
    /// The tracking value of the link that led to the shop.
    #[serde(default)]
    #[schema(max_length = 200)]
    trk: Option<String>,
    /// The total that the buyer saw, a decimal string. If the price has changed, nothing is charged.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_total: Option<String>,
    /// The price of later periods that the buyer saw, a decimal string.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_next: Option<String>,
}

/// Buys one item.
#[utoipa::path(
    post,
    path = "/api/stripe/buy",
    tag = "checkout",
    request_body = BuyRequest,
    responses(
        (status = 200, description = "The order", body = Data<PurchaseResponse>),
        (status = "default", description = "Not for sale, card declined, or payment provider unavailable")
    )
)]
pub(super) async fn buy(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    headers: HeaderMap,
    Keyed(AllowPendingPass(visitor), request): Keyed<AllowPendingPass<Visitor>, BuyRequest>,
) -> Result<Data<PurchaseResponse>> {
    let shown = shown(request.expected_total.as_deref(), request.expected_next.as_deref())?;
    let BuyRequest { payment_method, save_card, idempotency_key, trk, .. } = request;
    let site = app.checkout.site(&visitor.channel, &headers);
    let payment = Payment { shown, card: payment_method, save_card, idempotency_key, trk, site };
    purchase(&app, visitor, from, cart_request(vec![request.item], request.coupon, false)?, payment).await
}

#[derive(Deserialize, ToSchema)]
pub(super) struct BundleRequest {
    #[schema(max_items = 50)]
    items: Vec<ItemBody>,
    /// The provider's id of a card, saved or new. Not needed if the total is zero.
    #[serde(default)]
    payment_method: Option<String>,
    /// Saves the card for later purchases.
    #[serde(default)]
    save_card: bool,
    #[serde(default)]
    coupon: Option<String>,
    /// Idempotency key: the same for every retry of one purchase.
    #[serde(default)]
    #[schema(max_length = 200)]
    idempotency_key: Option<String>,
    /// The tracking value of the link that led to the shop.
    #[serde(default)]
    #[schema(max_length = 200)]
    trk: Option<String>,
    /// The total that the buyer saw, a decimal string. If the price has changed, nothing is charged.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_total: Option<String>,
    /// The price of later periods that the buyer saw, a decimal string.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_next: Option<String>,
}

/// Buys several items with one payment: all or none.
#[utoipa::path(
    post,
    path = "/api/stripe/buy_bundle",
    tag = "checkout",
    request_body = BundleRequest,
    responses(
        (status = 200, description = "The order", body = Data<PurchaseResponse>),
        (status = "default", description = "Not for sale, card declined, or payment provider unavailable")
    )
)]
pub(super) async fn buy_bundle(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    headers: HeaderMap,
    Keyed(AllowPendingPass(visitor), request): Keyed<AllowPendingPass<Visitor>, BundleRequest>,
) -> Result<Data<PurchaseResponse>> {
    let shown = shown(request.expected_total.as_deref(), request.expected_next.as_deref())?;
    let BundleRequest { payment_method, save_card, idempotency_key, trk, .. } = request;
    let site = app.checkout.site(&visitor.channel, &headers);
    let payment = Payment { shown, card: payment_method, save_card, idempotency_key, trk, site };
    purchase(&app, visitor, from, cart_request(request.items, request.coupon, false)?, payment).await
}

#[derive(Deserialize, ToSchema)]
pub(super) struct TrialRequest {
    subscription_id: PassId,
    /// The provider's id of the card to charge after the trial.
    #[serde(default)]
    payment_method: Option<String>,
    /// Saves the card for later purchases.
    #[serde(default)]
    save_card: bool,
    /// Idempotency key: the same for every retry of one purchase.
    #[serde(default)]
    #[schema(max_length = 200)]
    idempotency_key: Option<String>,
    /// The tracking value of the link that led to the shop.
    #[serde(default)]
    #[schema(max_length = 200)]
    trk: Option<String>,
    /// The total that the buyer saw, a decimal string. If the price has changed, nothing is charged.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_total: Option<String>,
    /// The price of later periods that the buyer saw, a decimal string.
    #[serde(default)]
    #[schema(max_length = 24)]
    expected_next: Option<String>,
}

/// Starts the free trial of a subscription, once per person.
#[utoipa::path(
    post,
    path = "/api/stripe/subscription/start_trial",
    tag = "checkout",
    request_body = TrialRequest,
    responses(
        (status = 200, description = "The order", body = Data<PurchaseResponse>),
        (status = "default", description = "No trial available, or payment provider unavailable")
    )
)]
pub(super) async fn start_trial(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    headers: HeaderMap,
    Keyed(AllowPendingPass(visitor), request): Keyed<AllowPendingPass<Visitor>, TrialRequest>,
) -> Result<Data<PurchaseResponse>> {
    let items = vec![ItemBody::subscription(request.subscription_id)];
    let cart = CartRequest { items, coupon: None, trial: true };
    let shown = shown(request.expected_total.as_deref(), request.expected_next.as_deref())?;
    let TrialRequest { payment_method, save_card, idempotency_key, trk, .. } = request;
    let site = app.checkout.site(&visitor.channel, &headers);
    let payment = Payment { shown, card: payment_method, save_card, idempotency_key, trk, site };
    purchase(&app, visitor, from, cart, payment).await
}

async fn purchase(
    app: &App,
    visitor: Visitor,
    from: IpAddr,
    cart: CartRequest,
    payment: Payment,
) -> Result<Data<PurchaseResponse>> {
    let country = visitor.country;
    let Visitor { channel, member, .. } = visitor;
    let member = member.ok_or(Error::Unauthenticated)?;
    let (id, account) = (channel.identity.id, Some(member.account.id));
    let card = match payment.card.filter(|card| !card.is_empty()) {
        Some(card) => Some(card.parse::<PaymentMethodId>().map_err(|_| PurchaseError::NoCard)?),
        None => None,
    };
    let is_short = |text: &Option<String>, most| text.as_ref().is_none_or(|text| text.len() <= most);
    if !is_short(&payment.idempotency_key, MAX_KEY) {
        let reason = FieldCode::Length.within(0, MAX_KEY);
        return Err(Error::invalid("idempotency_key", reason, "idempotency_key is too long"));
    }
    // A linking site cannot make a longer one.
    let trk = payment.trk.filter(|trk| !trk.is_empty() && trk.len() <= MAX_TRK);
    // A wrong promo code costs an attempt here too.
    let coupon_try = match cart.coupon {
        Some(_) => Some(app.limits.promo_codes.take(id, account, from, app.now()).await?),
        None => None,
    };
    let purchase = Purchase {
        cart,
        shown: payment.shown,
        coupon_try,
        card,
        save_card: payment.save_card,
        idempotency_key: payment.idempotency_key.filter(|key| !key.is_empty()),
        trk,
        country,
        site: payment.site,
    };
    let outcome = app.checkout.buy(&app.detached, channel.clone(), member, purchase).await?;
    let next_action = outcome.next.map(|next| NextAction { kind: NextActionType::Redirect, url: next.url });
    let order = Order::of(app, &channel, outcome.order).await?;
    Ok(Data::new(PurchaseResponse { order, client_secret: outcome.client_secret, next_action }))
}
