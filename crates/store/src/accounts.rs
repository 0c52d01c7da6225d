//! Accounts of a channel.

use domain::account::{Account, Capability, EmailKey};
use domain::channel::Language;
use domain::ids::{AccountId, ChannelId};
use domain::password::PasswordHash;
use domain::secret::Secret;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect, Select, TryInsertResult};

use crate::entities::account::accounts;
use crate::enum_text::{json, word};
use crate::{Error, Result, Store};

/// An account to be made.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// As its owner typed it.
    pub email: String,
    /// Absent for accounts that only use social login.
    pub password: Option<PasswordHash>,
    pub first_name: String,
    pub last_name: String,
    pub temporary_password: bool,
    pub basic_pass_selected: bool,
    pub capabilities: Vec<Capability>,
    pub language: Option<Language>,
    /// Set if a social login provider has confirmed the address.
    pub email_verified_at: Option<Timestamp>,
    pub calendar_secret: Secret<[u8; 32]>,
    pub now: Timestamp,
}

/// An account with what proves its owner.
#[derive(Clone, Debug)]
pub struct StoredAccount {
    pub account: Account,
    pub password: Option<PasswordHash>,
}

impl Store {
    /// Makes an account; `None` when the address has one on this channel.
    pub async fn account_create(&self, channel: ChannelId, new: NewAccount) -> Result<Option<Account>> {
        let key = EmailKey::of(&new.email).ok_or_else(|| Error::Conflict("not an e-mail address".into()))?;
        self.write(move |transaction| {
            let (new, key) = (new.clone(), key.clone());
            Box::pin(async move { insert(transaction, channel, &new, &key).await })
        })
        .await
    }

    pub async fn account(&self, channel: ChannelId, id: AccountId) -> Result<Option<Account>> {
        let of_channel = accounts::Column::ChannelId.eq(channel.0);
        let row = accounts::Entity::find_by_id(id.0).filter(of_channel).one(self.read()).await?;
        row.map(Account::try_from).transpose()
    }

    /// The account with this e-mail address, for a login.
    pub async fn account_by_email(&self, channel: ChannelId, key: &EmailKey) -> Result<Option<StoredAccount>> {
        by_email(channel, key).one(self.read()).await?.map(stored).transpose()
    }

    /// An account with its credentials, for asking a member for the password again.
    pub async fn account_stored(&self, channel: ChannelId, id: AccountId) -> Result<Option<StoredAccount>> {
        let of_channel = accounts::Column::ChannelId.eq(channel.0);
        accounts::Entity::find_by_id(id.0).filter(of_channel).one(self.read()).await?.map(stored).transpose()
    }
}

fn stored(row: accounts::Model) -> Result<StoredAccount> {
    let password = row.password_hash.clone().map(PasswordHash::stored);
    Ok(StoredAccount { account: row.try_into()?, password })
}

/// Whether the account is there, and stays there until the transaction ends.
pub(crate) async fn hold(tx: &DatabaseTransaction, channel: ChannelId, id: AccountId) -> Result<bool> {
    let of_channel = accounts::Column::ChannelId.eq(channel.0);
    Ok(accounts::Entity::find_by_id(id.0).filter(of_channel).lock_exclusive().one(tx).await?.is_some())
}

/// Choosing it again changes nothing.
pub(crate) async fn select_basic_pass(tx: &DatabaseTransaction, channel: ChannelId, id: AccountId) -> Result<()> {
    accounts::Entity::update_many()
        .col_expr(accounts::Column::BasicPassSelected, Expr::value(true))
        .filter(accounts::Column::ChannelId.eq(channel.0))
        .filter(accounts::Column::Id.eq(id.0))
        .filter(accounts::Column::BasicPassSelected.eq(false))
        .exec(tx)
        .await?;
    Ok(())
}

/// Makes an account as part of a larger step; `None` when the address has one.
pub(crate) async fn insert(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    new: &NewAccount,
    key: &EmailKey,
) -> Result<Option<Account>> {
    let row = accounts::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        email: Set(new.email.trim().to_owned()),
        email_key: Set(key.as_str().to_owned()),
        password_hash: Set(new.password.as_ref().map(|hash| hash.expose().to_owned())),
        first_name: Set(new.first_name.clone()),
        last_name: Set(new.last_name.clone()),
        temporary_password: Set(new.temporary_password),
        basic_pass_selected: Set(new.basic_pass_selected),
        capabilities: Set(json(&new.capabilities)?),
        calendar_secret: Set(new.calendar_secret.expose().to_vec()),
        created_at: Set(new.now.0),
        email_verified_at: Set(new.email_verified_at.map(|at| at.0)),
        pending_email: Set(None),
        language: Set(new.language.as_ref().map(word).transpose()?),
    };
    let address = [accounts::Column::ChannelId, accounts::Column::EmailKey];
    // Asked to give the row back, SeaORM takes an address that has an account for a row that got lost.
    let inserted = accounts::Entity::insert(row).on_conflict_do_nothing_on(address).exec_without_returning(tx).await?;
    if !matches!(inserted, TryInsertResult::Inserted(1..)) {
        return Ok(None);
    }
    by_email(channel, key).one(tx).await?.map(Account::try_from).transpose()
}

pub(crate) fn by_email(channel: ChannelId, key: &EmailKey) -> Select<accounts::Entity> {
    accounts::Entity::find()
        .filter(accounts::Column::ChannelId.eq(channel.0))
        .filter(accounts::Column::EmailKey.eq(key.as_str()))
}
