//! The film library: films in categories and rails.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::Viewer;
use crate::account::Capability;
use crate::channel::Language;
use crate::ids::{VodCategoryId, VodItemId, VodRailId};
use crate::media::Media;
use crate::search::{TextIndex, words};
use crate::time::Timestamp;
use crate::translations::{Translated, Translations};

/// The access that a film requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VodAccess {
    /// Everybody.
    Free,
    /// Members with the capability of the same name.
    VodMedia,
}

impl VodAccess {
    pub const ALL: [Self; 2] = [Self::Free, Self::VodMedia];

    pub fn is_open_to(self, viewer: Viewer<'_>) -> bool {
        match self {
            Self::Free => true,
            // What was bought for one game is for no film.
            Self::VodMedia => viewer.may(Capability::VodMedia, None),
        }
    }
}

/// The purpose of a film's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VodAssetType {
    Image,
    Preview,
}

/// A public file of a film.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VodAsset {
    #[serde(rename = "type")]
    pub kind: VodAssetType,
    pub path: String,
}

/// A film of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VodItem {
    pub id: VodItemId,
    pub title: String,
    /// Plain text.
    pub description: String,
    pub date: Timestamp,
    pub duration_s: Option<i32>,
    pub access: VodAccess,
    pub category_ids: Vec<VodCategoryId>,
    pub assets: Vec<VodAsset>,
    pub translations: Translations,
    /// What there is to play, or will be.
    pub media: Vec<Media>,
}

impl VodItem {
    pub fn image(&self) -> Option<&str> {
        self.assets.iter().find(|asset| asset.kind == VodAssetType::Image).map(|asset| asset.path.as_str())
    }
}

impl Translated for VodItem {
    const FIELDS: &'static [&'static str] = &["title", "description"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// A category of films.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VodCategory {
    pub id: VodCategoryId,
    pub title: String,
    pub alias: String,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for VodCategory {
    const FIELDS: &'static [&'static str] = &["title"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// A row of films, in the order that the operator chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VodRail {
    pub id: VodRailId,
    pub title: String,
    pub item_ids: Vec<VodItemId>,
    pub translations: Translations,
}

impl Translated for VodRail {
    const FIELDS: &'static [&'static str] = &["title"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// The sort field of films.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VodSort {
    #[default]
    Date,
    Title,
}

/// The sort direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Asc,
    Desc,
}

/// Which films are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct VodQuery<'a> {
    /// Words of the title in any language; nothing for all.
    pub title: &'a str,
    pub category: Option<VodCategoryId>,
    pub sort: VodSort,
    /// Default: newest first, or alphabetical.
    pub direction: Option<Direction>,
    pub offset: usize,
    pub limit: usize,
}

/// A part of the films that fit.
#[derive(Clone, Debug, PartialEq)]
pub struct VodPage<'a> {
    pub items: Vec<&'a VodItem>,
    pub total: usize,
}

/// The films in every order that can be asked for, so that no request sorts them.
#[derive(Clone, Debug, Default)]
pub struct Library {
    items: Vec<VodItem>,
    /// Places in `items`, oldest first.
    by_date: Vec<usize>,
    by_title: Vec<usize>,
    /// Titles in every language.
    text: TextIndex,
}

impl Library {
    pub fn of(items: &[VodItem]) -> Self {
        let order = |compare: &dyn Fn(&VodItem, &VodItem) -> Ordering| {
            let mut places: Vec<usize> = (0..items.len()).collect();
            // The id settles what is equal, so that pages never overlap.
            places.sort_by(|a, b| compare(&items[*a], &items[*b]).then(items[*a].id.cmp(&items[*b].id)));
            places
        };
        let mut text = TextIndex::default();
        for (number, item) in (0..).zip(items) {
            text.add(number, &item.title);
            let translated = Language::ALL.into_iter().filter_map(|language| item.translations.text(language, "title"));
            translated.for_each(|title| text.add(number, title));
        }
        Self {
            by_date: order(&|a, b| a.date.cmp(&b.date)),
            by_title: order(&|a, b| words(&a.title).cmp(&words(&b.title))),
            items: items.to_vec(),
            text,
        }
    }

    pub fn item(&self, id: VodItemId) -> Option<&VodItem> {
        self.items.iter().find(|item| item.id == id)
    }

    pub fn find(&self, wanted: &VodQuery<'_>) -> VodPage<'_> {
        let (order, usual) = match wanted.sort {
            VodSort::Date => (&self.by_date, Direction::Desc),
            VodSort::Title => (&self.by_title, Direction::Asc),
        };
        let named = self.text.find(wanted.title);
        let fits = |place: &&usize| {
            let item = &self.items[**place];
            let number = u32::try_from(**place).unwrap_or(u32::MAX);
            wanted.category.is_none_or(|category| item.category_ids.contains(&category))
                && named.as_ref().is_none_or(|named| named.contains(number))
        };
        let item = |place: &usize| &self.items[*place];
        let fitting: Vec<&VodItem> = match wanted.direction.unwrap_or(usual) {
            Direction::Asc => order.iter().filter(fits).map(item).collect(),
            Direction::Desc => order.iter().rev().filter(fits).map(item).collect(),
        };
        let total = fitting.len();
        VodPage { items: fitting.into_iter().skip(wanted.offset).take(wanted.limit).collect(), total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Holdings;
    use proptest::prelude::*;

    fn item(id: i64, title: &str, date: i64) -> VodItem {
        VodItem {
            id: VodItemId(id),
            title: title.into(),
            description: String::new(),
            date: Timestamp(date),
            duration_s: None,
            access: VodAccess::Free,
            category_ids: vec![VodCategoryId(id % 2)],
            assets: vec![],
            translations: Translations::default(),
            media: vec![],
        }
    }

    fn ids(found: &VodPage<'_>) -> Vec<i64> {
        found.items.iter().map(|item| item.id.0).collect()
    }

    fn all<'a>() -> VodQuery<'a> {
        VodQuery { limit: 100, ..VodQuery::default() }
    }

    /// VOD-03: a film that asks for the capability opens to nobody else.
    #[test]
    fn films_open_to_their_capability() {
        for capability in Capability::ALL {
            let own = [capability];
            let viewer = Viewer::Member(Holdings { own: &own, entitlements: &[], passes: &[], now: Timestamp(0) });
            assert!(VodAccess::Free.is_open_to(viewer));
            assert_eq!(VodAccess::VodMedia.is_open_to(viewer), capability == Capability::VodMedia);
        }
        assert!(VodAccess::Free.is_open_to(Viewer::Anonymous) && !VodAccess::VodMedia.is_open_to(Viewer::Anonymous));
    }

    /// VOD-02: newest first unless said otherwise; what is equal goes by its id, both ways.
    #[test]
    fn films_come_in_the_order_that_is_asked_for() {
        let library = Library::of(&[item(1, "beta", 5), item(2, "Alpha", 9), item(3, "gamma", 5)]);
        assert_eq!(ids(&library.find(&all())), [2, 3, 1]);
        assert_eq!(ids(&library.find(&VodQuery { direction: Some(Direction::Asc), ..all() })), [1, 3, 2]);
        assert_eq!(ids(&library.find(&VodQuery { sort: VodSort::Title, ..all() })), [2, 1, 3]);
        let of_category = library.find(&VodQuery { category: Some(VodCategoryId(1)), limit: 1, ..VodQuery::default() });
        assert_eq!((ids(&of_category), of_category.total), (vec![3], 2));
    }

    /// VOD-02: punctuation, case, accents and a typo do not matter, and a title is found in every language it has.
    #[test]
    fn titles_are_found_by_their_words() {
        let mut saint = item(1, "St. Mary’s: the long way up", 1);
        saint.translations = Translations::default().with(Language::Fr, "title", "Sainte-Marie, la longue montée");
        let library = Library::of(&[saint, item(2, "Harbor lights", 2)]);
        for title in ["st mary", "ST. MARY'S", "longue montee", " way  up ", "lnog way"] {
            assert_eq!(ids(&library.find(&VodQuery { title, ..all() })), [1], "{title}");
        }
        assert_eq!(library.find(&VodQuery { title: " ?! ", ..all() }).total, 2);
        assert_eq!(library.find(&VodQuery { title: "nothing like it", ..all() }).total, 0);
    }

    proptest! {
        /// VOD-01: pages put together are the whole list, each film once.
        #[test]
        fn pages_neither_overlap_nor_leave_out(
            dates in proptest::collection::vec(0i64..4, 0..30),
            limit in 1usize..7,
            by_title: bool,
        ) {
            let items: Vec<_> = (1..).zip(&dates).map(|(id, date)| item(id, "Same title", *date)).collect();
            let library = Library::of(&items);
            let wanted = VodQuery { sort: if by_title { VodSort::Title } else { VodSort::Date }, limit, ..VodQuery::default() };
            let mut seen = Vec::new();
            for offset in (0..=dates.len()).step_by(limit) {
                let found = library.find(&VodQuery { offset, ..wanted });
                prop_assert_eq!(found.total, dates.len());
                seen.extend(ids(&found));
            }
            prop_assert_eq!(&seen, &ids(&library.find(&VodQuery { limit: 100, ..wanted })));
            seen.sort_unstable();
            prop_assert_eq!(seen, (1..=dates.len() as i64).collect::<Vec<_>>());
        }

        #[test]
        fn any_text_can_be_asked_for(title in "\\PC{0,300}") {
            let library = Library::of(&[item(1, &title, 1)]);
            prop_assert_eq!(library.find(&VodQuery { title: &title, ..all() }).total, 1);
        }
    }
}
