//! Permissions of operators. A call only gets its channel by naming a permission, so that no call can forget the check.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use domain::ids::ChannelId;
use domain::operator::{Action, May, Role};
use http::request::Parts;
use serde_json::{Value, json};
use store::AuditEntry;

use super::session::Operator;
use crate::channels::snapshot::Snapshot;
use crate::console::error::ConsoleError;
use crate::http::error::{Error, Result};
use crate::http::extract::number_of_path;
use crate::state::App;

pub(super) trait Permission {
    const MAY: May;
}

pub(super) struct SeeMails;

impl Permission for SeeMails {
    const MAY: May = May::SeeMails;
}

pub(super) struct RetryMails;

impl Permission for RetryMails {
    const MAY: May = May::RetryMails;
}

pub(super) struct UploadVideo;

impl Permission for UploadVideo {
    const MAY: May = May::UploadVideo;
}

pub(super) struct ModerateClips;

impl Permission for ModerateClips {
    const MAY: May = May::ModerateClips;
}

pub(super) struct SeeOrders;

impl Permission for SeeOrders {
    const MAY: May = May::SeeOrders;
}

pub(super) struct RefundOrders;

impl Permission for RefundOrders {
    const MAY: May = May::RefundOrders;
}

pub(super) struct EditSite;

impl Permission for EditSite {
    const MAY: May = May::EditSite;
}

/// An operator on a channel of theirs, who may do what the call needs. Other channels are as unknown as those that do
/// not exist.
pub(super) struct Allowed<P> {
    pub(super) channel: Arc<Snapshot>,
    pub(super) role: Role,
    operator: Operator,
    permission: PhantomData<P>,
}

impl<P: Permission> FromRequestParts<App> for Allowed<P> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let operator = Operator::from_request_parts(parts, app).await?;
        let asked = ChannelId(number_of_path(parts, app, "id").await?);
        let theirs = operator.channels.iter().find(|(id, _)| *id == asked).map(|(_, role)| *role);
        let (role, channel) = theirs.zip(app.channels.by_id(asked)).ok_or(Error::NotFound("channel"))?;
        if !role.may(P::MAY) {
            return Err(ConsoleError::RoleForbids.into());
        }
        Ok(Self { channel, role, operator, permission: PhantomData })
    }
}

impl<P> Allowed<P> {
    /// What is written down of what the operator does.
    pub(super) fn entry(&self, action: Action, subject: impl ToString) -> AuditEntry {
        entry(&self.operator, Some(self.channel.identity.id), action, subject, json!({ "role": self.role }))
    }
}

/// What is written down of what somebody does.
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
