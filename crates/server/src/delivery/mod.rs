//! Media: playlists, segments and pictures of games and films, to those whose address carries a good token.
//!
//! An address says everything: no cookie, key or header is needed, so that every player can follow it. Who has no good
//! token is told the same, whatever is asked for.
//!
//! - [`gate`]: token, session, region, limit of streams, in that order;
//! - [`sessions`]: who plays what, and since when; [`places`]: where;
//! - [`wanted`]: the names that can be asked for;
//! - [`recordings`]: what is on disk, the often asked for in memory; [`open_files`]: what of it is open;
//! - [`stills`]: small pictures of what has none yet, made when they are asked for;
//! - [`captions`]: what can be read along of a recording;
//! - [`playlists`], [`files`], [`clips`], [`download`]: the answers;
//! - [`by_address`]: the same to players that have nothing but a private address of a member's.

mod by_address;
mod captions;
mod clips;
mod download;
mod files;
mod gate;
mod open_files;
mod places;
mod playlists;
mod range;
mod recordings;
mod sessions;
mod stills;
mod wanted;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};

use media::hls::Rendition;
use media::recording::RecordingFile;

use crate::App;
use crate::error::{Error, Result};
use crate::listen::Peer;

pub(crate) use by_address::list_path;
pub(crate) use captions::CaptionTexts;
use gate::{Admitted, KnownToken};
pub(crate) use open_files::OpenFiles;
pub(crate) use places::Place;
pub(crate) use range::asked_of;
pub(crate) use recordings::{Found, Recordings};
pub(crate) use sessions::{Login, Play, PlaySessions, Subject};
pub(crate) use stills::Stills;
use wanted::Wanted;

/// What a connection that asks for one piece of video after the other needs each time.
pub(crate) struct AtHand {
    /// What it asked with before.
    known: Option<KnownToken>,
    /// The files of its lane.
    open: Arc<OpenFiles>,
}

impl AtHand {
    pub(crate) fn new(open: Arc<OpenFiles>) -> Self {
        Self { known: None, open }
    }
}

pub(crate) fn router() -> Router<App> {
    Router::new().route("/media/{*path}", get(serve).options(allow)).merge(by_address::router())
}

async fn serve(State(app): State<App>, request: Request) -> Response {
    answer(&app, &request.into_parts().0).await
}

/// Nearly all of what is ever asked for comes here, straight from the edge.
pub(crate) async fn answer(app: &App, request: &Parts) -> Response {
    let mut answer = match deliver(app, request).await {
        Ok(answer) => answer,
        Err(refused) => refused.into_response(),
    };
    open_to_all(answer.headers_mut());
    answer
}

/// A piece of video to somebody who may have it; nothing for whatever else is asked for, or asked for in vain.
pub(crate) async fn piece(app: &App, from: Peer, path: &str, at_hand: &mut AtHand) -> Option<Found> {
    let (token, name) = token_and_name(path);
    let admitted = gate::check(app, from.0, token, name, &mut at_hand.known).await.ok()?;
    match admitted.wanted {
        Wanted::Stored(stored) if admitted.clip.is_none() && files::is_piece(stored) => {
            files::find(app, admitted.token.media, stored, Some(&at_hand.open)).await.ok()
        }
        _ => None,
    }
}

/// What the answer with a piece of video says of it.
pub(crate) fn describe_piece(headers: &mut HeaderMap) {
    files::describe(headers, RecordingFile::Segment(Rendition::SOURCE, 0));
    open_to_all(headers);
}

/// The path is taken as it came over the wire: what is not written as we write it is nothing.
fn token_and_name(path: &str) -> (&str, &str) {
    let path = path.strip_prefix("/media/").unwrap_or_default();
    path.split_once('/').unwrap_or((path, ""))
}

async fn deliver(app: &App, request: &Parts) -> Result<Response> {
    let (token, name) = token_and_name(request.uri.path());
    let from = request.extensions.get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    let mut known = None;
    let admitted = gate::check(app, from, token, name, &mut known).await?;
    send(app, &admitted, request).await
}

/// What somebody who was let through asked for.
async fn send(app: &App, admitted: &Admitted<'_>, request: &Parts) -> Result<Response> {
    let media = admitted.token.media;
    if let Some(clip) = &admitted.clip {
        return Box::pin(clips::answer(app, admitted, clip, request)).await;
    }
    match admitted.wanted {
        Wanted::Multivariant => playlists::multivariant(app, media, captions::tracks(admitted)).await,
        Wanted::Playlist(rendition) => playlists::media(app, media, rendition, request).await,
        Wanted::KeyFrames(rendition) => playlists::key_frames(app, media, rendition).await,
        Wanted::CaptionsPlaylist(id) => Box::pin(captions::list(app, admitted, id)).await,
        Wanted::Captions(id) => Box::pin(captions::text(app, admitted, id)).await,
        Wanted::Stored(RecordingFile::Thumbnails) => Box::pin(stills::list(app, media, request)).await,
        Wanted::Stored(stored) => files::answer(app, media, stored, request).await,
        Wanted::Download => Box::pin(download::answer(app, admitted, request)).await,
        Wanted::ClipFile => Err(missing()),
    }
}

/// What browsers ask before they send a header that is not plain.
async fn allow() -> Response {
    let mut answer = StatusCode::NO_CONTENT.into_response();
    let headers = answer.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("range"));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    open_to_all(headers);
    answer
}

/// The address is the proof, so pages of other hosts and casting devices may read what it gives; none of it is anything
/// that a browser would add cookies to.
fn open_to_all(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));
}

/// A file that the holder of a good token asked for, and that is not there.
fn missing() -> Error {
    Error::NotFound("file")
}
