//! Short films ahead of games.

use std::net::{IpAddr, Ipv4Addr};

use axum::Extension;
use axum::extract::State;
use domain::account::Capability;
use domain::event::StreamStatus;
use domain::ids::{EventId, PrerollId};
use domain::network::Network;
use domain::preroll::{CACHE_MS, Showing, choose};
use domain::time::Timestamp;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::Watcher;
use transport::listener::ClientIp;
use utoipa::ToSchema;

use crate::accounts::caller::{KeyParam, Keyed, Visitor};
use crate::clock::now;
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};
use crate::http::extract::Id;
use crate::state::App;

/// The preroll that was chosen.
#[derive(Serialize, ToSchema)]
pub(super) struct ChosenPreroll {
    id: PrerollId,
    url: String,
    /// For how many seconds the choice may be kept.
    expires_s: i64,
}

/// The preroll for this visitor ahead of a game, if there is one. Those who have bought their peace get none.
#[utoipa::path(
    get,
    path = "/api/events/{id}/preroll",
    tag = "playback",
    params(("id" = i64, Path, description = "The game's id"), KeyParam),
    responses(
        (status = 200, description = "The preroll, or nothing", body = Data<Option<ChosenPreroll>>),
        (status = "default", description = "No such game, or a wrong key", body = Failure)
    )
)]
pub(super) async fn get_preroll(
    State(app): State<App>,
    visitor: Visitor,
    Id(id): Id,
) -> Result<Data<Option<ChosenPreroll>>> {
    let channel = &visitor.channel;
    let game = channel.games.catalogue.get(EventId(id)).ok_or(Error::NotFound("game"))?;
    let prerolls = &channel.content.prerolls;
    let showing = Showing {
        category: game.category_id,
        location: game.location_id,
        is_live: game.status == StreamStatus::Live,
        no_ads: visitor.viewer().may(Capability::NoAds, Some(game.id)),
    };
    if prerolls.is_empty() || showing.no_ads {
        return Ok(Data::new(None));
    }
    let away = match watcher(&visitor) {
        Some(watcher) => app.store.seen_prerolls(channel.identity.id, watcher, game.id, now()).await?,
        None => Vec::new(),
    };
    let chosen = choose(prerolls, &showing, &away, rand::rng().random());
    Ok(Data::new(chosen.map(|preroll| ChosenPreroll {
        id: preroll.id,
        url: preroll.url.clone(),
        expires_s: CACHE_MS / Timestamp::SECOND,
    })))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct PrerollCompletedRequest {
    /// The game that it was shown ahead of.
    event_id: i64,
}

/// Noted.
#[derive(Serialize, ToSchema)]
pub(super) struct PrerollCompleted {
    /// For how many seconds the preroll stays away from this visitor ahead of this game.
    hidden_s: u32,
}

/// Notes that the visitor has seen a preroll to its end.
#[utoipa::path(
    post,
    path = "/api/prerolls/{id}/completed",
    tag = "playback",
    params(("id" = i64, Path, description = "The preroll's id")),
    request_body = PrerollCompletedRequest,
    responses(
        (status = 200, description = "It stays away for a while", body = Data<PrerollCompleted>),
        (status = 429, description = "Too many; Retry-After says when there is one again", body = Failure),
        (status = "default", description = "No such preroll or game, or a wrong key", body = Failure)
    )
)]
pub(super) async fn complete_preroll(
    State(app): State<App>,
    Id(id): Id,
    from: Option<Extension<ClientIp>>,
    Keyed(visitor, request): Keyed<Visitor, PrerollCompletedRequest>,
) -> Result<Data<PrerollCompleted>> {
    let (channel, now) = (&visitor.channel, now());
    let preroll = channel.content.prerolls.iter().find(|preroll| preroll.id == PrerollId(id));
    let preroll = preroll.ok_or(Error::NotFound("preroll"))?.id;
    let event = EventId(request.event_id);
    channel.games.catalogue.get(event).ok_or(Error::NotFound("game"))?;
    let hidden_s = channel.profile.playback.preroll_pause_s;
    if let Some(watcher) = watcher(&visitor) {
        let from = from.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |Extension(ClientIp(from))| from);
        app.limits.preroll_ends.take((channel.identity.id, Network::of(from)), now).await?;
        let until = now.plus(i64::from(hidden_s) * Timestamp::SECOND);
        app.store.saw_preroll(channel.identity.id, watcher, event, preroll, now, until).await?;
    }
    Ok(Data::new(PrerollCompleted { hidden_s }))
}

fn watcher(visitor: &Visitor) -> Option<Watcher> {
    let member = visitor.member.as_ref().map(|member| Watcher::Account(member.account.id));
    member.or_else(|| visitor.anonymous.map(Watcher::Anonymous))
}
