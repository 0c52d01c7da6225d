//! Where the visitor seems to be.

use std::net::IpAddr;

use axum::Extension;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Data;
use crate::error::Failure;
use crate::extract::{KeyParam, Visitor};
use crate::listen::Peer;

/// Where the visitor seems to be.
#[derive(Serialize, ToSchema)]
pub(super) struct Geo {
    /// Unknown until a country database is installed.
    country: Option<String>,
    country_code: Option<String>,
    #[schema(value_type = String)]
    ip: IpAddr,
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
pub(super) async fn get_geo(_: Visitor, Extension(Peer(ip)): Extension<Peer>) -> Data<Geo> {
    Data::new(Geo { country: None, country_code: None, ip, is_geo_blocked: false })
}
