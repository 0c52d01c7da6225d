//! The sites that may embed a channel's player.

use domain::channel::PlaybackRules;
use domain::ids::ChannelId;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QuerySelect};
use serde_json::{Value, json};

use crate::audit::{self, AuditEntry};
use crate::entities::channel::channels;
use crate::enum_text::from_json;
use crate::{Error, Result, Store};

impl Store {
    /// The stored sites; `None` if the channel was deleted.
    pub async fn embed_hosts(&self, channel: ChannelId) -> Result<Option<Vec<String>>> {
        let row = channels::Entity::find_by_id(channel.0).one(self.read()).await?;
        row.map(|row| hosts_of(row.playback_rules)).transpose()
    }

    /// Sets the sites and records the old ones in the audit log. The same list again changes and records nothing. False
    /// if the channel was deleted.
    pub async fn embed_hosts_set(&self, channel: ChannelId, hosts: Vec<String>, entry: AuditEntry) -> Result<bool> {
        self.write(move |tx| {
            let (hosts, entry) = (hosts.clone(), entry.clone());
            Box::pin(async move {
                // Locked, so that a change of another rule at the same time is not lost.
                let row = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                let Some(row) = row else { return Ok(false) };
                let before = hosts_of(row.playback_rules.clone())?;
                if before == hosts {
                    return Ok(true);
                }
                let entry = entry.changing(before, hosts.clone());
                let (rules, version) = (with_hosts(row.playback_rules.clone(), &hosts)?, row.version + 1);
                let mut row = row.into_active_model();
                row.playback_rules = Set(rules);
                row.version = Set(version);
                row.update(tx).await?;
                audit::record(tx, &entry).await?;
                Ok(true)
            })
        })
        .await
    }
}

fn hosts_of(rules: Value) -> Result<Vec<String>> {
    Ok(from_json::<PlaybackRules>(rules)?.embed_hosts)
}

/// Changes the one rule alone: a newer program may keep rules that this one does not know.
pub(crate) fn with_hosts(mut rules: Value, hosts: &[String]) -> Result<Value> {
    let known = rules.as_object_mut().ok_or_else(|| Error::Unavailable("the rules of a channel are damaged".into()))?;
    known.insert("embed_hosts".to_owned(), json!(hosts));
    Ok(rules)
}
