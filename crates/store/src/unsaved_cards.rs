//! Cards that the provider keeps only for a subscription. They are recorded before the provider is told to keep them,
//! and detached when nothing needs them, because the buyer did not ask to save them.

use domain::commerce::order::State;
use domain::ids::{AccountId, ChannelId, OrderId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::accounts::hold;
use crate::entities::order::{orders, unsaved_cards};
use crate::enum_text::word;
use crate::orders::{is_at, of_channel};
use crate::{Error, Result, Store};

/// More than one person has subscriptions.
const MAX_ROWS: u64 = 100;

/// A card that is kept for a subscription alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsavedCard {
    pub account: AccountId,
    /// What the provider calls its owner.
    pub customer: String,
    /// What the provider calls it.
    pub card: String,
    /// The order that it was taken for, once that is begun.
    pub order: Option<OrderId>,
    /// When it is looked at whether it is needed, whatever happens before.
    pub look_at: Timestamp,
    /// The account at the card provider that keeps it.
    pub provider_account: Option<String>,
}

impl From<unsaved_cards::Model> for UnsavedCard {
    fn from(row: unsaved_cards::Model) -> Self {
        Self {
            account: AccountId(row.account_id),
            customer: row.customer_id,
            card: row.card_id,
            order: row.order_id.map(OrderId),
            look_at: Timestamp(row.look_at),
            provider_account: row.provider_account,
        }
    }
}

impl Store {
    /// Records a card before the provider is told to keep it. An existing record is not changed.
    pub async fn unsaved_card_note(&self, channel: ChannelId, new: UnsavedCard) -> Result<()> {
        self.write(move |tx| {
            let new = new.clone();
            Box::pin(async move {
                if !hold(tx, channel, new.account).await? {
                    return Err(Error::Conflict("the account is gone".into()));
                }
                let row = unsaved_cards::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    account_id: Set(new.account.0),
                    customer_id: Set(new.customer),
                    card_id: Set(new.card),
                    order_id: Set(new.order.map(|order| order.0)),
                    look_at: Set(new.look_at.0),
                    provider_account: Set(new.provider_account),
                };
                let name = [unsaved_cards::Column::ChannelId, unsaved_cards::Column::CardId];
                unsaved_cards::Entity::insert(row).on_conflict_do_nothing_on(name).exec_without_returning(tx).await?;
                Ok(())
            })
        })
        .await
    }

    /// The order is begun that the card was taken for.
    pub async fn unsaved_card_is_for(&self, channel: ChannelId, card: String, order: OrderId) -> Result<()> {
        self.write(move |tx| {
            let of_card = this(channel, &card);
            Box::pin(async move {
                unsaved_cards::Entity::update_many()
                    .col_expr(unsaved_cards::Column::OrderId, Expr::value(order.0))
                    .filter(of_card)
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// It is saved after all, or the provider has let it go.
    pub async fn unsaved_card_forget(&self, channel: ChannelId, card: String) -> Result<()> {
        self.write(move |tx| {
            let of_card = this(channel, &card);
            Box::pin(async move {
                unsaved_cards::Entity::delete_many().filter(of_card).exec(tx).await?;
                Ok(())
            })
        })
        .await
    }

    /// Those of the account that are due are needed: they are looked at again then, or when something changes.
    pub async fn unsaved_cards_look_at(
        &self,
        channel: ChannelId,
        account: AccountId,
        at: Timestamp,
        now: Timestamp,
    ) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                unsaved_cards::Entity::update_many()
                    .col_expr(unsaved_cards::Column::LookAt, Expr::value(at.0))
                    .filter(of(channel, account).add(unsaved_cards::Column::LookAt.lte(now.0)))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Those of the account, at an account of ours at the provider.
    pub async fn unsaved_cards(&self, channel: ChannelId, account: AccountId, at: &str) -> Result<Vec<UnsavedCard>> {
        let found = unsaved_cards::Entity::find()
            .filter(of(channel, account).add(is_at(unsaved_cards::Column::ProviderAccount, at)))
            .limit(MAX_ROWS);
        Ok(found.all(self.read()).await?.into_iter().map(UnsavedCard::from).collect())
    }

    /// Cards that are due for a check, longest due first.
    pub async fn unsaved_cards_due(
        &self,
        channel: ChannelId,
        at: &str,
        now: Timestamp,
        limit: u64,
    ) -> Result<Vec<UnsavedCard>> {
        let due = unsaved_cards::Entity::find()
            .filter(unsaved_cards::Column::ChannelId.eq(channel.0))
            .filter(unsaved_cards::Column::LookAt.lte(now.0))
            .filter(is_at(unsaved_cards::Column::ProviderAccount, at))
            .order_by_asc(unsaved_cards::Column::LookAt)
            .limit(limit);
        Ok(due.all(self.read()).await?.into_iter().map(UnsavedCard::from).collect())
    }

    /// Whether the account has an order of a subscription that is not decided, or that the provider has not heard of.
    pub async fn subscription_is_open(&self, channel: ChannelId, account: AccountId) -> Result<bool> {
        let undecided = State::ALL.iter().filter(|state| state.is_undecided()).map(word).collect::<Result<Vec<_>>>()?;
        let open = orders::Entity::find()
            .filter(of_channel(channel).add(orders::Column::AccountId.eq(account.0)))
            .filter(orders::Column::SubscriptionId.is_not_null())
            .filter(orders::Column::State.is_in(undecided));
        Ok(open.count(self.read()).await? > 0)
    }
}

fn of(channel: ChannelId, account: AccountId) -> Condition {
    Condition::all()
        .add(unsaved_cards::Column::ChannelId.eq(channel.0))
        .add(unsaved_cards::Column::AccountId.eq(account.0))
}

fn this(channel: ChannelId, card: &str) -> Condition {
    Condition::all().add(unsaved_cards::Column::ChannelId.eq(channel.0)).add(unsaved_cards::Column::CardId.eq(card))
}
