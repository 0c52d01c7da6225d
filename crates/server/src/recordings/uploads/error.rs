//! Errors of uploads and captions.

use http::StatusCode;

use crate::http::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UploadError {
    #[error("This server supports tus 1.0.0")]
    UnknownTusVersion,
    #[error("Send a part of an upload as application/offset+octet-stream")]
    NotAPart,
    #[error("The file is larger than the limit, or than its announced size")]
    UploadTooLarge,
    #[error("The server does not have enough disk space for this file")]
    NoRoom,
    #[error("This channel has too many unfinished uploads")]
    TooManyUploads,
    #[error("The game is live: upload its video after it has ended")]
    GameIsLive,
    #[error("The upload is at another offset")]
    WrongOffset,
    #[error("Another client is sending this upload")]
    UploadBusy,
    #[error("The video is already available")]
    UploadIsReady,
    #[error("There is no video to add captions to")]
    NoVideo,
}

impl Refusal for UploadError {
    fn status(&self) -> StatusCode {
        match self {
            Self::UnknownTusVersion => StatusCode::PRECONDITION_FAILED,
            Self::NotAPart => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::UploadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NoRoom => StatusCode::INSUFFICIENT_STORAGE,
            Self::WrongOffset => StatusCode::CONFLICT,
            Self::UploadBusy => StatusCode::LOCKED,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::UnknownTusVersion => "unknown_tus_version",
            Self::NotAPart => "not_a_part",
            Self::UploadTooLarge => "upload_too_large",
            Self::NoRoom => "no_room",
            Self::TooManyUploads => "too_many_uploads",
            Self::GameIsLive => "game_is_live",
            Self::WrongOffset => "wrong_offset",
            Self::UploadBusy => "upload_busy",
            Self::UploadIsReady => "upload_is_ready",
            Self::NoVideo => "no_video",
        }
    }
}
