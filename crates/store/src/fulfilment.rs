//! The only place where an order changes. State, access, coupon, audit row and follow-up jobs are written in one
//! transaction.

use domain::commerce::not_paid::NotPaid;
use domain::commerce::order::{Availability, Effect, Fact, Occasion, Order, State};
use domain::ids::{AccountId, ChannelId, OrderId, SubscriptionId};
use domain::operator::Action;
use domain::pass::Source;
use domain::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect};
use serde::{Deserialize, Serialize};

use crate::accounts::{hold, select_basic_pass};
use crate::audit::{self, AuditEntry};
use crate::checkout::open_lines;
use crate::clips;
use crate::downloads;
use crate::entities::order::{lines, orders, payment};
use crate::entitlements;
use crate::enum_text::{from_json, json, word};
use crate::jobs::{self, Failed, Job, JobKind};
use crate::orders::{StoredOrder, lines_of, not_paid, one, this};
use crate::trials::forget_trial;
use crate::{Error, Result, Store, coupons, provider, subscriptions, webhook_facts};

/// What became of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Applied {
    /// The order as it is now, and what it was before.
    Moved {
        from: State,
        order: Box<StoredOrder>,
    },
    /// There was nothing new in it.
    Unchanged,
    /// The message was dealt with before.
    Repeated,
    /// The payment does not match the order: an operator has to look.
    AmountMismatch,
    NoOrder,
}

/// A commerce job that follows from a changed order or subscription, or a deleted account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommerceJob {
    Order {
        order: OrderId,
        effect: Effect,
    },
    Subscription {
        subscription: domain::ids::SubscriptionId,
        effect: domain::commerce::renewal::Effect,
    },
    /// Deletes a customer at the payment provider.
    ForgetCustomer {
        customer: String,
    },
}

impl Store {
    /// Moves an order by something that happened to its payment. `message` is the id of the provider's message, where
    /// it was one.
    pub async fn order_apply_fact(
        &self,
        channel: ChannelId,
        order: OrderId,
        fact: Fact,
        message: Option<String>,
        now: Timestamp,
    ) -> Result<Applied> {
        self.write(move |tx| {
            let message = message.clone();
            Box::pin(async move {
                if let Some(message) = &message
                    && !provider::is_new(tx, channel, message, now).await?
                {
                    return Ok(Applied::Repeated);
                }
                apply(tx, channel, order, fact, now).await
            })
        })
        .await
    }

    /// Starts a refund by an operator and records it in the audit log; does nothing if a refund is already pending.
    pub async fn refund_ask(
        &self,
        channel: ChannelId,
        order: OrderId,
        entry: AuditEntry,
        now: Timestamp,
    ) -> Result<Applied> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let applied = apply(tx, channel, order, Fact::RefundAsked, now).await?;
                if matches!(applied, Applied::Moved { .. }) {
                    audit::record(tx, &entry).await?;
                }
                Ok(applied)
            })
        })
        .await
    }

    /// Queues a failed job again, or gives it up after the last attempt. A failed refund is recorded with its order, so
    /// that operators see it.
    pub async fn commerce_job_failed(&self, job: Job, problem: String, now: Timestamp) -> Result<Failed> {
        self.write(move |tx| {
            let (job, problem) = (job.clone(), problem.clone());
            Box::pin(async move {
                let failed = jobs::fail(tx, &job, &problem, false, now).await?;
                let commerce_job = Self::commerce_job_of(&job)?;
                if let (Failed::Dead, CommerceJob::Order { order, effect: Effect::RefundPayment }) =
                    (failed, commerce_job)
                {
                    apply(tx, job.channel, order, Fact::RefundGivenUp, now).await?;
                }
                Ok(failed)
            })
        })
        .await
    }

    /// What a job of an order's or subscription's change is about.
    pub fn commerce_job_of(job: &Job) -> Result<CommerceJob> {
        from_json(job.payload.clone())
    }
}

pub(crate) async fn apply(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: OrderId,
    fact: Fact,
    now: Timestamp,
) -> Result<Applied> {
    let Some(unheld) = orders::Entity::find().filter(this(channel, id)).one(tx).await? else {
        return Ok(Applied::NoOrder);
    };
    // The account first, as everywhere: beginning an order locks it too.
    let account = match unheld.account_id.map(AccountId) {
        Some(account) if hold(tx, channel, account).await? => Some(account),
        _ => None,
    };
    let held = orders::Entity::find().filter(this(channel, id)).lock_exclusive().one(tx).await?;
    let Some(row) = held else { return Ok(Applied::NoOrder) };
    let before = payment(&row)?;
    let lines = lines_of(tx, channel, vec![id.0]).await?;
    let availability = availability(tx, channel, account, &before, &lines, id, fact).await?;
    let Ok(step) = before.apply(fact, availability) else { return Ok(Applied::AmountMismatch) };
    if step.next == before {
        return Ok(Applied::Unchanged);
    }
    save(tx, channel, &row, &before, &step.next, now).await?;
    if fact == Fact::Abandoned {
        not_paid(tx, channel, id, NotPaid::Abandoned).await?;
    }
    keep_place(tx, channel, &lines, step.next.holds_place(), now).await?;
    if before.occasion == Occasion::Trial && step.next.state() == State::Failed && !step.next.is_captured() {
        forget_trial(tx, channel, id).await?;
    }
    if fact == Fact::Void {
        coupons::give_back(tx, channel, id, now).await?;
        forget_trial(tx, channel, id).await?;
        if let Some(subscription) = row.subscription_id {
            subscriptions::make_void(tx, channel, SubscriptionId(subscription), now).await?;
        }
    }
    for effect in &step.effects {
        carry_out(tx, channel, account, &row, &lines, &step.next, *effect, now).await?;
    }
    webhook_facts::record_order(tx, channel, (id, account), [&before, &step.next], &lines, now).await?;
    let from = before.state();
    let mut detail = serde_json::json!({ "fact": fact, "from": from, "to": step.next.state() });
    if let (Some(account), Some(paid_at)) = (account, row.paid_at)
        && step.effects.contains(&Effect::EndAccess)
    {
        let taken_along = downloads::since(tx, channel, account, Timestamp(paid_at)).await?;
        if !taken_along.is_empty() {
            detail["downloaded"] = serde_json::json!(taken_along);
        }
    }
    let entry = AuditEntry {
        channel: Some(channel),
        operator: None,
        at: now,
        action: Action::MoveOrder,
        subject: format!("order {id}"),
        detail,
    };
    audit::record(tx, &entry).await?;
    let order =
        one(tx, channel, this(channel, id)).await?.ok_or_else(|| Error::Conflict("the order is gone".into()))?;
    Ok(Applied::Moved { from, order: Box::new(order) })
}

/// Whether the order can be given to its buyer: they are there and, for one that was given up, were not sold the same
/// since and can have its coupon again.
async fn availability(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: Option<AccountId>,
    order: &Order,
    lines: &[lines::Model],
    id: OrderId,
    fact: Fact,
) -> Result<Availability> {
    let Some(account) = account else { return Ok(Availability::Taken) };
    if !order.is_late(fact) {
        return Ok(Availability::Free);
    }
    // It is not remembered any more: another account may have had it by the same card.
    if order.occasion == Occasion::Trial {
        return Ok(Availability::Taken);
    }
    let open = open_lines(tx, channel, account).await?;
    let is_sold = lines.iter().any(|line| open.iter().any(|open| open.part().overlaps(&line.part())));
    let is_free = !is_sold && coupons::take_again(tx, channel, id, account).await?;
    Ok(if is_free { Availability::Free } else { Availability::Taken })
}

async fn save(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    row: &orders::Model,
    before: &Order,
    next: &Order,
    now: Timestamp,
) -> Result<()> {
    let is_first_money = next.is_captured() && !before.is_captured();
    let paid_at = if is_first_money { Some(now.0) } else { row.paid_at };
    let saved = orders::Entity::update_many()
        .col_expr(orders::Column::State, Expr::value(word(&next.state())?))
        .col_expr(orders::Column::Known, Expr::value(json(&next.known)?))
        .col_expr(orders::Column::Version, Expr::value(row.version + 1))
        .col_expr(orders::Column::ChangedAt, Expr::value(now.0))
        .col_expr(orders::Column::PaidAt, Expr::value(paid_at))
        .col_expr(orders::Column::Refund, Expr::value(next.refund().as_ref().map(word).transpose()?))
        .filter(this(channel, OrderId(row.id)).add(orders::Column::Version.eq(row.version)))
        .exec(tx)
        .await?;
    if saved.rows_affected == 1 { Ok(()) } else { Err(Error::Busy("the order was changed meanwhile".into())) }
}

/// Reserves the items, so that the same is not sold twice.
async fn keep_place(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    lines: &[lines::Model],
    keeps: bool,
    now: Timestamp,
) -> Result<()> {
    for line in lines {
        // What is over keeps no place: the same may have been sold again, or renewed, since.
        let is_over = line.ends_at.is_some_and(|end| end <= now.0);
        let keeps = if is_over { keeps && line.open_key.is_some() } else { keeps };
        if keeps == line.open_key.is_some() {
            continue;
        }
        let key = keeps.then(|| line.part().key());
        lines::Entity::update_many()
            .col_expr(lines::Column::OpenKey, Expr::value(key))
            .filter(lines::Column::ChannelId.eq(channel.0))
            .filter(lines::Column::Id.eq(line.id))
            .exec(tx)
            .await?;
    }
    Ok(())
}

#[expect(clippy::too_many_arguments, reason = "an effect is about all of it")]
async fn carry_out(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: Option<AccountId>,
    row: &orders::Model,
    lines: &[lines::Model],
    order: &Order,
    effect: Effect,
    now: Timestamp,
) -> Result<()> {
    let id = OrderId(row.id);
    match effect {
        Effect::Grant => {
            let source = if order.occasion == Occasion::Trial { Source::Trial } else { Source::Purchase };
            // The buyer who deleted their account gave up what they had bought.
            let Some(account) = account else { return Ok(()) };
            entitlements::grant(tx, channel, account, lines, source, now).await?;
            // A buyer has chosen: they are not asked for the free pass first.
            select_basic_pass(tx, channel, account).await
        }
        Effect::EndAccess => {
            entitlements::end_of_order(tx, channel, id, now).await?;
            clips::hide_of_order(tx, channel, id).await
        }
        Effect::RedeemCoupon => coupons::redeem(tx, channel, id, now).await,
        Effect::ReleaseCoupon => coupons::release(tx, channel, id, now).await,
        Effect::CancelPayment | Effect::RefundPayment | Effect::CancelSubscription | Effect::Mail(_) => {
            let job = CommerceJob::Order { order: id, effect };
            jobs::queue(tx, channel, JobKind::CommerceJob, json(&job)?, now).await
        }
    }
}
