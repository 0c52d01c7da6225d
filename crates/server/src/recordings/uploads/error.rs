//! Why an upload, or something that needs its video, was refused.

use http::StatusCode;

use crate::http::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UploadError {
    #[error("This server speaks tus 1.0.0")]
    UnknownTusVersion,
    #[error("Send a part of an upload as application/offset+octet-stream")]
    NotAPart,
    #[error("The file is larger than is taken here, or than was announced")]
    UploadTooLarge,
    #[error("The server has too little room for this file")]
    NoRoom,
    #[error("Too many uploads of this channel are not done yet")]
    TooManyUploads,
    #[error("The game is live: upload its video when it is over")]
    GameIsLive,
    #[error("The upload has come to another point")]
    WrongOffset,
    #[error("Somebody else sends this upload at the moment")]
    UploadBusy,
    #[error("The video can be watched already")]
    UploadIsReady,
    #[error("There is no video yet that captions could be for")]
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
