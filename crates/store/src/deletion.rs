//! Account deletion. No table keeps personal data of the account.

use domain::account::{Account, EmailKey};
use domain::ids::{ChannelId, ClipId};
use domain::one_time_token::{Purpose, TokenKey};
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use domain::webhook::WebhookFact;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func, LikeExpr, Query, SimpleExpr};
use sea_orm::{Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter};

use crate::accounts::hold;
use crate::entities::account::{accounts, tickets};
use crate::entities::form::entries;
use crate::entities::mail::mails as mail_rows;
use crate::mails::{self, NewMail};
use crate::one_time_tokens::take;
use crate::sessions::end_others;
use crate::{Error, Result, Store, clips, provider, subscriptions, webhook_facts};

/// What ended with an account.
#[derive(Clone, Debug)]
pub struct Deleted {
    pub sessions: Vec<KeyHash>,
    pub clips: Vec<ClipId>,
}

impl Store {
    /// Erases an account by the token of its owner. `last_mail` tells them; it is the one thing that is kept, until it
    /// is sent. `None` when the token is not good, or not this account's.
    pub async fn account_delete(
        &self,
        channel: ChannelId,
        ticket: TokenKey,
        account: Account,
        last_mail: NewMail,
        now: Timestamp,
    ) -> Result<Option<Deleted>> {
        self.write(move |transaction| {
            let (account, last_mail) = (account.clone(), last_mail.clone());
            Box::pin(async move {
                let taken = take(transaction, channel, Purpose::DeleteAccount, ticket, now).await?;
                let is_theirs = taken.and_then(|ticket| ticket.account) == Some(account.id);
                if !is_theirs || !hold(transaction, channel, account.id).await? {
                    return Ok(None);
                }
                let deleted = erase(transaction, channel, &account, now).await?;
                mails::queue(transaction, channel, &last_mail, now).await?;
                Ok(Some(deleted))
            })
        })
        .await
    }
}

async fn erase(tx: &DatabaseTransaction, channel: ChannelId, account: &Account, now: Timestamp) -> Result<Deleted> {
    let id = account.id.0;
    subscriptions::cancel_all(tx, channel, account.id, now).await?;
    provider::forget_customer(tx, channel, account.id, now).await?;
    orphan_orders(tx, channel, id).await?;
    let sessions = end_others(tx, channel, account.id, None).await?;
    entries::Entity::delete_many()
        .filter(entries::Column::ChannelId.eq(channel.0))
        .filter(entries::Column::AccountId.eq(id))
        .exec(tx)
        .await?;
    let mut addresses = vec![key(&account.email)?];
    if let Some(pending) = &account.pending_email {
        addresses.push(key(pending)?);
    }
    erase_mails(tx, channel, id, &addresses[0]).await?;
    for address in &addresses {
        erase_tickets_about(tx, channel, address).await?;
    }
    let (cut, clipped) = clips::leaving(tx, channel, account.id, now).await?;
    // Favourites, clips, sessions, addresses of players, tokens, identities and passkeys go with the row.
    accounts::Entity::delete_by_id(id).filter(accounts::Column::ChannelId.eq(channel.0)).exec(tx).await?;
    clips::recount_of(tx, channel, &clipped).await?;
    webhook_facts::forget_account(tx, channel, account.id).await?;
    webhook_facts::record(tx, channel, &WebhookFact::account_deleted(account.id), now).await?;
    Ok(Deleted { sessions, clips: cut })
}

/// What was sold is kept for the books, without the person.
async fn orphan_orders(tx: &DatabaseTransaction, channel: ChannelId, id: i64) -> Result<()> {
    // What their browser made up, and their card, may identify them.
    let forget = Query::update()
        .table("orders")
        .values(
            ["trk", "idempotency_key", "wish", "card_brand", "card_last4"]
                .map(|column| (column, Expr::value(None::<String>))),
        )
        .and_where(Expr::col("channel_id").eq(channel.0))
        .and_where(Expr::col("account_id").eq(id))
        .to_owned();
    tx.execute(&forget).await?;
    for table in ["orders", "order_lines", "subscriptions", "coupon_redemptions", "trials"] {
        let orphan = Query::update()
            .table(table)
            .value("account_id", Expr::value(None::<i64>))
            .and_where(Expr::col("channel_id").eq(channel.0))
            .and_where(Expr::col("account_id").eq(id))
            .to_owned();
        tx.execute(&orphan).await?;
    }
    Ok(())
}

fn key(address: &str) -> Result<EmailKey> {
    EmailKey::of(address).ok_or_else(|| Error::Conflict("not an e-mail address".into()))
}

/// Deletes the account's mails to any address, and mails to its address from before it existed.
async fn erase_mails(tx: &DatabaseTransaction, channel: ChannelId, id: i64, address: &EmailKey) -> Result<()> {
    let recipient = Expr::expr(Func::lower(Expr::col(mail_rows::Column::Recipient)));
    let theirs = Condition::any().add(mail_rows::Column::AccountId.eq(id)).add(recipient.eq(address.as_str()));
    mail_rows::Entity::delete_many().filter(mail_rows::Column::ChannelId.eq(channel.0)).filter(theirs).exec(tx).await?;
    Ok(())
}

/// What was begun with the address and did not end, such as a second registration, belongs to no account yet: it is
/// found by what it holds.
async fn erase_tickets_about(tx: &DatabaseTransaction, channel: ChannelId, address: &EmailKey) -> Result<()> {
    let quoted = serde_json::to_string(address.as_str()).map_err(|cause| Error::Conflict(cause.to_string()))?;
    let escaped = quoted.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let payload: SimpleExpr = Expr::col(tickets::Column::Payload).cast_as(Alias::new("text"));
    let holds = Expr::expr(Func::lower(payload)).like(LikeExpr::new(format!("%{escaped}%")).escape('\\'));
    tickets::Entity::delete_many().filter(tickets::Column::ChannelId.eq(channel.0)).filter(holds).exec(tx).await?;
    Ok(())
}
