//! Passes that accounts hold.

use domain::commerce::ownership::Part;
use domain::ids::{AccountId, ChannelId, EntitlementId, OrderId};
use domain::operator::Action;
use domain::pass::{Entitlement, Source};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::{Value, json};

use crate::audit::{self, AuditEntry};
use crate::entities::entitlement::entitlements;
use crate::entities::order::lines;
use crate::enum_text::word;
use crate::{Result, Store};

/// More than any account has; the newest are returned.
const MAX_ROWS: u64 = 500;

/// A pass to be held from now on.
#[derive(Clone, Copy, Debug)]
pub struct NewEntitlement {
    pub part: Part,
    pub source: Source,
    pub starts_at: Timestamp,
    pub ends_at: Option<Timestamp>,
    pub now: Timestamp,
}

impl Store {
    /// What the account holds, or will hold: without what has ended.
    pub async fn entitlements(
        &self,
        channel: ChannelId,
        account: AccountId,
        now: Timestamp,
    ) -> Result<Vec<Entitlement>> {
        let not_over =
            Condition::any().add(entitlements::Column::EndsAt.is_null()).add(entitlements::Column::EndsAt.gt(now.0));
        let rows = entitlements::Entity::find()
            .filter(entitlements::Column::ChannelId.eq(channel.0))
            .filter(entitlements::Column::AccountId.eq(account.0))
            .filter(entitlements::Column::EndedAt.is_null())
            .filter(not_over)
            .order_by_desc(entitlements::Column::Id)
            .limit(MAX_ROWS)
            .all(self.read())
            .await?;
        rows.into_iter().map(Entitlement::try_from).collect()
    }

    /// Lets the account hold a pass, and writes that down.
    pub async fn entitlement_add(
        &self,
        channel: ChannelId,
        account: AccountId,
        new: NewEntitlement,
    ) -> Result<EntitlementId> {
        self.write(move |tx| {
            Box::pin(async move {
                let row = entitlements::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    account_id: Set(account.0),
                    pass_id: Set(new.part.pass.0),
                    category_id: Set(new.part.category.map(|id| id.0)),
                    participant_id: Set(new.part.participant.map(|id| id.0)),
                    source: Set(word(&new.source)?),
                    starts_at: Set(new.starts_at.0),
                    ends_at: Set(new.ends_at.map(|end| end.0)),
                    created_at: Set(new.now.0),
                    ended_at: Set(None),
                    event_id: Set(new.part.event.map(|id| id.0)),
                    order_id: Set(None),
                    open_line_id: Set(None),
                };
                let made = EntitlementId(entitlements::Entity::insert(row).exec(tx).await?.last_insert_id);
                let detail = json!({ "pass": new.part.pass, "source": new.source, "to": "held" });
                audit::record(tx, &entry(channel, Action::GivePass, made, detail, new.now)).await?;
                Ok(made)
            })
        })
        .await
    }

    /// Ends what an account holds before its time; false when it had ended, or is not the account's.
    pub async fn entitlement_end(
        &self,
        channel: ChannelId,
        account: AccountId,
        id: EntitlementId,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(move |tx| {
            Box::pin(async move {
                let ended = entitlements::Entity::update_many()
                    .col_expr(entitlements::Column::EndedAt, Expr::value(now.0))
                    .col_expr(entitlements::Column::OpenLineId, Expr::value(None::<i64>))
                    .filter(entitlements::Column::ChannelId.eq(channel.0))
                    .filter(entitlements::Column::AccountId.eq(account.0))
                    .filter(entitlements::Column::Id.eq(id.0))
                    .filter(entitlements::Column::EndedAt.is_null())
                    .exec(tx)
                    .await?;
                if ended.rows_affected == 1 {
                    audit::record(tx, &entry(channel, Action::EndPass, id, json!({ "to": "ended" }), now)).await?;
                }
                Ok(ended.rows_affected == 1)
            })
        })
        .await
    }
}

/// What is given and taken back without an order has a row of its own; orders have theirs.
fn entry(channel: ChannelId, action: Action, id: EntitlementId, detail: Value, at: Timestamp) -> AuditEntry {
    AuditEntry { channel: Some(channel), operator: None, at, action, subject: format!("entitlement {id}"), detail }
}

/// Gives what an order's lines are for, once.
pub(crate) async fn grant(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    lines: &[lines::Model],
    source: Source,
    now: Timestamp,
) -> Result<()> {
    let line = [entitlements::Column::ChannelId, entitlements::Column::OpenLineId];
    for of in lines {
        let row = entitlements::ActiveModel {
            id: NotSet,
            channel_id: Set(channel.0),
            account_id: Set(account.0),
            pass_id: Set(of.pass_id),
            category_id: Set(of.category_id),
            participant_id: Set(of.participant_id),
            source: Set(word(&source)?),
            starts_at: Set(of.starts_at),
            ends_at: Set(of.ends_at),
            created_at: Set(now.0),
            ended_at: Set(None),
            event_id: Set(of.event_id),
            order_id: Set(Some(of.order_id)),
            open_line_id: Set(Some(of.id)),
        };
        entitlements::Entity::insert(row).on_conflict_do_nothing_on(line).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// Ends what an order gave.
pub(crate) async fn end_of_order(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    order: OrderId,
    now: Timestamp,
) -> Result<()> {
    entitlements::Entity::update_many()
        .col_expr(entitlements::Column::EndedAt, Expr::value(now.0))
        .col_expr(entitlements::Column::OpenLineId, Expr::value(None::<i64>))
        .filter(entitlements::Column::ChannelId.eq(channel.0))
        .filter(entitlements::Column::OrderId.eq(order.0))
        .filter(entitlements::Column::EndedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// What these lines give ends then.
pub(crate) async fn move_end(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    lines: impl Iterator<Item = &lines::Model>,
    end: Timestamp,
) -> Result<()> {
    entitlements::Entity::update_many()
        .col_expr(entitlements::Column::EndsAt, Expr::value(end.0))
        .filter(entitlements::Column::ChannelId.eq(channel.0))
        .filter(entitlements::Column::OpenLineId.is_in(lines.map(|line| line.id)))
        .exec(tx)
        .await?;
    Ok(())
}
