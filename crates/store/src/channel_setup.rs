//! The set-up of a channel and the results of its checks: what machines and the assistant note, which changes no version.

use domain::channel_setup::{SetupFacts, SetupRecord, SetupStep};
use domain::checklist::{Check, CheckResult, Checks};
use domain::colours::ColorSettings;
use domain::ids::ChannelId;
use domain::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect};

use crate::audit::{self, AuditEntry};
use crate::entities::catalogue::categories;
use crate::entities::channel::channels;
use crate::entities::event::events;
use crate::entities::participant::groups;
use crate::entities::pass::passes;
use crate::enum_text::{from_json, json};
use crate::{Result, Store};

/// How far a channel is.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelSetup {
    /// Absent where no set-up is open.
    pub record: Option<SetupRecord>,
    pub facts: SetupFacts,
    pub checks: Checks,
    pub has_games: bool,
    /// Whether anything is for sale.
    pub has_passes: bool,
}

impl Store {
    pub async fn channel_setup(&self, channel: ChannelId) -> Result<Option<ChannelSetup>> {
        let db = self.read();
        let Some(row) = channels::Entity::find_by_id(channel.0).one(db).await? else { return Ok(None) };
        let colours: ColorSettings = from_json(row.colours)?;
        let sport = categories::Entity::find().filter(categories::Column::ChannelId.eq(channel.0));
        let school = groups::Entity::find().filter(groups::Column::ChannelId.eq(channel.0));
        let game = events::Entity::find().filter(events::Column::ChannelId.eq(channel.0));
        let pass = passes::Entity::find().filter(passes::Column::ChannelId.eq(channel.0));
        let facts = SetupFacts {
            has_look: row.logo.is_some() || colours != ColorSettings::default(),
            has_sports: sport.limit(1).count(db).await? > 0,
            has_school: school.limit(1).count(db).await? > 0,
        };
        Ok(Some(ChannelSetup {
            record: row.setup.map(from_json).transpose()?,
            facts,
            checks: row.checks.map(from_json).transpose()?.unwrap_or_default(),
            has_games: game.limit(1).count(db).await? > 0,
            has_passes: pass.limit(1).count(db).await? > 0,
        }))
    }

    /// A step of an open set-up was left. Returns whether one is open.
    pub async fn channel_setup_leave(
        &self,
        channel: ChannelId,
        step: SetupStep,
        is_skipped: bool,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(move |tx| {
            Box::pin(async move {
                let Some(row) = locked(tx, channel).await? else { return Ok(false) };
                let Some(record) = row.setup else { return Ok(false) };
                let record = from_json::<SetupRecord>(record)?.left(step, is_skipped, now);
                set_record(tx, channel, Some(&record)).await?;
                Ok(true)
            })
        })
        .await
    }

    /// The assistant was finished. Ending it again changes nothing.
    pub async fn channel_setup_end(&self, channel: ChannelId, entry: AuditEntry) -> Result<()> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let is_open = locked(tx, channel).await?.is_some_and(|row| row.setup.is_some());
                if is_open {
                    set_record(tx, channel, None).await?;
                    audit::record(tx, &entry).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Keeps the result of a check, in place of the one before.
    pub async fn channel_check_record(
        &self,
        channel: ChannelId,
        check: Check,
        result: CheckResult,
        entry: AuditEntry,
    ) -> Result<()> {
        self.write(move |tx| {
            let (result, entry) = (result.clone(), entry.clone());
            Box::pin(async move {
                let Some(row) = locked(tx, channel).await? else { return Ok(()) };
                let mut checks: Checks = row.checks.map(from_json).transpose()?.unwrap_or_default();
                checks.insert(check, result);
                let row = channels::ActiveModel {
                    id: Set(channel.0),
                    checks: Set(Some(json(&checks)?)),
                    ..Default::default()
                };
                row.update(tx).await?;
                audit::record(tx, &entry).await
            })
        })
        .await
    }
}

async fn locked(tx: &DatabaseTransaction, channel: ChannelId) -> Result<Option<channels::Model>> {
    Ok(channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?)
}

pub(crate) async fn set_record(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    record: Option<&SetupRecord>,
) -> Result<()> {
    let setup = Set(record.map(json).transpose()?);
    channels::ActiveModel { id: Set(channel.0), setup, ..Default::default() }.update(tx).await?;
    Ok(())
}
