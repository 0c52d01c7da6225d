//! What visitors sent through a channel's forms. Of the visitor nothing is kept but what they wrote.

use domain::form::Answers;
use domain::ids::ChannelId;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::rows::form::{entries, forms};
use crate::words::{from_json, json};
use crate::{Error, Result, Store};

/// A form that somebody filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormEntry {
    pub id: i64,
    pub created_at: Timestamp,
    pub answers: Answers,
}

impl Store {
    /// Keeps the answers to a form of the channel, which have been checked.
    pub async fn add_form_entry(&self, channel: ChannelId, form: i64, answers: &Answers, now: Timestamp) -> Result<()> {
        let values = json(answers)?;
        self.write(move |transaction| {
            let row = entries::ActiveModel {
                id: NotSet,
                channel_id: Set(channel.0),
                form_id: Set(form),
                created_at: Set(now.0),
                values: Set(values.clone()),
            };
            Box::pin(async move {
                let known = forms::Entity::find_by_id(form).filter(forms::Column::ChannelId.eq(channel.0));
                if known.one(transaction).await?.is_none() {
                    return Err(Error::Conflict("the form is not there any more".into()));
                }
                row.insert(transaction).await?;
                Ok(())
            })
        })
        .await
    }

    /// What was sent through a form of the channel, newest first.
    pub async fn form_entries(&self, channel: ChannelId, form: i64, limit: u64) -> Result<Vec<FormEntry>> {
        let rows = entries::Entity::find()
            .filter(entries::Column::ChannelId.eq(channel.0))
            .filter(entries::Column::FormId.eq(form))
            .order_by_desc(entries::Column::CreatedAt)
            .order_by_desc(entries::Column::Id)
            .limit(limit)
            .all(self.read())
            .await?;
        let entry = |row: entries::Model| {
            Ok(FormEntry { id: row.id, created_at: Timestamp(row.created_at), answers: from_json(row.values)? })
        };
        rows.into_iter().map(entry).collect()
    }
}
