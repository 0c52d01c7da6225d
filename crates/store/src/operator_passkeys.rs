//! Passkeys of operators: only the public keys, each of the host that it was made at.

use domain::ids::OperatorId;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, Select, TryInsertResult};
use serde_json::Value;

use crate::audit::{self, AuditEntry};
use crate::entities::operator::operator_passkeys;
use crate::operators::{NewOperatorSession, open_session};
use crate::passkeys::{MAX_PASSKEYS, NewPasskey};
use crate::second_factors::{FactorRemoved, drop_codes, locked, names_of_requiring, passkeys_of};
use crate::{Result, Store};

#[derive(Clone, Debug, PartialEq)]
pub struct OperatorPasskey {
    pub id: i64,
    pub operator: OperatorId,
    pub host: String,
    pub name: String,
    pub data: Value,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

impl Store {
    /// An operator's passkeys of all hosts, oldest first.
    pub async fn operator_passkeys(&self, operator: OperatorId) -> Result<Vec<OperatorPasskey>> {
        let rows = of_operator(operator).order_by_asc(operator_passkeys::Column::Id).all(self.read()).await?;
        Ok(rows.into_iter().map(passkey).collect())
    }

    /// The passkey of a login at a host.
    pub async fn operator_passkey_by_credential(
        &self,
        host: &str,
        credential_id: &[u8],
    ) -> Result<Option<OperatorPasskey>> {
        let row = by_credential(host.to_owned(), credential_id.to_vec()).one(self.read()).await?;
        Ok(row.map(passkey))
    }

    /// Stores a passkey; `None` at the limit, or if the passkey already exists.
    pub async fn operator_passkey_add(
        &self,
        operator: OperatorId,
        host: String,
        new: NewPasskey,
        entry: AuditEntry,
    ) -> Result<Option<OperatorPasskey>> {
        self.write(move |tx| {
            let (host, new, entry) = (host.clone(), new.clone(), entry.clone());
            Box::pin(async move {
                locked(tx, operator).await?;
                if passkeys_of(tx, operator).await? >= MAX_PASSKEYS {
                    return Ok(None);
                }
                let row = operator_passkeys::ActiveModel {
                    id: NotSet,
                    operator_id: Set(operator.0),
                    host: Set(host.clone()),
                    credential_id: Set(new.credential_id.clone()),
                    name: Set(new.name),
                    data: Set(new.data),
                    created_at: Set(new.now.0),
                    last_used_at: Set(None),
                };
                let one = operator_passkeys::Column::CredentialId;
                let insert = operator_passkeys::Entity::insert(row).on_conflict_do_nothing_on([one]);
                if !matches!(insert.exec_without_returning(tx).await?, TryInsertResult::Inserted(1..)) {
                    return Ok(None);
                }
                audit::record(tx, &entry).await?;
                Ok(by_credential(host, new.credential_id).one(tx).await?.map(passkey))
            })
        })
        .await
    }

    /// Logs in by a passkey and records its use and its new counter; false if it was removed.
    pub async fn operator_session_open_by_passkey(
        &self,
        id: i64,
        data: Value,
        new: NewOperatorSession,
        replaces: Option<KeyHash>,
        entry: AuditEntry,
    ) -> Result<bool> {
        self.write(move |tx| {
            let (data, new, entry) = (data.clone(), new.clone(), entry.clone());
            Box::pin(async move {
                let used = operator_passkeys::Entity::update_many()
                    .col_expr(operator_passkeys::Column::Data, Expr::value(data))
                    .col_expr(operator_passkeys::Column::LastUsedAt, Expr::value(new.now.0))
                    .filter(operator_passkeys::Column::OperatorId.eq(new.operator.0))
                    .filter(operator_passkeys::Column::Id.eq(id))
                    .exec(tx)
                    .await?;
                if used.rows_affected == 0 {
                    return Ok(false);
                }
                open_session(tx, new, replaces).await?;
                audit::record(tx, &entry).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Removes one of an operator's passkeys. Without any factor recovery codes are of no use and go too.
    pub async fn operator_passkey_remove(
        &self,
        operator: OperatorId,
        id: i64,
        entry: AuditEntry,
    ) -> Result<FactorRemoved> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let Some(row) = locked(tx, operator).await? else { return Ok(FactorRemoved::NotFound) };
                let one = of_operator(operator).filter(operator_passkeys::Column::Id.eq(id));
                if one.one(tx).await?.is_none() {
                    return Ok(FactorRemoved::NotFound);
                }
                if row.totp_since.is_none() && passkeys_of(tx, operator).await? == 1 {
                    let requiring = names_of_requiring(tx, operator).await?;
                    if !requiring.is_empty() {
                        return Ok(FactorRemoved::Required(requiring));
                    }
                    drop_codes(tx, operator).await?;
                }
                operator_passkeys::Entity::delete_by_id(id).exec(tx).await?;
                audit::record(tx, &entry).await?;
                Ok(FactorRemoved::Removed)
            })
        })
        .await
    }
}

fn of_operator(operator: OperatorId) -> Select<operator_passkeys::Entity> {
    operator_passkeys::Entity::find().filter(operator_passkeys::Column::OperatorId.eq(operator.0))
}

fn by_credential(host: String, credential_id: Vec<u8>) -> Select<operator_passkeys::Entity> {
    operator_passkeys::Entity::find()
        .filter(operator_passkeys::Column::Host.eq(host))
        .filter(operator_passkeys::Column::CredentialId.eq(credential_id))
}

fn passkey(row: operator_passkeys::Model) -> OperatorPasskey {
    OperatorPasskey {
        id: row.id,
        operator: OperatorId(row.operator_id),
        host: row.host,
        name: row.name,
        data: row.data,
        created_at: Timestamp(row.created_at),
        last_used_at: row.last_used_at.map(Timestamp),
    }
}
