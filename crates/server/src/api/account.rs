//! The visitor's account.

use crate::error::{Error, Failure, Result};
use crate::extract::{KeyParam, Visitor};

/// Who the visitor is; an anonymous one is nobody, which the browser expects.
#[utoipa::path(
    get,
    path = "/api/profile",
    tag = "account",
    params(KeyParam),
    responses((status = 401, description = "Not logged in", body = Failure))
)]
pub(super) async fn get_profile(_: Visitor) -> Result<()> {
    Err(Error::Unauthenticated)
}
