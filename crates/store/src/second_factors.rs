//! Second factors of operators: the authenticator app, recovery codes, and which channels require one.

use domain::ids::{ChannelId, OperatorId};
use domain::one_time_token::{Purpose, TokenKey};
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use domain::totp::TotpKey;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select,
};

use crate::audit::{self, AuditEntry};
use crate::entities::channel::channels;
use crate::entities::operator::{operator_channels, operator_passkeys, operator_recovery_codes, operators};
use crate::operators::{NewOperatorSession, open_session};
use crate::{Result, Store, one_time_tokens};

/// The second factors of an operator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecondFactors {
    /// Since when codes of an authenticator app are asked for.
    pub authenticator_since: Option<Timestamp>,
    pub passkeys: u64,
    pub recovery_codes_left: u64,
}

impl SecondFactors {
    /// Recovery codes stand in for a factor and are none.
    pub fn has_any(&self) -> bool {
        self.authenticator_since.is_some() || self.passkeys > 0
    }
}

/// An authenticator app that is set up or being set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authenticator {
    pub key: TotpKey,
    /// Absent until a first code has confirmed it.
    pub since: Option<Timestamp>,
    /// The newest step that was let in.
    pub step: Option<i64>,
}

/// What came of the wish to remove a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactorRemoved {
    Removed,
    NotFound,
    /// It is the last one, and these channels require one; by name.
    Required(Vec<String>),
}

/// A code that takes the place of a second factor, to be used up.
#[derive(Clone, Debug)]
pub enum UsedCode {
    Authenticator { key: TotpKey, step: i64 },
    Recovery([u8; 32]),
}

/// A login of two steps whose second one is done.
#[derive(Clone, Debug)]
pub struct SecondStep {
    /// Where the first step was done, and what it left.
    pub channel: ChannelId,
    pub ticket: TokenKey,
    pub code: UsedCode,
}

impl Store {
    pub async fn second_factors(&self, operator: OperatorId) -> Result<SecondFactors> {
        let row = operators::Entity::find_by_id(operator.0).one(self.read()).await?;
        let codes = codes_of(operator).filter(operator_recovery_codes::Column::UsedAt.is_null());
        Ok(SecondFactors {
            authenticator_since: row.and_then(|row| row.totp_since).map(Timestamp),
            passkeys: passkeys_of(self.read(), operator).await?,
            recovery_codes_left: codes.count(self.read()).await?,
        })
    }

    /// Keeps the key of a new authenticator app until a code confirms it; false if one is on already.
    pub async fn authenticator_begin(&self, operator: OperatorId, key: TotpKey, entry: AuditEntry) -> Result<bool> {
        self.write(move |tx| {
            let (key, entry) = (key.clone(), entry.clone());
            Box::pin(async move {
                let begun = operators::Entity::update_many()
                    .col_expr(operators::Column::TotpKey, Expr::value(key.expose().to_vec()))
                    .col_expr(operators::Column::TotpStep, Expr::value(None::<i64>))
                    .filter(operators::Column::Id.eq(operator.0))
                    .filter(operators::Column::TotpSince.is_null())
                    .exec(tx)
                    .await?;
                if begun.rows_affected == 0 {
                    return Ok(false);
                }
                audit::record(tx, &entry).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Turns the authenticator app of a key on, and replaces the recovery codes; false if the key is another one or on
    /// already.
    pub async fn authenticator_confirm(
        &self,
        operator: OperatorId,
        key: TotpKey,
        step: i64,
        codes: Vec<[u8; 32]>,
        entry: AuditEntry,
    ) -> Result<bool> {
        self.write(move |tx| {
            let (key, codes, entry) = (key.clone(), codes.clone(), entry.clone());
            Box::pin(async move {
                let confirmed = operators::Entity::update_many()
                    .col_expr(operators::Column::TotpSince, Expr::value(entry.at.0))
                    .col_expr(operators::Column::TotpStep, Expr::value(step))
                    .filter(operators::Column::Id.eq(operator.0))
                    .filter(operators::Column::TotpKey.eq(key.expose().to_vec()))
                    .filter(operators::Column::TotpSince.is_null())
                    .exec(tx)
                    .await?;
                if confirmed.rows_affected == 0 {
                    return Ok(false);
                }
                replace_codes(tx, operator, codes).await?;
                audit::record(tx, &entry).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Turns the authenticator app off. Without any factor recovery codes are of no use and go too.
    pub async fn authenticator_remove(&self, operator: OperatorId, entry: AuditEntry) -> Result<FactorRemoved> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let Some(row) = locked(tx, operator).await? else { return Ok(FactorRemoved::NotFound) };
                if row.totp_since.is_none() {
                    return Ok(FactorRemoved::NotFound);
                }
                if passkeys_of(tx, operator).await? == 0 {
                    let requiring = names_of_requiring(tx, operator).await?;
                    if !requiring.is_empty() {
                        return Ok(FactorRemoved::Required(requiring));
                    }
                    drop_codes(tx, operator).await?;
                }
                forget_authenticator(tx, operator).await?;
                audit::record(tx, &entry).await?;
                Ok(FactorRemoved::Removed)
            })
        })
        .await
    }

    /// Replaces the recovery codes; false if the operator has no second factor that they could stand in for.
    pub async fn recovery_codes_replace(
        &self,
        operator: OperatorId,
        codes: Vec<[u8; 32]>,
        entry: AuditEntry,
    ) -> Result<bool> {
        self.write(move |tx| {
            let (codes, entry) = (codes.clone(), entry.clone());
            Box::pin(async move {
                let Some(row) = locked(tx, operator).await? else { return Ok(false) };
                if row.totp_since.is_none() && passkeys_of(tx, operator).await? == 0 {
                    return Ok(false);
                }
                replace_codes(tx, operator, codes).await?;
                audit::record(tx, &entry).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Logs in by a code, which is used up with the same commit as the first step's ticket; false if either was used
    /// before.
    pub async fn operator_session_open_by_code(
        &self,
        step: SecondStep,
        new: NewOperatorSession,
        replaces: Option<KeyHash>,
        entry: AuditEntry,
    ) -> Result<bool> {
        self.write(move |tx| {
            let (step, new, entry) = (step.clone(), new.clone(), entry.clone());
            Box::pin(async move {
                let SecondStep { channel, ticket, code } = step;
                if !use_code(tx, new.operator, &code, new.now).await?
                    || one_time_tokens::take(tx, channel, Purpose::OperatorLogin, ticket, new.now).await?.is_none()
                {
                    return Ok(false);
                }
                open_session(tx, new, replaces).await?;
                audit::record(tx, &entry).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Says whether a channel's operators need a second factor. The same again changes and records nothing. False if the
    /// channel was deleted.
    pub async fn second_factor_require(&self, channel: ChannelId, required: bool, entry: AuditEntry) -> Result<bool> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let row = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                let Some(row) = row else { return Ok(false) };
                if row.requires_second_factor == required {
                    return Ok(true);
                }
                channels::Entity::update_many()
                    .col_expr(channels::Column::RequiresSecondFactor, Expr::value(required))
                    .filter(channels::Column::Id.eq(channel.0))
                    .exec(tx)
                    .await?;
                audit::record(tx, &entry.changing(row.requires_second_factor, required)).await?;
                Ok(true)
            })
        })
        .await
    }
}

/// The channels of an operator that require a second factor; an administrator's are all of the server.
pub(crate) async fn requiring_ids(connection: &impl ConnectionTrait, operator: OperatorId) -> Result<Vec<ChannelId>> {
    let ids = requiring(operator).column(channels::Column::Id).into_tuple::<i64>().all(connection).await?;
    Ok(ids.into_iter().map(ChannelId).collect())
}

/// The same by name, for people.
pub(crate) async fn names_of_requiring(tx: &DatabaseTransaction, operator: OperatorId) -> Result<Vec<String>> {
    Ok(requiring(operator).column(channels::Column::Name).into_tuple().all(tx).await?)
}

fn requiring(operator: OperatorId) -> Select<channels::Entity> {
    let theirs = operator_channels::Entity::find()
        .select_only()
        .column(operator_channels::Column::ChannelId)
        .filter(operator_channels::Column::OperatorId.eq(operator.0));
    let administrator = operators::Entity::find()
        .select_only()
        .column(operators::Column::Id)
        .filter(operators::Column::Id.eq(operator.0))
        .filter(operators::Column::IsAdministrator.eq(true));
    let is_open_to_them = Condition::any()
        .add(channels::Column::Id.in_subquery(theirs.into_query()))
        .add(Expr::exists(administrator.into_query()));
    channels::Entity::find()
        .select_only()
        .filter(channels::Column::RequiresSecondFactor.eq(true))
        .filter(channels::Column::DeletedAt.is_null())
        .filter(is_open_to_them)
        .order_by_asc(channels::Column::Id)
}

/// The operator's row, held until the end of the transaction: two that change factors at once wait for each other here.
pub(crate) async fn locked(tx: &DatabaseTransaction, operator: OperatorId) -> Result<Option<operators::Model>> {
    Ok(operators::Entity::find_by_id(operator.0).lock_exclusive().one(tx).await?)
}

pub(crate) async fn passkeys_of(connection: &impl ConnectionTrait, operator: OperatorId) -> Result<u64> {
    let theirs = operator_passkeys::Entity::find().filter(operator_passkeys::Column::OperatorId.eq(operator.0));
    Ok(theirs.count(connection).await?)
}

/// Removes every factor of an operator; says whether there was one.
pub(crate) async fn drop_all(tx: &DatabaseTransaction, operator: OperatorId) -> Result<bool> {
    let had_app = locked(tx, operator).await?.is_some_and(|row| row.totp_since.is_some());
    forget_authenticator(tx, operator).await?;
    drop_codes(tx, operator).await?;
    let passkeys = operator_passkeys::Entity::delete_many()
        .filter(operator_passkeys::Column::OperatorId.eq(operator.0))
        .exec(tx)
        .await?;
    Ok(had_app || passkeys.rows_affected > 0)
}

async fn forget_authenticator(tx: &DatabaseTransaction, operator: OperatorId) -> Result<()> {
    operators::Entity::update_many()
        .col_expr(operators::Column::TotpKey, Expr::value(None::<Vec<u8>>))
        .col_expr(operators::Column::TotpSince, Expr::value(None::<i64>))
        .col_expr(operators::Column::TotpStep, Expr::value(None::<i64>))
        .filter(operators::Column::Id.eq(operator.0))
        .exec(tx)
        .await?;
    Ok(())
}

pub(crate) async fn drop_codes(tx: &DatabaseTransaction, operator: OperatorId) -> Result<()> {
    operator_recovery_codes::Entity::delete_many()
        .filter(operator_recovery_codes::Column::OperatorId.eq(operator.0))
        .exec(tx)
        .await?;
    Ok(())
}

async fn replace_codes(tx: &DatabaseTransaction, operator: OperatorId, codes: Vec<[u8; 32]>) -> Result<()> {
    drop_codes(tx, operator).await?;
    let row = |hash: [u8; 32]| operator_recovery_codes::ActiveModel {
        operator_id: Set(operator.0),
        code_hash: Set(hash.to_vec()),
        used_at: Set(None),
    };
    operator_recovery_codes::Entity::insert_many(codes.into_iter().map(row)).exec_without_returning(tx).await?;
    Ok(())
}

/// Uses a code up; false if it was used before, or is none of the operator's.
async fn use_code(tx: &DatabaseTransaction, operator: OperatorId, code: &UsedCode, now: Timestamp) -> Result<bool> {
    let used = match code {
        UsedCode::Authenticator { key, step } => {
            let newer =
                Condition::any().add(operators::Column::TotpStep.is_null()).add(operators::Column::TotpStep.lt(*step));
            operators::Entity::update_many()
                .col_expr(operators::Column::TotpStep, Expr::value(*step))
                .filter(operators::Column::Id.eq(operator.0))
                .filter(operators::Column::TotpKey.eq(key.expose().to_vec()))
                .filter(operators::Column::TotpSince.is_not_null())
                .filter(newer)
                .exec(tx)
                .await?
        }
        UsedCode::Recovery(hash) => {
            operator_recovery_codes::Entity::update_many()
                .col_expr(operator_recovery_codes::Column::UsedAt, Expr::value(now.0))
                .filter(operator_recovery_codes::Column::OperatorId.eq(operator.0))
                .filter(operator_recovery_codes::Column::CodeHash.eq(hash.to_vec()))
                .filter(operator_recovery_codes::Column::UsedAt.is_null())
                .exec(tx)
                .await?
        }
    };
    Ok(used.rows_affected == 1)
}

fn codes_of(operator: OperatorId) -> Select<operator_recovery_codes::Entity> {
    operator_recovery_codes::Entity::find().filter(operator_recovery_codes::Column::OperatorId.eq(operator.0))
}
