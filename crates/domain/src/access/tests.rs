use proptest::prelude::*;

use super::*;
use crate::event::tests::game;
use crate::ids::{EntitlementId, PassId};
use crate::pass::tests::{held, pass};

const NOBODYS: Viewer<'_> = Viewer::Member(NOTHING);
const NOTHING: Holdings<'_> = Holdings { own: &[], entitlements: &[], passes: &[], now: Timestamp(150) };

fn watches(viewer: Viewer<'_>, asked: AccessType) -> bool {
    decide(viewer, &game(asked, 1, &[1, 2]), false).watch
}

#[test]
fn a_visitor_watches_what_is_free_and_nothing_else() {
    for asked in AccessType::ALL {
        assert_eq!(watches(Viewer::Anonymous, asked), asked == AccessType::Free, "{asked:?}");
    }
}

#[test]
fn an_account_opens_games_for_registered_viewers_but_none_that_cost_money() {
    for asked in AccessType::ALL {
        assert_eq!(watches(NOBODYS, asked), !asked.costs_money(), "{asked:?}");
    }
}

/// GEO-02: the region is said before anybody is asked for an account or for money.
#[test]
fn the_region_comes_before_everything_else() {
    for asked in AccessType::ALL {
        for viewer in [Viewer::Anonymous, NOBODYS] {
            let kept_out = decide(viewer, &game(asked, 1, &[]), true);
            assert_eq!((kept_out.watch, kept_out.reason), (false, Reason::Region), "{viewer:?} {asked:?}");
            assert_eq!(kept_out.pass, None, "{viewer:?} {asked:?}");
        }
    }
}

/// PAY-14: a pass opens what it covers, by its name and in its time.
#[test]
fn a_pass_opens_what_it_covers() {
    let (passes, entitlements) = ([pass(1, &[1]), pass(2, &[2])], [held(2), held(1)]);
    let holdings = Holdings { entitlements: &entitlements, passes: &passes, ..NOTHING };
    let at = |now| Viewer::Member(Holdings { now: Timestamp(now), ..holdings });
    let event = game(AccessType::Paid, 1, &[1, 2]);
    let access = decide(at(150), &event, false);
    assert_eq!((access.watch, access.reason), (true, Reason::CoveredByPass));
    assert_eq!(access.pass.map(|pass| pass.id), Some(PassId(1)));
    for now in [99, 200] {
        assert_eq!(decide(at(now), &event, false).reason, Reason::NeedsPass, "{now}");
    }
    assert_eq!(decide(at(150), &game(AccessType::Ppv, 1, &[]), false).reason, Reason::NeedsPass);
    assert_eq!(decide(at(150), &event, true).pass, None);
}

/// T54: a clip is cut with what was paid, the oldest of it, before a trial; free games ask for nothing.
#[test]
fn a_clip_is_cut_with_what_was_paid() {
    let passes = [pass(1, &[1]), pass(2, &[2])];
    let with = |pass: i64, id: i64, source| Entitlement { id: EntitlementId(id), source, ..held(pass) };
    let right = |entitlements: &[Entitlement], access| {
        let holdings = Holdings { entitlements, passes: &passes, ..NOTHING };
        Viewer::Member(holdings).right_to_clip(&game(access, 1, &[1, 2]))
    };
    let (trial, bought, given) = (with(1, 3, Source::Trial), with(1, 9, Source::Purchase), with(1, 7, Source::Grant));
    let of_another_sport = with(2, 1, Source::Purchase);
    let paid = AccessType::Paid;
    assert_eq!(right(&[trial.clone(), of_another_sport.clone()], paid), Some(Right::Trial(EntitlementId(3))));
    assert_eq!(right(&[trial.clone(), bought.clone()], paid), Some(Right::Pass(EntitlementId(9))));
    assert_eq!(right(&[bought, trial.clone(), given], paid), Some(Right::Pass(EntitlementId(7))));
    assert_eq!(right(&[of_another_sport], paid), None);
    assert_eq!(right(&[trial], AccessType::Register), Some(Right::Open));
    assert_eq!(Viewer::Anonymous.right_to_clip(&game(paid, 1, &[])), None);
    assert_eq!(Viewer::Anonymous.right_to_clip(&game(AccessType::Free, 1, &[])), Some(Right::Open));
}

/// PAY-02: an add-on opens its games beside a pass of its own, and nothing alone.
#[test]
fn an_add_on_counts_beside_a_pass() {
    let add_on = Pass { pass_type: PassType::Addition, ..pass(1, &[1]) };
    let single = Entitlement { event_id: Some(EventId(9)), ..held(2) };
    let (passes, event) = ([add_on, pass(2, &[2])], game(AccessType::Paid, 1, &[]));
    let opens = |entitlements: &[Entitlement], now| {
        let holdings = Holdings { entitlements, passes: &passes, now: Timestamp(now), ..NOTHING };
        decide(Viewer::Member(holdings), &event, false).watch
    };
    assert!(!opens(&[held(1)], 150) && !opens(&[held(1), single], 150));
    assert!(opens(&[held(1), held(2)], 150) && !opens(&[held(1), held(2)], 200));
}

/// AUTH-09: capabilities add to what may be watched, and open nothing else.
#[test]
fn capabilities_count_where_a_game_may_be_watched() {
    let features = |own: &[Capability], asked, blocked| {
        decide(Viewer::Member(Holdings { own, ..NOTHING }), &game(asked, 1, &[]), blocked).features()
    };
    assert_eq!(features(&[], AccessType::Free, false), [Feature::Watch]);
    assert_eq!(features(&Capability::ALL, AccessType::Free, false).len(), 6);
    let film = [Feature::Watch, Feature::VodMediaAccess];
    assert_eq!(features(&[Capability::VodMedia], AccessType::Free, false), film);
    for (asked, blocked) in [(AccessType::Ppv, false), (AccessType::Free, true)] {
        assert_eq!(features(&Capability::ALL, asked, blocked), []);
    }
    let stranger = decide(Viewer::Anonymous, &game(AccessType::Free, 1, &[]), false);
    assert_eq!(stranger.features(), [Feature::Watch]);
}

/// A regular pass, an add-on and one for single games, each with a capability and limits of its own.
fn shop() -> [Pass; 3] {
    let bringing = |id, capability, most| Pass {
        capabilities: vec![capability],
        max_clips: most,
        max_downloads: most,
        ..pass(id, &[id])
    };
    [
        bringing(1, Capability::Clipping, Some(5)),
        Pass { pass_type: PassType::Addition, ..bringing(2, Capability::NoAds, Some(500)) },
        bringing(3, Capability::Download, Some(50)),
    ]
}

/// PLAY-03: a pass brings what it says while it is held; an add-on beside a pass; a single game for itself alone.
#[test]
fn passes_bring_capabilities() {
    let passes = shop();
    let single = Entitlement { event_id: Some(EventId(9)), ..held(3) };
    let of = |entitlements: &[Entitlement], now| {
        Holdings { entitlements, passes: &passes, now: Timestamp(now), ..NOTHING }.capabilities()
    };
    assert_eq!(of(&[held(1)], 150), [Capability::Clipping]);
    assert_eq!(of(&[held(1)], 99), []);
    assert_eq!(of(&[held(1)], 200), [], "it has ended");
    assert_eq!(of(&[held(2)], 150), [], "there is nothing for it to add to");
    assert_eq!(of(&[held(2), single.clone()], 150), [], "a single game is no pass to add to");
    assert_eq!(of(&[held(1), held(2)], 150), [Capability::Clipping, Capability::NoAds]);

    let entitlements = [single];
    let holdings = Holdings { entitlements: &entitlements, passes: &passes, ..NOTHING };
    let may = |game| holdings.may(Capability::Download, game);
    assert!(may(Some(EventId(9))) && !may(Some(EventId(8))) && !may(None));
    let free = |id| Event { id: EventId(id), ..game(AccessType::Free, 1, &[]) };
    let features = |id| decide(Viewer::Member(holdings), &free(id), false).features();
    assert_eq!(features(9), [Feature::Watch, Feature::Download]);
    assert_eq!(features(8), [Feature::Watch]);
}

/// CLIP-01, EVT-08: the best of what allows it counts; the channel's number where nothing else is said.
#[test]
fn active_pass_sets_clip_and_download_limits() {
    let everybody = PlaybackRules { max_clips: 20, max_downloads: 30, ..PlaybackRules::default() };
    let mut passes = shop().to_vec();
    passes.push(Pass { capabilities: vec![Capability::Clipping], ..pass(4, &[1]) });
    passes.push(pass(5, &[1]));
    let single = Entitlement { event_id: Some(EventId(9)), ..held(3) };
    let at = |own: &[Capability], entitlements: &[Entitlement], game, now| {
        let holdings = Holdings { own, entitlements, passes: &passes, now: Timestamp(now) };
        let limits = holdings.limits(game, &everybody);
        (limits.clips, limits.downloads)
    };
    assert_eq!(at(&[], &[], None, 150), (20, 30));
    assert_eq!(at(&[], &[held(1)], None, 150), (5, 5));
    assert_eq!(at(&[], &[held(1)], None, 200), (20, 30), "it has ended");
    assert_eq!(at(&[], &[held(1), held(2)], None, 150), (500, 500));
    assert_eq!(at(&[], &[held(2)], None, 150), (20, 30), "there is nothing for it to add to");
    assert_eq!(at(&[], &[held(1), held(4)], None, 150), (20, 5), "it brings clips, and says no number");
    assert_eq!(at(&[], &[held(1), held(5)], None, 150), (5, 5), "it brings nothing");
    assert_eq!(at(&[Capability::Clipping], &[held(1)], None, 150), (20, 5), "given by hand");
    assert_eq!(at(&[], std::slice::from_ref(&single), Some(EventId(9)), 150), (50, 50));
    assert_eq!(at(&[], &[single], Some(EventId(8)), 150), (20, 30), "another game");
}

/// Any capabilities.
fn some() -> impl Strategy<Value = Vec<Capability>> {
    proptest::sample::subsequence(Capability::ALL.to_vec(), 0..=6)
}

/// A pass of each number up to four, and any selection of them as held.
fn held_passes() -> impl Strategy<Value = (Vec<Pass>, Vec<Entitlement>)> {
    let sold = (some(), proptest::option::of(0_u32..9), any::<bool>()).prop_map(|(capabilities, most, is_addition)| {
        let pass_type = if is_addition { PassType::Addition } else { PassType::Regular };
        Pass { capabilities, max_clips: most, max_downloads: most, pass_type, ..pass(0, &[1]) }
    });
    let bought = (1_i64..5, proptest::option::of(0_i64..3), 0_i64..3, 0_i64..3).prop_map(|(id, event, from, long)| {
        let (starts_at, ends_at) = (Timestamp(from * 100), Some(Timestamp((from + long) * 100)));
        Entitlement { event_id: event.map(EventId), starts_at, ends_at, ..held(id) }
    });
    let passes = proptest::collection::vec(sold, 4).prop_map(|mut passes| {
        for (id, pass) in (1..).zip(&mut passes) {
            pass.id = PassId(id);
        }
        passes
    });
    (passes, proptest::collection::vec(bought, 0..6))
}

proptest! {
    /// I4, I7: nobody watches a game that costs money without a pass that covers it now.
    #[test]
    fn money_is_never_waived(sport in 0_i64..4, sports in proptest::collection::vec(0_i64..4, 0..4), now in 0_i64..300, ppv: bool) {
        let (passes, entitlements) = ([pass(1, &sports)], [held(1)]);
        let holdings = Holdings { entitlements: &entitlements, passes: &passes, now: Timestamp(now), ..NOTHING };
        let viewer = Viewer::Member(holdings);
        let event = game(if ppv { AccessType::Ppv } else { AccessType::Paid }, sport, &[]);
        let covered = !ppv && sports.contains(&sport) && (100..200).contains(&now);
        prop_assert_eq!(decide(viewer, &event, false).watch, covered);
        prop_assert!(!decide(Viewer::Anonymous, &event, false).watch);
    }

    /// PLAY-03: a member with more passes may do no less and keep no less; an ended pass brings nothing; there is
    /// nothing beyond what is the account's own and what its active passes bring.
    #[test]
    fn additional_pass_never_reduces_rights((passes, entitlements) in held_passes(), own in some(), now in 0_i64..500, game in proptest::option::of(0_i64..3)) {
        let (now, game) = (Timestamp(now), game.map(EventId));
        let rules = PlaybackRules { max_clips: 4, max_downloads: 4, ..PlaybackRules::default() };
        let all = Holdings { own: &own, entitlements: &entitlements, passes: &passes, now };
        let active: Vec<_> = entitlements.iter().filter(|held| held.is_active(now)).cloned().collect();
        let without_ended = Holdings { entitlements: &active, ..all };
        let mut fewer = entitlements.clone();
        fewer.pop();
        let fewer = Holdings { entitlements: &fewer, ..all };
        prop_assert_eq!(without_ended.limits(game, &rules), all.limits(game, &rules));
        for capability in Capability::ALL {
            let may = all.may(capability, game);
            prop_assert!(may || !fewer.may(capability, game));
            prop_assert_eq!(without_ended.may(capability, game), may);
            let has = |held: &Entitlement| {
                let is_here = held.event_id.is_none() || held.event_id == game;
                is_here && passes.iter().any(|pass| pass.id == held.pass_id && pass.capabilities.contains(&capability))
            };
            prop_assert!(!may || own.contains(&capability) || active.iter().any(has));
            prop_assert!(!own.contains(&capability) || may);
        }
        if fewer.may(Capability::Clipping, game) {
            prop_assert!(all.limits(game, &rules).clips >= fewer.limits(game, &rules).clips);
        }
    }
}
