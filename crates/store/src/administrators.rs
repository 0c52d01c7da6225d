//! Operators who administer the server: all its channels.

use domain::account::EmailKey;
use domain::ids::OperatorId;
use domain::operator::Operator;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};

use crate::audit::{self, AuditEntry};
use crate::entities::operator::operators;
use crate::{Result, Store};

/// What became of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdministratorChange {
    Done,
    /// It was so before.
    Unchanged,
    /// No operator has this address.
    Unknown,
    /// The operator's login is disabled.
    Disabled,
}

impl Store {
    /// The administrators who can log in, by e-mail address.
    pub async fn administrators(&self) -> Result<Vec<Operator>> {
        let found = operators::Entity::find()
            .filter(operators::Column::IsAdministrator.eq(true))
            .filter(operators::Column::DisabledAt.is_null())
            .order_by_asc(operators::Column::EmailKey);
        Ok(found.all(self.read()).await?.into_iter().map(Operator::from).collect())
    }

    /// Makes an operator an administrator, or an administrator a plain operator. It holds from their next call.
    pub async fn administrator_set(
        &self,
        key: EmailKey,
        is_administrator: bool,
        entry: AuditEntry,
    ) -> Result<AdministratorChange> {
        self.write(move |tx| {
            let (key, entry) = (key.clone(), entry.clone());
            Box::pin(async move {
                let of_key = operators::Entity::find().filter(operators::Column::EmailKey.eq(key.as_str()));
                let Some(row) = of_key.lock_exclusive().one(tx).await? else {
                    return Ok(AdministratorChange::Unknown);
                };
                if row.is_administrator == is_administrator {
                    return Ok(AdministratorChange::Unchanged);
                }
                if is_administrator && row.disabled_at.is_some() {
                    return Ok(AdministratorChange::Disabled);
                }
                let operator = Some(OperatorId(row.id));
                let mut row = row.into_active_model();
                row.is_administrator = Set(is_administrator);
                row.update(tx).await?;
                audit::record(tx, &AuditEntry { operator, ..entry }).await?;
                Ok(AdministratorChange::Done)
            })
        })
        .await
    }
}
