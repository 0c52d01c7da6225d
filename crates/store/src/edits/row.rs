//! Rows that operators edit: tables with columns for channel, id and version.

use std::future::Future;

use domain::editing::Editable;
use domain::field_error::FieldErrors;
use domain::ids::ChannelId;
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait,
    FromQueryResult, IntoActiveModel, ModelTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    TryIntoModel, Value,
};

use super::Versioned;
use super::revision::{newest, newest_of_all};
use crate::{Error, Result};

/// A kind of thing that operators edit, and its table.
pub trait Edited: Editable {
    /// The word in `revisions.kind`.
    const KIND: &'static str;

    type Table: EntityTrait<Model = Self::Model, ActiveModel = Self::Row>;
    type Model: ModelTrait<Entity = Self::Table> + FromQueryResult + IntoActiveModel<Self::Row> + Send + Sync;
    type Row: ActiveModelTrait<Entity = Self::Table> + ActiveModelBehavior + TryIntoModel<Self::Model> + Send;

    const COLUMNS: Columns<Self::Table>;

    /// Whether viewers' answers belong to it, which must not end with it.
    const HAS_ANSWERS: bool = false;

    fn read(row: Self::Model) -> Result<Self>;

    /// The columns of the fields, with id and channel where these are columns of their own. HTML is sanitised.
    fn write(&self, channel: ChannelId) -> Result<Self::Row>;

    /// The thing as it reads back when it is stored.
    fn normal(&self, channel: ChannelId) -> Result<Self> {
        let stored = Stored { id: 0, item: self.clone(), version: 0, position: 0 };
        Self::read(stored.row(channel)?.try_into_model()?)
    }

    /// Things that are there from the start, with their ids: a row is made by their first edit.
    fn without_row() -> Vec<(i64, Self)> {
        Vec::new()
    }

    /// The thing with what rows of other tables say of it.
    fn completed<C: ConnectionTrait>(self, _db: &C, _channel: ChannelId) -> impl Future<Output = Result<Self>> + Send {
        async { Ok(self) }
    }

    /// The row for a thing that is there, with what its columns hold besides the fields.
    fn merged(
        row: Self::Row,
        _tx: &DatabaseTransaction,
        _channel: ChannelId,
    ) -> impl Future<Output = Result<Self::Row>> + Send {
        async { Ok(row) }
    }

    /// Fills in what other rows decide, and returns every field that does not go with them.
    fn settle(
        &mut self,
        _tx: &DatabaseTransaction,
        _channel: ChannelId,
        _before: Option<&Self>,
    ) -> impl Future<Output = Result<FieldErrors>> + Send {
        async { Ok(FieldErrors::new()) }
    }

    /// Whether there are answers now; none is added until the transaction ends.
    fn is_answered(&self, _tx: &DatabaseTransaction, _channel: ChannelId) -> impl Future<Output = Result<bool>> + Send {
        async { Ok(Self::HAS_ANSWERS) }
    }
}

/// The columns that every such table has.
pub struct Columns<E: EntityTrait> {
    pub(crate) id: E::Column,
    pub(crate) channel: E::Column,
    pub(crate) version: E::Column,
    /// Of things that operators order.
    pub(crate) position: Option<E::Column>,
}

/// A thing as its row has it.
#[derive(Clone)]
pub(super) struct Stored<T> {
    pub(super) id: i64,
    pub(super) item: T,
    pub(super) version: i64,
    /// Zero where there is no order.
    pub(super) position: i64,
}

impl<T: Edited> Stored<T> {
    pub(super) fn read(row: T::Model) -> Result<Self> {
        let number = |column| match row.get(column) {
            Value::BigInt(Some(number)) => Ok(number),
            other => Err(Error::Unavailable(format!("a column holds no number: {other:?}"))),
        };
        let (id, version) = (number(T::COLUMNS.id)?, number(T::COLUMNS.version)?);
        let position = T::COLUMNS.position.map(number).transpose()?.unwrap_or_default();
        Ok(Self { id, item: T::read(row)?, version, position })
    }

    /// The same with what rows of other tables say of it.
    pub(super) async fn completed(row: T::Model, db: &impl ConnectionTrait, channel: ChannelId) -> Result<Self> {
        let stored = Self::read(row)?;
        Ok(Self { item: stored.item.completed(db, channel).await?, ..stored })
    }

    pub(super) fn versioned(self) -> Versioned<T> {
        Versioned { item: self.item, version: self.version }
    }

    pub(super) fn row(&self, channel: ChannelId) -> Result<T::Row> {
        let mut row = self.item.write(channel)?;
        row.set(T::COLUMNS.version, self.version.into());
        if let Some(position) = T::COLUMNS.position {
            row.set(position, self.position.into());
        }
        Ok(row)
    }
}

/// All things of the channel, in their order.
pub(crate) fn of_channel<T: Edited>(channel: ChannelId) -> Select<T::Table> {
    let mut all = T::Table::find().filter(T::COLUMNS.channel.eq(channel.0));
    if let Some(position) = T::COLUMNS.position {
        all = all.order_by_asc(position);
    }
    all.order_by_asc(T::COLUMNS.id)
}

pub(super) async fn find<T: Edited>(
    connection: &impl ConnectionTrait,
    channel: ChannelId,
    id: i64,
) -> Result<Option<Stored<T>>> {
    let found = of_channel::<T>(channel).filter(T::COLUMNS.id.eq(id)).one(connection).await?;
    match found {
        Some(found) => Stored::completed(found, connection, channel).await.map(Some),
        None => without_row(connection, channel, id).await,
    }
}

/// One that is there without a row, at the version at which it was last edited.
async fn without_row<T: Edited>(
    connection: &impl ConnectionTrait,
    channel: ChannelId,
    id: i64,
) -> Result<Option<Stored<T>>> {
    let Some((_, item)) = T::without_row().into_iter().find(|(of, _)| *of == id) else { return Ok(None) };
    let version = newest(connection, channel, T::KIND, id).await?.map_or(0, |newest| newest.version);
    Ok(Some(Stored { id, item, version, position: 0 }))
}

/// All of the channel, with those that have no row.
pub(super) async fn all<T: Edited>(connection: &impl ConnectionTrait, channel: ChannelId) -> Result<Vec<Stored<T>>> {
    let mut things = Vec::new();
    for found in of_channel::<T>(channel).all(connection).await? {
        things.push(Stored::<T>::completed(found, connection, channel).await?);
    }
    let known: Vec<i64> = things.iter().map(|thing| thing.id).collect();
    let missing: Vec<_> = T::without_row().into_iter().filter(|(id, _)| !known.contains(id)).collect();
    if !missing.is_empty() {
        let newest = newest_of_all(connection, channel, T::KIND).await?;
        let version = |id| newest.get(&id).map_or(0, |newest| newest.version);
        things.extend(missing.into_iter().map(|(id, item)| Stored { id, item, version: version(id), position: 0 }));
    }
    Ok(things)
}

/// With the id that it has, or a new one.
pub(super) async fn insert<T: Edited>(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    stored: Stored<T>,
    keeps_id: bool,
) -> Result<Stored<T>> {
    let mut row = stored.row(channel)?;
    if !keeps_id {
        row.not_set(T::COLUMNS.id);
    }
    Stored::read(row.insert(tx).await?)
}

pub(super) async fn update<T: Edited>(tx: &DatabaseTransaction, channel: ChannelId, stored: &Stored<T>) -> Result<()> {
    let updated = T::Table::update_many()
        .set(T::merged(stored.row(channel)?, tx, channel).await?)
        .filter(T::COLUMNS.channel.eq(channel.0))
        .filter(T::COLUMNS.id.eq(stored.id))
        .exec(tx)
        .await?;
    if updated.rows_affected == 0 {
        insert(tx, channel, stored.clone(), true).await?;
    }
    Ok(())
}

pub(super) async fn delete<T: Edited>(tx: &DatabaseTransaction, channel: ChannelId, id: i64) -> Result<()> {
    let this = T::Table::delete_many().filter(T::COLUMNS.channel.eq(channel.0)).filter(T::COLUMNS.id.eq(id));
    this.exec(tx).await?;
    Ok(())
}

/// Moves a thing to another position of its list.
pub(super) async fn place<T: Edited>(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    stored: &Stored<T>,
    position: i64,
) -> Result<()> {
    let Some(column) = T::COLUMNS.position.filter(|_| stored.position != position) else { return Ok(()) };
    T::Table::update_many()
        .col_expr(column, position.into())
        .filter(T::COLUMNS.channel.eq(channel.0))
        .filter(T::COLUMNS.id.eq(stored.id))
        .exec(tx)
        .await?;
    Ok(())
}

/// How many things the channel has, and the last position.
pub(super) async fn extent<T: Edited>(tx: &DatabaseTransaction, channel: ChannelId) -> Result<(u64, Option<i64>)> {
    let all = || T::Table::find().filter(T::COLUMNS.channel.eq(channel.0));
    let count = all().count(tx).await?;
    let Some(position) = T::COLUMNS.position else { return Ok((count, None)) };
    let last = all().select_only().column_as(position.max(), "last").into_tuple::<Option<i64>>().one(tx).await?;
    Ok((count, last.flatten()))
}
