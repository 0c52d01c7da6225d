//! Renumbers a channel's content, because imported ids may belong to another channel.

use crate::content::{Content, SlidableType};
use crate::ids::{
    CategoryId, EventId, GroupId, LocationId, ParticipantId, PassId, PrerollId, VodCategoryId, VodItemId, VodRailId,
};
use crate::site::SiteKind;

/// The kinds of rows that a channel's content is made of; each has ids of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowKind {
    Sport,
    Venue,
    School,
    SchoolProperty,
    Team,
    Game,
    Pass,
    Preroll,
    Film,
    FilmCategory,
    Rail,
    Link,
    Slide,
    Page,
    Redirect,
    Question,
    Block,
    Form,
}

impl RowKind {
    pub const ALL: [Self; 18] = [
        Self::Sport,
        Self::Venue,
        Self::School,
        Self::SchoolProperty,
        Self::Team,
        Self::Game,
        Self::Pass,
        Self::Preroll,
        Self::Film,
        Self::FilmCategory,
        Self::Rail,
        Self::Link,
        Self::Slide,
        Self::Page,
        Self::Redirect,
        Self::Question,
        Self::Block,
        Self::Form,
    ];

    /// The table that has its rows.
    pub fn table(self) -> &'static str {
        match self {
            Self::Sport => "categories",
            Self::Venue => "locations",
            Self::School => "participant_groups",
            Self::SchoolProperty => "group_properties",
            Self::Team => "participants",
            Self::Game => "events",
            Self::Pass => "passes",
            Self::Preroll => "prerolls",
            Self::Film => "vod_items",
            Self::FilmCategory => "vod_categories",
            Self::Rail => "vod_rails",
            Self::Link => "menu_links",
            Self::Slide => "slides",
            Self::Page => "pages",
            Self::Redirect => "page_redirects",
            Self::Question => "faq_entries",
            Self::Block => "static_blocks",
            Self::Form => "forms",
        }
    }

    /// Of rows that have revisions.
    pub fn site_kind(self) -> Option<SiteKind> {
        match self {
            Self::Link => Some(SiteKind::MenuLink),
            Self::Slide => Some(SiteKind::Slide),
            Self::Page => Some(SiteKind::Page),
            Self::Redirect => Some(SiteKind::Redirect),
            Self::Question => Some(SiteKind::Faq),
            Self::Block => Some(SiteKind::Block),
            Self::Form => Some(SiteKind::Form),
            _ => None,
        }
    }
}

impl Content {
    /// The ids of the rows of one kind, in their order.
    pub fn ids(&self, kind: RowKind) -> Vec<i64> {
        match kind {
            RowKind::Sport => self.categories.iter().map(|row| row.id.0).collect(),
            RowKind::Venue => self.locations.iter().map(|row| row.id.0).collect(),
            RowKind::School => self.groups.iter().map(|row| row.id.0).collect(),
            RowKind::SchoolProperty => self.group_properties.iter().map(|row| row.id).collect(),
            RowKind::Team => self.participants.iter().map(|row| row.id.0).collect(),
            RowKind::Game => self.events.iter().map(|row| row.id.0).collect(),
            RowKind::Pass => self.passes.iter().map(|row| row.id.0).collect(),
            RowKind::Preroll => self.prerolls.iter().map(|row| row.id.0).collect(),
            RowKind::Film => self.vod_items.iter().map(|row| row.id.0).collect(),
            RowKind::FilmCategory => self.vod_categories.iter().map(|row| row.id.0).collect(),
            RowKind::Rail => self.vod_rails.iter().map(|row| row.id.0).collect(),
            RowKind::Link => self.links.iter().map(|row| row.id).collect(),
            RowKind::Slide => self.slides.iter().map(|row| row.id).collect(),
            RowKind::Page => self.pages.iter().map(|row| row.id).collect(),
            RowKind::Redirect => self.redirects.iter().map(|row| row.id).collect(),
            RowKind::Question => self.faq.iter().map(|row| row.id).collect(),
            RowKind::Block => self.static_blocks.iter().map(|row| row.id).collect(),
            RowKind::Form => self.forms.iter().map(|row| row.id).collect(),
        }
    }

    /// Gives every row its new id, and everything that refers to it.
    pub fn renumber(&mut self, new: impl Fn(RowKind, i64) -> i64) {
        let sport = |id: &mut CategoryId| id.0 = new(RowKind::Sport, id.0);
        let venue = |id: &mut LocationId| id.0 = new(RowKind::Venue, id.0);
        let school = |id: &mut GroupId| id.0 = new(RowKind::School, id.0);
        let team = |id: &mut ParticipantId| id.0 = new(RowKind::Team, id.0);
        let pass = |id: &mut PassId| id.0 = new(RowKind::Pass, id.0);
        let film = |id: &mut VodItemId| id.0 = new(RowKind::Film, id.0);
        let film_category = |id: &mut VodCategoryId| id.0 = new(RowKind::FilmCategory, id.0);
        let plain = |kind: RowKind, id: &mut i64| *id = new(kind, *id);

        self.categories.iter_mut().for_each(|row| sport(&mut row.id));
        self.locations.iter_mut().for_each(|row| venue(&mut row.id));
        self.groups.iter_mut().for_each(|row| school(&mut row.id));
        self.group_properties.iter_mut().for_each(|row| plain(RowKind::SchoolProperty, &mut row.id));
        for row in &mut self.participants {
            team(&mut row.id);
            row.group_id.iter_mut().for_each(school);
            row.event_category_id.iter_mut().for_each(sport);
        }
        for row in &mut self.events {
            let EventId(id) = &mut row.id;
            plain(RowKind::Game, id);
            sport(&mut row.category_id);
            row.location_id.iter_mut().for_each(venue);
            row.participants.iter_mut().for_each(team);
            row.home_team_id.iter_mut().for_each(team);
            row.single_event_package_id.iter_mut().for_each(pass);
        }
        for row in &mut self.passes {
            pass(&mut row.id);
            row.categories.iter_mut().for_each(sport);
            row.category_id.iter_mut().for_each(sport);
        }
        for row in &mut self.prerolls {
            let PrerollId(id) = &mut row.id;
            plain(RowKind::Preroll, id);
            row.location_id.iter_mut().for_each(venue);
            row.categories.iter_mut().for_each(sport);
        }
        self.vod_categories.iter_mut().for_each(|row| film_category(&mut row.id));
        for row in &mut self.vod_items {
            film(&mut row.id);
            row.category_ids.iter_mut().for_each(film_category);
        }
        for row in &mut self.vod_rails {
            let VodRailId(id) = &mut row.id;
            plain(RowKind::Rail, id);
            row.item_ids.iter_mut().for_each(film);
        }
        for row in &mut self.links {
            plain(RowKind::Link, &mut row.id);
            row.parent_id.iter_mut().for_each(|id| plain(RowKind::Link, id));
        }
        for row in &mut self.slides {
            plain(RowKind::Slide, &mut row.id);
            row.event_id.iter_mut().for_each(|id| plain(RowKind::Game, id));
            let view = match row.slidable_type {
                Some(SlidableType::Category) => Some(RowKind::Sport),
                Some(SlidableType::Participant) => Some(RowKind::Team),
                Some(SlidableType::Group) => Some(RowKind::School),
                Some(SlidableType::Main) | None => None,
            };
            if let (Some(kind), Some(id)) = (view, &mut row.slidable_id) {
                plain(kind, id);
            }
        }
        self.pages.iter_mut().for_each(|row| plain(RowKind::Page, &mut row.id));
        for row in &mut self.redirects {
            plain(RowKind::Redirect, &mut row.id);
            plain(RowKind::Page, &mut row.page_id);
        }
        self.faq.iter_mut().for_each(|row| plain(RowKind::Question, &mut row.id));
        self.static_blocks.iter_mut().for_each(|row| plain(RowKind::Block, &mut row.id));
        self.forms.iter_mut().for_each(|row| plain(RowKind::Form, &mut row.id));
    }
}
