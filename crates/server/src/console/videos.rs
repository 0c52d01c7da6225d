//! Captions and external players of a game or film.

use axum::body::Body;
use axum::extract::{FromRequestParts, State};
use domain::captions::{Captions, Language, MAX_BYTES, Track};
use domain::ids::{EventId, MediaId};
use domain::media::{Media, MediaState, Source};
use domain::operator::Action;
use http::request::Parts;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::{Deserialize, Serialize};
use store::{Embedded, NewCaptions, UploadFor};
use utoipa::ToSchema;

use super::permission::{Allowed, EditLibrary};
use super::player_address::player_address;
use super::uploads::TargetKind;
use super::write::{SameOrigin, SameOriginJson};
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::{number_of_path, text_of_path};
use crate::http::problem::FieldCode;
use crate::recordings::uploads::UploadError;
use crate::state::App;

/// A language that captions can be in.
#[derive(Serialize, ToSchema)]
pub(super) struct CaptionLanguage {
    /// BCP 47 tag.
    tag: &'static str,
    /// The language's name in the language itself.
    name: &'static str,
}

impl From<Language> for CaptionLanguage {
    fn from(language: Language) -> Self {
        Self { tag: language.tag(), name: language.name() }
    }
}

#[derive(Serialize, ToSchema)]
pub(super) struct VideoDetails {
    kind: TargetKind,
    id: i64,
    title: String,
    /// Whether there is a complete recording that captions can be added to.
    has_video: bool,
    captions: Vec<CaptionLanguage>,
    /// The languages that captions can have.
    languages: Vec<CaptionLanguage>,
    /// URL of an external player, shown to viewers with access.
    player_url: Option<String>,
    /// URL of an external player, shown to everyone before the game starts.
    preview_url: Option<String>,
}

/// The game or film that the path names.
pub(super) struct VideoOf {
    kind: TargetKind,
    id: i64,
}

impl FromRequestParts<App> for VideoOf {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let kind = match text_of_path(parts, app, "kind").await?.as_str() {
            "event" => TargetKind::Event,
            "vod" => TargetKind::Vod,
            _ => return Err(Error::invalid("kind", FieldCode::Invalid, "kind must be event or vod")),
        };
        Ok(Self { kind, id: number_of_path(parts, app, "target").await? })
    }
}

impl VideoOf {
    /// Its name, where the channel has it.
    fn title(&self, channel: &Snapshot) -> Result<String> {
        let title = match self.kind.with(self.id) {
            UploadFor::Game(id) => channel.games.catalogue.get(id).map(|game| game.name.clone()),
            UploadFor::Film(id) => channel.public.vod.library.item(id).map(|film| film.title.clone()),
        };
        title.ok_or(Error::NotFound("video"))
    }

    /// What is played of it, once it is whole.
    async fn own(&self, app: &App, channel: &Snapshot) -> Result<MediaId> {
        let media = app.store.media_of(channel.identity.id, self.kind.with(self.id)).await?;
        own(&media).map(|media| media.id).ok_or(UploadError::NoVideo.into())
    }
}

fn own(media: &[Media]) -> Option<&Media> {
    media.iter().find(|media| media.source.is_own() && media.state == MediaState::Ready)
}

/// The language that the path names.
pub(super) struct InLanguage(Language);

impl FromRequestParts<App> for InLanguage {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let found = Language::of_tag(&text_of_path(parts, app, "language").await?);
        let words = "captions cannot be in this language";
        found.map(Self).ok_or_else(|| Error::invalid("language", FieldCode::CaptionLanguage, words))
    }
}

/// Returns a game or film with its captions and its external player.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/videos/{kind}/{target}",
    tag = "videos",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("kind" = TargetKind, Path, description = "Game or film"),
        ("target" = i64, Path, description = "The game or film")
    ),
    responses(
        (status = 200, description = "The game or film", body = Data<VideoDetails>),
        (status = "default", description = "No such game or film")
    )
)]
pub(super) async fn get_video(
    State(app): State<App>,
    allowed: Allowed<EditLibrary>,
    of: VideoOf,
) -> Result<Data<VideoDetails>> {
    let title = of.title(&allowed.channel)?;
    let media = app.store.media_of(allowed.channel.identity.id, of.kind.with(of.id)).await?;
    let url = |source| media.iter().find(|media| media.source == source).and_then(|media| media.url.clone());
    let own = own(&media);
    let captions = own.map(|media| media.captions.as_slice()).unwrap_or_default();
    Ok(Data::new(VideoDetails {
        kind: of.kind,
        id: of.id,
        title,
        has_video: own.is_some(),
        captions: captions.iter().map(|Track { language, .. }| (*language).into()).collect(),
        languages: Language::offered().map(Into::into).collect(),
        player_url: url(Source::Embedded),
        preview_url: url(Source::EmbeddedPreview),
    }))
}

/// The result of reading a caption file.
#[derive(Serialize, ToSchema)]
pub(super) struct CaptionsTaken {
    language: &'static str,
    /// Number of captions.
    captions: usize,
}

/// Sets a video's captions in one language, replacing earlier ones. The body is a WebVTT or SubRip file in UTF-8.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/videos/{kind}/{target}/captions/{language}",
    tag = "videos",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("kind" = TargetKind, Path, description = "Game or film"),
        ("target" = i64, Path, description = "The game or film"),
        ("language" = String, Path, description = "The language tag, such as `en`")
    ),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, description = "The captions are available", body = Data<CaptionsTaken>),
        (status = 413, description = "The file is larger than 1 MB"),
        (status = "default", description = "No video, no readable captions, or the role does not allow it")
    )
)]
pub(super) async fn set_captions(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditLibrary>,
    of: VideoOf,
    InLanguage(language): InLanguage,
    body: Body,
) -> Result<Data<CaptionsTaken>> {
    let media = of.own(&app, &allowed.channel).await?;
    let captions = read(body).await?;
    let taken = CaptionsTaken { language: language.tag(), captions: captions.count() };
    let entry = allowed.entry(Action::SetCaptions, format!("{media} {}", language.tag()));
    let new = NewCaptions { media, language, text: captions.to_vtt(), entry: Some(entry) };
    let set = app.store.captions_set(allowed.channel.identity.id, new, app.now()).await?;
    set.map(|_| Data::new(taken)).ok_or(UploadError::NoVideo.into())
}

/// Reading a whole file takes too long for a thread that answers.
async fn read(body: Body) -> Result<Captions> {
    let file = match Limited::new(body, MAX_BYTES).collect().await {
        Ok(file) => file.to_bytes(),
        Err(cause) if cause.is::<LengthLimitError>() => return Err(Error::TooLarge),
        Err(_) => return Err(Error::TooSlow),
    };
    let parsed = tokio::task::spawn_blocking(move || Captions::parse(&file)).await.map_err(|_| Error::Internal)?;
    parsed.map_err(|unusable| Error::of_field("file", unusable))
}

/// The removed captions.
#[derive(Serialize, ToSchema)]
pub(super) struct CaptionsRemoved {
    language: &'static str,
}

/// Removes captions from a video.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/videos/{kind}/{target}/captions/{language}",
    tag = "videos",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("kind" = TargetKind, Path, description = "Game or film"),
        ("target" = i64, Path, description = "The game or film"),
        ("language" = String, Path, description = "The language tag, such as `en`")
    ),
    responses(
        (status = 200, description = "The captions were removed", body = Data<CaptionsRemoved>),
        (status = "default", description = "No such captions, or the role does not allow it")
    )
)]
pub(super) async fn remove_captions(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditLibrary>,
    of: VideoOf,
    InLanguage(language): InLanguage,
) -> Result<Data<CaptionsRemoved>> {
    let media = of.own(&app, &allowed.channel).await?;
    let entry = allowed.entry(Action::RemoveCaptions, format!("{media} {}", language.tag()));
    let gone = app.store.captions_remove(allowed.channel.identity.id, media, language, entry).await?;
    gone.then(|| Data::new(CaptionsRemoved { language: language.tag() })).ok_or(Error::NotFound("captions"))
}

/// The external players of a game. Null removes the URL.
#[derive(Deserialize, Serialize, ToSchema)]
pub(super) struct Players {
    /// Shown to viewers with access.
    #[schema(max_length = 2000)]
    player_url: Option<String>,
    /// Shown to everyone before the game starts.
    #[schema(max_length = 2000)]
    preview_url: Option<String>,
}

/// Sets or removes the external players of a game. A game that has not started then changes its status by schedule.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/games/{game}/players",
    tag = "videos",
    params(("id" = i64, Path, description = "The channel"), ("game" = i64, Path, description = "The game")),
    request_body = Players,
    responses(
        (status = 200, description = "The URLs as stored", body = Data<Players>),
        (status = "default", description = "No such game, or a URL is not accepted")
    )
)]
pub(super) async fn set_players(
    State(app): State<App>,
    allowed: Allowed<EditLibrary>,
    GameId(game): GameId,
    SameOriginJson(wanted): SameOriginJson<Players>,
) -> Result<Data<Players>> {
    let checked = |field, url: Option<String>| {
        let url = url.map(|url| url.trim().to_owned()).filter(|url| !url.is_empty());
        url.map(|url| player_address(&url, &allowed.channel).map_err(|why| Error::of_field(field, why))).transpose()
    };
    let player_url = checked("player_url", wanted.player_url)?;
    let preview_url = checked("preview_url", wanted.preview_url)?;
    let embedded = Embedded { player: player_url.clone(), preview: preview_url.clone() };
    let entry = allowed.entry(Action::SetEmbedded, game);
    let set = app.store.event_set_embedded(allowed.channel.identity.id, game, embedded, entry, app.now()).await?;
    set.then(|| Data::new(Players { player_url, preview_url })).ok_or(Error::NotFound("game"))
}

/// The game that the path names.
pub(super) struct GameId(EventId);

impl FromRequestParts<App> for GameId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "game").await.map(|id| Self(EventId(id)))
    }
}
