//! Edits by operators. Every edit of every kind of row is one transaction: it compares the version under a lock, checks
//! the change, writes the row, its revision and its audit entry, and raises the channel's version.

mod catalogue;
mod channel;
mod pictures;
mod replace;
mod revision;
mod row;
mod site;

use domain::audit::difference;
use domain::editing::{Listed, edit_errors};
use domain::field_error::FieldErrors;
use domain::ids::{ChannelId, OperatorId};
use domain::time::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QuerySelect};
use serde_json::Value;

pub use pictures::{ChannelPicture, ChannelPictureSet, PictureRemoval, PictureUse, PictureUses};
pub(crate) use replace::{replace, replace_single};
pub(crate) use revision::{highest_subject, owners};
pub use row::{Columns, Edited};

use self::revision::{Author, NewRevision};
use self::row::Stored;
use crate::audit::{self, AuditEntry};
use crate::entities::channel::channels;
use crate::enum_text::from_json;
use crate::{Error, Result, Store};

/// The longest name of a subject in the audit log, in characters.
const MAX_LABEL: usize = 120;

/// A thing with the version that it is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versioned<T> {
    pub item: T,
    pub version: i64,
}

/// Why an edit was refused. Nothing was written.
#[derive(Clone, Debug, PartialEq)]
pub enum EditError<T> {
    NotFound,
    /// Somebody else edited it since.
    Stale(Box<Stale<T>>),
    Invalid(FieldErrors),
    /// The channel has as many as it can have.
    TooMany,
    /// What viewers answered would be lost with it.
    HasAnswers,
}

/// What an edit of an older version is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Stale<T> {
    /// Absent if it was removed.
    pub current: Option<Versioned<T>>,
    /// The fields at the version that was edited; absent if they are no longer kept.
    pub base: Option<Value>,
    /// Absent for an import, or an operator who was deleted.
    pub changed_by: Option<String>,
    pub changed_at: Option<Timestamp>,
}

pub type Edit<V, T> = std::result::Result<V, EditError<T>>;

/// A kept version of a thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Revision {
    pub version: i64,
    pub at: Timestamp,
    /// Absent for an import, or an operator who was deleted.
    pub by: Option<Editor>,
    /// The fields; absent if this version removed the thing.
    pub body: Option<Value>,
}

/// An operator who edited, as they are called now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editor {
    pub id: OperatorId,
    pub name: String,
}

/// What ends an edit before its end.
enum Stop<T> {
    Refused(EditError<T>),
    Failed(Error),
}

impl<T> From<EditError<T>> for Stop<T> {
    fn from(refused: EditError<T>) -> Self {
        Self::Refused(refused)
    }
}

impl<T> From<Error> for Stop<T> {
    fn from(cause: Error) -> Self {
        Self::Failed(cause)
    }
}

impl<T> From<DbErr> for Stop<T> {
    fn from(cause: DbErr) -> Self {
        Self::Failed(cause.into())
    }
}

type Step<V, T> = std::result::Result<V, Stop<T>>;

fn outcome<V, T>(step: Step<V, T>) -> Result<Edit<V, T>> {
    match step {
        Ok(value) => Ok(Ok(value)),
        Err(Stop::Refused(refused)) => Ok(Err(refused)),
        Err(Stop::Failed(cause)) => Err(cause),
    }
}

impl Store {
    /// The channel's things of a kind, in their order.
    pub async fn edited<T: Edited>(&self, channel: ChannelId) -> Result<Vec<Versioned<T>>> {
        Ok(row::all(self.read(), channel).await?.into_iter().map(Stored::versioned).collect())
    }

    /// Changes one thing. A change that changes nothing writes nothing.
    pub async fn edit<T: Edited>(
        &self,
        channel: ChannelId,
        id: i64,
        version: i64,
        change: impl Fn(&mut T) + Clone + Send + Sync + 'static,
        entry: AuditEntry,
    ) -> Result<Edit<Versioned<T>, T>> {
        self.write(move |tx| {
            let (change, entry) = (change.clone(), entry.clone());
            Box::pin(
                async move { outcome(Editing::begin(tx, channel, entry).await?.update(id, version, change).await) },
            )
        })
        .await
    }

    /// Makes one thing. The same request again gives what it made first.
    pub async fn edit_create<T: Edited + Listed>(
        &self,
        channel: ChannelId,
        request_key: Option<String>,
        change: impl Fn(&mut T) + Clone + Send + Sync + 'static,
        entry: AuditEntry,
    ) -> Result<Edit<Versioned<T>, T>> {
        self.write(move |tx| {
            let (request_key, change, entry) = (request_key.clone(), change.clone(), entry.clone());
            Box::pin(
                async move { outcome(Editing::begin(tx, channel, entry).await?.create(request_key, change).await) },
            )
        })
        .await
    }

    /// Removes one thing. Returns the version of the removal.
    pub async fn edit_remove<T: Edited>(
        &self,
        channel: ChannelId,
        id: i64,
        version: i64,
        entry: AuditEntry,
    ) -> Result<Edit<i64, T>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move { outcome(Editing::begin(tx, channel, entry).await?.remove(id, version).await) })
        })
        .await
    }

    /// Makes the fields of a revision the newest again. `version` is absent for a thing that was removed.
    pub async fn edit_restore<T: Edited + Listed>(
        &self,
        channel: ChannelId,
        id: i64,
        revision: i64,
        version: Option<i64>,
        entry: AuditEntry,
    ) -> Result<Edit<Versioned<T>, T>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(
                async move { outcome(Editing::begin(tx, channel, entry).await?.restore(id, revision, version).await) },
            )
        })
        .await
    }

    /// Makes the fields of a revision the newest again, of a thing that is never removed.
    pub async fn edit_revert<T: Edited>(
        &self,
        channel: ChannelId,
        id: i64,
        revision: i64,
        version: Option<i64>,
        entry: AuditEntry,
    ) -> Result<Edit<Versioned<T>, T>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(
                async move { outcome(Editing::begin(tx, channel, entry).await?.revert(id, revision, version).await) },
            )
        })
        .await
    }

    /// Gives the channel's things of a kind another order. Those that are not named come after, in their old order.
    pub async fn edit_order<T: Edited + Listed>(
        &self,
        channel: ChannelId,
        ids: Vec<i64>,
        entry: AuditEntry,
    ) -> Result<Vec<Versioned<T>>> {
        self.write(move |tx| {
            let (ids, entry) = (ids.clone(), entry.clone());
            Box::pin(async move { Editing::begin(tx, channel, entry).await?.order(&ids).await })
        })
        .await
    }
}

/// Ids with names: two things may have the same name.
fn order_of<T: Listed>(rows: &[Stored<T>]) -> Vec<(i64, String)> {
    rows.iter().map(|row| (row.item.id(), shortened(row.item.label()))).collect()
}

fn names_of(order: &[(i64, String)]) -> Value {
    order.iter().map(|(_, name)| name.as_str()).collect()
}

fn shortened(label: &str) -> String {
    label.chars().take(MAX_LABEL).collect()
}

/// A transaction that edits a channel.
struct Editing<'t> {
    tx: &'t DatabaseTransaction,
    channel: ChannelId,
    /// When the channel was made; absent if it was deleted.
    since: Option<Timestamp>,
    entry: AuditEntry,
}

impl<'t> Editing<'t> {
    /// Until the transaction ends, nobody else edits the channel.
    async fn begin(tx: &'t DatabaseTransaction, channel: ChannelId, entry: AuditEntry) -> Result<Self> {
        let row = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
        Ok(Self { tx, channel, since: row.map(|row| Timestamp(row.created_at)), entry })
    }

    fn author(&self) -> Author {
        Author { operator: self.entry.operator, at: self.entry.at }
    }

    /// The thing, if it is at this version; absent if it is not there and should not be.
    async fn at_version<T: Edited>(&self, id: i64, version: Option<i64>) -> Step<Option<Stored<T>>, T> {
        let found = row::find::<T>(self.tx, self.channel, id).await?;
        if found.as_ref().map(|found| found.version) == version {
            return Ok(found);
        }
        let newest = revision::newest(self.tx, self.channel, T::KIND, id).await?;
        if found.is_none() && newest.is_none() {
            return Err(EditError::NotFound.into());
        }
        let base = match version {
            Some(version) => revision::at(self.tx, self.channel, T::KIND, id, version).await?,
            None => None,
        };
        let is_of_current = |version: i64| found.as_ref().is_none_or(|found| found.version == version);
        let change = newest.filter(|newest| is_of_current(newest.version));
        let operator = change.as_ref().and_then(|change| change.operator_id);
        let stale = Stale {
            base: base.and_then(|base| base.body),
            changed_by: revision::name_of(self.tx, operator).await?,
            changed_at: change.map(|change| Timestamp(change.at)),
            current: found.map(Stored::versioned),
        };
        Err(EditError::Stale(Box::new(stale)).into())
    }

    async fn update<T: Edited>(self, id: i64, version: i64, change: impl Fn(&mut T)) -> Step<Versioned<T>, T> {
        let before = self.at_version::<T>(id, Some(version)).await?.ok_or(EditError::NotFound)?;
        let mut item = before.item.clone();
        change(&mut item);
        let item = self.checked(Some(&before.item), item, edit_errors).await?;
        self.put(before, item).await
    }

    async fn create<T: Edited + Listed>(self, key: Option<String>, change: impl Fn(&mut T)) -> Step<Versioned<T>, T> {
        if let Some(key) = &key
            && let Some(made) = revision::by_request(self.tx, self.channel, T::KIND, key).await?
        {
            let item = thing(made.subject_id, made.body.unwrap_or_default())?;
            return Ok(Versioned { item, version: made.version });
        }
        let position = self.room::<T>().await?;
        let mut item = T::draft(0);
        change(&mut item);
        let item = self.checked(None, item, edit_errors).await?;
        let made = row::insert(self.tx, self.channel, Stored { id: 0, item, version: 1, position }, false).await?;
        let revision = NewRevision::of(made.id, made.version, Some(&made.item), self.author());
        revision::keep(self.tx, self.channel, NewRevision { request_key: key, ..revision }).await?;
        self.finish(made.id, made.item.label(), &Value::Null, &made.item.body()).await?;
        Ok(made.versioned())
    }

    async fn remove<T: Edited>(self, id: i64, version: i64) -> Step<i64, T> {
        let before = self.at_version::<T>(id, Some(version)).await?.ok_or(EditError::NotFound)?;
        if before.item.is_answered(self.tx, self.channel).await? {
            return Err(EditError::HasAnswers.into());
        }
        let removal = version + 1;
        row::delete::<T>(self.tx, self.channel, id).await?;
        self.keep_base(id, &before).await?;
        let revision = NewRevision::of::<T>(id, removal, None, self.author());
        revision::keep(self.tx, self.channel, NewRevision { position: Some(before.position), ..revision }).await?;
        self.finish(id, before.item.label(), &before.item.body(), &Value::Null).await?;
        Ok(removal)
    }

    async fn restore<T: Edited + Listed>(
        mut self,
        id: i64,
        revision: i64,
        version: Option<i64>,
    ) -> Step<Versioned<T>, T> {
        let before = self.at_version::<T>(id, version).await?;
        let body = self.body_of::<T>(id, revision).await?;
        if let Some(before) = before {
            return self.put_back(before, body).await;
        }
        self.room::<T>().await?;
        let item = self.checked(None, thing(id, body)?, no_rules).await?;
        let removal = revision::newest(self.tx, self.channel, T::KIND, id).await?.ok_or(EditError::NotFound)?;
        let stored = Stored { id, item, version: removal.version + 1, position: removal.position.unwrap_or_default() };
        let made = row::insert(self.tx, self.channel, stored, true).await?;
        let revision = NewRevision::of(id, made.version, Some(&made.item), self.author());
        revision::keep(self.tx, self.channel, revision).await?;
        self.finish(id, made.item.label(), &Value::Null, &made.item.body()).await?;
        Ok(made.versioned())
    }

    async fn revert<T: Edited>(mut self, id: i64, revision: i64, version: Option<i64>) -> Step<Versioned<T>, T> {
        let before = self.at_version::<T>(id, version).await?.ok_or(EditError::NotFound)?;
        let body = self.body_of::<T>(id, revision).await?;
        self.put_back(before, body).await
    }

    /// The fields of a revision, which the audit entry names from then on.
    async fn body_of<T: Edited>(&mut self, id: i64, revision: i64) -> Step<Value, T> {
        let kept = revision::at(self.tx, self.channel, T::KIND, id, revision).await?;
        let body = kept.and_then(|kept| kept.body).ok_or(EditError::NotFound)?;
        self.entry = self.entry.clone().with("revision", revision);
        Ok(body)
    }

    async fn put_back<T: Edited>(self, before: Stored<T>, body: Value) -> Step<Versioned<T>, T> {
        let mut item = before.item.clone();
        item.apply(from_json(body)?);
        let item = self.checked(Some(&before.item), item, no_rules).await?;
        self.put(before, item).await
    }

    async fn order<T: Edited + Listed>(self, ids: &[i64]) -> Result<Vec<Versioned<T>>> {
        let rows = row::of_channel::<T>(self.channel).all(self.tx).await?;
        let mut rows = rows.into_iter().map(Stored::<T>::read).collect::<Result<Vec<_>>>()?;
        let before = order_of(&rows);
        rows.sort_by_cached_key(|row| ids.iter().position(|id| *id == row.item.id()).unwrap_or(usize::MAX));
        let after = order_of(&rows);
        if before != after {
            for (position, row) in (1..).zip(&rows) {
                row::place::<T>(self.tx, self.channel, row, position).await?;
            }
            audit::record(self.tx, &self.entry.clone().changing(names_of(&before), names_of(&after))).await?;
            self.raise().await?;
        }
        Ok(rows.into_iter().map(Stored::versioned).collect())
    }

    /// The position behind the last thing, if the channel may have one more.
    async fn room<T: Edited + Listed>(&self) -> Step<i64, T> {
        if self.since.is_none() {
            return Err(EditError::NotFound.into());
        }
        let (count, last) = row::extent::<T>(self.tx, self.channel).await?;
        if count >= T::MAX_ITEMS as u64 {
            return Err(EditError::TooMany.into());
        }
        Ok(last.unwrap_or_default() + 1)
    }

    /// The thing as it would be stored, if it breaks no rule.
    async fn checked<T: Edited>(
        &self,
        before: Option<&T>,
        item: T,
        rules: impl Fn(Option<&T>, &T) -> FieldErrors,
    ) -> Step<T, T> {
        let mut item = item.normal(self.channel)?;
        let mut errors = rules(before, &item);
        for (field, more) in item.settle(self.tx, self.channel, before).await? {
            errors.entry(field).or_default().extend(more);
        }
        if errors.is_empty() { Ok(item) } else { Err(EditError::Invalid(errors).into()) }
    }

    /// Writes the next version of a thing that is there.
    async fn put<T: Edited>(self, before: Stored<T>, item: T) -> Step<Versioned<T>, T> {
        let (was, is) = (before.item.body(), item.body());
        if was == is {
            return Ok(before.versioned());
        }
        let id = before.id;
        self.keep_base(id, &before).await?;
        let after = Stored { item, version: before.version + 1, ..before };
        row::update(self.tx, self.channel, &after).await?;
        let revision = NewRevision::of(id, after.version, Some(&after.item), self.author());
        revision::keep(self.tx, self.channel, revision).await?;
        self.finish(id, after.item.label(), &was, &is).await?;
        Ok(after.versioned())
    }

    /// Things from before there were revisions get one, so that a conflict has a base.
    async fn keep_base<T: Edited>(&self, id: i64, before: &Stored<T>) -> Result<()> {
        if revision::at(self.tx, self.channel, T::KIND, id, before.version).await?.is_none() {
            let author = Author { operator: None, at: self.since.unwrap_or(self.entry.at) };
            let base = NewRevision::of(id, before.version, Some(&before.item), author);
            revision::keep(self.tx, self.channel, base).await?;
        }
        Ok(())
    }

    /// Records the edit and tells the servers that the channel changed.
    async fn finish(&self, id: i64, label: &str, before: &Value, after: &Value) -> Result<()> {
        let (before, after) = difference(before, after);
        let entry = self.entry.clone().with("id", id).about(shortened(label)).changing(before, after);
        audit::record(self.tx, &entry).await?;
        self.raise().await
    }

    async fn raise(&self) -> Result<()> {
        channels::Entity::update_many()
            .col_expr(channels::Column::Version, Expr::col(channels::Column::Version).add(1))
            .filter(channels::Column::Id.eq(self.channel.0))
            .exec(self.tx)
            .await?;
        Ok(())
    }
}

/// What was stored once may be stored again: only what depends on other rows is checked.
fn no_rules<T>(_: Option<&T>, _: &T) -> FieldErrors {
    FieldErrors::new()
}

/// A thing with the fields of a revision.
fn thing<T: Listed>(id: i64, body: Value) -> Result<T> {
    let mut item = T::draft(id);
    item.apply(from_json::<T::Fields>(body)?);
    Ok(item)
}
