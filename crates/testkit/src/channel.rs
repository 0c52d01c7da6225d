//! A small channel to test with.

use domain::channel::{AccountRules, Language, PlaybackRules, Profile};
use domain::colours::ColorSettings;
use domain::content::{Content, FaqEntry, MenuLink, MenuPlace, Page, Redirect, SlidableType, Slide, StaticBlock};
use domain::event::{AccessType, Category, Event, Location, StreamStatus, Timing};
use domain::form::{CustomForm, FormField, FormFieldType, FormOption};
use domain::geo::Rule;
use domain::ids::{CategoryId, EventId, GroupId, LocationId, ParticipantId, VodCategoryId, VodItemId, VodRailId};
use domain::money::Currency;
use domain::participant::{Gender, Group, Image, ImageType, Participant, ParticipantProperties};
use domain::provider_id::ProviderIds;
use domain::secret::Secret;
use domain::time::Timestamp;
use domain::translations::Translations;
use domain::vod::{VodAccess, VodAsset, VodAssetType, VodCategory, VodItem, VodRail};
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
        geo_rule: None,
        media: Vec::new(),
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
        visible_from: None,
        visible_until: None,
        translations: Translations::default(),
    };
    ChannelImport {
        alias: alias.into(),
        hosts: vec![format!("{alias}.test")],
        profile: Profile {
            name: format!("{alias} sports"),
            tagline: "Every game".into(),
            logo: None,
            icon: None,
            language: Language::Fr,
            multi_language: false,
            translations: Translations::default().with(Language::Bg, "tagline", "Всички мачове"),
            currency: Currency::Cad,
            time_zone: "America/Toronto".into(),
            google_tag: None,
            analytics_key: None,
            ids: ProviderIds::default(),
            colours: ColorSettings::default(),
            geo_rule: Rule::Everywhere,
            accounts: AccountRules::default(),
            playback: PlaybackRules::default(),
        },
        content: Content {
            categories: vec![Category {
                id: CategoryId(first_id),
                name: "Basketball".into(),
                alias: "basketball".into(),
                image: None,
                translations: Translations::default().with(Language::Bg, "name", "Баскетбол"),
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
                parent_id: None,
                translations: Translations::default(),
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
                image: None,
                visible_from: None,
                visible_until: None,
                translations: Translations::default().with(Language::Bg, "name", "За нас").with(
                    Language::Bg,
                    "content",
                    "<p>Здравейте</p><script>alert(1)</script>",
                ),
            }],
            redirects: vec![Redirect { id: first_id, path: "/who-we-are".into(), page_id: first_id }],
            faq: vec![FaqEntry {
                id: first_id,
                question: "Why?".into(),
                answer: "<p>Because.</p>".into(),
                translations: Translations::default().with(Language::Fr, "answer", "<p>Parce que.</p>"),
            }],
            static_blocks: vec![StaticBlock {
                id: first_id,
                place: "home".into(),
                content: "<p>New here?</p><script>alert(1)</script>".into(),
                translations: Translations::default().with(
                    Language::Fr,
                    "content",
                    "<p>Première visite ?</p><img src=x onerror=alert(1)>",
                ),
            }],
            vod_items: vod_items(alias, first_id),
            vod_categories: vec![
                vod_category(alias, first_id, "Documentaries"),
                vod_category(alias, first_id + 1, "Training"),
            ],
            vod_rails: vec![vod_rail(first_id, 0, "New", [3, 0]), vod_rail(first_id, 1, "From the archive", [1, 2])],
            forms: vec![form(first_id)],
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
        keeps_edits: false,
    }
}

/// Four films: the second asks for the capability, the last is the newest.
fn vod_items(alias: &str, first_id: i64) -> Vec<VodItem> {
    let item = |offset: i64, title: &str, access, category: i64| VodItem {
        id: VodItemId(first_id + offset),
        title: title.into(),
        description: format!("A film of {alias}."),
        date: Timestamp(10_000 * (offset + 1)),
        duration_s: Some(600),
        access,
        category_ids: vec![VodCategoryId(first_id + category)],
        assets: vec![VodAsset {
            kind: VodAssetType::Image,
            path: format!("/storage/images/{alias}/film-{offset}.svg"),
        }],
        translations: Translations::default(),
        media: vec![],
    };
    vec![
        VodItem {
            translations: Translations::default().with(Language::Fr, "title", "La longue montée"),
            ..item(0, "St. Mary’s: the long way up", VodAccess::Free, 0)
        },
        item(1, "Behind the bench", VodAccess::VodMedia, 0),
        item(2, "Agility in ten minutes", VodAccess::Free, 1),
        item(3, "Zone defence", VodAccess::VodMedia, 1),
    ]
}

fn vod_category(alias: &str, id: i64, title: &str) -> VodCategory {
    VodCategory {
        id: VodCategoryId(id),
        title: format!("{alias} {title}"),
        alias: title.to_lowercase(),
        translations: Translations::default(),
    }
}

/// The films are said by their place in the list.
fn vod_rail(first_id: i64, offset: i64, title: &str, films: [i64; 2]) -> VodRail {
    VodRail {
        id: VodRailId(first_id + offset),
        title: title.into(),
        item_ids: films.map(|film| VodItemId(first_id + film)).into(),
        translations: Translations::default().with(Language::Fr, "title", "Nouveautés"),
    }
}

fn form(id: i64) -> CustomForm {
    let field = |name: &str, kind| FormField {
        name: name.into(),
        label: name.into(),
        kind,
        required: true,
        min_length: 2,
        max_length: 80,
        placeholder: String::new(),
        options: vec![],
        translations: Translations::default(),
    };
    let option = |value: &str| FormOption {
        value: value.into(),
        label: value.to_uppercase(),
        translations: Translations::default().with(Language::Fr, "label", "Billets"),
    };
    CustomForm {
        id,
        alias: "contacts".into(),
        title: "Write to us".into(),
        description: "We answer within a day.".into(),
        submit_text: "Send".into(),
        success_text: "Thank you.".into(),
        fields: vec![
            field("name", FormFieldType::Text),
            field("email", FormFieldType::Email),
            FormField {
                options: vec![option("tickets"), option("stream")],
                required: false,
                ..field("topic", FormFieldType::Select)
            },
            field("message", FormFieldType::Textarea),
            FormField { required: false, ..field("news", FormFieldType::Checkbox) },
        ],
        translations: Translations::default().with(Language::Fr, "title", "Écrivez-nous"),
    }
}
