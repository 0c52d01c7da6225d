//! Structured data of a page (schema.org).

use domain::event::{Event as Game, StreamStatus};
use domain::paths::Screen;
use domain::time::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

use super::Subject;
use crate::channels::game_text::{clip_image, game_facts, game_title};
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;

pub(super) fn about(channel: &Snapshot, subject: &Subject<'_>, site: &Site, url: &str) -> Option<Value> {
    let graph = match subject {
        Subject::Game(game) => about_game(channel, game, site, url),
        Subject::Film(film) => vec![without_null(json!({
            "@type": "VideoObject", "name": film.title, "description": film.description, "url": url,
            "uploadDate": in_zone(film.date, "UTC"), "duration": film.duration_s.map(iso_duration),
            "thumbnailUrl": film.image().map(|image| site.url(image)),
        }))],
        Subject::Clip(clip) => {
            let game = channel.games.catalogue.get(clip.event);
            let (image, (_, file)) = (clip_image(channel, clip), channel.teams.addresses.for_link(clip));
            vec![without_null(json!({
                "@type": "VideoObject", "name": clip.name, "url": url,
                "description": game.map(|game| game_facts(channel, game)),
                "uploadDate": in_zone(clip.created_at, "UTC"),
                "duration": iso_duration(i32::try_from(clip.range.duration_ms / 1000).unwrap_or(0)),
                "thumbnailUrl": image.map(|image| site.url(&image)), "contentUrl": file.map(|file| site.url(&file)),
            }))]
        }
        Subject::Page(page) => vec![json!({ "@type": "WebPage", "name": page.name, "url": url })],
        Subject::Screen(Screen::Home) => {
            let profile = &channel.profile;
            vec![without_null(json!({
                "@type": "WebSite", "name": profile.name, "description": profile.tagline, "url": url,
                "inLanguage": profile.language.code(),
                "image": profile.logo.as_deref().map(|logo| site.url(logo)),
            }))]
        }
        Subject::Screen(Screen::Faq) if !channel.content.faq.is_empty() => {
            let answer = |html: &str| json!({ "@type": "Answer", "text": domain::html::to_text(html) });
            let questions = channel.content.faq.iter().map(
                |entry| json!({ "@type": "Question", "name": entry.question, "acceptedAnswer": answer(&entry.answer) }),
            );
            vec![json!({ "@type": "FAQPage", "url": url, "mainEntity": questions.collect::<Vec<_>>() })]
        }
        Subject::Screen(_) | Subject::Form(_) | Subject::Embedded(_) | Subject::EmbeddedClip(_) | Subject::Nothing => {
            return None;
        }
    };
    Some(json!({ "@context": "https://schema.org", "@graph": graph }))
}

/// The game itself; its broadcast while that is to come or under way, its film once it is over.
fn about_game(channel: &Snapshot, game: &Game, site: &Site, url: &str) -> Vec<Value> {
    let name = game_title(channel, game);
    let content = &channel.content;
    let sport = content.categories.iter().find(|sport| sport.id == game.category_id).map(|sport| &sport.name);
    let place = content.locations.iter().find(|place| Some(place.id) == game.location_id).map(|place| {
        json!({
            "@type": "Place", "name": place.name,
            "address": {
                "@type": "PostalAddress", "addressLocality": place.city, "addressRegion": place.state,
                "addressCountry": place.country,
            },
        })
    });
    let teams: Vec<Value> =
        channel.teams.of_game(game).map(|team| json!({ "@type": "SportsTeam", "name": team.name })).collect();
    let (away, home) = match &teams[..] {
        [away, home] => (Some(away), Some(home)),
        _ => (None, None),
    };
    let start = in_zone(game.starts_at, &game.time_zone);
    let image = game.image.as_deref().or(channel.profile.logo.as_deref()).map(|image| site.url(image));
    let event_id = format!("{url}#game");
    let organiser = json!({ "@type": "Organization", "name": channel.profile.name, "url": site.url("/") });
    let event = without_null(json!({
        "@type": "SportsEvent", "@id": event_id, "name": name, "description": game_facts(channel, game), "url": url,
        "startDate": start, "endDate": game.ends_at.and_then(|end| in_zone(end, &game.time_zone)),
        "eventStatus": "https://schema.org/EventScheduled", "sport": sport, "location": place,
        "awayTeam": away, "homeTeam": home, "competitor": teams, "image": image, "organizer": organiser,
    }));
    let shown = match game.status {
        StreamStatus::Upcoming | StreamStatus::Live => json!({
            "@type": "BroadcastEvent", "name": name, "url": url, "isLiveBroadcast": true, "startDate": start,
            "endDate": game.ends_at.and_then(|end| in_zone(end, &game.time_zone)),
            "broadcastOfEvent": { "@id": event_id },
        }),
        StreamStatus::Finished => json!({
            "@type": "VideoObject", "name": name, "description": game_facts(channel, game), "url": url,
            "uploadDate": start, "duration": game.duration_s.map(iso_duration), "thumbnailUrl": image,
        }),
    };
    vec![event, without_null(shown)]
}

fn in_zone(time: Timestamp, zone: &str) -> Option<String> {
    let zone = TimeZone::get(zone).ok()?;
    let time = jiff::Timestamp::from_millisecond(time.0).ok()?.to_zoned(zone);
    Some(time.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
}

fn iso_duration(seconds: i32) -> String {
    format!("PT{}H{}M{}S", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// What is not known is left out.
fn without_null(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            Value::Object(fields.into_iter().filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>())
        }
        other => other,
    }
}
