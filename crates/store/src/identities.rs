//! Who people are at other sites, as proved by those sites: ways in to an account besides its password.

use domain::account::{Account, EmailKey};
use domain::ids::{AccountId, ChannelId};
use domain::ticket::{Purpose, TicketKey};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{DatabaseTransaction, EntityTrait, QueryFilter, TryInsertResult};

use crate::rows::account::{identities, passkeys};
use crate::{Error, NewAccount, NewMail, NewTicket, Result, Store, accounts, mails, tickets};

/// Somebody at another site. The two together are one person for ever, which an address is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub issuer: String,
    pub subject: String,
}

/// An account to be made for somebody whom another site knows.
#[derive(Clone, Debug)]
pub struct NewMember {
    pub account: NewAccount,
    pub identity: Identity,
    /// What proves them; taken with the same step.
    pub code: TicketKey,
    /// Where the other site has not seen that the address is theirs: the link, and the mail that carries it.
    pub verification: Option<(NewTicket, NewMail)>,
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
    /// The account that somebody is let in to.
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

    /// Lets somebody in to an account from now on, for a code that is taken with it; false when the code is gone or
    /// they have an account already.
    pub async fn link_identity(
        &self,
        channel: ChannelId,
        account: AccountId,
        identity: Identity,
        code: TicketKey,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(move |transaction| {
            let identity = identity.clone();
            Box::pin(async move {
                let taken = tickets::take(transaction, channel, Purpose::SocialCode, code, now).await?;
                Ok(taken.is_some() && insert(transaction, channel, account, &identity, now).await?)
            })
        })
        .await
    }

    /// Uses up the code of somebody who gets a mail in place of an account; false when it is gone.
    pub async fn spend_social_code(
        &self,
        channel: ChannelId,
        code: TicketKey,
        ticket: Option<NewTicket>,
        mail: NewMail,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(move |transaction| {
            let (ticket, mail) = (ticket.clone(), mail.clone());
            Box::pin(async move {
                if tickets::take(transaction, channel, Purpose::SocialCode, code, now).await?.is_none() {
                    return Ok(false);
                }
                if let Some(ticket) = ticket {
                    tickets::insert(transaction, channel, &ticket, now).await?;
                }
                mails::queue(transaction, channel, &mail, now).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Makes an account for somebody whom another site knows, all at once.
    pub async fn register_identity(&self, channel: ChannelId, new: NewMember, now: Timestamp) -> Result<Joined> {
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
    if tickets::take(tx, channel, Purpose::SocialCode, new.code, now).await?.is_none() {
        return Err(Error::Conflict(CODE_GONE.into()));
    }
    if !insert(tx, channel, account.id, &new.identity, now).await? {
        return Err(Error::Conflict(IDENTITY_TAKEN.into()));
    }
    if let Some((ticket, mail)) = &new.verification {
        tickets::insert(tx, channel, &ticket.clone().of(account.id), now).await?;
        mails::queue(tx, channel, &NewMail { account: Some(account.id), ..mail.clone() }, now).await?;
    }
    Ok(Joined::Made(account))
}

/// Forgets every way in that was added before anybody had proved that the account's address is theirs.
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

/// False when somebody has an account already.
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
