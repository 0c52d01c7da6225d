//! What somebody may watch.

use domain::access::Reason;
use domain::clip::{Audience, Clip};
use domain::ids::AccountId;

use super::{Login, PlaybackError, Subject};
use crate::accounts::caller::Visitor;
use crate::channels::snapshot::Snapshot;
use crate::views::event::AccessContext;

impl Visitor {
    /// Whose streams the visitor's would be.
    pub(crate) fn login(&self) -> Option<Login> {
        let (member, session) = self.member.as_ref().zip(self.session)?;
        Some(Login { account: member.account.id, session })
    }
}

/// T54: whether somebody may watch a clip. Its region counts for everybody; a clip that is not for everybody asks for its
/// game, of its maker too: what was cut with a pass is not kept without one.
pub(crate) fn clip_permission(
    channel: &Snapshot,
    clip: &Clip,
    account: Option<AccountId>,
    onlooker: AccessContext<'_>,
) -> Result<(), PlaybackError> {
    match clip.audience {
        Audience::Everyone => {
            let game = channel.games.catalogue.get(clip.event).ok_or(PlaybackError::PlaybackEnded)?;
            if onlooker.is_blocked_from(game) { Err(PlaybackError::RegionBlocked) } else { Ok(()) }
        }
        Audience::Maker if !clip.is_of(account) => Err(PlaybackError::PlaybackEnded),
        Audience::Access | Audience::Maker => permission(channel, Subject::Game(clip.event), onlooker),
    }
}

/// Whether a game or film may be watched; who asks for what is not there may not.
pub(crate) fn permission(
    channel: &Snapshot,
    subject: Subject,
    onlooker: AccessContext<'_>,
) -> Result<(), PlaybackError> {
    let reason = match subject {
        Subject::Game(id) => {
            let game = channel.games.catalogue.get(id).ok_or(PlaybackError::PlaybackEnded)?;
            let access = onlooker.access_to(game);
            if access.watch {
                return Ok(());
            }
            access.reason
        }
        // Who of those in its game's region may watch a clip is asked of the clip itself.
        Subject::Clip { event, .. } => {
            let game = channel.games.catalogue.get(event).ok_or(PlaybackError::PlaybackEnded)?;
            if !onlooker.is_blocked_from(game) {
                return Ok(());
            }
            Reason::Region
        }
        Subject::Film(id) => {
            let film = channel.public.vod.library.item(id).ok_or(PlaybackError::PlaybackEnded)?;
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
        Reason::Region => PlaybackError::RegionBlocked,
        Reason::NeedsAccount => PlaybackError::NeedsAccount,
        Reason::NeedsPass | Reason::FreeForAll | Reason::HasAccount | Reason::CoveredByPass => PlaybackError::NeedsPass,
    })
}
