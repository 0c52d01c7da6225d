//! What a visitor has to solve before strangers' forms are taken.

use axum::extract::State;

use crate::accounts::caller::{KeyParam, Visitor};
use crate::accounts::captcha::CaptchaOffer;
use crate::accounts::client_context::ClientContext;
use crate::http::envelope::Data;
use crate::http::error::{Failure, Result};
use crate::state::App;

/// What stands between this visitor and a form: nothing, Google's check, or a riddle. What comes of it is sent as
/// `recaptcha_token`: Google's token, or the solved riddle as JSON in base64. Each is good once.
#[utoipa::path(
    get,
    path = "/api/captcha",
    tag = "account",
    params(KeyParam),
    responses(
        (status = 200, description = "What to solve", body = Data<CaptchaOffer>),
        (status = "default", description = "A wrong key", body = Failure)
    )
)]
pub(super) async fn get_captcha(
    State(app): State<App>,
    arrival: ClientContext,
    Visitor { channel, .. }: Visitor,
) -> Result<Data<CaptchaOffer>> {
    Ok(Data::new(app.captcha.offer(&channel, &arrival)))
}
