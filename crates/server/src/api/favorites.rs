//! The member's favourites.

use axum::extract::State;
use domain::calendar_token;
use domain::favourite::{Favourite, Kind, LIMIT, WrongKind};
use domain::ids::{EventId, FavouriteId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::accounts::caller::{KeyParam, Keyed, Member};
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Id;
use crate::http::problem::FieldCode;
use crate::state::App;

/// A favourite of the member.
#[derive(Serialize, ToSchema)]
pub(super) struct Favorite {
    id: FavouriteId,
    favoritable_id: i64,
    favoritable_type: Kind,
}

impl From<Favourite> for Favorite {
    fn from(kept: Favourite) -> Self {
        Self { id: kept.id, favoritable_id: kept.target_id, favoritable_type: kept.kind }
    }
}

/// Lists the member's favourites in the order they were added.
#[utoipa::path(
    get,
    path = "/api/favorites",
    tag = "favorites",
    params(KeyParam),
    responses(
        (status = 200, description = "The favourites", body = Data<Vec<Favorite>>)
    )
)]
pub(super) async fn list_favorites(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
) -> Result<Data<Vec<Favorite>>> {
    // From the database: another server may have added one a moment ago.
    let kept = app.store.favourites(channel.identity.id, member.account.id).await?;
    Ok(Data::all(kept.into_iter().map(Favorite::from).collect()))
}

/// The calendar feed of the member's favourites.
#[derive(Serialize, ToSchema)]
pub(super) struct FavoritesCalendar {
    /// Path of the feed. It is secret: it gives access to this list of games and to nothing else.
    url: String,
}

/// Returns the URL of the member's calendar feed.
#[utoipa::path(
    get,
    path = "/api/favorites/calendar",
    tag = "favorites",
    params(KeyParam),
    responses(
        (status = 200, description = "The address", body = Data<FavoritesCalendar>)
    )
)]
pub(super) async fn get_favorites_calendar(Member { member, .. }: Member) -> Data<FavoritesCalendar> {
    Data::new(FavoritesCalendar { url: format!("/calendar/favorites/{}.ics", calendar_token::issue(&member.account)) })
}

#[derive(Deserialize, ToSchema)]
pub(super) struct FavoriteRequest {
    favoritable_id: i64,
    // Whatever was sent: all that is no known word, or no word at all, gets the same answer.
    #[serde(default)]
    #[schema(value_type = Kind, required = true)]
    favoritable_type: Value,
}

impl FavoriteRequest {
    fn kind(&self) -> Result<Kind, WrongKind> {
        self.favoritable_type.as_str().ok_or(WrongKind)?.parse()
    }
}

/// Adds a team, school, sport, game or venue to the favourites. Adding it again returns the existing favourite.
#[utoipa::path(
    post,
    path = "/api/favorite",
    tag = "favorites",
    request_body = FavoriteRequest,
    responses(
        (status = 200, description = "The favourite", body = Data<Favorite>),
        (status = "default", description = "Wrong type or id")
    )
)]
pub(super) async fn add_favorite(
    State(app): State<App>,
    Keyed(Member { channel, member, .. }, request): Keyed<Member, FavoriteRequest>,
) -> Result<Data<Favorite>> {
    let kind =
        request.kind().map_err(|wrong| Error::invalid("favoritable_type", FieldCode::Invalid, wrong.to_string()))?;
    if !exists(&channel, kind, request.favoritable_id) {
        return Err(Error::invalid("favoritable_id", FieldCode::NotFound, format!("there is no such {}", kind.word())));
    }
    let (channel, account) = (channel.identity.id, member.account.id);
    let kept = app.store.favourite_add(channel, account, kind, request.favoritable_id, app.now()).await?;
    app.members.changed(channel, account).await;
    kept.map(|kept| Data::new(kept.into())).ok_or_else(|| {
        let words = format!("an account keeps {LIMIT} favourites at most");
        Error::invalid("favoritable_id", FieldCode::TooMany.with("max", LIMIT), words)
    })
}

/// Whether the channel has what is to be kept.
fn exists(channel: &Snapshot, kind: Kind, id: i64) -> bool {
    let content = &channel.content;
    match kind {
        Kind::Participant => content.participants.iter().any(|team| team.id.0 == id),
        Kind::Group => content.groups.iter().any(|group| group.id.0 == id),
        Kind::Category => content.categories.iter().any(|category| category.id.0 == id),
        Kind::Location => content.locations.iter().any(|location| location.id.0 == id),
        Kind::Event => channel.games.catalogue.get(EventId(id)).is_some(),
    }
}

/// Removed.
#[derive(Serialize, ToSchema)]
pub(super) struct Removed {}

/// Removes one of the member's favourites.
#[utoipa::path(
    delete,
    path = "/api/favorite/{id}",
    tag = "favorites",
    params(("id" = i64, Path, description = "The favourite's id"), KeyParam),
    responses(
        (status = 200, description = "Removed", body = Data<Removed>),
        (status = "default", description = "The member has no such item")
    )
)]
pub(super) async fn remove_favorite(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
    Id(id): Id,
) -> Result<Data<Removed>> {
    let (channel, account) = (channel.identity.id, member.account.id);
    let removed = app.store.favourite_remove(channel, account, FavouriteId(id)).await?;
    app.members.changed(channel, account).await;
    if removed { Ok(Data::new(Removed {})) } else { Err(Error::NotFound("favourite")) }
}
