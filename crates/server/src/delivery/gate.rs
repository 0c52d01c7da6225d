//! Who is let through to media, in this order: token, session, region, limit of streams. Only then is it looked at what
//! was asked for.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use domain::clip::Clip;
use domain::geo::Rule;
use domain::media::Media;
use domain::playback::{self, Scope, Token};
use domain::time::Timestamp;
use http::request::Parts;

use super::missing;
use super::sessions::{Play, Subject};
use super::wanted::Wanted;
use crate::App;
use crate::error::Result;
use crate::extract::now;
use crate::listen::Peer;
use crate::refusal::Refusal;
use crate::snapshot::{Onlooker, Snapshot};
use crate::visitor::{permission, viewer};

/// Somebody with a good token, and what they ask for.
pub(super) struct Admitted {
    pub(super) token: Token,
    pub(super) wanted: Wanted,
    pub(super) channel: Arc<Snapshot>,
    /// Absent for what everybody may see.
    pub(super) play: Option<Arc<Play>>,
    /// The clip that the token is for.
    pub(super) clip: Option<Arc<Clip>>,
    pub(super) from: IpAddr,
}

pub(super) async fn check(app: &App, request: &Parts, token: &str, name: &str) -> Result<Admitted> {
    let now = now();
    let claimed = playback::claimed_channel(token).and_then(|id| app.channels.by_id(id));
    let channel = claimed.ok_or(Refusal::PlaybackEnded)?;
    let identity = &channel.identity;
    let token = playback::verify(&identity.key_secret, identity.id, token).ok_or(Refusal::PlaybackEnded)?;
    let from = request.extensions.get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    let (play, clip) = match token.scope {
        Scope::Preview => (None, None),
        Scope::Play | Scope::Download => (Some(playing(app, &channel, &token, from, now).await?), None),
        Scope::Clip | Scope::ClipPreview => (None, Some(shown_clip(app, &channel, &token, from, now).await?)),
    };
    let wanted = Wanted::parse(name).filter(|wanted| wanted.is_within(token.scope)).ok_or_else(missing)?;
    Ok(Admitted { token, wanted, channel, play, clip, from })
}

/// T5: a clip that is still there, by a token that was made for it. It opens nothing but the clip, and ends with it.
async fn shown_clip(app: &App, channel: &Snapshot, token: &Token, from: IpAddr, now: Timestamp) -> Result<Arc<Clip>> {
    let is_over = token.scope == Scope::Clip && token.expires_at <= now;
    let id = token.clip().filter(|_| !is_over).ok_or(Refusal::PlaybackEnded)?;
    let found = app.clips.find(token.channel, id).await?.filter(|clip| clip.media == token.media);
    let clip = found.ok_or(Refusal::PlaybackEnded)?;
    if is_kept_out(app, channel, Subject::Game(clip.event), from) {
        return Err(Refusal::RegionBlocked.into());
    }
    Ok(clip)
}

async fn playing(app: &App, channel: &Snapshot, token: &Token, from: IpAddr, now: Timestamp) -> Result<Arc<Play>> {
    let known = app.plays.find(&token.session).or_else(|| restored(app, channel, token, now));
    let known = known.filter(|play| play.channel == token.channel && play.is_good(now));
    let play = known.ok_or(Refusal::PlaybackEnded)?;
    if is_kept_out(app, channel, play.subject, from) {
        return Err(Refusal::RegionBlocked.into());
    }
    if play.is_due(now) && !may_go_on(app, channel, &play, from, now).await {
        play.end();
        return Err(Refusal::PlaybackEnded.into());
    }
    if token.scope == Scope::Play && !app.plays.admit(&play, channel.profile.playback.max_streams, now) {
        return Err(Refusal::TooManyStreams.into());
    }
    Ok(play)
}

/// Takes up a session that was begun before this server was. Its token was good then, and is for a few minutes; by then
/// the player has asked for a new one.
fn restored(app: &App, channel: &Snapshot, token: &Token, now: Timestamp) -> Option<Arc<Play>> {
    let issued_at = token.expires_at.plus(-playback::LIFE);
    if token.scope != Scope::Play || issued_at > app.started_at {
        return None;
    }
    let has = |media: &[Media]| media.iter().any(|media| media.id == token.media);
    let game = channel.games.catalogue.games().iter().find(|game| has(&game.media)).map(|game| Subject::Game(game.id));
    let film = || channel.content.vod_items.iter().find(|film| has(&film.media)).map(|film| Subject::Film(film.id));
    let play = Arc::new(Play::restored(token.channel, game.or_else(film)?, now, token.expires_at));
    app.plays.insert(token.session, play.clone(), now).then_some(play)
}

/// The address decides anew with every request: a link that was copied abroad is worth nothing there. Where there is no
/// rule, nobody's country is looked up.
fn is_kept_out(app: &App, channel: &Snapshot, subject: Subject, from: IpAddr) -> bool {
    let game = match subject {
        Subject::Game(id) | Subject::Clip { event: id, .. } => channel.games.catalogue.get(id),
        Subject::Film(_) => None,
    };
    let rules = [Some(&channel.profile.geo_rule), game.and_then(|game| game.geo_rule.as_ref())];
    let mut rules = rules.into_iter().flatten().filter(|rule| **rule != Rule::Everywhere).peekable();
    if rules.peek().is_none() {
        return false;
    }
    let country = app.countries.of(from);
    rules.any(|rule| rule.blocks(country))
}

/// Whether what opened the session still holds: the login, the pass, the game's own rules.
async fn may_go_on(app: &App, channel: &Snapshot, play: &Play, from: IpAddr, now: Timestamp) -> bool {
    let member = match play.login {
        None if play.is_restored() => return true,
        None => None,
        Some(login) => match app.members.of_session(channel.identity.id, login.session, now).await {
            Ok(Some(member)) if member.account.id == login.account && member.account.held_back().is_none() => {
                Some(member)
            }
            Ok(_) => return false,
            // Nobody's game stops because the database is away.
            Err(_) => return true,
        },
    };
    let member = member.as_deref();
    let onlooker = Onlooker::new(viewer(channel, member, now), &channel.profile, app.countries.of(from));
    let capabilities = member.map_or(&[][..], |member| &member.account.capabilities);
    permission(channel, play.subject, onlooker, capabilities).is_ok()
}
