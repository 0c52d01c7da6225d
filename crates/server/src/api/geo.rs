//! Where the visitor seems to be.

use std::net::IpAddr;

use axum::Extension;
use axum::extract::State;
use domain::geo::Code;
use serde::Serialize;
use transport::listener::ClientIp;
use utoipa::ToSchema;

use crate::accounts::caller::{AllowPendingOnboarding, KeyParam, Visitor};
use crate::http::envelope::Data;
use crate::http::error::Failure;
use crate::state::App;

/// Where the visitor seems to be.
#[derive(Serialize, ToSchema)]
pub(super) struct Geo {
    /// The English name; nothing where the address is in no country that is known.
    country: Option<&'static str>,
    /// Two letters, as in ISO 3166-1.
    country_code: Option<String>,
    #[schema(value_type = String)]
    ip: IpAddr,
    /// Whether the channel may not be watched from there.
    is_geo_blocked: bool,
}

/// The visitor's address and country.
#[utoipa::path(
    get,
    path = "/api/geo",
    tag = "content",
    params(KeyParam),
    responses(
        (status = 200, description = "Where the visitor seems to be", body = Data<Geo>),
        (status = "default", description = "Wrong key, or no channel here", body = Failure)
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
