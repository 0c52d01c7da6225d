//! Packages and subscriptions as JSON, with what the visitor owns and the games they cover.

use std::sync::Arc;

use domain::catalogue::{Catalogue, Facet, GameSet, Order};
use domain::channel::Profile;
use domain::commerce::ownership::{Part, shelf, teams_of};
use domain::commerce::price::rest_of;
use domain::content::Content;
use domain::event::{Event, StreamStatus};
use domain::ids::{CategoryId, EntitlementId, EventId, ParticipantId};
use domain::money::Cents;
use domain::pass::{self, Entitlement, PassKind, Source};
use domain::time::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::public::{Pass, pass};
use crate::http::cached_response::CachedResponse;
use crate::http::envelope::Data;

/// How many of the next games are shown.
const NEXT: usize = 3;

/// A package or subscription, and what part of it the visitor owns.
#[derive(Serialize, ToSchema)]
pub(crate) struct ShownPass {
    #[serde(flatten)]
    pass: Pass,
    /// Whether the visitor owns all of it.
    is_purchased: bool,
    /// Sports and teams that can no longer be chosen.
    disabled_category_ids: Vec<CategoryId>,
    disabled_participant_ids: Vec<ParticipantId>,
    /// Price of the sports that a partial owner lacks, a decimal string.
    rest_price: Option<String>,
    covers: Covers,
}

/// The games that a pass covers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Covers {
    games: usize,
    /// The next covered games, at most three.
    next: Vec<CoveredGame>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct CoveredGame {
    id: EventId,
    title: String,
    /// In seconds.
    event_utc_ts: i64,
}

/// The shop as anonymous visitors see it, made once for each version of the games.
pub(crate) struct ShopWindow {
    packages: CachedResponse,
    subscriptions: CachedResponse,
}

impl ShopWindow {
    pub(crate) fn of(
        content: &Content,
        profile: &Profile,
        catalogue: &Catalogue,
        before: Option<&Self>,
    ) -> Result<Self, serde_json::Error> {
        let all = |kind, before| {
            let shown = ShownPass::all(content, profile, catalogue, kind, &[]);
            CachedResponse::json_after(&shown, before)
        };
        Ok(Self {
            packages: all(PassKind::Package, before.map(|before| &before.packages))?,
            subscriptions: all(PassKind::Subscription, before.map(|before| &before.subscriptions))?,
        })
    }

    pub(crate) fn passes(&self, kind: PassKind) -> &CachedResponse {
        match kind {
            PassKind::Package => &self.packages,
            PassKind::Subscription => &self.subscriptions,
        }
    }
}

impl ShownPass {
    pub(crate) fn of(
        content: &Content,
        profile: &Profile,
        catalogue: &Catalogue,
        sold: &pass::Pass,
        held: &[Entitlement],
    ) -> Self {
        let teams = &content.participants;
        let owned: Vec<_> = held.iter().map(Part::held).collect();
        let shelf = shelf(sold, teams, &owned);
        let whole = Part::whole(sold.id);
        let parts: Vec<_> = if sold.is_team_pass {
            teams_of(sold, teams).map(|team| Part { participant: Some(team), ..whole }).collect()
        } else {
            vec![whole]
        };
        Self {
            pass: pass(sold, profile.currency),
            is_purchased: shelf.is_purchased,
            disabled_category_ids: shelf.disabled_categories.into_iter().collect(),
            disabled_participant_ids: shelf.disabled_participants.into_iter().collect(),
            rest_price: rest_of(sold, &owned).map(Cents::decimal),
            covers: Covers::of(content, catalogue, &parts),
        }
    }

    /// The passes for sale, as seen by an account with these entitlements.
    pub(crate) fn all(
        content: &Content,
        profile: &Profile,
        catalogue: &Catalogue,
        kind: PassKind,
        held: &[Entitlement],
    ) -> Data<Vec<Self>> {
        let mut passes: Vec<_> = content.passes_of(kind).collect();
        passes.sort_by_key(|pass| pass.weight);
        Data::all(passes.into_iter().map(|pass| Self::of(content, profile, catalogue, pass, held)).collect())
    }
}

impl Covers {
    pub(crate) fn of(content: &Content, catalogue: &Catalogue, parts: &[Part]) -> Self {
        let mut opened = GameSet::default();
        for part in parts {
            if let Some(sold) = content.passes.iter().find(|pass| pass.id == part.pass) {
                opened = catalogue.either(&opened, &catalogue.covered_by(sold, &as_held(part)));
            }
        }
        let to_come = [Facet::Status(StreamStatus::Live), Facet::Status(StreamStatus::Upcoming)];
        let next = catalogue.both(&opened, &catalogue.any_of(&to_come));
        let next = catalogue.page(&next, Order::default(), 0, NEXT);
        Self { games: opened.total(), next: next.iter().map(CoveredGame::of).collect() }
    }
}

impl CoveredGame {
    fn of(game: &Arc<Event>) -> Self {
        Self { id: game.id, title: game.name.clone(), event_utc_ts: game.starts_at.seconds() }
    }
}

fn as_held(part: &Part) -> Entitlement {
    Entitlement {
        id: EntitlementId(0),
        pass_id: part.pass,
        category_id: part.category,
        participant_id: part.participant,
        event_id: part.event,
        source: Source::Purchase,
        starts_at: Timestamp(0),
        ends_at: None,
    }
}
