//! A channel's content around its games: menu, pages, slides, questions, blocks.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::event::{Category, Event, Location};
use crate::form::{BASIC_PASS, CustomForm};
use crate::participant::{Group, GroupProperty, Image, Participant};
use crate::pass::{Pass, PassKind};
use crate::paths::{Screen, screen};
use crate::preroll::Preroll;
use crate::site::{OwnText, TextKind};
use crate::time::{Timestamp, UTC};
use crate::translations::{Translated, Translations};
use crate::vod::{VodCategory, VodItem, VodRail};

/// Everything an operator keeps about one channel, as one value: read for snapshots, written by imports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Content {
    pub categories: Vec<Category>,
    pub locations: Vec<Location>,
    pub groups: Vec<Group>,
    pub group_properties: Vec<GroupProperty>,
    pub participants: Vec<Participant>,
    pub links: Vec<MenuLink>,
    pub slides: Vec<Slide>,
    pub pages: Vec<Page>,
    pub redirects: Vec<Redirect>,
    pub faq: Vec<FaqEntry>,
    pub static_blocks: Vec<StaticBlock>,
    pub passes: Vec<Pass>,
    pub prerolls: Vec<Preroll>,
    pub vod_items: Vec<VodItem>,
    pub vod_categories: Vec<VodCategory>,
    pub vod_rails: Vec<VodRail>,
    pub forms: Vec<CustomForm>,
    /// In place of defaults.
    pub texts: Vec<OwnText>,
    /// Only written: reads of games go through their own queries, a catalogue does not fit in memory.
    pub events: Vec<Event>,
}

impl Content {
    /// Whether members choose the basic pass themselves. Where there is nothing to choose, nothing waits for the
    /// choice.
    pub fn asks_for_basic_pass(&self) -> bool {
        self.forms.iter().flat_map(|form| &form.fields).any(|field| field.name == BASIC_PASS)
    }
}

impl Content {
    /// Leaves out what viewers do not see at a moment: slides and pages outside their time, and links to such pages. Links to
    /// former paths of pages lead to where these are.
    pub fn show_at(&mut self, now: Timestamp) {
        self.slides.retain(|slide| slide.window().is_open(now));
        let (shown, hidden): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.pages).into_iter().partition(|page| page.window().is_open(now));
        self.pages = shown;
        // Where the product has a screen of its own, a link leads to that one meanwhile.
        let is_hidden = |url: &str| {
            screen(url) == Screen::ChannelPage && hidden.iter().any(|page| page.url == url.trim_end_matches('/'))
        };
        self.links.retain(|link| !is_hidden(&link.url));
        let links = self.links.iter_mut().map(|link| &mut link.url);
        for url in links.chain(self.slides.iter_mut().filter_map(|slide| slide.link_url.as_mut())) {
            if let Some(target) = Redirect::target(&self.redirects, &self.pages, url.trim_end_matches('/')) {
                target.clone_into(url);
            }
        }
    }

    /// What the channel says in place of the default.
    pub fn own_text(&self, kind: TextKind) -> Option<&Translations> {
        self.texts.iter().find(|text| text.kind == kind).map(|text| &text.translations)
    }

    pub fn passes_of(&self, kind: PassKind) -> impl Iterator<Item = &Pass> {
        self.passes.iter().filter(move |pass| pass.kind == kind)
    }

    /// The zone of most games, or else of most places; UTC without either. A channel whose file names no zone gets it.
    pub fn usual_time_zone(&self) -> &str {
        let games = self.events.iter().map(|game| game.time_zone.as_str());
        let places = self.locations.iter().map(|place| place.time_zone.as_str());
        most_frequent(games).or_else(|| most_frequent(places)).unwrap_or(UTC)
    }
}

fn most_frequent<'a>(names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut counts = BTreeMap::<&str, usize>::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    // Of equally frequent ones the first by name.
    counts.into_iter().min_by_key(|(name, count)| (Reverse(*count), *name)).map(|(name, _)| name)
}

/// The position of a menu link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MenuPlace {
    Header,
    Footer,
}

/// A link of the channel's own menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MenuLink {
    pub id: i64,
    pub name: String,
    pub url: String,
    pub place: MenuPlace,
    /// The link that it stands under; that one stands under none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub parent_id: Option<i64>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for MenuLink {
    const FIELDS: &'static [&'static str] = &["name"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// A school or a team in the menu; it leads to the home page filtered by its alias, or else its name.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MenuEntry {
    pub id: i64,
    pub name: String,
    pub alias: Option<String>,
    pub images: Vec<Image>,
}

/// The channel's menu.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Menu {
    pub links: Vec<MenuLink>,
    pub groups: Vec<MenuEntry>,
    pub participants: Vec<MenuEntry>,
}

impl Menu {
    pub fn of(content: &Content) -> Self {
        let groups = content.groups.iter().filter(|group| group.in_menu).map(|group| MenuEntry {
            id: group.id.0,
            name: group.name.clone(),
            alias: group.alias.clone(),
            images: group.images.clone(),
        });
        let participants = content.participants.iter().filter(|team| team.in_menu).map(|team| MenuEntry {
            id: team.id.0,
            name: team.name.clone(),
            alias: team.alias.clone(),
            images: team.images.clone(),
        });
        Self { links: MenuLink::tree(&content.links), groups: groups.collect(), participants: participants.collect() }
    }
}

/// A page of the channel with its own path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Page {
    pub id: i64,
    /// A path of this site, such as `/tickets`.
    pub url: String,
    /// The name in `pages/{alias}`.
    pub alt_name: String,
    pub name: String,
    /// Sanitised HTML.
    pub content: String,
    /// At the top of the page, and in previews of links to it.
    #[serde(default)]
    pub image: Option<String>,
    /// Viewers are not told these: the server has the page from one until the other.
    #[serde(skip)]
    pub visible_from: Option<Timestamp>,
    #[serde(skip)]
    pub visible_until: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for Page {
    const FIELDS: &'static [&'static str] = &["name", "content"];
    const HTML: &'static [&'static str] = &["content"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// A former path of a page, which leads to the page wherever it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    pub id: i64,
    pub path: String,
    pub page_id: i64,
}

/// A page without its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PageLink {
    pub id: i64,
    pub url: String,
    pub alt_name: String,
    pub name: String,
    #[serde(skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl From<&Page> for PageLink {
    fn from(page: &Page) -> Self {
        Self {
            id: page.id,
            url: page.url.clone(),
            alt_name: page.alt_name.clone(),
            name: page.name.clone(),
            translations: page.translations.only(&["name"]),
        }
    }
}

/// The view that a slide belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SlidableType {
    Main,
    Category,
    Participant,
    Group,
}

/// A slide: a picture with text at the top of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Slide {
    pub id: i64,
    /// No type means the home page.
    pub slidable_type: Option<SlidableType>,
    pub slidable_id: Option<i64>,
    pub title: String,
    pub text: String,
    pub image: Option<String>,
    pub event_id: Option<i64>,
    pub link_url: Option<String>,
    pub link_text: Option<String>,
    /// Viewers are not told these: the server shows a slide from one until the other.
    #[serde(skip)]
    pub visible_from: Option<Timestamp>,
    #[serde(skip)]
    pub visible_until: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for Slide {
    const FIELDS: &'static [&'static str] = &["title", "text", "link_text"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

impl Slide {
    /// Whether the slide belongs to views of this type; one without a type is a main slide.
    pub fn is_of(&self, wanted: SlidableType) -> bool {
        self.slidable_type.unwrap_or(SlidableType::Main) == wanted
    }
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FaqEntry {
    pub id: i64,
    pub question: String,
    /// Sanitised HTML.
    pub answer: String,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for FaqEntry {
    const FIELDS: &'static [&'static str] = &["question", "answer"];
    const HTML: &'static [&'static str] = &["answer"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// A text of the operator at a named place of a screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StaticBlock {
    pub id: i64,
    pub place: String,
    /// Sanitised HTML.
    pub content: String,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for StaticBlock {
    const FIELDS: &'static [&'static str] = &["content"];
    const HTML: &'static [&'static str] = &["content"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editing::Listed;
    use crate::ids::LocationId;

    #[test]
    fn usual_zone_is_that_of_most_games_or_places() {
        let place = |time_zone: &str| Location {
            id: LocationId(1),
            name: String::new(),
            city: String::new(),
            state: String::new(),
            country: "CA".into(),
            time_zone: time_zone.into(),
            image: None,
        };
        let zone = |names: &[&str]| {
            let content = Content { locations: names.iter().map(|name| place(name)).collect(), ..Content::default() };
            content.usual_time_zone().to_owned()
        };
        assert_eq!(zone(&["Europe/Sofia", "America/Toronto", "America/Toronto"]), "America/Toronto");
        assert_eq!(zone(&[]), UTC);
        assert_eq!(most_frequent(["b/B", "a/A", "b/B"].into_iter()), Some("b/B"));
        assert_eq!(most_frequent(["b/B", "a/A"].into_iter()), Some("a/A"));
    }

    /// CONT-02: a page outside its time is not there, and no link leads to it; those beside it stay.
    #[test]
    fn hidden_pages_have_no_links() {
        let page =
            |id: i64, url: &str, from| Page { url: url.into(), visible_from: Some(Timestamp(from)), ..Page::draft(id) };
        let link = |id: i64, url: &str| MenuLink { url: url.into(), ..MenuLink::draft(id) };
        let urls = ["/soon", "/soon/", "/soon/more", "/now", "/about", "https://soon.example", "/then"];
        let mut content = Content {
            pages: vec![page(1, "/soon", 10), page(2, "/now", 5), page(3, "/about", 10)],
            links: (1..).zip(urls).map(|(id, url)| link(id, url)).collect(),
            redirects: vec![Redirect { id: 1, path: "/then".into(), page_id: 2 }],
            ..Content::default()
        };
        let all = content.clone();
        content.show_at(Timestamp(9));
        assert_eq!(content.pages.iter().map(|page| page.id).collect::<Vec<_>>(), [2]);
        assert_eq!(content.links.iter().map(|link| link.id).collect::<Vec<_>>(), [3, 4, 5, 6, 7]);
        assert_eq!(content.links[4].url, "/now", "where the page is now");
        let mut later = all.clone();
        later.show_at(Timestamp(10));
        assert_eq!((later.pages, later.links[..6].to_vec()), (all.pages, all.links[..6].to_vec()));
    }

    /// UI-16, CONT-03: a slide without a type is a main slide.
    #[test]
    fn slide_without_type_is_a_main_slide() {
        let slide = Slide::draft(1);
        assert!(slide.is_of(SlidableType::Main));
        assert!(!slide.is_of(SlidableType::Group));
    }
}
