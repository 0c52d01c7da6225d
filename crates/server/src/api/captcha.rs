//! The captcha for anonymous forms.

use axum::extract::State;

use crate::accounts::caller::{KeyParam, Visitor};
use crate::accounts::captcha::CaptchaOffer;
use crate::accounts::client_context::ClientContext;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// Returns the captcha that this visitor has to solve: none, reCAPTCHA, or a proof-of-work challenge (ALTCHA). Send the
/// result as `recaptcha_token`: Google's token, or the solved challenge as base64-encoded JSON. Each result is valid
/// once.
#[utoipa::path(
    get,
    path = "/api/captcha",
    tag = "account",
    params(KeyParam),
    responses(
        (status = 200, description = "The captcha to solve", body = Data<CaptchaOffer>)
    )
)]
pub(super) async fn get_captcha(
    State(app): State<App>,
    arrival: ClientContext,
    Visitor { channel, .. }: Visitor,
) -> Result<Data<CaptchaOffer>> {
    Ok(Data::new(app.captcha.offer(&channel, &arrival)))
}
