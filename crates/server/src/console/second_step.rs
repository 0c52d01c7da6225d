//! The second step of a login: a right password leaves a one-time ticket in a cookie, and a code turns it into a session.

use std::convert::Infallible;

use axum::extract::State;
use axum::response::{IntoResponseParts, ResponseParts};
use domain::account::EmailKey;
use domain::ids::OperatorId;
use domain::one_time_token::{self, Purpose, TokenKey};
use domain::operator::{Action, SecondFactor};
use domain::password::PasswordHash;
use domain::recovery_code::RecoveryCode;
use domain::secret::Secret;
use domain::time::Timestamp;
use http::{HeaderMap, HeaderValue, header};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::{NewOneTimeToken, SecondFactors, SecondStep, StoredOperator, UsedCode};
use utoipa::ToSchema;

use super::login::{LoggedIn, NO_CHANNEL, NewLogin, said};
use super::session::{Session, cookie_of};
use super::write::SameOriginJson;
use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::accounts::throttle::LoginTry;
use crate::accounts::webauthn::RelyingParty;
use crate::channels::request_channel::Channel;
use crate::channels::snapshot::Snapshot;
use crate::console::second_factor::SecondFactorError;
use crate::http::cookie::cookie;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::state::App;

const COOKIE: [&str; 2] = ["touchline-console-login", "__Host-touchline-console-login"];

/// What the ticket of a first step says. A password that is changed meanwhile ends it.
#[derive(Serialize, Deserialize)]
struct FirstStep {
    operator: i64,
    password: [u8; 32],
}

impl FirstStep {
    fn of(operator: OperatorId, password: &PasswordHash) -> Self {
        Self { operator: operator.0, password: TokenKey::of_secret(password.expose()).0 }
    }
}

/// Puts the ticket of a first step into the browser, or takes it away again.
pub(super) struct SetTicket(HeaderValue);

impl SetTicket {
    pub(super) fn none(headers: &HeaderMap) -> Self {
        Self::with(headers, "", 0)
    }

    fn to(headers: &HeaderMap, ticket: &str) -> Self {
        Self::with(headers, ticket, Purpose::OperatorLogin.life() / Timestamp::SECOND)
    }

    fn with(headers: &HeaderMap, ticket: &str, life: i64) -> Self {
        let (name, security) = cookie_of(headers, COOKIE);
        let cookie = format!("{name}={ticket}; Path=/; Max-Age={life}; HttpOnly; SameSite=Strict{security}");
        // Plain ASCII throughout; were it not, the login would only have to begin again.
        Self(HeaderValue::from_str(&cookie).unwrap_or(HeaderValue::from_static("")))
    }
}

impl IntoResponseParts for SetTicket {
    type Error = Infallible;

    fn into_response_parts(self, mut answer: ResponseParts) -> Result<ResponseParts, Infallible> {
        answer.headers_mut().append(header::SET_COOKIE, self.0);
        Ok(answer)
    }
}

/// Begins the second step after a right password; `None` if the operator has no second factor.
pub(super) async fn begin(
    app: &App,
    channel: &Snapshot,
    headers: &HeaderMap,
    operator: OperatorId,
    password: &PasswordHash,
) -> Result<Option<(SetTicket, Error)>> {
    let factors = app.store.second_factors(operator).await?;
    if !factors.has_any() {
        return Ok(None);
    }
    let (secret, now) = (one_time_token::secret(rand::rng().random()), app.now());
    let ticket = NewOneTimeToken::new(Purpose::OperatorLogin, TokenKey::of_secret(&secret), now)
        .with(&FirstStep::of(operator, password))?;
    app.store.one_time_token_add(channel.identity.id, ticket, None, now).await?;
    let usable = usable_here(app, channel, headers, operator, &factors).await?;
    Ok(Some((SetTicket::to(headers, &secret), SecondFactorError::Required(usable).into())))
}

/// A browser offers a passkey only at the host that it was made at.
async fn usable_here(
    app: &App,
    channel: &Snapshot,
    headers: &HeaderMap,
    operator: OperatorId,
    factors: &SecondFactors,
) -> Result<Vec<SecondFactor>> {
    let host = RelyingParty::of(channel, headers).map(|site| site.host).ok();
    let has_passkey = match host {
        Some(host) if factors.passkeys > 0 => {
            app.store.operator_passkeys(operator).await?.iter().any(|passkey| passkey.host == host)
        }
        _ => false,
    };
    let usable = [
        (SecondFactor::Authenticator, factors.authenticator_since.is_some()),
        (SecondFactor::Passkey, has_passkey),
        (SecondFactor::RecoveryCode, factors.recovery_codes_left > 0),
    ];
    Ok(usable.into_iter().filter_map(|(factor, is_usable)| is_usable.then_some(factor)).collect())
}

#[derive(Deserialize, ToSchema)]
pub(super) struct CodeLoginRequest {
    /// Six digits of the authenticator app, or a recovery code.
    #[schema(value_type = String, format = Password)]
    code: Secret<String>,
}

/// Finishes a login by a code of the authenticator app or a recovery code. Each works once.
#[utoipa::path(
    post,
    path = "/console/api/login/code",
    tag = "session",
    request_body = CodeLoginRequest,
    responses(
        (status = 200, description = "The operator", body = Data<Session>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Wrong code, or no password within the last five minutes")
    )
)]
pub(super) async fn log_in_with_code(
    State(app): State<App>,
    Channel(channel): Channel,
    arrival: ClientContext,
    headers: HeaderMap,
    SameOriginJson(request): SameOriginJson<CodeLoginRequest>,
) -> Result<LoggedIn> {
    let (name, _) = cookie_of(&headers, COOKIE);
    let ticket = TokenKey::of_secret(cookie(&headers, name).ok_or(SecondFactorError::LoginExpired)?);
    let StoredOperator { operator, authenticator, .. } = first_step(&app, &channel, ticket).await?;
    // A known browser has no attempts of its own here: a right password would give it new ones again and again.
    let address = EmailKey::of(&operator.email);
    let who = LoginTry { from: arrival.from, channel: NO_CHANNEL, address, device: None };
    app.operator_tries.arrive(&who, app.now()).await?;
    let turn = app.operator_tries.code_turn(&who, || app.now()).await?;

    let (typed, now) = (request.code.expose(), app.now());
    let shown = authenticator.filter(|found| found.since.is_some()).and_then(|found| {
        let step = found.key.step_of(typed, now, found.step)?;
        Some((UsedCode::Authenticator { key: found.key, step }, SecondFactor::Authenticator))
    });
    let code = shown.or_else(|| {
        let code = RecoveryCode::typed(typed)?;
        Some((UsedCode::Recovery(code.hash(operator.id)), SecondFactor::RecoveryCode))
    });
    if let Some((code, factor)) = code {
        let login = NewLogin::of(&app, &operator, &arrival, &headers, factor)?;
        let step = SecondStep { channel: channel.identity.id, ticket, code };
        let NewLogin { new, replaces, entry, .. } = login.clone();
        if app.store.operator_session_open_by_code(step, new, replaces, entry).await? {
            app.operator_tries.was_right(turn).await;
            return login.opened(&app, Some(&channel), &headers).await;
        }
    }
    let entry = said(Action::LogInFailed, Some(&operator), &operator.email, &arrival, "code", now);
    app.store.record(entry).await?;
    Err(AccountError::WrongCode.into())
}

/// The operator whose password was right, while the ticket is good.
async fn first_step(app: &App, channel: &Snapshot, ticket: TokenKey) -> Result<StoredOperator> {
    let found = app.store.ticket(channel.identity.id, Purpose::OperatorLogin, ticket, app.now()).await?;
    let step: FirstStep = found.ok_or(SecondFactorError::LoginExpired)?.payload()?;
    let stored = app.store.operator(OperatorId(step.operator)).await?.ok_or(SecondFactorError::LoginExpired)?;
    if stored.is_disabled || TokenKey::of_secret(stored.password.expose()).0 != step.password {
        return Err(SecondFactorError::LoginExpired.into());
    }
    Ok(stored)
}
