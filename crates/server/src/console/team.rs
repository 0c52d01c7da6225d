//! The channel's team: its operators, their roles, and what each role may do.

use axum::extract::{FromRequestParts, State};
use domain::ids::OperatorId;
use domain::operator::{Action, May, Role};
use domain::team::TeamError;
use http::StatusCode;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use store::RoleChange;
use utoipa::ToSchema;

use super::invitations::OpenInvitation;
use super::permission::{Allowed, ManageTeam};
use super::write::{SameOrigin, SameOriginJson};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::number_of_path;
use crate::http::refusal::Refusal;
use crate::state::App;

impl Refusal for TeamError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotInTeam => StatusCode::NOT_FOUND,
            Self::RoleForbids => StatusCode::FORBIDDEN,
            Self::LastOwner | Self::AlreadyInTeam | Self::Full | Self::TooManyInvitations => StatusCode::CONFLICT,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotInTeam => "not_found",
            Self::RoleForbids => "role_forbids",
            Self::LastOwner => "last_owner",
            Self::AlreadyInTeam => "already_in_team",
            Self::Full => "team_full",
            Self::TooManyInvitations => "too_many_invitations",
        }
    }
}

/// The team of a channel.
#[derive(Serialize, ToSchema)]
pub(super) struct Team {
    /// By name; at most 200.
    members: Vec<TeamMember>,
    /// Newest first; at most 100.
    invitations: Vec<OpenInvitation>,
    /// What each role may do.
    roles: Vec<RolePermissions>,
}

/// An operator of the channel.
#[derive(Serialize, ToSchema)]
struct TeamMember {
    #[schema(value_type = i64)]
    id: OperatorId,
    name: String,
    email: String,
    role: Role,
    /// Whether the operator has an authenticator app or a passkey.
    has_second_factor: bool,
    /// Seconds since 1970; null without a session.
    last_seen_at: Option<i64>,
    /// The last owner can neither leave nor lose the role.
    is_last_owner: bool,
}

impl From<store::TeamMember> for TeamMember {
    fn from(member: store::TeamMember) -> Self {
        let domain::operator::Operator { id, email, name, .. } = member.operator;
        Self {
            id,
            name,
            email,
            role: member.role,
            has_second_factor: member.has_second_factor,
            last_seen_at: member.last_seen_at.map(|at| at.seconds()),
            is_last_owner: member.is_last_owner,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct RolePermissions {
    role: Role,
    may: Vec<May>,
}

impl RolePermissions {
    fn of(role: Role) -> Self {
        Self { role, may: May::ALL.into_iter().filter(|what| role.may(*what)).collect() }
    }
}

/// The operator that the path names.
pub(super) struct OperatorNumber(OperatorId);

impl FromRequestParts<App> for OperatorNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "operator").await.map(|id| Self(OperatorId(id)))
    }
}

/// Returns the channel's operators, its open invitations and what each role may do.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/team",
    tag = "team",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The team", body = Data<Team>)
    )
)]
pub(super) async fn get_team(State(app): State<App>, allowed: Allowed<ManageTeam>) -> Result<Data<Team>> {
    let channel = allowed.channel.identity.id;
    let members = app.store.team(channel).await?;
    let invitations = app.store.invitations(channel, app.now()).await?;
    Ok(Data::new(Team {
        members: members.into_iter().map(TeamMember::from).collect(),
        invitations: invitations.into_iter().map(OpenInvitation::from).collect(),
        roles: Role::ALL.map(RolePermissions::of).into(),
    }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct RoleRequest {
    role: Role,
}

/// The operator, with the role that they have now; null if they were removed.
#[derive(Serialize, ToSchema)]
pub(super) struct OperatorRole {
    #[schema(value_type = i64)]
    id: OperatorId,
    role: Option<Role>,
}

/// Gives an operator of the team another role, which holds from their next call.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/team/{operator}",
    tag = "team",
    params(("id" = i64, Path, description = "The channel"), ("operator" = i64, Path, description = "The operator")),
    request_body = RoleRequest,
    responses(
        (status = 200, description = "The operator's role", body = Data<OperatorRole>),
        (status = 409, description = "The channel's last owner"),
        (status = "default", description = "No such operator, or the role does not allow it")
    )
)]
pub(super) async fn change_role(
    State(app): State<App>,
    allowed: Allowed<ManageTeam>,
    OperatorNumber(whom): OperatorNumber,
    SameOriginJson(RoleRequest { role }): SameOriginJson<RoleRequest>,
) -> Result<Data<OperatorRole>> {
    change(&app, &allowed, whom, Some(role), Action::ChangeRole).await
}

/// Removes an operator from the team. They lose the channel with their next call, and keep their account.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/team/{operator}",
    tag = "team",
    params(("id" = i64, Path, description = "The channel"), ("operator" = i64, Path, description = "The operator")),
    responses(
        (status = 200, description = "Removed", body = Data<OperatorRole>),
        (status = 409, description = "The channel's last owner"),
        (status = "default", description = "No such operator, or the role does not allow it")
    )
)]
pub(super) async fn remove_operator(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<ManageTeam>,
    OperatorNumber(whom): OperatorNumber,
) -> Result<Data<OperatorRole>> {
    change(&app, &allowed, whom, None, Action::RemoveOperator).await
}

async fn change(
    app: &App,
    allowed: &Allowed<ManageTeam>,
    whom: OperatorId,
    to: Option<Role>,
    action: Action,
) -> Result<Data<OperatorRole>> {
    let change = RoleChange { by: allowed.operator().id, whom, to };
    let entry = allowed.entry(action, whom);
    app.store.team_change(allowed.channel.identity.id, change, entry).await??;
    Ok(Data::new(OperatorRole { id: whom, role: to }))
}
