//! Compares the index with a plain scan of all games.

use proptest::prelude::*;

use super::*;
use crate::event::Category;
use crate::participant::{Group, Participant, ParticipantProperties};
use crate::pass::tests::{held, pass};
use crate::pass::{Entitlement, Pass};
use crate::time::Timestamp;

fn team(id: i64, group: Option<i64>, gender: Option<Gender>) -> Participant {
    Participant {
        id: ParticipantId(id),
        name: format!("Team {id}"),
        short_name: format!("T{id}"),
        alias: None,
        images: vec![],
        color: "#000000".into(),
        group_id: group.map(GroupId),
        event_category_id: None,
        properties: ParticipantProperties { gender, sport: None },
        in_menu: false,
    }
}

fn content() -> Content {
    let school = |id, name: &str| Group {
        id: GroupId(id),
        name: name.into(),
        short_name: String::new(),
        alias: None,
        color: "#000000".into(),
        city: String::new(),
        state: String::new(),
        images: vec![],
        properties: [].into(),
        in_menu: false,
    };
    Content {
        categories: vec![Category {
            id: CategoryId(1),
            name: "Ice Hockey".into(),
            alias: "hockey".into(),
            image: None,
            translations: Default::default(),
        }],
        groups: vec![school(1, "St. Mary's"), school(2, "Évry")],
        participants: vec![
            team(1, Some(1), Some(Gender::Men)),
            team(2, Some(1), Some(Gender::Women)),
            team(3, Some(2), None),
            team(4, None, Some(Gender::Women)),
        ],
        ..Content::default()
    }
}

fn any_game(id: i64) -> impl Strategy<Value = Event> {
    let choices = (0..3usize, 0..4usize, 1..4i64, proptest::option::of(1..4i64), 0..50i64, any::<bool>());
    let sold_by = proptest::option::of(1..4i64);
    (choices, proptest::collection::vec(1..6i64, 0..4), "[a-cA-C .]{0,6}", 0..3i32, sold_by).prop_map(
        move |((status, access, category, location, starts_at, timed), teams, name, clips, sold_by)| Event {
            id: EventId(id),
            name,
            status: StreamStatus::ALL[status],
            access: AccessType::ALL[access],
            category_id: CategoryId(category),
            location_id: location.map(LocationId),
            starts_at: Timestamp(starts_at),
            time_zone: "America/Toronto".into(),
            participants: teams.into_iter().map(ParticipantId).collect(),
            home_team_id: None,
            score: None,
            duration_s: None,
            image: None,
            single_event_package_id: sold_by.map(PassId),
            timing: if timed { Timing::Clock } else { Timing::Stream },
            ends_at: Some(Timestamp(starts_at + 10)),
            clips,
            geo_rule: None,
            media: Vec::new(),
        },
    )
}

fn any_games() -> impl Strategy<Value = Vec<Event>> {
    (0..40i64).prop_flat_map(|count| (0..count).map(any_game).collect::<Vec<_>>())
}

fn any_facet() -> impl Strategy<Value = Facet> {
    prop_oneof![
        (0..3usize).prop_map(|at| Facet::Status(StreamStatus::ALL[at])),
        (0..4usize).prop_map(|at| Facet::Access(AccessType::ALL[at])),
        (1..5i64).prop_map(|id| Facet::Category(CategoryId(id))),
        (1..5i64).prop_map(|id| Facet::Location(LocationId(id))),
        (1..7i64).prop_map(|id| Facet::Participant(ParticipantId(id))),
        (1..4i64).prop_map(|id| Facet::Group(GroupId(id))),
        Just(Facet::Gender(None)),
        Just(Facet::Gender(Some(Gender::Men))),
        Just(Facet::Gender(Some(Gender::Women))),
        Just(Facet::Timed),
        Just(Facet::WithClip),
        (1..5i64).prop_map(|id| Facet::SoldBy(PassId(id))),
        (0..45i64).prop_map(|id| Facet::Event(EventId(id))),
    ]
}

prop_compose! {
    fn any_filter()(
        clauses in proptest::collection::vec(proptest::collection::vec(any_facet(), 0..3), 0..3),
        from in proptest::option::of(0..60i64),
        until in proptest::option::of(0..60i64),
    ) -> Filter {
        Filter { clauses, from: from.map(Timestamp), until: until.map(Timestamp), text: None }
    }
}

fn has(game: &Event, facet: &Facet, content: &Content) -> bool {
    let teams: Vec<_> = content.participants.iter().filter(|team| game.participants.contains(&team.id)).collect();
    match facet {
        Facet::Status(status) => game.status == *status,
        Facet::Access(access) => game.access == *access,
        Facet::Category(id) => game.category_id == *id,
        Facet::Location(id) => game.location_id == Some(*id),
        Facet::Participant(id) => game.participants.contains(id),
        Facet::Group(id) => teams.iter().any(|team| team.group_id == Some(*id)),
        Facet::Gender(None) => teams.iter().all(|team| team.properties.gender.is_none()),
        Facet::Gender(gender) => teams.iter().any(|team| team.properties.gender == *gender),
        Facet::Timed => game.timing == Timing::Clock && game.status != StreamStatus::Finished,
        Facet::WithClip => game.clips > 0,
        Facet::SoldBy(id) => game.single_event_package_id == Some(*id),
        Facet::Event(id) => game.id == *id,
    }
}

fn plainly(games: &[Event], filter: &Filter, order: Order, content: &Content) -> Vec<EventId> {
    let mut wanted: Vec<&Event> = games
        .iter()
        .filter(|game| filter.clauses.iter().all(|clause| clause.iter().any(|facet| has(game, facet, content))))
        .filter(|game| filter.from.is_none_or(|from| game.starts_at >= from))
        .filter(|game| filter.until.is_none_or(|until| game.starts_at < until))
        .collect();
    match order.field {
        SortField::Date => wanted.sort_by_key(|game| (game.starts_at, game.id)),
        SortField::Name => wanted.sort_by_key(|game| (words(&game.name).join(" "), game.starts_at, game.id)),
    }
    if order.descending {
        wanted.reverse();
    }
    wanted.into_iter().map(|game| game.id).collect()
}

fn any_order() -> impl Strategy<Value = Order> {
    (any::<bool>(), any::<bool>()).prop_map(|(by_name, descending)| Order {
        field: if by_name { SortField::Name } else { SortField::Date },
        descending,
    })
}

fn catalogue(games: &[Event], content: &Content) -> Catalogue {
    Catalogue::of(games.iter().cloned().map(Arc::new), content)
}

fn ids(page: &[Arc<Event>]) -> Vec<EventId> {
    page.iter().map(|game| game.id).collect()
}

proptest! {
    /// EVT-03: every filter and order gives what looking at every game gives, with the same total.
    #[test]
    fn the_index_agrees_with_a_plain_look(games in any_games(), filter in any_filter(), order in any_order()) {
        let content = content();
        let catalogue = catalogue(&games, &content);
        let found = catalogue.find(&filter);
        let expected = plainly(&games, &filter, order, &content);
        prop_assert_eq!(found.total(), expected.len());
        prop_assert_eq!(ids(&catalogue.page(&found, order, 0, 100)), expected);
    }

    /// PAY-01, PAY-14: a shop shows the games that a pass opens, and no others.
    #[test]
    fn covered_games_are_those_a_pass_opens(
        games in any_games(),
        (id, held_id) in (1..4i64, 1..3i64),
        sports in proptest::collection::vec(1..4i64, 0..3),
        is_team_pass: bool,
        chosen in (proptest::option::of(1..4i64), proptest::option::of(1..6i64), proptest::option::of(0..40i64)),
    ) {
        let content = content();
        let catalogue = catalogue(&games, &content);
        let pass = Pass { is_team_pass, ..pass(id, &sports) };
        let held = Entitlement {
            category_id: chosen.0.map(CategoryId),
            participant_id: chosen.1.map(ParticipantId),
            event_id: chosen.2.map(EventId),
            ..held(held_id)
        };
        let mut opened: Vec<_> = games.iter().filter(|game| held.covers(&pass, game)).map(|game| game.id).collect();
        let found = catalogue.covered_by(&pass, &held);
        let mut covered: Vec<_> = catalogue.found(&found).map(|game| game.id).collect();
        opened.sort();
        covered.sort();
        prop_assert_eq!(covered, opened);
    }

    /// EVT-03: pages neither overlap nor skip, with favourites first as without.
    #[test]
    fn pages_put_together_are_the_list(
        games in any_games(), filter in any_filter(), order in any_order(), size in 1..7usize, first in any_facet(),
    ) {
        let content = content();
        let catalogue = catalogue(&games, &content);
        let found = catalogue.find(&filter);
        let first = catalogue.any_of(&[first]);
        let pages = |page: &dyn Fn(usize) -> Vec<Arc<Event>>| -> Vec<EventId> {
            (0..).step_by(size).map(|offset| ids(&page(offset))).take_while(|page| !page.is_empty()).flatten().collect()
        };
        let whole = ids(&catalogue.page(&found, order, 0, 100));
        prop_assert_eq!(&pages(&|offset| catalogue.page(&found, order, offset, size)), &whole);

        let ahead = catalogue.both(&found, &first).total();
        let favoured = pages(&|offset| catalogue.page_with_first(&found, &first, order, offset, size));
        let is_first = |id: &EventId| catalogue.found(&first).any(|game| game.id == *id);
        prop_assert!(favoured[..ahead].iter().all(is_first) && !favoured[ahead..].iter().any(is_first));
        let (mut sorted, mut all) = (favoured, whole);
        sorted.sort();
        all.sort();
        prop_assert_eq!(sorted, all);
    }

    /// EVT-11: a catalogue that followed changes is the one that is made anew.
    #[test]
    fn catalogue_after_changes_equals_one_built_anew(
        games in any_games(), changes in any_games(), filter in any_filter(), order in any_order(),
    ) {
        let content = content();
        let followed = catalogue(&games, &content).with(changes.clone(), &content);
        let mut after = games;
        after.retain(|game| changes.iter().all(|change| change.id != game.id));
        after.extend(changes);
        let anew = catalogue(&after, &content);
        let page = |catalogue: &Catalogue| ids(&catalogue.page(&catalogue.find(&filter), order, 0, 200));
        prop_assert_eq!(page(&followed), page(&anew));
    }

    /// EVT-11: a state or a score changes without the index being made anew, and with the same result.
    #[test]
    fn state_change_keeps_the_text_index(games in any_games(), statuses in proptest::collection::vec(0..3usize, 40), filter in any_filter()) {
        let content = content();
        let changed: Vec<Event> = games
            .iter()
            .zip(statuses)
            .map(|(game, status)| Event { status: StreamStatus::ALL[status], score: Some([1, 2]), ..game.clone() })
            .collect();
        let before = catalogue(&games, &content);
        let followed = before.with(changed.clone(), &content);
        prop_assert!(Arc::ptr_eq(&before.text, &followed.text));
        let anew = catalogue(&changed, &content);
        prop_assert_eq!(followed.find(&filter), anew.find(&filter));
    }
}

/// EVT-03: a game is found by its own name, its teams, their schools and its sport.
#[test]
fn games_are_found_by_what_they_are_about() {
    let content = content();
    let base = Event { name: "Cup final".into(), category_id: CategoryId(1), ..sample() };
    let games = [Event { participants: vec![ParticipantId(1)], ..base }];
    let catalogue = catalogue(&games, &content);
    for text in ["cup", "team 1", "t1", "st mary", "hockey", "mary hockey final", "hocky"] {
        let filter = Filter { text: Some(text.into()), ..Filter::default() };
        assert_eq!(catalogue.find(&filter).total(), 1, "{text}");
    }
    let filter = Filter { text: Some("evry".into()), ..Filter::default() };
    assert!(catalogue.find(&filter).is_empty());
}

/// EVT-11: a game that the clock moves is due at its start and at its end; one with an encoder never is.
#[test]
fn the_clock_moves_only_its_own_games() {
    let game = Event { timing: Timing::Clock, starts_at: Timestamp(10), ends_at: Some(Timestamp(20)), ..sample() };
    assert_eq!(game.due(Timestamp(9)), None);
    assert_eq!(game.due(Timestamp(10)), Some(StreamStatus::Live));
    assert_eq!(game.due(Timestamp(20)), Some(StreamStatus::Finished));
    let live = Event { status: StreamStatus::Live, ..game.clone() };
    assert_eq!(live.due(Timestamp(19)), None);
    assert_eq!(live.due(Timestamp(20)), Some(StreamStatus::Finished));
    assert_eq!(Event { status: StreamStatus::Finished, ..game.clone() }.due(Timestamp(30)), None);
    assert_eq!(Event { timing: Timing::Stream, ..game }.due(Timestamp(30)), None);
}

fn sample() -> Event {
    Event {
        id: EventId(1),
        name: String::new(),
        status: StreamStatus::Upcoming,
        access: AccessType::Free,
        category_id: CategoryId(2),
        location_id: None,
        starts_at: Timestamp(0),
        time_zone: "America/Toronto".into(),
        participants: vec![],
        home_team_id: None,
        score: None,
        duration_s: None,
        image: None,
        single_event_package_id: None,
        timing: Timing::Stream,
        ends_at: None,
        clips: 0,
        geo_rule: None,
        media: Vec::new(),
    }
}
