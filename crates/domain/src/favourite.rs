//! Favourites: teams, schools, sports, games and venues of an account.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalogue::Facet;
use crate::ids::{CategoryId, EventId, FavouriteId, GroupId, LocationId, ParticipantId};

/// How many one account keeps.
pub const LIMIT: u64 = 500;

/// The types of favourites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FavoritableType)]
pub enum Kind {
    /// A team.
    Participant,
    /// A school.
    Group,
    /// A sport.
    Category,
    /// A game.
    Event,
    /// A place.
    Location,
}

impl Kind {
    pub const ALL: [Self; 5] = [Self::Participant, Self::Group, Self::Category, Self::Event, Self::Location];

    /// The word for it on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Participant => "participant",
            Self::Group => "group",
            Self::Category => "category",
            Self::Event => "event",
            Self::Location => "location",
        }
    }
}

/// Games and places are kept too, but the specification's text names three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("favoritable_type must be one of participant, group, category")]
pub struct WrongKind;

impl FromStr for Kind {
    type Err = WrongKind;

    fn from_str(word: &str) -> Result<Self, WrongKind> {
        Self::ALL.into_iter().find(|kind| kind.word() == word).ok_or(WrongKind)
    }
}

/// A favourite of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Favourite {
    pub id: FavouriteId,
    pub kind: Kind,
    /// The id of the team, school, sport, game or place.
    pub target_id: i64,
}

/// All that an account keeps, to look up by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Favourites {
    pub participants: HashSet<ParticipantId>,
    pub groups: HashSet<GroupId>,
    pub categories: HashSet<CategoryId>,
    pub events: HashSet<EventId>,
    pub locations: HashSet<LocationId>,
    version: u64,
}

impl Favourites {
    pub fn len(&self) -> usize {
        self.participants.len() + self.groups.len() + self.categories.len() + self.events.len() + self.locations.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What games have in common with them.
    pub fn facets(&self) -> Vec<Facet> {
        let teams = self.participants.iter().copied().map(Facet::Participant);
        let schools = self.groups.iter().copied().map(Facet::Group);
        let sports = self.categories.iter().copied().map(Facet::Category);
        let games = self.events.iter().copied().map(Facet::Event);
        let places = self.locations.iter().copied().map(Facet::Location);
        teams.chain(schools).chain(sports).chain(games).chain(places).collect()
    }

    /// The same for the same favourites, another as soon as they differ: what answers made from them are kept under.
    pub fn version(&self) -> u64 {
        self.version
    }
}

impl FromIterator<Favourite> for Favourites {
    fn from_iter<I: IntoIterator<Item = Favourite>>(all: I) -> Self {
        let mut favourites = Self::default();
        for Favourite { kind, target_id, .. } in all {
            let is_new = match kind {
                Kind::Participant => favourites.participants.insert(ParticipantId(target_id)),
                Kind::Group => favourites.groups.insert(GroupId(target_id)),
                Kind::Category => favourites.categories.insert(CategoryId(target_id)),
                Kind::Event => favourites.events.insert(EventId(target_id)),
                Kind::Location => favourites.locations.insert(LocationId(target_id)),
            };
            if is_new {
                let mut hasher = DefaultHasher::new();
                (kind, target_id).hash(&mut hasher);
                // Added up, so that the order in which they were kept does not matter.
                favourites.version = favourites.version.wrapping_add(hasher.finish());
            }
        }
        favourites
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn favourite((kind, target_id): (usize, i64)) -> Favourite {
        Favourite { id: FavouriteId(1), kind: Kind::ALL[kind], target_id }
    }

    /// FAV-02: the types of the specification, games and places beside them, and the text for all others.
    #[test]
    fn kinds_are_the_words_of_the_specification() {
        for kind in Kind::ALL {
            assert_eq!(kind.word().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
        }
        for wrong in ["", "team", "Participant", "participants", "participant_group", " group"] {
            let refused = wrong.parse::<Kind>().unwrap_err();
            assert_eq!(refused.to_string(), "favoritable_type must be one of participant, group, category");
        }
    }

    #[test]
    fn kinds_do_not_mix() {
        let favourites: Favourites = [favourite((0, 7)), favourite((2, 7))].into_iter().collect();
        assert!(favourites.participants.contains(&ParticipantId(7)) && favourites.categories.contains(&CategoryId(7)));
        assert!(favourites.groups.is_empty() && favourites.events.is_empty() && favourites.locations.is_empty());
        assert_eq!(favourites.len(), 2);
    }

    proptest! {
        #[test]
        fn the_version_tells_sets_apart(
            first in proptest::collection::vec((0usize..5, 0i64..6), 0..8),
            second in proptest::collection::vec((0usize..5, 0i64..6), 0..8),
        ) {
            let [a, b]: [Favourites; 2] = [&first, &second].map(|all| all.iter().copied().map(favourite).collect());
            let same: bool = first.iter().collect::<HashSet<_>>() == second.iter().collect::<HashSet<_>>();
            prop_assert_eq!(a.version() == b.version(), same);
            prop_assert_eq!(a == b, same);
        }
    }
}
