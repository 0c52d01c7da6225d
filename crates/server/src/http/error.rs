//! What a caller is told when a call fails: one type, mapped to answers in one place.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use axum::Json;
use axum::response::{IntoResponse, Response};
use domain::field_error::FieldErrors;
use domain::operator::SecondFactor;
use domain::rate::Wait;
use http::{HeaderValue, StatusCode, header};
use media::storage::PictureStorageError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::problem::{FieldCode, FieldProblem, Reason, messages};
use crate::http::refusal::{EditConflict, NewPrice, Refusal, Refused};
use crate::http::request_id;

/// Nobody knows for how long a channel is paused.
pub(crate) const PAUSED_RETRY_S: u64 = 300;

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("no channel is served at this address")]
    UnknownHost,
    #[error("this channel is paused")]
    ChannelPaused,
    #[error("{0} not found")]
    NotFound(&'static str),
    #[error("this call does not take {0} requests")]
    Method(http::Method),
    /// Something in the request is wrong; the field says what.
    #[error("{}", .0.message)]
    Invalid(Box<FieldProblem>),
    /// Several fields at once, each with what is wrong.
    #[error("some fields are not filled in as they should be")]
    InvalidFields(Vec<FieldProblem>),
    #[error("wrong channel key")]
    ChannelKey,
    #[error("wrong api key")]
    ApiKey,
    #[error("user must be logged in")]
    Unauthenticated,
    /// What a feature refused.
    #[error("{}", .0.message)]
    Refused(Box<Refused>),
    #[error("Card numbers are entered at the payment provider alone")]
    CardNumber,
    /// The card provider did not answer. Nothing is lost by it.
    #[error("the payment provider cannot be reached, please try again")]
    Provider,
    /// A caller tries again and again; for abuse alone, never for a busy server.
    #[error("too many tries, please wait")]
    TooMany { wait_s: u64 },
    #[error("this request comes from another site")]
    ForeignOrigin,
    #[error("the request is too large")]
    TooLarge,
    #[error("send the body as application/json, uncompressed")]
    NotJson,
    #[error("{0}")]
    Malformed(&'static str),
    #[error("the request took too long")]
    TooSlow,
    #[error("something is not available right now, please try again")]
    Store(#[from] store::Error),
    #[error("something is not available right now, please try again")]
    Media(#[from] media::storage::StorageError),
    #[error("something is not available right now, please try again")]
    Recording(Arc<media::storage::RecordingStoreError>),
    #[error("something is not available right now, please try again")]
    Busy(&'static str),
    /// A live game has not come as far as was asked for.
    #[error("there is nothing new yet, please ask again")]
    NotYet,
    #[error("something went wrong, please try again")]
    Internal,
}

impl<R: Refusal> From<R> for Error {
    fn from(refusal: R) -> Self {
        Self::Refused(Box::new(refusal.into()))
    }
}

/// Everything that rules of the domain found wrong.
impl From<FieldErrors> for Error {
    fn from(errors: FieldErrors) -> Self {
        Self::InvalidFields(FieldProblem::all(errors))
    }
}

impl From<PictureStorageError> for Error {
    fn from(cause: PictureStorageError) -> Self {
        match cause {
            PictureStorageError::Picture(unusable) => Self::of_field("file", unusable),
            PictureStorageError::Storage(cause) => cause.into(),
            PictureStorageError::NoOriginal => Self::NotFound("original"),
            PictureStorageError::Busy => Self::Busy("pictures"),
            PictureStorageError::Stopped => Self::Internal,
        }
    }
}

/// Too many tries of something that has a limit.
impl From<Wait> for Error {
    fn from(Wait(milliseconds): Wait) -> Self {
        Self::TooMany { wait_s: milliseconds.unsigned_abs().div_ceil(1_000) }
    }
}

/// What cannot fail needs no error of its own.
impl From<std::convert::Infallible> for Error {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}

impl Error {
    pub(crate) fn invalid(field: impl Into<String>, reason: impl Into<Reason>, message: impl Into<String>) -> Self {
        Self::Invalid(Box::new(FieldProblem::new(field, reason, message)))
    }

    /// A field that breaks a rule, which knows its own sentence.
    pub(crate) fn of_field<E: Display + Into<Reason>>(field: &str, error: E) -> Self {
        Self::Invalid(Box::new(FieldProblem::of(field, error)))
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::UnknownHost | Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::Invalid(_) | Self::InvalidFields(_) | Self::ChannelKey | Self::CardNumber | Self::Malformed(_) => {
                StatusCode::BAD_REQUEST
            }
            Self::Refused(refused) => refused.status,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::ApiKey | Self::Unauthenticated => StatusCode::UNAUTHORIZED,
            Self::ForeignOrigin => StatusCode::FORBIDDEN,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            // Never 401, 403 or 429: the browser logs people out on those.
            Self::Store(_)
            | Self::Media(_)
            | Self::Recording(_)
            | Self::Busy(_)
            | Self::NotYet
            | Self::Provider
            | Self::ChannelPaused => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::UnknownHost => "unknown_host",
            Self::ChannelPaused => "channel_paused",
            Self::NotFound(_) => "not_found",
            Self::Method(_) => "method_not_allowed",
            Self::Invalid(_) | Self::InvalidFields(_) => "invalid",
            Self::ChannelKey => "channel_key",
            Self::ApiKey => "api_key",
            Self::Unauthenticated => "unauthenticated",
            Self::Refused(refused) => refused.code,
            Self::CardNumber => "card_number",
            Self::Provider => "provider_unavailable",
            Self::TooMany { .. } => "too_many",
            Self::ForeignOrigin => "foreign_origin",
            Self::TooLarge => "too_large",
            Self::NotJson => "not_json",
            Self::Malformed(_) => "malformed",
            Self::TooSlow => "too_slow",
            Self::Store(_) | Self::Media(_) | Self::Recording(_) | Self::Busy(_) | Self::NotYet => "unavailable",
            Self::Internal => "internal",
        }
    }

    /// In how many seconds it is worth another try.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany { wait_s } => Some(*wait_s),
            Self::NotYet => Some(1),
            Self::ChannelPaused => Some(PAUSED_RETRY_S),
            _ => (self.status() == StatusCode::SERVICE_UNAVAILABLE).then_some(2),
        }
    }

    /// What follows on the connection cannot be trusted to be a request.
    fn ends_connection(&self) -> bool {
        matches!(self, Self::Malformed(_) | Self::TooLarge | Self::TooSlow)
    }

    /// What the browser, or the person, has to mend.
    fn problems(&self) -> Vec<FieldProblem> {
        let (field, reason) = match self {
            Self::InvalidFields(problems) => return problems.clone(),
            Self::Invalid(problem) => return vec![FieldProblem::clone(problem)],
            Self::ChannelKey => ("channel_key", FieldCode::WrongKey.into()),
            Self::ApiKey => ("api_key", FieldCode::WrongKey.into()),
            Self::CardNumber => ("payment_method", FieldCode::CardNumber.into()),
            Self::Refused(refused) => match &refused.problem {
                Some((field, reason)) => (*field, reason.clone()),
                None => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        vec![FieldProblem::new(field, reason, self.to_string())]
    }
}

/// The body of every failed call.
#[derive(Serialize, ToSchema)]
#[schema(as = Failure)]
pub(crate) struct ErrorBody {
    /// A sentence for people.
    message: String,
    /// A word for programs.
    code: &'static str,
    /// The sentences about each field, in English.
    errors: BTreeMap<String, Vec<String>>,
    /// The same for programs, which say it in their own language.
    problems: Vec<FieldProblem>,
    /// With `price_changed`: what it costs now.
    #[serde(skip_serializing_if = "Option::is_none")]
    new_price: Option<NewPrice>,
    /// With `second_factor_required` at a login: what the operator can prove it with.
    #[serde(skip_serializing_if = "Option::is_none")]
    factors: Option<Vec<SecondFactor>>,
    /// With `version_conflict`: what somebody else made of the thing.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<EditConflict>,
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() && !matches!(self, Self::NotYet | Self::ChannelPaused) {
            // The cause stays in the log, found by the request's id; the answer never shows it.
            tracing::error!(id = ?request_id::current(), cause = ?self, "request failed");
        }
        let message = self.to_string();
        let problems = self.problems();
        let errors = messages(&problems);
        let code = self.code();
        let (wait, closes) = (self.retry_after(), self.ends_connection());
        let (new_price, factors, conflict) = match self {
            Self::Refused(refused) => (refused.new_price, refused.factors, refused.conflict),
            _ => (None, None, None),
        };
        let failure = ErrorBody { message, code, errors, problems, new_price, factors, conflict };
        let mut answer = (status, Json(failure)).into_response();
        let headers = answer.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(wait) = wait {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(wait));
        }
        if closes {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        answer
    }
}
