//! Errors of the console's calls.

use domain::hosts::{HostsError, MAX_HOSTS};
use domain::operator::SecondFactor;
use domain::team::TeamError;
use http::StatusCode;

use crate::http::error::Error;
use crate::http::problem::{FieldCode, Reason};
use crate::http::refusal::{EditConflict, Refusal};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ConsoleError {
    #[error("Your role does not allow this")]
    RoleForbids,
    #[error("This set-up link was used, or belongs to another server")]
    SetupLinkUsed,
    #[error("Only a failed mail can be sent again")]
    MailNotFailed,
    #[error("This order cannot be refunded")]
    OrderNotRefundable,
    /// At a login: what it can be proven with.
    #[error("A second factor is required")]
    SecondFactorRequired(Vec<SecondFactor>),
    #[error("This channel requires a second factor")]
    ChannelRequiresSecondFactor,
    #[error("The login took too long; enter the password again")]
    LoginExpired,
    #[error("Enter the password to confirm that it is you")]
    ConfirmIdentity,
    #[error("An authenticator app is set up already")]
    AuthenticatorExists,
    #[error("Set up a second factor first")]
    NoSecondFactor,
    /// By the names of the channels.
    #[error("The last second factor cannot be removed: {} requires one", .0.join(", "))]
    LastSecondFactor(Vec<String>),
    #[error("The last owner can neither leave nor lose the role")]
    LastOwner,
    #[error("The last host of a channel stays")]
    LastHost,
    #[error("Something stands in the way of deleting this channel")]
    DeletionObstructed,
    #[error("This channel is not deleted")]
    ChannelNotDeleted,
    #[error("A payment or job of this channel is under way; try again in a few minutes")]
    ChannelBusy,
    #[error("This person is already in the team")]
    AlreadyInTeam,
    #[error("The team is full")]
    TeamFull,
    #[error("Too many invitations are open")]
    TooManyInvitations,
    /// Used, withdrawn, replaced, too old or never one: nobody learns which.
    #[error("This invitation is no longer valid")]
    InvitationEnded,
    #[error("Log in with the invited e-mail address to accept this invitation")]
    InvitationNeedsLogin,
    #[error("Send the version that was edited")]
    VersionRequired,
    #[error("Somebody else changed this")]
    VersionConflict(Box<EditConflict>),
    #[error("There are too many of these; remove one first")]
    TooManyItems,
    #[error("Viewers have answered this; delete the answers first")]
    HasAnswers,
    /// By what shows it.
    #[error("This is in use: {}", .0.join(", "))]
    InUse(Vec<String>),
    #[error("Webhooks are sent to addresses of the public internet only")]
    PrivateAddress,
    #[error("This webhook is switched off")]
    WebhookIsOff,
    #[error("This delivery waits already")]
    DeliveryWaits,
    #[error("Only a delivery that waits can be retried")]
    DeliveryDoesNotWait,
    #[error("This delivery cannot be sent again")]
    NotReplayable,
}

impl Refusal for ConsoleError {
    fn status(&self) -> StatusCode {
        match self {
            Self::RoleForbids
            | Self::SecondFactorRequired(_)
            | Self::ChannelRequiresSecondFactor
            | Self::ConfirmIdentity => StatusCode::FORBIDDEN,
            Self::SetupLinkUsed
            | Self::LastOwner
            | Self::LastHost
            | Self::DeletionObstructed
            | Self::ChannelNotDeleted
            | Self::ChannelBusy
            | Self::AlreadyInTeam
            | Self::TeamFull
            | Self::TooManyInvitations
            | Self::VersionConflict(_)
            | Self::TooManyItems
            | Self::HasAnswers
            | Self::InUse(_)
            | Self::WebhookIsOff
            | Self::DeliveryWaits
            | Self::DeliveryDoesNotWait
            | Self::NotReplayable => StatusCode::CONFLICT,
            Self::VersionRequired => StatusCode::PRECONDITION_REQUIRED,
            Self::InvitationEnded => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::RoleForbids => "role_forbids",
            Self::SetupLinkUsed => "setup_link_used",
            Self::MailNotFailed => "mail_not_failed",
            Self::OrderNotRefundable => "order_not_refundable",
            Self::SecondFactorRequired(_) | Self::ChannelRequiresSecondFactor => "second_factor_required",
            Self::LoginExpired => "login_expired",
            Self::ConfirmIdentity => "confirm_identity",
            Self::AuthenticatorExists => "authenticator_exists",
            Self::NoSecondFactor => "no_second_factor",
            Self::LastSecondFactor(_) => "last_second_factor",
            Self::LastOwner => "last_owner",
            Self::LastHost => "last_host",
            Self::DeletionObstructed => "deletion_obstructed",
            Self::ChannelNotDeleted => "channel_not_deleted",
            Self::ChannelBusy => "channel_busy",
            Self::AlreadyInTeam => "already_in_team",
            Self::TeamFull => "team_full",
            Self::TooManyInvitations => "too_many_invitations",
            Self::InvitationEnded => "invitation_ended",
            Self::InvitationNeedsLogin => "invitation_needs_login",
            Self::VersionRequired => "version_required",
            Self::VersionConflict(_) => "version_conflict",
            Self::TooManyItems => "too_many_items",
            Self::HasAnswers => "has_answers",
            Self::InUse(_) => "in_use",
            Self::PrivateAddress => "private_address",
            Self::WebhookIsOff => "webhook_is_off",
            Self::DeliveryWaits => "delivery_waits",
            Self::DeliveryDoesNotWait => "delivery_does_not_wait",
            Self::NotReplayable => "not_replayable",
        }
    }

    fn problem(&self) -> Option<(&'static str, Reason)> {
        (*self == Self::PrivateAddress).then(|| ("url", FieldCode::AddressPrivate.into()))
    }

    fn factors(&self) -> Option<Vec<SecondFactor>> {
        match self {
            Self::SecondFactorRequired(factors) => Some(factors.clone()),
            _ => None,
        }
    }

    fn conflict(&self) -> Option<EditConflict> {
        match self {
            Self::VersionConflict(conflict) => Some(EditConflict::clone(conflict)),
            _ => None,
        }
    }
}

/// Why the hosts stay as they are.
pub(super) fn of_hosts(refused: HostsError) -> Error {
    match refused {
        HostsError::Unknown => Error::NotFound("host"),
        HostsError::Last => ConsoleError::LastHost.into(),
        HostsError::TooMany => {
            let reason = FieldCode::TooMany.with("max", MAX_HOSTS);
            Error::invalid("host", reason, format!("a channel has at most {MAX_HOSTS} hosts"))
        }
        HostsError::Taken => host_taken(),
    }
}

pub(super) fn host_taken() -> Error {
    Error::invalid("host", FieldCode::HostTaken, "another channel is served at this host")
}

pub(super) fn alias_taken() -> Error {
    Error::invalid("alias", FieldCode::AliasTaken, "another channel has this address")
}

/// Why the team stays as it is.
pub(super) fn of_team(refused: TeamError) -> Error {
    match refused {
        TeamError::NotInTeam => Error::NotFound("operator"),
        TeamError::RoleForbids => ConsoleError::RoleForbids.into(),
        TeamError::LastOwner => ConsoleError::LastOwner.into(),
        TeamError::AlreadyInTeam => ConsoleError::AlreadyInTeam.into(),
        TeamError::Full => ConsoleError::TeamFull.into(),
        TeamError::TooManyInvitations => ConsoleError::TooManyInvitations.into(),
    }
}
