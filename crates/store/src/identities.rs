//! Social identities of accounts, as proved by the providers.

use domain::account::{Account, EmailKey};
use domain::ids::{AccountId, ChannelId};
use domain::one_time_token::{Purpose, TokenKey};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{DatabaseTransaction, EntityTrait, QueryFilter, TryInsertResult};

use crate::entities::account::{identities, passkeys};
use crate::{Error, NewAccount, NewMail, NewOneTimeToken, Result, Store, accounts, mails, one_time_tokens};

/// A social identity. Issuer and subject identify a person permanently, unlike an e-mail address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub issuer: String,
    pub subject: String,
}

/// A new account from a social login.
#[derive(Clone, Debug)]
pub struct NewMember {
    pub account: NewAccount,
    pub identity: Identity,
    /// What proves them; taken with the same step.
    pub code: TokenKey,
    /// Where the other site has not seen that the address is theirs: the link, and the mail that carries it.
    pub verification: Option<(NewOneTimeToken, NewMail)>,
}

/// How the making of an account ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joined {
    Made(Account),
    /// The address has an account; nothing was done, and the code is still good.
    EmailTaken,
    /// The code was used in between.
    CodeGone,
    /// They have an account already; nothing was done, and the code is still good.
    IdentityTaken,
}

/// Each rolls the step back.
const CODE_GONE: &str = "the code was used in between";
const IDENTITY_TAKEN: &str = "they have an account already";

impl Store {
    /// The account of a social identity.
    pub async fn account_of_identity(&self, channel: ChannelId, identity: &Identity) -> Result<Option<Account>> {
        let row = identities::Entity::find()
            .filter(identities::Column::ChannelId.eq(channel.0))
            .filter(identities::Column::Issuer.eq(&identity.issuer))
            .filter(identities::Column::Subject.eq(&identity.subject))
            .one(self.read())
            .await?;
        match row {
            Some(row) => self.account(channel, AccountId(row.account_id)).await,
            None => Ok(None),
        }
    }

    /// Connects an identity to an account and consumes the code; false if the code is gone or the identity already has
    /// an account.
    pub async fn identity_link(
        &self,
        channel: ChannelId,
        account: AccountId,
        identity: Identity,
        code: TokenKey,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(move |transaction| {
            let identity = identity.clone();
            Box::pin(async move {
                let taken = one_time_tokens::take(transaction, channel, Purpose::SocialCode, code, now).await?;
                Ok(taken.is_some() && insert(transaction, channel, account, &identity, now).await?)
            })
        })
        .await
    }

    /// Consumes a social login code when a mail is sent instead of opening an account; false if it is gone.
    pub async fn social_code_spend(
        &self,
        channel: ChannelId,
        code: TokenKey,
        ticket: Option<NewOneTimeToken>,
        mail: NewMail,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(move |transaction| {
            let (ticket, mail) = (ticket.clone(), mail.clone());
            Box::pin(async move {
                if one_time_tokens::take(transaction, channel, Purpose::SocialCode, code, now).await?.is_none() {
                    return Ok(false);
                }
                if let Some(ticket) = ticket {
                    one_time_tokens::insert(transaction, channel, &ticket, now).await?;
                }
                mails::queue(transaction, channel, &mail, now).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Creates an account from a social login, in one transaction.
    pub async fn identity_register(&self, channel: ChannelId, new: NewMember, now: Timestamp) -> Result<Joined> {
        let key = EmailKey::of(&new.account.email).ok_or_else(|| Error::Conflict("not an e-mail address".into()))?;
        let registered = self
            .write(move |transaction| {
                let (new, key) = (new.clone(), key.clone());
                Box::pin(async move { register(transaction, channel, &new, &key, now).await })
            })
            .await;
        match registered {
            Err(Error::Conflict(problem)) if problem == CODE_GONE => Ok(Joined::CodeGone),
            Err(Error::Conflict(problem)) if problem == IDENTITY_TAKEN => Ok(Joined::IdentityTaken),
            other => other,
        }
    }
}

async fn register(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    new: &NewMember,
    key: &EmailKey,
    now: Timestamp,
) -> Result<Joined> {
    let Some(account) = accounts::insert(tx, channel, &new.account, key).await? else {
        return Ok(Joined::EmailTaken);
    };
    if one_time_tokens::take(tx, channel, Purpose::SocialCode, new.code, now).await?.is_none() {
        return Err(Error::Conflict(CODE_GONE.into()));
    }
    if !insert(tx, channel, account.id, &new.identity, now).await? {
        return Err(Error::Conflict(IDENTITY_TAKEN.into()));
    }
    if let Some((ticket, mail)) = &new.verification {
        one_time_tokens::insert(tx, channel, &ticket.clone().of(account.id), now).await?;
        mails::queue(tx, channel, &NewMail { account: Some(account.id), ..mail.clone() }, now).await?;
    }
    Ok(Joined::Made(account))
}

/// Removes all login methods that were added before the account's address was confirmed.
pub(crate) async fn drop_unproved(tx: &DatabaseTransaction, channel: ChannelId, account: AccountId) -> Result<()> {
    identities::Entity::delete_many()
        .filter(identities::Column::ChannelId.eq(channel.0))
        .filter(identities::Column::AccountId.eq(account.0))
        .exec(tx)
        .await?;
    passkeys::Entity::delete_many()
        .filter(passkeys::Column::ChannelId.eq(channel.0))
        .filter(passkeys::Column::AccountId.eq(account.0))
        .exec(tx)
        .await?;
    Ok(())
}

/// False if the identity already has an account.
async fn insert(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    identity: &Identity,
    now: Timestamp,
) -> Result<bool> {
    let row = identities::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        account_id: Set(account.0),
        issuer: Set(identity.issuer.clone()),
        subject: Set(identity.subject.clone()),
        created_at: Set(now.0),
    };
    let one = [identities::Column::ChannelId, identities::Column::Issuer, identities::Column::Subject];
    let inserted = identities::Entity::insert(row).on_conflict_do_nothing_on(one).exec_without_returning(tx).await?;
    Ok(matches!(inserted, TryInsertResult::Inserted(1..)))
}
