//! What a visitor is to the channel's games.

use domain::access::{Holdings, Limits, Reason, Viewer};
use domain::account;
use domain::catalogue::Found;
use domain::clip::{Audience, Clip};
use domain::ids::{AccountId, EventId};
use domain::time::Timestamp;

use crate::channels::snapshot::{Onlooker, Snapshot};
use crate::http::extract::{Visitor, now};
use crate::http::refusal::Refusal;
use crate::playback::{Login, Subject};

impl Visitor {
    pub(crate) fn is_member(&self) -> bool {
        self.member.is_some()
    }

    pub(crate) fn onlooker(&self) -> Onlooker<'_> {
        Onlooker::new(self.viewer(), &self.channel.profile, self.country)
    }

    pub(crate) fn viewer(&self) -> Viewer<'_> {
        viewer(&self.channel, self.member.as_deref(), now())
    }

    /// How much they may keep of a game and take along.
    pub(crate) fn limits(&self, game: EventId) -> Limits {
        self.viewer().limits(Some(game), &self.channel.profile.playback)
    }

    /// Whose streams the visitor's would be.
    pub(crate) fn login(&self) -> Option<Login> {
        let (member, session) = self.member.as_ref().zip(self.session)?;
        Some(Login { account: member.account.id, session })
    }

    /// The games of what the visitor keeps as favourites; none for those without an account.
    pub(crate) fn favourite_games(&self) -> Found {
        let favourites = self.member.as_ref().map(|member| member.favourites.facets());
        self.channel.games.catalogue.any_of(&favourites.unwrap_or_default())
    }
}

/// Somebody with what they hold of the channel's passes.
pub(crate) fn viewer<'a>(channel: &'a Snapshot, member: Option<&'a account::Member>, now: Timestamp) -> Viewer<'a> {
    match member {
        None => Viewer::Anonymous,
        Some(member) => Viewer::Member(holdings(channel, member, now)),
    }
}

/// What a member has of the channel, and by hand.
pub(crate) fn holdings<'a>(channel: &'a Snapshot, member: &'a account::Member, now: Timestamp) -> Holdings<'a> {
    let (own, passes) = (&member.account.capabilities, &channel.content.passes);
    Holdings { own, entitlements: &member.entitlements, passes, now }
}

/// T54: whether somebody may watch a clip. Its region counts for everybody; a clip that is not for everybody asks for its
/// game, of its maker too: what was cut with a pass is not kept without one.
pub(crate) fn clip_permission(
    channel: &Snapshot,
    clip: &Clip,
    account: Option<AccountId>,
    onlooker: Onlooker<'_>,
) -> Result<(), Refusal> {
    match clip.audience {
        Audience::Everyone => {
            let game = channel.games.catalogue.get(clip.event).ok_or(Refusal::PlaybackEnded)?;
            if onlooker.is_blocked_from(game) { Err(Refusal::RegionBlocked) } else { Ok(()) }
        }
        Audience::Maker if !clip.is_of(account) => Err(Refusal::PlaybackEnded),
        Audience::Access | Audience::Maker => permission(channel, Subject::Game(clip.event), onlooker),
    }
}

/// Whether a game or film may be watched; who asks for what is not there may not.
pub(crate) fn permission(channel: &Snapshot, subject: Subject, onlooker: Onlooker<'_>) -> Result<(), Refusal> {
    let reason = match subject {
        Subject::Game(id) => {
            let game = channel.games.catalogue.get(id).ok_or(Refusal::PlaybackEnded)?;
            let access = onlooker.access_to(game);
            if access.watch {
                return Ok(());
            }
            access.reason
        }
        // Who of those in its game's region may watch a clip is asked of the clip itself.
        Subject::Clip { event, .. } => {
            let game = channel.games.catalogue.get(event).ok_or(Refusal::PlaybackEnded)?;
            if !onlooker.is_blocked_from(game) {
                return Ok(());
            }
            Reason::Region
        }
        Subject::Film(id) => {
            let film = channel.public.vod.library.item(id).ok_or(Refusal::PlaybackEnded)?;
            if onlooker.is_kept_out() {
                Reason::Region
            } else if film.access.is_open_to(onlooker.viewer) {
                return Ok(());
            } else if onlooker.is_anonymous() {
                Reason::NeedsAccount
            } else {
                Reason::NeedsPass
            }
        }
    };
    Err(match reason {
        Reason::Region => Refusal::RegionBlocked,
        Reason::NeedsAccount => Refusal::NeedsAccount,
        Reason::NeedsPass | Reason::FreeForAll | Reason::HasAccount | Reason::CoveredByPass => Refusal::NeedsPass,
    })
}
