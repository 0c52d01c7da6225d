//! Whether a subscription renews itself, and the provider's own page for those who have bought.

use axum::extract::State;
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::orders::{Order, find};
use crate::accounts::caller::{KeyParam, Keyed, Member};
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};
use crate::http::extract::Query;
use crate::state::App;

#[derive(Deserialize, ToSchema)]
pub(super) struct UnsubscribeRequest {
    order_id: i64,
    /// Takes it back: the subscription renews itself again.
    #[serde(default)]
    undo: bool,
}

/// The order as it is now.
#[derive(Serialize, ToSchema)]
pub(super) struct Changed {
    order: Order,
}

/// Stops the renewal of a subscription, or takes that back. What is paid for stays.
#[utoipa::path(
    post,
    path = "/api/stripe/unsubscribe",
    tag = "orders",
    request_body = UnsubscribeRequest,
    responses(
        (status = 200, description = "The order", body = Data<Changed>),
        (status = "default", description = "Not logged in, a wrong key, or nothing that renews", body = Failure)
    )
)]
pub(super) async fn unsubscribe(
    State(app): State<App>,
    Keyed(Member { channel, member, .. }, request): Keyed<Member, UnsubscribeRequest>,
) -> Result<Data<Changed>> {
    let order = find(&app, &channel, &member, request.order_id).await?;
    app.till.set_renewal(&channel, &order, request.undo).await?;
    // As it is now: its end has moved.
    let order = app.store.order(channel.identity.id, order.id).await?.ok_or(Error::NotFound("order"))?;
    Ok(Data::new(Changed { order: Order::of(&app, &channel, order).await? }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PortalQuery {
    /// The path of this site that it leads back to.
    #[serde(rename = "return")]
    back: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Portal {
    /// Whoever opens it is the customer: it is good for a short time.
    url: String,
}

/// The provider's page where customers manage cards, invoices and subscriptions.
#[utoipa::path(
    get,
    path = "/api/stripe/customer-portal",
    tag = "orders",
    params(KeyParam, PortalQuery),
    responses(
        (status = 200, description = "Its address", body = Data<Portal>),
        (status = "default", description = "Not logged in, a wrong key, or the provider is away", body = Failure)
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
        return Err(Error::invalid("return", "return must be a path of this site"));
    }
    let site = app.till.site(&channel, &headers);
    let url = app.till.portal(&channel, member.account.id, &site, &back).await?;
    Ok(Data::new(Portal { url }))
}
