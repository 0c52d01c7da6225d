//! From the text of a file to a channel whose every value has been checked.

mod catalogue;
mod identity;
mod references;
mod screens;

use std::cell::RefCell;

use domain::channel::is_alias;
use domain::content::Content;
use domain::time::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;

use crate::moment::Moment;
use crate::pictures::Addresses;
use crate::problems::Problems;
use crate::row::{Reading, Row};
use crate::{ChannelFile, FORMAT, MAX_JSON_BYTES, Options, VERSION};

/// Rows of one list; games have more.
const MAX_ROWS: usize = 5_000;
const MAX_GAMES: usize = 50_000;
/// Ids in one row.
const MAX_REFERENCES: usize = 500;
/// Pictures in one row.
const MAX_PICTURES: usize = 20;

pub(crate) fn read(json: &[u8], options: Options<'_>) -> Result<ChannelFile, Problems> {
    let mut root = root(json)?;
    let alias = alias(&mut root, options.alias)?;
    let reading = Reading { problems: RefCell::default(), addresses: Addresses { alias: &alias, former: &[] } };
    let file = whole(&reading, root, &alias, options);
    let problems = reading.problems.take();
    match file {
        Some(file) if problems.is_empty() => Ok(file),
        _ => Err(problems),
    }
}

fn refused(place: &str, what: &str) -> Problems {
    let mut problems = Problems::default();
    problems.add(place, what);
    problems
}

/// The object of the file, if it is of this format at all.
fn root(json: &[u8]) -> Result<serde_json::Map<String, Value>, Problems> {
    if json.len() > MAX_JSON_BYTES {
        return Err(refused("", &format!("channel.json is larger than {MAX_JSON_BYTES} bytes")));
    }
    let value: Value =
        serde_json::from_slice(json).map_err(|cause| refused("", &format!("channel.json is no JSON: {cause}")))?;
    let Value::Object(mut root) = value else { return Err(refused("", "channel.json has to be an object")) };
    if root.remove("format") != Some(Value::from(FORMAT)) {
        return Err(refused("format", &format!("has to be {FORMAT:?}")));
    }
    if root.remove("version") != Some(Value::from(VERSION)) {
        return Err(refused("version", &format!("has to be {VERSION}: this program reads no other")));
    }
    Ok(root)
}

/// The channel's name, which everything else is read with.
fn alias(root: &mut serde_json::Map<String, Value>, wanted: Option<&str>) -> Result<String, Problems> {
    let said = root.remove("alias");
    let alias = match (wanted, said) {
        (Some(wanted), Some(Value::String(_))) => wanted.to_owned(),
        (None, Some(Value::String(said))) => said,
        _ => return Err(refused("alias", "has to be a text")),
    };
    if !is_alias(&alias) {
        return Err(refused(
            "alias",
            "has to be 1 to 63 small letters, digits and hyphens, and may not begin with a hyphen",
        ));
    }
    Ok(alias)
}

fn whole<'a>(
    reading: &'a Reading<'a>,
    root: serde_json::Map<String, Value>,
    alias: &str,
    options: Options<'_>,
) -> Option<ChannelFile> {
    let mut row = Row::of(reading, String::new(), Value::Object(root))?;
    let hosts = identity::hosts(&mut row, options.hosts);
    let mut profile = identity::profile(&mut row);
    let content = content(&mut row, options.now);
    // A file of an older program names no zone.
    if let Some(profile) = profile.as_mut().filter(|profile| profile.time_zone.is_empty()) {
        content.usual_time_zone().clone_into(&mut profile.time_zone);
    }
    row.end();
    references::check(reading, &content);
    Some(ChannelFile { alias: alias.to_owned(), former_aliases: Vec::new(), hosts, profile: profile?, content })
}

fn content(row: &mut Row<'_>, now: Timestamp) -> Content {
    Content {
        categories: row.rows("sports", MAX_ROWS, catalogue::sport),
        locations: row.rows("venues", MAX_ROWS, catalogue::venue),
        group_properties: row.rows("schoolProperties", MAX_ROWS, catalogue::property),
        groups: row.rows("schools", MAX_ROWS, catalogue::school),
        participants: row.rows("teams", MAX_ROWS, catalogue::team),
        passes: row.rows("passes", MAX_ROWS, catalogue::pass),
        events: row.rows("games", MAX_GAMES, |row| catalogue::game(row, now)),
        vod_categories: row.rows("filmCategories", MAX_ROWS, catalogue::film_category),
        vod_items: row.rows("films", MAX_ROWS, |row| catalogue::film(row, now)),
        vod_rails: row.rows("rails", MAX_ROWS, catalogue::rail),
        prerolls: row.rows("prerolls", MAX_ROWS, catalogue::preroll),
        links: row.rows("links", MAX_ROWS, screens::link),
        slides: row.rows("slides", MAX_ROWS, |row| screens::slide(row, now)),
        pages: row.rows("pages", MAX_ROWS, |row| screens::page(row, now)),
        redirects: row.rows("redirects", MAX_ROWS, screens::redirect),
        faq: row.rows("faq", MAX_ROWS, screens::question),
        static_blocks: row.rows("blocks", MAX_ROWS, screens::block),
        forms: row.rows("forms", MAX_ROWS, screens::form),
        texts: row.rows("texts", MAX_ROWS, screens::own_text),
    }
}

/// A moment in the time of a place.
fn read_moment(row: &Row<'_>, name: &str, value: Value, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let at = serde_json::from_value::<Moment>(value).ok().and_then(|moment| moment.at(now, zone));
    if at.is_none() {
        row.problem(name, Moment::EXPECTED);
    }
    at
}
