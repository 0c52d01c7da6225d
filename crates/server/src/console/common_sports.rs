//! Common sports, which an operator chooses from.

use domain::sports::{COMMON_SPORTS, CommonSport};

use super::session::Operator;
use crate::http::envelope::Data;

/// Lists common sports with their names in every language.
#[utoipa::path(
    get,
    path = "/console/api/common-sports",
    tag = "catalogue",
    responses(
        (status = 200, description = "The sports", body = Data<Vec<CommonSport>>)
    )
)]
pub(super) async fn list_common_sports(_: Operator) -> Data<Vec<CommonSport>> {
    Data::all(COMMON_SPORTS.to_vec())
}
