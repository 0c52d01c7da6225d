//! A small channel to test with.

use domain::channel::{Language, Profile};
use domain::colours::ColorSettings;
use domain::content::{Content, FaqEntry, MenuLink, MenuPlace, Page, SlidableType, Slide};
use domain::event::{AccessType, Category, Event, Location, StreamStatus, Timing};
use domain::ids::{CategoryId, EventId, GroupId, LocationId, ParticipantId};
use domain::money::Currency;
use domain::participant::{Gender, Group, Image, ImageType, Participant, ParticipantProperties};
use domain::secret::Secret;
use domain::time::Timestamp;
use store::ChannelImport;

/// When the small channel's season is: 2026, in milliseconds.
pub const SEASON: i64 = 1_780_000_000_000;

/// A small channel; `first_id` keeps the ids of two channels apart.
pub fn channel(alias: &str, first_id: i64) -> ChannelImport {
    let team = |offset: i64, name: &str| Participant {
        id: ParticipantId(first_id + offset),
        name: format!("{alias} {name}"),
        short_name: name[..3].to_uppercase(),
        alias: Some(name.to_lowercase()),
        images: vec![Image { kind: ImageType::Crest, url: format!("/storage/images/{alias}/{name}.svg") }],
        color: "#b3122a".into(),
        group_id: Some(GroupId(first_id)),
        event_category_id: Some(CategoryId(first_id)),
        properties: ParticipantProperties { gender: Some(Gender::Women), sport: Some("Basketball".into()) },
        in_menu: true,
    };
    let game = |offset: i64, status, starts_at| Event {
        id: EventId(first_id + offset),
        name: format!("{alias} game {offset}"),
        status,
        access: AccessType::Ppv,
        category_id: CategoryId(first_id),
        location_id: Some(LocationId(first_id)),
        starts_at: Timestamp(SEASON + starts_at),
        time_zone: "America/Toronto".into(),
        participants: vec![ParticipantId(first_id), ParticipantId(first_id + 1 + offset % 2)],
        home_team_id: Some(ParticipantId(first_id + 1)),
        score: (status == StreamStatus::Finished).then_some([3, 4]),
        duration_s: (status == StreamStatus::Finished).then_some(5400),
        image: None,
        single_event_package_id: None,
        timing: Timing::Stream,
        ends_at: None,
        clips: 0,
    };
    let slide = |offset: i64, slidable_type, title: &str| Slide {
        id: first_id + offset,
        slidable_type,
        slidable_id: slidable_type.map(|_| first_id),
        title: title.into(),
        text: String::new(),
        image: None,
        event_id: None,
        link_url: None,
        link_text: None,
    };
    ChannelImport {
        alias: alias.into(),
        hosts: vec![format!("{alias}.test")],
        profile: Profile {
            name: format!("{alias} sports"),
            tagline: "Every game".into(),
            logo: None,
            language: Language::Fr,
            multi_language: false,
            currency: Currency::Cad,
            google_tag: None,
            analytics_key: None,
            colours: ColorSettings::default(),
        },
        content: Content {
            categories: vec![Category {
                id: CategoryId(first_id),
                name: "Basketball".into(),
                alias: "basketball".into(),
                image: None,
            }],
            locations: vec![Location {
                id: LocationId(first_id),
                name: "North Arena".into(),
                city: "Toronto".into(),
                state: "ON".into(),
                country: "CA".into(),
                time_zone: "America/Toronto".into(),
                image: None,
            }],
            groups: vec![Group {
                id: GroupId(first_id),
                name: "Northridge".into(),
                short_name: "NOR".into(),
                alias: None,
                color: "#b3122a".into(),
                city: "Toronto".into(),
                state: "ON".into(),
                images: vec![],
                properties: [("division".to_owned(), "A".to_owned())].into(),
                in_menu: true,
            }],
            participants: vec![team(0, "Hawks"), team(1, "Wolves"), team(2, "Bears")],
            links: vec![MenuLink {
                id: first_id,
                name: "About".into(),
                url: "/about".into(),
                place: MenuPlace::Footer,
            }],
            slides: vec![
                slide(0, None, "Welcome"),
                slide(1, Some(SlidableType::Main), "Final"),
                slide(2, Some(SlidableType::Participant), "Hawks"),
            ],
            pages: vec![Page {
                id: first_id,
                url: "/about".into(),
                alt_name: "about".into(),
                name: "About".into(),
                content: "<p>Hello</p><script>alert(1)</script>".into(),
            }],
            faq: vec![FaqEntry { id: first_id, question: "Why?".into(), answer: "<p>Because.</p>".into() }],
            events: vec![
                game(0, StreamStatus::Live, 5_000),
                game(1, StreamStatus::Upcoming, 9_000),
                game(2, StreamStatus::Upcoming, 7_000),
                game(3, StreamStatus::Finished, 1_000),
                game(4, StreamStatus::Finished, 2_000),
            ],
            ..Content::default()
        },
        channel_key: format!("ck_{alias}"),
        key_secret: Secret::new([7; 32]),
        now: Timestamp(1_000),
    }
}
