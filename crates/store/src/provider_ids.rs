//! The ids that other providers gave a channel: their secrets, and what checks of them found.

use domain::channel::Profile;
use domain::ids::ChannelId;
use domain::provider_id::{ProviderIdCheck, ProviderIdChecks, ProviderIdKind, ProviderSecret, ProviderSecrets};
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QuerySelect};
use serde_json::{Map, Value, json};

use crate::audit::{self, AuditEntry};
use crate::entities::channel::{channels, profile};
use crate::enum_text::{from_json, json};
use crate::{Result, Store};

/// What is stored of a channel's ids.
#[derive(Clone, Debug)]
pub struct ChannelProviderIds {
    pub profile: Profile,
    pub secrets: ProviderSecrets,
    pub checks: ProviderIdChecks,
}

impl Store {
    /// As they are now: the read model follows a moment later. `None` if the channel was deleted.
    pub async fn provider_ids(&self, channel: ChannelId) -> Result<Option<ChannelProviderIds>> {
        let row = channels::Entity::find_by_id(channel.0).one(self.read()).await?;
        row.map(read).transpose()
    }

    /// Gives an id its secret, in place of the one before, or takes it away. False if the id is another one now.
    pub async fn provider_secret_set(
        &self,
        channel: ChannelId,
        kind: ProviderIdKind,
        secret: Option<ProviderSecret>,
        entry: AuditEntry,
    ) -> Result<bool> {
        self.write(move |tx| {
            let (secret, entry) = (secret.clone(), entry.clone());
            Box::pin(async move {
                let row = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                let Some(row) = row else { return Ok(false) };
                let stored = read(row.clone())?;
                let is_current = |secret: &ProviderSecret| stored.profile.provider_id(kind) == Some(&*secret.of);
                if !secret.as_ref().is_none_or(is_current) {
                    return Ok(false);
                }
                let secrets = written(&stored.secrets.with(kind, secret));
                if row.provider_secrets.as_ref() == Some(&secrets) {
                    return Ok(true);
                }
                let version = row.version + 1;
                let mut row = row.into_active_model();
                (row.provider_secrets, row.version) = (Set(Some(secrets)), Set(version));
                row.update(tx).await?;
                audit::record(tx, &entry).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Keeps the result of a check, in place of the one before.
    pub async fn provider_check_record(
        &self,
        channel: ChannelId,
        kind: ProviderIdKind,
        check: ProviderIdCheck,
        entry: AuditEntry,
    ) -> Result<()> {
        self.write(move |tx| {
            let (check, entry) = (check.clone(), entry.clone());
            Box::pin(async move {
                let row = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                let Some(row) = row else { return Ok(()) };
                let mut checks: ProviderIdChecks = row.provider_checks.map(from_json).transpose()?.unwrap_or_default();
                checks.insert(kind, check);
                let provider_checks = Set(Some(json(&checks)?));
                let row = channels::ActiveModel { id: Set(channel.0), provider_checks, ..Default::default() };
                row.update(tx).await?;
                audit::record(tx, &entry).await
            })
        })
        .await
    }
}

fn read(row: channels::Model) -> Result<ChannelProviderIds> {
    Ok(ChannelProviderIds {
        secrets: row.provider_secrets.clone().map(from_json).transpose()?.unwrap_or_default(),
        checks: row.provider_checks.clone().map(from_json).transpose()?.unwrap_or_default(),
        profile: profile(row)?,
    })
}

/// The one place where they are written out.
fn written(secrets: &ProviderSecrets) -> Value {
    let mut all = Map::new();
    for (kind, ProviderSecret { of, secret }) in secrets.all() {
        all.insert(kind.word().to_owned(), json!({ "of": of, "secret": secret.expose() }));
    }
    Value::Object(all)
}
