//! The audit log of operators. Rows are only inserted; the database rejects changes.

use domain::ids::{ChannelId, OperatorId};
use domain::operator::Action;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{DatabaseTransaction, EntityTrait};
use serde_json::Value;

use crate::entities::operator::audit;
use crate::enum_text::word;
use crate::{Result, Store};

/// An entry of the audit log.
#[derive(Clone, Debug)]
pub struct AuditEntry {
    /// Absent for what concerns no channel, such as a login.
    pub channel: Option<ChannelId>,
    /// Absent if the operator is unknown.
    pub operator: Option<OperatorId>,
    pub at: Timestamp,
    pub action: Action,
    /// The subject, as a short id: never a secret or personal data of a fan.
    pub subject: String,
    pub detail: Value,
}

impl AuditEntry {
    /// An owner was created on the command line.
    pub fn owner_created(email: &str, channels: &[&str], at: Timestamp) -> Self {
        Self {
            channel: None,
            operator: None,
            at,
            action: Action::CreateOwner,
            subject: email.trim().to_owned(),
            detail: serde_json::json!({ "channels": channels }),
        }
    }

    /// With the state before and after.
    pub fn changing(mut self, before: impl Into<Value>, after: impl Into<Value>) -> Self {
        if let Value::Object(detail) = &mut self.detail {
            detail.insert("before".to_owned(), before.into());
            detail.insert("after".to_owned(), after.into());
        }
        self
    }

    /// With one more thing that is worth knowing.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        if let Value::Object(detail) = &mut self.detail {
            detail.insert(name.to_owned(), value.into());
        }
        self
    }

    pub(crate) fn about(self, subject: String) -> Self {
        Self { subject, ..self }
    }
}

impl Store {
    /// Records an action that changes nothing else.
    pub async fn record(&self, entry: AuditEntry) -> Result<()> {
        self.write(move |transaction| {
            let entry = entry.clone();
            Box::pin(async move { record(transaction, &entry).await })
        })
        .await
    }
}

/// Records an action in the transaction that does it.
pub(crate) async fn record(tx: &DatabaseTransaction, entry: &AuditEntry) -> Result<()> {
    let row = audit::ActiveModel {
        id: NotSet,
        channel_id: Set(entry.channel.map(|id| id.0)),
        operator_id: Set(entry.operator.map(|id| id.0)),
        at: Set(entry.at.0),
        action: Set(word(&entry.action)?),
        subject: Set(entry.subject.clone()),
        detail: Set(entry.detail.clone()),
    };
    audit::Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}
