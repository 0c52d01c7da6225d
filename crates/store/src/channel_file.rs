//! Writes a channel that is imported from a file. Ids that another channel already uses are renumbered.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::content::Content;
use domain::ids::{ChannelId, OperatorId};
use domain::operator::Role;
use domain::renumber::RowKind;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, FromQueryResult, QueryFilter, QuerySelect,
};

use crate::channel_aliases::is_free;
use crate::edits;
use crate::entities::channel::{channels, hosts};
use crate::entities::event::events;
use crate::entities::form::forms;
use crate::entities::media::media;
use crate::import::{CHUNK, ChannelImport, check, write};
use crate::operators::give_role;
use crate::setup::lock_operators;
use crate::{AuditEntry, Error, Result, Store};

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    pub channel: ChannelId,
    /// Whether there was no such channel before.
    pub is_new: bool,
    /// Rows that could not keep the id that they have in the file.
    pub renumbered: usize,
}

/// What became of a file that is to be a new channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileCreation {
    Created(Imported),
    /// Nothing was written: so many rows would get other ids.
    Planned {
        renumbered: usize,
    },
    AliasTaken,
    /// The host that another channel has.
    HostTaken(String),
}

/// New ids by kind and by the file's ids; those that stay are not in it.
type NewIds = BTreeMap<(RowKind, i64), i64>;

impl Store {
    /// Writes a channel from a file, in one transaction. Ids that are free here or already this channel's are kept;
    /// others are renumbered and remembered, so that importing the same file again changes nothing. A game that was
    /// live or has a recording here keeps its status, times, score and length.
    pub async fn channel_file_import(
        &self,
        import: ChannelImport,
        entry: impl Fn(ChannelId) -> AuditEntry + Clone + Send + Sync + 'static,
    ) -> Result<Imported> {
        check(&import)?;
        self.write(move |tx| {
            let (mut import, entry) = (import.clone(), entry.clone());
            Box::pin(async move {
                let of_alias = channels::Entity::find().filter(channels::Column::Alias.eq(&import.alias));
                let known = of_alias.lock_exclusive().one(tx).await?;
                if known.as_ref().is_some_and(|row| row.deleted_at.is_some()) {
                    let what = "restore it in the console, or delete it for good";
                    return Err(Error::Conflict(format!("the channel {} is deleted: {what}", import.alias)));
                }
                let known = known.map(|row| ChannelId(row.id));
                refuse_taken_hosts(tx, known, &import.hosts).await?;
                if !is_free(tx, &import.alias, known).await? {
                    return Err(Error::Conflict(format!("the alias {} was another channel's before", import.alias)));
                }
                let new_ids = new_ids(tx, known, &import.content).await?;
                import.content.renumber(|kind, id| new_ids.get(&(kind, id)).copied().unwrap_or(id));
                if let Some(known) = known {
                    keep_played(tx, known, &mut import.content).await?;
                }
                let channel = write(tx, &import).await?;
                remember(tx, channel, &new_ids).await?;
                crate::audit::record(tx, &entry(channel)).await?;
                Ok(Imported { channel, is_new: known.is_none(), renumbered: new_ids.len() })
            })
        })
        .await
    }
}

impl Store {
    /// Makes a new channel of a file, owned by the operator; with `is_plan` nothing is written. Channels that exist are
    /// left alone.
    pub async fn channel_file_create(
        &self,
        import: ChannelImport,
        owner: OperatorId,
        is_plan: bool,
        entry: AuditEntry,
    ) -> Result<FileCreation> {
        check(&import)?;
        self.write(move |tx| {
            let (mut import, entry) = (import.clone(), entry.clone());
            Box::pin(async move {
                lock_operators(tx).await?;
                if !is_free(tx, &import.alias, None).await? {
                    return Ok(FileCreation::AliasTaken);
                }
                let taken = hosts::Entity::find().filter(hosts::Column::Host.is_in(&import.hosts)).one(tx).await?;
                if let Some(taken) = taken {
                    return Ok(FileCreation::HostTaken(taken.host));
                }
                let new_ids = new_ids(tx, None, &import.content).await?;
                let renumbered = new_ids.len();
                if is_plan {
                    return Ok(FileCreation::Planned { renumbered });
                }
                import.content.renumber(|kind, id| new_ids.get(&(kind, id)).copied().unwrap_or(id));
                let channel = write(tx, &import).await?;
                remember(tx, channel, &new_ids).await?;
                give_role(tx, owner, channel, Role::Owner).await?;
                crate::audit::record(tx, &AuditEntry { channel: Some(channel), ..entry }).await?;
                Ok(FileCreation::Created(Imported { channel, is_new: true, renumbered }))
            })
        })
        .await
    }
}

/// Names the channel that has a host already.
async fn refuse_taken_hosts(tx: &DatabaseTransaction, own: Option<ChannelId>, names: &[String]) -> Result<()> {
    let taken = hosts::Entity::find().filter(hosts::Column::Host.is_in(names)).all(tx).await?;
    let Some(other) = taken.into_iter().find(|row| Some(ChannelId(row.channel_id)) != own) else { return Ok(()) };
    let channel = channels::Entity::find_by_id(other.channel_id).one(tx).await?;
    let alias = channel.map_or_else(|| other.channel_id.to_string(), |channel| channel.alias);
    Err(Error::Conflict(format!("the host {} belongs to the channel {alias} already", other.host)))
}

#[derive(FromQueryResult)]
struct Owner {
    id: i64,
    channel_id: i64,
}

#[derive(FromQueryResult)]
struct Remembered {
    file_id: i64,
    row_id: i64,
}

#[derive(FromQueryResult)]
struct Highest {
    id: Option<i64>,
}

async fn new_ids(tx: &DatabaseTransaction, channel: Option<ChannelId>, content: &Content) -> Result<NewIds> {
    let mut all = NewIds::new();
    for kind in RowKind::ALL {
        let ids = content.ids(kind);
        let mut wanted = match channel {
            Some(channel) => remembered(tx, channel, kind).await?,
            None => HashMap::new(),
        };
        if let (RowKind::Form, Some(channel)) = (kind, channel) {
            wanted.extend(forms_of_the_same_name(tx, channel, content).await?);
        }
        let asked: Vec<i64> = ids.iter().chain(wanted.values()).copied().collect();
        let owners = owners(tx, kind, &asked).await?;
        let is_open = |id: i64| owners.get(&id).is_none_or(|owner| Some(ChannelId(*owner)) == channel);
        let (may_stay, others): (Vec<i64>, Vec<i64>) =
            ids.iter().partition(|id| !wanted.contains_key(id) && is_open(**id));
        let mut used: BTreeSet<i64> = may_stay.into_iter().collect();
        let mut next = Ord::max(highest(tx, kind).await?, ids.iter().copied().max().unwrap_or(0));
        for id in others {
            let known = wanted.get(&id).copied().filter(|known| is_open(*known) && !used.contains(known));
            let new = known.unwrap_or_else(|| {
                next += 1;
                next
            });
            used.insert(new);
            if new != id {
                all.insert((kind, id), new);
            }
        }
    }
    Ok(all)
}

/// What the ids of files became before.
async fn remembered(tx: &DatabaseTransaction, channel: ChannelId, kind: RowKind) -> Result<HashMap<i64, i64>> {
    let query = Query::select()
        .columns(["file_id", "row_id"])
        .from("imported_ids")
        .and_where(Expr::col("channel_id").eq(channel.0))
        .and_where(Expr::col("kind").eq(kind.table()))
        .to_owned();
    let rows = tx.query_all(&query).await?;
    let read = rows.iter().map(|row| Remembered::from_query_result(row, ""));
    Ok(read.map(|row| row.map(|row| (row.file_id, row.row_id))).collect::<Result<_, _>>()?)
}

/// A channel has one form of a name: the file's takes the place of the one that is there.
async fn forms_of_the_same_name(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    content: &Content,
) -> Result<HashMap<i64, i64>> {
    let stored = forms::Entity::find().filter(forms::Column::ChannelId.eq(channel.0)).all(tx).await?;
    let by_alias: HashMap<_, _> = stored.into_iter().map(|form| (form.alias, form.id)).collect();
    Ok(content.forms.iter().filter_map(|form| Some((form.id, *by_alias.get(&form.alias)?))).collect())
}

/// The channels that own the rows of these ids, or removed them and may restore them. The only query across channels.
async fn owners(tx: &DatabaseTransaction, kind: RowKind, ids: &[i64]) -> Result<HashMap<i64, i64>> {
    let mut owners = HashMap::new();
    for chunk in ids.chunks(CHUNK) {
        let query = Query::select()
            .columns(["id", "channel_id"])
            .from(kind.table())
            .and_where(Expr::col("id").is_in(chunk.iter().copied()))
            .to_owned();
        for row in tx.query_all(&query).await? {
            let Owner { id, channel_id } = Owner::from_query_result(&row, "")?;
            owners.insert(id, channel_id);
        }
    }
    if let Some(kind) = kind.site_kind() {
        owners.extend(edits::owners(tx, kind.word(), ids).await?);
    }
    Ok(owners)
}

async fn highest(tx: &DatabaseTransaction, kind: RowKind) -> Result<i64> {
    let query = Query::select().expr_as(Expr::col("id").max(), "id").from(kind.table()).to_owned();
    let row = tx.query_one(&query).await?;
    let highest = row.map(|row| Highest::from_query_result(&row, "")).transpose()?;
    let highest = highest.and_then(|highest| highest.id).unwrap_or(0);
    Ok(match kind.site_kind() {
        Some(kind) => Ord::max(highest, edits::highest_subject(tx, kind.word()).await?),
        None => highest,
    })
}

async fn remember(tx: &DatabaseTransaction, channel: ChannelId, new_ids: &NewIds) -> Result<()> {
    let rows: Vec<_> = new_ids.iter().collect();
    for chunk in rows.chunks(CHUNK) {
        let mut insert = Query::insert();
        insert.into_table("imported_ids").columns(["channel_id", "kind", "file_id", "row_id"]);
        for ((kind, file_id), row_id) in chunk {
            insert.values_panic([channel.0.into(), kind.table().into(), (*file_id).into(), (**row_id).into()]);
        }
        let known = OnConflict::columns(["channel_id", "kind", "file_id"]).update_column("row_id").to_owned();
        tx.execute(insert.on_conflict(known)).await?;
    }
    Ok(())
}

/// What happened here is true, whatever a file says of it.
async fn keep_played(tx: &DatabaseTransaction, channel: ChannelId, content: &mut Content) -> Result<()> {
    let with_media: BTreeSet<i64> = media::Entity::find()
        .select_only()
        .column(media::Column::EventId)
        .filter(media::Column::ChannelId.eq(channel.0))
        .filter(media::Column::EventId.is_not_null())
        .into_tuple::<i64>()
        .all(tx)
        .await?
        .into_iter()
        .collect();
    for games in content.events.chunks_mut(CHUNK) {
        let ids = games.iter().map(|game| game.id.0).filter(|id| with_media.contains(id));
        let stored = events::Entity::find()
            .filter(events::Column::ChannelId.eq(channel.0))
            .filter(events::Column::Id.is_in(ids))
            .all(tx)
            .await?;
        let mut stored: HashMap<i64, events::Model> = stored.into_iter().map(|row| (row.id, row)).collect();
        for game in games {
            let Some(row) = stored.remove(&game.id.0) else { continue };
            let before = crate::entities::event::event(row, Vec::new(), Vec::new())?;
            (game.status, game.timing) = (before.status, before.timing);
            (game.starts_at, game.ends_at) = (before.starts_at, before.ends_at);
            (game.score, game.duration_s) = (before.score, before.duration_s);
        }
    }
    Ok(())
}
