//! Why something may not be watched or taken along.

use http::StatusCode;

use crate::http::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlaybackError {
    #[error("Please log in to watch this")]
    NeedsAccount,
    #[error("This needs a pass")]
    NeedsPass,
    #[error("This may not be watched where you are")]
    RegionBlocked,
    #[error("Too many devices are watching with this account")]
    TooManyStreams,
    #[error("This address has ended")]
    PlaybackEnded,
    #[error("Playback goes on on another device")]
    TakenOver,
    #[error("Downloads are not included in your passes")]
    DownloadsNotIncluded,
    #[error("You have downloaded as many games as you may for now")]
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
