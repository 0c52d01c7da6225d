//! Earlier versions of what operators edit: whole bodies, never differences.

use std::collections::HashMap;

use domain::ids::{ChannelId, OperatorId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select,
};
use serde_json::Value;

use super::row::Edited;
use super::{Editor, Revision};
use crate::entities::operator::operators;
use crate::entities::revision::revisions;
use crate::import::{CHUNK, insert_all};
use crate::{Result, Store};

/// Kept of each subject.
const MAX_REVISIONS: i64 = 50;

/// Who makes a version, and when.
#[derive(Clone, Copy)]
pub(super) struct Author {
    /// Absent for an import.
    pub(super) operator: Option<OperatorId>,
    pub(super) at: Timestamp,
}

impl Store {
    /// The kept versions of a subject, newest first.
    pub async fn revisions(&self, channel: ChannelId, kind: &str, id: i64) -> Result<Vec<Revision>> {
        let rows = of_subject(channel, kind, id).limit(MAX_REVISIONS.unsigned_abs()).all(self.read()).await?;
        let people: Vec<i64> = rows.iter().filter_map(|row| row.operator_id).collect();
        let people = operators::Entity::find().filter(operators::Column::Id.is_in(people)).all(self.read()).await?;
        let names: HashMap<i64, String> = people.into_iter().map(|row| (row.id, row.name)).collect();
        let editor = |id: i64| Some(Editor { id: OperatorId(id), name: names.get(&id)?.clone() });
        let revision = |row: revisions::Model| Revision {
            version: row.version,
            at: Timestamp(row.at),
            by: row.operator_id.and_then(editor),
            body: row.body,
        };
        Ok(rows.into_iter().map(revision).collect())
    }
}

/// Newest first.
fn of_subject(channel: ChannelId, kind: &str, id: i64) -> Select<revisions::Entity> {
    revisions::Entity::find()
        .filter(revisions::Column::ChannelId.eq(channel.0))
        .filter(revisions::Column::Kind.eq(kind))
        .filter(revisions::Column::SubjectId.eq(id))
        .order_by_desc(revisions::Column::Version)
}

pub(super) async fn newest(
    connection: &impl ConnectionTrait,
    channel: ChannelId,
    kind: &str,
    id: i64,
) -> Result<Option<revisions::Model>> {
    Ok(of_subject(channel, kind, id).one(connection).await?)
}

pub(super) async fn at(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    kind: &str,
    id: i64,
    version: i64,
) -> Result<Option<revisions::Model>> {
    Ok(of_subject(channel, kind, id).filter(revisions::Column::Version.eq(version)).one(tx).await?)
}

/// The first version of what a request made.
pub(super) async fn by_request(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    kind: &str,
    key: &str,
) -> Result<Option<revisions::Model>> {
    let made = revisions::Entity::find()
        .filter(revisions::Column::ChannelId.eq(channel.0))
        .filter(revisions::Column::Kind.eq(kind))
        .filter(revisions::Column::RequestKey.eq(key));
    Ok(made.one(tx).await?)
}

pub(super) async fn name_of(tx: &DatabaseTransaction, operator: Option<i64>) -> Result<Option<String>> {
    let Some(operator) = operator else { return Ok(None) };
    Ok(operators::Entity::find_by_id(operator).one(tx).await?.map(|row| row.name))
}

/// A version that is to be kept.
pub(super) struct NewRevision {
    pub(super) kind: &'static str,
    pub(super) subject: i64,
    pub(super) version: i64,
    pub(super) body: Option<Value>,
    pub(super) author: Author,
    /// Where a removed thing stood in its list.
    pub(super) position: Option<i64>,
    /// Of the request that made the thing.
    pub(super) request_key: Option<String>,
}

impl NewRevision {
    /// A version of a thing; without the thing, the one that removed it.
    pub(super) fn of<T: Edited>(id: i64, version: i64, item: Option<&T>, author: Author) -> Self {
        let body = item.map(T::body);
        Self { kind: T::KIND, subject: id, version, body, author, position: None, request_key: None }
    }

    fn row(&self, channel: ChannelId) -> revisions::ActiveModel {
        revisions::ActiveModel {
            id: NotSet,
            channel_id: Set(channel.0),
            kind: Set(self.kind.to_owned()),
            subject_id: Set(self.subject),
            version: Set(self.version),
            body: Set(self.body.clone()),
            position: Set(self.position),
            operator_id: Set(self.author.operator.map(|id| id.0)),
            at: Set(self.author.at.0),
            request_key: Set(self.request_key.clone()),
        }
    }
}

/// Adds a version, and drops the oldest if there are too many.
pub(super) async fn keep(tx: &DatabaseTransaction, channel: ChannelId, new: NewRevision) -> Result<()> {
    keep_all(tx, channel, &[new]).await
}

pub(super) async fn keep_all(tx: &DatabaseTransaction, channel: ChannelId, new: &[NewRevision]) -> Result<()> {
    for chunk in new.chunks(CHUNK) {
        insert_all::<revisions::Entity>(tx, chunk.iter().map(|revision| revision.row(channel)).collect()).await?;
    }
    for revision in new.iter().filter(|revision| revision.version > MAX_REVISIONS) {
        revisions::Entity::delete_many()
            .filter(revisions::Column::ChannelId.eq(channel.0))
            .filter(revisions::Column::Kind.eq(revision.kind))
            .filter(revisions::Column::SubjectId.eq(revision.subject))
            .filter(revisions::Column::Version.lte(revision.version - MAX_REVISIONS))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// The newest version of a subject, without its body.
#[derive(Clone, Copy)]
pub(super) struct Newest {
    pub(super) version: i64,
    pub(super) is_of_operator: bool,
}

/// The newest version of each of the channel's subjects of a kind.
pub(super) async fn newest_of_all(
    connection: &impl ConnectionTrait,
    channel: ChannelId,
    kind: &str,
) -> Result<HashMap<i64, Newest>> {
    let rows: Vec<(i64, i64, Option<i64>)> = revisions::Entity::find()
        .select_only()
        .columns([revisions::Column::SubjectId, revisions::Column::Version, revisions::Column::OperatorId])
        .filter(revisions::Column::ChannelId.eq(channel.0))
        .filter(revisions::Column::Kind.eq(kind))
        .order_by_asc(revisions::Column::Version)
        .into_tuple()
        .all(connection)
        .await?;
    let newest =
        |(id, version, operator): (i64, i64, Option<i64>)| (id, Newest { version, is_of_operator: operator.is_some() });
    Ok(rows.into_iter().map(newest).collect())
}

/// The channels that have revisions of these subjects, some of which may have been removed. Across channels: a removed
/// thing keeps its id, so that it can be restored.
pub(crate) async fn owners(tx: &DatabaseTransaction, kind: &str, ids: &[i64]) -> Result<Vec<(i64, i64)>> {
    let mut owners = Vec::new();
    for chunk in ids.chunks(CHUNK) {
        let rows: Vec<(i64, i64)> = revisions::Entity::find()
            .select_only()
            .columns([revisions::Column::SubjectId, revisions::Column::ChannelId])
            .filter(revisions::Column::Kind.eq(kind))
            .filter(revisions::Column::SubjectId.is_in(chunk.iter().copied()))
            .distinct()
            .into_tuple()
            .all(tx)
            .await?;
        owners.extend(rows);
    }
    Ok(owners)
}

/// The highest id that ever was edited, in any channel.
pub(crate) async fn highest_subject(tx: &DatabaseTransaction, kind: &str) -> Result<i64> {
    let highest: Option<Option<i64>> = revisions::Entity::find()
        .select_only()
        .column_as(revisions::Column::SubjectId.max(), "highest")
        .filter(revisions::Column::Kind.eq(kind))
        .into_tuple()
        .one(tx)
        .await?;
    Ok(highest.flatten().unwrap_or_default())
}
