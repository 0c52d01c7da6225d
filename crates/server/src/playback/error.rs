//! Why playback or a download was refused.

use http::StatusCode;

use crate::http::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlaybackError {
    #[error("Please log in to watch this")]
    NeedsAccount,
    #[error("This needs a pass")]
    NeedsPass,
    #[error("This is not available in your region")]
    RegionBlocked,
    #[error("Too many devices are watching with this account")]
    TooManyStreams,
    #[error("This playback session has ended")]
    PlaybackEnded,
    #[error("Playback continues on another device")]
    TakenOver,
    #[error("Downloads are not included in your passes")]
    DownloadsNotIncluded,
    #[error("You have reached your download limit for now")]
    TooManyDownloads,
}

impl Refusal for PlaybackError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NeedsAccount
            | Self::NeedsPass
            | Self::RegionBlocked
            | Self::TooManyStreams
            | Self::PlaybackEnded
            | Self::TakenOver
            | Self::DownloadsNotIncluded
            | Self::TooManyDownloads => StatusCode::FORBIDDEN,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NeedsAccount => "needs_account",
            Self::NeedsPass => "needs_pass",
            Self::RegionBlocked => "region_blocked",
            Self::TooManyStreams => "too_many_streams",
            Self::PlaybackEnded | Self::TakenOver => "playback_ended",
            Self::DownloadsNotIncluded => "downloads_not_included",
            Self::TooManyDownloads => "too_many_downloads",
        }
    }
}
