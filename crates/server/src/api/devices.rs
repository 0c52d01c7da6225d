//! Device login: a TV shows a code, a logged-in member enters it on another device, and the TV is logged in.

use axum::extract::State;
use domain::device_code::DeviceCode;
use domain::geo::Code;
use domain::network::Network;
use domain::one_time_token::{self, Purpose, TokenKey};
use mail::Letter;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::Approval;
use utoipa::ToSchema;

use crate::accounts::caller::{Keyed, Member, Visitor};
use crate::accounts::client_context::{ClientContext, RememberDevice};
use crate::accounts::error::AccountError;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::mailer::email::Recipient;
use crate::state::App;

use super::account::Profile;
use super::session::{self, LoggedIn};

/// Seconds between two questions of a TV.
const POLL_INTERVAL: u32 = 3;

#[derive(Deserialize, ToSchema)]
pub(super) struct DeviceCodeRequest {}

/// A device code to show and a token to poll with.
#[derive(Serialize, ToSchema)]
pub(super) struct ShownCode {
    /// The code to show.
    code: String,
    /// Secret token that only the device knows.
    device_token: String,
    /// Seconds.
    expires_in: i64,
    /// Seconds.
    poll_every: u32,
    /// The page where the code is entered.
    url: String,
}

/// Creates a login code for a device without a keyboard.
#[utoipa::path(
    post,
    path = "/api/auth/device-code",
    tag = "account",
    request_body = DeviceCodeRequest,
    responses(
        (status = 200, description = "The code to show", body = Data<ShownCode>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Already logged in")
    )
)]
pub(super) async fn create_device_code(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(Visitor { channel, member, .. }, _): Keyed<Visitor, DeviceCodeRequest>,
) -> Result<Data<ShownCode>> {
    if member.is_some() {
        return Err(AccountError::AlreadyLoggedIn.into());
    }
    let (identity, now) = (&channel.identity, app.now());
    app.limits.device_codes.take(Network::of(arrival.from), now).await?;
    let code = DeviceCode::new(rand::rng().random());
    let device_token = one_time_token::secret(rand::rng().random());
    let session = TokenKey::of_secret(&device_token);
    let country = app.countries.of(arrival.from);
    let device = store::AskingDevice { name: arrival.device, country, address: arrival.from };
    app.store.device_request(identity.id, code.key(&identity.key_secret), session, device, now).await?;
    Ok(Data::new(ShownCode {
        code: code.shown(),
        device_token,
        expires_in: Purpose::DeviceCode.life() / domain::time::Timestamp::SECOND,
        poll_every: POLL_INTERVAL,
        url: app.mailer.site(&channel).url("/activate"),
    }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct DeviceSessionRequest {
    device_token: String,
}

/// The state of a device login.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum DeviceStatus {
    Pending,
    Approved,
    /// Or never asked, or answered already.
    Expired,
}

#[derive(Serialize, ToSchema)]
pub(super) struct DeviceSession {
    status: DeviceStatus,
    /// Replaces the key that the call was made with.
    api_key: Option<String>,
    user: Option<Profile>,
}

impl DeviceSession {
    fn without_member(status: DeviceStatus) -> Data<Self> {
        Data::new(Self { status, api_key: None, user: None })
    }
}

/// Polls whether a device was logged in. The session is returned once.
#[utoipa::path(
    post,
    path = "/api/auth/device-session",
    tag = "account",
    request_body = DeviceSessionRequest,
    responses(
        (status = 200, description = "The state of the device login", body = Data<DeviceSession>)
    )
)]
pub(super) async fn get_device_session(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(Visitor { channel, session, .. }, request): Keyed<Visitor, DeviceSessionRequest>,
) -> Result<(Option<RememberDevice>, Data<DeviceSession>)> {
    let (id, now) = (channel.identity.id, app.now());
    let key = TokenKey::of_secret(&request.device_token);
    let expired = || Ok((None, DeviceSession::without_member(DeviceStatus::Expired)));
    let Some(asked) = app.store.ticket(id, Purpose::DeviceSession, key, now).await? else { return expired() };
    if asked.account.is_none() {
        return Ok((None, DeviceSession::without_member(DeviceStatus::Pending)));
    }
    let taken = app.store.one_time_token_take(id, Purpose::DeviceSession, key, now).await?;
    let Some(account) = taken.and_then(|taken| taken.account) else { return expired() };
    let Some(account) = app.store.account(id, account).await? else { return expired() };
    let (device, LoggedIn { api_key, user }) =
        session::open_announced(&app, &channel, &account, session, &arrival).await?;
    let answer = DeviceSession { status: DeviceStatus::Approved, api_key: Some(api_key), user: Some(user) };
    Ok((Some(device), Data::new(answer)))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct DeviceLookupRequest {
    /// The code that the device shows.
    code: String,
}

/// A device that asks to be logged in, described so that its owner recognises it.
#[derive(Serialize, ToSchema)]
pub(super) struct AskingDevice {
    /// For example "Samsung TV".
    device: String,
    /// English name of the device's country; null if unknown.
    country: Option<&'static str>,
    /// The device's IP address.
    address: String,
    /// Send it with the code to log the device in. Valid for minutes, for the same member.
    confirmation: String,
}

/// Returns the device that shows a code, and its location. Logging it in requires the `confirmation` of this response,
/// so that a member always sees the device first.
#[utoipa::path(
    post,
    path = "/api/auth/device-lookup",
    tag = "account",
    request_body = DeviceLookupRequest,
    responses(
        (status = 200, description = "The device", body = Data<AskingDevice>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Wrong code")
    )
)]
pub(super) async fn look_up_device(
    State(app): State<App>,
    Keyed(member, request): Keyed<Member, DeviceLookupRequest>,
) -> Result<Data<AskingDevice>> {
    let (id, account, now) = (member.channel.identity.id, member.member.account.id, app.now());
    let (code, device) = find(&app, &member, &request.code).await?;
    let confirmation = one_time_token::secret(rand::rng().random());
    app.store.device_show(id, account, code, TokenKey::of_secret(&confirmation), now).await?;
    Ok(Data::new(AskingDevice {
        device: device.name,
        country: device.country.and_then(Code::name),
        address: device.address.to_string(),
        confirmation,
    }))
}

/// The device that shows a code. A wrong one costs a try.
async fn find(app: &App, member: &Member, code: &str) -> Result<(TokenKey, store::AskingDevice)> {
    let (identity, account, now) = (&member.channel.identity, member.member.account.id, app.now());
    app.limits.device_codes_typed.take((identity.id, account), now).await?;
    let code = DeviceCode::typed(code).ok_or(AccountError::WrongCode)?.key(&identity.key_secret);
    let device = app.store.device_requesting(identity.id, code, now).await?.ok_or(AccountError::WrongCode)?;
    app.limits.device_codes_typed.give_back((identity.id, account)).await;
    Ok((code, device))
}

/// Lets in the device that shows a code, as this member, who was shown which it is; the answer is the device's name.
pub(super) async fn approve(app: &App, member: &Member, code: &str, confirmation: Option<&str>) -> Result<String> {
    let confirmation = TokenKey::of_secret(confirmation.ok_or(AccountError::ConfirmationNeeded)?);
    let (channel, account) = (&member.channel, &member.member.account);
    let (code, device) = find(app, member, code).await?;
    let letter = Letter::DeviceConnected {
        device: device.name.clone(),
        country: device.country.and_then(Code::name).map(str::to_owned),
        address: device.address.to_string(),
        devices: app.mailer.site(channel).url("/profile/edit"),
    };
    let notice = app.mailer.write(channel, Recipient::of(account), &letter);
    let approval = Approval { account: account.id, code, confirmation, notice };
    let is_in = app.store.device_approve(channel.identity.id, approval, app.now()).await?;
    if is_in { Ok(device.name) } else { Err(AccountError::ConfirmationNeeded.into()) }
}
