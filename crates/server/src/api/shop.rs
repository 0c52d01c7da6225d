//! The channel's packages and subscriptions, with what the visitor already owns.

use axum::response::{IntoResponse, Response};
use domain::ids::PassId;
use domain::pass::{Entitlement, PassKind};
use http::{HeaderValue, header};

use crate::accounts::caller::{Guest, KeyParam};
use crate::http::cached_response::{Caching, ClientCaching};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Id;
use crate::views::shop::ShownPass;

/// Members are shown what they have; for everybody else it is prepared.
fn all(guest: &Guest, wants: &ClientCaching, kind: PassKind) -> Response {
    if guest.member.is_some() {
        return guest.channel.passes_for(kind, held(guest)).into_response();
    }
    let caching = if guest.is_keyed { Caching::Keyed } else { Caching::Public };
    let mut answer = guest.channel.shop.passes(kind).answer(wants, caching);
    // The same address is another answer for callers with a key.
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding, x-api-key"));
    answer
}

fn one(guest: &Guest, kind: PassKind, id: i64) -> Result<Data<ShownPass>> {
    let mut passes = guest.channel.content.passes_of(kind);
    let found = passes.find(|pass| pass.id == PassId(id)).ok_or(Error::NotFound("pass"))?;
    Ok(Data::new(guest.channel.pass_for(found, held(guest))))
}

fn held(guest: &Guest) -> &[Entitlement] {
    guest.member.as_ref().map_or(&[], |member| &member.entitlements)
}

/// Lists the packages: one-time purchases.
#[utoipa::path(
    get,
    path = "/api/packages",
    tag = "shop",
    params(KeyParam),
    responses(
        (status = 200, description = "The packages", body = Data<Vec<ShownPass>>)
    )
)]
pub(super) async fn list_packages(guest: Guest, wants: ClientCaching) -> Response {
    all(&guest, &wants, PassKind::Package)
}

/// Returns a package.
#[utoipa::path(
    get,
    path = "/api/packages/{id}",
    tag = "shop",
    params(("id" = i64, Path, description = "The package's id"), KeyParam),
    responses(
        (status = 200, description = "The package", body = Data<ShownPass>),
        (status = "default", description = "Not found")
    )
)]
pub(super) async fn get_package(guest: Guest, Id(id): Id) -> Result<Data<ShownPass>> {
    one(&guest, PassKind::Package, id)
}

/// Lists the subscriptions.
#[utoipa::path(
    get,
    path = "/api/subscriptions",
    tag = "shop",
    params(KeyParam),
    responses(
        (status = 200, description = "The subscriptions", body = Data<Vec<ShownPass>>)
    )
)]
pub(super) async fn list_subscriptions(guest: Guest, wants: ClientCaching) -> Response {
    all(&guest, &wants, PassKind::Subscription)
}

/// Returns a subscription.
#[utoipa::path(
    get,
    path = "/api/subscriptions/{id}",
    tag = "shop",
    params(("id" = i64, Path, description = "The subscription's id"), KeyParam),
    responses(
        (status = 200, description = "The subscription", body = Data<ShownPass>),
        (status = "default", description = "Not found")
    )
)]
pub(super) async fn get_subscription(guest: Guest, Id(id): Id) -> Result<Data<ShownPass>> {
    one(&guest, PassKind::Subscription, id)
}
