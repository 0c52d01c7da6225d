//! What a viewer may watch.

use domain::access::Reason;
use domain::clip::{Audience, Clip};
use domain::ids::AccountId;

use super::{Login, PlaybackError, Subject};
use crate::accounts::caller::Visitor;
use crate::channels::snapshot::Snapshot;
use crate::views::event::AccessContext;

impl Visitor {
    /// The login that the visitor's streams count for.
    pub(crate) fn login(&self) -> Option<Login> {
        let (member, session) = self.member.as_ref().zip(self.session)?;
        Some(Login { account: member.account.id, session })
    }
}

/// T54: whether a visitor may watch a clip. The region applies to everyone. A clip that is not public requires access
/// to its game, also from its author: a clip made with a pass is lost without it.
pub(crate) fn clip_permission(
    channel: &Snapshot,
    clip: &Clip,
    account: Option<AccountId>,
    access_context: AccessContext<'_>,
) -> Result<(), PlaybackError> {
    match clip.audience {
        Audience::Everyone => {
            let game = channel.games.catalogue.get(clip.event).ok_or(PlaybackError::PlaybackEnded)?;
            if access_context.is_blocked_from(game) { Err(PlaybackError::RegionBlocked) } else { Ok(()) }
        }
        Audience::Maker if !clip.is_of(account) => Err(PlaybackError::PlaybackEnded),
        Audience::Access | Audience::Maker => permission(channel, Subject::Game(clip.event), access_context),
    }
}

/// Whether a game or film may be watched; false if it does not exist.
pub(crate) fn permission(
    channel: &Snapshot,
    subject: Subject,
    access_context: AccessContext<'_>,
) -> Result<(), PlaybackError> {
    let reason = match subject {
        Subject::Game(id) => {
            let game = channel.games.catalogue.get(id).ok_or(PlaybackError::PlaybackEnded)?;
            let access = access_context.access_to(game);
            if access.watch {
                return Ok(());
            }
            access.reason
        }
        // The clip itself decides which viewers in its game's region may watch it.
        Subject::Clip { event, .. } => {
            let game = channel.games.catalogue.get(event).ok_or(PlaybackError::PlaybackEnded)?;
            if !access_context.is_blocked_from(game) {
                return Ok(());
            }
            Reason::Region
        }
        Subject::Film(id) => {
            let film = channel.public.vod.library.item(id).ok_or(PlaybackError::PlaybackEnded)?;
            if access_context.is_kept_out() {
                Reason::Region
            } else if film.access.is_open_to(access_context.viewer) {
                return Ok(());
            } else if access_context.is_anonymous() {
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
