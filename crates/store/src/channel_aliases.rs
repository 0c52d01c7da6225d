//! The aliases of channels. A former one stays the channel's: its pictures lie under it, and addresses lead to it.

use domain::channel::MAX_FORMER_ALIASES;
use domain::ids::ChannelId;
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
    QuerySelect,
};

use crate::audit::{self, AuditEntry};
use crate::entities::channel::{aliases, channels, erased};
use crate::setup::lock_operators;
use crate::{Result, Store};

/// What became of a new alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AliasChange {
    Done,
    Taken,
    /// The channel has as many former ones as it may have.
    TooMany,
    NotFound,
}

impl Store {
    /// Gives the channel another alias; the same one again changes nothing.
    pub async fn channel_set_alias(&self, channel: ChannelId, alias: String, entry: AuditEntry) -> Result<AliasChange> {
        self.write(move |tx| {
            let (alias, entry) = (alias.clone(), entry.clone());
            Box::pin(async move {
                lock_operators(tx).await?;
                let row = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                let Some(row) = row.filter(|row| row.deleted_at.is_none()) else { return Ok(AliasChange::NotFound) };
                if row.alias == alias {
                    return Ok(AliasChange::Done);
                }
                if !is_free(tx, &alias, Some(channel)).await? {
                    return Ok(AliasChange::Taken);
                }
                aliases::Entity::delete_by_id(alias.clone()).exec(tx).await?;
                let former = aliases::Entity::find().filter(aliases::Column::ChannelId.eq(channel.0));
                if former.count(tx).await? >= MAX_FORMER_ALIASES {
                    return Ok(AliasChange::TooMany);
                }
                aliases::ActiveModel { alias: Set(row.alias.clone()), channel_id: Set(channel.0) }.insert(tx).await?;
                let (before, version) = (row.alias.clone(), row.version + 1);
                let mut row = row.into_active_model();
                row.alias = Set(alias.clone());
                row.version = Set(version);
                row.update(tx).await?;
                audit::record(tx, &entry.changing(before, alias)).await?;
                Ok(AliasChange::Done)
            })
        })
        .await
    }
}

/// Whether an alias is no other channel's, now or formerly, a deleted one included, nor of an erased one whose files are still there.
pub(crate) async fn is_free(tx: &DatabaseTransaction, alias: &str, own: Option<ChannelId>) -> Result<bool> {
    let is_other = |channel: i64| own != Some(ChannelId(channel));
    let now = channels::Entity::find().filter(channels::Column::Alias.eq(alias)).one(tx).await?;
    let formerly = aliases::Entity::find_by_id(alias.to_owned()).one(tx).await?;
    let gone = erased::Entity::find().filter(erased::Column::FilesDeletedAt.is_null()).all(tx).await?;
    let is_being_erased = gone.into_iter().any(|row| {
        crate::enum_text::from_json::<crate::ChannelFiles>(row.files)
            .is_ok_and(|files| files.aliases.iter().any(|known| known == alias))
    });
    Ok(!now.is_some_and(|row| is_other(row.id))
        && !formerly.is_some_and(|row| is_other(row.channel_id))
        && !is_being_erased)
}
