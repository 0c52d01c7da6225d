//! What is wrong with the value of a field. The sentences are the specification's.

use std::collections::BTreeMap;

/// Why a value is not taken, with the numbers of the rule that it breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    #[error("Field is required")]
    Required,
    #[error("Enter your first name")]
    FirstNameRequired,
    #[error("Enter your last name")]
    LastNameRequired,
    #[error("Enter your Email")]
    EmailRequired,
    #[error("Please accept terms & conditions")]
    TermsRequired,
    #[error("Field is not valid")]
    Invalid,
    #[error("There is no such field")]
    UnknownField,
    #[error("Field is given twice")]
    Duplicate,
    #[error("This is no longer here")]
    NotFound,
    #[error("A valid date is required")]
    Date,
    #[error("The end must be after the start")]
    TimeOrder,
    #[error("The clocks are put forward past this time")]
    TimeSkipped,
    #[error("There is no such time zone")]
    TimeZone,
    #[error("This address cannot be used for a page")]
    PageUrl,
    #[error("Another page has this address")]
    PageUrlTaken,
    #[error("A path of this site, or a web, mail or phone address is required")]
    UnsafeLink,
    #[error("Only small letters, digits, - and _ are allowed")]
    Identifier,
    #[error("Another form has this address")]
    FormAliasTaken,
    #[error("A number from {min} to {max} is required")]
    Range { min: u32, max: u32 },
    #[error("At most {max} are allowed")]
    TooMany { max: u32 },
    #[error("There is no such place")]
    UnknownPlace,
    /// In characters. The sentence names the lengths that are no longer taken.
    #[error("Field length must be greater than {}, and must be less than {}", .min.saturating_sub(1), .max.saturating_add(1))]
    Length { min: u32, max: u32 },
    #[error("This can no longer be changed")]
    Fixed,
    #[error("Variables are written as {{{{ channel }}}}")]
    VariableSyntax,
    #[error("There is no such variable here")]
    UnknownVariable,
    #[error("The text needs {{{{ link }}}}, where the button stands")]
    LinkMissing,
    #[error("The text needs {{{{ code }}}}, where the code stands")]
    CodeMissing,
    #[error("{{{{ link }}}} and {{{{ code }}}} stand once, on a line of their own")]
    PartLine,
    #[error("Web and mail addresses are not allowed; {{{{ host }}}} is the address of the site")]
    ForeignLink,
    #[error("A valid email address is required")]
    Email,
    #[error("A valid phone number is required")]
    Phone,
    #[error("A valid email address or phone number is required")]
    Contact,
    #[error("Only digits and brackets are allowed")]
    Digits,
    #[error("The password is too short")]
    PasswordTooShort { min: u32 },
    #[error("The password is too long")]
    PasswordTooLong { max: u32 },
    #[error("This password is too common")]
    PasswordTooCommon,
    #[error("The password and password confirmation do not match")]
    PasswordMismatch,
    #[error("Choose a password that nobody else knows")]
    PasswordKnown,
}

/// Everything that is wrong, by the names of the fields.
pub type FieldErrors = BTreeMap<String, Vec<FieldError>>;
