//! Media delivery: playlists, segments and pictures of games and films, to URLs with a valid token.
//!
//! The URL is the only credential: no cookie, key or header is needed, so that every player can use it. Without a valid
//! token the response is always the same, whatever the path.
//!
//! - [`authorize`]: token, session, region, stream limit, in that order;
//! - [`sessions`]: play sessions; [`networks`]: the networks they are used from;
//! - [`media_path`]: the file names;
//! - [`stills`]: timeline pictures made on request, for media without thumbnails;
//! - [`captions`]: captions of recordings;
//! - [`playlists`], [`files`], [`clips`], [`download`]: the responses;
//! - [`player_address`]: playback by a member's private address.

mod authorize;
mod captions;
mod clips;
mod download;
mod error;
mod files;
mod media_path;
mod networks;
mod permission;
mod player_address;
mod playlists;
mod range;
mod sessions;
mod stills;

use std::net::{IpAddr, Ipv4Addr};
use std::ops::Deref;
use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cache::Limiter;
use domain::ids::ChannelId;
use domain::network::Network;
use domain::time::Timestamp;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use live::live_streams::LiveStreams;
use media::hls::Rendition;
use media::recording::RecordingFile;
use tokio::runtime::Handle;
use transport::Segment;
use transport::listener::ClientIp;
use transport::open_files::OpenFiles;

use crate::accounts::countries::Countries;
use crate::accounts::members::Members;
use crate::channels::snapshot::Channels;
use crate::clock::Clock;
use crate::http::error::{Error, Result};
use crate::recordings::clips::Clips;
use crate::recordings::footage::Footage;
use crate::recordings::stored::FileKey;
use crate::recordings::stored::Recordings;

use authorize::{Authorized, VerifiedToken};
pub(crate) use captions::CaptionTexts;
pub(crate) use error::PlaybackError;
use media_path::MediaPath;
pub(crate) use networks::ViewerNetwork;
pub(crate) use permission::{clip_permission, permission};
pub(crate) use player_address::list_path;
pub(crate) use range::asked_of;
pub(crate) use sessions::{Login, Play, PlaySessions, Subject};
pub(crate) use stills::Stills;

/// What a connection that asks for one piece of video after the other needs each time.
pub(crate) struct ConnectionCache {
    /// What it asked with before.
    known: Option<VerifiedToken>,
    /// The files of its thread.
    open: Arc<OpenFiles<FileKey>>,
}

impl ConnectionCache {
    pub(crate) fn new(open: Arc<OpenFiles<FileKey>>) -> Self {
        Self { known: None, open }
    }
}

/// What serving media needs; cheap to hand on.
#[derive(Clone)]
pub(crate) struct Playback(Arc<PlaybackParts>);

pub(crate) struct PlaybackParts {
    pub(crate) clock: Clock,
    /// The server's own threads.
    pub(crate) home: Handle,
    pub(crate) channels: Arc<Channels>,
    pub(crate) members: Arc<Members>,
    pub(crate) countries: Arc<Countries>,
    /// The play sessions.
    pub(crate) plays: Arc<PlaySessions>,
    pub(crate) live_streams: Arc<LiveStreams>,
    pub(crate) recordings: Arc<Recordings>,
    pub(crate) footage: Footage,
    pub(crate) clips: Arc<Clips>,
    pub(crate) stills: Stills,
    pub(crate) captions: CaptionTexts,
    /// Limits wrong private addresses. Right addresses are not counted, so that guesses from the same network do not
    /// stop a television.
    pub(crate) wrong_addresses: Limiter<(ChannelId, Network)>,
    /// When this server began to answer.
    pub(crate) started_at: Timestamp,
}

impl Playback {
    pub(crate) fn new(parts: PlaybackParts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for Playback {
    type Target = PlaybackParts;

    fn deref(&self) -> &PlaybackParts {
        &self.0
    }
}

pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Playback: FromRef<S>,
{
    Router::new().route("/media/{*path}", get(serve).options(allow)).merge(player_address::router())
}

async fn serve(State(playback): State<Playback>, request: Request) -> Response {
    answer(&playback, &request.into_parts().0).await
}

/// Nearly all of what is ever asked for comes here, straight from the edge.
pub(crate) async fn answer(playback: &Playback, request: &Parts) -> Response {
    let mut answer = match deliver(playback, request).await {
        Ok(answer) => answer,
        Err(refused) => refused.into_response(),
    };
    open_to_all(answer.headers_mut());
    answer
}

/// A video segment for an authorized request; `None` for every other request.
pub(crate) async fn segment(
    playback: &Playback,
    from: ClientIp,
    path: &str,
    connection: &mut ConnectionCache,
) -> Option<Segment> {
    let (token, name) = token_and_name(path);
    let authorized = authorize::check(playback, from.0, token, name, &mut connection.known).await.ok()?;
    match authorized.wanted {
        MediaPath::Stored(stored) if authorized.clip.is_none() && files::is_segment_file(stored) => {
            files::find(playback, authorized.token.media, stored, Some(&connection.open)).await.ok()
        }
        _ => None,
    }
}

/// What the answer with a piece of video says of it.
pub(crate) fn describe_segment(headers: &mut HeaderMap) {
    files::describe(headers, RecordingFile::Segment(Rendition::SOURCE, 0));
    open_to_all(headers);
}

/// The path is taken as it came over the wire: what is not written as we write it is nothing.
fn token_and_name(path: &str) -> (&str, &str) {
    let path = path.strip_prefix("/media/").unwrap_or_default();
    path.split_once('/').unwrap_or((path, ""))
}

async fn deliver(playback: &Playback, request: &Parts) -> Result<Response> {
    let (token, name) = token_and_name(request.uri.path());
    let from = request.extensions.get::<ClientIp>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    let mut known = None;
    let authorized = authorize::check(playback, from, token, name, &mut known).await?;
    send(playback, &authorized, request).await
}

/// Answers an authorized request.
async fn send(playback: &Playback, authorized: &Authorized<'_>, request: &Parts) -> Result<Response> {
    let media = authorized.token.media;
    if let Some(clip) = &authorized.clip {
        return Box::pin(clips::answer(playback, authorized, clip, request)).await;
    }
    match authorized.wanted {
        MediaPath::Multivariant => Box::pin(playlists::multivariant(playback, authorized)).await,
        MediaPath::Playlist(rendition) => playlists::media(playback, media, rendition, request).await,
        MediaPath::KeyFrames(rendition) => playlists::key_frames(playback, media, rendition).await,
        MediaPath::CaptionsPlaylist(id) => Box::pin(captions::list(playback, authorized, id)).await,
        MediaPath::Captions(id) => Box::pin(captions::text(playback, authorized, id)).await,
        MediaPath::Stored(RecordingFile::Thumbnails) => Box::pin(stills::list(playback, media, request)).await,
        MediaPath::Stored(stored) => files::answer(playback, media, stored, request).await,
        MediaPath::Download => Box::pin(download::answer(playback, authorized, request)).await,
        MediaPath::ClipFile => Err(missing()),
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
