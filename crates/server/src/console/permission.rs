//! Permissions of operators. A call only gets its channel by naming a permission, so that no call can forget the check.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use domain::ids::ChannelId;
use domain::operator::{Action, May, Role};
use domain::time::Timestamp;
use http::request::Parts;
use serde_json::{Value, json};
use store::{ApiToken, AuditEntry, OperatorAccess};

use super::bearer::{bearer, of_bearer};
use super::session::Operator;
use crate::channels::snapshot::Snapshot;
use crate::console::error::ConsoleError;
use crate::console::second_factor::SecondFactorError;
use crate::http::error::{Error, Result};
use crate::http::extract::number_of_path;
use crate::state::App;

pub(super) trait Permission {
    /// Absent where every role may call, and no token.
    const MAY: Option<May>;
}

/// A type for each permission, to be named in the arguments of a call.
macro_rules! permissions {
    ($($name:ident),* $(,)?) => {$(
        pub(super) struct $name;

        impl Permission for $name {
            const MAY: Option<May> = Some(May::$name);
        }
    )*};
}

permissions!(
    DeleteFormAnswers,
    EditLibrary,
    EditSite,
    ExportMoney,
    ManageIntegrations,
    ManageTeam,
    ModerateClips,
    RefundOrders,
    RetryMails,
    SeeAudit,
    SeeFormAnswers,
    SeeMails,
    SeeOrders,
);

/// For calls that answer each role with what it may open.
pub(super) struct AnyPermission;

impl Permission for AnyPermission {
    const MAY: Option<May> = None;
}

/// An operator on a channel of theirs, or a program with their token, who may do what the call needs. Other channels are
/// as unknown as those that do not exist.
pub(super) struct Allowed<P> {
    pub(super) channel: Arc<Snapshot>,
    pub(super) access: OperatorAccess,
    role: Role,
    /// The token of a program's call.
    token: Option<ApiToken>,
    at: Timestamp,
    permission: PhantomData<P>,
}

impl<P: Permission> FromRequestParts<App> for Allowed<P> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let (token, access) = match bearer(&parts.headers) {
            Some(token) => of_bearer(app, token).await.map(|(token, access)| (Some(token), access))?,
            None => (None, Operator::from_request_parts(parts, app).await?.access),
        };
        let asked = ChannelId(number_of_path(parts, app, "id").await?);
        let role = access.role(asked).filter(|_| token.as_ref().is_none_or(|token| token.channel == asked));
        let (role, channel) = role.zip(app.channels.by_id(asked)).ok_or(Error::NotFound("channel"))?;
        if access.needs_second_factor(asked) {
            return Err(SecondFactorError::RequiredByChannel.into());
        }
        let allowed = Self { channel, access, role, token, at: app.now(), permission: PhantomData };
        let is_allowed = P::MAY.map_or(allowed.token.is_none(), |what| allowed.may(what));
        if is_allowed { Ok(allowed) } else { Err(ConsoleError::RoleForbids.into()) }
    }
}

impl<P> Allowed<P> {
    pub(super) fn operator(&self) -> &domain::operator::Operator {
        &self.access.operator
    }

    /// A token adds no right to those of its operator.
    pub(super) fn may(&self, what: May) -> bool {
        self.role.may(what) && self.token.as_ref().is_none_or(|token| token.scopes.contains(&what))
    }

    /// What is written down of what the operator does.
    pub(super) fn entry(&self, action: Action, subject: impl ToString) -> AuditEntry {
        let mut detail = json!({ "role": self.role });
        if let Some(token) = &self.token {
            detail["token"] = token.name.as_str().into();
        }
        let channel = Some(self.channel.identity.id);
        let (operator, at) = (Some(self.access.operator.id), self.at);
        AuditEntry { channel, operator, at, action, subject: subject.to_string(), detail }
    }
}

/// A channel, for its owners and for the server's administrators. To others it is as unknown as one that does not exist.
pub(super) struct ManagedChannel {
    pub(super) channel: Arc<Snapshot>,
    pub(super) operator: Operator,
    /// Absent for an administrator who is not of the team.
    role: Option<Role>,
}

impl FromRequestParts<App> for ManagedChannel {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let operator = Operator::from_request_parts(parts, app).await?;
        let asked = ChannelId(number_of_path(parts, app, "id").await?);
        let role = operator.role(asked);
        let is_administrator = operator.operator.is_administrator;
        let channel = app.channels.by_id(asked).filter(|_| is_administrator || role.is_some());
        let channel = channel.ok_or(Error::NotFound("channel"))?;
        if operator.needs_second_factor(asked) {
            return Err(SecondFactorError::RequiredByChannel.into());
        }
        if !is_administrator && !role.is_some_and(|role| role.may(May::ManageChannel)) {
            return Err(ConsoleError::RoleForbids.into());
        }
        Ok(Self { channel, operator, role })
    }
}

impl ManagedChannel {
    /// What is written down of what the operator does.
    pub(super) fn entry(&self, action: Action, subject: impl ToString) -> AuditEntry {
        entry(&self.operator, Some(self.channel.identity.id), action, subject, json!({ "role": self.role }))
    }
}

/// A channel, for the server's administrators alone.
pub(super) struct AdministeredChannel {
    pub(super) id: ChannelId,
    /// Absent if there is none of this id, or if it is deleted.
    channel: Option<Arc<Snapshot>>,
    pub(super) operator: Operator,
}

impl FromRequestParts<App> for AdministeredChannel {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let operator = Operator::from_request_parts(parts, app).await?;
        let id = ChannelId(number_of_path(parts, app, "id").await?);
        if !operator.operator.is_administrator {
            let is_theirs = operator.role(id).is_some() && app.channels.by_id(id).is_some();
            return Err(if is_theirs { ConsoleError::RoleForbids.into() } else { Error::NotFound("channel") });
        }
        if operator.needs_second_factor(id) {
            return Err(SecondFactorError::RequiredByChannel.into());
        }
        Ok(Self { id, channel: app.channels.by_id(id), operator })
    }
}

impl AdministeredChannel {
    pub(super) fn channel(&self) -> Result<&Arc<Snapshot>> {
        self.channel.as_ref().ok_or(Error::NotFound("channel"))
    }

    /// What is written down of what the administrator does.
    pub(super) fn entry(&self, action: Action, subject: impl ToString) -> AuditEntry {
        entry(&self.operator, Some(self.id), action, subject, json!({}))
    }
}

/// An operator who may create channels on this server.
pub(super) struct Administrator(pub(super) Operator);

impl FromRequestParts<App> for Administrator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let operator = Operator::from_request_parts(parts, app).await?;
        if !operator.operator.is_administrator {
            return Err(ConsoleError::RoleForbids.into());
        }
        Ok(Self(operator))
    }
}

/// The audit entry of an action.
pub(super) fn entry(
    operator: &Operator,
    channel: Option<ChannelId>,
    action: Action,
    subject: impl ToString,
    detail: Value,
) -> AuditEntry {
    let (operator, at) = (Some(operator.operator.id), operator.now);
    AuditEntry { channel, operator, at, action, subject: subject.to_string(), detail }
}
