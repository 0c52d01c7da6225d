//! One-time tickets. Taking a ticket and using it is one transaction, so that it cannot be used twice.

use domain::ids::{AccountId, ChannelId};
use domain::one_time_token::{Purpose, TokenKey};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, Select, TryInsertResult};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::entities::account::tickets;
use crate::enum_text::{from_json, json, word};
use crate::mails::{self, NewMail};
use crate::{Result, Store};

/// A token to be kept.
#[derive(Clone, Debug)]
pub struct NewOneTimeToken {
    pub purpose: Purpose,
    pub key: TokenKey,
    pub account: Option<AccountId>,
    /// What its holder comes back for.
    pub payload: Value,
    /// Number of allowed attempts; one for secrets that cannot be guessed.
    pub tries: i32,
    pub expires_at: Timestamp,
}

impl NewOneTimeToken {
    pub fn new(purpose: Purpose, key: TokenKey, now: Timestamp) -> Self {
        let expires_at = now.plus(purpose.life());
        Self { purpose, key, account: None, payload: Value::Null, tries: 1, expires_at }
    }

    pub fn of(self, account: AccountId) -> Self {
        Self { account: Some(account), ..self }
    }

    pub fn with<T: Serialize>(self, payload: &T) -> Result<Self> {
        Ok(Self { payload: json(payload)?, ..self })
    }
}

/// A token that is good.
#[derive(Clone, Debug, PartialEq)]
pub struct OneTimeToken {
    pub account: Option<AccountId>,
    pub payload: Value,
    pub expires_at: Timestamp,
}

impl OneTimeToken {
    pub fn payload<T: DeserializeOwned>(&self) -> Result<T> {
        from_json(self.payload.clone())
    }
}

impl Store {
    /// Keeps a token, and sends the mail that carries it. One of the same key is replaced.
    pub async fn one_time_token_add(
        &self,
        channel: ChannelId,
        ticket: NewOneTimeToken,
        mail: Option<NewMail>,
        now: Timestamp,
    ) -> Result<()> {
        self.write(move |transaction| {
            let (ticket, mail) = (ticket.clone(), mail.clone());
            Box::pin(async move {
                insert(transaction, channel, &ticket, now).await?;
                match &mail {
                    Some(mail) => mails::queue(transaction, channel, mail, now).await,
                    None => Ok(()),
                }
            })
        })
        .await
    }

    /// Notes that something was used; false when it had been before.
    pub async fn one_time_token_use(&self, channel: ChannelId, ticket: NewOneTimeToken) -> Result<bool> {
        self.write(move |transaction| {
            let ticket = ticket.clone();
            Box::pin(async move {
                let key = [tickets::Column::ChannelId, tickets::Column::Purpose, tickets::Column::Key];
                let inserted = tickets::Entity::insert(row(channel, &ticket)?)
                    .on_conflict_do_nothing_on(key)
                    .exec_without_returning(transaction)
                    .await?;
                Ok(matches!(inserted, TryInsertResult::Inserted(1..)))
            })
        })
        .await
    }

    /// A token that stays good.
    pub async fn ticket(
        &self,
        channel: ChannelId,
        purpose: Purpose,
        key: TokenKey,
        now: Timestamp,
    ) -> Result<Option<OneTimeToken>> {
        Ok(good(channel, purpose, key, now)?.one(self.read()).await?.map(ticket))
    }

    /// Takes a token: from now on it is good for nothing.
    pub async fn one_time_token_take(
        &self,
        channel: ChannelId,
        purpose: Purpose,
        key: TokenKey,
        now: Timestamp,
    ) -> Result<Option<OneTimeToken>> {
        self.write(move |transaction| Box::pin(async move { take(transaction, channel, purpose, key, now).await }))
            .await
    }

    /// Deletes expired tickets.
    pub async fn one_time_tokens_drop_old(&self, now: Timestamp) -> Result<u64> {
        self.write(move |transaction| {
            Box::pin(async move {
                let old = tickets::Entity::delete_many().filter(tickets::Column::ExpiresAt.lte(now.0));
                Ok(old.exec(transaction).await?.rows_affected)
            })
        })
        .await
    }
}

/// Keeps a token as part of a larger step.
pub(crate) async fn insert(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    new: &NewOneTimeToken,
    now: Timestamp,
) -> Result<()> {
    debug_assert!(new.expires_at.0 > now.0, "a ticket is made to be used");
    tickets::Entity::delete_many().filter(by_key(channel, new.purpose, new.key)?).exec(tx).await?;
    tickets::Entity::insert(row(channel, new)?).exec_without_returning(tx).await?;
    Ok(())
}

fn row(channel: ChannelId, new: &NewOneTimeToken) -> Result<tickets::ActiveModel> {
    Ok(tickets::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        purpose: Set(word(&new.purpose)?),
        key: Set(new.key.0.to_vec()),
        account_id: Set(new.account.map(|id| id.0)),
        payload: Set(new.payload.clone()),
        tries_left: Set(new.tries),
        expires_at: Set(new.expires_at.0),
    })
}

/// A token that stays good, seen from within a larger step.
pub(crate) async fn find(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    purpose: Purpose,
    key: TokenKey,
    now: Timestamp,
) -> Result<Option<OneTimeToken>> {
    Ok(good(channel, purpose, key, now)?.one(tx).await?.map(ticket))
}

/// Takes a token as part of the step that it is good for.
pub(crate) async fn take(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    purpose: Purpose,
    key: TokenKey,
    now: Timestamp,
) -> Result<Option<OneTimeToken>> {
    let Some(row) = good(channel, purpose, key, now)?.one(tx).await? else { return Ok(None) };
    let deleted = tickets::Entity::delete_by_id(row.id).exec(tx).await?.rows_affected;
    // On PostgreSQL another transaction may have taken it in between.
    Ok((deleted == 1).then(|| ticket(row)))
}

/// Takes a token whose payload is `proof`, or counts a wrong guess; after the last one the token is gone. Counted
/// before it is looked at, so that many guesses at once are no more than as many in a row.
pub(crate) async fn guess(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    purpose: Purpose,
    key: TokenKey,
    proof: &str,
    now: Timestamp,
) -> Result<Option<OneTimeToken>> {
    let left = tickets::Column::TriesLeft;
    tickets::Entity::update_many()
        .col_expr(left, Expr::col(left).sub(1))
        .filter(by_key(channel, purpose, key)?)
        .exec(tx)
        .await?;
    let Some(row) = good(channel, purpose, key, now)?.filter(left.gte(0)).one(tx).await? else { return Ok(None) };
    let is_right = row.payload == proof;
    if is_right || row.tries_left == 0 {
        tickets::Entity::delete_by_id(row.id).exec(tx).await?;
    }
    Ok(is_right.then(|| ticket(row)))
}

/// Ends the tokens of an account for a purpose that were made after another one.
pub(crate) async fn drop_younger(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    purpose: Purpose,
    expires_after: Timestamp,
) -> Result<()> {
    tickets::Entity::delete_many()
        .filter(tickets::Column::ChannelId.eq(channel.0))
        .filter(tickets::Column::AccountId.eq(account.0))
        .filter(tickets::Column::Purpose.eq(word(&purpose)?))
        .filter(tickets::Column::ExpiresAt.gt(expires_after.0))
        .exec(tx)
        .await?;
    Ok(())
}

/// Ends all tokens of an account for these purposes.
pub(crate) async fn drop_of_account(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    purposes: &[Purpose],
) -> Result<()> {
    let purposes = purposes.iter().map(word).collect::<Result<Vec<_>>>()?;
    tickets::Entity::delete_many()
        .filter(tickets::Column::ChannelId.eq(channel.0))
        .filter(tickets::Column::AccountId.eq(account.0))
        .filter(tickets::Column::Purpose.is_in(purposes))
        .exec(tx)
        .await?;
    Ok(())
}

fn good(channel: ChannelId, purpose: Purpose, key: TokenKey, now: Timestamp) -> Result<Select<tickets::Entity>> {
    Ok(tickets::Entity::find().filter(by_key(channel, purpose, key)?).filter(tickets::Column::ExpiresAt.gt(now.0)))
}

pub(crate) fn by_key(channel: ChannelId, purpose: Purpose, key: TokenKey) -> Result<sea_orm::Condition> {
    Ok(sea_orm::Condition::all()
        .add(tickets::Column::ChannelId.eq(channel.0))
        .add(tickets::Column::Purpose.eq(word(&purpose)?))
        .add(tickets::Column::Key.eq(key.0.to_vec())))
}

fn ticket(row: tickets::Model) -> OneTimeToken {
    OneTimeToken { account: row.account_id.map(AccountId), payload: row.payload, expires_at: Timestamp(row.expires_at) }
}
