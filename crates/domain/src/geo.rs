//! Region rules of channels and games.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use isocountry::CountryCode as Iso;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A country by its two letters, as in ISO 3166-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Code([u8; 2]);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a country has two letters")]
pub struct NotACode;

impl FromStr for Code {
    type Err = NotACode;

    fn from_str(text: &str) -> Result<Self, NotACode> {
        let letters = <[u8; 2]>::try_from(text.as_bytes()).map_err(|_| NotACode)?;
        if letters.iter().all(u8::is_ascii_alphabetic) {
            Ok(Self(letters.map(|b| b.to_ascii_uppercase())))
        } else {
            Err(NotACode)
        }
    }
}

impl TryFrom<String> for Code {
    type Error = NotACode;

    fn try_from(text: String) -> Result<Self, NotACode> {
        text.parse()
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.to_string()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|letter| write!(f, "{}", char::from(*letter)))
    }
}

impl Code {
    /// The English name; none for letters that no country has.
    pub fn name(self) -> Option<&'static str> {
        // In use everywhere, but not in the standard.
        if self.0 == *b"XK" {
            return Some("Kosovo");
        }
        let letters = std::str::from_utf8(&self.0).ok()?;
        Iso::for_alpha2(letters).ok().map(|country| country.name())
    }
}

/// In which countries something may be watched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = GeoRule)]
#[serde(tag = "mode", rename_all = "snake_case", deny_unknown_fields)]
pub enum Rule {
    #[default]
    Everywhere,
    OnlyIn {
        #[schema(value_type = Vec<String>)]
        countries: BTreeSet<Code>,
    },
    NotIn {
        #[schema(value_type = Vec<String>)]
        countries: BTreeSet<Code>,
    },
}

impl Rule {
    /// Whether a visitor from there is blocked. A visitor without a known country passes deny-lists and fails
    /// allow-lists.
    pub fn blocks(&self, country: Option<Code>) -> bool {
        match self {
            Self::Everywhere => false,
            Self::OnlyIn { countries } => !country.is_some_and(|code| countries.contains(&code)),
            Self::NotIn { countries } => country.is_some_and(|code| countries.contains(&code)),
        }
    }

    /// The first code that no country has: most likely a slip, which would block or allow nobody.
    pub fn unknown_country(&self) -> Option<Code> {
        match self {
            Self::Everywhere => None,
            Self::OnlyIn { countries } | Self::NotIn { countries } => {
                countries.iter().copied().find(|code| code.name().is_none())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    #[test]
    fn codes_are_two_letters_in_any_case() {
        assert_eq!(code("ca"), code("CA"));
        assert_eq!(code("bg").name(), Some("Bulgaria"));
        assert_eq!(code("XK").name(), Some("Kosovo"));
        assert_eq!(code("ZZ").name(), None);
        for wrong in ["", "C", "CAN", "C1", "é", "  "] {
            assert!(wrong.parse::<Code>().is_err(), "{wrong}");
        }
    }

    /// GEO-02: allow and deny lists, and the visitor whose country is not known.
    #[test]
    fn unknown_country_passes_deny_lists_and_fails_allow_lists() {
        let countries = BTreeSet::from([code("US"), code("CA")]);
        let only = Rule::OnlyIn { countries: countries.clone() };
        let not = Rule::NotIn { countries };
        assert!(!Rule::Everywhere.blocks(None));
        assert!(only.blocks(None) && !not.blocks(None));
        assert!(!only.blocks(Some(code("US"))) && not.blocks(Some(code("US"))));
        assert!(only.blocks(Some(code("FR"))) && !not.blocks(Some(code("FR"))));
    }

    #[test]
    fn rules_read_back_and_slips_are_named() {
        let rule: Rule = serde_json::from_str(r#"{"mode":"not_in","countries":["uk"]}"#).unwrap();
        assert_eq!(serde_json::to_string(&rule).unwrap(), r#"{"mode":"not_in","countries":["UK"]}"#);
        assert_eq!(rule.unknown_country(), Some(code("UK")));
        assert_eq!(serde_json::to_string(&Rule::Everywhere).unwrap(), r#"{"mode":"everywhere"}"#);
        assert!(serde_json::from_str::<Rule>(r#"{"mode":"nowhere"}"#).is_err());
    }

    proptest! {
        /// GEO-02: the two kinds of lists are each other's opposite for every known country.
        #[test]
        fn allowing_is_the_opposite_of_denying(listed in proptest::collection::btree_set("[A-Z]{2}", 0..8), asked in "[A-Za-z]{2}") {
            let countries: BTreeSet<Code> = listed.iter().map(|text| code(text)).collect();
            let asked = Some(code(&asked));
            let only = Rule::OnlyIn { countries: countries.clone() };
            prop_assert_eq!(only.blocks(asked), !Rule::NotIn { countries }.blocks(asked));
        }

        #[test]
        fn any_text_is_a_code_or_refused(text in "\\PC{0,4}") {
            if let Ok(code) = text.parse::<Code>() {
                prop_assert_eq!(code.to_string(), text.to_ascii_uppercase());
            }
        }
    }
}
