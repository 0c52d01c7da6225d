//! Sports, schools and teams, and what they need of each other.

use domain::event::Category;
use domain::field_error::{FieldError, FieldErrors};
use domain::ids::ChannelId;
use domain::participant::{Group, Participant};
use domain::site::SiteKind;
use sea_orm::{DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect};

use super::row::{Columns, Edited};
use crate::Result;
use crate::entities::catalogue::{categories, category_row};
use crate::entities::participant::{group_row, groups, participant_row, participants};

/// Names the table of a kind and its conversions.
macro_rules! table {
    ($table:ident, $row:ident, $kind:expr) => {
        const KIND: &'static str = $kind;
        type Table = $table::Entity;
        type Model = $table::Model;
        type Row = $table::ActiveModel;
        const COLUMNS: Columns<$table::Entity> = Columns {
            id: $table::Column::Id,
            channel: $table::Column::ChannelId,
            version: $table::Column::Version,
            position: None,
        };

        fn read(row: Self::Model) -> Result<Self> {
            row.try_into()
        }

        fn write(&self, channel: ChannelId) -> Result<Self::Row> {
            $row(channel, self)
        }
    };
}

impl Edited for Category {
    table!(categories, category_row, SiteKind::Category.word());

    async fn settle(&mut self, tx: &DatabaseTransaction, channel: ChannelId, _: Option<&Self>) -> Result<FieldErrors> {
        let others: Vec<String> = categories::Entity::find()
            .select_only()
            .column(categories::Column::Alias)
            .filter(categories::Column::ChannelId.eq(channel.0))
            .filter(categories::Column::Id.ne(self.id.0))
            .into_tuple()
            .all(tx)
            .await?;
        Ok(Self::settle(self, &others))
    }
}

impl Edited for Group {
    table!(groups, group_row, "group");
}

impl Edited for Participant {
    table!(participants, participant_row, "participant");

    /// School and sport are of the same channel.
    async fn settle(&mut self, tx: &DatabaseTransaction, channel: ChannelId, _: Option<&Self>) -> Result<FieldErrors> {
        let mut errors = FieldErrors::new();
        if let Some(id) = self.group_id {
            let found = groups::Entity::find_by_id(id.0).filter(groups::Column::ChannelId.eq(channel.0));
            if found.count(tx).await? == 0 {
                errors.insert("group_id".to_owned(), vec![FieldError::NotFound]);
            }
        }
        if let Some(id) = self.event_category_id {
            let found = categories::Entity::find_by_id(id.0).filter(categories::Column::ChannelId.eq(channel.0));
            if found.count(tx).await? == 0 {
                errors.insert("event_category_id".to_owned(), vec![FieldError::NotFound]);
            }
        }
        Ok(errors)
    }
}
