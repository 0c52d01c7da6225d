//! What people are told when the server understood them and says no. The words are the specification's.

use http::StatusCode;

/// Why something around an account was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("Wrong auth data")]
    WrongAuthData,
    #[error("already logged in")]
    AlreadyLoggedIn,
    #[error("user can't be logged out")]
    CannotLogOut,
    #[error("email already registered")]
    EmailTaken,
    #[error("recaptcha token required")]
    CaptchaRequired,
    #[error("recaptcha token invalid")]
    CaptchaInvalid,
    #[error("Verification failed")]
    VerificationFailed,
    #[error("Email already verified")]
    AlreadyVerified,
    #[error("User not found")]
    UserNotFound,
    #[error("Reset password key expired")]
    ResetExpired,
    #[error("Reset password failed")]
    ResetFailed,
    #[error("Account deletion failed")]
    DeletionFailed,
    #[error("You are not registered yet. Please accept terms and conditions and click Register to continue.")]
    NotRegistered,
    #[error("This email address has an account. Enter its password to connect the two.")]
    ProofNeeded,
    #[error("The code is wrong or has expired")]
    WrongCode,
    #[error("Look at the device first, and confirm that it is yours")]
    ConfirmationNeeded,
    #[error("Wrong password")]
    WrongPassword,
    #[error("The passkey was not accepted")]
    PasskeyFailed,
    #[error("Please choose your pass first")]
    BasicPassRequired,
    #[error("Please change your temporary password first")]
    TemporaryPassword,
    #[error("Your role does not allow this")]
    RoleForbids,
    #[error("Only a mail that was given up can be sent again")]
    MailNotFailed,
    #[error("There is no money of this order that could go back")]
    OrderNotRefundable,
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
    #[error("You have as many addresses as you may have: revoke one first")]
    TooManyAddresses,
    #[error("Playback goes on on another device")]
    TakenOver,
    #[error("Downloads are not included in your passes")]
    DownloadsNotIncluded,
    #[error("You have downloaded as many games as you may for now")]
    TooManyDownloads,
    #[error("Clips are not included in your passes")]
    NoClipping,
    #[error("You need access to the game to cut a clip out of it")]
    NoAccess,
    #[error("Please select tag")]
    ClipTag,
    #[error("A clip has at most 10 tags of 30 letters")]
    ClipTags,
    #[error("Please fill in the input field")]
    ClipName,
    #[error("Field length must be greater than 0, and must be less than 101")]
    ClipNameLength,
    #[error("Your clip duration is longer than the end time")]
    ClipTooLong,
    #[error("A clip begins within the game")]
    ClipStart,
    #[error("A clip is between 1 and {longest_s} seconds long")]
    ClipRange { longest_s: u32 },
    #[error("Nothing was recorded at this time")]
    ClipOfNothing,
    #[error("You have as many clips as you may have: delete one first")]
    ClipQuota,
    #[error("The channel has no logo that can be put on clips")]
    NoWatermark,
}

impl Refusal {
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Self::RoleForbids
            | Self::BasicPassRequired
            | Self::TemporaryPassword
            | Self::NeedsAccount
            | Self::NeedsPass
            | Self::RegionBlocked
            | Self::TooManyStreams
            | Self::PlaybackEnded
            | Self::TakenOver
            | Self::DownloadsNotIncluded
            | Self::TooManyDownloads
            | Self::NoClipping
            | Self::NoAccess => StatusCode::FORBIDDEN,
            Self::UnknownTusVersion => StatusCode::PRECONDITION_FAILED,
            Self::NotAPart => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::UploadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NoRoom => StatusCode::INSUFFICIENT_STORAGE,
            Self::WrongOffset => StatusCode::CONFLICT,
            Self::UploadBusy => StatusCode::LOCKED,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::WrongAuthData => "wrong_auth_data",
            Self::AlreadyLoggedIn => "already_logged_in",
            Self::CannotLogOut => "cannot_log_out",
            Self::EmailTaken => "email_taken",
            Self::CaptchaRequired => "captcha_required",
            Self::CaptchaInvalid => "captcha_invalid",
            Self::VerificationFailed => "verification_failed",
            Self::AlreadyVerified => "already_verified",
            Self::UserNotFound => "user_not_found",
            Self::ResetExpired => "reset_expired",
            Self::ResetFailed => "reset_failed",
            Self::DeletionFailed => "deletion_failed",
            Self::NotRegistered => "not_registered",
            Self::ProofNeeded => "proof_needed",
            Self::WrongCode => "wrong_code",
            Self::ConfirmationNeeded => "confirmation_needed",
            Self::WrongPassword => "wrong_password",
            Self::PasskeyFailed => "passkey_failed",
            Self::BasicPassRequired => "basic_pass_required",
            Self::TemporaryPassword => "temporary_password",
            Self::RoleForbids => "role_forbids",
            Self::MailNotFailed => "mail_not_failed",
            Self::OrderNotRefundable => "order_not_refundable",
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
            Self::NeedsAccount => "needs_account",
            Self::NeedsPass => "needs_pass",
            Self::RegionBlocked => "region_blocked",
            Self::TooManyStreams => "too_many_streams",
            Self::PlaybackEnded | Self::TakenOver => "playback_ended",
            Self::TooManyAddresses => "too_many_addresses",
            Self::DownloadsNotIncluded => "downloads_not_included",
            Self::TooManyDownloads => "too_many_downloads",
            Self::NoClipping => "no_clipping",
            Self::NoAccess => "no_access",
            Self::ClipTag => "clip_tag",
            Self::ClipTags => "clip_tags",
            Self::ClipName => "clip_name",
            Self::ClipNameLength => "clip_name_length",
            Self::ClipTooLong => "clip_too_long",
            Self::ClipStart => "clip_start",
            Self::ClipRange { .. } => "clip_range",
            Self::ClipOfNothing => "clip_nothing",
            Self::ClipQuota => "clip_quota",
            Self::NoWatermark => "no_watermark",
        }
    }

    /// The field that the person has to mend.
    pub(crate) fn field(self) -> Option<&'static str> {
        match self {
            Self::WrongAuthData | Self::EmailTaken | Self::UserNotFound => Some("email"),
            Self::CaptchaRequired | Self::CaptchaInvalid => Some("recaptcha_token"),
            Self::ProofNeeded => Some("password"),
            Self::WrongCode | Self::ConfirmationNeeded => Some("code"),
            Self::WrongPassword => Some("current_password"),
            Self::TooManyAddresses => Some("name"),
            Self::ClipTag | Self::ClipTags => Some("tags"),
            Self::ClipName | Self::ClipNameLength => Some("name"),
            Self::ClipTooLong | Self::ClipRange { .. } => Some("duration"),
            Self::ClipStart | Self::ClipOfNothing => Some("start_time"),
            Self::NoWatermark => Some("watermark"),
            _ => None,
        }
    }
}
