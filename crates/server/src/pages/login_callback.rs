//! The return URL of social logins. It redirects to the login screen with a one-time code that only works in the same
//! browser. The code is in the fragment (`#`), which is never sent to a server or written to a log.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::one_time_token::{self, Purpose, TokenKey};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use rand::RngExt;
use serde::Deserialize;
use store::NewOneTimeToken;

use crate::accounts::social::{Browser, Provider, Returned, Trip};
use crate::channels::request_channel::Channel;
use crate::channels::snapshot::Snapshot;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::state::App;

pub(crate) fn router() -> Router<App> {
    Router::new().route("/auth/login/{provider}/callback", get(come_back))
}

/// What another site sends people back with.
#[derive(Deserialize)]
struct Sent {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    /// The issuer that the other site names.
    iss: Option<String>,
}

async fn come_back(
    State(app): State<App>,
    Channel(channel): Channel,
    Path(provider): Path<String>,
    headers: HeaderMap,
    Query(sent): Query<Sent>,
) -> Result<Response> {
    let provider = Provider::of_word(&provider).ok_or(Error::NotFound("page"))?;
    let Some(trip) = begun(&app, &channel, provider, sent.state.as_deref()).await? else {
        return Ok(to_login(&[("social_error", "failed")], None));
    };
    let back_to = trip.back_to.clone();
    let browser = Browser::of(&headers).filter(|browser| browser.hash() == trip.browser);
    let (Some(browser), None) = (browser, &sent.error) else {
        let why = if sent.error.as_deref() == Some("access_denied") { "cancelled" } else { "failed" };
        return Ok(to_login(&[("social_error", why)], back_to));
    };
    match app.social.person(&channel, &trip, sent.code.unwrap_or_default(), sent.iss.as_deref()).await {
        Ok(person) => {
            let code = keep(&app, &channel, &Returned { person, browser: trip.browser }).await?;
            Ok((browser, to_login(&[("social", &code)], back_to)).into_response())
        }
        Err(cause) => {
            tracing::warn!(channel = channel.identity.alias, ?provider, %cause, "social login failed");
            Ok(to_login(&[("social_error", "failed")], back_to))
        }
    }
}

/// The trip that a state is of. It is over with this, however it ends.
async fn begun(app: &App, channel: &Snapshot, provider: Provider, state: Option<&str>) -> Result<Option<Trip>> {
    let Some(state) = state else { return Ok(None) };
    let key = TokenKey::of_secret(state);
    let Some(ticket) = app.store.one_time_token_take(channel.identity.id, Purpose::SocialState, key, app.now()).await?
    else {
        return Ok(None);
    };
    let trip: Trip = ticket.payload()?;
    Ok((trip.provider == provider).then_some(trip))
}

/// The code for a returned visitor.
async fn keep(app: &App, channel: &Snapshot, returned: &Returned) -> Result<String> {
    let (code, now) = (one_time_token::secret(rand::rng().random()), app.now());
    let ticket = NewOneTimeToken::new(Purpose::SocialCode, TokenKey::of_secret(&code), now).with(returned)?;
    app.store.one_time_token_add(channel.identity.id, ticket, None, now).await?;
    Ok(code)
}

fn to_login(words: &[(&str, &str)], back_to: Option<String>) -> Response {
    let mut fragment = form_urlencoded::Serializer::new(String::new());
    fragment.extend_pairs(words).extend_pairs(back_to.map(|path| ("return", path)));
    let location = HeaderValue::from_str(&format!("/login#{}", fragment.finish()));
    let location = location.unwrap_or(HeaderValue::from_static("/login"));
    let no_store = HeaderValue::from_static("no-store");
    (StatusCode::SEE_OTHER, [(header::LOCATION, location), (header::CACHE_CONTROL, no_store)]).into_response()
}
