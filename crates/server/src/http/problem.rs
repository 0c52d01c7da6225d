//! What is wrong with a field, as callers are told: a word for programs with its numbers, beside the English sentence. The
//! web translates by the word, so that a sentence can be changed without anybody noticing but its readers.

use std::collections::BTreeMap;
use std::fmt::Display;

use domain::captions::{self, Unusable};
use domain::commerce::not_paid::NotPaid;
use domain::embed_host::{HostError, LineError, MAX_EMBED_HOSTS};
use domain::field_error::{FieldError, FieldErrors};
use media::picture::{MAX_MEGAPIXELS, PictureError};
use serde::Serialize;
use utoipa::ToSchema;

const MEGABYTE: usize = 1024 * 1024;

/// What is wrong with a field, as a word for programs. A word keeps its meaning; there may be new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FieldCode {
    Required,
    FirstNameRequired,
    LastNameRequired,
    EmailRequired,
    TermsRequired,
    Invalid,
    UnknownField,
    Duplicate,
    /// In characters, from `min` to `max`.
    Length,
    Email,
    Phone,
    Contact,
    Digits,
    Number,
    /// A number from `min` to `max`.
    Range,
    /// More than `max`.
    TooMany,
    /// What can no longer change, such as the currency of a channel that has sold something.
    Fixed,
    NotFound,
    Date,
    /// The end of a time that is not after its start.
    TimeOrder,
    /// A local time that the change of clocks leaves out.
    TimeSkipped,
    /// No usable path of a page.
    PageUrl,
    PageUrlTaken,
    UnsafeLink,
    UnknownPlace,
    /// Other signs than small letters, digits, - and _.
    Identifier,
    FormAliasTaken,
    TimeZone,
    Amount,
    Path,
    WrongKey,

    /// Fewer than `min` characters.
    PasswordTooShort,
    /// More than `max` characters.
    PasswordTooLong,
    TooCommon,
    Mismatch,
    KnownToOthers,
    Taken,
    /// By another channel.
    HostTaken,
    /// By another channel, now or formerly.
    AliasTaken,
    /// By another token of the channel.
    NameTaken,
    WrongAuthData,
    UserNotFound,
    WrongPassword,
    PasswordNeeded,
    WrongCode,
    ConfirmationNeeded,
    CaptchaRequired,
    CaptchaInvalid,
    TooManyAddresses,

    TagRequired,
    /// More than `max` tags, or one of more than `letters` characters.
    Tags,
    ClipNameRequired,
    PastEnd,
    ClipStart,
    /// Seconds from `min` to `max`.
    ClipLength,
    NothingRecorded,
    NoLogo,

    WrongPromoCode,
    CardRequired,
    CardNumber,
    KeyUsed,
    CardDeclined,
    InsufficientFunds,
    CardExpired,
    WrongCvc,
    WrongCardNumber,
    NotConfirmed,
    TooOften,
    TryAgain,
    PaymentAbandoned,
    PaymentReturned,
    TestMoney,
    PaymentUnfinished,

    // Of line `line`, each of them.
    HostPath,
    HostScheme,
    HostAddress,
    HostWildcard,
    HostPort,
    HostName,
    HostLocal,
    /// More than `max`.
    TooManyHosts,

    Address,
    AddressSpaces,
    AddressHttps,
    AddressUser,
    AddressHost,
    AddressPrivate,
    AddressOwn,

    FileEmpty,
    /// Larger than `max` megabytes.
    FileTooLarge,
    FileNotUtf8,
    /// In line `line`.
    CaptionTime,
    /// More than `max`.
    TooManyCaptions,
    NoCaptions,
    CaptionLanguage,

    PictureFormat,
    PictureSvg,
    PictureDamaged,
    /// More than `max` million pixels.
    PicturePixels,
    PictureShape,

    VariableSyntax,
    UnknownVariable,
    LinkMissing,
    CodeMissing,
    PartLine,
    ForeignLink,

    // Of line `line` of a PO file, but for the language.
    PoSyntax,
    PoQuotes,
    PoPlural,
    PoDuplicate,
    PoCharset,
    PoTooMany,
    PoLanguage,
}

impl FieldCode {
    pub(crate) fn with(self, name: &'static str, number: impl TryInto<u64>) -> Reason {
        Reason::from(self).with(name, number)
    }

    /// The lengths, or the numbers, that are taken.
    pub(crate) fn within(self, min: impl TryInto<u64>, max: impl TryInto<u64>) -> Reason {
        self.with("min", min).with("max", max)
    }
}

/// A code with its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    code: FieldCode,
    params: BTreeMap<&'static str, u64>,
}

impl Reason {
    pub(crate) fn with(mut self, name: &'static str, number: impl TryInto<u64>) -> Self {
        self.params.insert(name, number.try_into().unwrap_or(u64::MAX));
        self
    }
}

impl From<FieldCode> for Reason {
    fn from(code: FieldCode) -> Self {
        Self { code, params: BTreeMap::new() }
    }
}

/// One thing that is wrong with one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct FieldProblem {
    field: String,
    code: FieldCode,
    /// The numbers of the rule, such as `min` and `max`.
    #[schema(value_type = BTreeMap<String, u64>)]
    params: BTreeMap<&'static str, u64>,
    /// A sentence in English.
    pub(crate) message: String,
}

impl FieldProblem {
    pub(crate) fn new(field: impl Into<String>, reason: impl Into<Reason>, message: impl Into<String>) -> Self {
        let Reason { code, params } = reason.into();
        Self { field: field.into(), code, params, message: message.into() }
    }

    /// By a rule that knows its own sentence.
    pub(crate) fn of<E: Display + Into<Reason>>(field: impl Into<String>, error: E) -> Self {
        let message = error.to_string();
        Self::new(field, error, message)
    }

    pub(crate) fn all(errors: FieldErrors) -> Vec<Self> {
        let of_field = |(field, errors): (String, Vec<FieldError>)| {
            errors.into_iter().map(move |error| Self::of(field.clone(), error))
        };
        errors.into_iter().flat_map(of_field).collect()
    }
}

/// The sentences by the names of the fields, as the specification has them.
pub(crate) fn messages(problems: &[FieldProblem]) -> BTreeMap<String, Vec<String>> {
    let mut messages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for FieldProblem { field, message, .. } in problems {
        messages.entry(field.clone()).or_default().push(message.clone());
    }
    messages
}

impl From<FieldError> for Reason {
    fn from(error: FieldError) -> Self {
        match error {
            FieldError::Required => FieldCode::Required.into(),
            FieldError::FirstNameRequired => FieldCode::FirstNameRequired.into(),
            FieldError::LastNameRequired => FieldCode::LastNameRequired.into(),
            FieldError::EmailRequired => FieldCode::EmailRequired.into(),
            FieldError::TermsRequired => FieldCode::TermsRequired.into(),
            FieldError::Invalid => FieldCode::Invalid.into(),
            FieldError::UnknownField => FieldCode::UnknownField.into(),
            FieldError::Duplicate => FieldCode::Duplicate.into(),
            FieldError::NotFound => FieldCode::NotFound.into(),
            FieldError::Date => FieldCode::Date.into(),
            FieldError::TimeOrder => FieldCode::TimeOrder.into(),
            FieldError::TimeSkipped => FieldCode::TimeSkipped.into(),
            FieldError::TimeZone => FieldCode::TimeZone.into(),
            FieldError::PageUrl => FieldCode::PageUrl.into(),
            FieldError::PageUrlTaken => FieldCode::PageUrlTaken.into(),
            FieldError::UnsafeLink => FieldCode::UnsafeLink.into(),
            FieldError::UnknownPlace => FieldCode::UnknownPlace.into(),
            FieldError::Identifier => FieldCode::Identifier.into(),
            FieldError::FormAliasTaken => FieldCode::FormAliasTaken.into(),
            FieldError::Range { min, max } => FieldCode::Range.within(min, max),
            FieldError::TooMany { max } => FieldCode::TooMany.with("max", max),
            FieldError::Length { min, max } => FieldCode::Length.within(min, max),
            FieldError::Fixed => FieldCode::Fixed.into(),
            FieldError::VariableSyntax => FieldCode::VariableSyntax.into(),
            FieldError::UnknownVariable => FieldCode::UnknownVariable.into(),
            FieldError::LinkMissing => FieldCode::LinkMissing.into(),
            FieldError::CodeMissing => FieldCode::CodeMissing.into(),
            FieldError::PartLine => FieldCode::PartLine.into(),
            FieldError::ForeignLink => FieldCode::ForeignLink.into(),
            FieldError::Email => FieldCode::Email.into(),
            FieldError::Phone => FieldCode::Phone.into(),
            FieldError::Contact => FieldCode::Contact.into(),
            FieldError::Digits => FieldCode::Digits.into(),
            FieldError::PasswordTooShort { min } => FieldCode::PasswordTooShort.with("min", min),
            FieldError::PasswordTooLong { max } => FieldCode::PasswordTooLong.with("max", max),
            FieldError::PasswordTooCommon => FieldCode::TooCommon.into(),
            FieldError::PasswordMismatch => FieldCode::Mismatch.into(),
            FieldError::PasswordKnown => FieldCode::KnownToOthers.into(),
        }
    }
}

impl From<LineError> for Reason {
    fn from(LineError { line, error }: LineError) -> Self {
        let code = match error {
            HostError::Path => FieldCode::HostPath,
            HostError::Scheme => FieldCode::HostScheme,
            HostError::Address => FieldCode::HostAddress,
            HostError::Wildcard => FieldCode::HostWildcard,
            HostError::Port => FieldCode::HostPort,
            HostError::Name => FieldCode::HostName,
            HostError::Local => FieldCode::HostLocal,
            HostError::TooMany => return FieldCode::TooManyHosts.with("line", line).with("max", MAX_EMBED_HOSTS),
        };
        code.with("line", line)
    }
}

impl From<Unusable> for Reason {
    fn from(unusable: Unusable) -> Self {
        match unusable {
            Unusable::TooLarge => FieldCode::FileTooLarge.with("max", captions::MAX_BYTES / MEGABYTE),
            Unusable::NotUtf8 => FieldCode::FileNotUtf8.into(),
            Unusable::Time(line) => FieldCode::CaptionTime.with("line", line),
            Unusable::TooMany => FieldCode::TooManyCaptions.with("max", captions::MAX_CUES),
            Unusable::Empty => FieldCode::NoCaptions.into(),
        }
    }
}

impl From<PictureError> for Reason {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Empty => FieldCode::FileEmpty.into(),
            PictureError::Format => FieldCode::PictureFormat.into(),
            PictureError::Svg => FieldCode::PictureSvg.into(),
            PictureError::Damaged => FieldCode::PictureDamaged.into(),
            PictureError::TooManyPixels => FieldCode::PicturePixels.with("max", MAX_MEGAPIXELS),
            PictureError::Shape => FieldCode::PictureShape.into(),
        }
    }
}

impl From<NotPaid> for FieldCode {
    fn from(why: NotPaid) -> Self {
        match why {
            NotPaid::Declined => Self::CardDeclined,
            NotPaid::NotEnoughMoney => Self::InsufficientFunds,
            NotPaid::Expired => Self::CardExpired,
            NotPaid::WrongCode => Self::WrongCvc,
            NotPaid::WrongNumber => Self::WrongCardNumber,
            NotPaid::NotConfirmed => Self::NotConfirmed,
            NotPaid::TooOften => Self::TooOften,
            NotPaid::TryAgain => Self::TryAgain,
            NotPaid::Abandoned => Self::PaymentAbandoned,
            NotPaid::SentBack => Self::PaymentReturned,
            NotPaid::TestMoney => Self::TestMoney,
            NotPaid::Unfinished => Self::PaymentUnfinished,
        }
    }
}

impl From<NotPaid> for Reason {
    fn from(why: NotPaid) -> Self {
        FieldCode::from(why).into()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// ERR-08: a program reads the code and its numbers, a person the sentence; each field has its own.
    #[test]
    fn problems_carry_code_numbers_and_sentence() {
        let errors = FieldErrors::from([
            ("email".to_owned(), vec![FieldError::Email]),
            ("name".to_owned(), vec![FieldError::Length { min: 1, max: 64 }, FieldError::Invalid]),
        ]);
        let problems = FieldProblem::all(errors);
        let length = "Field length must be greater than 0, and must be less than 65";
        assert_eq!(
            serde_json::to_value(&problems).unwrap(),
            json!([
                { "field": "email", "code": "email", "params": {}, "message": "A valid email address is required" },
                { "field": "name", "code": "length", "params": { "min": 1, "max": 64 }, "message": length },
                { "field": "name", "code": "invalid", "params": {}, "message": "Field is not valid" }
            ])
        );
        assert_eq!(
            json!(messages(&problems)),
            json!({ "email": ["A valid email address is required"], "name": [length, "Field is not valid"] })
        );
    }

    /// ROUTE-21: the line that is wrong is a number of its own.
    #[test]
    fn lines_are_numbers() {
        let many = LineError { line: 51, error: HostError::TooMany };
        assert_eq!(
            serde_json::to_value(FieldProblem::of("hosts", many)).unwrap(),
            json!({
                "field": "hosts",
                "code": "too_many_hosts",
                "params": { "line": 51, "max": 50 },
                "message": "line 51: at most 50 sites can be named"
            })
        );
    }

    /// PAY-04: each reason why a card was not charged has a code of its own.
    #[test]
    fn reasons_of_the_bank_have_codes() {
        let codes: std::collections::BTreeSet<String> =
            NotPaid::ALL.iter().map(|why| format!("{:?}", FieldCode::from(*why))).collect();
        assert_eq!(codes.len(), NotPaid::ALL.len());
    }
}
