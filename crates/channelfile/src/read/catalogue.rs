//! Sports, venues, schools, teams, passes, games and the library.

use std::collections::BTreeMap;

use domain::colours::Colour;
use domain::event::{Category, Event, Location};
use domain::ids::{
    CategoryId, EventId, GroupId, LocationId, ParticipantId, PassId, PrerollId, VodCategoryId, VodItemId, VodRailId,
};
use domain::money::Cents;
use domain::participant::{Group, GroupProperty, Image, Participant, ParticipantProperties};
use domain::pass::Pass;
use domain::preroll::Preroll;
use domain::time::{Timestamp, is_time_zone};
use domain::vod::{VodAsset, VodCategory, VodItem, VodRail};
use jiff::tz::TimeZone;
use serde_json::Value;

use super::identity::known_countries;
use super::{MAX_PICTURES, MAX_REFERENCES, read_moment};
use crate::moment::Moment;
use crate::row::Row;

/// A million in any currency: more is a slip of the keyboard.
const MAX_CENTS: i64 = 100_000_000;
/// A day: longer than any game.
const MAX_DURATION_S: i32 = 24 * 60 * 60;
const MAX_SCORE: i32 = 1_000_000;
const MAX_TRIAL_DAYS: i32 = 730;
const MAX_COUNT: u32 = i32::MAX.unsigned_abs();
/// Minutes from the start of a game to its end.
const MAX_AFTER: i64 = 30 * 24 * 60;

pub(super) fn sport(mut row: Row<'_>) -> Option<Category> {
    let id = row.id();
    let alias = row.text("alias");
    let name = row.text("name");
    let image = row.may_picture("image");
    let translations = row.translations::<Category>();
    row.end();
    Some(Category { id: CategoryId(id?), name: name?, alias: alias?, image, translations })
}

pub(super) fn venue(mut row: Row<'_>) -> Option<Location> {
    let id = row.id();
    let [name, city, state, country] = ["name", "city", "state", "country"].map(|name| row.text(name));
    let time_zone = time_zone(&mut row);
    let image = row.may_picture("image");
    row.end();
    Some(Location {
        id: LocationId(id?),
        name: name?,
        city: city?,
        state: state?,
        country: country?,
        time_zone: time_zone?,
        image,
    })
}

fn time_zone(row: &mut Row<'_>) -> Option<String> {
    let zone = row.text("timeZone")?;
    if is_time_zone(&zone) {
        return Some(zone);
    }
    row.problem("timeZone", "has to be a name of the IANA database such as America/Toronto");
    None
}

pub(super) fn property(mut row: Row<'_>) -> Option<GroupProperty> {
    let id = row.id();
    let [alias, name] = ["alias", "name"].map(|name| row.text(name));
    let values = row.texts("values", MAX_REFERENCES);
    row.end();
    Some(GroupProperty { id: id?, name: name?, alias: alias?, values })
}

fn images(row: &mut Row<'_>) -> Vec<Image> {
    row.rows("images", MAX_PICTURES, |mut row| {
        let kind = row.need("type");
        let url = row.text("url").and_then(|url| row.picture("url", &url));
        row.end();
        Some(Image { kind: kind?, url: url? })
    })
}

pub(super) fn school(mut row: Row<'_>) -> Option<Group> {
    let id = row.id();
    let alias = row.may_text("alias");
    let [name, short_name, city, state] = ["name", "shortName", "city", "state"].map(|name| row.text(name));
    let color = row.need::<Colour>("color");
    let images = images(&mut row);
    let properties = row.need::<BTreeMap<String, String>>("properties").unwrap_or_default();
    for (name, value) in &properties {
        row.check_text(&format!("properties.{}", crate::problems::shown(name)), &[name, value]);
    }
    if properties.len() > MAX_PICTURES {
        row.problem("properties", format!("has more than {MAX_PICTURES} entries"));
    }
    let in_menu = row.need("inMenu");
    row.end();
    Some(Group {
        id: GroupId(id?),
        name: name?,
        short_name: short_name?,
        alias,
        color: color?.to_string(),
        city: city?,
        state: state?,
        images,
        properties,
        in_menu: in_menu?,
    })
}

pub(super) fn team(mut row: Row<'_>) -> Option<Participant> {
    let id = row.id();
    let alias = row.may_text("alias");
    let [name, short_name] = ["name", "shortName"].map(|name| row.text(name));
    let color = row.need::<Colour>("color");
    let group_id = row.may("school").map(GroupId);
    let event_category_id = row.may("sport").map(CategoryId);
    let gender = row.may("gender");
    let sport = row.may_text("sportName");
    let images = images(&mut row);
    let in_menu = row.need("inMenu");
    row.end();
    Some(Participant {
        id: ParticipantId(id?),
        name: name?,
        short_name: short_name?,
        alias,
        images,
        color: color?.to_string(),
        group_id,
        event_category_id,
        properties: ParticipantProperties { gender, sport },
        in_menu: in_menu?,
    })
}

pub(super) fn pass(mut row: Row<'_>) -> Option<Pass> {
    let id = row.id();
    let kind = row.need("kind");
    let name = row.text("name");
    let [base_price, service_fee, price] =
        ["basePrice", "serviceFee", "price"].map(|name| row.number(name, [0, MAX_CENTS]).map(Cents));
    if let (Some(Cents(base)), Some(Cents(fee)), Some(Cents(price))) = (base_price, service_fee, price)
        && base + fee != price
    {
        row.problem("price", "has to be basePrice and serviceFee together");
    }
    let image = row.may_picture("image");
    let offer = row.text("offer");
    let period = row.need("period");
    let trial_days = row.may_number("trialDays", [0, MAX_TRIAL_DAYS]);
    let pass_type = row.need("type");
    let is_team_pass = row.need("isTeamPass");
    let categories = row.values::<i64>("sports", MAX_REFERENCES);
    let category_id = row.may("sport").map(CategoryId);
    let weight = row.need("weight");
    let capabilities = row.values("capabilities", MAX_REFERENCES);
    let max_clips = row.may_number("maxClips", [0, MAX_COUNT]);
    let max_downloads = row.may_number("maxDownloads", [0, MAX_COUNT]);
    row.end();
    Some(Pass {
        id: PassId(id?),
        kind: kind?,
        name: name?,
        price: price?,
        base_price: base_price?,
        service_fee: service_fee?,
        image,
        offer: offer?,
        period: period?,
        trial_days,
        pass_type: pass_type?,
        is_team_pass: is_team_pass?,
        categories: categories.into_iter().map(CategoryId).collect(),
        category_id,
        weight: weight?,
        capabilities,
        max_clips,
        max_downloads,
    })
}

/// A moment in the time of a place.
fn moment(row: &mut Row<'_>, name: &str, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let Some(value) = row.raw(name) else {
        row.problem(name, "is missing");
        return None;
    };
    read_moment(row, name, value, now, zone)
}

/// The end of a game: a moment, or so many minutes after its start.
fn end(row: &mut Row<'_>, starts_at: Option<Timestamp>) -> Option<Timestamp> {
    let value = row.raw("endsAt")?;
    let after = match &value {
        Value::Object(fields) if fields.len() == 1 => fields.get("after").and_then(Value::as_i64),
        _ => None,
    };
    let end = match (after, serde_json::from_value::<Moment>(value)) {
        (Some(minutes), _) if (0..=MAX_AFTER).contains(&minutes) => Some(minutes * Timestamp::MINUTE),
        (None, Ok(Moment::At(at))) => return Some(at),
        _ => None,
    };
    match end {
        Some(after) => starts_at.map(|start| start.plus(after)),
        None => {
            row.problem("endsAt", "has to be a moment in UTC such as 2027-01-31T21:00:00Z, or {\"after\": MINUTES}");
            None
        }
    }
}

pub(super) fn game(mut row: Row<'_>, now: Timestamp) -> Option<Event> {
    let id = row.id();
    let name = row.text("name");
    let status = row.need("status");
    let access = row.need("access");
    let category_id = row.need("sport").map(CategoryId);
    let location_id = row.may("venue").map(LocationId);
    let time_zone = time_zone(&mut row);
    let zone = time_zone.as_deref().and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
    let starts_at = moment(&mut row, "startsAt", now, &zone);
    let ends_at = end(&mut row, starts_at);
    if let (Some(start), Some(end)) = (starts_at, ends_at)
        && end < start
    {
        row.problem("endsAt", "is before startsAt");
    }
    let timing = row.need("timing");
    let participants = row.values::<i64>("teams", MAX_REFERENCES).into_iter().map(ParticipantId).collect();
    let home_team_id = row.may("homeTeam").map(ParticipantId);
    let score = row.may::<[i32; 2]>("score");
    if score.is_some_and(|score| score.iter().any(|points| !(0..=MAX_SCORE).contains(points))) {
        row.problem("score", format!("has to be two numbers between 0 and {MAX_SCORE}"));
    }
    let duration_s = row.may_number("durationSeconds", [0, MAX_DURATION_S]);
    let image = row.may_picture("image");
    let single_event_package_id = row.may("singlePass").map(PassId);
    let geo_rule = row.may("geo");
    let geo_rule = known_countries(&row, geo_rule);
    row.end();
    Some(Event {
        id: EventId(id?),
        name: name?,
        status: status?,
        access: access?,
        category_id: category_id?,
        location_id,
        starts_at: starts_at?,
        time_zone: time_zone?,
        participants,
        home_team_id,
        score,
        duration_s,
        image,
        single_event_package_id,
        timing: timing?,
        ends_at,
        clips: 0,
        geo_rule,
        media: Vec::new(),
    })
}

pub(super) fn film_category(mut row: Row<'_>) -> Option<VodCategory> {
    let id = row.id();
    let [alias, title] = ["alias", "title"].map(|name| row.text(name));
    let translations = row.translations::<VodCategory>();
    row.end();
    Some(VodCategory { id: VodCategoryId(id?), title: title?, alias: alias?, translations })
}

pub(super) fn film(mut row: Row<'_>, now: Timestamp) -> Option<VodItem> {
    let id = row.id();
    let [title, description] = ["title", "description"].map(|name| row.text(name));
    let date = moment(&mut row, "date", now, &TimeZone::UTC);
    let duration_s = row.may_number("durationSeconds", [0, MAX_DURATION_S]);
    let access = row.need("access");
    let category_ids = row.values::<i64>("categories", MAX_REFERENCES).into_iter().map(VodCategoryId).collect();
    let assets = row.rows("assets", MAX_PICTURES, |mut row| {
        let kind = row.need("type");
        let path = row.text("url").and_then(|url| row.picture("url", &url));
        row.end();
        Some(VodAsset { kind: kind?, path: path? })
    });
    let translations = row.translations::<VodItem>();
    row.end();
    Some(VodItem {
        id: VodItemId(id?),
        title: title?,
        description: description?,
        date: date?,
        duration_s,
        access: access?,
        category_ids,
        assets,
        translations,
        media: vec![],
    })
}

pub(super) fn rail(mut row: Row<'_>) -> Option<VodRail> {
    let id = row.id();
    let title = row.text("title");
    let item_ids = row.values::<i64>("films", MAX_REFERENCES).into_iter().map(VodItemId).collect();
    let translations = row.translations::<VodRail>();
    row.end();
    Some(VodRail { id: VodRailId(id?), title: title?, item_ids, translations })
}

pub(super) fn preroll(mut row: Row<'_>) -> Option<Preroll> {
    let id = row.id();
    let url = row.preroll("url");
    let weight = row.number("weight", [0, MAX_COUNT]);
    let location_id = row.may("venue").map(LocationId);
    let categories = row.values::<i64>("sports", MAX_REFERENCES).into_iter().map(CategoryId).collect();
    let [for_live, for_vod, active] = ["forLive", "forVod", "active"].map(|name| row.need(name));
    let preroll = Preroll {
        id: PrerollId(id?),
        url: url?,
        weight: weight?,
        location_id,
        categories,
        for_live: for_live?,
        for_vod: for_vod?,
        active: active?,
    };
    if !preroll.is_usable() {
        row.problem("url", "has to be prerolls/NAME, a path of this site or an address with https");
    }
    row.end();
    Some(preroll)
}
