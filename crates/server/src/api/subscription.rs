//! Cancelling a subscription's renewal, and the provider's customer portal.

use axum::extract::State;
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::orders::{Order, find};
use crate::accounts::caller::{KeyParam, Keyed, Member};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::problem::FieldCode;
use crate::state::App;

#[derive(Deserialize, ToSchema)]
pub(super) struct UnsubscribeRequest {
    order_id: i64,
    /// Undoes a cancellation: the subscription renews again.
    #[serde(default)]
    undo: bool,
}

/// The order after the change.
#[derive(Serialize, ToSchema)]
pub(super) struct Changed {
    order: Order,
}

/// Cancels the renewal of a subscription, or undoes the cancellation. The paid period stays valid.
#[utoipa::path(
    post,
    path = "/api/stripe/unsubscribe",
    tag = "orders",
    request_body = UnsubscribeRequest,
    responses(
        (status = 200, description = "The order", body = Data<Changed>),
        (status = "default", description = "No such subscription")
    )
)]
pub(super) async fn unsubscribe(
    State(app): State<App>,
    Keyed(Member { channel, member, .. }, request): Keyed<Member, UnsubscribeRequest>,
) -> Result<Data<Changed>> {
    let order = find(&app, &channel, &member, request.order_id).await?;
    app.subscriptions.set_renewal(&channel, &order, request.undo).await?;
    // As it is now: its end has moved.
    let order = app.store.order(channel.identity.id, order.id).await?.ok_or(Error::NotFound("order"))?;
    Ok(Data::new(Changed { order: Order::of(&app, &channel, order).await? }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PortalQuery {
    /// The path of this site to return to.
    #[serde(rename = "return")]
    back: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Portal {
    /// Opens the customer's account without a login, so it is valid only for a short time.
    url: String,
}

/// Returns the URL of the provider's page for managing cards, invoices and subscriptions.
#[utoipa::path(
    get,
    path = "/api/stripe/customer-portal",
    tag = "orders",
    params(KeyParam, PortalQuery),
    responses(
        (status = 200, description = "The URL", body = Data<Portal>),
        (status = "default", description = "Payment provider unavailable")
    )
)]
pub(super) async fn open_portal(
    State(app): State<App>,
    headers: HeaderMap,
    Member { channel, member, .. }: Member,
    Query(PortalQuery { back }): Query<PortalQuery>,
) -> Result<Data<Portal>> {
    let back = back.unwrap_or_else(|| "/".to_owned());
    if !domain::paths::is_return(&back) {
        return Err(Error::invalid("return", FieldCode::Path, "return must be a path of this site"));
    }
    let site = app.checkout.site(&channel, &headers);
    let url = app.checkout.portal(&channel, member.account.id, &site, &back).await?;
    Ok(Data::new(Portal { url }))
}
