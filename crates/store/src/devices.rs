//! Device logins: a TV shows a code, a logged-in phone confirms it.

use std::net::IpAddr;

use domain::geo::Code;
use domain::ids::{AccountId, ChannelId};
use domain::one_time_token::{Purpose, TokenKey};
use domain::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter};
use serde::{Deserialize, Serialize};

use crate::entities::account::tickets;
use crate::mails::{self, NewMail};
use crate::one_time_tokens::{NewOneTimeToken, by_key, find, insert, take};
use crate::{Result, Store};

/// A device that shows a code, described for the member who enters the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskingDevice {
    /// For example "Samsung TV".
    pub name: String,
    /// Where it was when it asked.
    pub country: Option<Code>,
    pub address: IpAddr,
}

/// What the code of a device leads to.
#[derive(Debug, Serialize, Deserialize)]
struct Asked {
    device: AskingDevice,
    /// Of the token that the device asks with.
    session: Vec<u8>,
}

/// The code that a confirmation is valid for.
#[derive(Debug, Serialize, Deserialize)]
struct Confirms {
    code: Vec<u8>,
}

/// A member's approval of a device that they have seen.
#[derive(Clone, Debug)]
pub struct Approval {
    pub account: AccountId,
    pub code: TokenKey,
    /// What they were given when they were shown the device.
    pub confirmation: TokenKey,
    /// Tells them of it.
    pub notice: NewMail,
}

impl Store {
    /// Keeps what a device shows and what it will ask with, together.
    pub async fn device_request(
        &self,
        channel: ChannelId,
        code: TokenKey,
        session: TokenKey,
        device: AskingDevice,
        now: Timestamp,
    ) -> Result<()> {
        let asked = Asked { device, session: session.0.to_vec() };
        let code = NewOneTimeToken::new(Purpose::DeviceCode, code, now).with(&asked)?;
        let session = NewOneTimeToken::new(Purpose::DeviceSession, session, now);
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
    pub async fn device_requesting(
        &self,
        channel: ChannelId,
        code: TokenKey,
        now: Timestamp,
    ) -> Result<Option<AskingDevice>> {
        let Some(ticket) = self.ticket(channel, Purpose::DeviceCode, code, now).await? else { return Ok(None) };
        // One that was kept by an older program says too little to be shown: the device asks for a new one.
        Ok(ticket.payload::<Asked>().ok().map(|asked| asked.device))
    }

    /// Notes that an account was shown the device of a code, and by what it says so when it lets the device in.
    pub async fn device_show(
        &self,
        channel: ChannelId,
        account: AccountId,
        code: TokenKey,
        confirmation: TokenKey,
        now: Timestamp,
    ) -> Result<()> {
        let ticket = NewOneTimeToken::new(Purpose::DeviceConfirmation, confirmation, now)
            .of(account)
            .with(&Confirms { code: code.0.to_vec() })?;
        self.one_time_token_add(channel, ticket, None, now).await
    }

    /// Logs in the device that shows a code, and notifies the member by mail; false if no device shows the code or the
    /// member has not seen this device. Code and confirmation are consumed together.
    pub async fn device_approve(&self, channel: ChannelId, approval: Approval, now: Timestamp) -> Result<bool> {
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
        .filter(by_key(channel, Purpose::DeviceSession, TokenKey(session))?)
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
