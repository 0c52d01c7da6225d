//! Tests of what the demo promises to its screens.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

use domain::account::{Capability, EmailKey};
use domain::channel::Language;
use domain::colours::Colour;
use domain::content::{Content, SlidableType};
use domain::event::{AccessType, Event, StreamStatus};
use domain::favourite::Kind;
use domain::form::{BASIC_PASS, Filled};
use domain::html::{is_safe_link, sanitise};
use domain::ids::EntitlementId;
use domain::participant::Image;
use domain::pass::{Entitlement, PassKind, PassType, Source};
use domain::paths::is_page_url;
use domain::preroll::Preroll;
use domain::time::{Timestamp, is_time_zone};
use domain::translations::Translated;
use domain::vod::VodAccess;

use super::{DemoChannel, channels};

/// Sunday, 15 November 2026, in the middle of an hour.
const NOW: Timestamp = Timestamp(1_794_713_400_000);

static CHANNELS: LazyLock<Vec<DemoChannel>> = LazyLock::new(|| channels(NOW));

fn northline() -> &'static DemoChannel {
    &CHANNELS[0]
}

fn in_state(channel: &DemoChannel, status: StreamStatus) -> impl Iterator<Item = &Event> {
    channel.content.events.iter().filter(move |event| event.status == status)
}

/// PLAY-03: the season pass brings everything, a single game clips of itself, and every pass that is one of its own brings
/// clips.
#[test]
fn passes_include_their_capabilities() {
    for channel in CHANNELS.iter() {
        let season = &channel.content.passes[0];
        assert_eq!(season.capabilities, Capability::ALL, "{}", season.name);
        for pass in channel.content.passes.iter().filter(|pass| pass.pass_type == PassType::Regular) {
            assert!(pass.capabilities.contains(&Capability::Clipping), "{}", pass.name);
        }
        assert!(channel.content.passes.iter().all(|pass| pass.capabilities.contains(&Capability::Watch)));
    }
    let single = northline().content.passes.iter().find(|pass| pass.offer == "game").unwrap();
    assert_eq!(single.capabilities, [Capability::Watch, Capability::Clipping]);
}

/// PAY-14: the season pass of the demo opens the paid games, and not those that are sold by themselves.
#[test]
fn the_season_pass_covers_paid_games() {
    let season = northline().accounts.iter().find(|account| account.email == "season@demo.test").unwrap();
    let pass = northline().content.passes.iter().find(|pass| Some(pass.id) == season.pass).unwrap();
    let held = Entitlement {
        id: EntitlementId(1),
        pass_id: pass.id,
        category_id: None,
        participant_id: None,
        event_id: None,
        source: Source::Grant,
        starts_at: NOW,
        ends_at: None,
    };
    for game in northline().content.events.iter().filter(|game| game.access.costs_money()) {
        assert_eq!(held.covers(pass, game), game.access == AccessType::Paid, "{}", game.name);
    }
    assert!(northline().content.prerolls.iter().all(Preroll::is_usable));
    assert_eq!(northline().content.prerolls.len(), 2);
}

#[test]
fn demo_content_has_enough_of_each_kind() {
    let content = &northline().content;
    assert_eq!(content.groups.len(), 10);
    assert!(content.categories.len() >= 6);
    assert!(content.participants.len() >= 28);
    assert!(content.locations.len() >= 8);
    assert!(content.locations.iter().map(|place| &place.time_zone).collect::<HashSet<_>>().len() >= 4);
    assert_eq!(content.pages.len(), 5);
    assert_eq!(content.faq.len(), 12);
    assert_eq!(content.passes_of(PassKind::Package).count(), 5);
    assert_eq!(content.passes_of(PassKind::Subscription).count(), 2);
    for kind in [SlidableType::Category, SlidableType::Participant, SlidableType::Group] {
        assert!(content.slides.iter().any(|slide| slide.is_of(kind)), "{kind:?}");
    }
    assert_eq!(content.slides.iter().filter(|slide| slide.is_of(SlidableType::Main)).count(), 4);
    assert!(CHANNELS[1].content.events.len() >= 12);
}

/// VOD-01, FORM-01, UI-15, UI-16: both channels have a library, a contact form, words at every place, and slides of
/// every kind.
#[test]
fn both_channels_have_a_library_and_a_form() {
    for channel in CHANNELS.iter() {
        let content = &channel.content;
        assert!(content.vod_items.len() >= 14);
        assert_eq!(content.vod_categories.len(), 4);
        assert!(content.vod_rails.len() >= 3 && content.vod_rails.iter().all(|rail| rail.item_ids.len() >= 4));
        for access in VodAccess::ALL {
            assert!(content.vod_items.iter().filter(|item| item.access == access).count() >= 4, "{access:?}");
        }
        for category in &content.vod_categories {
            assert!(content.vod_items.iter().any(|item| item.category_ids == [category.id]), "{}", category.title);
        }
        let films: HashSet<_> = content.vod_items.iter().map(|item| item.id).collect();
        assert!(content.vod_rails.iter().flat_map(|rail| &rail.item_ids).all(|id| films.contains(id)));
        for place in ["home", "games", "vod", "contacts", "footer"] {
            assert!(content.static_blocks.iter().any(|block| block.place == place), "{place}");
        }
        for url in ["/about", "/privacy_policy", "/terms_conditions"] {
            assert!(content.pages.iter().any(|page| page.url == url), "{url}");
        }
        for kind in [SlidableType::Category, SlidableType::Participant, SlidableType::Group] {
            assert!(content.slides.iter().any(|slide| slide.is_of(kind)), "{kind:?}");
        }
        let form = &content.forms[0];
        assert_eq!((form.alias.as_str(), form.faults().len()), ("contacts", 0));
        let names: Vec<_> = form.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["name", "email", "topic", "message", "newsletter"]);
    }
}

/// PAY-15: new members of the first channel can choose the free pass, in three languages.
#[test]
fn basic_pass_form_is_offered_in_three_languages() {
    let form = northline().content.forms.iter().find(|form| form.alias == "basic-pass").unwrap();
    assert!(form.faults().is_empty());
    let chosen = [Filled { name: BASIC_PASS.into(), value: "true".into() }];
    assert!(form.selects_basic_pass(&form.check(&chosen).unwrap()));
    assert!(form.check(&[]).is_err(), "an empty form chooses nothing");
    for language in [Language::Fr, Language::Bg] {
        assert!(form.translations.text(language, "title").is_some());
        assert!(form.fields.iter().all(|field| field.translations.text(language, "label").is_some()));
    }
}

/// GEO-02, UI-14: a free game that is over, and one that is sold, may be watched in one other country alone.
#[test]
fn two_games_are_for_another_country() {
    let ruled: Vec<_> = northline().content.events.iter().filter(|event| event.geo_rule.is_some()).collect();
    let kinds: Vec<_> = ruled.iter().map(|game| (game.status, game.access)).collect();
    assert_eq!(kinds, [(StreamStatus::Finished, AccessType::Free), (StreamStatus::Finished, AccessType::Ppv)]);
    for rule in ruled.iter().filter_map(|game| game.geo_rule.as_ref()) {
        assert_eq!(rule.unknown_country(), None);
        assert!(!rule.blocks("FR".parse().ok()));
        for elsewhere in [None, "CA".parse().ok(), "US".parse().ok(), "BG".parse().ok()] {
            assert!(rule.blocks(elsewhere), "{elsewhere:?}");
        }
    }
}

/// UI-13: the first channel speaks French and Bulgarian too, wherever it was translated at all.
#[test]
fn translations_come_in_both_languages() {
    let content = &northline().content;
    let both = |row: &dyn Fn(Language) -> bool| row(Language::Fr) && row(Language::Bg);
    assert!(content.categories.iter().all(|row| both(&|to| row.translations.text(to, "name").is_some())));
    assert!(content.links.iter().all(|row| both(&|to| row.translations.text(to, "name").is_some())));
    assert_eq!(content.faq.iter().filter(|row| both(&|to| row.translations.text(to, "answer").is_some())).count(), 3);
    for field in &content.forms[0].fields {
        assert!(both(&|to| field.translations.text(to, "label").is_some()), "{}", field.name);
        assert!(field.options.iter().all(|option| both(&|to| option.translations.text(to, "label").is_some())));
    }
    assert!(content.vod_rails.iter().all(|row| both(&|to| row.translations.text(to, "title").is_some())));
}

#[test]
fn games_cover_every_state_and_every_access() {
    assert!(northline().content.events.len() >= 36);
    for (status, least) in [(StreamStatus::Live, 4), (StreamStatus::Upcoming, 14), (StreamStatus::Finished, 14)] {
        assert!(in_state(northline(), status).count() >= least, "{status:?}");
        for access in AccessType::ALL {
            assert!(in_state(northline(), status).any(|event| event.access == access), "{status:?} {access:?}");
        }
    }
    assert!(northline().content.events.iter().any(|event| event.participants.len() == 6));
}

#[test]
fn games_stand_on_the_right_side_of_now_all_year() {
    // 181 minutes, so that every minute of the hour and both changes of the clocks are met.
    for step in 0..2_920_i64 {
        let now = NOW.plus(step * 181 * Timestamp::MINUTE);
        let minutes_ahead = |event: &Event| (event.starts_at.0 - now.0) / Timestamp::MINUTE;
        for event in channels_events(now) {
            let ahead = minutes_ahead(&event);
            match event.status {
                StreamStatus::Live => assert!((-100..=-20).contains(&ahead), "{} {ahead}", event.name),
                StreamStatus::Upcoming => assert!((40..=5 * 7 * 24 * 60).contains(&ahead), "{} {ahead}", event.name),
                StreamStatus::Finished => {
                    let length = i64::from(event.duration_s.unwrap_or_default()) / 60;
                    assert!(ahead + length < 0, "{} {ahead}", event.name);
                    assert!(ahead >= -10 * 7 * 24 * 60, "{} {ahead}", event.name);
                }
            }
        }
    }
}

/// Files with games and what they refer to alone: all texts would be read for every hour of a year.
static GAMES: LazyLock<[String; 2]> = LazyLock::new(|| {
    [super::northline::SOURCE.json, super::fjord::SOURCE.json].map(|json| {
        let mut file: serde_json::Value = serde_json::from_str(json).unwrap();
        let fields = file.as_object_mut().unwrap();
        let shown = ["pages", "faq", "blocks", "forms", "films", "filmCategories", "rails", "slides", "links"];
        fields.retain(|name, _| !shown.contains(&name.as_str()));
        file.to_string()
    })
});

fn channels_events(now: Timestamp) -> Vec<Event> {
    let options = channelfile::Options { now, alias: None, hosts: None };
    let read = |json: &String| channelfile::ChannelFile::read(json.as_bytes(), options).unwrap();
    GAMES.iter().flat_map(|json| read(json).content.events).collect()
}

/// What the crest shows is what the pages are coloured with, and every school has one.
#[test]
fn schools_have_the_colours_of_their_crests() {
    for (channel, source) in CHANNELS.iter().zip([&super::northline::SOURCE, &super::fjord::SOURCE]) {
        assert_eq!(channel.alias, source.alias);
        assert_eq!(channel.content.groups.len(), source.crests.len());
        for school in &channel.content.groups {
            let crest = source.crest(school.alias.as_deref().unwrap()).unwrap_or_else(|| panic!("{}", school.name));
            assert_eq!(school.color, crest.first.to_string(), "{}", school.name);
        }
    }
}

#[test]
fn team_and_location_have_one_game_at_a_time() {
    for week in 0..52 {
        let now = NOW.plus(week * 7 * Timestamp::DAY + week * 5 * Timestamp::HOUR);
        let mut taken = BTreeMap::new();
        for event in channels_events(now) {
            for team in &event.participants {
                let before = taken.insert((event.starts_at, team.0), event.name.clone());
                assert_eq!(before, None, "{}", event.name);
            }
            let before = taken.insert((event.starts_at, -event.location_id.map_or(0, |id| id.0)), event.name.clone());
            assert_eq!(before, None, "{}", event.name);
        }
    }
}

#[test]
fn a_second_start_within_the_hour_changes_nothing() {
    let [first, second] = [NOW, NOW.plus(20 * Timestamp::MINUTE)].map(channels);
    for (first, second) in first.iter().zip(&second) {
        assert_eq!(first.content, second.content);
        assert_eq!(first.profile, second.profile);
    }
}

#[test]
fn states_and_results_agree() {
    for channel in CHANNELS.iter() {
        for event in &channel.content.events {
            let meet = event.participants.len() > 2;
            let finished = event.status == StreamStatus::Finished;
            // The plan of the pictures says how long each recording is.
            assert!(finished || event.duration_s.is_none(), "{}", event.name);
            assert_eq!(event.score.is_some(), event.status != StreamStatus::Upcoming && !meet, "{}", event.name);
            assert_eq!(event.home_team_id, event.participants.last().copied().filter(|_| !meet));
            assert!(!meet || event.image.is_some(), "{}", event.name);
        }
    }
}

#[test]
fn ids_are_unique_and_everything_referred_to_exists() {
    let mut seen = HashSet::new();
    for channel in CHANNELS.iter() {
        let content = &channel.content;
        let categories: HashSet<_> = content.categories.iter().map(|row| row.id).collect();
        let places: HashSet<_> = content.locations.iter().map(|row| row.id).collect();
        let groups: HashSet<_> = content.groups.iter().map(|row| row.id).collect();
        let teams: BTreeMap<_, _> = content.participants.iter().map(|row| (row.id, row)).collect();
        let events: HashSet<_> = content.events.iter().map(|row| row.id.0).collect();
        let ids = [
            ("category", content.categories.iter().map(|row| row.id.0).collect::<Vec<_>>()),
            ("place", content.locations.iter().map(|row| row.id.0).collect()),
            ("group", content.groups.iter().map(|row| row.id.0).collect()),
            ("property", content.group_properties.iter().map(|row| row.id).collect()),
            ("team", content.participants.iter().map(|row| row.id.0).collect()),
            ("link", content.links.iter().map(|row| row.id).collect()),
            ("slide", content.slides.iter().map(|row| row.id).collect()),
            ("page", content.pages.iter().map(|row| row.id).collect()),
            ("faq", content.faq.iter().map(|row| row.id).collect()),
            ("block", content.static_blocks.iter().map(|row| row.id).collect()),
            ("pass", content.passes.iter().map(|row| row.id.0).collect()),
            ("film", content.vod_items.iter().map(|row| row.id.0).collect()),
            ("kind of films", content.vod_categories.iter().map(|row| row.id.0).collect()),
            ("rail", content.vod_rails.iter().map(|row| row.id.0).collect()),
            ("form", content.forms.iter().map(|row| row.id).collect()),
            ("event", content.events.iter().map(|row| row.id.0).collect()),
        ];
        for (table, ids) in ids {
            for id in ids {
                assert!(seen.insert((table, id)), "{table} {id}");
            }
        }
        for team in content.participants.iter() {
            assert!(team.group_id.is_some_and(|id| groups.contains(&id)), "{}", team.name);
            assert!(team.event_category_id.is_some_and(|id| categories.contains(&id)), "{}", team.name);
        }
        for event in &content.events {
            assert!(categories.contains(&event.category_id), "{}", event.name);
            assert!(event.location_id.is_some_and(|id| places.contains(&id)), "{}", event.name);
            assert!(event.participants.len() >= 2);
            for id in &event.participants {
                assert_eq!(teams[id].event_category_id, Some(event.category_id), "{}", event.name);
            }
        }
        for slide in &content.slides {
            assert!(slide.event_id.is_none_or(|id| events.contains(&id)), "{}", slide.title);
            let target = slide.slidable_id.unwrap_or_default();
            let exists = match slide.slidable_type {
                None | Some(SlidableType::Main) => slide.slidable_id.is_none(),
                Some(SlidableType::Category) => categories.iter().any(|id| id.0 == target),
                Some(SlidableType::Participant) => teams.keys().any(|id| id.0 == target),
                Some(SlidableType::Group) => groups.iter().any(|id| id.0 == target),
            };
            assert!(exists, "{}", slide.title);
        }
        for pass in &content.passes {
            assert!(pass.categories.iter().chain(&pass.category_id).all(|id| categories.contains(id)), "{}", pass.name);
        }
        for group in &content.groups {
            for property in &content.group_properties {
                assert!(property.values.contains(&group.properties[&property.alias]), "{}", group.name);
            }
        }
    }
}

#[test]
fn favourites_of_demo_accounts_exist() {
    let content = &northline().content;
    let emails: Vec<_> = northline().accounts.iter().map(|account| account.email).collect();
    assert_eq!(emails, ["fan@demo.test", "season@demo.test", "new@demo.test", "temp@demo.test"]);
    for account in &northline().accounts {
        assert!(EmailKey::of(account.email).is_some(), "{}", account.email);
        for (kind, target) in &account.favourites {
            let exists = match kind {
                Kind::Participant => content.participants.iter().any(|row| row.id.0 == *target),
                Kind::Group => content.groups.iter().any(|row| row.id.0 == *target),
                Kind::Category => content.categories.iter().any(|row| row.id.0 == *target),
                Kind::Event => content.events.iter().any(|row| row.id.0 == *target),
                Kind::Location => content.locations.iter().any(|row| row.id.0 == *target),
            };
            assert!(exists, "{} keeps {kind:?} {target}", account.email);
        }
    }
}

#[test]
fn every_game_is_in_the_zone_of_its_place() {
    for channel in CHANNELS.iter() {
        for place in &channel.content.locations {
            assert!(is_time_zone(&place.time_zone), "{}", place.time_zone);
        }
        for event in &channel.content.events {
            let place = channel.content.locations.iter().find(|place| Some(place.id) == event.location_id).unwrap();
            assert_eq!(event.time_zone, place.time_zone);
        }
    }
}

/// Two with the same name could not be told apart in an address.
#[test]
fn schools_and_teams_answer_to_names_of_their_own() {
    for channel in CHANNELS.iter() {
        let content = &channel.content;
        let mut words = HashSet::new();
        for (name, alias) in content
            .groups
            .iter()
            .map(|row| (&row.name, &row.alias))
            .chain(content.participants.iter().map(|row| (&row.name, &row.alias)))
        {
            assert!(words.insert(name.to_lowercase()), "{name}");
            assert!(words.insert(alias.as_deref().unwrap().to_lowercase()), "{name}");
        }
    }
}

#[test]
fn the_channels_share_no_name() {
    let [first, second] = [0, 1].map(|index| names(&CHANNELS[index]));
    assert_eq!(first.intersection(&second).collect::<Vec<_>>(), Vec::<&String>::new());
}

fn names(channel: &DemoChannel) -> BTreeSet<String> {
    let content = &channel.content;
    let mut names: Vec<&str> = vec![&channel.profile.name, &channel.profile.tagline];
    names.extend(content.groups.iter().flat_map(|row| [&row.name, &row.short_name, &row.city]).map(String::as_str));
    names.extend(content.participants.iter().map(|row| row.name.as_str()));
    names.extend(content.categories.iter().flat_map(|row| [&row.name, &row.alias]).map(String::as_str));
    names.extend(content.locations.iter().map(|row| row.name.as_str()));
    names.extend(content.group_properties.iter().flat_map(|row| [&row.name, &row.alias]).map(String::as_str));
    names.extend(content.pages.iter().map(|row| row.name.as_str()));
    names.extend(content.passes.iter().map(|row| row.name.as_str()));
    names.extend(content.slides.iter().flat_map(|row| [&row.title, &row.text]).map(String::as_str));
    names.extend(content.faq.iter().map(|row| row.question.as_str()));
    names.extend(content.vod_items.iter().flat_map(|row| [&row.title, &row.description]).map(String::as_str));
    names.extend(content.vod_categories.iter().map(|row| row.title.as_str()));
    names.extend(content.vod_rails.iter().map(|row| row.title.as_str()));
    names.extend(content.events.iter().map(|row| row.name.as_str()));
    names.into_iter().map(str::to_lowercase).collect()
}

#[test]
fn every_picture_is_drawn() {
    for channel in CHANNELS.iter() {
        let content = &channel.content;
        let url = |image: &Image| image.url.clone();
        let mut wanted: Vec<String> = content.groups.iter().flat_map(|row| row.images.iter().map(url)).collect();
        wanted.extend(content.participants.iter().flat_map(|row| row.images.iter().map(url)));
        wanted.extend(content.categories.iter().filter_map(|row| row.image.clone()));
        wanted.extend(content.locations.iter().filter_map(|row| row.image.clone()));
        wanted.extend(content.slides.iter().filter_map(|row| row.image.clone()));
        wanted.extend(content.passes.iter().filter_map(|row| row.image.clone()));
        wanted.extend(content.events.iter().filter_map(|row| row.image.clone()));
        wanted.extend(content.vod_items.iter().flat_map(|row| row.assets.iter().map(|asset| asset.path.clone())));
        wanted.extend(channel.profile.logo.clone());
        let wanted: BTreeSet<_> = wanted.into_iter().collect();
        let drawn: BTreeSet<_> = channel
            .drawings
            .iter()
            .map(|drawing| format!("/storage/images/{}/{}", channel.alias, drawing.name))
            .collect();
        assert_eq!(wanted, drawn);
        assert_eq!(drawn.len(), channel.drawings.len());
    }
}

#[test]
fn drawings_are_small_distinct_and_harmless() {
    let mut seen = HashSet::new();
    for drawing in CHANNELS.iter().flat_map(|channel| &channel.drawings) {
        let svg = &drawing.svg;
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=") && svg.ends_with("</svg>"));
        assert!(svg.len() <= 8 * 1024, "{} has {} bytes", drawing.name, svg.len());
        for word in ["<script", "<text", "<image", "<style", "<foreignObject", "href", "style=", "NaN", "inf", " on"] {
            assert!(!svg.contains(word), "{} has {word}", drawing.name);
        }
        assert_balanced(&drawing.name, svg);
        assert!(seen.insert(svg), "{} is drawn twice", drawing.name);
    }
}

/// Every element is closed, every paint that is referred to is there.
fn assert_balanced(name: &str, svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').unwrap();
        assert_eq!(text, "", "{name}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{name}: {tag}");
        match tag.strip_prefix('/') {
            Some(closing) => assert_eq!(open.pop(), Some(closing), "{name}"),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap()),
        }
    }
    assert!(open.is_empty(), "{name}");
    for reference in svg.split("url(#").skip(1) {
        let id = reference.split(')').next().unwrap();
        assert!(svg.contains(&format!("id=\"{id}\"")), "{name}: {id}");
    }
}

#[test]
fn html_passes_the_sanitiser_unchanged() {
    for channel in CHANNELS.iter() {
        for html in html_of(&channel.content) {
            assert_eq!(&sanitise(html), html);
        }
    }
}

/// All HTML of a channel, in every language.
fn html_of(content: &Content) -> Vec<&String> {
    fn translated<'a, T: Translated>(row: &'a T) -> impl Iterator<Item = &'a String> + use<'a, T> {
        row.translations().all().flat_map(|(_, texts)| T::HTML.iter().filter_map(|field| texts.get(*field)))
    }
    let mut html: Vec<&String> = Vec::new();
    for row in &content.pages {
        html.push(&row.content);
        html.extend(translated(row));
    }
    for row in &content.faq {
        html.push(&row.answer);
        html.extend(translated(row));
    }
    for row in &content.static_blocks {
        html.push(&row.content);
        html.extend(translated(row));
    }
    html
}

#[test]
fn links_lead_to_pages_that_exist() {
    for channel in CHANNELS.iter() {
        let content = &channel.content;
        let mut known: HashSet<&str> = content.pages.iter().map(|page| page.url.as_str()).collect();
        for url in &known {
            assert!(is_page_url(url), "{url}");
        }
        known.insert("/faq");
        let mut links: Vec<&str> = content.links.iter().map(|link| link.url.as_str()).collect();
        links.extend(content.slides.iter().filter_map(|slide| slide.link_url.as_deref()));
        for html in html_of(content) {
            links.extend(html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()));
        }
        for link in links {
            assert!(is_safe_link(link) && (known.contains(link) || link.starts_with("mailto:")), "{link}");
        }
    }
}

#[test]
fn prices_add_up_and_agree_with_the_page() {
    for (channel, page, mark) in [(&CHANNELS[0], "tickets", '.'), (&CHANNELS[1], "billets", ',')] {
        let page = channel.content.pages.iter().find(|row| row.alt_name == page).unwrap();
        for pass in &channel.content.passes {
            assert_eq!(pass.price.0, pass.base_price.0 + pass.service_fee.0, "{}", pass.name);
            let price = pass.price.decimal().replace('.', &mark.to_string());
            assert!(page.content.contains(&pass.name) && page.content.contains(&price), "{} {price}", pass.name);
        }
    }
}

#[test]
fn colours_can_be_read() {
    for channel in CHANNELS.iter() {
        let colours = &channel.profile.colours;
        assert!(colours.body_background.contrast(colours.body_text_color) >= 7.0);
        assert!(colours.header_background.contrast(colours.header_text_color) >= 7.0);
        for group in &channel.content.groups {
            assert!(group.color.parse::<Colour>().is_ok(), "{}", group.color);
        }
    }
}
