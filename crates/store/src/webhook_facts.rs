//! What happened on a channel, recorded for its webhooks in the transaction that makes it so: nothing is lost with a
//! crash, and nothing is told that was rolled back.

use domain::commerce::order::Order;
use domain::ids::{AccountId, ChannelId, OrderId};
use domain::time::Timestamp;
use domain::webhook::{DeliveryState, MAX_WAITING, WebhookFact, order_events, without_account};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, LockType};
use sea_orm::{ActiveModelTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::{Value, json};

use crate::Result;
use crate::entities::order::lines;
use crate::entities::webhook::{deliveries, endpoints};
use crate::jobs::JobKind;
use crate::webhook_deliveries::{new_row, queue, waiting};
use crate::webhooks::{events_of, of_channel};

/// Queues a delivery for every subscribed webhook.
pub(crate) async fn record(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    fact: &WebhookFact,
    now: Timestamp,
) -> Result<()> {
    // None is removed before the end, which would fail the step that makes the fact.
    let on = of_channel(channel)
        .filter(endpoints::Column::IsOn.eq(true))
        .order_by_asc(endpoints::Column::Id)
        .lock(LockType::KeyShare)
        .all(tx)
        .await?;
    for webhook in on {
        if !events_of(&webhook)?.contains(&fact.kind) {
            continue;
        }
        if waiting(tx, webhook.id).await? >= MAX_WAITING {
            skip(tx, webhook.id).await?;
            continue;
        }
        let row = new_row(channel, webhook.id, fact, DeliveryState::Waiting, now)?;
        let row = deliveries::ActiveModel { next_at: Set(Some(now.0)), ..row };
        let id = row.insert(tx).await?.id;
        // Webhooks that fail have places of their own, so that they delay no others.
        let kind = if webhook.failing_since.is_some() { JobKind::RetryWebhook } else { JobKind::SendWebhook };
        queue(tx, channel, webhook.id, id, kind, now).await?;
    }
    Ok(())
}

async fn skip(tx: &DatabaseTransaction, webhook: i64) -> Result<()> {
    endpoints::Entity::update_many()
        .col_expr(endpoints::Column::Skipped, Expr::col(endpoints::Column::Skipped).add(1))
        .filter(endpoints::Column::Id.eq(webhook))
        .exec(tx)
        .await?;
    Ok(())
}

/// What follows from an order's change.
pub(crate) async fn record_order(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    (id, account): (OrderId, Option<AccountId>),
    moved: [&Order; 2],
    lines: &[lines::Model],
    now: Timestamp,
) -> Result<()> {
    let [before, after] = moved;
    for kind in order_events(before, after) {
        let items = lines.iter().map(item).collect::<Vec<_>>();
        record(tx, channel, &WebhookFact::order(kind, id, account, moved, items.into()), now).await?;
    }
    Ok(())
}

fn item(line: &lines::Model) -> Value {
    json!({
        "type": line.kind,
        "pass_id": line.pass_id,
        "game_id": line.event_id,
        "team_id": line.participant_id,
        "sport_id": line.category_id,
    })
}

/// T43: no delivery names the account any more, whether it was sent or waits. What was answered may name it, too.
pub(crate) async fn forget_account(tx: &DatabaseTransaction, channel: ChannelId, account: AccountId) -> Result<()> {
    // The webhooks first, as everywhere.
    of_channel(channel).order_by_asc(endpoints::Column::Id).lock(LockType::KeyShare).all(tx).await?;
    let theirs = deliveries::Entity::find()
        .filter(deliveries::Column::ChannelId.eq(channel.0))
        .filter(deliveries::Column::AccountId.eq(account.0))
        .lock_exclusive();
    for row in theirs.all(tx).await? {
        let payload = without_account(&row.payload);
        let mut next: deliveries::ActiveModel = row.into();
        next.payload = Set(payload);
        next.account_id = Set(None);
        next.response = Set(None);
        next.update(tx).await?;
    }
    Ok(())
}
