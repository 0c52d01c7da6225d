//! Orders that were lost with a database and are restored from their payments.

use domain::commerce::order::Fact;
use domain::ids::{AccountId, ChannelId};
use domain::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{Condition, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter};

use crate::accounts::hold;
use crate::checkout::{NewOrder, begin_subscription, cart_of, insert, open_lines};
use crate::entities::order::{orders, subscriptions};
use crate::fulfilment::apply;
use crate::orders::{StoredOrder, named, of_channel, one, this};
use crate::trials::remember_trial;
use crate::{Error, Result, Store};

/// An order restored from its payment.
#[derive(Clone, Debug)]
pub struct Recovered {
    pub new: NewOrder,
    /// What the provider calls its payment; none for a trial.
    pub payment: Option<String>,
    /// What the provider calls its subscription.
    pub subscription: Option<String>,
    /// That it is paid.
    pub fact: Fact,
}

impl Store {
    /// Restores a lost order. If its account was deleted or has bought the same since, the payment is refunded. `None`
    /// if the order exists.
    pub async fn order_recover(
        &self,
        channel: ChannelId,
        account: Option<AccountId>,
        found: Recovered,
        now: Timestamp,
    ) -> Result<Option<StoredOrder>> {
        self.write(move |tx| {
            let found = found.clone();
            Box::pin(async move { recover(tx, channel, account, &found, now).await })
        })
        .await
    }
}

async fn recover(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: Option<AccountId>,
    found: &Recovered,
    now: Timestamp,
) -> Result<Option<StoredOrder>> {
    let account = match account {
        Some(account) if hold(tx, channel, account).await? => Some(account),
        _ => None,
    };
    let by_payment =
        found.payment.as_ref().map(|payment| of_channel(channel).add(orders::Column::PaymentId.eq(payment)));
    let known = Condition::any().add(named(channel, &found.new.name)).add_option(by_payment);
    if orders::Entity::find().filter(known).count(tx).await? > 0 {
        return Ok(None);
    }
    let account = match account {
        Some(account) if is_free(tx, channel, account, &found.new).await? => Some(account),
        _ => None,
    };
    let subscription = match (account, found.new.renewed) {
        (Some(account), Some((pass, _))) => Some(begin_subscription(tx, channel, account, &found.new, pass).await?),
        _ => None,
    };
    let id = insert(tx, channel, account, &found.new, cart_of(&found.new.quote), subscription).await?;
    orders::Entity::update_many()
        .col_expr(orders::Column::PaymentId, Expr::value(found.payment.clone()))
        .col_expr(orders::Column::RecoveredAt, Expr::value(now.0))
        .filter(this(channel, id))
        .exec(tx)
        .await?;
    if let Some(subscription) = subscription {
        subscriptions::Entity::update_many()
            .col_expr(subscriptions::Column::ProviderId, Expr::value(found.subscription.clone()))
            .filter(subscriptions::Column::ChannelId.eq(channel.0))
            .filter(subscriptions::Column::Id.eq(subscription.0))
            .exec(tx)
            .await?;
    }
    if let (Some(account), Some(trial)) = (account, &found.new.trial) {
        // An account with another one since keeps this one all the same: it is theirs.
        remember_trial(tx, channel, account, trial, id, now).await?;
    }
    apply(tx, channel, id, found.fact, now).await?;
    let made = one(tx, channel, this(channel, id)).await?;
    made.map(Some).ok_or_else(|| Error::Conflict("the order is gone".into()))
}

/// Whether the account was not sold any of it since.
async fn is_free(tx: &DatabaseTransaction, channel: ChannelId, account: AccountId, new: &NewOrder) -> Result<bool> {
    let open = open_lines(tx, channel, account).await?;
    Ok(!new.quote.lines.iter().any(|line| open.iter().any(|open| open.part().overlaps(&line.part))))
}
