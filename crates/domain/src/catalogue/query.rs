//! Finds games by a filter, sorts them and cuts one page.

use std::sync::Arc;

use roaring::{MultiOps, RoaringBitmap};

use super::{Catalogue, Facet};
use crate::event::Event;
use crate::time::Timestamp;

/// What a game has to be for it to be wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// A game has at least one facet of each of these; an empty one fits no game.
    pub clauses: Vec<Vec<Facet>>,
    /// Starts then or later.
    pub from: Option<Timestamp>,
    /// Starts before.
    pub until: Option<Timestamp>,
    pub text: Option<String>,
}

impl Filter {
    /// Narrows further.
    #[must_use]
    pub fn and(mut self, clause: impl IntoIterator<Item = Facet>) -> Self {
        self.clauses.push(clause.into_iter().collect());
        self
    }
}

/// The games that a filter leaves, by their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSet(pub(super) RoaringBitmap);

impl GameSet {
    pub fn total(&self) -> usize {
        usize::try_from(self.0.len()).unwrap_or(usize::MAX)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Catalogue {
    pub fn find(&self, filter: &Filter) -> GameSet {
        let by_facets = filter.clauses.iter().map(|clause| self.any_of(clause).0);
        let by_text = filter.text.as_deref().and_then(|text| self.text.find(text));
        let mut found: Option<RoaringBitmap> = None;
        for numbers in by_facets.chain(by_text) {
            found = Some(match found {
                None => numbers,
                Some(before) => before & numbers,
            });
        }
        let (start, end) = self.between(filter.from, filter.until);
        GameSet(match found {
            None => {
                let mut all = RoaringBitmap::new();
                all.insert_range(start..end);
                all
            }
            Some(mut found) => {
                found.remove_range(..start);
                found.remove_range(end..);
                found
            }
        })
    }

    /// The games that have at least one of these facets.
    pub fn any_of(&self, facets: &[Facet]) -> GameSet {
        let alone = match facets {
            [Facet::Event(_)] => None,
            [one] => self.facets.get(one),
            _ => None,
        };
        if let Some(numbers) = alone {
            return GameSet(numbers.as_ref().clone());
        }
        let mut found = facets.iter().filter_map(|facet| self.facets.get(facet)).map(Arc::as_ref).union();
        found.extend(facets.iter().filter_map(|facet| match facet {
            Facet::Event(id) => self.numbers.get(id).copied(),
            _ => None,
        }));
        GameSet(found)
    }

    /// How many of the games start in this time.
    pub fn count_between(&self, found: &GameSet, from: Timestamp, until: Timestamp) -> usize {
        let (start, end) = self.between(Some(from), Some(until));
        usize::try_from(found.0.range_cardinality(start..end)).unwrap_or(usize::MAX)
    }

    /// The games of both.
    pub fn both(&self, left: &GameSet, right: &GameSet) -> GameSet {
        GameSet(&left.0 & &right.0)
    }

    pub fn found(&self, found: &GameSet) -> impl Iterator<Item = &Arc<Event>> {
        found.0.iter().filter_map(|number| self.games.get(number as usize))
    }

    /// The numbers of the games that start in this time; none when it ends before it begins.
    fn between(&self, from: Option<Timestamp>, until: Option<Timestamp>) -> (u32, u32) {
        let before = |limit: Timestamp| self.games.partition_point(|game| game.starts_at < limit);
        let start = from.map_or(0, before);
        let end = until.map_or(self.games.len(), before).max(start);
        // A channel has far fewer games than a number of 32 bits can count.
        (u32::try_from(start).unwrap_or(u32::MAX), u32::try_from(end).unwrap_or(u32::MAX))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortField {
    #[default]
    Date,
    Name,
}

/// How a list is sorted. Games that are equal keep the order of their ids, so that pages neither overlap nor skip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    pub field: SortField,
    pub descending: bool,
}

impl Catalogue {
    pub fn page(&self, found: &GameSet, order: Order, offset: usize, limit: usize) -> Vec<Arc<Event>> {
        let numbers = match order.field {
            SortField::Date => by_date(&found.0, order.descending, offset, limit),
            SortField::Name => self.by_name(&found.0, order.descending, offset, limit),
        };
        numbers.into_iter().filter_map(|number| self.games.get(number as usize).cloned()).collect()
    }

    /// As [`Catalogue::page`], with some of the games before all others.
    pub fn page_with_first(
        &self,
        found: &GameSet,
        first: &GameSet,
        order: Order,
        offset: usize,
        limit: usize,
    ) -> Vec<Arc<Event>> {
        let ahead = GameSet(&found.0 & &first.0);
        let mut page = self.page(&ahead, order, offset, limit);
        if page.len() < limit {
            let rest = GameSet(&found.0 - &first.0);
            let offset = offset.saturating_sub(ahead.total());
            page.extend(self.page(&rest, order, offset, limit - page.len()));
        }
        page
    }

    fn by_name(&self, found: &RoaringBitmap, descending: bool, offset: usize, limit: usize) -> Vec<u32> {
        let mut ranked: Vec<(u32, u32)> =
            found.iter().filter_map(|number| Some((*self.name_ranks.get(number as usize)?, number))).collect();
        let before = |one: &(u32, u32), other: &(u32, u32)| if descending { other.cmp(one) } else { one.cmp(other) };
        let end = offset.saturating_add(limit);
        if end < ranked.len() {
            // Only the part up to the page needs to be in order.
            ranked.select_nth_unstable_by(end, before);
            ranked.truncate(end);
        }
        ranked.sort_unstable_by(before);
        ranked.into_iter().skip(offset).take(limit).map(|(_, number)| number).collect()
    }
}

/// Numbers are in the order of dates: the page is where its first number is.
fn by_date(found: &RoaringBitmap, descending: bool, offset: usize, limit: usize) -> Vec<u32> {
    let total = usize::try_from(found.len()).unwrap_or(usize::MAX);
    if offset >= total {
        return Vec::new();
    }
    let nth = if descending { total - 1 - offset } else { offset };
    let Some(first) = u32::try_from(nth).ok().and_then(|nth| found.select(nth)) else { return Vec::new() };
    match descending {
        false => found.range(first..).take(limit).collect(),
        true => found.range(..=first).rev().take(limit).collect(),
    }
}
