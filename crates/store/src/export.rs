//! A member's data for the data export, except purchases.

mod bought;

pub use bought::{Bought, KeptCoupon, KeptDownload, KeptPass, KeptPreroll, KeptTrial};

use domain::ids::{AccountId, ChannelId};
use domain::time::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait, Order, Query};
use sea_orm::{ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::entities::mail::mails;
use crate::{Result, Store};

/// Something that has a name, and was made at some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptThing {
    pub name: String,
    pub created_at: Timestamp,
}

/// A mail without its words, which may hold links that are still good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMail {
    pub recipient: String,
    pub subject: String,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

/// What an account has beside its profile, favourites, sessions, forms and what it bought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// By the names that their owner gave them.
    pub passkeys: Vec<KeptThing>,
    /// By issuer.
    pub identities: Vec<KeptThing>,
    pub mails: Vec<KeptMail>,
    pub clips: Vec<KeptThing>,
}

impl Store {
    pub async fn account_kept(&self, channel: ChannelId, account: AccountId) -> Result<Kept> {
        let mails = mails::Entity::find()
            .filter(mails::Column::ChannelId.eq(channel.0))
            .filter(mails::Column::AccountId.eq(account.0))
            .order_by_asc(mails::Column::Id)
            .all(self.read())
            .await?;
        let mail = |row: mails::Model| KeptMail {
            recipient: row.recipient,
            subject: row.subject,
            created_at: Timestamp(row.created_at),
            sent_at: row.sent_at.map(Timestamp),
        };
        Ok(Kept {
            passkeys: self.named_of("passkeys", "name", channel, account).await?,
            identities: self.named_of("identities", "issuer", channel, account).await?,
            mails: mails.into_iter().map(mail).collect(),
            clips: self.named_of("clips", "name", channel, account).await?,
        })
    }

    async fn named_of(
        &self,
        table: &'static str,
        name: &'static str,
        channel: ChannelId,
        account: AccountId,
    ) -> Result<Vec<KeptThing>> {
        let select = Query::select()
            .columns([name, "created_at"])
            .from(table)
            .and_where(Expr::col("channel_id").eq(channel.0))
            .and_where(Expr::col("account_id").eq(account.0))
            .order_by("id", Order::Asc)
            .to_owned();
        let rows = self.read().query_all(&select).await?;
        rows.iter()
            .map(|row| {
                Ok(KeptThing { name: row.try_get("", name)?, created_at: Timestamp(row.try_get("", "created_at")?) })
            })
            .collect()
    }
}
