//! Tests of which items are found and sold.

use proptest::prelude::*;

use super::*;
use crate::commerce::tests::{part, team};
use crate::event::AccessType;
use crate::event::tests::game;
use crate::pass::tests::pass;

const NOBODY: Buyer<'_> = Buyer { owned: &[], is_geo_blocked: false };

fn owns(owned: &[Part]) -> Buyer<'_> {
    Buyer { owned, is_geo_blocked: false }
}

fn wanted(kind: ItemType, id: Option<i64>) -> ItemRequest {
    ItemRequest {
        kind,
        id,
        package_id: None,
        subscription_id: None,
        single_event_package_id: None,
        event_id: None,
        category_ids: Vec::new(),
        participant_ids: Vec::new(),
    }
}

/// Season (1), team pass (2), subscriptions (3, 6), add-on (4), single game (5).
fn passes() -> Vec<Pass> {
    vec![
        pass(1, &[1, 2]),
        Pass { is_team_pass: true, ..pass(2, &[1]) },
        Pass { kind: PassKind::Subscription, ..pass(3, &[1]) },
        Pass { pass_type: PassType::Addition, ..pass(4, &[1]) },
        pass(5, &[]),
        Pass { kind: PassKind::Subscription, ..pass(6, &[2]) },
    ]
}

fn games() -> Vec<Arc<Event>> {
    let sold = |id, access| {
        let sold = Event { id: EventId(id), single_event_package_id: Some(PassId(5)), ..game(access, 1, &[]) };
        Arc::new(sold)
    };
    vec![sold(70, AccessType::Ppv), sold(71, AccessType::Paid), sold(72, AccessType::Free)]
}

fn with_shop<T>(test: impl FnOnce(&Shop<'_>) -> T) -> T {
    let (passes, participants, games) = (passes(), [team(10, 1), team(11, 1), team(12, 2)], games());
    test(&Shop { passes: &passes, participants: &participants, games: &games })
}

fn parts_of(wanted: &ItemRequest) -> Result<Vec<Part>, ItemError> {
    with_shop(|shop| shop.find(wanted).map(|found| found.parts))
}

fn sold(wanted: &[ItemRequest], buyer: Buyer<'_>) -> Result<usize, ItemError> {
    parts_sold(wanted, buyer).map(|parts| parts.len())
}

fn parts_sold(wanted: &[ItemRequest], buyer: Buyer<'_>) -> Result<Vec<Part>, ItemError> {
    with_shop(|shop| {
        let found: Vec<_> = wanted.iter().map(|wanted| shop.find(wanted).unwrap()).collect();
        Cart::of(&found, shop, buyer).map(|cart| cart.lines().iter().map(|line| line.part).collect())
    })
}

/// PAY-12: a game that is sold by itself goes by its own name, not by that of the pass for all such games.
#[test]
fn a_single_game_is_named_as_the_game() {
    with_shop(|shop| {
        let game = Event { name: "The final".into(), ..Event::clone(&shop.games[0]) };
        let games = [Arc::new(game)];
        let shop = Shop { games: &games, ..*shop };
        let single = ItemRequest {
            event_id: Some(EventId(70)),
            single_event_package_id: Some(PassId(5)),
            ..wanted(ItemType::Event, None)
        };
        let found = [shop.find(&single).unwrap(), shop.find(&wanted(ItemType::Package, Some(1))).unwrap()];
        let cart = Cart::of(&found, &shop, owns(&[])).unwrap();
        let names: Vec<_> = cart.lines().iter().map(|line| line.name).collect();
        assert_eq!(names, ["The final", &shop.passes[0].name]);
    });
}

/// VAL-12: "id not selected" without an id, "Pass not found" for what is not in the list of its kind.
#[test]
fn item_that_is_not_sold_is_not_found() {
    for kind in [ItemType::Package, ItemType::Subscription, ItemType::Event, ItemType::Addon] {
        assert_eq!(parts_of(&wanted(kind, None)), Err(ItemError::NotSelected), "{kind:?}");
        assert_eq!(parts_of(&wanted(kind, Some(99))), Err(ItemError::NotFound), "{kind:?}");
    }
    assert_eq!(parts_of(&wanted(ItemType::Package, Some(1))), Ok(vec![part(1, None)]));
    for (kind, id) in
        [(ItemType::Package, 3), (ItemType::Subscription, 1), (ItemType::Addon, 1), (ItemType::Package, 5)]
    {
        assert_eq!(parts_of(&wanted(kind, Some(id))), Err(ItemError::NotFound), "{kind:?} {id}");
    }
    assert_eq!(ItemError::NotSelected.to_string(), "id not selected");
    assert_eq!(ItemError::NotFound.to_string(), "Pass not found");
}

/// VAL-12: a game is sold by its own pass, and by name where the pass is for several.
#[test]
fn a_game_is_sold_by_its_own_pass() {
    let ask = |event: Option<i64>, pass: Option<i64>| {
        let (event_id, single_event_package_id) = (event.map(EventId), pass.map(PassId));
        parts_of(&ItemRequest { event_id, single_event_package_id, ..wanted(ItemType::Event, None) })
    };
    assert_eq!(ask(Some(70), Some(5)), Ok(vec![Part { event: Some(EventId(70)), ..part(5, None) }]));
    assert_eq!(ask(Some(70), None), Err(ItemError::NotSelected));
    assert_eq!(ask(None, Some(5)), Err(ItemError::NotSelected), "two games are sold by it");
    assert_eq!(ask(Some(72), Some(5)), Err(ItemError::NotFound), "free for all");
    assert_eq!(ask(Some(70), Some(1)), Err(ItemError::NotFound), "another pass");
}

/// One line for each chosen sport or team, however often it was named; every sport of a pass is the pass.
#[test]
fn each_choice_is_a_line() {
    let season = |sports: &[i64]| {
        let category_ids = sports.iter().copied().map(CategoryId).collect();
        parts_of(&ItemRequest { category_ids, ..wanted(ItemType::Package, Some(1)) })
    };
    assert_eq!(season(&[2, 2]), Ok(vec![part(1, Some(2))]));
    assert_eq!(season(&[2, 1, 2]), Ok(vec![part(1, None)]));
    assert_eq!(season(&[3]), Err(ItemError::WrongChoice));
    let teams = |teams: &[i64]| {
        let participant_ids = teams.iter().copied().map(ParticipantId).collect();
        parts_of(&ItemRequest { participant_ids, ..wanted(ItemType::Package, Some(2)) }).map(|parts| parts.len())
    };
    assert_eq!([teams(&[]), teams(&[10, 11, 10])], [Err(ItemError::NeedsTeam), Ok(2)]);
    assert_eq!(teams(&[12]), Err(ItemError::WrongChoice), "of another sport");
}

/// GEO-02, T13: where the buyer is comes first, then what they have.
#[test]
fn blocked_region_or_owned_item_is_not_sold() {
    let season = [wanted(ItemType::Package, Some(1))];
    assert_eq!(sold(&season, Buyer { owned: &[part(1, None)], is_geo_blocked: true }), Err(ItemError::Region));
    assert_eq!(sold(&season, owns(&[part(1, None)])), Err(ItemError::AlreadyOwned));
    assert_eq!(sold(&season, owns(&[part(3, None)])), Ok(1));
    let second = [ItemRequest { category_ids: vec![CategoryId(2)], ..season[0].clone() }];
    assert_eq!(sold(&second, owns(&[part(1, Some(1))])), Ok(1));
    assert_eq!(sold(&second, owns(&[part(1, None)])), Err(ItemError::AlreadyOwned));
}

/// PAY-14: a buyer with some sports of a pass who asks for all is sold the rest, also of a pass whose sports changed.
#[test]
fn the_rest_of_a_pass_is_sold_as_what_is_missing() {
    let season = [wanted(ItemType::Package, Some(1))];
    let all = [ItemRequest { category_ids: vec![CategoryId(1), CategoryId(2)], ..season[0].clone() }];
    for wish in [&season, &all] {
        assert_eq!(parts_sold(wish, owns(&[part(1, Some(1))])), Ok(vec![part(1, Some(2))]));
    }
    assert_eq!(sold(&season, owns(&[part(1, Some(1)), part(1, Some(2))])), Err(ItemError::AlreadyOwned));
    assert_eq!(parts_sold(&season, owns(&[part(1, Some(9))])), Ok(vec![part(1, Some(1)), part(1, Some(2))]));
    let twice = [season[0].clone(), ItemRequest { category_ids: vec![CategoryId(2)], ..season[0].clone() }];
    assert_eq!(sold(&twice, owns(&[part(1, Some(1))])), Err(ItemError::Twice));
    // As a game by itself, before the pass was sold as a whole: nobody can tell the rest of it.
    let as_game = Part { event: Some(EventId(70)), ..part(1, None) };
    assert_eq!(sold(&season, owns(&[as_game])), Err(ItemError::PartlyOwned));
}

/// PAY-05: a bundle holds nothing twice, and one subscription at most.
#[test]
fn a_bundle_is_sold_whole() {
    let [season, monthly, yearly] = [(ItemType::Package, 1), (ItemType::Subscription, 3), (ItemType::Subscription, 6)]
        .map(|(kind, id)| wanted(kind, Some(id)));
    assert_eq!(sold(&[season.clone(), monthly.clone()], NOBODY), Ok(2));
    assert_eq!(sold(&[season.clone(), season.clone()], NOBODY), Err(ItemError::Twice));
    assert_eq!(sold(&[monthly, yearly], NOBODY), Err(ItemError::ManySubscriptions));
    assert_eq!(sold(&[], NOBODY), Err(ItemError::NotSelected));
}

/// PAY-02: an add-on is sold with a pass of its own, or to a holder of one.
#[test]
fn an_add_on_needs_a_pass() {
    let add_on = wanted(ItemType::Addon, Some(4));
    let single = Part { event: Some(EventId(70)), ..part(5, None) };
    assert_eq!(sold(std::slice::from_ref(&add_on), NOBODY), Err(ItemError::NeedsPass));
    assert_eq!(sold(std::slice::from_ref(&add_on), owns(&[single])), Err(ItemError::NeedsPass));
    assert_eq!(sold(std::slice::from_ref(&add_on), owns(&[part(1, None)])), Ok(1));
    assert_eq!(sold(&[add_on, wanted(ItemType::Package, Some(1))], NOBODY), Ok(2));
}

/// Any item of a request.
fn anything() -> impl Strategy<Value = ItemRequest> {
    let kinds = prop_oneof![
        4 => Just(ItemType::Package),
        2 => Just(ItemType::Subscription),
        1 => Just(ItemType::Event),
        1 => Just(ItemType::Addon),
    ];
    let sports = proptest::collection::vec(1_i64..4, 0..3);
    let teams = proptest::collection::vec(10_i64..13, 0..3);
    (kinds, 1_i64..7, sports, teams, proptest::option::of(70_i64..73)).prop_map(|(kind, id, sports, teams, event)| {
        ItemRequest {
            event_id: event.map(EventId),
            category_ids: sports.into_iter().map(CategoryId).collect(),
            participant_ids: teams.into_iter().map(ParticipantId).collect(),
            ..wanted(kind, Some(id))
        }
    })
}

proptest! {
    /// I2: whatever is asked for, in whatever bundles, nobody ends up with the same twice.
    #[test]
    fn owned_part_is_never_sold_again(bundles in proptest::collection::vec(proptest::collection::vec(anything(), 1..3), 1..12)) {
        let owned = with_shop(|shop| {
            let mut owned: Vec<Part> = vec![];
            for bundle in &bundles {
                let found: Result<Vec<_>, _> = bundle.iter().map(|wanted| shop.find(wanted)).collect();
                let Ok(found) = found else { continue };
                if let Ok(cart) = Cart::of(&found, shop, owns(&owned)) {
                    let bought: Vec<_> = cart.lines().iter().map(|line| line.part).collect();
                    owned.extend(bought);
                }
            }
            owned
        });
        for (place, part) in owned.iter().enumerate() {
            prop_assert!(!owned[..place].iter().any(|before| before.overlaps(part)), "{:?} in {:?}", part, owned);
        }
    }
}
