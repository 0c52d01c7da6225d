//! Validation of registrations and passwords.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::account::EmailKey;
use crate::field_error::{FieldError, FieldErrors};
use crate::form::is_email;
use crate::secret::Secret;

/// In characters.
const SHORTEST_PASSWORD: u32 = 8;
const MAX_PASSWORD: u32 = 128;
const MAX_NAME: u32 = 64;

/// The passwords of eight characters and more that are tried first, in lower case: most of them from the list of zxcvbn.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// The fields as filled in.
#[derive(Clone, Copy, Debug)]
pub struct Registration<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub email: &'a str,
    pub password: &'a Secret<String>,
    pub confirmation: &'a Secret<String>,
    pub terms: bool,
}

/// A person who may have an account, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registrant {
    pub first_name: String,
    pub last_name: String,
    /// As it was typed.
    pub email: String,
    pub address: EmailKey,
}

impl Registration<'_> {
    /// Says everything that is wrong at once.
    pub fn check(&self) -> Result<Registrant, FieldErrors> {
        let mut errors = password_errors(self.password, self.confirmation, self.email);
        let mut note = |field: &str, error: Option<FieldError>| {
            errors.extend(error.map(|error| (field.to_owned(), vec![error])));
        };
        note("first_name", name_error(self.first_name, FieldError::FirstNameRequired));
        note("last_name", name_error(self.last_name, FieldError::LastNameRequired));
        note("terms", (!self.terms).then_some(FieldError::TermsRequired));
        let address = address(self.email);
        note("email", address.as_ref().err().copied());
        match address {
            Ok(address) if errors.is_empty() => Ok(Registrant {
                first_name: self.first_name.trim().to_owned(),
                last_name: self.last_name.trim().to_owned(),
                email: self.email.trim().to_owned(),
                address,
            }),
            _ => Err(errors),
        }
    }
}

/// An address that can be written to, or what is wrong with it.
pub fn address(typed: &str) -> Result<EmailKey, FieldError> {
    if typed.trim().is_empty() {
        return Err(FieldError::EmailRequired);
    }
    EmailKey::of(typed).filter(|_| is_email(typed.trim())).ok_or(FieldError::Email)
}

/// What is wrong with a name; `missing` is said when there is none.
pub fn name_error(name: &str, missing: FieldError) -> Option<FieldError> {
    let name = name.trim();
    if name.is_empty() {
        return Some(missing);
    }
    if name.chars().count() > MAX_NAME as usize {
        return Some(FieldError::Length { min: 1, max: MAX_NAME });
    }
    // Names stand in mails: no line ends, and nothing that would be taken for an address or for HTML there.
    let odd = |c: char| c.is_control() || matches!(c, '<' | '>' | '/' | '\\' | '@' | ':');
    name.chars().any(odd).then_some(FieldError::Invalid)
}

/// What is wrong with a new password of the owner of an address, by the names of the fields.
pub fn password_errors(password: &Secret<String>, confirmation: &Secret<String>, email: &str) -> FieldErrors {
    let mut errors = FieldErrors::new();
    let mut note = |field: &str, error: FieldError| {
        errors.insert(field.to_owned(), vec![error]);
    };
    if let Some(error) = password_error(password.expose(), email) {
        note("password", error);
    }
    if confirmation.expose().is_empty() {
        note("password_confirmation", FieldError::Required);
    } else if confirmation != password {
        note("password_confirmation", FieldError::PasswordMismatch);
    }
    errors
}

fn password_error(password: &str, email: &str) -> Option<FieldError> {
    let length = password.chars().count();
    if length == 0 {
        return Some(FieldError::Required);
    }
    if length < SHORTEST_PASSWORD as usize {
        return Some(FieldError::PasswordTooShort { min: SHORTEST_PASSWORD });
    }
    if length > MAX_PASSWORD as usize {
        return Some(FieldError::PasswordTooLong { max: MAX_PASSWORD });
    }
    is_common(password, email).then_some(FieldError::PasswordTooCommon)
}

/// Whether it is among the first that anybody would try for the owner of the address.
fn is_common(password: &str, email: &str) -> bool {
    let lower = password.trim().to_lowercase();
    let first = lower.chars().next();
    let email = email.trim().to_lowercase();
    COMMON.contains(lower.as_str())
        || lower.chars().all(|c| Some(c) == first)
        || lower == email
        || email.split('@').next() == Some(lower.as_str())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use proptest::prelude::*;

    fn secret(text: &str) -> Secret<String> {
        Secret::new(text.to_owned())
    }

    /// In the sentences that callers read.
    fn said(errors: FieldErrors) -> BTreeMap<String, Vec<String>> {
        let words = |errors: Vec<FieldError>| errors.iter().map(ToString::to_string).collect();
        errors.into_iter().map(|(field, errors)| (field, words(errors))).collect()
    }

    /// What is wrong when everything but these is right.
    fn problems(
        first_name: &str,
        email: &str,
        password: &str,
        confirmation: &str,
        terms: bool,
    ) -> BTreeMap<String, Vec<String>> {
        let (password, confirmation) = (secret(password), secret(confirmation));
        let registration = Registration {
            first_name,
            last_name: " Lovelace ",
            email,
            password: &password,
            confirmation: &confirmation,
            terms,
        };
        said(registration.check().err().unwrap_or_default())
    }

    fn password(text: &str) -> Option<String> {
        let found = password_errors(&secret(text), &secret(text), "ada.lovelace@demo.test");
        found.get("password").map(|errors| errors[0].to_string())
    }

    #[test]
    fn valid_registration_is_kept_as_typed() {
        let password = secret("kettle & moss");
        let registration = Registration {
            first_name: " Ada ",
            last_name: "O’Brien-Šimić",
            email: " Ada@Demo.test ",
            password: &password,
            confirmation: &password,
            terms: true,
        };
        let registrant = registration.check().unwrap();
        assert_eq!((registrant.first_name.as_str(), registrant.last_name.as_str()), ("Ada", "O’Brien-Šimić"));
        assert_eq!((registrant.email.as_str(), registrant.address.as_str()), ("Ada@Demo.test", "ada@demo.test"));
    }

    /// VAL-01 to VAL-07: everything that is wrong is said at once, in the specification's words.
    #[test]
    fn all_errors_are_reported_at_once() {
        let empty = secret("");
        let nothing = Registration {
            first_name: " ",
            last_name: "",
            email: "",
            password: &empty,
            confirmation: &empty,
            terms: false,
        };
        let said: Vec<_> =
            said(nothing.check().unwrap_err()).into_iter().map(|(field, said)| (field, said.concat())).collect();
        let expected = [
            ("email", "Enter your Email"),
            ("first_name", "Enter your first name"),
            ("last_name", "Enter your last name"),
            ("password", "Field is required"),
            ("password_confirmation", "Field is required"),
            ("terms", "Please accept terms & conditions"),
        ];
        assert_eq!(said, expected.map(|(field, said)| (field.to_owned(), said.to_owned())));
    }

    /// VAL-02, VAL-04, VAL-06: each rule by itself.
    #[test]
    fn each_rule_has_its_words() {
        let good = "kettle & moss";
        assert_eq!(problems("Ada", "ada@demo.test", good, good, true), BTreeMap::new());
        for email in ["ada", "ada@demo", "<ada@demo.test>", "a b@demo.test", "ada@demo.test\nBcc: x@demo.test"] {
            let said = problems("Ada", email, good, good, true);
            assert_eq!(said["email"], ["A valid email address is required"], "{email}");
        }
        let said = problems("Ada", "ada@demo.test", good, "kettle and moss", true);
        assert_eq!(said["password_confirmation"], ["The password and password confirmation do not match"]);
        let said = problems(&"a".repeat(65), "ada@demo.test", good, good, true);
        assert_eq!(said["first_name"], ["Field length must be greater than 0, and must be less than 65"]);
        // T46: a name stands in mails to its owner.
        for name in ["Ada\r\nBcc: x", "<b>Ada</b>", "http://casino.example", "mail@casino.example"] {
            assert_eq!(
                problems(name, "ada@demo.test", good, good, true)["first_name"],
                ["Field is not valid"],
                "{name}"
            );
        }
    }

    /// VAL-03, T18: 8 to 128 characters, and none of those that are tried first.
    #[test]
    fn common_passwords_are_refused() {
        assert!(COMMON.len() >= 1_000);
        assert!(COMMON.iter().all(|word| word.len() >= SHORTEST_PASSWORD as usize && word.to_lowercase() == **word));
        for common in [
            "password",
            "Password1",
            "12345678",
            "QWERTYUIOP",
            " iloveyou",
            "touchline",
            "Touchline123",
            "жжжжжжжж",
            "Ada.Lovelace@demo.test",
            "ada.lovelace",
        ] {
            assert_eq!(password(common).as_deref(), Some("This password is too common"), "{common}");
        }
        assert_eq!(password("kettle & moss"), None);
    }

    proptest! {
        /// VAL-03: lengths are counted in characters, whatever they are.
        #[test]
        fn lengths_are_inclusive(length in 1usize..140) {
            let text: String = "шумен-к".chars().cycle().take(length).collect();
            let expected = match length {
                ..8 => Some("The password is too short"),
                8..=128 => None,
                _ => Some("The password is too long"),
            };
            prop_assert_eq!(password(&text), expected.map(str::to_owned));
        }

        /// VAL-06: names of 1 to 64 characters.
        #[test]
        fn names_have_up_to_64_characters(length in 1usize..80) {
            prop_assert_eq!(name_error(&"é".repeat(length), FieldError::Required).is_none(), length <= 64);
        }

        /// Whatever is sent, what is taken can be written to and kept.
        #[test]
        fn accepted_registration_fits_the_limits(first in "\\PC{0,70}", email in "\\PC{0,20}|[a-z]{1,9}@[a-z]{1,9}\\.[a-z]{2,3}", pass in "\\PC{0,20}") {
            let pass = secret(&pass);
            let sent = Registration { first_name: &first, last_name: &first, email: &email, password: &pass, confirmation: &pass, terms: true };
            match sent.check() {
                Ok(taken) => {
                    prop_assert!((1..=64).contains(&taken.first_name.chars().count()));
                    prop_assert_eq!(EmailKey::of(&taken.email), Some(taken.address));
                    prop_assert!((8..=128).contains(&pass.expose().chars().count()));
                }
                Err(problems) => prop_assert!(!problems.is_empty() && problems.values().all(|said| said.len() == 1)),
            }
        }
    }
}
