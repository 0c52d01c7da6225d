//! Passes: what a channel sells, and what a pass covers.

use crate::account::Capability;
use crate::event::{AccessType, Event};
use crate::ids::{CategoryId, EntitlementId, EventId, ParticipantId, PassId};
use crate::money::Cents;
use crate::time::Timestamp;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Bought once, or renewed until cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PassKind {
    Package,
    Subscription,
}

/// The period that one payment covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Period {
    Annual,
    Monthly,
}

/// A regular pass, or an add-on to another pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PassType {
    Regular,
    Addition,
}

/// A package or subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    pub id: PassId,
    pub kind: PassKind,
    pub name: String,
    /// What is charged: base price and service fee.
    pub price: Cents,
    pub base_price: Cents,
    /// Shown as Taxes.
    pub service_fee: Cents,
    pub image: Option<String>,
    /// `annual`, or what else the operator calls it.
    pub offer: String,
    pub period: Period,
    /// Free days before the first charge.
    pub trial_days: Option<i32>,
    pub pass_type: PassType,
    pub is_team_pass: bool,
    pub categories: Vec<CategoryId>,
    pub category_id: Option<CategoryId>,
    /// Passes are listed by it, the lightest first.
    pub weight: i32,
    /// The features that the pass includes.
    pub capabilities: Vec<Capability>,
    /// Clips that they may have; as many as the channel allows where it says nothing.
    pub max_clips: Option<u32>,
    /// Games and clips that they may download within thirty days, likewise.
    pub max_downloads: Option<u32>,
}

/// How an account got a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Purchase,
    /// Given by an operator.
    Grant,
    Trial,
}

/// That an account holds a pass, or a part of one, for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entitlement {
    pub id: EntitlementId,
    pub pass_id: PassId,
    /// The one sport that was chosen of the pass; all of its sports when none was.
    pub category_id: Option<CategoryId>,
    /// The team that was chosen, for team passes.
    pub participant_id: Option<ParticipantId>,
    /// The game that was bought by itself: its pass may be the pass of other games too.
    pub event_id: Option<EventId>,
    pub source: Source,
    pub starts_at: Timestamp,
    /// Nothing for those without an end of their own.
    pub ends_at: Option<Timestamp>,
}

impl Entitlement {
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.starts_at <= now && self.ends_at.is_none_or(|end| now < end)
    }

    /// Whether the game is within what is held. `pass` is the entitlement's own; a game that is sold by itself is
    /// opened by its own pass alone. An add-on counts only beside a pass: the caller sees to that.
    pub fn covers(&self, pass: &Pass, event: &Event) -> bool {
        if pass.id != self.pass_id {
            return false;
        }
        if event.single_event_package_id == Some(pass.id) {
            return self.event_id.is_none_or(|bought| bought == event.id);
        }
        if self.event_id.is_some() {
            return false;
        }
        let in_season = event.access == AccessType::Paid
            && pass.categories.contains(&event.category_id)
            && self.category_id.is_none_or(|chosen| chosen == event.category_id);
        let of_team = || self.participant_id.is_some_and(|team| event.participants.contains(&team));
        in_season && (!pass.is_team_pass || of_team())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::event::tests::game;

    pub(crate) fn pass(id: i64, categories: &[i64]) -> Pass {
        Pass {
            id: PassId(id),
            kind: PassKind::Package,
            name: format!("Pass {id}"),
            price: Cents(100),
            base_price: Cents(100),
            service_fee: Cents(0),
            image: None,
            offer: "annual".into(),
            period: Period::Annual,
            trial_days: None,
            pass_type: PassType::Regular,
            is_team_pass: false,
            categories: categories.iter().copied().map(CategoryId).collect(),
            category_id: None,
            weight: 0,
            capabilities: vec![],
            max_clips: None,
            max_downloads: None,
        }
    }

    pub(crate) fn held(pass: i64) -> Entitlement {
        Entitlement {
            id: EntitlementId(1),
            pass_id: PassId(pass),
            category_id: None,
            participant_id: None,
            event_id: None,
            source: Source::Grant,
            starts_at: Timestamp(100),
            ends_at: Some(Timestamp(200)),
        }
    }

    /// PAY-14: a pass is good from its first moment until its last, and not a moment longer.
    #[test]
    fn a_pass_has_its_time() {
        let times = [99, 100, 199, 200].map(|now| held(1).is_active(Timestamp(now)));
        assert_eq!(times, [false, true, true, false]);
        assert!(Entitlement { ends_at: None, ..held(1) }.is_active(Timestamp(i64::MAX)));
    }

    /// PAY-14: a season covers its sports, a team pass the chosen team, a game sold by itself only its own pass.
    #[test]
    fn a_pass_covers_what_it_says() {
        let event = game(AccessType::Paid, 1, &[10, 11]);
        assert!(held(1).covers(&pass(1, &[1, 2]), &event));
        assert!(!held(1).covers(&pass(1, &[2]), &event), "another sport");
        assert!(!held(1).covers(&pass(2, &[1]), &event), "another pass");
        assert!(!held(1).covers(&pass(1, &[]), &event), "no sport is none");
        let chosen = |category| Entitlement { category_id: Some(CategoryId(category)), ..held(1) };
        assert!(chosen(1).covers(&pass(1, &[1, 2]), &event) && !chosen(2).covers(&pass(1, &[1, 2]), &event));

        let team_pass = Pass { is_team_pass: true, ..pass(1, &[1]) };
        let team = |id| Entitlement { participant_id: Some(ParticipantId(id)), ..held(1) };
        assert!(team(10).covers(&team_pass, &event));
        assert!(!team(12).covers(&team_pass, &event) && !held(1).covers(&team_pass, &event));

        let single = Event { single_event_package_id: Some(PassId(9)), ..game(AccessType::Ppv, 1, &[10]) };
        assert!(!held(1).covers(&pass(1, &[1]), &single));
        assert!(held(9).covers(&pass(9, &[]), &single));
        let bought = |id| Entitlement { event_id: Some(EventId(id)), ..held(9) };
        assert!(bought(1).covers(&pass(9, &[]), &single) && !bought(2).covers(&pass(9, &[]), &single));
        assert!(!bought(1).covers(&pass(9, &[1]), &event), "the game that was bought, and no other");
    }

    proptest! {
        /// A pass without the game's sport never opens it, whatever else is chosen.
        #[test]
        fn pass_covers_no_game_outside_its_sports(
            sports in proptest::collection::vec(0_i64..5, 0..4),
            sport in 0_i64..5,
            chosen in proptest::option::of(0_i64..5),
            team in proptest::option::of(0_i64..5),
            is_team_pass: bool,
        ) {
            let event = game(AccessType::Paid, sport, &[1, 2]);
            let pass = Pass { is_team_pass, ..pass(1, &sports) };
            let held = Entitlement {
                category_id: chosen.map(CategoryId),
                participant_id: team.map(ParticipantId),
                ..held(1)
            };
            let covered = held.covers(&pass, &event);
            prop_assert!(!covered || sports.contains(&sport));
            prop_assert!(!covered || chosen.is_none_or(|chosen| chosen == sport));
            prop_assert!(!covered || !is_team_pass || matches!(team, Some(1 | 2)));
        }
    }
}
