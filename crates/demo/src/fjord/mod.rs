//! The channel `demo2`: Ligue du Grand Fjord, small, French and light, to show that channels share nothing.

mod contacts;
mod games;
mod library;
mod schools;
mod words;

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

const LEAGUE: League = League { alias: "demo2", offset: 10_000, gender_words: ["masculin", "feminin"] };

const FIR_GREEN: Rgb = Rgb(0x0f6b4f);

pub(crate) fn channel(now: Timestamp) -> DemoChannel {
    DemoChannel {
        alias: LEAGUE.alias,
        hosts: vec!["demo2.localhost".into()],
        profile: profile(),
        content: content(now),
        drawings: drawings(),
        accounts: vec![],
    }
}

/// What its games look like in moving pictures.
pub(crate) fn casting() -> Casting {
    Casting {
        league: LEAGUE,
        games: &games::GAMES,
        schools: &schools::SCHOOLS,
        sports: &schools::SPORTS,
        films: &library::FILMS,
        channel: "Fjord",
        accent: FIR_GREEN,
        words: ["But", "En direct"],
    }
}

fn profile() -> Profile {
    Profile {
        name: "Ligue du Grand Fjord".into(),
        tagline: "Le sport de chez nous, en direct".into(),
        logo: Some(LEAGUE.picture("logo")),
        language: Language::Fr,
        multi_language: false,
        currency: Currency::Cad,
        google_tag: None,
        analytics_key: None,
        colours: ColorSettings {
            header_background: Colour::new(0xff, 0xff, 0xff),
            header_text_color: Colour::new(0x12, 0x24, 0x1e),
            body_background: Colour::new(0xf6, 0xf8, 0xf7),
            body_text_color: Colour::new(0x12, 0x1a, 0x17),
            footer_background: Colour::new(0x0d, 0x2b, 0x21),
            accent: Some(Colour::new(0x0f, 0x6b, 0x4f)),
        },
        geo_rule: Rule::Everywhere,
        accounts: AccountRules::default(),
        playback: PlaybackRules::default(),
    }
}

pub(crate) fn content(now: Timestamp) -> Content {
    let property = |id: i64, name: &str, alias: &str, values: &[&str]| GroupProperty {
        id: LEAGUE.id(id),
        name: name.into(),
        alias: alias.into(),
        values: values.iter().map(|value| (*value).into()).collect(),
    };
    Content {
        categories: schools::SPORTS.iter().map(|sport| LEAGUE.category(sport)).collect(),
        locations: schools::PLACES.iter().map(|place| LEAGUE.location(place)).collect(),
        groups: schools::SCHOOLS.iter().map(|school| LEAGUE.group(school)).collect(),
        group_properties: vec![
            property(1, "Niveau", "niveau", &schools::LEVELS),
            property(2, "Région", "region", &schools::REGIONS),
        ],
        participants: LEAGUE.participants(&games::TEAMS, &schools::SCHOOLS, &schools::SPORTS),
        links: words::links(),
        slides: words::slides(),
        pages: words::pages(),
        faq: words::faq(),
        static_blocks: words::static_blocks(),
        passes: words::passes(),
        prerolls: vec![],
        vod_items: library::items(now),
        vod_categories: library::categories(),
        vod_rails: library::rails(),
        forms: vec![contacts::form()],
        events: LEAGUE.events(&games::GAMES, &schools::SCHOOLS, &schools::PLACES, now),
    }
}

fn drawings() -> Vec<Drawing> {
    let colours: Vec<_> = schools::SCHOOLS.iter().map(|school| (school.crest.first, school.crest.metal)).collect();
    let mut drawings = LEAGUE.drawings(&schools::SCHOOLS, &schools::PLACES, &schools::SPORTS);
    drawings.extend(library::FILMS.iter().map(Film::drawing));
    drawings.push(Drawing { name: "logo.svg".into(), svg: mark::fjord(FIR_GREEN, Rgb(0xffc857)) });
    drawings.push(Drawing { name: "laissez-passer.svg".into(), svg: pennants::cover(&colours, FIR_GREEN) });
    drawings
}
