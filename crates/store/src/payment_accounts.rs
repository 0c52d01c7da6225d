//! The accounts at the card provider that were used here, and whether real money ever was.

use domain::commerce::order::{Fact, State};
use domain::ids::{ChannelId, OrderId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::fulfilment::apply;
use crate::orders::of_channel;
use crate::rows::installation::{installation, payment_accounts};
use crate::rows::order::orders;
use crate::words::word;
use crate::{Result, Store};

/// The installation has one row.
const OWN: i64 = 1;
/// What accounts are called in which no real money moves begins so.
const TEST: &str = "test ";

/// What the installation knows of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installation {
    /// Random, and its own for ever.
    pub name: String,
    /// Since when real money is taken here.
    pub live_since: Option<Timestamp>,
}

impl Store {
    /// The installation's own row. The first one who asks gives it its name.
    pub async fn installation(&self, name: String, now: Timestamp) -> Result<Installation> {
        self.write(move |tx| {
            let name = name.clone();
            Box::pin(async move {
                let row = installation::ActiveModel {
                    id: Set(OWN),
                    name: Set(name),
                    live_since: Set(None),
                    created_at: Set(now.0),
                };
                let id = [installation::Column::Id];
                installation::Entity::insert(row).on_conflict_do_nothing_on(id).exec_without_returning(tx).await?;
                let row = installation::Entity::find_by_id(OWN).one(tx).await?;
                let row = row.ok_or_else(|| crate::Error::Conflict("the installation has a row".into()))?;
                Ok(Installation { name: row.name, live_since: row.live_since.map(Timestamp) })
            })
        })
        .await
    }

    /// Since when real money is taken here; nothing where it never was.
    pub async fn real_payments_since(&self) -> Result<Option<Timestamp>> {
        let row = installation::Entity::find_by_id(OWN).one(self.read()).await?;
        Ok(row.and_then(|row| row.live_since).map(Timestamp))
    }

    /// Real money is taken here from now on.
    pub async fn note_real_payments(&self, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                installation::Entity::update_many()
                    .col_expr(installation::Column::LiveSince, Expr::value(now.0))
                    .filter(installation::Column::Id.eq(OWN))
                    .filter(installation::Column::LiveSince.is_null())
                    .exec(tx)
                    .await?;
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
    pub async fn use_payment_account(&self, key_digest: String, name: String, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let (key_digest, name) = (key_digest.clone(), name.clone());
            Box::pin(async move {
                let row = payment_accounts::ActiveModel {
                    id: NotSet,
                    key_digest: Set(key_digest),
                    name: Set(name.clone()),
                    used_at: Set(now.0),
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

    /// Makes up to so many orders void that were paid with test money; how many there were.
    pub async fn void_test_orders(&self, channel: ChannelId, most: u64, now: Timestamp) -> Result<u64> {
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
