//! The kinds of site content, and what they need of other rows.

use domain::content::{FaqEntry, MenuLink, Page, Redirect, SlidableType, Slide, StaticBlock};
use domain::field_error::{FieldError, FieldErrors};
use domain::form::CustomForm;
use domain::ids::ChannelId;
use domain::operator::Action;
use domain::paths::is_page_url;
use domain::site::{OwnText, PageNames, SiteKind, TextKind};
use sea_orm::{DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect};

use super::row::{self, Columns, Edited};
use super::{Edit, Editing, Step, Stop, Versioned, outcome};
use crate::audit::AuditEntry;
use crate::entities::catalogue::categories;
use crate::entities::content::{
    block_row, blocks, faq, faq_row, link_row, links, page_row, pages, redirect_row, redirects, slide_row, slides,
    text_row, texts,
};
use crate::entities::event::events;
use crate::entities::form::{entries, form_row, forms};
use crate::entities::participant::{groups, participants};
use crate::{Result, Store};

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

    /// A new parent is at the top of the same channel's menu.
    async fn settle(
        &mut self,
        tx: &DatabaseTransaction,
        channel: ChannelId,
        before: Option<&Self>,
    ) -> Result<FieldErrors> {
        if before.is_some_and(|before| before.parent_id == self.parent_id) {
            return Ok(FieldErrors::new());
        }
        let others = links::Entity::find().filter(links::Column::ChannelId.eq(channel.0));
        let others = others.filter(links::Column::Id.ne(self.id)).all(tx).await?;
        let others = others.into_iter().map(Self::try_from).collect::<Result<Vec<_>>>()?;
        Ok(Self::settle(self, &others))
    }
}

impl Edited for Redirect {
    table!(redirects, redirect_row, Redirect, position: None);

    async fn settle(
        &mut self,
        tx: &DatabaseTransaction,
        channel: ChannelId,
        before: Option<&Self>,
    ) -> Result<FieldErrors> {
        let mut errors = FieldErrors::new();
        let of_path = redirects::Entity::find().filter(redirects::Column::ChannelId.eq(channel.0));
        let of_path = of_path.filter(redirects::Column::Path.eq(&self.path)).filter(redirects::Column::Id.ne(self.id));
        if of_path.count(tx).await? > 0 {
            errors.insert("path".to_owned(), vec![FieldError::Duplicate]);
        }
        let is_new = before.is_none_or(|before| before.page_id != self.page_id);
        let page = pages::Entity::find_by_id(self.page_id).filter(pages::Column::ChannelId.eq(channel.0));
        if is_new && self.page_id != 0 && page.count(tx).await? == 0 {
            errors.insert("page_id".to_owned(), vec![FieldError::NotFound]);
        }
        Ok(errors)
    }
}

impl Store {
    /// Changes a page. If its path changes and `keeps_path`, the former one leads to it from then on.
    pub async fn page_update(
        &self,
        channel: ChannelId,
        (id, version): (i64, i64),
        change: impl Fn(&mut Page) + Clone + Send + Sync + 'static,
        keeps_path: bool,
        entry: AuditEntry,
    ) -> Result<Edit<Versioned<Page>, Page>> {
        self.write(move |tx| {
            let (change, entry) = (change.clone(), entry.clone());
            Box::pin(async move { outcome(update_page(tx, channel, (id, version), change, keeps_path, entry).await) })
        })
        .await
    }
}

async fn update_page(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    (id, version): (i64, i64),
    change: impl Fn(&mut Page),
    keeps_path: bool,
    entry: AuditEntry,
) -> Step<Versioned<Page>, Page> {
    let editing = Editing::begin(tx, channel, entry.clone()).await?;
    let before = row::find::<Page>(tx, channel, id).await?.map(|found| found.item.url);
    let updated = editing.update(id, version, change).await?;
    let former = before.filter(|path| keeps_path && *path != updated.item.url && is_page_url(path));
    let Some(former) = former else { return Ok(updated) };
    let known = redirects::Entity::find().filter(redirects::Column::ChannelId.eq(channel.0));
    let known = known.filter(redirects::Column::Path.eq(&former)).one(tx).await?;
    let lead = move |redirect: &mut Redirect| {
        redirect.path.clone_from(&former);
        redirect.page_id = id;
    };
    let action = if known.is_some() { Action::UpdateRedirect } else { Action::CreateRedirect };
    let editing = Editing::begin(tx, channel, AuditEntry { action, ..entry }).await?;
    let led = match known {
        Some(known) => editing.update(known.id, known.version, lead).await,
        None => editing.create(None, lead).await,
    };
    match led {
        Err(Stop::Failed(cause)) => Err(cause.into()),
        // A channel with as many redirects as it can have moves its pages all the same.
        Ok(_) | Err(Stop::Refused(_)) => Ok(updated),
    }
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
