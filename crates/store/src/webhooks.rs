//! Webhooks of a channel's outgoing webhooks.

use domain::ids::ChannelId;
use domain::time::Timestamp;
use domain::webhook::{
    MAX_WEBHOOKS, OLD_SECRET_LIFE, OffReason, WebhookEventType, WebhookFields, WebhookSecret, origin,
};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select,
};
use serde_json::{Value, json};

use crate::audit::{self, AuditEntry};
use crate::entities::channel::channels;
use crate::entities::webhook::endpoints;
use crate::enum_text::{from_json, from_word, json};
use crate::webhook_deliveries::abandon;
use crate::{Error, Result, Store};

/// A webhook, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    pub id: i64,
    pub version: i64,
    pub fields: WebhookFields,
    /// Why the server switched it off, and when; absent if an operator did, or it is on.
    pub off: Option<(OffReason, Timestamp)>,
    /// Since when nothing was delivered; absent if the last delivery arrived.
    pub failing_since: Option<Timestamp>,
    /// Number of events dropped because 10,000 waited.
    pub skipped: i64,
    /// Until when the secret before a rotation signs, too.
    pub old_secret_until: Option<Timestamp>,
    pub created_at: Timestamp,
}

/// Why a webhook stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WebhookRefused {
    NotFound,
    /// Somebody else changed it since: as it is now.
    Stale(Box<Webhook>),
    TooMany,
}

impl Store {
    /// The channel's webhooks, oldest first.
    pub async fn webhooks(&self, channel: ChannelId) -> Result<Vec<Webhook>> {
        let rows = of_channel(channel).order_by_asc(endpoints::Column::Id).all(self.read()).await?;
        rows.into_iter().map(Webhook::try_from).collect()
    }

    pub async fn webhook(&self, channel: ChannelId, id: i64) -> Result<Option<Webhook>> {
        let found = of_channel(channel).filter(endpoints::Column::Id.eq(id)).one(self.read()).await?;
        found.map(Webhook::try_from).transpose()
    }

    pub async fn webhook_create(
        &self,
        channel: ChannelId,
        new: WebhookFields,
        secret: WebhookSecret,
        entry: AuditEntry,
    ) -> Result<Result<Webhook, WebhookRefused>> {
        self.write(move |tx| {
            let (new, secret, entry) = (new.clone(), secret.clone(), entry.clone());
            Box::pin(async move {
                channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                if of_channel(channel).count(tx).await? >= MAX_WEBHOOKS {
                    return Ok(Err(WebhookRefused::TooMany));
                }
                let entry = entry.about(origin(&new.url)).changing(json!(null), shown(&new));
                let row = endpoints::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    version: Set(1),
                    url: Set(new.url),
                    description: Set(new.description),
                    events: Set(json(&new.events)?),
                    is_on: Set(new.is_on),
                    off_reason: Set(None),
                    off_at: Set(None),
                    secret: Set(secret.expose().to_vec()),
                    old_secret: Set(None),
                    old_secret_until: Set(None),
                    failing_since: Set(None),
                    skipped: Set(0),
                    created_at: Set(entry.at.0),
                };
                let made = row.insert(tx).await?;
                audit::record(tx, &entry).await?;
                made.try_into().map(Ok)
            })
        })
        .await
    }

    /// Changes a webhook at that version. Switched off, it forgets what waited; switched on or moved, that it failed.
    pub async fn webhook_update(
        &self,
        channel: ChannelId,
        id: i64,
        version: i64,
        fields: WebhookFields,
        entry: AuditEntry,
    ) -> Result<Result<Webhook, WebhookRefused>> {
        self.write(move |tx| {
            let (fields, entry) = (fields.clone(), entry.clone());
            Box::pin(async move {
                let Some(row) = locked(tx, channel, id).await? else { return Ok(Err(WebhookRefused::NotFound)) };
                let before = Webhook::try_from(row.clone())?;
                if before.version != version {
                    return Ok(Err(WebhookRefused::Stale(Box::new(before))));
                }
                if before.fields == fields {
                    return Ok(Ok(before));
                }
                let is_switched_on = fields.is_on && !before.fields.is_on;
                let has_moved = before.fields.url != fields.url;
                let mut next: endpoints::ActiveModel = row.into();
                next.version = Set(version + 1);
                next.url = Set(fields.url.clone());
                next.description = Set(fields.description.clone());
                next.events = Set(json(&fields.events)?);
                next.is_on = Set(fields.is_on);
                if is_switched_on {
                    (next.off_reason, next.off_at) = (Set(None), Set(None));
                    next.skipped = Set(0);
                }
                if is_switched_on || has_moved {
                    next.failing_since = Set(None);
                }
                let after = next.update(tx).await?;
                if before.fields.is_on && !fields.is_on {
                    abandon(tx, channel, id, entry.at).await?;
                }
                let entry = entry.about(origin(&fields.url)).changing(shown(&before.fields), shown(&fields));
                audit::record(tx, &if has_moved { entry.with("url", "changed") } else { entry }).await?;
                after.try_into().map(Ok)
            })
        })
        .await
    }

    /// Gives a webhook another secret; the one before signs beside it for a day.
    pub async fn webhook_rotate(
        &self,
        channel: ChannelId,
        id: i64,
        secret: WebhookSecret,
        entry: AuditEntry,
    ) -> Result<Option<Webhook>> {
        self.write(move |tx| {
            let (secret, entry) = (secret.clone(), entry.clone());
            Box::pin(async move {
                let Some(row) = locked(tx, channel, id).await? else { return Ok(None) };
                let entry = entry.about(origin(&row.url));
                let old = row.secret.clone();
                let mut next: endpoints::ActiveModel = row.into();
                next.secret = Set(secret.expose().to_vec());
                next.old_secret = Set(Some(old));
                next.old_secret_until = Set(Some(entry.at.plus(OLD_SECRET_LIFE).0));
                let after = next.update(tx).await?;
                audit::record(tx, &entry).await?;
                after.try_into().map(Some)
            })
        })
        .await
    }

    /// Removes a webhook with its deliveries; false if the channel has none of that id.
    pub async fn webhook_remove(&self, channel: ChannelId, id: i64, entry: AuditEntry) -> Result<bool> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let row = of_channel(channel).filter(endpoints::Column::Id.eq(id)).lock_exclusive();
                let Some(row) = row.one(tx).await? else { return Ok(false) };
                abandon(tx, channel, id, entry.at).await?;
                let before = Webhook::try_from(row)?;
                endpoints::Entity::delete_by_id(before.id).exec(tx).await?;
                let entry = entry.about(origin(&before.fields.url)).changing(shown(&before.fields), json!(null));
                audit::record(tx, &entry).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Forgets secrets that no longer sign.
    pub async fn webhook_secrets_drop_old(&self, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                endpoints::Entity::update_many()
                    .col_expr(endpoints::Column::OldSecret, Expr::value(None::<Vec<u8>>))
                    .col_expr(endpoints::Column::OldSecretUntil, Expr::value(None::<i64>))
                    .filter(endpoints::Column::OldSecretUntil.lte(now.0))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

pub(crate) fn of_channel(channel: ChannelId) -> Select<endpoints::Entity> {
    endpoints::Entity::find().filter(endpoints::Column::ChannelId.eq(channel.0))
}

/// The webhook's row, which nobody else changes until the end of the transaction. Facts are recorded meanwhile.
pub(crate) async fn locked(tx: &DatabaseTransaction, channel: ChannelId, id: i64) -> Result<Option<endpoints::Model>> {
    let row = of_channel(channel).filter(endpoints::Column::Id.eq(id)).lock(LockType::NoKeyUpdate);
    Ok(row.one(tx).await?)
}

/// The secrets that sign now, the newest first.
pub(crate) fn secrets(row: &endpoints::Model, now: Timestamp) -> Result<Vec<WebhookSecret>> {
    let old = row.old_secret.clone().filter(|_| row.old_secret_until.is_some_and(|until| now.0 < until));
    let stored = |bytes| WebhookSecret::stored(bytes).ok_or_else(|| damaged(row.id));
    std::iter::once(row.secret.clone()).chain(old).map(stored).collect()
}

fn damaged(id: i64) -> Error {
    Error::Unavailable(format!("the secret of webhook {id} is damaged"))
}

/// What the audit log holds of a webhook. The path of its address may let somebody in.
fn shown(fields: &WebhookFields) -> Value {
    json!({
        "address": origin(&fields.url),
        "description": fields.description,
        "events": fields.events,
        "is_on": fields.is_on,
    })
}

/// The types that a webhook chose. One that only a newer program knows is of no use to this one.
pub(crate) fn events_of(row: &endpoints::Model) -> Result<Vec<WebhookEventType>> {
    let words: Vec<String> = from_json(row.events.clone())?;
    Ok(words.into_iter().filter_map(|kind| from_word(kind).ok()).collect())
}

impl TryFrom<endpoints::Model> for Webhook {
    type Error = Error;

    fn try_from(row: endpoints::Model) -> Result<Self> {
        let events = events_of(&row)?;
        let off = match (row.off_reason, row.off_at) {
            (Some(reason), Some(at)) => Some((from_word(reason)?, Timestamp(at))),
            _ => None,
        };
        Ok(Self {
            id: row.id,
            version: row.version,
            fields: WebhookFields { url: row.url, description: row.description, events, is_on: row.is_on },
            off,
            failing_since: row.failing_since.map(Timestamp),
            skipped: row.skipped,
            old_secret_until: row.old_secret_until.map(Timestamp),
            created_at: Timestamp(row.created_at),
        })
    }
}
