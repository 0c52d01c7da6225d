//! Images and playable media of a game or film, as JSON.

use std::borrow::Cow;

use domain::channel::Identity;
use domain::clip::{Audience, Clip, ClipState};
use domain::event::StreamStatus;
use domain::ids::{ChannelId, MediaId};
use domain::media::{MediaState, MediaType, Source};
use domain::playback::{self, CLIP_LIFE, PlaySession, Scope, Token};
use domain::secret::Secret;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// An image or a playable medium.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Media<'a> {
    id: i64,
    /// 1 image, 2 live, 3 vod, 4 embedded, 5 thumbnails, 6 preview, 7 preview_alt, 8 embedded_preview.
    #[serde(rename = "type")]
    kind: u8,
    /// Present if the visitor may play it.
    #[schema(value_type = Option<String>)]
    url: Option<Cow<'a, str>>,
}

impl<'a> Media<'a> {
    fn new(id: i64, kind: MediaType, url: impl Into<Cow<'a, str>>) -> Self {
        Self { id, kind: kind.number(), url: Some(url.into()) }
    }
}

/// Makes the addresses of a channel's media.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    channel: ChannelId,
    secret: Secret<[u8; 32]>,
}

/// The viewer's play session, how long its newest token is good, and what they are logged in by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenClaims {
    pub(crate) session: PlaySession,
    pub(crate) expires_at: Timestamp,
    pub(crate) login: Option<KeyHash>,
}

impl Addresses {
    pub(crate) fn of(identity: &Identity) -> Self {
        Self { channel: identity.id, secret: identity.key_secret.clone() }
    }

    /// What everybody may see of a game: one picture, a preview, and what another site shows ahead of it.
    pub(crate) fn for_everybody<'a>(
        &self,
        id: i64,
        image: Option<&'a str>,
        media: &'a [domain::media::Media],
    ) -> Vec<Media<'a>> {
        let pictured = media.iter().find(|media| media.has_pictures && media.source.is_own());
        let token = pictured.map(|media| playback::issue(&self.secret, &Token::of_preview(self.channel, media.id)));
        let made = pictured.zip(token.as_deref());
        let mut shown: Vec<Media<'a>> = Vec::new();
        match (image, made) {
            (Some(image), _) => shown.push(Media::new(id, MediaType::Image, image)),
            (None, Some((media, token))) => {
                shown.push(Media::new(media.id.0, MediaType::Image, address(token, "poster.jpg")));
            }
            (None, None) => {}
        }
        if let Some((media, token)) = made {
            shown.push(Media::new(media.id.0, MediaType::Preview, address(token, "preview.mp4")));
        }
        let elsewhere = media.iter().filter(|media| media.source == Source::EmbeddedPreview);
        shown.extend(
            elsewhere
                .filter_map(|media| Some(Media::new(media.id.0, MediaType::EmbeddedPreview, media.url.as_deref()?))),
        );
        shown
    }

    /// What a viewer with access may play of a game in this state, of what is ours.
    pub(crate) fn for_viewers<'a>(
        &self,
        media: &'a [domain::media::Media],
        status: StreamStatus,
        ticket: TokenClaims,
    ) -> Vec<Media<'a>> {
        let mut shown = Vec::new();
        for media in media {
            let Some(kind) = media.shown_as(status) else { continue };
            if media.source.is_own() {
                let token = self.token(media.id, Scope::Play, ticket);
                shown.push(Media::new(media.id.0, kind, address(&token, "index.m3u8")));
                shown.push(Media::new(media.id.0, MediaType::Thumbnails, address(&token, "thumbs.vtt")));
            }
        }
        shown
    }

    /// Where a whole game can be downloaded.
    pub(crate) fn for_download(&self, media: MediaId, ticket: TokenClaims) -> String {
        address(&self.token(media, Scope::Download, ticket), "download.mp4")
    }

    /// Where a clip is played, and its poster where it has one. T54: the address of a clip that is not for everybody
    /// names the login that it was given to, and is worth what that may watch.
    pub(crate) fn for_clip(&self, clip: &Clip, login: Option<KeyHash>, now: Timestamp) -> (String, Option<String>) {
        let login = login.filter(|_| clip.audience != Audience::Everyone);
        let token = Token::of_clip(self.channel, clip.id, clip.media, Scope::Clip, clip_end(now));
        self.of_clip(clip, &Token { login, ..token })
    }

    /// The same for the channel's moderators.
    pub(crate) fn for_moderators(&self, clip: &Clip, now: Timestamp) -> (String, Option<String>) {
        self.of_clip(clip, &Token::of_moderated_clip(self.channel, clip.id, clip.media, clip_end(now)))
    }

    fn of_clip(&self, clip: &Clip, token: &Token) -> (String, Option<String>) {
        let token = playback::issue(&self.secret, token);
        (address(&token, "index.m3u8"), clip.has_poster.then(|| address(&token, "poster.jpg")))
    }

    /// What messengers show of a clip whose link they were given: its poster and its file, where there are. The file is
    /// for clips that everybody may see: its address has no end, and could be handed on by itself. T54: of a clip that
    /// is not for everybody there is nothing.
    pub(crate) fn for_link(&self, clip: &Clip) -> (Option<String>, Option<String>) {
        if clip.audience != Audience::Everyone {
            return (None, None);
        }
        let token = Token::of_clip(self.channel, clip.id, clip.media, Scope::ClipPreview, Timestamp(0));
        let token = playback::issue(&self.secret, &token);
        let has_file = clip.state == ClipState::Ready && clip.is_public;
        let file = has_file.then(|| address(&token, "clip.mp4"));
        (clip.has_poster.then(|| address(&token, "poster.jpg")), file)
    }

    /// The poster of a recording.
    pub(crate) fn poster(&self, media: MediaId) -> String {
        address(&playback::issue(&self.secret, &Token::of_preview(self.channel, media)), "poster.jpg")
    }

    fn token(&self, media: MediaId, scope: Scope, TokenClaims { session, expires_at, login }: TokenClaims) -> String {
        playback::issue(&self.secret, &Token { channel: self.channel, media, session, scope, expires_at, login })
    }
}

/// Players of other sites that show a game, for viewers with access. Their addresses need no token, so a page can
/// carry them.
pub(super) fn elsewhere(media: &[domain::media::Media]) -> impl Iterator<Item = Media<'_>> {
    let embedded = media.iter().filter(|media| media.source == Source::Embedded);
    embedded.filter_map(|media| Some(Media::new(media.id.0, MediaType::Embedded, media.url.as_deref()?)))
}

/// The same for half an hour, so that browsers keep what they have.
fn clip_end(now: Timestamp) -> Timestamp {
    const STEP: i64 = 30 * Timestamp::MINUTE;
    Timestamp((now.0.div_euclid(STEP) + 1) * STEP).plus(CLIP_LIFE)
}

fn address(token: &str, name: &str) -> String {
    format!("/media/{token}/{name}")
}

/// The state of a live stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StreamState {
    /// The encoder sends.
    OnAir,
    /// The encoder is away, and may come back.
    Interrupted,
    /// Nothing came yet.
    Waiting,
    /// The game is over, and its recording is being made ready.
    Processing,
    Ended,
}

/// The stream of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Stream {
    state: StreamState,
}

impl Stream {
    /// Nothing for games whose pictures come from elsewhere, and for those that are over without a recording.
    pub(crate) fn of(event: &domain::event::Event) -> Option<Self> {
        let own = event.media.iter().filter(|media| media.source.is_own());
        let worth = |state: MediaState| (state.can_be_watched(), state == MediaState::Processing);
        let best = own.max_by_key(|media| worth(media.state)).map(|media| media.state);
        let state = match (event.status, best) {
            (StreamStatus::Finished, Some(state)) if state.can_be_watched() => StreamState::Ended,
            (StreamStatus::Finished, Some(MediaState::Processing)) => StreamState::Processing,
            // Nothing was recorded, or it cannot be used.
            (StreamStatus::Finished, _) => return None,
            (_, Some(MediaState::OnAir)) => StreamState::OnAir,
            (_, Some(MediaState::Interrupted)) => StreamState::Interrupted,
            (_, Some(MediaState::Ready)) => StreamState::Ended,
            (_, None) if event.timing == domain::event::Timing::Clock => return None,
            (_, _) => StreamState::Waiting,
        };
        Some(Self { state })
    }
}
