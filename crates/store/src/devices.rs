//! Devices that somebody lets in from another one: a TV shows a code, a phone that is logged in types it.

use std::net::IpAddr;

use domain::geo::Code;
use domain::ids::{AccountId, ChannelId};
use domain::ticket::{Purpose, TicketKey};
use domain::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter};
use serde::{Deserialize, Serialize};

use crate::mails::{self, NewMail};
use crate::rows::account::tickets;
use crate::tickets::{NewTicket, by_key, find, insert, take};
use crate::{Result, Store};

/// A device that shows a code, as whoever types the code recognises it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskingDevice {
    /// Such as "Samsung TV".
    pub name: String,
    /// Where it was when it asked.
    pub country: Option<Code>,
    pub address: IpAddr,
}

/// What the code of a device leads to.
#[derive(Debug, Serialize, Deserialize)]
struct Asked {
    device: AskingDevice,
    /// Of the ticket that the device asks with.
    session: Vec<u8>,
}

/// What a confirmation is good for: this code and no other.
#[derive(Debug, Serialize, Deserialize)]
struct Confirms {
    code: Vec<u8>,
}

/// Somebody who lets a device in, knowing which.
#[derive(Clone, Debug)]
pub struct Approval {
    pub account: AccountId,
    pub code: TicketKey,
    /// What they were given when they were shown the device.
    pub confirmation: TicketKey,
    /// Tells them of it.
    pub notice: NewMail,
}

impl Store {
    /// Keeps what a device shows and what it will ask with, together.
    pub async fn ask_for_device(
        &self,
        channel: ChannelId,
        code: TicketKey,
        session: TicketKey,
        device: AskingDevice,
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

    /// The device that shows a code; `None` when none does. The code stays good.
    pub async fn asking_device(
        &self,
        channel: ChannelId,
        code: TicketKey,
        now: Timestamp,
    ) -> Result<Option<AskingDevice>> {
        let Some(ticket) = self.ticket(channel, Purpose::DeviceCode, code, now).await? else { return Ok(None) };
        // One that was kept by an older program says too little to be shown: the device asks for a new one.
        Ok(ticket.payload::<Asked>().ok().map(|asked| asked.device))
    }

    /// Notes that an account was shown the device of a code, and by what it says so when it lets the device in.
    pub async fn show_device(
        &self,
        channel: ChannelId,
        account: AccountId,
        code: TicketKey,
        confirmation: TicketKey,
        now: Timestamp,
    ) -> Result<()> {
        let ticket = NewTicket::new(Purpose::DeviceConfirmation, confirmation, now)
            .of(account)
            .with(&Confirms { code: code.0.to_vec() })?;
        self.add_ticket(channel, ticket, None, now).await
    }

    /// Lets the device in that shows a code, and says so by mail; false when no device shows it, or whoever lets it in was
    /// not shown this one. The code and the confirmation are used up together.
    pub async fn let_device_in(&self, channel: ChannelId, approval: Approval, now: Timestamp) -> Result<bool> {
        self.write(move |transaction| {
            let approval = approval.clone();
            Box::pin(async move { let_in(transaction, channel, &approval, now).await })
        })
        .await
    }
}

async fn let_in(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    Approval { account, code, confirmation, notice }: &Approval,
    now: Timestamp,
) -> Result<bool> {
    let Some(seen) = find(tx, channel, Purpose::DeviceConfirmation, *confirmation, now).await? else {
        return Ok(false);
    };
    if seen.account != Some(*account) || seen.payload::<Confirms>()?.code != code.0 {
        return Ok(false);
    }
    let confirmed = take(tx, channel, Purpose::DeviceConfirmation, *confirmation, now).await?;
    let shown = take(tx, channel, Purpose::DeviceCode, *code, now).await?;
    let (Some(_), Some(ticket)) = (confirmed, shown) else { return Ok(false) };
    let Asked { session, .. } = ticket.payload()?;
    let Ok(session) = <[u8; 32]>::try_from(session) else { return Ok(false) };
    let let_in = tickets::Entity::update_many()
        .col_expr(tickets::Column::AccountId, Expr::value(account.0))
        .filter(by_key(channel, Purpose::DeviceSession, TicketKey(session))?)
        .filter(tickets::Column::AccountId.is_null())
        .filter(tickets::Column::ExpiresAt.gt(now.0))
        .exec(tx)
        .await?;
    if let_in.rows_affected != 1 {
        return Ok(false);
    }
    mails::queue(tx, channel, notice, now).await?;
    Ok(true)
}
