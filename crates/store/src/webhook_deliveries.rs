//! Deliveries of outgoing webhooks: what waits, what became of it, and sending it again.

use domain::ids::ChannelId;
use domain::operator::Action;
use domain::time::Timestamp;
use domain::webhook::{
    DeliveryAttempt, DeliveryProblem, DeliveryState, KEPT, MAX_REPLAYED, MAX_WAITING, OffReason, WebhookEventType,
    WebhookFact, WebhookSecret, message_id, names_its_account, off_reason, origin, pause_after, without_account,
};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Select,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::audit::{self, AuditEntry};
use crate::entities::webhook::{deliveries, endpoints};
use crate::enum_text::{from_json, from_word, json, word};
use crate::jobs::{self, Job, JobKind};
use crate::webhooks::{locked, of_channel, secrets};
use crate::{Result, Store};

/// What a job to send a webhook knows.
#[derive(Serialize, Deserialize)]
struct SendWebhook {
    delivery: i64,
}

/// A delivery as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookDelivery {
    pub id: i64,
    /// The same with every try.
    pub message_id: String,
    pub kind: WebhookEventType,
    pub payload: String,
    pub state: DeliveryState,
    pub attempts: i32,
    /// When it is tried next, while it waits.
    pub next_at: Option<Timestamp>,
    pub created_at: Timestamp,
    /// Of the last try.
    pub tried_at: Option<Timestamp>,
    pub status: Option<u16>,
    pub problem: Option<DeliveryProblem>,
    pub duration_ms: Option<i64>,
    pub response: Option<String>,
}

/// What is to be sent.
#[derive(Clone, Debug)]
pub struct DueWebhook {
    pub delivery: i64,
    pub webhook: i64,
    pub message_id: String,
    pub url: String,
    pub payload: String,
    /// Those that sign now, the newest first.
    pub secrets: Vec<WebhookSecret>,
    /// Whether its webhook is switched on. A fact that came while it was switched off may still wait.
    pub is_on: bool,
}

/// What became of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempted {
    Delivered,
    /// It is tried again at this time.
    Again(Timestamp),
    /// Nothing more is tried.
    GivenUp,
    /// The webhook was switched off.
    SwitchedOff(OffReason),
    /// Another server has it, or it is gone.
    Lost,
}

/// Why a delivery is not sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayRefused {
    NotFound,
    /// The webhook is switched off.
    Off,
    /// It waits already.
    Waiting,
    NotWaiting,
    /// It was a test, or what it said is forgotten.
    NotReplayable,
}

/// How many deliveries are sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    pub count: u64,
    /// More of them failed than are sent again at once.
    pub has_more: bool,
}

impl Store {
    /// The deliveries of a webhook, newest first, older than the one that `cursor` names.
    pub async fn webhook_deliveries(
        &self,
        channel: ChannelId,
        webhook: i64,
        state: Option<DeliveryState>,
        cursor: Option<i64>,
        limit: u64,
    ) -> Result<Vec<WebhookDelivery>> {
        let mut found = of_webhook(channel, webhook).order_by_desc(deliveries::Column::Id).limit(limit);
        if let Some(state) = state {
            found = found.filter(deliveries::Column::State.eq(word(&state)?));
        }
        if let Some(cursor) = cursor {
            found = found.filter(deliveries::Column::Id.lt(cursor));
        }
        found.all(self.read()).await?.into_iter().map(WebhookDelivery::try_from).collect()
    }

    pub async fn webhook_delivery(&self, channel: ChannelId, webhook: i64, id: i64) -> Result<Option<WebhookDelivery>> {
        let found = of_webhook(channel, webhook).filter(deliveries::Column::Id.eq(id)).one(self.read()).await?;
        found.map(WebhookDelivery::try_from).transpose()
    }

    /// What a job is to send; `None` if there is nothing left to send.
    pub async fn webhook_due(&self, job: &Job, now: Timestamp) -> Result<Option<DueWebhook>> {
        let SendWebhook { delivery } = from_json(job.payload.clone())?;
        let waits = deliveries::Entity::find_by_id(delivery)
            .filter(deliveries::Column::ChannelId.eq(job.channel.0))
            .filter(deliveries::Column::State.eq(word(&DeliveryState::Waiting)?));
        let Some(row) = waits.one(self.read()).await? else { return Ok(None) };
        let webhook = of_channel(job.channel).filter(endpoints::Column::Id.eq(row.endpoint_id));
        let Some(webhook) = webhook.one(self.read()).await? else { return Ok(None) };
        due(row, &webhook, now).map(Some)
    }

    /// Stores what became of a try, and ends or reschedules its job. `for_good` if it is not to be tried again.
    pub async fn webhook_attempted(
        &self,
        job: Job,
        attempt: DeliveryAttempt,
        for_good: bool,
        random: u8,
        now: Timestamp,
    ) -> Result<Attempted> {
        self.write(move |tx| {
            let (job, attempt) = (job.clone(), attempt.clone());
            Box::pin(async move {
                let SendWebhook { delivery } = from_json(job.payload.clone())?;
                let found = deliveries::Entity::find_by_id(delivery).one(tx).await?;
                let Some(found) = found else { return jobs::finish(tx, &job).await.map(|_| Attempted::Lost) };
                // The webhook first, as everywhere.
                let webhook = locked(tx, job.channel, found.endpoint_id).await?;
                let row = deliveries::Entity::find_by_id(delivery).lock_exclusive().one(tx).await?;
                let (Some(webhook), Some(row)) = (webhook, row) else {
                    return jobs::finish(tx, &job).await.map(|_| Attempted::Lost);
                };
                if !jobs::is_held(tx, &job).await? {
                    return Ok(Attempted::Lost);
                }
                if row.state != word(&DeliveryState::Waiting)? {
                    return jobs::finish(tx, &job).await.map(|_| Attempted::Lost);
                }
                attempted(tx, &job, webhook, row, &attempt, for_good, random, now).await
            })
        })
        .await
    }

    /// Has a delivery that waits tried now.
    pub async fn webhook_retry(
        &self,
        channel: ChannelId,
        webhook: i64,
        id: i64,
        entry: AuditEntry,
    ) -> Result<Result<WebhookDelivery, ReplayRefused>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let found = locked_delivery(tx, channel, webhook, id).await?;
                let Some((at, row)) = found else { return Ok(Err(ReplayRefused::NotFound)) };
                if row.state != word(&DeliveryState::Waiting)? {
                    return Ok(Err(ReplayRefused::NotWaiting));
                }
                let mut next: deliveries::ActiveModel = row.into();
                next.next_at = Set(Some(entry.at.0));
                let row = next.update(tx).await?;
                jobs::hurry(tx, channel, &lane(webhook), json(&SendWebhook { delivery: id })?, entry.at).await?;
                audit::record(tx, &about(entry, &at, &row)).await?;
                row.try_into().map(Ok)
            })
        })
        .await
    }

    /// Sends a delivery again that arrived or failed.
    pub async fn webhook_replay(
        &self,
        channel: ChannelId,
        webhook: i64,
        id: i64,
        entry: AuditEntry,
    ) -> Result<Result<WebhookDelivery, ReplayRefused>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let found = locked_delivery(tx, channel, webhook, id).await?;
                let Some((at, row)) = found else { return Ok(Err(ReplayRefused::NotFound)) };
                if !at.is_on {
                    return Ok(Err(ReplayRefused::Off));
                }
                let state: DeliveryState = from_word(row.state.clone())?;
                let kind: WebhookEventType = from_word(row.kind.clone())?;
                let is_forgotten = names_its_account(kind) && state == DeliveryState::Delivered;
                match state {
                    DeliveryState::Waiting => return Ok(Err(ReplayRefused::Waiting)),
                    _ if is_forgotten || kind == WebhookEventType::Test => {
                        return Ok(Err(ReplayRefused::NotReplayable));
                    }
                    _ => {}
                }
                let row = send_again(tx, &at, row, entry.at).await?;
                audit::record(tx, &about(entry, &at, &row)).await?;
                row.try_into().map(Ok)
            })
        })
        .await
    }

    /// Sends deliveries again that failed and were made since then, the oldest first.
    pub async fn webhook_replay_failed(
        &self,
        channel: ChannelId,
        webhook: i64,
        since: Timestamp,
        entry: AuditEntry,
    ) -> Result<Result<Replayed, ReplayRefused>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let Some(at) = locked(tx, channel, webhook).await? else { return Ok(Err(ReplayRefused::NotFound)) };
                if !at.is_on {
                    return Ok(Err(ReplayRefused::Off));
                }
                let places = MAX_REPLAYED.min(MAX_WAITING.saturating_sub(waiting(tx, webhook).await?));
                let failed = of_webhook(channel, webhook)
                    .filter(deliveries::Column::State.eq(word(&DeliveryState::Failed)?))
                    .filter(deliveries::Column::Kind.ne(word(&WebhookEventType::Test)?))
                    .filter(deliveries::Column::CreatedAt.gte(since.0))
                    .order_by_asc(deliveries::Column::Id)
                    .limit(places + 1)
                    .all(tx)
                    .await?;
                let has_more = failed.len() as u64 > places;
                let again = failed.into_iter().take(usize::try_from(places).unwrap_or(usize::MAX));
                let mut count = 0;
                for row in again {
                    send_again(tx, &at, row, entry.at).await?;
                    count += 1;
                }
                if count > 0 {
                    let entry = entry.about(origin(&at.url)).with("rows", count).with("since", since.seconds());
                    audit::record(tx, &entry).await?;
                }
                Ok(Ok(Replayed { count, has_more }))
            })
        })
        .await
    }

    /// Writes down a test before it is sent; `None` if there is no such webhook.
    pub async fn webhook_test_begin(
        &self,
        channel: ChannelId,
        webhook: i64,
        entry: AuditEntry,
    ) -> Result<Option<DueWebhook>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let Some(at) = locked(tx, channel, webhook).await? else { return Ok(None) };
                // It has failed until it is known what became of it: no test is tried twice.
                let row = new_row(channel, webhook, &WebhookFact::test(), DeliveryState::Failed, entry.at)?;
                let problem = Set(Some(word(&DeliveryProblem::Interrupted)?));
                let row = deliveries::ActiveModel { problem, ..row }.insert(tx).await?;
                audit::record(tx, &about(entry.clone(), &at, &row)).await?;
                due(row, &at, entry.at).map(Some)
            })
        })
        .await
    }

    /// Stores what became of a test; `None` if it is gone meanwhile.
    pub async fn webhook_test_end(
        &self,
        channel: ChannelId,
        test: i64,
        attempt: DeliveryAttempt,
        now: Timestamp,
    ) -> Result<Option<WebhookDelivery>> {
        self.write(move |tx| {
            let attempt = attempt.clone();
            Box::pin(async move {
                let found = deliveries::Entity::find_by_id(test).filter(deliveries::Column::ChannelId.eq(channel.0));
                let Some(row) = found.one(tx).await? else { return Ok(None) };
                let webhook = row.endpoint_id;
                let is_delivered = attempt.problem.is_none();
                let state = if is_delivered { DeliveryState::Delivered } else { DeliveryState::Failed };
                let row = tried(row, &attempt, state, None, now)?.update(tx).await?;
                if is_delivered {
                    works_again(tx, webhook).await?;
                }
                row.try_into().map(Some)
            })
        })
        .await
    }

    /// Forgets deliveries that were kept for long enough.
    pub async fn webhook_deliveries_drop_old(&self, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                deliveries::Entity::delete_many()
                    .filter(deliveries::Column::CreatedAt.lt(now.plus(-KEPT).0))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

#[expect(clippy::too_many_arguments, reason = "a try is about all of it")]
async fn attempted(
    tx: &DatabaseTransaction,
    job: &Job,
    webhook: endpoints::Model,
    row: deliveries::Model,
    attempt: &DeliveryAttempt,
    for_good: bool,
    random: u8,
    now: Timestamp,
) -> Result<Attempted> {
    let tries = row.tries + 1;
    let Some(problem) = attempt.problem else {
        let is_forgotten = names_its_account(from_word(row.kind.clone())?);
        let payload = if is_forgotten { without_account(&row.payload) } else { row.payload.clone() };
        let mut next = tried(row, attempt, DeliveryState::Delivered, None, now)?;
        next.payload = Set(payload);
        if is_forgotten {
            next.response = Set(None);
        }
        next.update(tx).await?;
        jobs::finish(tx, job).await?;
        works_again(tx, webhook.id).await?;
        return Ok(Attempted::Delivered);
    };
    let failing_since = webhook.failing_since.map_or(now, Timestamp);
    // Of a delivery that waited while its webhook was switched off nothing was tried.
    let off = if webhook.is_on { off_reason(problem, failing_since, now) } else { None };
    let pause = pause_after(tries, random).filter(|_| !for_good && webhook.is_on && off.is_none());
    let Some(pause) = pause else {
        tried(row, attempt, DeliveryState::Failed, None, now)?.update(tx).await?;
        jobs::finish(tx, job).await?;
        if webhook.is_on {
            fails(tx, webhook.id, now).await?;
        }
        return Ok(match off {
            Some(reason) => {
                switch_off(tx, job.channel, &webhook, reason, now).await?;
                Attempted::SwitchedOff(reason)
            }
            None => Attempted::GivenUp,
        });
    };
    let again = now.plus(pause);
    tried(row, attempt, DeliveryState::Waiting, Some(again), now)?.update(tx).await?;
    jobs::reschedule(tx, job, JobKind::RetryWebhook, again).await?;
    fails(tx, webhook.id, now).await?;
    Ok(Attempted::Again(again))
}

/// The row after a try.
fn tried(
    row: deliveries::Model,
    attempt: &DeliveryAttempt,
    state: DeliveryState,
    next_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<deliveries::ActiveModel> {
    let (attempts, tries) = (row.attempts + 1, row.tries + 1);
    let mut next: deliveries::ActiveModel = row.into();
    next.state = Set(word(&state)?);
    next.attempts = Set(attempts);
    next.tries = Set(tries);
    next.next_at = Set(next_at.map(|at| at.0));
    next.tried_at = Set(Some(now.0));
    next.status = Set(attempt.status.map(i32::from));
    next.problem = Set(attempt.problem.as_ref().map(word).transpose()?);
    next.duration_ms = Set(Some(attempt.duration_ms));
    next.response = Set(attempt.response.clone());
    Ok(next)
}

async fn works_again(tx: &DatabaseTransaction, webhook: i64) -> Result<()> {
    endpoints::Entity::update_many()
        .col_expr(endpoints::Column::FailingSince, Expr::value(None::<i64>))
        .filter(endpoints::Column::Id.eq(webhook))
        .filter(endpoints::Column::FailingSince.is_not_null())
        .exec(tx)
        .await?;
    Ok(())
}

async fn fails(tx: &DatabaseTransaction, webhook: i64, now: Timestamp) -> Result<()> {
    endpoints::Entity::update_many()
        .col_expr(endpoints::Column::FailingSince, Expr::value(now.0))
        .filter(endpoints::Column::Id.eq(webhook))
        .filter(endpoints::Column::FailingSince.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

async fn switch_off(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    webhook: &endpoints::Model,
    reason: OffReason,
    now: Timestamp,
) -> Result<()> {
    endpoints::Entity::update_many()
        .col_expr(endpoints::Column::IsOn, Expr::value(false))
        .col_expr(endpoints::Column::OffReason, Expr::value(word(&reason)?))
        .col_expr(endpoints::Column::OffAt, Expr::value(now.0))
        .filter(endpoints::Column::Id.eq(webhook.id))
        .exec(tx)
        .await?;
    abandon(tx, channel, webhook.id, now).await?;
    let entry = AuditEntry {
        channel: Some(channel),
        operator: None,
        at: now,
        action: Action::SwitchOffWebhook,
        subject: origin(&webhook.url),
        detail: json!({ "reason": reason }),
    };
    audit::record(tx, &entry).await
}

/// Ends what waits for a webhook that is switched off or removed. It can be sent again later.
pub(crate) async fn abandon(tx: &DatabaseTransaction, channel: ChannelId, webhook: i64, now: Timestamp) -> Result<()> {
    deliveries::Entity::update_many()
        .col_expr(deliveries::Column::State, Expr::value(word(&DeliveryState::Failed)?))
        .col_expr(deliveries::Column::Problem, Expr::value(word(&DeliveryProblem::SwitchedOff)?))
        .col_expr(deliveries::Column::NextAt, Expr::value(None::<i64>))
        .filter(deliveries::Column::ChannelId.eq(channel.0))
        .filter(deliveries::Column::EndpointId.eq(webhook))
        .filter(deliveries::Column::State.eq(word(&DeliveryState::Waiting)?))
        .exec(tx)
        .await?;
    jobs::withdraw_lane(tx, channel, &lane(webhook), now).await
}

async fn send_again(
    tx: &DatabaseTransaction,
    webhook: &endpoints::Model,
    row: deliveries::Model,
    now: Timestamp,
) -> Result<deliveries::Model> {
    let id = row.id;
    let mut next: deliveries::ActiveModel = row.into();
    next.state = Set(word(&DeliveryState::Waiting)?);
    next.tries = Set(0);
    next.next_at = Set(Some(now.0));
    let row = next.update(tx).await?;
    let kind = if webhook.failing_since.is_some() { JobKind::RetryWebhook } else { JobKind::SendWebhook };
    queue(tx, ChannelId(webhook.channel_id), webhook.id, id, kind, now).await?;
    Ok(row)
}

/// Queues the job that sends a delivery.
pub(crate) async fn queue(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    webhook: i64,
    delivery: i64,
    kind: JobKind,
    now: Timestamp,
) -> Result<()> {
    jobs::queue_in_lane(tx, channel, kind, Some(lane(webhook)), json(&SendWebhook { delivery })?, now).await
}

/// A new delivery of a fact to a webhook.
pub(crate) fn new_row(
    channel: ChannelId,
    webhook: i64,
    fact: &WebhookFact,
    state: DeliveryState,
    now: Timestamp,
) -> Result<deliveries::ActiveModel> {
    Ok(deliveries::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        endpoint_id: Set(webhook),
        account_id: Set(fact.account.map(|id| id.0)),
        kind: Set(word(&fact.kind)?),
        payload: Set(fact.payload(channel, now)),
        state: Set(word(&state)?),
        attempts: Set(0),
        tries: Set(0),
        next_at: Set(None),
        created_at: Set(now.0),
        tried_at: Set(None),
        status: Set(None),
        problem: Set(None),
        duration_ms: Set(None),
        response: Set(None),
    })
}

/// How many deliveries wait for a webhook.
pub(crate) async fn waiting(db: &impl ConnectionTrait, webhook: i64) -> Result<u64> {
    let waits = deliveries::Entity::find()
        .select_only()
        .column(deliveries::Column::Id)
        .filter(deliveries::Column::EndpointId.eq(webhook))
        .filter(deliveries::Column::State.eq(word(&DeliveryState::Waiting)?));
    Ok(waits.count(db).await?)
}

/// Its jobs run a few at a time, so that a webhook that does not answer delays no others.
fn lane(webhook: i64) -> String {
    format!("webhook:{webhook}")
}

fn of_webhook(channel: ChannelId, webhook: i64) -> Select<deliveries::Entity> {
    deliveries::Entity::find()
        .filter(deliveries::Column::ChannelId.eq(channel.0))
        .filter(deliveries::Column::EndpointId.eq(webhook))
}

/// A webhook and one of its deliveries, which nobody else changes until the end of the transaction.
async fn locked_delivery(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    webhook: i64,
    id: i64,
) -> Result<Option<(endpoints::Model, deliveries::Model)>> {
    let Some(at) = locked(tx, channel, webhook).await? else { return Ok(None) };
    let row = of_webhook(channel, webhook).filter(deliveries::Column::Id.eq(id)).lock_exclusive();
    Ok(row.one(tx).await?.map(|row| (at, row)))
}

fn about(entry: AuditEntry, webhook: &endpoints::Model, row: &deliveries::Model) -> AuditEntry {
    entry.about(origin(&webhook.url)).with("delivery", row.id).with("type", row.kind.as_str())
}

fn due(row: deliveries::Model, webhook: &endpoints::Model, now: Timestamp) -> Result<DueWebhook> {
    Ok(DueWebhook {
        delivery: row.id,
        webhook: webhook.id,
        message_id: message_id(row.id, Timestamp(row.created_at)),
        url: webhook.url.clone(),
        payload: row.payload,
        secrets: secrets(webhook, now)?,
        is_on: webhook.is_on,
    })
}

impl TryFrom<deliveries::Model> for WebhookDelivery {
    type Error = crate::Error;

    fn try_from(row: deliveries::Model) -> Result<Self> {
        Ok(Self {
            id: row.id,
            message_id: message_id(row.id, Timestamp(row.created_at)),
            kind: from_word(row.kind)?,
            payload: row.payload,
            state: from_word(row.state)?,
            attempts: row.attempts,
            next_at: row.next_at.map(Timestamp),
            created_at: Timestamp(row.created_at),
            tried_at: row.tried_at.map(Timestamp),
            status: row.status.and_then(|status| u16::try_from(status).ok()),
            problem: row.problem.map(from_word).transpose()?,
            duration_ms: row.duration_ms,
            response: row.response,
        })
    }
}
