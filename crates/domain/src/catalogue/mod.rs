//! All games of a channel in memory, indexed by everything that a list can be filtered by. A page costs the same with a
//! thousand or a hundred thousand games, and whether it is the first or the last.

mod covered;
mod query;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use roaring::RoaringBitmap;

use crate::content::Content;
use crate::event::{AccessType, Event, StreamStatus, Timing};
use crate::ids::{CategoryId, EventId, GroupId, LocationId, ParticipantId, PassId};
use crate::participant::Gender;
use crate::search::{TextIndex, words};

pub use query::{Filter, GameSet, Order, SortField};

/// Something that games have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Facet {
    Status(StreamStatus),
    Access(AccessType),
    Category(CategoryId),
    Location(LocationId),
    Participant(ParticipantId),
    Group(GroupId),
    /// `None`: no team of it says.
    Gender(Option<Gender>),
    /// The clock moves it on.
    Timed,
    WithClip,
    /// Sold by itself, by this pass.
    SoldBy(PassId),
    /// The game itself, so that a favourite game is asked for as a favourite team is.
    Event(EventId),
}

/// A channel's games at one moment. Copies share what they have in common.
#[derive(Clone, Default)]
pub struct Catalogue {
    /// By start, then by id; a game's place in here is its number in the index.
    games: Vec<Arc<Event>>,
    numbers: Arc<HashMap<EventId, u32>>,
    facets: HashMap<Facet, Arc<RoaringBitmap>>,
    text: Arc<TextIndex>,
    /// Each game's place when they are sorted by name.
    name_ranks: Arc<[u32]>,
}

impl Catalogue {
    pub fn of(events: impl IntoIterator<Item = Arc<Event>>, content: &Content) -> Self {
        let mut games: Vec<_> = events.into_iter().collect();
        games.sort_unstable_by_key(|game| (game.starts_at, game.id));
        let teams = Teams::of(content);
        let mut facets: HashMap<Facet, RoaringBitmap> = HashMap::new();
        for (number, game) in (0..).zip(&games) {
            teams.each_facet(game, |facet| {
                facets.entry(facet).or_default().insert(number);
            });
        }
        Self {
            numbers: Arc::new((0..).zip(&games).map(|(number, game)| (game.id, number)).collect()),
            facets: facets.into_iter().map(|(facet, numbers)| (facet, Arc::new(numbers))).collect(),
            text: Arc::new(teams.text_of(&games)),
            name_ranks: name_ranks(&games).into(),
            games,
        }
    }

    /// The same games with some of them changed or new. What moves during a game, its state and score, is cheap.
    pub fn with(&self, changed: Vec<Event>, content: &Content) -> Self {
        if changed.iter().any(|event| self.get(event.id).is_none_or(|known| moves_the_index(known, event))) {
            let mut games: HashMap<EventId, Arc<Event>> =
                self.games.iter().map(|game| (game.id, game.clone())).collect();
            games.extend(changed.into_iter().map(|event| (event.id, Arc::new(event))));
            return Self::of(games.into_values(), content);
        }
        let mut next = self.clone();
        for event in changed {
            let Some(number) = self.numbers.get(&event.id).copied() else { continue };
            let before = &self.games[number as usize];
            for facet in state_facets(before) {
                if let Some(numbers) = next.facets.get_mut(&facet) {
                    Arc::make_mut(numbers).remove(number);
                }
            }
            for facet in state_facets(&event) {
                Arc::make_mut(next.facets.entry(facet).or_default()).insert(number);
            }
            next.games[number as usize] = Arc::new(event);
        }
        next
    }

    pub fn len(&self) -> usize {
        self.games.len()
    }

    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    pub fn get(&self, id: EventId) -> Option<&Arc<Event>> {
        self.numbers.get(&id).map(|number| &self.games[*number as usize])
    }

    /// All games by start.
    pub fn games(&self) -> &[Arc<Event>] {
        &self.games
    }
}

/// Whether the change touches more than the facets of a game's state.
fn moves_the_index(known: &Event, event: &Event) -> bool {
    (known.starts_at, &known.name, &known.participants, known.category_id, known.location_id)
        != (event.starts_at, &event.name, &event.participants, event.category_id, event.location_id)
}

fn state_facets(game: &Event) -> impl Iterator<Item = Facet> + use<> {
    let timed = game.timing == Timing::Clock && game.status != StreamStatus::Finished;
    [Facet::Status(game.status), Facet::Access(game.access)]
        .into_iter()
        .chain(timed.then_some(Facet::Timed))
        .chain((game.clips > 0).then_some(Facet::WithClip))
        .chain(game.single_event_package_id.map(Facet::SoldBy))
}

fn name_ranks(games: &[Arc<Event>]) -> Vec<u32> {
    let mut by_name: Vec<(String, u32)> =
        (0..).zip(games).map(|(number, game)| (words(&game.name).join(" "), number)).collect();
    by_name.sort_unstable();
    let mut ranks = vec![0; games.len()];
    for (rank, (_, number)) in (0..).zip(by_name) {
        ranks[number as usize] = rank;
    }
    ranks
}

/// What the channel's content adds to a game.
struct Teams {
    group_of: HashMap<ParticipantId, GroupId>,
    gender_of: HashMap<ParticipantId, Gender>,
    words_of: HashMap<ParticipantId, Vec<String>>,
    sport_words: HashMap<CategoryId, Vec<String>>,
}

impl Teams {
    fn of(content: &Content) -> Self {
        let teams = &content.participants;
        let school = |id| content.groups.iter().find(|group| Some(group.id) == id).map_or("", |group| &group.name);
        Self {
            group_of: teams.iter().filter_map(|team| Some((team.id, team.group_id?))).collect(),
            gender_of: teams.iter().filter_map(|team| Some((team.id, team.properties.gender?))).collect(),
            words_of: teams
                .iter()
                .map(|team| (team.id, words(&format!("{} {} {}", team.name, team.short_name, school(team.group_id)))))
                .collect(),
            sport_words: content.categories.iter().map(|sport| (sport.id, words(&sport.name))).collect(),
        }
    }

    fn each_facet(&self, game: &Event, mut tell: impl FnMut(Facet)) {
        for facet in state_facets(game) {
            tell(facet);
        }
        tell(Facet::Category(game.category_id));
        if let Some(location) = game.location_id {
            tell(Facet::Location(location));
        }
        let mut gender = None;
        for team in &game.participants {
            tell(Facet::Participant(*team));
            if let Some(group) = self.group_of.get(team) {
                tell(Facet::Group(*group));
            }
            if let Some(found) = self.gender_of.get(team) {
                gender = Some(*found);
                tell(Facet::Gender(gender));
            }
        }
        if gender.is_none() {
            tell(Facet::Gender(None));
        }
    }

    fn text_of(&self, games: &[Arc<Event>]) -> TextIndex {
        let mut text = TextIndex::default();
        for (number, game) in (0..).zip(games) {
            text.add(number, &game.name);
            let of_teams = game.participants.iter().filter_map(|team| self.words_of.get(team));
            for word in of_teams.chain(self.sport_words.get(&game.category_id)).flatten() {
                text.add_word(number, word);
            }
        }
        text
    }
}
