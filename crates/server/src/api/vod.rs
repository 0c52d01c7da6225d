//! Films. All calls answer from memory.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::ids::{VodCategoryId, VodItemId};
use domain::vod::{Direction, VodCategory, VodQuery, VodSort};
use serde::Deserialize;
use utoipa::IntoParams;

use super::playback::{Addresses, Playable};
use crate::accounts::caller::{KeyParam, Visitor};
use crate::http::cached_response::{Caching, ClientCaching};
use crate::http::envelope::{Data, Meta};
use crate::http::error::{Error, Result};
use crate::http::extract::{Id, Query, Window};
use crate::state::App;
use crate::views::vod::{VodDetails, VodItem, VodRail};

/// How many films a search gives when it is not said.
const FOUND: usize = 10;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct VodFilter {
    /// Only films of this category.
    category_id: Option<i64>,
    /// Sort field (default: `date`).
    #[param(inline)]
    sort_field: Option<VodSort>,
    /// Sort direction (default: newest first, or alphabetical).
    #[param(inline)]
    sort_direction: Option<Direction>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct VodTitle {
    /// Words of the title; case, accents and punctuation are ignored.
    title: Option<String>,
}

/// Lists the films.
#[utoipa::path(
    get,
    path = "/api/vod-media-items",
    tag = "vod",
    params(KeyParam, VodFilter, Window),
    responses(
        (status = 200, description = "The films", body = Data<Vec<VodItem>>)
    )
)]
pub(super) async fn list_vod_items(
    visitor: Visitor,
    Query(filter): Query<VodFilter>,
    Query(window): Query<Window>,
) -> Result<Data<Vec<VodItem>>> {
    Ok(found(&visitor, "", &filter, window.bounds()?))
}

/// Searches films by title.
#[utoipa::path(
    get,
    path = "/api/vod-media/search",
    tag = "vod",
    params(KeyParam, VodTitle, VodFilter, Window),
    responses(
        (status = 200, description = "The matching films (default: at most ten)", body = Data<Vec<VodItem>>)
    )
)]
pub(super) async fn search_vod(
    visitor: Visitor,
    Query(VodTitle { title }): Query<VodTitle>,
    Query(filter): Query<VodFilter>,
    Query(window): Query<Window>,
) -> Result<Data<Vec<VodItem>>> {
    Ok(found(&visitor, title.as_deref().unwrap_or_default(), &filter, window.bounds_or(FOUND)?))
}

fn found(visitor: &Visitor, title: &str, filter: &VodFilter, (offset, limit): (usize, usize)) -> Data<Vec<VodItem>> {
    let found = visitor.channel.public.vod.library.find(&VodQuery {
        title,
        category: filter.category_id.map(VodCategoryId),
        sort: filter.sort_field.unwrap_or_default(),
        direction: filter.sort_direction,
        offset,
        limit,
    });
    let viewer = visitor.viewer();
    let data = found.items.iter().map(|item| VodItem::seen_by(item, viewer)).collect();
    Data { data, meta: Meta { total: Some(found.total), offset: Some(offset), limit: Some(limit) } }
}

/// Returns a film.
#[utoipa::path(
    get,
    path = "/api/vod-media-items/{id}",
    tag = "vod",
    params(("id" = i64, Path, description = "The film's id"), KeyParam),
    responses(
        (status = 200, description = "The film, with playback URLs if the visitor may play it", body = Data<VodDetails>),
        (status = "default", description = "No such film")
    )
)]
pub(super) async fn get_vod_item(State(app): State<App>, visitor: Visitor, Id(id): Id) -> Result<Response> {
    let channel = &visitor.channel;
    let item = channel.public.vod.library.item(VodItemId(id)).ok_or(Error::NotFound("film"))?;
    let mut details = VodDetails::of(item, &channel.teams.addresses, visitor.viewer());
    if let Some(addresses) = Addresses::if_allowed(&app, &visitor, Playable::of_film(item))? {
        details.media.extend(addresses.media);
        details.playback = Some(addresses.session);
    }
    Ok(Data::new(details).into_response())
}

/// Lists the film categories.
#[utoipa::path(
    get,
    path = "/api/vod-media-categories",
    tag = "vod",
    params(KeyParam),
    responses(
        (status = 200, description = "The categories", body = Data<Vec<VodCategory>>)
    )
)]
pub(super) async fn list_vod_categories(visitor: Visitor, wants: ClientCaching) -> Response {
    visitor.channel.public.vod.categories.answer(&wants, Caching::Keyed)
}

/// Lists the rails, each with its films.
#[utoipa::path(
    get,
    path = "/api/vod-media-rails",
    tag = "vod",
    params(KeyParam),
    responses(
        (status = 200, description = "The rails", body = Data<Vec<VodRail>>)
    )
)]
pub(super) async fn list_vod_rails(visitor: Visitor, wants: ClientCaching) -> Response {
    visitor.channel.public.vod.rails(visitor.viewer()).answer(&wants, Caching::Keyed)
}
