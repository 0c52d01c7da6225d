//! A channel's games at one version: the catalogue, the home page's data and recent changes.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use domain::catalogue::{Catalogue, Facet, Filter, GameSet, Order};
use domain::content::Content;
use domain::event::{Event as Game, StreamStatus};
use domain::ids::EventId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::cached_response::CachedResponse;
use crate::http::envelope::Data;
use crate::http::gzip_splice::Part;
use crate::http::script_json::data_of;
use crate::views::event::{AccessContext, Event, GameChange, Teams};

/// How many games a rail of the home page holds.
const RAIL: usize = 24;
/// How many versions are remembered. A client that missed more reloads everything.
const REMEMBERED: usize = 512;
/// With more changes than this, clients reload everything.
const TOLD: usize = 200;

pub(crate) struct Games {
    /// The count of changes that this is the state of.
    pub(crate) version: i64,
    pub(crate) catalogue: Catalogue,
    /// The home page's games as every visitor without an account sees them.
    pub(crate) home: CachedResponse,
    /// The same, as it stands in the page.
    pub(crate) home_in_page: Part,
    /// Those of the home page that may not be watched everywhere.
    ruled_at_home: Vec<Arc<Game>>,
    log: ChangeLog,
}

/// The rails of the home page.
#[derive(Serialize, ToSchema)]
pub(crate) struct HomeEvents<'a> {
    live: Vec<Event<'a>>,
    upcoming: Vec<Event<'a>>,
    finished: Vec<Event<'a>>,
    /// Live and upcoming games of the visitor's favourites.
    favorites: Vec<Event<'a>>,
}

/// What changed since a version.
#[derive(Serialize, ToSchema)]
pub(crate) struct LiveChanges<'a> {
    /// Send it as `since` of the next call.
    version: i64,
    /// The list of changes is incomplete: reload everything.
    reset: bool,
    games: Vec<GameChange<'a>>,
}

impl Games {
    pub(super) fn of(
        version: i64,
        catalogue: Catalogue,
        teams: &Teams,
        before: Option<&Self>,
    ) -> Result<Self, serde_json::Error> {
        let rails = home_rails(&catalogue, None, &GameSet::default());
        let home = CachedResponse::json(&Data::new(rails.events(teams, AccessContext::ANYBODY)))?;
        let log = before.map_or(ChangeLog::starting_at(version), |before| {
            before.log.followed_by(version, &before.catalogue, &catalogue)
        });
        let home_in_page = Part::new(data_of(home.plain()));
        Ok(Self { version, home_in_page, home, ruled_at_home: rails.ruled(), log, catalogue })
    }

    /// The catalogue after the changes, indexed by the content of now.
    pub(super) fn catalogue_after(
        before: Option<&Self>,
        changed: Vec<Game>,
        content: &Content,
        reindex: bool,
    ) -> Catalogue {
        match before {
            None => Catalogue::of(changed.into_iter().map(Arc::new), content),
            Some(before) if reindex => {
                let changed_ids: BTreeSet<EventId> = changed.iter().map(|game| game.id).collect();
                let kept = before.catalogue.games().iter().filter(|game| !changed_ids.contains(&game.id)).cloned();
                Catalogue::of(kept.chain(changed.into_iter().map(Arc::new)), content)
            }
            Some(before) => before.catalogue.with(changed, content),
        }
    }

    /// Whether what is prepared of the home page is right for this visitor without an account: almost always.
    pub(crate) fn home_fits(&self, access_context: AccessContext<'_>) -> bool {
        !access_context.is_kept_out() && !self.ruled_at_home.iter().any(|game| access_context.is_blocked_from(game))
    }

    /// The changes after `since`; a reset if that is too long ago or from another server run.
    pub(crate) fn changes_since(&self, since: i64) -> LiveChanges<'_> {
        let changed = self.log.since(since);
        let games = changed.iter().flatten().filter_map(|id| self.catalogue.get(*id));
        LiveChanges {
            version: self.version,
            reset: changed.is_none(),
            games: games.map(|game| GameChange::of(game)).collect(),
        }
    }
}

/// The games of the home page, from memory.
pub(crate) struct HomeRails {
    live: Vec<Arc<Game>>,
    upcoming: Vec<Arc<Game>>,
    finished: Vec<Arc<Game>>,
    favourites: Vec<Arc<Game>>,
}

/// The first games of each state that the filter leaves, those of `favourites` ahead of the others.
pub(crate) fn home_rails(catalogue: &Catalogue, filter: Option<Filter>, favourites: &GameSet) -> HomeRails {
    let filter = filter.unwrap_or_default();
    let rail = |status| {
        let found = catalogue.find(&filter.clone().and([Facet::Status(status)]));
        catalogue.page_with_first(&found, favourites, usual_order(&[status]), 0, RAIL)
    };
    let ahead = [Facet::Status(StreamStatus::Live), Facet::Status(StreamStatus::Upcoming)];
    let of_favourites = catalogue.both(&catalogue.find(&filter.clone().and(ahead)), favourites);
    HomeRails {
        live: rail(StreamStatus::Live),
        upcoming: rail(StreamStatus::Upcoming),
        finished: rail(StreamStatus::Finished),
        favourites: catalogue.page(&of_favourites, Order::default(), 0, RAIL),
    }
}

/// Soonest first, but what is over newest first.
pub(crate) fn usual_order(statuses: &[StreamStatus]) -> Order {
    Order { descending: statuses == [StreamStatus::Finished], ..Order::default() }
}

impl HomeRails {
    fn ruled(&self) -> Vec<Arc<Game>> {
        let shown = [&self.live, &self.upcoming, &self.finished, &self.favourites].into_iter().flatten();
        shown.filter(|game| game.geo_rule.is_some()).cloned().collect()
    }

    pub(crate) fn events<'a>(&'a self, teams: &'a Teams, access_context: AccessContext<'_>) -> HomeEvents<'a> {
        let rail = |games: &'a [Arc<Game>]| games.iter().map(|game| Event::of(game, teams, access_context)).collect();
        HomeEvents {
            live: rail(&self.live),
            upcoming: rail(&self.upcoming),
            finished: rail(&self.finished),
            favorites: rail(&self.favourites),
        }
    }
}

/// Which games changed with which version.
#[derive(Clone)]
struct ChangeLog {
    /// Nothing is known of what happened up to here.
    start: i64,
    changes: VecDeque<(i64, Arc<[EventId]>)>,
}

impl ChangeLog {
    fn starting_at(version: i64) -> Self {
        Self { start: version, changes: VecDeque::new() }
    }

    fn followed_by(&self, version: i64, before: &Catalogue, after: &Catalogue) -> Self {
        let changed = after.games().iter().filter(|game| match before.get(game.id) {
            Some(known) => !Arc::ptr_eq(known, game) && known != *game,
            None => true,
        });
        let mut log = self.clone();
        log.changes.push_back((version, changed.map(|game| game.id).collect()));
        if log.changes.len() > REMEMBERED
            && let Some((forgotten, _)) = log.changes.pop_front()
        {
            log.start = forgotten;
        }
        log
    }

    fn since(&self, since: i64) -> Option<BTreeSet<EventId>> {
        if since < self.start {
            return None;
        }
        let newer = self.changes.iter().rev().take_while(|(version, _)| *version > since);
        let changed: BTreeSet<EventId> = newer.flat_map(|(_, games)| games.iter().copied()).collect();
        (changed.len() <= TOLD).then_some(changed)
    }
}
