//! Operators, their channels and sessions.

use domain::account::EmailKey;
use domain::geo::Code;
use domain::ids::{ChannelId, OperatorId};
use domain::operator::{Operator, Role, SESSION_IDLE, SESSION_LIFE};
use domain::password::PasswordHash;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use domain::totp::TotpKey;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::{Value, json};

use crate::audit::{self, AuditEntry};
use crate::entities::operator::{operator_channels, operator_sessions, operators};
use crate::enum_text::{from_word, word};
use crate::second_factors::{self, Authenticator};
use crate::{Error, Result, Store};

/// The most sessions that an operator is shown.
const MAX_SESSIONS: u64 = 100;

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
    pub authenticator: Option<Authenticator>,
}

/// A session to be opened.
#[derive(Clone, Debug)]
pub struct NewOperatorSession {
    pub operator: OperatorId,
    pub key: KeyHash,
    /// What its owner will know the device by.
    pub device: String,
    /// Where the login came from, if that is known.
    pub country: Option<Code>,
    pub now: Timestamp,
}

/// An enabled operator with their channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorAccess {
    pub operator: Operator,
    pub channels: Vec<(ChannelId, Role)>,
    /// Those of the channels that require a second factor.
    pub requiring: Vec<ChannelId>,
    pub has_second_factor: bool,
}

impl OperatorAccess {
    pub fn role(&self, channel: ChannelId) -> Option<Role> {
        self.channels.iter().find(|(id, _)| *id == channel).map(|(_, role)| *role)
    }

    /// Whether a channel of theirs is closed to them until they have set up a second factor.
    pub fn needs_second_factor(&self, channel: ChannelId) -> bool {
        !self.has_second_factor && self.requiring.contains(&channel)
    }
}

/// An open session of an enabled operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorSession {
    pub access: OperatorAccess,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
}

/// One of an operator's sessions, as they are shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenOperatorSession {
    pub id: i64,
    pub device: String,
    /// Where the login came from.
    pub country: Option<Code>,
    /// Whether it is the session that asked.
    pub is_current: bool,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
}

impl Store {
    /// Creates an operator. An existing one gets the new password and these channels, is enabled again, logged out
    /// everywhere, and loses every second factor: this is the way back in for an operator who lost theirs.
    pub async fn operator_put(&self, new: NewOperator, entry: AuditEntry) -> Result<OperatorId> {
        let key = EmailKey::of(&new.email).ok_or_else(|| Error::Conflict("not an e-mail address".into()))?;
        self.write(move |transaction| {
            let (new, key, entry) = (new.clone(), key.clone(), entry.clone());
            Box::pin(async move {
                let id = upsert(transaction, &new, &key).await?;
                of_operator(id).exec(transaction).await?;
                let mut entry = AuditEntry { operator: Some(id), ..entry };
                if second_factors::drop_all(transaction, id).await?
                    && let Value::Object(detail) = &mut entry.detail
                {
                    detail.insert("second_factors_removed".to_owned(), json!(true));
                }
                for (channel, role) in &new.channels {
                    give_role(transaction, id, *channel, *role).await?;
                }
                audit::record(transaction, &entry).await?;
                Ok(id)
            })
        })
        .await
    }

    /// The operator with this e-mail address, for a login.
    pub async fn operator_by_email(&self, key: &EmailKey) -> Result<Option<StoredOperator>> {
        let found = operators::Entity::find().filter(operators::Column::EmailKey.eq(key.as_str()));
        Ok(found.one(self.read()).await?.map(stored))
    }

    /// The same by id, for the second step of a login.
    pub async fn operator(&self, id: OperatorId) -> Result<Option<StoredOperator>> {
        Ok(operators::Entity::find_by_id(id.0).one(self.read()).await?.map(stored))
    }

    /// Gives an operator another name.
    pub async fn operator_rename(&self, id: OperatorId, name: String, entry: AuditEntry) -> Result<()> {
        self.write(move |transaction| {
            let (name, entry) = (name.clone(), entry.clone());
            Box::pin(async move {
                operators::Entity::update_many()
                    .col_expr(operators::Column::Name, Expr::value(name))
                    .filter(operators::Column::Id.eq(id.0))
                    .exec(transaction)
                    .await?;
                audit::record(transaction, &entry).await
            })
        })
        .await
    }

    /// Sets a new password in the place of the one that was proven, and ends all sessions but one; false if the password
    /// is another one by now.
    pub async fn operator_password_set(
        &self,
        id: OperatorId,
        proven: PasswordHash,
        new: PasswordHash,
        but: KeyHash,
        entry: AuditEntry,
    ) -> Result<bool> {
        self.write(move |transaction| {
            let (proven, new, entry) = (proven.clone(), new.clone(), entry.clone());
            Box::pin(async move {
                let set = operators::Entity::update_many()
                    .col_expr(operators::Column::PasswordHash, Expr::value(new.expose()))
                    .filter(operators::Column::Id.eq(id.0))
                    .filter(operators::Column::PasswordHash.eq(proven.expose()))
                    .exec(transaction)
                    .await?;
                if set.rows_affected == 0 {
                    return Ok(false);
                }
                others_of(id, but).exec(transaction).await?;
                audit::record(transaction, &entry).await?;
                Ok(true)
            })
        })
        .await
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
                open_session(transaction, new, replaces).await?;
                audit::record(transaction, &entry).await
            })
        })
        .await
    }

    /// The session of a key; `None` if it has ended or its operator is disabled.
    pub async fn operator_session(&self, key: KeyHash, now: Timestamp) -> Result<Option<OperatorSession>> {
        let Some(session) =
            operator_sessions::Entity::find().filter(by_key(key)).filter(is_open(now)).one(self.read()).await?
        else {
            return Ok(None);
        };
        let access = self.operator_access(OperatorId(session.operator_id)).await?;
        let of_session = |access| OperatorSession {
            access,
            created_at: Timestamp(session.created_at),
            last_seen_at: Timestamp(session.last_seen_at),
        };
        Ok(access.map(of_session))
    }

    /// An operator with their channels; `None` if they are disabled.
    pub(crate) async fn operator_access(&self, id: OperatorId) -> Result<Option<OperatorAccess>> {
        let let_in = operators::Entity::find_by_id(id.0).filter(operators::Column::DisabledAt.is_null());
        let Some(operator) = let_in.one(self.read()).await? else { return Ok(None) };
        let rows = operator_channels::Entity::find()
            .filter(operator_channels::Column::OperatorId.eq(operator.id))
            .order_by_asc(operator_channels::Column::ChannelId)
            .all(self.read())
            .await?;
        let channels = rows.into_iter().map(|row| Ok((ChannelId(row.channel_id), from_word(row.role)?)));
        let requiring = second_factors::requiring_ids(self.read(), id).await?;
        let has_second_factor =
            operator.totp_since.is_some() || second_factors::passkeys_of(self.read(), id).await? > 0;
        Ok(Some(OperatorAccess {
            channels: channels.collect::<Result<_>>()?,
            requiring,
            has_second_factor,
            operator: operator.into(),
        }))
    }

    /// An operator's sessions that have not ended, the last used first.
    pub async fn operator_sessions(
        &self,
        operator: OperatorId,
        current: KeyHash,
        now: Timestamp,
    ) -> Result<Vec<OpenOperatorSession>> {
        let rows = operator_sessions::Entity::find()
            .filter(operator_sessions::Column::OperatorId.eq(operator.0))
            .filter(is_open(now))
            .order_by_desc(operator_sessions::Column::LastSeenAt)
            .order_by_desc(operator_sessions::Column::Id)
            .limit(MAX_SESSIONS)
            .all(self.read())
            .await?;
        let session = |row: operator_sessions::Model| OpenOperatorSession {
            id: row.id,
            is_current: row.key_hash == current.0,
            device: row.device,
            country: row.country.and_then(|code| code.parse().ok()),
            created_at: Timestamp(row.created_at),
            last_seen_at: Timestamp(row.last_seen_at),
        };
        Ok(rows.into_iter().map(session).collect())
    }

    /// Ends one of an operator's own sessions; false when they have none of that id.
    pub async fn operator_session_end(&self, operator: OperatorId, id: i64, entry: AuditEntry) -> Result<bool> {
        self.write(move |transaction| {
            let entry = entry.clone();
            Box::pin(async move {
                let one = of_operator(operator).filter(operator_sessions::Column::Id.eq(id));
                if one.exec(transaction).await?.rows_affected == 0 {
                    return Ok(false);
                }
                audit::record(transaction, &entry).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Ends all sessions of an operator but one; says how many.
    pub async fn operator_sessions_end_others(
        &self,
        operator: OperatorId,
        but: KeyHash,
        entry: AuditEntry,
    ) -> Result<u64> {
        self.write(move |transaction| {
            let entry = entry.clone();
            Box::pin(async move {
                let ended = others_of(operator, but).exec(transaction).await?.rows_affected;
                audit::record(transaction, &entry).await?;
                Ok(ended)
            })
        })
        .await
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

/// Opens a session as part of the step that proves the operator; the session that it replaces ends.
pub(crate) async fn open_session(
    tx: &DatabaseTransaction,
    new: NewOperatorSession,
    replaces: Option<KeyHash>,
) -> Result<()> {
    if let Some(old) = replaces {
        operator_sessions::Entity::delete_many().filter(by_key(old)).exec(tx).await?;
    }
    let row = operator_sessions::ActiveModel {
        id: NotSet,
        operator_id: Set(new.operator.0),
        key_hash: Set(new.key.0.to_vec()),
        device: Set(new.device),
        created_at: Set(new.now.0),
        last_seen_at: Set(new.now.0),
        ends_at: Set(new.now.plus(SESSION_LIFE).0),
        country: Set(new.country.map(|code| code.to_string())),
    };
    operator_sessions::Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}

pub(crate) async fn upsert(tx: &DatabaseTransaction, new: &NewOperator, key: &EmailKey) -> Result<OperatorId> {
    let row = operators::ActiveModel {
        id: NotSet,
        email: Set(new.email.trim().to_owned()),
        email_key: Set(key.as_str().to_owned()),
        name: Set(new.name.clone()),
        password_hash: Set(new.password.expose().to_owned()),
        created_at: Set(new.now.0),
        disabled_at: Set(None),
        is_administrator: NotSet,
        totp_key: NotSet,
        totp_since: NotSet,
        totp_step: NotSet,
    };
    let changed = [operators::Column::PasswordHash, operators::Column::DisabledAt];
    let mut known = OnConflict::column(operators::Column::EmailKey);
    known.update_columns(changed);
    operators::Entity::insert(row).on_conflict(known).exec_without_returning(tx).await?;
    let found = operators::Entity::find().filter(operators::Column::EmailKey.eq(key.as_str())).one(tx).await?;
    found.map(|row| OperatorId(row.id)).ok_or_else(|| Error::Conflict("the operator was not written".into()))
}

pub(crate) async fn give_role(
    tx: &DatabaseTransaction,
    operator: OperatorId,
    channel: ChannelId,
    role: Role,
) -> Result<()> {
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

fn others_of(id: OperatorId, but: KeyHash) -> sea_orm::DeleteMany<operator_sessions::Entity> {
    of_operator(id).filter(operator_sessions::Column::KeyHash.ne(but.0.to_vec()))
}

fn is_open(now: Timestamp) -> Condition {
    Condition::all()
        .add(operator_sessions::Column::LastSeenAt.gt(now.plus(-SESSION_IDLE).0))
        .add(operator_sessions::Column::EndsAt.gt(now.0))
}

fn stored(row: operators::Model) -> StoredOperator {
    let authenticator = row.totp_key.as_deref().and_then(TotpKey::stored).map(|key| Authenticator {
        key,
        since: row.totp_since.map(Timestamp),
        step: row.totp_step,
    });
    StoredOperator {
        password: PasswordHash::stored(row.password_hash.clone()),
        is_disabled: row.disabled_at.is_some(),
        authenticator,
        operator: row.into(),
    }
}

fn by_key(key: KeyHash) -> Condition {
    Condition::all().add(operator_sessions::Column::KeyHash.eq(key.0.to_vec()))
}
