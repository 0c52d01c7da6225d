//! A channel with as many games as are asked for: the same schools, teams and places whatever their number.

use domain::event::{AccessType, Category, Event, Location, StreamStatus, Timing};
use domain::ids::{CategoryId, EventId, GroupId, LocationId, ParticipantId};
use domain::participant::{Gender, Group, Participant, ParticipantProperties};
use domain::time::Timestamp;
use store::ChannelImport;

const SCHOOLS: i64 = 40;
const SPORTS: [&str; 8] =
    ["Basketball", "Football", "Soccer", "Ice Hockey", "Volleyball", "Baseball", "Swimming", "Wrestling"];
const PLACES: i64 = 30;
const TOWNS: [&str; 10] = [
    "St. Mary's",
    "Northridge",
    "Granite Bay",
    "Évry",
    "Ironwood",
    "Cedar Valley",
    "Lakeside",
    "Summit Hill",
    "Riverton",
    "Harbor Point",
];
/// The first game of the season that goes back furthest, 2022-08-02.
const FIRST: i64 = 1_659_400_000_000;
/// The last, in the year after the figures were first taken.
const LAST: i64 = 1_830_000_000_000;

/// A channel served at `{alias}.localhost`; ids of different `first_id` stay apart by ten million.
pub(crate) fn channel(alias: &str, first_id: i64, games: i64, now: Timestamp) -> ChannelImport {
    let mut import = testkit::channel(alias, first_id);
    import.hosts = vec![format!("{alias}.localhost")];
    let content = &mut import.content;
    let town = |number: i64| TOWNS[usize::try_from(number).unwrap_or(0) % TOWNS.len()];
    content.categories = (0..).zip(SPORTS).map(|(at, name)| sport(first_id + at, name)).collect();
    content.locations = (0..PLACES).map(|at| place(first_id + at, at, town(at))).collect();
    content.groups = (0..SCHOOLS).map(|at| school(first_id + at, at, town(at))).collect();
    content.participants = (0..SCHOOLS * 8).map(|at| team(first_id, at, town(at / 8))).collect();
    content.events = (0..games).map(|at| game(first_id, at, games, now)).collect();
    import
}

fn sport(id: i64, name: &str) -> Category {
    Category {
        id: CategoryId(id),
        name: name.into(),
        alias: name.to_lowercase().replace(' ', "-"),
        image: None,
        translations: Default::default(),
    }
}

fn place(id: i64, at: i64, town: &str) -> Location {
    Location {
        id: LocationId(id),
        name: format!("{town} Field {at}"),
        city: town.into(),
        state: if at % 2 == 0 { "ON".into() } else { "QC".into() },
        country: "CA".into(),
        time_zone: "America/Toronto".into(),
        image: None,
    }
}

fn school(id: i64, at: i64, town: &str) -> Group {
    Group {
        id: GroupId(id),
        name: format!("{town} School {at}"),
        short_name: format!("S{at}"),
        alias: Some(format!("school-{at}")),
        color: "#b3122a".into(),
        city: town.into(),
        state: "ON".into(),
        images: vec![],
        properties: [("division".to_owned(), if at % 4 == 0 { "A" } else { "B" }.to_owned())].into(),
        in_menu: false,
    }
}

/// Eight teams to a school, one for each sport.
fn team(first_id: i64, at: i64, town: &str) -> Participant {
    let sport = at % 8;
    Participant {
        id: ParticipantId(first_id + at),
        name: format!("{town} {at}"),
        short_name: format!("T{at}"),
        alias: Some(format!("team-{at}")),
        images: vec![],
        color: "#b3122a".into(),
        group_id: Some(GroupId(first_id + at / 8)),
        event_category_id: Some(CategoryId(first_id + sport)),
        properties: ParticipantProperties {
            gender: [Some(Gender::Men), Some(Gender::Women), None][usize::try_from(at % 3).unwrap_or(0)],
            sport: None,
        },
        in_menu: false,
    }
}

fn game(first_id: i64, at: i64, games: i64, now: Timestamp) -> Event {
    // Spread evenly over the years, in an order that is not that of the ids.
    let starts_at = Timestamp(FIRST + (at * 7_919 % games) * ((LAST - FIRST) / games));
    let sport = at % 8;
    let away = (at / 8) % SCHOOLS;
    let home = (away + 1 + (at / 320) % (SCHOOLS - 1)) % SCHOOLS;
    let status = match starts_at {
        _ if at % 5_000 == 7 => StreamStatus::Live,
        start if start < now => StreamStatus::Finished,
        _ => StreamStatus::Upcoming,
    };
    Event {
        id: EventId(first_id + at),
        name: format!("T{} @ T{}", away * 8 + sport, home * 8 + sport),
        status,
        access: AccessType::ALL[usize::try_from(at % 4).unwrap_or(0)],
        category_id: CategoryId(first_id + sport),
        location_id: Some(LocationId(first_id + at % PLACES)),
        starts_at,
        time_zone: "America/Toronto".into(),
        participants: vec![ParticipantId(first_id + away * 8 + sport), ParticipantId(first_id + home * 8 + sport)],
        home_team_id: Some(ParticipantId(first_id + home * 8 + sport)),
        score: (status == StreamStatus::Finished).then_some([3, 4]),
        duration_s: (status == StreamStatus::Finished).then_some(5_400),
        image: None,
        single_event_package_id: None,
        timing: Timing::Stream,
        ends_at: None,
        clips: 0,
        geo_rule: None,
        media: Vec::new(),
    }
}
