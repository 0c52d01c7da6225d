//! The first operator of a server, and the channels that administrators create.

use domain::account::EmailKey;
use domain::channel_setup::SetupRecord;
use domain::ids::{ChannelId, OperatorId};
use domain::operator::Role;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, PaginatorTrait, QueryFilter};

use crate::audit::{self, AuditEntry};
use crate::channel_aliases::is_free;
use crate::channel_setup::set_record;
use crate::entities::channel::hosts;
use crate::entities::operator::operators;
use crate::import::{self, ChannelImport};
use crate::operators::{NewOperator, give_role, upsert};
use crate::{Error, Result, Store};

/// What became of a new channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelCreation {
    Created(ChannelId),
    AliasTaken,
    HostTaken,
}

impl Store {
    /// Whether anybody runs this server.
    pub async fn has_operators(&self) -> Result<bool> {
        Ok(operators::Entity::find().one(self.read()).await?.is_some())
    }

    /// Creates the first operator, who administers the server; `None` if there is one already.
    pub async fn operator_create_first(&self, new: NewOperator, entry: AuditEntry) -> Result<Option<OperatorId>> {
        let key = EmailKey::of(&new.email).ok_or_else(|| Error::Conflict("not an e-mail address".into()))?;
        self.write(move |tx| {
            let (new, key, entry) = (new.clone(), key.clone(), entry.clone());
            Box::pin(async move {
                lock_operators(tx).await?;
                if operators::Entity::find().count(tx).await? > 0 {
                    return Ok(None);
                }
                let id = upsert(tx, &new, &key).await?;
                let found = operators::Entity::find_by_id(id.0).one(tx).await?;
                let Some(row) = found else { return Ok(None) };
                let mut row = row.into_active_model();
                row.is_administrator = Set(true);
                row.update(tx).await?;
                audit::record(tx, &AuditEntry { operator: Some(id), ..entry }).await?;
                Ok(Some(id))
            })
        })
        .await
    }

    /// Creates a channel with an open set-up and makes the operator its owner. A channel that exists is left alone.
    pub async fn channel_create(
        &self,
        new: ChannelImport,
        owner: OperatorId,
        entry: AuditEntry,
    ) -> Result<ChannelCreation> {
        import::check(&new)?;
        self.write(move |tx| {
            let (new, entry) = (new.clone(), entry.clone());
            Box::pin(async move {
                lock_operators(tx).await?;
                if !is_free(tx, &new.alias, None).await? {
                    return Ok(ChannelCreation::AliasTaken);
                }
                let of_host = hosts::Entity::find().filter(hosts::Column::Host.is_in(new.hosts.clone()));
                if of_host.one(tx).await?.is_some() {
                    return Ok(ChannelCreation::HostTaken);
                }
                let id = import::write(tx, &new).await?;
                give_role(tx, owner, id, Role::Owner).await?;
                set_record(tx, id, Some(&SetupRecord::new(new.now))).await?;
                audit::record(tx, &AuditEntry { channel: Some(id), ..entry }).await?;
                Ok(ChannelCreation::Created(id))
            })
        })
        .await
    }
}

/// Two requests at the same moment run one after the other. SQLite has one writer as it is.
pub(crate) async fn lock_operators(tx: &DatabaseTransaction) -> Result<()> {
    if tx.get_database_backend() == DbBackend::Postgres {
        tx.execute_unprepared("LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE").await?;
    }
    Ok(())
}
