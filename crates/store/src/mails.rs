//! Mail to people: written down in the transaction that gives cause for it, and sent afterwards.

use domain::ids::{AccountId, ChannelId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{DatabaseTransaction, EntityTrait};

use crate::rows::mail::mails;
use crate::{Result, Store};

/// A mail to be sent.
#[derive(Clone, Debug)]
pub struct NewMail {
    /// Whose it is, so that it is erased with them; absent for a mail to somebody without an account.
    pub account: Option<AccountId>,
    /// A word for what the mail is about.
    pub kind: &'static str,
    pub recipient: String,
    pub subject: String,
    pub text: String,
    pub html: String,
}

impl Store {
    pub async fn queue_mail(&self, channel: ChannelId, mail: NewMail, now: Timestamp) -> Result<()> {
        self.write(move |transaction| {
            let mail = mail.clone();
            Box::pin(async move { queue(transaction, channel, &mail, now).await })
        })
        .await
    }
}

/// Queues a mail as part of the step that gives cause for it.
pub(crate) async fn queue(tx: &DatabaseTransaction, channel: ChannelId, mail: &NewMail, now: Timestamp) -> Result<()> {
    let row = mails::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        account_id: Set(mail.account.map(|id| id.0)),
        kind: Set(mail.kind.to_owned()),
        recipient: Set(mail.recipient.clone()),
        subject: Set(mail.subject.clone()),
        text: Set(mail.text.clone()),
        html: Set(mail.html.clone()),
        state: Set("waiting".to_owned()),
        problem: Set(None),
        created_at: Set(now.0),
        sent_at: Set(None),
    };
    mails::Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}
