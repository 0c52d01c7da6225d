//! Rows of `menu_links`, `slides`, `pages`, `page_redirects`, `faq_entries`, `static_blocks` and `channel_texts`.

use domain::content::{FaqEntry, MenuLink, Page, Redirect, Slide, StaticBlock};
use domain::ids::ChannelId;
use domain::site::{OwnText, TextKind};
use domain::time::Timestamp;
use domain::translations::Translated;
use sea_orm::ActiveValue::{NotSet, Set};

use crate::enum_text::{from_json, from_word, json, word};
use crate::{Error, Result};

pub(crate) mod links {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "menu_links")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub name: String,
        pub url: String,
        pub place: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
        pub version: i64,
        pub position: i64,
        pub parent_id: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<links::Model> for MenuLink {
    type Error = Error;

    fn try_from(row: links::Model) -> Result<Self> {
        Ok(Self {
            id: row.id,
            name: row.name,
            url: row.url,
            place: from_word(row.place)?,
            parent_id: row.parent_id,
            translations: from_json(row.translations)?,
        })
    }
}

pub(crate) fn link_row(channel: ChannelId, link: &MenuLink) -> Result<links::ActiveModel> {
    Ok(links::ActiveModel {
        id: Set(link.id),
        channel_id: Set(channel.0),
        name: Set(link.name.clone()),
        url: Set(link.url.clone()),
        place: Set(word(&link.place)?),
        parent_id: Set(link.parent_id),
        translations: Set(json(&link.clean_translations())?),
        version: NotSet,
        position: NotSet,
    })
}

pub(crate) mod slides {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "slides")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub slidable_type: Option<String>,
        pub slidable_id: Option<i64>,
        pub title: String,
        #[sea_orm(column_type = "Text")]
        pub text: String,
        pub image: Option<String>,
        pub event_id: Option<i64>,
        pub link_url: Option<String>,
        pub link_text: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
        pub version: i64,
        pub position: i64,
        pub visible_from: Option<i64>,
        pub visible_until: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<slides::Model> for Slide {
    type Error = Error;

    fn try_from(row: slides::Model) -> Result<Self> {
        Ok(Self {
            id: row.id,
            slidable_type: row.slidable_type.map(from_word).transpose()?,
            slidable_id: row.slidable_id,
            title: row.title,
            text: row.text,
            image: row.image,
            event_id: row.event_id,
            link_url: row.link_url,
            link_text: row.link_text,
            visible_from: row.visible_from.map(Timestamp),
            visible_until: row.visible_until.map(Timestamp),
            translations: from_json(row.translations)?,
        })
    }
}

pub(crate) fn slide_row(channel: ChannelId, slide: &Slide) -> Result<slides::ActiveModel> {
    Ok(slides::ActiveModel {
        id: Set(slide.id),
        channel_id: Set(channel.0),
        slidable_type: Set(slide.slidable_type.as_ref().map(word).transpose()?),
        slidable_id: Set(slide.slidable_id),
        title: Set(slide.title.clone()),
        text: Set(slide.text.clone()),
        image: Set(slide.image.clone()),
        event_id: Set(slide.event_id),
        link_url: Set(slide.link_url.clone()),
        link_text: Set(slide.link_text.clone()),
        translations: Set(json(&slide.clean_translations())?),
        version: NotSet,
        position: NotSet,
        visible_from: Set(slide.visible_from.map(|at| at.0)),
        visible_until: Set(slide.visible_until.map(|at| at.0)),
    })
}

pub(crate) mod pages {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "pages")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub url: String,
        pub alt_name: String,
        pub name: String,
        #[sea_orm(column_type = "Text")]
        pub content: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
        pub version: i64,
        pub image: Option<String>,
        pub visible_from: Option<i64>,
        pub visible_until: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<pages::Model> for Page {
    type Error = Error;

    fn try_from(row: pages::Model) -> Result<Self> {
        Ok(Self {
            id: row.id,
            url: row.url,
            alt_name: row.alt_name,
            name: row.name,
            content: row.content,
            image: row.image,
            visible_from: row.visible_from.map(Timestamp),
            visible_until: row.visible_until.map(Timestamp),
            translations: from_json(row.translations)?,
        })
    }
}

pub(crate) fn page_row(channel: ChannelId, page: &Page) -> Result<pages::ActiveModel> {
    Ok(pages::ActiveModel {
        id: Set(page.id),
        channel_id: Set(channel.0),
        url: Set(page.url.clone()),
        alt_name: Set(page.alt_name.clone()),
        name: Set(page.name.clone()),
        content: Set(domain::html::sanitise(&page.content)),
        image: Set(page.image.clone()),
        visible_from: Set(page.visible_from.map(|at| at.0)),
        visible_until: Set(page.visible_until.map(|at| at.0)),
        translations: Set(json(&page.clean_translations())?),
        version: NotSet,
    })
}

pub(crate) mod redirects {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "page_redirects")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub path: String,
        pub page_id: i64,
        pub version: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<redirects::Model> for Redirect {
    type Error = Error;

    fn try_from(row: redirects::Model) -> Result<Self> {
        Ok(Self { id: row.id, path: row.path, page_id: row.page_id })
    }
}

pub(crate) fn redirect_row(channel: ChannelId, redirect: &Redirect) -> Result<redirects::ActiveModel> {
    Ok(redirects::ActiveModel {
        id: Set(redirect.id),
        channel_id: Set(channel.0),
        path: Set(redirect.path.clone()),
        page_id: Set(redirect.page_id),
        version: NotSet,
    })
}

pub(crate) mod faq {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "faq_entries")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        #[sea_orm(column_type = "Text")]
        pub question: String,
        #[sea_orm(column_type = "Text")]
        pub answer: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
        pub version: i64,
        pub position: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<faq::Model> for FaqEntry {
    type Error = Error;

    fn try_from(row: faq::Model) -> Result<Self> {
        Ok(Self { id: row.id, question: row.question, answer: row.answer, translations: from_json(row.translations)? })
    }
}

pub(crate) fn faq_row(channel: ChannelId, entry: &FaqEntry) -> Result<faq::ActiveModel> {
    Ok(faq::ActiveModel {
        id: Set(entry.id),
        channel_id: Set(channel.0),
        question: Set(entry.question.clone()),
        answer: Set(domain::html::sanitise(&entry.answer)),
        translations: Set(json(&entry.clean_translations())?),
        version: NotSet,
        position: NotSet,
    })
}

pub(crate) mod blocks {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "static_blocks")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub place: String,
        #[sea_orm(column_type = "Text")]
        pub content: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
        pub version: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<blocks::Model> for StaticBlock {
    type Error = Error;

    fn try_from(row: blocks::Model) -> Result<Self> {
        Ok(Self { id: row.id, place: row.place, content: row.content, translations: from_json(row.translations)? })
    }
}

pub(crate) fn block_row(channel: ChannelId, block: &StaticBlock) -> Result<blocks::ActiveModel> {
    Ok(blocks::ActiveModel {
        id: Set(block.id),
        channel_id: Set(channel.0),
        place: Set(block.place.clone()),
        content: Set(domain::html::sanitise(&block.content)),
        translations: Set(json(&block.clean_translations())?),
        version: NotSet,
    })
}

pub(crate) mod texts {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "channel_texts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub channel_id: i64,
        /// The number of its kind.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
        pub version: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<texts::Model> for OwnText {
    type Error = Error;

    fn try_from(row: texts::Model) -> Result<Self> {
        let unknown = || Error::Unavailable(format!("no kind of text has the number {}", row.id));
        let kind = TextKind::of_number(row.id).ok_or_else(unknown)?;
        Ok(Self { kind, translations: from_json(row.translations)? })
    }
}

pub(crate) fn text_row(channel: ChannelId, text: &OwnText) -> Result<texts::ActiveModel> {
    Ok(texts::ActiveModel {
        channel_id: Set(channel.0),
        id: Set(text.kind.number()),
        translations: Set(json(&text.translations)?),
        version: NotSet,
    })
}
