//! What an account owns: nothing is sold twice to one account.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ids::{CategoryId, EventId, ParticipantId, PassId};
use crate::participant::Participant;
use crate::pass::{Entitlement, Pass};

/// The smallest thing that is sold: a pass or a chosen part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    pub pass: PassId,
    /// The one sport that was chosen; all of the pass's when none was.
    pub category: Option<CategoryId>,
    /// The team that was chosen, for team passes.
    pub participant: Option<ParticipantId>,
    /// The game, for those that are sold by themselves.
    pub event: Option<EventId>,
}

impl Part {
    /// All of a pass.
    pub fn whole(pass: PassId) -> Self {
        Self { pass, category: None, participant: None, event: None }
    }

    /// What an account holds, from any source.
    pub fn held(entitlement: &Entitlement) -> Self {
        Self {
            pass: entitlement.pass_id,
            category: entitlement.category_id,
            participant: entitlement.participant_id,
            event: entitlement.event_id,
        }
    }

    /// Whether both would give the same thing for some game: what is not chosen is everything.
    pub fn overlaps(&self, other: &Self) -> bool {
        fn meet<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
            one.is_none() || other.is_none() || one == other
        }
        self.pass == other.pass
            && meet(self.category, other.category)
            && meet(self.participant, other.participant)
            && meet(self.event, other.event)
    }

    /// What a table knows it by: two parts have the same key only when they are the same.
    pub fn key(&self) -> String {
        let number = |id: Option<i64>| id.map_or_else(|| "-".to_owned(), |id| id.to_string());
        let (category, participant) = (self.category.map(|id| id.0), self.participant.map(|id| id.0));
        let event = self.event.map(|id| id.0);
        format!("{}:{}:{}:{}", self.pass, number(category), number(participant), number(event))
    }
}

/// The parts of an order, and whether it is paid and its time is not over: what `owned` is told by.
#[derive(Clone, Copy, Debug)]
pub struct HeldOrder<'a> {
    pub parts: &'a [Part],
    pub is_paid: bool,
    pub is_active: bool,
}

/// What is owned by orders: those that are paid and active.
pub fn owned<'a>(orders: impl IntoIterator<Item = HeldOrder<'a>>) -> Vec<Part> {
    let counted = orders.into_iter().filter(|order| order.is_paid && order.is_active);
    counted.flat_map(|order| order.parts).copied().collect()
}

/// What of a pass is owned already, as the shop shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelf {
    /// Cannot be chosen any more.
    pub disabled_categories: BTreeSet<CategoryId>,
    pub disabled_participants: BTreeSet<ParticipantId>,
    /// There is nothing left of it to buy.
    pub is_purchased: bool,
}

/// The state of a pass for an owner of these parts. `participants` are the channel's teams.
pub fn shelf(pass: &Pass, participants: &[Participant], owned: &[Part]) -> Shelf {
    let held: Vec<_> = owned.iter().filter(|part| part.pass == pass.id && part.event.is_none()).collect();
    if pass.is_team_pass {
        let teams: BTreeSet<_> = teams_of(pass, participants).collect();
        let has = |team: &ParticipantId| held.iter().any(|part| part.participant.is_none_or(|held| held == *team));
        let disabled_participants: BTreeSet<_> = teams.iter().copied().filter(has).collect();
        let is_purchased = !held.is_empty() && disabled_participants.len() == teams.len();
        return Shelf { disabled_participants, is_purchased, ..Shelf::default() };
    }
    let has = |sport: &CategoryId| held.iter().any(|part| part.category.is_none_or(|held| held == *sport));
    let sports: BTreeSet<_> = pass.categories.iter().copied().collect();
    let disabled_categories: BTreeSet<_> = sports.iter().copied().filter(has).collect();
    let is_purchased = !held.is_empty() && disabled_categories.len() == sports.len();
    Shelf { disabled_categories, is_purchased, ..Shelf::default() }
}

/// The teams that a team pass can be bought for: those of its sports.
pub fn teams_of<'a>(pass: &'a Pass, participants: &'a [Participant]) -> impl Iterator<Item = ParticipantId> + 'a {
    let fits = |team: &&Participant| team.event_category_id.is_some_and(|sport| pass.categories.contains(&sport));
    participants.iter().filter(fits).map(|team| team.id)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::commerce::tests::{part, team};
    use crate::pass::tests::pass;

    /// PAY-14: only what is paid and active is owned.
    #[test]
    fn an_order_counts_while_it_is_paid_and_active() {
        let parts = [part(1, Some(2))];
        for (is_paid, is_active) in [(true, true), (true, false), (false, true), (false, false)] {
            let found = owned([HeldOrder { parts: &parts, is_paid, is_active }]);
            assert_eq!(found.len(), usize::from(is_paid && is_active), "{is_paid} {is_active}");
        }
    }

    /// PAY-14: a package is purchased when every sport of it is, one by one or all at once.
    #[test]
    fn a_package_is_purchased_with_its_last_sport() {
        let season = pass(1, &[1, 2]);
        let of = |owned: &[Part]| shelf(&season, &[], owned);
        assert_eq!(of(&[]), Shelf::default());
        assert_eq!(of(&[part(9, None)]), Shelf::default(), "another pass");
        let one = of(&[part(1, Some(1))]);
        assert_eq!((one.disabled_categories, one.is_purchased), ([CategoryId(1)].into(), false));
        assert!(of(&[part(1, Some(1)), part(1, Some(2))]).is_purchased);
        assert!(of(&[part(1, None)]).is_purchased);
        assert!(!shelf(&pass(1, &[]), &[], &[]).is_purchased, "a pass of no sport is not owned by everybody");
    }

    /// PAY-14: a team pass is purchased when every team that it is sold for is.
    #[test]
    fn a_team_pass_is_purchased_with_its_last_team() {
        let team_pass = Pass { is_team_pass: true, ..pass(1, &[1]) };
        let teams = [team(10, 1), team(11, 1), team(12, 2)];
        let chosen = |id| Part { participant: Some(ParticipantId(id)), ..part(1, None) };
        let one = shelf(&team_pass, &teams, &[chosen(10)]);
        assert_eq!((one.disabled_participants, one.is_purchased), ([ParticipantId(10)].into(), false));
        let both = shelf(&team_pass, &teams, &[chosen(10), chosen(11)]);
        assert!(both.is_purchased && both.disabled_categories.is_empty());
    }

    fn any_part() -> impl Strategy<Value = Part> {
        let some = || proptest::option::of(0_i64..3);
        (0_i64..3, some(), some(), some()).prop_map(|(pass, category, participant, event)| Part {
            pass: PassId(pass),
            category: category.map(CategoryId),
            participant: participant.map(ParticipantId),
            event: event.map(EventId),
        })
    }

    proptest! {
        /// T13: the key tells parts apart, and whatever has the same key overlaps, either way round.
        #[test]
        fn keys_and_overlaps_agree(one in any_part(), other in any_part()) {
            prop_assert_eq!(one.key() == other.key(), one == other);
            prop_assert_eq!(one.overlaps(&other), other.overlaps(&one));
            prop_assert!(one != other || one.overlaps(&other));
        }

        /// PAY-14: what the shelf disables is exactly what would overlap.
        #[test]
        fn disabled_sports_are_the_owned_ones(held in proptest::collection::vec((0_i64..2, proptest::option::of(0_i64..3)), 0..5)) {
            let owned: Vec<_> = held.into_iter().map(|(pass, sport)| part(pass, sport)).collect();
            let shelf = shelf(&pass(1, &[0, 1, 2]), &[], &owned);
            for sport in 0..3 {
                let taken = owned.iter().any(|held| held.overlaps(&part(1, Some(sport))));
                prop_assert_eq!(shelf.disabled_categories.contains(&CategoryId(sport)), taken);
            }
            prop_assert_eq!(shelf.is_purchased, shelf.disabled_categories.len() == 3);
        }
    }
}
