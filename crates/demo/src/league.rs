//! What both demo channels are made of: short rows of schools, teams, places and games, and how they become content.

use std::collections::BTreeMap;

use domain::event::{AccessType, Category, Event, Location, StreamStatus, Timing};
use domain::geo::Rule;
use domain::ids::{CategoryId, EventId, GroupId, LocationId, ParticipantId};
use domain::participant::{Gender, Group, Image, ImageType, Participant, ParticipantProperties};
use domain::time::Timestamp;
use domain::translations::Translations;
use jiff::tz::TimeZone;

use super::art::Drawing;
use super::art::crest::Crest;
use super::art::scene::Cover;
use super::clock::When;

/// A channel's own range of ids and its folder of pictures.
#[derive(Clone, Copy)]
pub(crate) struct League {
    pub(crate) alias: &'static str,
    /// Added to the small numbers of the tables, since ids are unique across channels.
    pub(crate) offset: i64,
    /// What men's and women's teams are called in aliases.
    pub(crate) gender_words: [&'static str; 2],
}

pub(crate) struct School {
    pub(crate) id: i64,
    pub(crate) alias: &'static str,
    pub(crate) name: &'static str,
    pub(crate) short_name: &'static str,
    pub(crate) city: &'static str,
    pub(crate) state: &'static str,
    /// Alias and value of each group property.
    pub(crate) properties: [(&'static str, &'static str); 2],
    pub(crate) crest: Crest,
}

pub(crate) struct Sport {
    pub(crate) id: i64,
    pub(crate) alias: &'static str,
    pub(crate) name: &'static str,
    pub(crate) cover: Cover,
}

pub(crate) struct Place {
    pub(crate) id: i64,
    pub(crate) alias: &'static str,
    pub(crate) name: &'static str,
    pub(crate) city: &'static str,
    pub(crate) state: &'static str,
    pub(crate) country: &'static str,
    pub(crate) time_zone: &'static str,
    pub(crate) cover: Cover,
}

/// A team of a school; the three numbers make its id.
pub(crate) struct Team {
    pub(crate) school: i64,
    pub(crate) sport: i64,
    pub(crate) gender: Option<Gender>,
    pub(crate) name: &'static str,
    pub(crate) in_menu: bool,
}

/// A game between teams of one sport and gender.
pub(crate) struct Game {
    pub(crate) id: i64,
    /// Said where "away @ home" does not say enough.
    pub(crate) name: Option<&'static str>,
    pub(crate) sport: i64,
    pub(crate) gender: Option<Gender>,
    pub(crate) place: i64,
    pub(crate) access: AccessType,
    /// Schools: away, home; meets have more.
    pub(crate) schools: &'static [i64],
    pub(crate) when: When,
    /// Away, home.
    pub(crate) score: Option<[i32; 2]>,
    /// Seconds of it that were recorded, up to its end; nothing where there is no recording.
    pub(crate) recorded: Option<u32>,
    /// The one country that it may be watched in.
    pub(crate) only_in: Option<&'static str>,
}

impl Game {
    /// A game without a name or a result.
    pub(crate) const fn new(
        id: i64,
        (sport, gender): (i64, Option<Gender>),
        place: i64,
        access: AccessType,
        schools: &'static [i64],
        when: When,
    ) -> Self {
        Self { id, name: None, sport, gender, place, access, schools, when, score: None, recorded: None, only_in: None }
    }

    pub(crate) const fn named(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    pub(crate) const fn only_in(self, country: &'static str) -> Self {
        Self { only_in: Some(country), ..self }
    }

    /// Points so far, away and home.
    pub(crate) const fn score(self, away: i32, home: i32) -> Self {
        Self { score: Some([away, home]), ..self }
    }

    /// Of a game that is over: its last seconds are drawn, and can be watched.
    pub(crate) const fn recorded(self, seconds: u32) -> Self {
        Self { recorded: Some(seconds), ..self }
    }
}

impl Team {
    pub(crate) const fn new(school: i64, sport: i64, gender: Option<Gender>, name: &'static str) -> Self {
        Self { school, sport, gender, name, in_menu: false }
    }

    pub(crate) const fn in_menu(self) -> Self {
        Self { in_menu: true, ..self }
    }
}

impl League {
    pub(crate) fn id(&self, number: i64) -> i64 {
        self.offset + number
    }

    /// The address of one of the channel's drawings.
    pub(crate) fn picture(&self, name: &str) -> String {
        format!("/storage/images/{}/{name}.svg", self.alias)
    }

    pub(crate) fn team_id(&self, school: i64, sport: i64, gender: Option<Gender>) -> i64 {
        let gender = match gender {
            None => 0,
            Some(Gender::Men) => 1,
            Some(Gender::Women) => 2,
        };
        self.id(school * 100 + sport * 10 + gender)
    }

    fn crest(&self, school: &School) -> Vec<Image> {
        vec![Image { kind: ImageType::Crest, url: self.picture(&format!("crest-{}", school.alias)) }]
    }

    pub(crate) fn group(&self, school: &School) -> Group {
        Group {
            id: GroupId(self.id(school.id)),
            name: school.name.into(),
            short_name: school.short_name.into(),
            alias: Some(school.alias.into()),
            color: school.crest.first.to_string(),
            city: school.city.into(),
            state: school.state.into(),
            images: self.crest(school),
            properties: school
                .properties
                .iter()
                .map(|(alias, value)| ((*alias).into(), (*value).into()))
                .collect::<BTreeMap<_, _>>(),
            in_menu: true,
        }
    }

    pub(crate) fn category(&self, sport: &Sport) -> Category {
        Category {
            id: CategoryId(self.id(sport.id)),
            name: sport.name.into(),
            alias: sport.alias.into(),
            image: Some(self.picture(&format!("sport-{}", sport.alias))),
            translations: Translations::default(),
        }
    }

    pub(crate) fn location(&self, place: &Place) -> Location {
        Location {
            id: LocationId(self.id(place.id)),
            name: place.name.into(),
            city: place.city.into(),
            state: place.state.into(),
            country: place.country.into(),
            time_zone: place.time_zone.into(),
            image: Some(self.picture(&format!("place-{}", place.alias))),
        }
    }

    /// Teams of schools that are in the table; the others cannot be drawn or named.
    pub(crate) fn participants(&self, teams: &[Team], schools: &[School], sports: &[Sport]) -> Vec<Participant> {
        let team = |row: &Team| {
            let school = schools.iter().find(|school| school.id == row.school)?;
            let sport = sports.iter().find(|sport| sport.id == row.sport)?;
            let who = match row.gender {
                None => String::new(),
                Some(Gender::Men) => format!("-{}", self.gender_words[0]),
                Some(Gender::Women) => format!("-{}", self.gender_words[1]),
            };
            Some(Participant {
                id: ParticipantId(self.team_id(row.school, row.sport, row.gender)),
                name: row.name.into(),
                short_name: school.short_name.into(),
                alias: Some(format!("{}-{}{who}", school.alias, sport.alias)),
                images: self.crest(school),
                color: school.crest.first.to_string(),
                group_id: Some(GroupId(self.id(school.id))),
                event_category_id: Some(CategoryId(self.id(sport.id))),
                properties: ParticipantProperties { gender: row.gender, sport: Some(sport.name.into()) },
                in_menu: row.in_menu,
            })
        };
        teams.iter().filter_map(team).collect()
    }

    /// Games at places that are in the table, in the time of their place.
    pub(crate) fn events(&self, games: &[Game], schools: &[School], places: &[Place], now: Timestamp) -> Vec<Event> {
        let event = |game: &Game| {
            let place = places.iter().find(|place| place.id == game.place)?;
            let zone = TimeZone::get(place.time_zone).ok()?;
            let short_name = |id: &i64| schools.iter().find(|school| school.id == *id).map(|school| school.short_name);
            let participants: Vec<_> = game
                .schools
                .iter()
                .map(|school| ParticipantId(self.team_id(*school, game.sport, game.gender)))
                .collect();
            let meet = participants.len() > 2;
            let matchup = || game.schools.iter().filter_map(short_name).collect::<Vec<_>>().join(" @ ");
            let status = game.when.status();
            let starts_at = game.when.starts_at(now, &zone);
            Some(Event {
                id: EventId(self.id(game.id)),
                name: game.name.map_or_else(matchup, str::to_owned),
                status,
                access: game.access,
                category_id: CategoryId(self.id(game.sport)),
                location_id: Some(LocationId(self.id(game.place))),
                starts_at,
                time_zone: place.time_zone.into(),
                home_team_id: participants.last().copied().filter(|_| !meet),
                participants,
                score: game.score,
                duration_s: game.recorded.map(u32::cast_signed),
                // Two crests say more than a picture of the place; a meet and a final have the place instead.
                image: game.name.map(|_| self.picture(&format!("place-{}", place.alias))),
                single_event_package_id: None,
                // Nobody stands at the field to start a demo's game.
                timing: if status == StreamStatus::Upcoming { Timing::Clock } else { Timing::Stream },
                ends_at: Some(starts_at.plus(150 * Timestamp::MINUTE)),
                clips: 0,
                media: Vec::new(),
                geo_rule: game
                    .only_in
                    .and_then(|country| country.parse().ok())
                    .map(|country| Rule::OnlyIn { countries: [country].into() }),
            })
        };
        games.iter().filter_map(event).collect()
    }

    /// Crests, places and sports, drawn.
    pub(crate) fn drawings(&self, schools: &[School], places: &[Place], sports: &[Sport]) -> Vec<Drawing> {
        let crests = schools.iter().map(|school| (format!("crest-{}", school.alias), school.crest.svg()));
        let places = places.iter().map(|place| (format!("place-{}", place.alias), place.cover.svg()));
        let sports = sports.iter().map(|sport| (format!("sport-{}", sport.alias), sport.cover.svg()));
        crests.chain(places).chain(sports).map(|(name, svg)| Drawing { name: format!("{name}.svg"), svg }).collect()
    }
}
