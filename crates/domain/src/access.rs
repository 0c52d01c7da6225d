//! May this viewer watch this game, and why: the one place that answers.

use jiff::tz::TimeZone;
use serde::Serialize;
use utoipa::ToSchema;

use crate::account::Capability;
use crate::event::{AccessType, Event};
use crate::pass::{Entitlement, Pass, PassType, Source};
use crate::time::Timestamp;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer<'a> {
    Anonymous,
    /// Logged in to an account on this channel.
    Member(Holdings<'a>),
}

/// What a member holds, and the passes of the channel that it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holdings<'a> {
    pub entitlements: &'a [Entitlement],
    pub passes: &'a [Pass],
    pub now: Timestamp,
}

impl<'a> Holdings<'a> {
    /// The first pass that opens the game now, and how it is held.
    fn pass_for(&self, event: &Event) -> Option<(&'a Pass, &'a Entitlement)> {
        let covering = |(pass, held): &(&Pass, &Entitlement)| {
            held.covers(pass, event) && (pass.pass_type == PassType::Regular || self.has_regular())
        };
        self.active().find(covering)
    }

    /// What is held now, with its pass.
    fn active(&self) -> impl Iterator<Item = (&'a Pass, &'a Entitlement)> {
        let (now, passes) = (self.now, self.passes);
        let active = self.entitlements.iter().filter(move |held| held.is_active(now));
        active.filter_map(move |held| Some((passes.iter().find(|pass| pass.id == held.pass_id)?, held)))
    }

    /// Whether there is a pass for others to add to; a single game is none.
    fn has_regular(&self) -> bool {
        self.active().any(|(pass, held)| pass.pass_type == PassType::Regular && held.event_id.is_none())
    }
}

/// Why a viewer may or may not watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It may not be watched where the viewer is.
    Region,
    FreeForAll,
    HasAccount,
    CoveredByPass,
    NeedsAccount,
    NeedsPass,
}

/// The answer, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access<'a> {
    pub watch: bool,
    pub reason: Reason,
    /// The pass that covers it, where it is one.
    pub pass: Option<&'a Pass>,
    /// How its viewer came by it.
    pub held: Option<&'a Entitlement>,
}

/// Decides from what is known of the viewer and the game. Where a game may not be watched is said first: nobody is asked
/// to register or to pay for what they will not see.
pub fn decide<'a>(viewer: Viewer<'a>, event: &Event, is_geo_blocked: bool) -> Access<'a> {
    let is_sold = event.access.costs_money();
    let found = match viewer {
        Viewer::Member(holdings) if is_sold && !is_geo_blocked => holdings.pass_for(event),
        _ => None,
    };
    let (watch, reason) = match (event.access, viewer) {
        _ if is_geo_blocked => (false, Reason::Region),
        (AccessType::Free, _) => (true, Reason::FreeForAll),
        (AccessType::Register, Viewer::Member(_)) => (true, Reason::HasAccount),
        (AccessType::Register, Viewer::Anonymous) => (false, Reason::NeedsAccount),
        (AccessType::Paid | AccessType::Ppv, _) if found.is_some() => (true, Reason::CoveredByPass),
        (AccessType::Paid | AccessType::Ppv, _) => (false, Reason::NeedsPass),
    };
    let (pass, held) = found.unzip();
    Access { watch, reason, pass, held }
}

/// What can be done with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    Watch,
    Download,
    Clipping,
    DownloadClip,
    NoAds,
    VodMediaAccess,
}

impl Access<'_> {
    /// What the viewer may do. Whoever may not watch a game may do nothing with it; the rest is by capability.
    pub fn features(&self, capabilities: &[Capability]) -> Vec<Feature> {
        if !self.watch {
            return Vec::new();
        }
        let bought = capabilities.iter().filter_map(|capability| match capability {
            // Said by the decision itself.
            Capability::Watch => None,
            Capability::Download => Some(Feature::Download),
            Capability::Clipping => Some(Feature::Clipping),
            Capability::DownloadClip => Some(Feature::DownloadClip),
            Capability::NoAds => Some(Feature::NoAds),
            Capability::VodMedia => Some(Feature::VodMediaAccess),
        });
        [Feature::Watch].into_iter().chain(bought).collect()
    }

    /// Why a game that costs money is open, in words: "Included in Season Pass, bought Nov 3". The day is the one where
    /// its reader is.
    pub fn words(&self, zone: &TimeZone) -> Option<String> {
        let (pass, held) = (self.pass?, self.held?);
        let how = match held.source {
            Source::Purchase => "bought",
            Source::Grant => "given",
            Source::Trial => "on trial since",
        };
        let began = jiff::Timestamp::from_millisecond(held.starts_at.0).ok()?.to_zoned(zone.clone());
        Some(format!("Included in {}, {how} {}", pass.name, began.strftime("%b %-d")))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::event::tests::game;
    use crate::ids::{EventId, PassId};
    use crate::pass::tests::{held, pass};

    const NOBODYS: Viewer<'_> = Viewer::Member(Holdings { entitlements: &[], passes: &[], now: Timestamp(150) });

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
                let kept_out = Access { watch: false, reason: Reason::Region, pass: None, held: None };
                assert_eq!(decide(viewer, &game(asked, 1, &[]), true), kept_out, "{viewer:?} {asked:?}");
            }
        }
    }

    /// PAY-14: a pass opens what it covers, by its name and in its time.
    #[test]
    fn a_pass_opens_what_it_covers() {
        let (passes, entitlements) = ([pass(1, &[1]), pass(2, &[2])], [held(2), held(1)]);
        let at = |now| Viewer::Member(Holdings { entitlements: &entitlements, passes: &passes, now: Timestamp(now) });
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

    /// PAY-02: an add-on opens its games beside a pass of its own, and nothing alone.
    #[test]
    fn an_add_on_counts_beside_a_pass() {
        let add_on = Pass { pass_type: PassType::Addition, ..pass(1, &[1]) };
        let single = Entitlement { event_id: Some(EventId(9)), ..held(2) };
        let (passes, event) = ([add_on, pass(2, &[2])], game(AccessType::Paid, 1, &[]));
        let opens = |entitlements: &[Entitlement], now| {
            let holdings = Holdings { entitlements, passes: &passes, now: Timestamp(now) };
            decide(Viewer::Member(holdings), &event, false).watch
        };
        assert!(!opens(&[held(1)], 150) && !opens(&[held(1), single], 150));
        assert!(opens(&[held(1), held(2)], 150) && !opens(&[held(1), held(2)], 200));
    }

    /// The reason is told in words, with the day as it is where the reader is.
    #[test]
    fn the_reason_can_be_read() {
        let starts_at = Timestamp("2026-11-04T02:00:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond());
        let words = |source| {
            let entitlements = [Entitlement { source, starts_at, ends_at: None, ..held(1) }];
            let holdings = Holdings { entitlements: &entitlements, passes: &[pass(1, &[1])], now: starts_at };
            let access = decide(Viewer::Member(holdings), &game(AccessType::Paid, 1, &[]), false);
            access.words(&TimeZone::get("America/Toronto").unwrap())
        };
        assert_eq!(words(Source::Purchase).as_deref(), Some("Included in Pass 1, bought Nov 3"));
        assert_eq!(words(Source::Trial).as_deref(), Some("Included in Pass 1, on trial since Nov 3"));
        let free = decide(NOBODYS, &game(AccessType::Free, 1, &[]), false);
        assert_eq!(free.words(&TimeZone::UTC), None);
    }

    /// AUTH-09: capabilities add to what may be watched, and open nothing else.
    #[test]
    fn capabilities_count_where_a_game_may_be_watched() {
        let free = decide(NOBODYS, &game(AccessType::Free, 1, &[]), false);
        assert_eq!(free.features(&[]), [Feature::Watch]);
        assert_eq!(free.features(&Capability::ALL).len(), 6);
        assert_eq!(free.features(&[Capability::VodMedia]), [Feature::Watch, Feature::VodMediaAccess]);
        for (asked, blocked) in [(AccessType::Ppv, false), (AccessType::Free, true)] {
            assert_eq!(decide(NOBODYS, &game(asked, 1, &[]), blocked).features(&Capability::ALL), []);
        }
    }

    proptest! {
        /// I4, I7: nobody watches a game that costs money without a pass that covers it now.
        #[test]
        fn money_is_never_waived(sport in 0_i64..4, sports in proptest::collection::vec(0_i64..4, 0..4), now in 0_i64..300, ppv: bool) {
            let (passes, entitlements) = ([pass(1, &sports)], [held(1)]);
            let viewer = Viewer::Member(Holdings { entitlements: &entitlements, passes: &passes, now: Timestamp(now) });
            let event = game(if ppv { AccessType::Ppv } else { AccessType::Paid }, sport, &[]);
            let covered = !ppv && sports.contains(&sport) && (100..200).contains(&now);
            prop_assert_eq!(decide(viewer, &event, false).watch, covered);
            prop_assert!(!decide(Viewer::Anonymous, &event, false).watch);
        }
    }
}
