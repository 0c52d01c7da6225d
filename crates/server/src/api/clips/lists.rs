//! Lists of clips and their tags.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::clip::{Audience, usual_tags};
use domain::ids::EventId;
use http::{HeaderValue, header};
use serde::{Deserialize, Serialize};
use store::ClipFilter;
use utoipa::{IntoParams, ToSchema};

use super::{ClipDetails, Reader};
use crate::accounts::caller::{KeyParam, Visitor};
use crate::http::envelope::{Data, Meta};
use crate::http::error::{Error, Result};
use crate::http::extract::{Id, Query, Window};
use crate::state::App;

/// Tags that are shown to choose from.
const TAGS: usize = 20;

/// Lists a game's clips, newest first. Viewers with access to the game also get the clips that require it.
#[utoipa::path(
    get,
    path = "/api/clips/event/{id}",
    tag = "clips",
    params(("id" = i64, Path, description = "The game's id"), KeyParam, Window),
    responses(
        (status = 200, description = "A page of clips", body = Data<Vec<ClipDetails>>),
        (status = "default", description = "No such game")
    )
)]
pub(in crate::api) async fn list_clips_of_event(
    State(app): State<App>,
    visitor: Visitor,
    Id(id): Id,
    Query(window): Query<Window>,
) -> Result<Data<Vec<ClipDetails>>> {
    let game = visitor.channel.games.catalogue.get(EventId(id)).ok_or(Error::NotFound("game"))?;
    let accessible = Vec::from_iter(visitor.access_context().access_to(game).watch.then_some(game.id));
    let filter = ClipFilter { event: Some(game.id), public_only: true, accessible, ..ClipFilter::default() };
    let (data, meta) = page(&app, &visitor, &filter, window).await?;
    Ok(Data { data, meta })
}

/// Lists the member's clips, newest first.
#[utoipa::path(
    get,
    path = "/api/clips/user",
    tag = "clips",
    params(KeyParam, Window),
    responses(
        (status = 200, description = "A page of clips", body = Data<Vec<ClipDetails>>)
    )
)]
pub(in crate::api) async fn list_own_clips(
    State(app): State<App>,
    visitor: Visitor,
    Query(window): Query<Window>,
) -> Result<Data<Vec<ClipDetails>>> {
    let account = visitor.login().ok_or(Error::Unauthenticated)?.account;
    let filter = ClipFilter { account: Some(account), ..ClipFilter::default() };
    let (data, meta) = page(&app, &visitor, &filter, window).await?;
    Ok(Data { data, meta })
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct MomentsQuery {
    /// Only clips with this tag.
    #[param(max_length = 30)]
    tag: Option<String>,
}

/// A tag and its number of clips.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct TagCount {
    tag: String,
    count: i64,
}

/// A page of the channel's clips, with the tags to filter by.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct Moments {
    data: Vec<ClipDetails>,
    meta: MomentsMeta,
}

#[derive(Serialize, ToSchema)]
struct MomentsMeta {
    total: usize,
    offset: usize,
    limit: usize,
    /// The most used tags, at most twenty.
    tags: Vec<TagCount>,
}

/// Lists the channel's clips that the visitor may watch, newest first.
#[utoipa::path(
    get,
    path = "/api/clips/moments",
    tag = "clips",
    params(KeyParam, MomentsQuery, Window),
    responses(
        (status = 200, description = "A page of clips", body = Moments)
    )
)]
pub(in crate::api) async fn list_moments(
    State(app): State<App>,
    visitor: Visitor,
    Query(MomentsQuery { tag }): Query<MomentsQuery>,
    Query(window): Query<Window>,
) -> Result<Response> {
    let (channel, access_context) = (&visitor.channel, visitor.access_context());
    let catalogue = &channel.games.catalogue;
    let is_shown = |id: &EventId| catalogue.get(*id).is_some_and(|game| !access_context.is_blocked_from(game));
    let mut without = app.store.events_with_clips(channel.identity.id, Audience::Everyone).await?;
    without.retain(|id| !is_shown(id));
    let mut accessible = app.store.events_with_clips(channel.identity.id, Audience::Access).await?;
    accessible.retain(|id| catalogue.get(*id).is_some_and(|game| access_context.access_to(game).watch));
    let tag = tag.filter(|tag| !tag.is_empty());
    let filter = ClipFilter { tag, public_only: true, accessible, without, ..ClipFilter::default() };
    let (data, meta) = page(&app, &visitor, &filter, window).await?;
    let tags = app.store.clip_tags(channel.identity.id, &filter.without, TAGS as u64).await?;
    let meta = MomentsMeta {
        total: meta.total.unwrap_or(0),
        offset: meta.offset.unwrap_or(0),
        limit: meta.limit.unwrap_or(0),
        tags: tags.into_iter().map(|(tag, count)| TagCount { tag, count }).collect(),
    };
    let caching = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((caching, axum::Json(Moments { data, meta })).into_response())
}

async fn page(app: &App, visitor: &Visitor, filter: &ClipFilter, window: Window) -> Result<(Vec<ClipDetails>, Meta)> {
    let (offset, limit) = window.page_bounds()?;
    let reader = Reader::from(visitor);
    let found = app.store.clips(visitor.channel.identity.id, filter, offset as u64, limit as u64).await?;
    let mut data = Vec::with_capacity(found.0.len());
    for clip in &found.0 {
        data.extend(reader.details(app, clip).await?);
    }
    Ok((data, Meta { total: usize::try_from(found.1).ok(), offset: Some(offset), limit: Some(limit) }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct TagsQuery {
    /// The game to clip.
    event_id: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::api) struct ClipTags {
    tags: Vec<String>,
}

/// Lists suggested tags: those of the game's sport, then the channel's most used.
#[utoipa::path(
    get,
    path = "/api/clip-tags",
    tag = "clips",
    params(KeyParam, TagsQuery),
    responses(
        (status = 200, description = "At most twenty tags", body = Data<ClipTags>)
    )
)]
pub(in crate::api) async fn list_clip_tags(
    State(app): State<App>,
    visitor: Visitor,
    Query(TagsQuery { event_id }): Query<TagsQuery>,
) -> Result<Data<ClipTags>> {
    let channel = &visitor.channel;
    let game = event_id.and_then(|id| channel.games.catalogue.get(EventId(id)));
    let sport = game.and_then(|game| channel.content.categories.iter().find(|sport| sport.id == game.category_id));
    let usual = usual_tags(sport.map_or("", |sport| sport.alias.as_str()));
    let mut tags: Vec<String> = usual.iter().map(|tag| (*tag).to_owned()).collect();
    for (tag, _) in app.store.clip_tags(channel.identity.id, &[], TAGS as u64).await? {
        if tags.len() < TAGS && !tags.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
            tags.push(tag);
        }
    }
    Ok(Data::new(ClipTags { tags }))
}
