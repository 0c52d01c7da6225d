//! How much of a paid game public clips may show (T54). Every clip that viewers without access can watch counts, listed
//! or not, because its link is enough to watch it. Overlapping seconds count once.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Range;
use crate::ids::EntitlementId;

/// The audience of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Every viewer who finds it or has its link.
    Everyone,
    /// Viewers with access to its game.
    Access,
    /// Nobody but the member who cut it, while they may watch its game: the pass that it was cut with was paid back.
    Maker,
}

/// The right by which a member cuts a clip out of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// The game costs nothing.
    Open,
    /// A pass that was bought or given.
    Pass(EntitlementId),
    /// A pass that has cost nothing so far.
    Trial(EntitlementId),
}

impl Right {
    /// What ends the clip when its money goes back.
    pub fn entitlement(self) -> Option<EntitlementId> {
        match self {
            Self::Open => None,
            Self::Pass(id) | Self::Trial(id) => Some(id),
        }
    }
}

/// How much of a recording clips may show to everybody, in hundredths of its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    pub of_member: u32,
    pub of_all: u32,
}

/// Why a clip is not public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// A trial gives nothing away.
    Trial,
    /// The member's clips would show too much.
    OwnShare,
    /// All members' clips together would.
    ShareOfAll,
}

/// What clips show of a recording to everybody, and the member who wants to add to it.
#[derive(Clone, Copy, Debug)]
pub struct Sharing<'a> {
    pub right: Right,
    pub shares: Shares,
    /// Of a live game, what was played so far.
    pub length_ms: i64,
    /// The member's own.
    pub own: &'a [Range],
    /// Everybody's, the member's among them.
    pub all: &'a [Range],
}

impl Sharing<'_> {
    /// Why a further clip cannot be for everybody; nothing when it can.
    pub fn limit(&self, clip: Range) -> Option<Limit> {
        match self.right {
            Right::Open => None,
            Right::Trial(_) => Some(Limit::Trial),
            Right::Pass(_) if covered_ms(self.own, Some(clip)) > self.most_ms(self.shares.of_member) => {
                Some(Limit::OwnShare)
            }
            Right::Pass(_) if covered_ms(self.all, Some(clip)) > self.most_ms(self.shares.of_all) => {
                Some(Limit::ShareOfAll)
            }
            Right::Pass(_) => None,
        }
    }

    /// The audience of a further clip.
    pub fn audience(&self, clip: Range) -> Audience {
        if self.limit(clip).is_none() { Audience::Everyone } else { Audience::Access }
    }

    /// How much that nobody has shown yet the member may still show to everybody; nothing where there is no limit.
    pub fn left_ms(&self) -> Option<i64> {
        let left = |shown: &[Range], share| (self.most_ms(share) - covered_ms(shown, None)).max(0);
        match self.right {
            Right::Open => None,
            Right::Trial(_) => Some(0),
            Right::Pass(_) => Some(left(self.own, self.shares.of_member).min(left(self.all, self.shares.of_all))),
        }
    }

    fn most_ms(&self, share: u32) -> i64 {
        self.length_ms.max(0).saturating_mul(i64::from(share)) / 100
    }
}

/// How many milliseconds of a recording these ranges show together, with one more among them.
fn covered_ms(ranges: &[Range], more: Option<Range>) -> i64 {
    let mut spans: Vec<(i64, i64)> =
        ranges.iter().copied().chain(more).map(|one| (one.start_ms, one.end_ms())).collect();
    spans.sort_unstable();
    let (mut covered, mut reached) = (0_i64, i64::MIN);
    for (start, end) in spans {
        covered = covered.saturating_add(end.saturating_sub(start.max(reached)).max(0));
        reached = reached.max(end);
    }
    covered
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    const PASS: Right = Right::Pass(EntitlementId(1));
    const SHARES: Shares = Shares { of_member: 10, of_all: 25 };

    fn range(start_s: i64, duration_s: i64) -> Range {
        Range { start_ms: start_s * 1000, duration_ms: duration_s * 1000 }
    }

    fn of_game<'a>(right: Right, own: &'a [Range], all: &'a [Range]) -> Sharing<'a> {
        Sharing { right, shares: SHARES, length_ms: 600_000, own, all }
    }

    /// T54: a tenth of ten minutes is one minute, to the millisecond; what was shown before costs nothing.
    #[test]
    fn a_member_shows_a_tenth() {
        assert_eq!(of_game(PASS, &[], &[]).limit(range(0, 60)), None);
        let longer = Range { start_ms: 0, duration_ms: 60_001 };
        assert_eq!(of_game(PASS, &[], &[]).limit(longer), Some(Limit::OwnShare));
        let own = [range(0, 40), range(30, 20)];
        let sharing = of_game(PASS, &own, &own);
        assert_eq!(sharing.left_ms(), Some(10_000));
        assert_eq!(sharing.audience(range(100, 10)), Audience::Everyone);
        assert_eq!(sharing.audience(range(100, 11)), Audience::Access);
        assert_eq!(sharing.audience(range(0, 60)), Audience::Everyone, "fifty of these seconds were shown before");
    }

    /// T54: all members together show a quarter; a member with a tenth of their own left stops there too.
    #[test]
    fn all_members_show_a_quarter() {
        let all = [range(0, 60), range(100, 60), range(200, 25)];
        let sharing = of_game(PASS, &[], &all);
        assert_eq!(sharing.left_ms(), Some(5000));
        assert_eq!(sharing.limit(range(300, 5)), None);
        assert_eq!(sharing.limit(range(300, 6)), Some(Limit::ShareOfAll));
        assert_eq!(sharing.limit(range(100, 60)), None, "others have shown it");
    }

    /// T54: a trial shows nothing to everybody; a game that costs nothing has no limit.
    #[test]
    fn trials_show_nothing_and_free_games_everything() {
        let trial = of_game(Right::Trial(EntitlementId(2)), &[], &[]);
        assert_eq!((trial.limit(range(0, 1)), trial.left_ms()), (Some(Limit::Trial), Some(0)));
        let shown = [range(0, 600)];
        let open = of_game(Right::Open, &shown, &shown);
        assert_eq!((open.audience(range(0, 120)), open.left_ms()), (Audience::Everyone, None));
    }

    #[test]
    fn extreme_ranges_do_not_break_the_shares() {
        let absurd =
            [Range { start_ms: i64::MIN, duration_ms: i64::MAX }, Range { start_ms: i64::MAX, duration_ms: 9 }];
        let sharing = Sharing { length_ms: i64::MAX, ..of_game(PASS, &absurd, &absurd) };
        assert!(sharing.left_ms().is_some_and(|left| left >= 0));
        assert_eq!(of_game(PASS, &[], &[]).limit(absurd[0]), Some(Limit::OwnShare));
        let nothing = Sharing { length_ms: -5, ..of_game(PASS, &[], &[]) };
        assert_eq!(nothing.limit(range(0, 1)), Some(Limit::OwnShare), "nothing of nothing");
    }

    fn ranges() -> impl Strategy<Value = Vec<Range>> {
        let range = (0_i64..200, 0_i64..60).prop_map(|(start_ms, duration_ms)| Range { start_ms, duration_ms });
        proptest::collection::vec(range, 0..12)
    }

    fn counted(ranges: &[Range]) -> i64 {
        let all: BTreeSet<i64> = ranges.iter().flat_map(|one| one.start_ms..one.end_ms()).collect();
        i64::try_from(all.len()).unwrap()
    }

    proptest! {
        /// Each millisecond counts once, in whatever order the clips come.
        #[test]
        fn each_moment_counts_once(ranges in ranges()) {
            prop_assert_eq!(covered_ms(&ranges, None), counted(&ranges));
            let turned: Vec<Range> = ranges.iter().rev().copied().collect();
            prop_assert_eq!(covered_ms(&turned, None), covered_ms(&ranges, None));
        }

        /// T54: whatever members cut, in whatever order, what everybody sees stays within both shares; what is left can
        /// be shown, and not a millisecond more.
        #[test]
        fn public_clips_stay_within_both_shares(
            wishes in proptest::collection::vec((0_usize..3, 0_i64..250, 1_i64..60), 0..40),
            of_member in 0_u32..60,
            of_all in 0_u32..101,
            length_ms in 1_i64..260,
        ) {
            let shares = Shares { of_member, of_all };
            let mut shown: [Vec<Range>; 3] = Default::default();
            for (member, start_ms, duration_ms) in wishes {
                let clip = Range { start_ms, duration_ms };
                let all = shown.concat();
                let sharing = Sharing { right: PASS, shares, length_ms, own: &shown[member], all: &all };
                let left = sharing.left_ms().unwrap();
                let fresh = |duration_ms| sharing.limit(Range { start_ms: 10_000, duration_ms }).is_none();
                prop_assert!((left == 0 || fresh(left)) && !fresh(left + 1));
                if sharing.audience(clip) == Audience::Everyone {
                    shown[member].push(clip);
                }
            }
            for own in &shown {
                prop_assert!(counted(own) * 100 <= length_ms * i64::from(of_member));
            }
            prop_assert!(counted(&shown.concat()) * 100 <= length_ms * i64::from(of_all));
        }
    }
}
