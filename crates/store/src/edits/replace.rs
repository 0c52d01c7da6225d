//! The import of a channel's things. A thing that stays the same keeps its version; one that changes gets the next, so
//! that no version ever has two contents.

use std::collections::{HashMap, HashSet};

use domain::editing::Listed;
use domain::ids::ChannelId;
use domain::time::Timestamp;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter};

use super::revision::{self, Author, NewRevision, Newest};
use super::row::{self, Edited, Stored};
use crate::Result;
use crate::import::{CHUNK, upsert};

/// The channel's things are these and no others, in this order; things that answers belong to are only added or changed.
/// With `keeps_edits` what an operator made, changed or removed stays as it is.
pub(crate) async fn replace<T: Edited + Listed>(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    items: &[T],
    at: Timestamp,
    keeps_edits: bool,
) -> Result<()> {
    let mut newest = revision::newest_of_all(tx, channel, T::KIND).await?;
    let rows = row::of_channel::<T>(channel).all(tx).await?;
    let rows = rows.into_iter().map(Stored::<T>::read).collect::<Result<Vec<_>>>()?;
    let is_edited = |id: i64| keeps_edits && newest.get(&id).is_some_and(|newest| newest.is_of_operator);
    let (edited, rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| is_edited(row.id));
    let wanted: Vec<(i64, &T)> = (0..)
        .zip(items)
        .filter(|(_, item)| !is_edited(item.id()))
        .filter(|(_, item)| !edited.iter().any(|row| row.item.excludes(item)))
        .collect();
    let plan = Plan::of(channel, rows, &wanted, &mut newest, at)?;
    let gone: Vec<i64> = plan.gone.into_iter().filter(|_| !T::HAS_ANSWERS).collect();
    for chunk in gone.chunks(CHUNK) {
        T::Table::delete_many()
            .filter(T::COLUMNS.channel.eq(channel.0))
            .filter(T::COLUMNS.id.is_in(chunk.iter().copied()))
            .exec(tx)
            .await?;
    }
    for (stored, position) in plan.moved.iter().filter(|_| !keeps_edits) {
        row::place(tx, channel, stored, *position).await?;
    }
    let written = plan.written.iter().map(|stored| stored.row(channel)).collect::<Result<_>>()?;
    upsert::<T::Table>(tx, channel, T::COLUMNS.channel, written).await?;
    revision::keep_all(tx, channel, &plan.revisions).await
}

/// A thing that is always there gets these fields, unless an operator changed it and `keeps_edits`.
pub(crate) async fn replace_single<T: Edited>(
    tx: &DatabaseTransaction,
    (channel, id): (ChannelId, i64),
    fields: T::Fields,
    at: Timestamp,
    keeps_edits: bool,
) -> Result<()> {
    let author = Author { operator: None, at };
    let newest = revision::newest(tx, channel, T::KIND, id).await?;
    if keeps_edits && newest.as_ref().is_some_and(|newest| newest.operator_id.is_some()) {
        return Ok(());
    }
    let Some(found) = row::find::<T>(tx, channel, id).await? else { return Ok(()) };
    let (before, mut item) = (found.item.clone(), found.item.clone());
    item.apply(fields);
    let mut revisions = Vec::new();
    // What was never written has nothing to keep.
    if newest.is_none() && found.version > 0 {
        revisions.push(NewRevision::of(id, found.version, Some(&before), author));
    }
    if before.body() != item.body() {
        let after = Stored { item, version: found.version + 1, ..found };
        row::update(tx, channel, &after).await?;
        revisions.push(NewRevision::of(id, after.version, Some(&after.item), author));
    }
    revision::keep_all(tx, channel, &revisions).await
}

/// What an import does to the rows of a kind.
struct Plan<T> {
    /// Ids of rows that are removed, or written anew: two pages may swap their paths.
    gone: HashSet<i64>,
    written: Vec<Stored<T>>,
    /// Rows that stay, with their new positions.
    moved: Vec<(Stored<T>, i64)>,
    revisions: Vec<NewRevision>,
}

impl<T: Edited + Listed> Plan<T> {
    fn of(
        channel: ChannelId,
        rows: Vec<Stored<T>>,
        wanted: &[(i64, &T)],
        newest: &mut HashMap<i64, Newest>,
        at: Timestamp,
    ) -> Result<Self> {
        let author = Author { operator: None, at };
        let mut rows: HashMap<i64, Stored<T>> = rows.into_iter().map(|row| (row.id, row)).collect();
        let mut plan = Self { gone: HashSet::new(), written: Vec::new(), moved: Vec::new(), revisions: Vec::new() };
        for (position, item) in wanted {
            let (id, position, item) = (item.id(), *position, item.normal(channel)?);
            let found = rows.remove(&id);
            if let Some(found) = found {
                if found.item.body() == item.body() {
                    plan.moved.push((found, position));
                    continue;
                }
                plan.take_away(found, newest, author);
            }
            let version = newest.get(&id).map_or(1, |newest| newest.version + 1);
            plan.revisions.push(NewRevision::of(id, version, Some(&item), author));
            plan.written.push(Stored { id, item, version, position });
        }
        for (id, found) in rows.into_iter().filter(|_| !T::HAS_ANSWERS) {
            let (version, position) = (found.version + 1, Some(found.position));
            plan.take_away(found, newest, author);
            plan.revisions.push(NewRevision { position, ..NewRevision::of::<T>(id, version, None, author) });
        }
        Ok(plan)
    }

    /// The version that ends has a revision, also of a row from before there were any.
    fn take_away(&mut self, found: Stored<T>, newest: &mut HashMap<i64, Newest>, author: Author) {
        self.gone.insert(found.id);
        let known = newest.entry(found.id).or_insert(Newest { version: 0, is_of_operator: false });
        if known.version < found.version {
            known.version = found.version;
            self.revisions.push(NewRevision::of(found.id, found.version, Some(&found.item), author));
        }
    }
}
