//! The channel `demo`: Northline Sports Network, ten schools and eight sports from coast to coast.

mod basic_pass;
mod contacts;
pub(crate) mod games;
mod languages;
mod library;
mod pages;
mod passes;
mod people;
mod places;
mod prerolls;
mod questions;
mod schools;
mod slides;
mod teams;

use domain::channel::{AccountRules, Language, PlaybackRules, Profile};
use domain::colours::{ColorSettings, Colour};
use domain::content::Content;
use domain::geo::Rule;
use domain::money::Currency;
use domain::participant::GroupProperty;
use domain::time::Timestamp;

use super::DemoChannel;
use super::art::rgb::Rgb;
use super::art::{Drawing, mark, pennants};
use super::footage::Casting;
use super::league::League;
use super::library::Film;

pub(crate) use people::accounts;

const LEAGUE: League = League { alias: "demo", offset: 0, gender_words: ["men", "women"] };

const NORTHLINE_BLUE: Rgb = Rgb(0x3b6ef5);

pub(crate) fn channel(now: Timestamp) -> DemoChannel {
    DemoChannel {
        alias: LEAGUE.alias,
        hosts: ["localhost", "127.0.0.1", "[::1]", "demo.localhost"].map(String::from).into(),
        profile: profile(),
        content: content(now),
        drawings: drawings(),
        accounts: accounts(),
    }
}

/// What its games look like in moving pictures.
pub(crate) fn casting() -> Casting {
    Casting {
        league: LEAGUE,
        games: &games::GAMES,
        schools: &schools::SCHOOLS,
        sports: &places::SPORTS,
        films: &library::FILMS,
        channel: "Northline",
        accent: NORTHLINE_BLUE,
        words: ["Goal", "Live"],
    }
}

fn profile() -> Profile {
    Profile {
        name: "Northline Sports Network".into(),
        tagline: "Home games, wherever you are".into(),
        logo: Some(LEAGUE.picture("logo")),
        language: Language::En,
        multi_language: false,
        currency: Currency::Usd,
        google_tag: None,
        analytics_key: None,
        colours: ColorSettings {
            header_background: Colour::new(0x0b, 0x0d, 0x12),
            header_text_color: Colour::new(0xf5, 0xf7, 0xfa),
            body_background: Colour::new(0x0b, 0x0d, 0x12),
            body_text_color: Colour::new(0xf5, 0xf7, 0xfa),
            footer_background: Colour::new(0x07, 0x08, 0x0c),
            accent: Some(Colour::new(0x3b, 0x6e, 0xf5)),
        },
        geo_rule: Rule::Everywhere,
        accounts: AccountRules::default(),
        playback: PlaybackRules::default(),
    }
}

pub(crate) fn content(now: Timestamp) -> Content {
    let property = |id: i64, name: &str, alias: &str, values: [&str; 3]| GroupProperty {
        id: LEAGUE.id(id),
        name: name.into(),
        alias: alias.into(),
        values: values.map(String::from).into(),
    };
    languages::translate(Content {
        categories: places::SPORTS.iter().map(|sport| LEAGUE.category(sport)).collect(),
        locations: places::PLACES.iter().map(|place| LEAGUE.location(place)).collect(),
        groups: schools::SCHOOLS.iter().map(|school| LEAGUE.group(school)).collect(),
        group_properties: vec![
            property(1, "Division", "division", schools::DIVISIONS),
            property(2, "Conference", "conference", schools::CONFERENCES),
        ],
        participants: LEAGUE.participants(&teams::TEAMS, &schools::SCHOOLS, &places::SPORTS),
        links: slides::links(),
        slides: slides::slides(),
        pages: pages::pages(),
        faq: questions::faq(),
        static_blocks: slides::static_blocks(),
        passes: passes::passes(),
        prerolls: prerolls::prerolls(),
        vod_items: library::items(now),
        vod_categories: library::categories(),
        vod_rails: library::rails(),
        forms: vec![contacts::form(), basic_pass::form()],
        events: passes::sold_singly(LEAGUE.events(&games::GAMES, &schools::SCHOOLS, &places::PLACES, now)),
    })
}

fn drawings() -> Vec<Drawing> {
    let colours: Vec<_> = schools::SCHOOLS.iter().map(|school| (school.crest.first, school.crest.metal)).collect();
    let mut drawings = LEAGUE.drawings(&schools::SCHOOLS, &places::PLACES, &places::SPORTS);
    drawings.extend(library::FILMS.iter().map(Film::drawing));
    drawings.push(Drawing { name: "logo.svg".into(), svg: mark::northline(NORTHLINE_BLUE) });
    drawings
        .push(Drawing { name: "pass-season.svg".into(), svg: pennants::cover(&colours, NORTHLINE_BLUE.darker(0.2)) });
    drawings
}
