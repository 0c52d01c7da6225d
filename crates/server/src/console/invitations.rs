//! Invitations of colleagues to the channel's team, each sent by mail.

use axum::extract::{FromRequestParts, State};
use domain::channel::Language;
use domain::one_time_token::{self, TokenKey};
use domain::operator::{Action, Role};
use domain::registration;
use domain::team::INVITATION_LIFE;
use domain::time::Timestamp;
use http::request::Parts;
use mail::Letter;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::{InvitationLetter, NewInvitation};
use utoipa::ToSchema;

use super::permission::{Allowed, ManageTeam};
use super::write::{SameOrigin, SameOriginJson};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::number_of_path;
use crate::mailer::email::{Recipient, day};
use crate::state::App;

/// An invitation that was not accepted yet.
#[derive(Serialize, ToSchema)]
pub(super) struct OpenInvitation {
    id: i64,
    email: String,
    role: Role,
    /// The name of the operator who invited.
    invited_by: Option<String>,
    /// Seconds since 1970.
    created_at: i64,
    /// Seconds since 1970.
    expires_at: i64,
}

impl From<store::Invitation> for OpenInvitation {
    fn from(invitation: store::Invitation) -> Self {
        Self {
            id: invitation.id,
            email: invitation.email,
            role: invitation.role,
            invited_by: invitation.invited_by,
            created_at: invitation.created_at.seconds(),
            expires_at: invitation.expires_at.seconds(),
        }
    }
}

/// The invitation that the path names.
pub(super) struct InvitationId(i64);

impl FromRequestParts<App> for InvitationId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "invitation").await.map(Self)
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct InvitationRequest {
    email: String,
    role: Role,
    /// Language of the mail (default: the channel's).
    language: Option<Language>,
}

/// Invites a colleague by mail. An open invitation of the same address is replaced, and its link ends.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/invitations",
    tag = "team",
    params(("id" = i64, Path, description = "The channel")),
    request_body = InvitationRequest,
    responses(
        (status = 200, description = "The invitation", body = Data<OpenInvitation>),
        (status = 409, description = "Already in the team, or the team or its invitations are at their limit"),
        (status = 429, description = "Too many invitations in an hour; `Retry-After` says when to try again"),
        (status = "default", description = "Invalid e-mail address, or the role does not allow it")
    )
)]
pub(super) async fn create_invitation(
    State(app): State<App>,
    allowed: Allowed<ManageTeam>,
    SameOriginJson(request): SameOriginJson<InvitationRequest>,
) -> Result<Data<OpenInvitation>> {
    registration::address(&request.email).map_err(|error| Error::of_field("email", error))?;
    let (channel, now) = (allowed.channel.identity.id, app.now());
    app.limits.invitations.take(channel, now).await?;
    let email = request.email.trim().to_owned();
    let letter = letter(&app, &allowed, &email, request.role, request.language, now);
    let new = NewInvitation { email, role: request.role, by: allowed.operator().id, letter };
    let put = app.store.invitation_put(channel, new, allowed.entry(Action::InviteOperator, "")).await?;
    if put.is_err() {
        // No mail was sent.
        app.limits.invitations.give_back(channel).await;
    }
    let id = put?;
    let invitation = app.store.invitation(channel, id, now).await?.ok_or(Error::NotFound("invitation"))?;
    Ok(Data::new(invitation.into()))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ResendRequest {
    /// Language of the mail (default: the channel's).
    language: Option<Language>,
}

/// Sends an invitation again with a new link. The earlier link ends, and the time to accept begins anew.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/invitations/{invitation}/resend",
    tag = "team",
    params(("id" = i64, Path, description = "The channel"), ("invitation" = i64, Path, description = "The invitation")),
    request_body = ResendRequest,
    responses(
        (status = 200, description = "The invitation", body = Data<OpenInvitation>),
        (status = 429, description = "Too many invitations in an hour; `Retry-After` says when to try again"),
        (status = "default", description = "No such open invitation, or the role does not allow it")
    )
)]
pub(super) async fn resend_invitation(
    State(app): State<App>,
    allowed: Allowed<ManageTeam>,
    InvitationId(id): InvitationId,
    SameOriginJson(request): SameOriginJson<ResendRequest>,
) -> Result<Data<OpenInvitation>> {
    let (channel, now) = (allowed.channel.identity.id, app.now());
    let open = app.store.invitation(channel, id, now).await?.ok_or(Error::NotFound("invitation"))?;
    app.limits.invitations.take(channel, now).await?;
    let letter = letter(&app, &allowed, &open.email, open.role, request.language, now);
    let entry = allowed.entry(Action::ResendInvitation, "");
    let sent = app.store.invitation_resend(channel, id, letter, entry).await?;
    sent.ok_or(Error::NotFound("invitation"))?;
    let expires_at = now.plus(INVITATION_LIFE);
    Ok(Data::new(store::Invitation { expires_at, ..open }.into()))
}

/// The withdrawn invitation.
#[derive(Serialize, ToSchema)]
pub(super) struct Withdrawn {
    id: i64,
}

/// Withdraws an invitation. Its link ends at once.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/invitations/{invitation}",
    tag = "team",
    params(("id" = i64, Path, description = "The channel"), ("invitation" = i64, Path, description = "The invitation")),
    responses(
        (status = 200, description = "Withdrawn", body = Data<Withdrawn>),
        (status = "default", description = "No such invitation, or the role does not allow it")
    )
)]
pub(super) async fn withdraw_invitation(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<ManageTeam>,
    InvitationId(id): InvitationId,
) -> Result<Data<Withdrawn>> {
    let entry = allowed.entry(Action::WithdrawInvitation, "");
    let withdrawn = app.store.invitation_withdraw(allowed.channel.identity.id, id, entry).await?;
    withdrawn.ok_or(Error::NotFound("invitation"))?;
    Ok(Data::new(Withdrawn { id }))
}

/// The mail with a new token, which stands in the fragment of the link: browsers send that to no server.
fn letter(
    app: &App,
    allowed: &Allowed<ManageTeam>,
    email: &str,
    role: Role,
    language: Option<Language>,
    now: Timestamp,
) -> InvitationLetter {
    let channel = &allowed.channel;
    let token = one_time_token::secret(rand::rng().random());
    let letter = Letter::Invitation {
        inviter: allowed.operator().name.clone(),
        role,
        until: day(now.plus(INVITATION_LIFE), &channel.profile.zone()),
        link: app.mailer.site(channel).url(&format!("/console/invitation#{token}")),
    };
    let to = Recipient { account: None, email, name: "", language };
    InvitationLetter { token: TokenKey::of_secret(&token), mail: app.mailer.write(channel, to, &letter), now }
}
