//! The visitor's location.

use std::net::IpAddr;

use axum::Extension;
use axum::extract::State;
use domain::geo::Code;
use serde::Serialize;
use transport::listener::ClientIp;
use utoipa::ToSchema;

use crate::accounts::caller::{AllowPendingOnboarding, KeyParam, Visitor};
use crate::http::envelope::Data;
use crate::state::App;

/// The visitor's location.
#[derive(Serialize, ToSchema)]
pub(super) struct Geo {
    /// English name of the country; null if unknown.
    country: Option<&'static str>,
    /// ISO 3166-1 alpha-2 code.
    country_code: Option<String>,
    #[schema(value_type = String)]
    ip: IpAddr,
    /// Whether the channel is blocked in this country.
    is_geo_blocked: bool,
}

/// Returns the visitor's IP address and country.
#[utoipa::path(
    get,
    path = "/api/geo",
    tag = "content",
    params(KeyParam),
    responses(
        (status = 200, description = "The visitor's location", body = Data<Geo>)
    )
)]
pub(super) async fn get_geo(
    State(app): State<App>,
    AllowPendingOnboarding(visitor): AllowPendingOnboarding<Visitor>,
    Extension(ClientIp(ip)): Extension<ClientIp>,
) -> Data<Geo> {
    let country = app.countries.of(ip);
    Data::new(Geo {
        country: country.and_then(Code::name),
        country_code: country.map(|code| code.to_string()),
        ip,
        is_geo_blocked: visitor.channel.profile.geo_rule.blocks(country),
    })
}
