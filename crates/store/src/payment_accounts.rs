//! The accounts at the payment provider that were used here, and whether any of them took real money.

use domain::commerce::order::{Fact, State};
use domain::ids::{ChannelId, OrderId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::entities::order::orders;
use crate::entities::payments::{installation, payment_accounts};
use crate::enum_text::word;
use crate::fulfilment::apply;
use crate::orders::of_channel;
use crate::{Result, Store};

/// The installation has one row.
const OWN: i64 = 1;
/// What accounts are called in which no real money moves begins so.
const TEST: &str = "test ";

impl Store {
    /// Since when real money is taken here; nothing where it never was.
    pub async fn real_payments_since(&self) -> Result<Option<Timestamp>> {
        let row = installation::Entity::find_by_id(OWN).one(self.read()).await?;
        Ok(row.map(|row| Timestamp(row.live_since)))
    }

    /// Real money is taken here from now on.
    pub async fn real_payments_note(&self, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                let row = installation::ActiveModel { id: Set(OWN), live_since: Set(now.0) };
                let id = [installation::Column::Id];
                installation::Entity::insert(row).on_conflict_do_nothing_on(id).exec_without_returning(tx).await?;
                Ok(())
            })
        })
        .await
    }

    /// The account that a secret key was for, by its digest.
    pub async fn payment_account(&self, key_digest: &str) -> Result<Option<String>> {
        let found = payment_accounts::Entity::find().filter(payment_accounts::Column::KeyDigest.eq(key_digest));
        Ok(found.one(self.read()).await?.map(|row| row.name))
    }

    /// Notes the account that a secret key is for. What was sold before accounts were noted is taken to be there.
    pub async fn payment_account_use(&self, key_digest: String, name: String, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let (key_digest, name) = (key_digest.clone(), name.clone());
            Box::pin(async move {
                let row = payment_accounts::ActiveModel {
                    id: NotSet,
                    key_digest: Set(key_digest),
                    name: Set(name.clone()),
                    used_at: Set(now.0),
                    seen_until: Set(None),
                };
                let key = [payment_accounts::Column::KeyDigest];
                payment_accounts::Entity::insert(row).on_conflict_do_nothing_on(key).exec_without_returning(tx).await?;
                for table in ["orders", "subscriptions", "payment_customers", "unsaved_cards"] {
                    let adopt = Query::update()
                        .table(table)
                        .value("provider_account", Expr::value(name.as_str()))
                        .and_where(Expr::col("provider_account").is_null())
                        .to_owned();
                    tx.execute(&adopt).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Until when the payments at an account were looked through for those that no order has. An older copy of the
    /// database has an earlier time.
    pub async fn payments_seen_until(&self, account: &str) -> Result<Option<Timestamp>> {
        let found = payment_accounts::Entity::find()
            .filter(payment_accounts::Column::Name.eq(account))
            .filter(payment_accounts::Column::SeenUntil.is_not_null())
            .order_by_desc(payment_accounts::Column::SeenUntil);
        Ok(found.one(self.read()).await?.and_then(|row| row.seen_until).map(Timestamp))
    }

    pub async fn payments_set_seen_until(&self, account: String, until: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let account = account.clone();
            Box::pin(async move {
                payment_accounts::Entity::update_many()
                    .col_expr(payment_accounts::Column::SeenUntil, Expr::value(until.0))
                    .filter(payment_accounts::Column::Name.eq(account))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Voids up to this many orders that were paid in test mode; returns the number.
    pub async fn orders_void_test(&self, channel: ChannelId, most: u64, now: Timestamp) -> Result<u64> {
        let over = [State::Failed, State::Refunded].iter().map(word).collect::<Result<Vec<_>>>()?;
        self.write(move |tx| {
            let over = over.clone();
            Box::pin(async move {
                let found = orders::Entity::find()
                    .filter(of_channel(channel).add(orders::Column::ProviderAccount.starts_with(TEST)))
                    .filter(orders::Column::State.is_not_in(over))
                    .order_by_asc(orders::Column::Id)
                    .limit(most)
                    .all(tx)
                    .await?;
                for row in &found {
                    apply(tx, channel, OrderId(row.id), Fact::Void, now).await?;
                }
                Ok(found.len() as u64)
            })
        })
        .await
    }
}
