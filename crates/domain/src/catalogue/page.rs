//! The order of a list, and one page of it.

use std::sync::Arc;

use roaring::RoaringBitmap;

use super::{Catalogue, Found};
use crate::event::Event;

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
    pub fn page(&self, found: &Found, order: Order, offset: usize, limit: usize) -> Vec<Arc<Event>> {
        let numbers = match order.field {
            SortField::Date => by_date(&found.0, order.descending, offset, limit),
            SortField::Name => self.by_name(&found.0, order.descending, offset, limit),
        };
        numbers.into_iter().filter_map(|number| self.games.get(number as usize).cloned()).collect()
    }

    /// As [`Catalogue::page`], with some of the games before all others.
    pub fn page_with_first(
        &self,
        found: &Found,
        first: &Found,
        order: Order,
        offset: usize,
        limit: usize,
    ) -> Vec<Arc<Event>> {
        let ahead = Found(&found.0 & &first.0);
        let mut page = self.page(&ahead, order, offset, limit);
        if page.len() < limit {
            let rest = Found(&found.0 - &first.0);
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
