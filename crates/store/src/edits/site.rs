//! The kinds of site content, and what they need of other rows.

use domain::content::{FaqEntry, MenuLink, Page, SlidableType, Slide, StaticBlock};
use domain::field_error::{FieldError, FieldErrors};
use domain::form::CustomForm;
use domain::ids::ChannelId;
use domain::site::{OwnText, PageNames, SiteKind, TextKind};
use sea_orm::{DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect};

use super::row::{Columns, Edited};
use crate::Result;
use crate::entities::catalogue::categories;
use crate::entities::content::{
    block_row, blocks, faq, faq_row, link_row, links, page_row, pages, slide_row, slides, text_row, texts,
};
use crate::entities::event::events;
use crate::entities::form::{entries, form_row, forms};
use crate::entities::participant::{groups, participants};

/// Names the table of a kind and its conversions.
macro_rules! table {
    ($table:ident, $row:ident, $kind:ident, position: $position:expr) => {
        const KIND: &'static str = SiteKind::$kind.word();
        type Table = $table::Entity;
        type Model = $table::Model;
        type Row = $table::ActiveModel;
        const COLUMNS: Columns<$table::Entity> = Columns {
            id: $table::Column::Id,
            channel: $table::Column::ChannelId,
            version: $table::Column::Version,
            position: $position,
        };

        fn read(row: Self::Model) -> Result<Self> {
            row.try_into()
        }

        fn write(&self, channel: ChannelId) -> Result<Self::Row> {
            $row(channel, self)
        }
    };
}

impl Edited for MenuLink {
    table!(links, link_row, MenuLink, position: Some(links::Column::Position));
}

impl Edited for FaqEntry {
    table!(faq, faq_row, Faq, position: Some(faq::Column::Position));
}

impl Edited for StaticBlock {
    table!(blocks, block_row, Block, position: None);
}

impl Edited for OwnText {
    table!(texts, text_row, Text, position: None);

    fn without_row() -> Vec<(i64, Self)> {
        TextKind::ALL.map(|kind| (kind.number(), Self::blank(kind))).into()
    }
}

impl Edited for Page {
    table!(pages, page_row, Page, position: None);

    async fn settle(&mut self, tx: &DatabaseTransaction, channel: ChannelId, _: Option<&Self>) -> Result<FieldErrors> {
        let others: Vec<(String, String)> = pages::Entity::find()
            .select_only()
            .columns([pages::Column::Url, pages::Column::AltName])
            .filter(pages::Column::ChannelId.eq(channel.0))
            .filter(pages::Column::Id.ne(self.id))
            .into_tuple()
            .all(tx)
            .await?;
        let others: Vec<_> = others.into_iter().map(|(url, alt_name)| PageNames { url, alt_name }).collect();
        Ok(Self::settle(self, &others))
    }
}

impl Edited for CustomForm {
    table!(forms, form_row, Form, position: None);
    const HAS_ANSWERS: bool = true;

    async fn settle(&mut self, tx: &DatabaseTransaction, channel: ChannelId, _: Option<&Self>) -> Result<FieldErrors> {
        let others: Vec<String> = forms::Entity::find()
            .select_only()
            .column(forms::Column::Alias)
            .filter(forms::Column::ChannelId.eq(channel.0))
            .filter(forms::Column::Id.ne(self.id))
            .into_tuple()
            .all(tx)
            .await?;
        Ok(Self::settle(self, &others))
    }

    async fn is_answered(&self, tx: &DatabaseTransaction, channel: ChannelId) -> Result<bool> {
        // A viewer who sends the form holds its row: their answer is either counted here, or finds no form.
        forms::Entity::find_by_id(self.id).lock_exclusive().one(tx).await?;
        let answers = entries::Entity::find().filter(entries::Column::ChannelId.eq(channel.0));
        Ok(answers.filter(entries::Column::FormId.eq(self.id)).count(tx).await? > 0)
    }
}

impl Edited for Slide {
    table!(slides, slide_row, Slide, position: Some(slides::Column::Position));

    /// A new reference leads to something of the same channel.
    async fn settle(
        &mut self,
        tx: &DatabaseTransaction,
        channel: ChannelId,
        before: Option<&Self>,
    ) -> Result<FieldErrors> {
        let mut errors = FieldErrors::new();
        let game = self.event_id.filter(|id| before.and_then(|before| before.event_id) != Some(*id));
        if let Some(id) = game
            && events::Entity::find_by_id(id).filter(events::Column::ChannelId.eq(channel.0)).count(tx).await? == 0
        {
            errors.insert("event_id".to_owned(), vec![FieldError::NotFound]);
        }
        let view = |slide: &Self| slide.slidable_type.zip(slide.slidable_id);
        let new_view = view(self).filter(|new| before.and_then(view) != Some(*new));
        if let Some((kind, id)) = new_view
            && !has_view(tx, channel, kind, id).await?
        {
            errors.insert("slidable_id".to_owned(), vec![FieldError::NotFound]);
        }
        Ok(errors)
    }
}

async fn has_view(tx: &DatabaseTransaction, channel: ChannelId, kind: SlidableType, id: i64) -> Result<bool> {
    let found = match kind {
        SlidableType::Main => return Ok(true),
        SlidableType::Category => {
            categories::Entity::find_by_id(id).filter(categories::Column::ChannelId.eq(channel.0)).count(tx).await?
        }
        SlidableType::Participant => {
            participants::Entity::find_by_id(id).filter(participants::Column::ChannelId.eq(channel.0)).count(tx).await?
        }
        SlidableType::Group => {
            groups::Entity::find_by_id(id).filter(groups::Column::ChannelId.eq(channel.0)).count(tx).await?
        }
    };
    Ok(found > 0)
}
