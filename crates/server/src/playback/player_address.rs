//! Playback on televisions and players that cannot log in: a member's private address opens a playlist of everything
//! they may watch. The address is the only credential and is checked, in memory, with every request.
//!
//! The URLs in the playlist are relative, so that players keep the secret in every request and continue after a
//! restart.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRef, FromRequestParts, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::account::Member;
use domain::catalogue::{Facet, Filter, Order};
use domain::channel::Language;
use domain::event::{Event, StreamStatus};
use domain::geo::Code;
use domain::ids::{EventId, MediaId, VodItemId};
use domain::media::Media;
use domain::network::Network;
use domain::playback::{LIFE, PlaySession, Scope, Token};
use domain::player_address::{self, Entry, Group, Last, MAX_ENTRIES, Turn};
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use domain::vod;
use http::request::Parts;
use http::{HeaderName, HeaderValue, header};
use transport::listener::ClientIp;

use super::Playback;
use super::authorize::Authorized;
use super::media_path::MediaPath;
use super::networks::ViewerNetwork;
use super::permission;
use super::sessions::{Login, Play, Subject};
use super::{allow, missing, open_to_all, send};
use crate::accounts::visitor::viewer;
use crate::channels::game_text::{game_title, start_in_zone};
use crate::channels::request_channel::Channel;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::http::error::{Error, Result};
use crate::playback::PlaybackError;
use crate::views::event::AccessContext;

pub(super) fn router<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Playback: FromRef<S>,
{
    Router::new().route("/tv/{*path}", get(serve).options(allow))
}

/// Where the list of an address is.
pub(crate) fn list_path(secret: &str) -> String {
    format!("/tv/{secret}/playlist.m3u")
}

async fn serve(State(playback): State<Playback>, request: Request) -> Response {
    let mut request = request.into_parts().0;
    let mut answer = match Box::pin(deliver(&playback, &mut request)).await {
        Ok(answer) => answer,
        Err(refused) => refused.into_response(),
    };
    let headers = answer.headers_mut();
    open_to_all(headers);
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    answer
}

async fn deliver(playback: &Playback, request: &mut Parts) -> Result<Response> {
    let Channel(channel) = Channel::from_request_parts(request, &playback.channels).await?;
    let from = request.extensions.get::<ClientIp>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    let path = request.uri.path().strip_prefix("/tv/").unwrap_or_default();
    let (secret, name) = path.split_once('/').unwrap_or((path, ""));
    let player = Player::find(playback, &channel, secret, from).await?;
    match Asked::parse(name).ok_or_else(missing)? {
        Asked::List => Ok(player.list(&Site::of(&channel, &request.headers), secret)),
        Asked::Media(subject, wanted) => player.play(playback, subject, wanted, request).await,
    }
}

/// What can be asked for behind a secret. Names are read letter for letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    List,
    Media(Subject, MediaPath),
}

impl Asked {
    fn parse(name: &str) -> Option<Self> {
        if name == "playlist.m3u" {
            return Some(Self::List);
        }
        let (kind, rest) = name.split_once('/')?;
        let (id, file) = rest.split_once('/')?;
        let id: i64 = id.parse().ok().filter(|number: &i64| number.to_string() == id)?;
        let subject = match kind {
            "event" => Subject::Game(EventId(id)),
            "film" => Subject::Film(VodItemId(id)),
            _ => return None,
        };
        let wanted = MediaPath::parse(file).filter(|wanted| wanted.is_within(Scope::Play))?;
        Some(Self::Media(subject, wanted))
    }
}

/// A player that uses a member's private address.
struct Player<'a> {
    channel: &'a Snapshot,
    member: Arc<Member>,
    address: KeyHash,
    from: IpAddr,
    country: Option<Code>,
    now: Timestamp,
}

impl<'a> Player<'a> {
    /// T35, T56: an address that is none costs its network a try; a good one is never refused because of others.
    async fn find(playback: &Playback, channel: &'a Snapshot, secret: &str, from: IpAddr) -> Result<Self> {
        let (now, id, country) = (playback.clock.now(), channel.identity.id, playback.countries.of(from));
        let address = player_address::hash(secret);
        let member = match address {
            Some(address) => playback.members.of_address(id, address, country, now).await?,
            None => None,
        };
        let Some((address, member)) = address.zip(member) else {
            playback.wrong_addresses.take((id, Network::of(from)), now).await?;
            return Err(missing());
        };
        // T24: a member with a pending step does it where they can log in.
        if member.account.pending_step().is_some() {
            return Err(PlaybackError::PlaybackEnded.into());
        }
        Ok(Self { channel, member, address, from, country, now })
    }

    fn access_context(&self) -> AccessContext<'_> {
        AccessContext::new(viewer(self.channel, Some(&self.member), self.now), &self.channel.profile, self.country)
    }

    /// A file of a game or film. What it needs is asked for each time: a pass, the region, a free stream.
    async fn play(
        &self,
        playback: &Playback,
        subject: Subject,
        wanted: MediaPath,
        request: &Parts,
    ) -> Result<Response> {
        let (media, status) = self.media_of(subject).ok_or_else(missing)?;
        permission(self.channel, subject, self.access_context())?;
        // An upcoming game has nothing yet, and a player that asks again is shown it once it begins.
        let shown = player_address::shown(media, status).ok_or_else(missing)?;
        let play = self.take_turn(playback, subject, wanted, shown.id, media, status)?;
        let most = self.channel.profile.playback.max_streams;
        if !playback.plays.admit(&play, ViewerNetwork::of(self.from), most, self.now) {
            return Err(PlaybackError::TooManyStreams.into());
        }
        let token = Token {
            channel: self.channel.identity.id,
            media: play.by_address.unwrap_or(shown.id),
            session: self.session(),
            scope: Scope::Play,
            expires_at: self.now.plus(LIFE),
            login: Some(self.address),
        };
        let (channel, from) = (self.channel, self.from);
        send(playback, &Authorized { token, wanted, channel, play: Some(&play), clip: None, from }, request).await
    }

    fn media_of(&self, subject: Subject) -> Option<(&'a [Media], StreamStatus)> {
        match subject {
            Subject::Game(id) => self.channel.games.catalogue.get(id).map(|game| (game.media.as_slice(), game.status)),
            Subject::Film(id) => {
                let film = self.channel.public.vod.library.item(id)?;
                Some((film.media.as_slice(), StreamStatus::Finished))
            }
            Subject::Clip { .. } => None,
        }
    }

    /// The one session of this address.
    fn take_turn(
        &self,
        playback: &Playback,
        subject: Subject,
        wanted: MediaPath,
        shown: MediaId,
        media: &[Media],
        status: StreamStatus,
    ) -> Result<Arc<Play>> {
        let opens = wanted == MediaPath::Multivariant;
        // Another video of the same game is begun when the game is opened, not between two segments.
        let is_shown = |id| media.iter().any(|media| media.id == id && media.shown_as(status).is_some());
        let goes_on = |id| if opens { id == shown } else { is_shown(id) };
        let before = playback.plays.find(&self.session()).filter(|play| play.channel == self.channel.identity.id);
        let last = before.as_deref().map(|play| Last {
            is_same: play.subject == subject && play.by_address.is_some_and(goes_on),
            is_good: play.is_good(self.now),
            is_streaming: play.is_streaming(self.now),
            was_taken_over: play.was_taken_over(),
        });
        let until = self.now.plus(LIFE);
        match (player_address::turn(last, opens), before) {
            (Turn::GoOn, Some(play)) => {
                play.renew(self.now, until);
                Ok(play)
            }
            (Turn::GoOn | Turn::Begin, _) => {
                let login = Login { account: self.member.account.id, session: self.address };
                let play = Play::of_address(self.channel.identity.id, subject, shown, login, self.now, until);
                let begun = playback.plays.replace(self.session(), Arc::new(play), self.now);
                begun.ok_or(Error::Busy("playback slots are full"))
            }
            (Turn::TakenOver, _) => Err(PlaybackError::TakenOver.into()),
            (Turn::Elsewhere, _) => Err(PlaybackError::TooManyStreams.into()),
        }
    }

    /// As random as the secret is, and not to be guessed from a token.
    fn session(&self) -> PlaySession {
        let (first, _) = self.address.0.split_first_chunk().expect("a hash is longer than a session");
        *first
    }

    /// What the member may watch now or soon.
    fn list(&self, site: &Site, secret: &str) -> Response {
        let language = self.member.account.language.unwrap_or(self.channel.profile.language);
        let path = |kind: &str, id: i64| site.url(&format!("/tv/{secret}/{kind}/{id}/index.m3u8"));
        let games = self.games().map(|(group, game)| Entry {
            id: format!("event-{}", game.id),
            group: group.title(language),
            title: title(self.channel, &game, language),
            seconds: game.duration_s.filter(|_| group == Group::Recorded),
            url: path("event", game.id.0),
        });
        let films = self.films().map(|film| Entry {
            id: format!("film-{}", film.id),
            group: Group::Film.title(language),
            title: film.translations.text(language, "title").unwrap_or(&film.title).to_owned(),
            seconds: film.duration_s,
            url: path("film", film.id.0),
        });
        let entries: Vec<Entry> = games.chain(films).take(MAX_ENTRIES).collect();
        let mut answer = Response::new(Body::from(player_address::playlist(&self.channel.profile.name, &entries)));
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("audio/x-mpegurl; charset=utf-8"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
        headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline; filename=\"playlist.m3u\""));
        answer
    }

    /// Live ones, those that begin soon, and the newest recordings.
    fn games(&self) -> impl Iterator<Item = (Group, Arc<Event>)> {
        let catalogue = &self.channel.games.catalogue;
        let (access_context, now) = (self.access_context(), self.now);
        [StreamStatus::Live, StreamStatus::Upcoming, StreamStatus::Finished].into_iter().flat_map(move |status| {
            let is_soon = status == StreamStatus::Upcoming;
            let (from, until) = (now.plus(-player_address::SOON), now.plus(player_address::SOON + 1));
            let filter = Filter {
                from: is_soon.then_some(from),
                until: is_soon.then_some(until),
                ..Filter::default().and([Facet::Status(status)])
            };
            let order = Order { descending: status == StreamStatus::Finished, ..Order::default() };
            let found = catalogue.page(&catalogue.find(&filter), order, 0, LOOKED_AT);
            let listed = found.into_iter().filter_map(move |game| Some((Group::of(&game, now)?, game)));
            listed.filter(move |(_, game)| access_context.access_to(game).watch)
        })
    }

    /// The newest first.
    fn films(&self) -> impl Iterator<Item = &vod::VodItem> {
        let wanted = vod::VodQuery { limit: LOOKED_AT, ..vod::VodQuery::default() };
        let films = self.channel.public.vod.library.find(&wanted).items.into_iter();
        let films = films.filter(|film| player_address::shown(&film.media, StreamStatus::Finished).is_some());
        films.filter(|film| permission(self.channel, Subject::Film(film.id), self.access_context()).is_ok())
    }
}

/// Of each kind, whether or not the member may watch them.
const LOOKED_AT: usize = 5_000;

fn title(channel: &Snapshot, game: &Event, language: Language) -> String {
    let title = game_title(channel, game);
    match start_in_zone(game, language).filter(|_| game.status != StreamStatus::Live) {
        Some(start) => format!("{title} · {start}"),
        None => title,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T2: nothing but our own names is read, and nothing leads out of them.
    #[test]
    fn unknown_player_paths_are_refused() {
        let game = Subject::Game(EventId(7));
        assert_eq!(Asked::parse("playlist.m3u"), Some(Asked::List));
        assert_eq!(Asked::parse("event/7/index.m3u8"), Some(Asked::Media(game, MediaPath::Multivariant)));
        let film = Asked::parse("film/9/v0/7.m4s");
        assert!(matches!(film, Some(Asked::Media(Subject::Film(VodItemId(9)), MediaPath::Stored(_)))), "{film:?}");
        for name in [
            "",
            "playlist.m3u8",
            "playlist.m3u/",
            "event/7",
            "event/7/",
            "event/07/index.m3u8",
            "event/+7/index.m3u8",
            "event/7/download.mp4",
            "event/7/clip.mp4",
            "event/7/meta.json",
            "event/7/../8/index.m3u8",
            "clip/7/index.m3u8",
            "film//index.m3u8",
            "/event/7/index.m3u8",
        ] {
            assert_eq!(Asked::parse(name), None, "{name}");
        }
    }
}
