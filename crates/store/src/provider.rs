//! The payment provider's ids of our accounts, and which of its webhooks were processed.

use domain::ids::{AccountId, ChannelId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, TryInsertResult};

use crate::accounts::hold;
use crate::entities::order::{customers, provider_events};
use crate::enum_text::json;
use crate::fulfilment::CommerceJob;
use crate::jobs::{self, JobKind};
use crate::orders::is_at;
use crate::{Result, Store};

/// For how long a message is known again.
const MEMORY: i64 = 30 * Timestamp::DAY;

impl Store {
    /// What the provider calls the account, at an account of ours there.
    pub async fn customer(&self, channel: ChannelId, account: AccountId, at: &str) -> Result<Option<String>> {
        let found = customers::Entity::find()
            .filter(customers::Column::ChannelId.eq(channel.0))
            .filter(customers::Column::AccountId.eq(account.0))
            .filter(is_at(customers::Column::ProviderAccount, at));
        Ok(found.one(self.read()).await?.map(|row| row.customer_id))
    }

    /// Stores the provider's customer id of an account and returns the stored one: the first id stays, unless it
    /// belongs to another provider account. If the account was deleted meanwhile, the customer is deleted at the
    /// provider.
    pub async fn customer_set_name(
        &self,
        channel: ChannelId,
        account: AccountId,
        customer: String,
        at: String,
        now: Timestamp,
    ) -> Result<Option<String>> {
        self.write(move |tx| {
            let (customer, at) = (customer.clone(), at.clone());
            Box::pin(async move {
                if !hold(tx, channel, account).await? {
                    return forget(tx, channel, customer, now).await.map(|()| None);
                }
                let elsewhere = Condition::all()
                    .add(customers::Column::ChannelId.eq(channel.0))
                    .add(customers::Column::AccountId.eq(account.0))
                    .add(customers::Column::ProviderAccount.is_not_null())
                    .add(customers::Column::ProviderAccount.ne(at.as_str()));
                customers::Entity::delete_many().filter(elsewhere).exec(tx).await?;
                let row = customers::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    account_id: Set(account.0),
                    customer_id: Set(customer),
                    created_at: Set(now.0),
                    provider_account: Set(Some(at)),
                };
                let name = [customers::Column::ChannelId, customers::Column::AccountId];
                customers::Entity::insert(row).on_conflict_do_nothing_on(name).exec_without_returning(tx).await?;
                let found = customers::Entity::find()
                    .filter(customers::Column::ChannelId.eq(channel.0))
                    .filter(customers::Column::AccountId.eq(account.0));
                Ok(found.one(tx).await?.map(|row| row.customer_id))
            })
        })
        .await
    }

    /// Whether a message was dealt with.
    pub async fn webhook_message_is_known(&self, channel: ChannelId, message: &str) -> Result<bool> {
        let found = provider_events::Entity::find()
            .filter(provider_events::Column::ChannelId.eq(channel.0))
            .filter(provider_events::Column::EventId.eq(message));
        Ok(found.one(self.read()).await?.is_some())
    }

    /// Notes that a message was dealt with, once everything that it brought about is kept.
    pub async fn webhook_message_note(&self, channel: ChannelId, message: String, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let message = message.clone();
            Box::pin(async move { is_new(tx, channel, &message, now).await.map(drop) })
        })
        .await
    }

    /// Forgets messages of long ago.
    pub async fn webhook_messages_drop_old(&self, channel: ChannelId, now: Timestamp) -> Result<u64> {
        self.write(move |tx| {
            Box::pin(async move {
                let old = provider_events::Entity::delete_many()
                    .filter(provider_events::Column::ChannelId.eq(channel.0))
                    .filter(provider_events::Column::SeenAt.lt(now.plus(-MEMORY).0));
                Ok(old.exec(tx).await?.rows_affected)
            })
        })
        .await
    }
}

/// Queues the deletion of a customer at the provider, with cards and subscriptions.
pub(crate) async fn forget_customer(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    now: Timestamp,
) -> Result<()> {
    let theirs = customers::Entity::find()
        .filter(customers::Column::ChannelId.eq(channel.0))
        .filter(customers::Column::AccountId.eq(account.0));
    let Some(row) = theirs.one(tx).await? else { return Ok(()) };
    forget(tx, channel, row.customer_id, now).await
}

async fn forget(tx: &DatabaseTransaction, channel: ChannelId, customer: String, now: Timestamp) -> Result<()> {
    jobs::queue(tx, channel, JobKind::CommerceJob, json(&CommerceJob::ForgetCustomer { customer })?, now).await
}

/// Notes a message as part of what it brings about; false when it was noted before.
pub(crate) async fn is_new(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    message: &str,
    now: Timestamp,
) -> Result<bool> {
    let row = provider_events::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        event_id: Set(message.to_owned()),
        seen_at: Set(now.0),
    };
    let id = [provider_events::Column::ChannelId, provider_events::Column::EventId];
    let noted = provider_events::Entity::insert(row).on_conflict_do_nothing_on(id).exec_without_returning(tx).await?;
    Ok(matches!(noted, TryInsertResult::Inserted(1..)))
}
