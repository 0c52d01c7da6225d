//! The games that a pass covers, by index, because shops show them for every pass to every visitor.

use super::{Catalogue, Facet, Filter, GameSet};
use crate::event::AccessType;
use crate::pass::{Entitlement, Pass};

impl Catalogue {
    /// The games within what is held of a pass; the same as asking [`Entitlement::covers`] of each.
    pub fn covered_by(&self, pass: &Pass, held: &Entitlement) -> GameSet {
        if pass.id != held.pass_id {
            return GameSet::default();
        }
        let sold_singly = self.any_of(&[Facet::SoldBy(pass.id)]);
        if let Some(bought) = held.event_id {
            return self.both(&sold_singly, &self.any_of(&[Facet::Event(bought)]));
        }
        let is_chosen = |sport: &&_| held.category_id.is_none_or(|chosen| chosen == **sport);
        let sports = pass.categories.iter().filter(is_chosen).map(|sport| Facet::Category(*sport));
        let mut in_season = Filter::default().and([Facet::Access(AccessType::Paid)]).and(sports);
        if pass.is_team_pass {
            in_season = in_season.and(held.participant_id.map(Facet::Participant));
        }
        self.either(&sold_singly, &self.find(&in_season))
    }

    /// The games of one or the other.
    pub fn either(&self, left: &GameSet, right: &GameSet) -> GameSet {
        GameSet(&left.0 | &right.0)
    }
}
