//! What was sent through a channel's forms, for its operators.

use std::collections::HashMap;

use domain::form::{Answer, Answers};
use domain::ids::{AccountId, ChannelId};
use domain::time::Timestamp;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};

use crate::audit::{self, AuditEntry};
use crate::entities::form::entries;
use crate::enum_text::from_json;
use crate::{Result, Store};

/// Read at once where a text is looked for.
const SEARCHED_AT_ONCE: u64 = 1_000;
/// A search reads no more, so that it takes neither the database nor an operator's time; the next one goes on behind them.
pub const MAX_SEARCHED: u64 = 10_000;

/// A submitted form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormEntry {
    pub id: i64,
    pub created_at: Timestamp,
    /// Absent for visitors without an account.
    pub account: Option<AccountId>,
    pub answers: Answers,
}

/// Submissions that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundEntries {
    pub entries: Vec<FormEntry>,
    /// Where the search for a text stopped, with older submissions unread.
    pub stopped_at: Option<SearchEnd>,
}

/// The oldest submission that a search has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchEnd {
    pub id: i64,
    pub created_at: Timestamp,
}

/// Which submissions of a form are looked for.
#[derive(Clone, Debug, Default)]
pub struct FormEntryFilter {
    pub from: Option<Timestamp>,
    /// The first moment after those that are looked for.
    pub until: Option<Timestamp>,
    /// Part of an answer.
    pub text: Option<String>,
}

/// Submissions of a form that are deleted.
#[derive(Clone, Copy, Debug)]
pub enum DeletedEntries {
    One(i64),
    /// This one and all before it: those that came later nobody has seen.
    UpTo(i64),
}

/// How many submissions a form has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryCount {
    pub count: u64,
    pub newest_at: Timestamp,
}

impl Store {
    /// What was sent through a form of the channel, newest first, older than the submission that `cursor` names. A text is
    /// looked for in `MAX_SEARCHED` of them.
    pub async fn form_entries(
        &self,
        channel: ChannelId,
        form: i64,
        filter: &FormEntryFilter,
        cursor: Option<i64>,
        limit: u64,
    ) -> Result<FoundEntries> {
        let text = filter.text.as_ref().map(|text| text.to_lowercase());
        let is_wanted = |entry: &FormEntry| text.as_ref().is_none_or(|text| says(&entry.answers, text));
        let (part, most) = if text.is_some() { (SEARCHED_AT_ONCE, MAX_SEARCHED) } else { (limit, limit) };
        let (mut found, mut searched, mut before) = (FoundEntries::default(), 0, cursor);
        // Compared here, not in SQL: SQLite knows small letters of English alone, and JSON has signs of its own.
        loop {
            let rows = of_form(channel, form)
                .filter(fitting(filter).add_option(before.map(|id| entries::Column::Id.lt(id))))
                .limit(part)
                .all(self.read())
                .await?;
            let count = rows.len() as u64;
            let last = rows.last().map(|row| SearchEnd { id: row.id, created_at: Timestamp(row.created_at) });
            let read = rows.into_iter().map(entry).collect::<Result<Vec<_>>>()?;
            found.entries.extend(read.into_iter().filter(is_wanted));
            searched += count;
            if found.entries.len() as u64 >= limit {
                found.entries.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
                return Ok(found);
            }
            if count < part {
                return Ok(found);
            }
            if searched >= most {
                return Ok(FoundEntries { stopped_at: last, ..found });
            }
            before = last.map(|last| last.id);
        }
    }

    pub async fn form_entry(&self, channel: ChannelId, form: i64, id: i64) -> Result<Option<FormEntry>> {
        of_form(channel, form).filter(entries::Column::Id.eq(id)).one(self.read()).await?.map(entry).transpose()
    }

    /// Deletes submissions for good. Returns how many; the audit entry says it too.
    pub async fn form_entries_delete(
        &self,
        channel: ChannelId,
        form: i64,
        which: DeletedEntries,
        of: AuditEntry,
    ) -> Result<u64> {
        self.write(move |tx| {
            let of = of.clone();
            Box::pin(async move {
                let which = match which {
                    DeletedEntries::One(id) => entries::Column::Id.eq(id),
                    DeletedEntries::UpTo(id) => entries::Column::Id.lte(id),
                };
                let deleted = entries::Entity::delete_many()
                    .filter(entries::Column::ChannelId.eq(channel.0))
                    .filter(entries::Column::FormId.eq(form))
                    .filter(which)
                    .exec(tx)
                    .await?
                    .rows_affected;
                if deleted > 0 {
                    audit::record(tx, &of.with("rows", deleted)).await?;
                }
                Ok(deleted)
            })
        })
        .await
    }

    /// By the ids of the channel's forms; those without submissions are absent.
    pub async fn form_entry_counts(&self, channel: ChannelId) -> Result<HashMap<i64, EntryCount>> {
        let rows: Vec<(i64, i64, i64)> = entries::Entity::find()
            .select_only()
            .column(entries::Column::FormId)
            .column_as(entries::Column::Id.count(), "count")
            .column_as(entries::Column::CreatedAt.max(), "newest_at")
            .filter(entries::Column::ChannelId.eq(channel.0))
            .group_by(entries::Column::FormId)
            .into_tuple()
            .all(self.read())
            .await?;
        let counted = |(form, count, newest_at): (i64, i64, i64)| {
            (form, EntryCount { count: count.unsigned_abs(), newest_at: Timestamp(newest_at) })
        };
        Ok(rows.into_iter().map(counted).collect())
    }
}

/// Newest first.
fn of_form(channel: ChannelId, form: i64) -> Select<entries::Entity> {
    entries::Entity::find()
        .filter(entries::Column::ChannelId.eq(channel.0))
        .filter(entries::Column::FormId.eq(form))
        .order_by_desc(entries::Column::Id)
}

fn fitting(filter: &FormEntryFilter) -> Condition {
    Condition::all()
        .add_option(filter.from.map(|from| entries::Column::CreatedAt.gte(from.0)))
        .add_option(filter.until.map(|until| entries::Column::CreatedAt.lt(until.0)))
}

fn says(answers: &Answers, text: &str) -> bool {
    answers.values().any(|answer| matches!(answer, Answer::Text(said) if said.to_lowercase().contains(text)))
}

pub(crate) fn entry(row: entries::Model) -> Result<FormEntry> {
    Ok(FormEntry {
        id: row.id,
        created_at: Timestamp(row.created_at),
        account: row.account_id.map(AccountId),
        answers: from_json(row.values)?,
    })
}
