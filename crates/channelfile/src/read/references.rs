//! What refers to another row of the file has to find it, and what has to be unique is.

use std::collections::{BTreeMap, BTreeSet};

use domain::content::{Content, SlidableType};
use domain::renumber::RowKind;

use crate::row::Reading;

pub(super) fn check(reading: &Reading<'_>, content: &Content) {
    // Rows that could not be read are missing here, so that everything about them would be told twice.
    if !reading.problems.borrow().is_empty() {
        return;
    }
    let ids: BTreeMap<RowKind, BTreeSet<i64>> =
        RowKind::ALL.into_iter().map(|kind| (kind, unique(reading, kind, content.ids(kind)))).collect();
    let known = |kind: RowKind, place: String, id: i64| {
        if !ids.get(&kind).is_some_and(|ids| ids.contains(&id)) {
            reading.problem(&place, format!("there is no {id} in {}", list(kind)));
        }
    };
    for (number, team) in content.participants.iter().enumerate() {
        let at = |field: &str| format!("teams[{number}].{field}");
        team.group_id.inspect(|id| known(RowKind::School, at("school"), id.0));
        team.event_category_id.inspect(|id| known(RowKind::Sport, at("sport"), id.0));
    }
    for (number, pass) in content.passes.iter().enumerate() {
        let at = |field: &str| format!("passes[{number}].{field}");
        pass.categories.iter().for_each(|id| known(RowKind::Sport, at("sports"), id.0));
        pass.category_id.inspect(|id| known(RowKind::Sport, at("sport"), id.0));
    }
    for (number, game) in content.events.iter().enumerate() {
        let at = |field: &str| format!("games[{number}].{field}");
        known(RowKind::Sport, at("sport"), game.category_id.0);
        game.location_id.inspect(|id| known(RowKind::Venue, at("venue"), id.0));
        game.participants.iter().for_each(|id| known(RowKind::Team, at("teams"), id.0));
        game.home_team_id.inspect(|id| known(RowKind::Team, at("homeTeam"), id.0));
        game.single_event_package_id.inspect(|id| known(RowKind::Pass, at("singlePass"), id.0));
    }
    for (number, film) in content.vod_items.iter().enumerate() {
        film.category_ids
            .iter()
            .for_each(|id| known(RowKind::FilmCategory, format!("films[{number}].categories"), id.0));
    }
    for (number, rail) in content.vod_rails.iter().enumerate() {
        rail.item_ids.iter().for_each(|id| known(RowKind::Film, format!("rails[{number}].films"), id.0));
    }
    for (number, preroll) in content.prerolls.iter().enumerate() {
        preroll.location_id.inspect(|id| known(RowKind::Venue, format!("prerolls[{number}].venue"), id.0));
        preroll.categories.iter().for_each(|id| known(RowKind::Sport, format!("prerolls[{number}].sports"), id.0));
    }
    for (number, slide) in content.slides.iter().enumerate() {
        let at = |field: &str| format!("slides[{number}].{field}");
        slide.event_id.inspect(|id| known(RowKind::Game, at("game"), *id));
        match (slide.slidable_type, slide.slidable_id) {
            (Some(SlidableType::Category), Some(id)) => known(RowKind::Sport, at("viewOf"), id),
            (Some(SlidableType::Participant), Some(id)) => known(RowKind::Team, at("viewOf"), id),
            (Some(SlidableType::Group), Some(id)) => known(RowKind::School, at("viewOf"), id),
            // The home page is one, whatever is said of it.
            (Some(SlidableType::Main) | None, _) | (_, None) => {}
        }
    }
    for (number, redirect) in content.redirects.iter().enumerate() {
        known(RowKind::Page, format!("redirects[{number}].page"), redirect.page_id);
    }
    for (number, link) in content.links.iter().enumerate() {
        let error = link.parent_id.and_then(|_| link.settle(&content.links).into_values().flatten().next());
        error.inspect(|error| reading.problem(&format!("links[{number}].under"), error.to_string()));
    }
    once(reading, "redirects", "path", content.redirects.iter().map(|redirect| redirect.path.as_str()));
    once(reading, "pages", "url", content.pages.iter().map(|page| page.url.as_str()));
    once(reading, "pages", "altName", content.pages.iter().map(|page| page.alt_name.as_str()));
    once(reading, "forms", "alias", content.forms.iter().map(|form| form.alias.as_str()));
    // Each pair is one row of the database.
    for (number, film) in content.vod_items.iter().enumerate() {
        twice(reading, format!("films[{number}].categories"), film.category_ids.iter().map(|id| id.0));
    }
    for (number, rail) in content.vod_rails.iter().enumerate() {
        twice(reading, format!("rails[{number}].films"), rail.item_ids.iter().map(|id| id.0));
    }
}

fn unique(reading: &Reading<'_>, kind: RowKind, ids: Vec<i64>) -> BTreeSet<i64> {
    let mut known = BTreeSet::new();
    for (number, id) in ids.into_iter().enumerate() {
        if !known.insert(id) {
            reading.problem(&format!("{}[{number}].id", list(kind)), format!("{id} occurs twice"));
        }
    }
    known
}

fn twice(reading: &Reading<'_>, place: String, ids: impl Iterator<Item = i64>) {
    let mut known = BTreeSet::new();
    for id in ids {
        if !known.insert(id) {
            reading.problem(&place, format!("has {id} twice"));
        }
    }
}

fn once<'a>(reading: &Reading<'_>, list: &str, field: &str, values: impl Iterator<Item = &'a str>) {
    let mut known = BTreeSet::new();
    for (number, value) in values.enumerate() {
        if !known.insert(value) {
            reading.problem(&format!("{list}[{number}].{field}"), "occurs twice");
        }
    }
}

/// What the file calls the list.
fn list(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Sport => "sports",
        RowKind::Venue => "venues",
        RowKind::School => "schools",
        RowKind::SchoolProperty => "schoolProperties",
        RowKind::Team => "teams",
        RowKind::Game => "games",
        RowKind::Pass => "passes",
        RowKind::Preroll => "prerolls",
        RowKind::Film => "films",
        RowKind::FilmCategory => "filmCategories",
        RowKind::Rail => "rails",
        RowKind::Link => "links",
        RowKind::Slide => "slides",
        RowKind::Page => "pages",
        RowKind::Redirect => "redirects",
        RowKind::Question => "faq",
        RowKind::Block => "blocks",
        RowKind::Form => "forms",
    }
}
