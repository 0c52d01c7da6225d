//! Operators, their channels and sessions.

use domain::account::EmailKey;
use domain::ids::{ChannelId, OperatorId};
use domain::operator::{Operator, Role, SESSION_IDLE, SESSION_LIFE};
use domain::password::PasswordHash;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder};

use crate::audit::{self, AuditEntry};
use crate::entities::operator::{operator_channels, operator_sessions, operators};
use crate::enum_text::{from_word, word};
use crate::{Error, Result, Store};

/// A new operator.
#[derive(Clone, Debug)]
pub struct NewOperator {
    /// As it was typed.
    pub email: String,
    pub name: String,
    pub password: PasswordHash,
    pub channels: Vec<(ChannelId, Role)>,
    pub now: Timestamp,
}

/// An operator with what proves them.
#[derive(Clone, Debug)]
pub struct StoredOperator {
    pub operator: Operator,
    pub password: PasswordHash,
    /// Whether the operator's login is disabled.
    pub is_disabled: bool,
}

/// A session to be opened.
#[derive(Clone, Debug)]
pub struct NewOperatorSession {
    pub operator: OperatorId,
    pub key: KeyHash,
    /// What its owner will know the device by.
    pub device: String,
    pub now: Timestamp,
}

/// An open session of an enabled operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorSession {
    pub operator: Operator,
    pub channels: Vec<(ChannelId, Role)>,
    pub last_seen_at: Timestamp,
}

impl Store {
    /// Creates an operator. An existing one gets the new password and these channels, is enabled again and logged out
    /// everywhere.
    pub async fn operator_put(&self, new: NewOperator, entry: AuditEntry) -> Result<OperatorId> {
        let key = EmailKey::of(&new.email).ok_or_else(|| Error::Conflict("not an e-mail address".into()))?;
        self.write(move |transaction| {
            let (new, key, entry) = (new.clone(), key.clone(), entry.clone());
            Box::pin(async move {
                let id = upsert(transaction, &new, &key).await?;
                of_operator(id).exec(transaction).await?;
                for (channel, role) in &new.channels {
                    give_role(transaction, id, *channel, *role).await?;
                }
                audit::record(transaction, &AuditEntry { operator: Some(id), ..entry }).await?;
                Ok(id)
            })
        })
        .await
    }

    /// The operator with this e-mail address, for a login.
    pub async fn operator_by_email(&self, key: &EmailKey) -> Result<Option<StoredOperator>> {
        let found = operators::Entity::find().filter(operators::Column::EmailKey.eq(key.as_str()));
        Ok(found.one(self.read()).await?.map(|row| StoredOperator {
            password: PasswordHash::stored(row.password_hash.clone()),
            is_disabled: row.disabled_at.is_some(),
            operator: row.into(),
        }))
    }

    /// Logs an operator in under a new key. The session of the same browser, if any, ends with the same commit.
    pub async fn operator_session_open(
        &self,
        new: NewOperatorSession,
        replaces: Option<KeyHash>,
        entry: AuditEntry,
    ) -> Result<()> {
        self.write(move |transaction| {
            let (new, entry) = (new.clone(), entry.clone());
            Box::pin(async move {
                if let Some(old) = replaces {
                    operator_sessions::Entity::delete_many().filter(by_key(old)).exec(transaction).await?;
                }
                let row = operator_sessions::ActiveModel {
                    id: NotSet,
                    operator_id: Set(new.operator.0),
                    key_hash: Set(new.key.0.to_vec()),
                    device: Set(new.device),
                    created_at: Set(new.now.0),
                    last_seen_at: Set(new.now.0),
                    ends_at: Set(new.now.plus(SESSION_LIFE).0),
                };
                operator_sessions::Entity::insert(row).exec_without_returning(transaction).await?;
                audit::record(transaction, &entry).await
            })
        })
        .await
    }

    /// The session of a key; `None` if it has ended or its operator is disabled.
    pub async fn operator_session(&self, key: KeyHash, now: Timestamp) -> Result<Option<OperatorSession>> {
        let open = by_key(key)
            .add(operator_sessions::Column::LastSeenAt.gt(now.plus(-SESSION_IDLE).0))
            .add(operator_sessions::Column::EndsAt.gt(now.0));
        let Some(session) = operator_sessions::Entity::find().filter(open).one(self.read()).await? else {
            return Ok(None);
        };
        let let_in = operators::Entity::find_by_id(session.operator_id).filter(operators::Column::DisabledAt.is_null());
        let Some(operator) = let_in.one(self.read()).await? else { return Ok(None) };
        let rows = operator_channels::Entity::find()
            .filter(operator_channels::Column::OperatorId.eq(operator.id))
            .order_by_asc(operator_channels::Column::ChannelId)
            .all(self.read())
            .await?;
        let channels = rows.into_iter().map(|row| Ok((ChannelId(row.channel_id), from_word(row.role)?)));
        Ok(Some(OperatorSession {
            channels: channels.collect::<Result<_>>()?,
            operator: operator.into(),
            last_seen_at: Timestamp(session.last_seen_at),
        }))
    }

    /// Notes that a session is in use, which keeps it from ending for a while.
    pub async fn operator_session_touch(&self, key: KeyHash, now: Timestamp) -> Result<()> {
        self.write(move |transaction| {
            Box::pin(async move {
                operator_sessions::Entity::update_many()
                    .col_expr(operator_sessions::Column::LastSeenAt, Expr::value(now.0))
                    .filter(by_key(key).add(operator_sessions::Column::LastSeenAt.lt(now.0)))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Ends a session.
    pub async fn operator_session_close(&self, key: KeyHash, entry: AuditEntry) -> Result<()> {
        self.write(move |transaction| {
            let entry = entry.clone();
            Box::pin(async move {
                operator_sessions::Entity::delete_many().filter(by_key(key)).exec(transaction).await?;
                audit::record(transaction, &entry).await
            })
        })
        .await
    }

    /// Forgets sessions that have ended.
    pub async fn operator_sessions_drop_old(&self, now: Timestamp) -> Result<u64> {
        self.write(move |transaction| {
            Box::pin(async move {
                let ended = Condition::any()
                    .add(operator_sessions::Column::EndsAt.lte(now.0))
                    .add(operator_sessions::Column::LastSeenAt.lte(now.plus(-SESSION_IDLE).0));
                let dropped = operator_sessions::Entity::delete_many().filter(ended).exec(transaction).await?;
                Ok(dropped.rows_affected)
            })
        })
        .await
    }
}

async fn upsert(tx: &DatabaseTransaction, new: &NewOperator, key: &EmailKey) -> Result<OperatorId> {
    let row = operators::ActiveModel {
        id: NotSet,
        email: Set(new.email.trim().to_owned()),
        email_key: Set(key.as_str().to_owned()),
        name: Set(new.name.clone()),
        password_hash: Set(new.password.expose().to_owned()),
        created_at: Set(new.now.0),
        disabled_at: Set(None),
    };
    let changed = [operators::Column::PasswordHash, operators::Column::DisabledAt];
    let mut known = OnConflict::column(operators::Column::EmailKey);
    known.update_columns(changed);
    operators::Entity::insert(row).on_conflict(known).exec_without_returning(tx).await?;
    let found = operators::Entity::find().filter(operators::Column::EmailKey.eq(key.as_str())).one(tx).await?;
    found.map(|row| OperatorId(row.id)).ok_or_else(|| Error::Conflict("the operator was not written".into()))
}

async fn give_role(tx: &DatabaseTransaction, operator: OperatorId, channel: ChannelId, role: Role) -> Result<()> {
    let row = operator_channels::ActiveModel {
        operator_id: Set(operator.0),
        channel_id: Set(channel.0),
        role: Set(word(&role)?),
    };
    let both = [operator_channels::Column::OperatorId, operator_channels::Column::ChannelId];
    let mut known = OnConflict::columns(both);
    known.update_column(operator_channels::Column::Role);
    operator_channels::Entity::insert(row).on_conflict(known).exec_without_returning(tx).await?;
    Ok(())
}

fn of_operator(id: OperatorId) -> sea_orm::DeleteMany<operator_sessions::Entity> {
    operator_sessions::Entity::delete_many().filter(operator_sessions::Column::OperatorId.eq(id.0))
}

fn by_key(key: KeyHash) -> Condition {
    Condition::all().add(operator_sessions::Column::KeyHash.eq(key.0.to_vec()))
}
