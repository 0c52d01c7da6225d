//! Authorizes media requests, in this order: token, session, region, stream limit. The requested file is only looked at
//! afterwards.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use domain::clip::{Audience, Clip};
use domain::geo::Rule;
use domain::ids::MediaId;
use domain::media::Media;
use domain::playback::{self, Scope, Token};
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use media::recording::RecordingFile;

use super::Playback;
use super::media_path::MediaPath;
use super::missing;
use super::networks::ViewerNetwork;
use super::sessions::{Login, Play, Subject};
use super::{clip_permission, permission};
use crate::accounts::visitor::viewer;
use crate::channels::snapshot::Snapshot;
use crate::http::error::{Error, Result};
use crate::playback::PlaybackError;
use crate::views::event::AccessContext;

/// How long a request waits for the periodic access check of its session: less than a player's buffer.
const LOOK_AT_MOST: Duration = Duration::from_millis(300);

/// An authorized request. It borrows from the connection's cache, because shared reference counts would make cores wait
/// for each other.
pub(super) struct Authorized<'a> {
    pub(super) token: Token,
    pub(super) wanted: MediaPath,
    pub(super) channel: &'a Snapshot,
    /// Absent for public media.
    pub(super) play: Option<&'a Arc<Play>>,
    /// The clip that the token is for.
    pub(super) clip: Option<Arc<Clip>>,
    pub(super) from: IpAddr,
}

/// A token with a checked signature, and its session. It is cached, because a player uses the same token for minutes.
pub(super) struct VerifiedToken {
    written: Box<str>,
    token: Token,
    channel: Arc<Snapshot>,
    play: Option<Arc<Play>>,
}

impl VerifiedToken {
    fn check(playback: &Playback, written: &str) -> Option<Self> {
        let channel = playback::claimed_channel(written).and_then(|id| playback.channels.by_id(id))?;
        let token = playback::verify(&channel.identity.key_secret, channel.identity.id, written)?;
        Some(Self { written: written.into(), token, channel, play: None })
    }

    /// Whether it is this one, and the channel still as it was then.
    fn is(&self, playback: &Playback, written: &str) -> bool {
        *self.written == *written && playback.channels.is_still(self.token.channel, &self.channel)
    }
}

pub(super) async fn check<'a>(
    playback: &Playback,
    from: IpAddr,
    token: &str,
    name: &str,
    known: &'a mut Option<VerifiedToken>,
) -> Result<Authorized<'a>> {
    let now = playback.clock.now();
    if !known.as_ref().is_some_and(|known| known.is(playback, token)) {
        *known = VerifiedToken::check(playback, token);
    }
    let VerifiedToken { token, channel, play, .. } = known.as_mut().ok_or(PlaybackError::PlaybackEnded)?;
    let token = *token;
    // Operators go on looking at clips.
    if channel.is_paused && !token.is_for_moderators() && token.scope != Scope::ClipPreview {
        return Err(Error::ChannelPaused);
    }
    let (play, clip) = match token.scope {
        Scope::Preview => {
            check_preview(playback, channel, &token, name, from)?;
            (None, None)
        }
        Scope::Play | Scope::Download => (Some(playing(playback, channel, token, from, now, play).await?), None),
        Scope::Clip | Scope::ClipPreview => {
            (None, Some(Box::pin(shown_clip(playback, channel, &token, from, now)).await?))
        }
    };
    let wanted = MediaPath::parse(name).filter(|wanted| wanted.is_within(token.scope)).ok_or_else(missing)?;
    Ok(Authorized { token, wanted, channel, play, clip, from })
}

/// T8: a preview is of the game, and goes where that goes; its poster goes everywhere.
fn check_preview(playback: &Playback, channel: &Snapshot, token: &Token, name: &str, from: IpAddr) -> Result<()> {
    let is_poster = MediaPath::parse(name) == Some(MediaPath::Stored(RecordingFile::Poster));
    if !is_poster && is_kept_out(playback, channel, subject_of(channel, token.media), from) {
        return Err(PlaybackError::RegionBlocked.into());
    }
    Ok(())
}

/// T5: a clip that is still there, by a token that was made for it. It opens nothing but the clip, and ends with it.
async fn shown_clip(
    playback: &Playback,
    channel: &Arc<Snapshot>,
    token: &Token,
    from: IpAddr,
    now: Timestamp,
) -> Result<Arc<Clip>> {
    let is_over = token.scope == Scope::Clip && token.expires_at <= now;
    let id = token.clip().filter(|_| !is_over).ok_or(PlaybackError::PlaybackEnded)?;
    let (of, here) = (token.channel, playback.clone());
    let found = on_main_runtime(playback, async move { here.clips.find(of, id).await }).await??;
    let clip = found.filter(|clip| clip.media == token.media).ok_or(PlaybackError::PlaybackEnded)?;
    if is_kept_out(playback, channel, Some(Subject::Game(clip.event)), from) {
        return Err(PlaybackError::RegionBlocked.into());
    }
    if clip.audience == Audience::Everyone || token.is_for_moderators() {
        return Ok(clip);
    }
    let (here, channel, shown, login) = (playback.clone(), channel.clone(), clip.clone(), token.login);
    on_main_runtime(playback, async move { check_audience(&here, &channel, &shown, login, from, now).await }).await??;
    Ok(clip)
}

/// T54: a clip that is not public is shown to the login that its URL names, as long as that login has access.
async fn check_audience(
    playback: &Playback,
    channel: &Snapshot,
    clip: &Clip,
    login: Option<KeyHash>,
    from: IpAddr,
    now: Timestamp,
) -> Result<()> {
    let member = match login {
        Some(session) => playback.members.of_session(channel.identity.id, session, now).await?,
        None => None,
    };
    let member = member.filter(|member| member.account.pending_step().is_none());
    let access_context =
        AccessContext::new(viewer(channel, member.as_deref(), now), &channel.profile, playback.countries.of(from));
    let account = member.as_ref().map(|member| member.account.id);
    clip_permission(channel, clip, account, access_context).map_err(|_| PlaybackError::PlaybackEnded.into())
}

/// `last` is the session of the previous request, reused while it is valid.
async fn playing<'a>(
    playback: &Playback,
    channel: &Arc<Snapshot>,
    token: Token,
    from: IpAddr,
    now: Timestamp,
    last: &'a mut Option<Arc<Play>>,
) -> Result<&'a Arc<Play>> {
    let place = ViewerNetwork::of(from);
    // T1: an address that was copied ends with its token. A download that began goes on from where it was begun.
    let is_theirs = |play: &Play| token.scope == Scope::Download || now < token.expires_at || play.is_known_at(place);
    if !last.as_ref().is_some_and(|play| play.is_good(now)) {
        *last = match playback.plays.find(&token.session) {
            None => {
                let (here, channel) = (playback.clone(), channel.clone());
                on_main_runtime(playback, async move { restored(&here, &channel, &token, from, now).await }).await??
            }
            found => found,
        };
    }
    let known = last.as_ref().filter(|play| play.channel == token.channel && play.is_good(now) && is_theirs(play));
    let play = known.ok_or(PlaybackError::PlaybackEnded)?;
    if is_kept_out(playback, channel, Some(play.subject), from) {
        return Err(PlaybackError::RegionBlocked.into());
    }
    let has_news = play.has_news();
    if play.is_due(now) {
        let (here, channel, play) = (playback.clone(), channel.clone(), play.clone());
        let go_on = on_main_runtime(playback, async move {
            let go_on = may_go_on(&here, &channel, &play, from, now).await;
            if !go_on {
                play.end();
            }
            go_on
        });
        // A picture does not wait for a database that is slow or away: what is found out counts for the next one.
        let patience = if has_news { Duration::MAX } else { LOOK_AT_MOST };
        if let Ok(go_on) = tokio::time::timeout(patience, go_on).await
            && !go_on?
        {
            return Err(PlaybackError::PlaybackEnded.into());
        }
    }
    if token.scope == Scope::Play && !playback.plays.admit(play, place, channel.profile.playback.max_streams, now) {
        return Err(PlaybackError::TooManyStreams.into());
    }
    Ok(play)
}

/// What may have to ask the database is done on the server's own threads: others wait to be sent something on this one,
/// and what it begins is tied to its core. It is also rare and large, and so no part of what every request pays for.
pub(super) fn on_main_runtime<T, W>(playback: &Playback, work: W) -> impl Future<Output = Result<T>> + use<T, W>
where
    T: Send + 'static,
    W: Future<Output = T> + Send + 'static,
{
    let begun = playback.home.spawn(work);
    // Only what panics does not answer.
    async { begun.await.map_err(|_| Error::Internal) }
}

/// Restores a session from before a restart by its token, while the token is valid. This server does not know whether
/// the session was ended, so access is checked at once: T1, T7.
async fn restored(
    playback: &Playback,
    channel: &Snapshot,
    token: &Token,
    from: IpAddr,
    now: Timestamp,
) -> Result<Option<Arc<Play>>> {
    let issued_at = token.expires_at.plus(-playback::LIFE);
    if token.scope != Scope::Play || issued_at > playback.started_at || token.expires_at <= now {
        return Ok(None);
    }
    let Some(subject) = subject_of(channel, token.media) else { return Ok(None) };
    // A viewer abroad ends no session.
    if is_kept_out(playback, channel, Some(subject), from) {
        return Err(PlaybackError::RegionBlocked.into());
    }
    let member = match token.login {
        Some(session) => playback.members.of_session(token.channel, session, now).await?,
        None => None,
    };
    let login = member.zip(token.login).map(|(member, session)| Login { account: member.account.id, session });
    let play = Play::new(token.channel, subject, login, now, token.expires_at);
    let has_left = token.login.is_some() && login.is_none();
    if has_left || !may_go_on(playback, channel, &play, from, now).await {
        // It is kept as one that has ended, so that it is asked for once.
        play.end();
    }
    Ok(playback.plays.insert(token.session, Arc::new(play), now))
}

/// What a media is of. Looked for among all, since few ever ask.
fn subject_of(channel: &Snapshot, id: MediaId) -> Option<Subject> {
    let has = |media: &[Media]| media.iter().any(|media| media.id == id);
    let game = channel.games.catalogue.games().iter().find(|game| has(&game.media)).map(|game| Subject::Game(game.id));
    let film = || channel.content.vod_items.iter().find(|film| has(&film.media)).map(|film| Subject::Film(film.id));
    game.or_else(film)
}

/// The region is checked by IP address with every request, so that a link copied to a blocked country does not work
/// there. Without a rule, no country is looked up.
fn is_kept_out(playback: &Playback, channel: &Snapshot, subject: Option<Subject>, from: IpAddr) -> bool {
    let game = match subject {
        Some(Subject::Game(id) | Subject::Clip { event: id, .. }) => channel.games.catalogue.get(id),
        Some(Subject::Film(_)) | None => None,
    };
    let rules = [Some(&channel.profile.geo_rule), game.and_then(|game| game.geo_rule.as_ref())];
    let mut rules = rules.into_iter().flatten().filter(|rule| **rule != Rule::Everywhere).peekable();
    if rules.peek().is_none() {
        return false;
    }
    let country = playback.countries.of(from);
    rules.any(|rule| rule.blocks(country))
}

/// Whether what opened the session still holds: the login, the pass, the game's own rules.
pub(super) async fn may_go_on(
    playback: &Playback,
    channel: &Snapshot,
    play: &Play,
    from: IpAddr,
    now: Timestamp,
) -> bool {
    let member = match play.login {
        None => None,
        Some(login) => match playback.members.of_session(channel.identity.id, login.session, now).await {
            Ok(Some(member)) if member.account.id == login.account && member.account.pending_step().is_none() => {
                Some(member)
            }
            Ok(_) => return false,
            // Nobody's game stops because the database is away.
            Err(_) => return true,
        },
    };
    let viewer = viewer(channel, member.as_deref(), now);
    let access_context = AccessContext::new(viewer, &channel.profile, playback.countries.of(from));
    let game = match play.subject {
        Subject::Game(id) | Subject::Clip { event: id, .. } => Some(id),
        Subject::Film(_) => None,
    };
    if play.capability.is_some_and(|needed| !viewer.may(needed, game)) {
        return false;
    }
    let Subject::Clip { clip, .. } = play.subject else {
        return permission(channel, play.subject, access_context).is_ok();
    };
    match playback.clips.find(channel.identity.id, clip).await {
        Ok(Some(clip)) => {
            clip_permission(channel, &clip, play.login.map(|login| login.account), access_context).is_ok()
        }
        Ok(None) => false,
        Err(_) => true,
    }
}
