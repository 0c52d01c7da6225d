//! Trials: one per account, mailbox and card.

use domain::commerce::order::{Occasion, State};
use domain::commerce::trial::MailboxKey;
use domain::ids::{AccountId, ChannelId, OrderId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, TryInsertResult};

use crate::entities::coupon::trials;
use crate::entities::order::orders;
use crate::enum_text::word;
use crate::orders::of_channel;
use crate::{Result, Store};

/// What a trial is remembered by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialKeys {
    pub mailbox: MailboxKey,
    /// The provider's fingerprint of the card, which is no secret and not its number.
    pub card: String,
}

impl Store {
    /// Whether the account, its mailbox or its card has had a trial. One that waits for its card is not had yet.
    pub async fn trial_used(&self, channel: ChannelId, account: AccountId, keys: Option<&TrialKeys>) -> Result<bool> {
        let mut any = Condition::any().add(trials::Column::AccountId.eq(account.0));
        if let Some(keys) = keys {
            any = any.add(trials::Column::Mailbox.eq(keys.mailbox.as_bytes().to_vec()));
            any = any.add(trials::Column::Card.eq(keys.card.as_str()));
        }
        let undecided = State::ALL.iter().filter(|state| state.is_undecided()).map(word).collect::<Result<Vec<_>>>()?;
        let waiting = Query::select()
            .column(orders::Column::Id)
            .from(orders::Entity)
            .cond_where(of_channel(channel).add(orders::Column::State.is_in(undecided)))
            .and_where(orders::Column::Occasion.eq(word(&Occasion::Trial)?))
            .take();
        let found = trials::Entity::find()
            .filter(trials::Column::ChannelId.eq(channel.0))
            .filter(any)
            .filter(trials::Column::OrderId.not_in_subquery(waiting));
        Ok(found.one(self.read()).await?.is_some())
    }

    /// The fingerprint of the card that an order's trial is remembered by.
    pub async fn trial_card(&self, channel: ChannelId, order: OrderId) -> Result<Option<String>> {
        let found = trials::Entity::find().filter(of_order(channel, order)).one(self.read()).await?;
        Ok(found.map(|row| row.card))
    }
}

/// A trial that never began was not had.
pub(crate) async fn forget_trial(tx: &DatabaseTransaction, channel: ChannelId, order: OrderId) -> Result<()> {
    trials::Entity::delete_many().filter(of_order(channel, order)).exec(tx).await?;
    Ok(())
}

/// Whether the account or its mailbox has had one, whatever its card has.
pub(crate) async fn had_trial(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    keys: &TrialKeys,
) -> Result<bool> {
    let theirs = Condition::any()
        .add(trials::Column::AccountId.eq(account.0))
        .add(trials::Column::Mailbox.eq(keys.mailbox.as_bytes().to_vec()));
    let found = trials::Entity::find().filter(trials::Column::ChannelId.eq(channel.0)).filter(theirs);
    Ok(found.one(tx).await?.is_some())
}

/// False when the account, the mailbox or the card had one.
pub(crate) async fn remember_trial(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    keys: &TrialKeys,
    order: OrderId,
    now: Timestamp,
) -> Result<bool> {
    let row = trials::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        account_id: Set(Some(account.0)),
        mailbox: Set(keys.mailbox.as_bytes().to_vec()),
        card: Set(keys.card.clone()),
        order_id: Set(order.0),
        created_at: Set(now.0),
    };
    // Whichever of the three it is.
    let any = OnConflict::new().do_nothing().to_owned();
    let inserted = trials::Entity::insert(row).on_conflict(any).try_insert().exec_without_returning(tx).await?;
    Ok(matches!(inserted, TryInsertResult::Inserted(1..)))
}

fn of_order(channel: ChannelId, order: OrderId) -> Condition {
    Condition::all().add(trials::Column::ChannelId.eq(channel.0)).add(trials::Column::OrderId.eq(order.0))
}
