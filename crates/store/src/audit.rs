//! What operators did. Rows are added and never changed; the database itself sees to that.

use domain::ids::{ChannelId, OperatorId};
use domain::operator::Action;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{DatabaseTransaction, EntityTrait};
use serde_json::Value;

use crate::rows::operator::audit;
use crate::words::word;
use crate::{Result, Store};

/// One thing that somebody did.
#[derive(Clone, Debug)]
pub struct AuditEntry {
    /// Absent for what concerns no channel, such as a login.
    pub channel: Option<ChannelId>,
    /// Absent when nobody knows who it was.
    pub operator: Option<OperatorId>,
    pub at: Timestamp,
    pub action: Action,
    /// What it was done to, in a word: never a secret, and nothing of a fan.
    pub subject: String,
    pub detail: Value,
}

impl AuditEntry {
    /// That somebody became an owner by the command line.
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
}

impl Store {
    /// Writes down what somebody did that changes nothing else.
    pub async fn record(&self, entry: AuditEntry) -> Result<()> {
        self.write(move |transaction| {
            let entry = entry.clone();
            Box::pin(async move { record(transaction, &entry).await })
        })
        .await
    }
}

/// Writes down what somebody did as part of doing it.
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
