//! Devices that somebody lets in from another one: a TV shows a code, a phone that is logged in types it.

use domain::ids::{AccountId, ChannelId};
use domain::ticket::{Purpose, TicketKey};
use domain::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter};
use serde::{Deserialize, Serialize};

use crate::rows::account::tickets;
use crate::tickets::{NewTicket, by_key, insert, take};
use crate::{Result, Store};

/// What the code of a device leads to.
#[derive(Debug, Serialize, Deserialize)]
struct Asked {
    device: String,
    /// Of the ticket that the device asks with.
    session: Vec<u8>,
}

impl Store {
    /// Keeps what a device shows and what it will ask with, together.
    pub async fn ask_for_device(
        &self,
        channel: ChannelId,
        code: TicketKey,
        session: TicketKey,
        device: String,
        now: Timestamp,
    ) -> Result<()> {
        let asked = Asked { device, session: session.0.to_vec() };
        let code = NewTicket::new(Purpose::DeviceCode, code, now).with(&asked)?;
        let session = NewTicket::new(Purpose::DeviceSession, session, now);
        self.write(move |transaction| {
            let (code, session) = (code.clone(), session.clone());
            Box::pin(async move {
                insert(transaction, channel, &code, now).await?;
                insert(transaction, channel, &session, now).await
            })
        })
        .await
    }

    /// Lets the device in that shows a code, and gives its name; `None` when no device shows it. The code is used up.
    pub async fn let_device_in(
        &self,
        channel: ChannelId,
        code: TicketKey,
        account: AccountId,
        now: Timestamp,
    ) -> Result<Option<String>> {
        self.write(move |transaction| Box::pin(async move { let_in(transaction, channel, code, account, now).await }))
            .await
    }
}

async fn let_in(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    code: TicketKey,
    account: AccountId,
    now: Timestamp,
) -> Result<Option<String>> {
    let Some(ticket) = take(tx, channel, Purpose::DeviceCode, code, now).await? else { return Ok(None) };
    let Asked { device, session } = ticket.payload()?;
    let Ok(session) = <[u8; 32]>::try_from(session) else { return Ok(None) };
    let let_in = tickets::Entity::update_many()
        .col_expr(tickets::Column::AccountId, Expr::value(account.0))
        .filter(by_key(channel, Purpose::DeviceSession, TicketKey(session))?)
        .filter(tickets::Column::AccountId.is_null())
        .filter(tickets::Column::ExpiresAt.gt(now.0))
        .exec(tx)
        .await?;
    Ok((let_in.rows_affected == 1).then_some(device))
}
