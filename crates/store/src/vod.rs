//! Films: read with the channel's other content, written by imports.

use std::collections::{HashMap, HashSet};

use domain::content::Content;
use domain::html::is_safe_link;
use domain::ids::{ChannelId, VodCategoryId, VodItemId};
use domain::vod::{VodItem, VodRail};
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder};

use crate::entities::vod::{
    categories, category_row, item, item_categories, item_category_rows, item_row, items, rail, rail_item_rows,
    rail_items, rail_row, rails,
};
use crate::import::{CHUNK, insert_all, replace, upsert};
use crate::{Error, Result, Store};

impl Store {
    /// The channel's films, with one query for the categories of all of them.
    pub(crate) async fn vod_items(&self, channel: ChannelId) -> Result<Vec<VodItem>> {
        let links = item_categories::Entity::find()
            .filter(item_categories::Column::ChannelId.eq(channel.0))
            .order_by_asc(item_categories::Column::Position)
            .all(self.read())
            .await?;
        let mut categories_of: HashMap<i64, Vec<VodCategoryId>> = HashMap::new();
        for link in links {
            categories_of.entry(link.item_id).or_default().push(VodCategoryId(link.category_id));
        }
        let rows = items::Entity::find()
            .filter(items::Column::ChannelId.eq(channel.0))
            .order_by_asc(items::Column::Id)
            .all(self.read())
            .await?;
        let mut media_of = self.media_of_films(channel, None).await?;
        let with_categories = |row: items::Model| {
            let categories = categories_of.remove(&row.id).unwrap_or_default();
            let media = media_of.remove(&row.id).unwrap_or_default();
            item(row, categories, media)
        };
        rows.into_iter().map(with_categories).collect()
    }

    /// The channel's rails in their order, each with the films in it.
    pub(crate) async fn vod_rails(&self, channel: ChannelId) -> Result<Vec<VodRail>> {
        let links = rail_items::Entity::find()
            .filter(rail_items::Column::ChannelId.eq(channel.0))
            .order_by_asc(rail_items::Column::Position)
            .all(self.read())
            .await?;
        let mut items_of: HashMap<i64, Vec<VodItemId>> = HashMap::new();
        for link in links {
            items_of.entry(link.rail_id).or_default().push(VodItemId(link.item_id));
        }
        let rows = rails::Entity::find()
            .filter(rails::Column::ChannelId.eq(channel.0))
            .order_by_asc(rails::Column::Position)
            .order_by_asc(rails::Column::Id)
            .all(self.read())
            .await?;
        let with_items = |row: rails::Model| {
            let items = items_of.remove(&row.id).unwrap_or_default();
            rail(row, items)
        };
        rows.into_iter().map(with_items).collect()
    }
}

/// Refuses files that no page may refer to, and films or categories that are not the channel's own.
pub(crate) fn check(content: &Content) -> Result<()> {
    let films: HashSet<_> = content.vod_items.iter().map(|item| item.id).collect();
    let categories: HashSet<_> = content.vod_categories.iter().map(|category| category.id).collect();
    for item in &content.vod_items {
        if let Some(asset) = item.assets.iter().find(|asset| !is_safe_link(&asset.path)) {
            return Err(Error::Conflict(format!("a file of a film is not usable: {}", asset.path)));
        }
        if let Some(id) = item.category_ids.iter().find(|id| !categories.contains(id)) {
            return Err(Error::Conflict(format!("film {} is in category {id}, which is not there", item.id)));
        }
    }
    for rail in &content.vod_rails {
        if let Some(id) = rail.item_ids.iter().find(|id| !films.contains(id)) {
            return Err(Error::Conflict(format!("rail {} has film {id}, which is not there", rail.id)));
        }
    }
    Ok(())
}

/// Films and categories are added to or changed; which film stands where is as it is said now.
pub(crate) async fn write(tx: &DatabaseTransaction, channel: ChannelId, content: &Content) -> Result<()> {
    let rows = content.vod_categories.iter().map(|category| category_row(channel, category)).collect::<Result<_>>()?;
    upsert::<categories::Entity>(tx, channel, categories::Column::ChannelId, rows).await?;
    let rows = content.vod_items.iter().map(|item| item_row(channel, item)).collect::<Result<_>>()?;
    upsert::<items::Entity>(tx, channel, items::Column::ChannelId, rows).await?;
    for films in content.vod_items.chunks(CHUNK) {
        item_categories::Entity::delete_many()
            .filter(item_categories::Column::ChannelId.eq(channel.0))
            .filter(item_categories::Column::ItemId.is_in(films.iter().map(|item| item.id.0)))
            .exec(tx)
            .await?;
        let rows: Vec<_> = films.iter().flat_map(|item| item_category_rows(channel, item)).collect();
        for rows in rows.chunks(CHUNK) {
            insert_all::<item_categories::Entity>(tx, rows.to_vec()).await?;
        }
    }
    // What is in a rail goes away with it.
    let rows = (0..).zip(&content.vod_rails).map(|(position, rail)| rail_row(channel, position, rail));
    replace::<rails::Entity>(tx, channel, rails::Column::ChannelId, rows.collect::<Result<_>>()?).await?;
    let rows: Vec<_> = content.vod_rails.iter().flat_map(|rail| rail_item_rows(channel, rail)).collect();
    for rows in rows.chunks(CHUNK) {
        insert_all::<rail_items::Entity>(tx, rows.to_vec()).await?;
    }
    Ok(())
}
