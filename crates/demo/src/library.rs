//! How rows of films, categories and rails become a channel's library.

use domain::ids::{VodCategoryId, VodItemId, VodRailId};
use domain::time::Timestamp;
use domain::vod::{VodAccess, VodAsset, VodAssetType, VodCategory, VodItem, VodRail};
use jiff::tz::TimeZone;

use super::art::Drawing;
use super::art::scene::Cover;
use super::clock::When;
use super::league::League;
use super::texts::{Text, translations};

pub(crate) struct Film {
    pub(crate) id: i64,
    /// The name of its picture.
    pub(crate) alias: &'static str,
    pub(crate) title: Text,
    pub(crate) text: Text,
    pub(crate) category: i64,
    pub(crate) access: VodAccess,
    /// How long ago it came out.
    pub(crate) days: i64,
    pub(crate) cut: Cut,
    pub(crate) cover: Cover,
}

/// What can be watched of a film: a part of one of the channel's recorded games, in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    /// The game's number in the tables.
    pub(crate) game: i64,
    /// Even, since pictures can be cut every two seconds.
    pub(crate) from: u32,
    pub(crate) seconds: u32,
}

impl Cut {
    pub(crate) const fn of(game: i64, from: u32, seconds: u32) -> Self {
        Self { game, from, seconds }
    }
}

/// Id, title and alias of a category.
pub(crate) type Kind = (i64, Text, &'static str);
/// Title of a rail, with its films in their order.
pub(crate) type Row = (Text, &'static [i64]);

impl League {
    pub(crate) fn films(&self, films: &[Film], now: Timestamp) -> Vec<VodItem> {
        let item = |film: &Film| VodItem {
            id: VodItemId(self.id(film.id)),
            title: film.title.own.into(),
            description: film.text.own.into(),
            date: When::days_ago(film.days, 10, 0).starts_at(now, &TimeZone::UTC),
            duration_s: Some(film.cut.seconds.cast_signed()),
            access: film.access,
            category_ids: vec![VodCategoryId(self.id(film.category))],
            assets: vec![VodAsset { kind: VodAssetType::Image, path: self.picture(&film.picture()) }],
            translations: translations(&[("title", film.title), ("description", film.text)]),
            media: vec![],
        };
        films.iter().map(item).collect()
    }

    pub(crate) fn kinds(&self, kinds: &[Kind]) -> Vec<VodCategory> {
        let category = |(id, title, alias): &Kind| VodCategory {
            id: VodCategoryId(self.id(*id)),
            title: title.own.into(),
            alias: (*alias).into(),
            translations: translations(&[("title", *title)]),
        };
        kinds.iter().map(category).collect()
    }

    pub(crate) fn rails(&self, rows: &[Row]) -> Vec<VodRail> {
        let rail = |(number, (title, films)): (i64, &Row)| VodRail {
            id: VodRailId(self.id(number)),
            title: title.own.into(),
            item_ids: films.iter().map(|film| VodItemId(self.id(*film))).collect(),
            translations: translations(&[("title", *title)]),
        };
        (1..).zip(rows).map(rail).collect()
    }
}

impl Film {
    fn picture(&self) -> String {
        format!("film-{}", self.alias)
    }

    pub(crate) fn drawing(&self) -> Drawing {
        Drawing { name: format!("{}.svg", self.picture()), svg: self.cover.svg() }
    }
}
