//! Accepting an invitation to a channel's team, by the token that was mailed.

use axum::extract::State;
use domain::account::EmailKey;
use domain::one_time_token::TokenKey;
use domain::operator::Role;
use domain::secret::Secret;
use domain::team::{TeamError, joining_errors};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use store::{AcceptOutcome, Invitee};
use utoipa::ToSchema;

use super::device::RememberDevice;
use super::login::{NO_CHANNEL, NewLogin};
use super::session::{Operator, Session, SetSession, key_of};
use super::write::SameOriginJson;
use crate::accounts::client_context::ClientContext;
use crate::accounts::throttle::LoginTry;
use crate::channels::request_channel::Channel;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::refusal::Refusal;
use crate::state::App;

/// Why an invitation is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum InvitationError {
    /// Used, withdrawn, replaced, too old or never one: nobody learns which.
    #[error("This invitation is no longer valid")]
    Ended,
    #[error("Log in with the invited e-mail address to accept this invitation")]
    NeedsLogin,
}

impl Refusal for InvitationError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Ended => StatusCode::NOT_FOUND,
            Self::NeedsLogin => StatusCode::BAD_REQUEST,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Ended => "invitation_ended",
            Self::NeedsLogin => "invitation_needs_login",
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct InvitationToken {
    #[schema(value_type = String, format = Password)]
    token: Secret<String>,
}

/// An invitation as its recipient sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct ReceivedInvitation {
    /// The channel's name.
    channel: String,
    role: Role,
    email: String,
    /// The name of the operator who invited.
    invited_by: Option<String>,
    /// Seconds since 1970.
    expires_at: i64,
    /// Whether the address has an account, which has to be logged in to accept.
    has_account: bool,
}

/// Returns the invitation of a token.
#[utoipa::path(
    post,
    path = "/console/api/invitation",
    tag = "invitation",
    request_body = InvitationToken,
    responses(
        (status = 200, description = "The invitation", body = Data<ReceivedInvitation>),
        (status = 404, description = "The invitation was used or withdrawn, or is too old"),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again")
    )
)]
pub(super) async fn get_invitation(
    State(app): State<App>,
    arrival: ClientContext,
    SameOriginJson(InvitationToken { token }): SameOriginJson<InvitationToken>,
) -> Result<Data<ReceivedInvitation>> {
    let invitation = find(&app, &arrival, &token).await?;
    let channel = app.channels.by_id(invitation.channel).ok_or(InvitationError::Ended)?;
    let account = account_of(&app, &invitation).await?;
    Ok(Data::new(ReceivedInvitation {
        channel: channel.profile.name.clone(),
        role: invitation.role,
        email: invitation.email,
        invited_by: invitation.invited_by,
        expires_at: invitation.expires_at.seconds(),
        has_account: account.is_some(),
    }))
}

/// The body that accepts an invitation. An address without an account needs name and password.
#[derive(Deserialize, ToSchema)]
pub(super) struct AcceptRequest {
    #[schema(value_type = String, format = Password)]
    token: Secret<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    #[schema(value_type = String, format = Password)]
    password: Secret<String>,
}

/// Accepts an invitation. A new operator is logged in; an address that has an account must be logged in already.
#[utoipa::path(
    post,
    path = "/console/api/invitation/accept",
    tag = "invitation",
    request_body = AcceptRequest,
    responses(
        (status = 200, description = "The operator, with the new channel", body = Data<Session>),
        (status = 404, description = "The invitation was used or withdrawn, or is too old"),
        (status = 409, description = "The team is full"),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Invalid fields, or the account of the address is not logged in")
    )
)]
pub(super) async fn accept_invitation(
    State(app): State<App>,
    Channel(channel): Channel,
    arrival: ClientContext,
    headers: HeaderMap,
    SameOriginJson(request): SameOriginJson<AcceptRequest>,
) -> Result<(Option<SetSession>, Option<RememberDevice>, Data<Session>)> {
    let invitation = find(&app, &arrival, &request.token).await?;
    let token = TokenKey::of_secret(request.token.expose());
    let invitee = match account_of(&app, &invitation).await? {
        Some(account) => {
            let logged_in = logged_in(&app, &headers).await?.filter(|operator| operator.operator.id == account.id);
            Invitee::Known(logged_in.ok_or(InvitationError::NeedsLogin)?.operator.id)
        }
        None => new_operator(&app, &invitation.email, request).await?,
    };
    let is_new = matches!(invitee, Invitee::New { .. });
    let operator = match app.store.invitation_accept(token, invitee, app.now()).await? {
        AcceptOutcome::Joined(operator) => operator,
        AcceptOutcome::Ended => return Err(InvitationError::Ended.into()),
        AcceptOutcome::NeedsLogin => return Err(InvitationError::NeedsLogin.into()),
        AcceptOutcome::Full => return Err(TeamError::Full.into()),
    };
    if is_new {
        let login = NewLogin::of(&app, &operator, &arrival, &headers, "invitation")?;
        let (session, device, _, answer) = login.open(&app, Some(&channel), &headers).await?;
        return Ok((Some(session), device, answer));
    }
    let operator = logged_in(&app, &headers).await?.ok_or(Error::Unauthenticated)?;
    Ok((None, None, Data::new(Session::of(&app, operator))))
}

/// The invitation of a token. Wrong tokens are throttled as wrong passwords are.
async fn find(app: &App, arrival: &ClientContext, token: &Secret<String>) -> Result<store::Invitation> {
    let who = LoginTry { from: arrival.from, channel: NO_CHANNEL, address: None, device: None };
    app.operator_tries.arrive(&who, app.now()).await?;
    let turn = app.operator_tries.unasked_turn(&who, || app.now()).await?;
    let found = app.store.invitation_by_token(TokenKey::of_secret(token.expose()), app.now()).await?;
    let found = found.ok_or(InvitationError::Ended)?;
    app.operator_tries.was_right(turn).await;
    Ok(found)
}

/// The operator who has the invited address.
async fn account_of(app: &App, invitation: &store::Invitation) -> Result<Option<domain::operator::Operator>> {
    let address = EmailKey::of(&invitation.email).ok_or(Error::Internal)?;
    Ok(app.store.operator_by_email(&address).await?.map(|found| found.operator))
}

async fn logged_in(app: &App, headers: &HeaderMap) -> Result<Option<Operator>> {
    match key_of(headers) {
        Some(session) => Operator::of_session(app, session).await,
        None => Ok(None),
    }
}

async fn new_operator(app: &App, email: &str, AcceptRequest { name, password, .. }: AcceptRequest) -> Result<Invitee> {
    let errors = joining_errors(&name, &password, email);
    if !errors.is_empty() {
        return Err(errors.into());
    }
    Ok(Invitee::New { name: name.trim().to_owned(), password: app.passwords.hash(password).await? })
}
