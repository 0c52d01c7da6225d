//! A channel's audit log, for its owners.

use domain::audit::ActorKind;
use domain::ids::{ChannelId, OperatorId};
use domain::operator::{Action, Operator};
use domain::time::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait, Func, Query, SelectStatement, UnionType};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, Order, QueryFilter, QueryOrder, QuerySelect,
};
use serde_json::Value;

use crate::entities::operator::{audit, operator_channels, operators};
use crate::enum_text::{from_word, word};
use crate::mail_log::containing;
use crate::{Result, Store};

/// Which entries are looked for.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// Only what this operator did.
    pub operator: Option<OperatorId>,
    /// Any of these; all if empty.
    pub actions: Vec<Action>,
    pub from: Option<Timestamp>,
    /// The first moment after those that are looked for.
    pub until: Option<Timestamp>,
    /// Part of the subject.
    pub subject: Option<String>,
}

/// A recorded entry with its operator.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedEntry {
    pub id: i64,
    pub at: Timestamp,
    pub action: Action,
    pub operator: Option<OperatorId>,
    /// `None` if the operator was deleted.
    pub known: Option<RecordedOperator>,
    pub subject: String,
    pub detail: Value,
}

/// The actor, by their present name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedOperator {
    pub id: OperatorId,
    pub email: String,
    pub name: String,
}

#[derive(FromQueryResult)]
struct EntryRow {
    id: i64,
    at: i64,
    action: String,
    operator_id: Option<i64>,
    name: Option<String>,
    email: Option<String>,
    subject: String,
    detail: Value,
}

const COLUMNS: [audit::Column; 6] = [
    audit::Column::Id,
    audit::Column::At,
    audit::Column::Action,
    audit::Column::OperatorId,
    audit::Column::Subject,
    audit::Column::Detail,
];

impl Store {
    /// Entries of the channel, and entries without a channel of operators who have a role on it; the newest first,
    /// older than the entry that `cursor` names.
    pub async fn audit_entries(
        &self,
        channel: ChannelId,
        filter: &AuditFilter,
        cursor: Option<i64>,
        limit: u64,
    ) -> Result<Vec<RecordedEntry>> {
        let fitting = fitting(filter)?.add_option(cursor.map(|id| audit::Column::Id.lt(id)));
        let no_channel = audit::Column::ChannelId.is_null().and(audit::Column::OperatorId.in_subquery(team(channel)));
        // Each part walks the index of channel and id from its end; one condition for both would sort the whole log.
        let part = |of: Expr, name: &'static str| newest(fitting.clone().add(of), name, limit);
        let ids = part(audit::Column::ChannelId.eq(channel.0), "of_channel")
            .union(UnionType::All, part(no_channel, "of_operators"))
            .take();
        let of_operator = audit::Entity::belongs_to(operators::Entity)
            .from(audit::Column::OperatorId)
            .to(operators::Column::Id)
            .into();
        let rows = audit::Entity::find()
            .select_only()
            .columns(COLUMNS)
            .column_as(operators::Column::Name, "name")
            .column_as(operators::Column::Email, "email")
            .join(JoinType::LeftJoin, of_operator)
            .filter(audit::Column::Id.in_subquery(ids))
            .order_by_desc(audit::Column::Id)
            .limit(limit)
            .into_model::<EntryRow>()
            .all(self.read())
            .await?;
        rows.into_iter().map(RecordedEntry::try_from).collect()
    }

    /// The operators who have a role on the channel, by name.
    pub async fn audit_operators(&self, channel: ChannelId, limit: u64) -> Result<Vec<Operator>> {
        let rows = operators::Entity::find()
            .filter(operators::Column::Id.in_subquery(team(channel)))
            .order_by_asc(operators::Column::Name)
            .order_by_asc(operators::Column::Id)
            .limit(limit)
            .all(self.read())
            .await?;
        Ok(rows.into_iter().map(Operator::from).collect())
    }
}

/// The ids of operators who have a role on the channel.
fn team(channel: ChannelId) -> SelectStatement {
    Query::select()
        .column(operator_channels::Column::OperatorId)
        .from(operator_channels::Entity)
        .and_where(operator_channels::Column::ChannelId.eq(channel.0))
        .take()
}

/// The ids of the newest entries, as a table of that name: a union takes no limit of its parts otherwise.
fn newest(which: Condition, name: &'static str, limit: u64) -> SelectStatement {
    let ids = Query::select()
        .column(audit::Column::Id)
        .from(audit::Entity)
        .cond_where(which)
        .order_by(audit::Column::Id, Order::Desc)
        .limit(limit)
        .take();
    Query::select().column((name, audit::Column::Id)).from_subquery(ids, name).take()
}

fn fitting(filter: &AuditFilter) -> Result<Condition> {
    // Named one by one, so that the actions of a newer program do not break the list after a rollback.
    let wanted = if filter.actions.is_empty() { &Action::ALL[..] } else { &filter.actions };
    let is_theirs = |action: &&Action| filter.operator.is_none() || action.actor() == ActorKind::Operator;
    let actions = wanted.iter().filter(is_theirs).map(word).collect::<Result<Vec<_>>>()?;
    let subject = |part: &String| Expr::expr(Func::lower(Expr::col(audit::Column::Subject))).like(containing(part));
    Ok(Condition::all()
        .add(audit::Column::Action.is_in(actions))
        .add_option(filter.operator.map(|operator| audit::Column::OperatorId.eq(operator.0)))
        .add_option(filter.from.map(|from| audit::Column::At.gte(from.0)))
        .add_option(filter.until.map(|until| audit::Column::At.lt(until.0)))
        .add_option(filter.subject.as_ref().map(subject)))
}

impl TryFrom<EntryRow> for RecordedEntry {
    type Error = crate::Error;

    fn try_from(row: EntryRow) -> Result<Self> {
        let operator = row.operator_id.map(OperatorId);
        let person = operator.zip(row.email).zip(row.name);
        Ok(Self {
            id: row.id,
            at: Timestamp(row.at),
            action: from_word(row.action)?,
            operator,
            known: person.map(|((id, email), name)| RecordedOperator { id, email, name }),
            subject: row.subject,
            detail: row.detail,
        })
    }
}
