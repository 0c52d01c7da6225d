//! Errors of account calls. The messages are the specification's.

use http::StatusCode;

use crate::http::problem::{FieldCode, Reason};
use crate::http::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AccountError {
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
    #[error("You have as many addresses as you may have: revoke one first")]
    TooManyAddresses,
}

impl Refusal for AccountError {
    fn status(&self) -> StatusCode {
        match self {
            Self::BasicPassRequired | Self::TemporaryPassword => StatusCode::FORBIDDEN,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    fn code(&self) -> &'static str {
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
            Self::TooManyAddresses => "too_many_addresses",
        }
    }

    fn problem(&self) -> Option<(&'static str, Reason)> {
        let (field, code) = match self {
            Self::WrongAuthData => ("email", FieldCode::WrongAuthData),
            Self::EmailTaken => ("email", FieldCode::Taken),
            Self::UserNotFound => ("email", FieldCode::UserNotFound),
            Self::CaptchaRequired => ("recaptcha_token", FieldCode::CaptchaRequired),
            Self::CaptchaInvalid => ("recaptcha_token", FieldCode::CaptchaInvalid),
            Self::ProofNeeded => ("password", FieldCode::PasswordNeeded),
            Self::WrongCode => ("code", FieldCode::WrongCode),
            Self::ConfirmationNeeded => ("code", FieldCode::ConfirmationNeeded),
            Self::WrongPassword => ("current_password", FieldCode::WrongPassword),
            Self::TooManyAddresses => ("name", FieldCode::TooManyAddresses),
            _ => return None,
        };
        Some((field, code.into()))
    }
}
