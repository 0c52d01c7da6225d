//! Tokens with which programs call the console's API: random, and only their hash is stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::editing::{Check, MAX_NAME};
use crate::field_error::{FieldError, FieldErrors};
use crate::operator::May;
use crate::session_key::KeyHash;
use crate::time::Timestamp;

/// By this, scanners of public code find a token that was published by mistake.
const PREFIX: &str = "touchline_";
const RANDOM: usize = 32;
/// How many of its last characters stay, for people who look for the right one.
const ENDING: usize = 4;

/// Per channel.
pub const MAX_TOKENS: usize = 50;
const MAX_LIFE: i64 = 5 * 366 * Timestamp::DAY;

/// Makes a token; `random` comes from the caller's random source.
pub fn issue(random: [u8; RANDOM]) -> String {
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(random))
}

/// The hash of a token; `None` for what is no token at all.
pub fn hash(token: &str) -> Option<KeyHash> {
    let mut random = [0; RANDOM];
    let read = URL_SAFE_NO_PAD.decode_slice(token.strip_prefix(PREFIX)?, &mut random).ok()?;
    (read == RANDOM).then(|| KeyHash(Sha256::digest(random).into()))
}

/// The last characters of a token.
pub fn ending(token: &str) -> &str {
    &token[token.len().saturating_sub(ENDING)..]
}

/// What an operator asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewApiToken {
    pub name: String,
    /// What its calls may do, as far as the operator who made it still may.
    pub scopes: Vec<May>,
    /// `None` for a token that does not expire.
    pub expires_at: Option<Timestamp>,
}

impl NewApiToken {
    /// The same as it is kept, or everything that is wrong with it.
    pub fn check(mut self, now: Timestamp) -> Result<Self, FieldErrors> {
        self.name = self.name.trim().to_owned();
        self.scopes = May::ALL.into_iter().filter(|what| self.scopes.contains(what)).collect();
        let mut check = Check::default();
        check.line("name", &self.name, MAX_NAME);
        check.note("scopes", self.scopes.is_empty().then_some(FieldError::Required));
        check.note("scopes", self.scopes.iter().any(|what| !is_scope(*what)).then_some(FieldError::Invalid));
        let is_in_range = |at: Timestamp| at > now && at <= now.plus(MAX_LIFE);
        check.note("expires_at", self.expires_at.filter(|at| !is_in_range(*at)).map(|_| FieldError::Date));
        let errors = check.errors();
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }
}

/// Whether a token may have it. None may give itself or others more than it has.
pub fn is_scope(what: May) -> bool {
    !matches!(what, May::ManageTeam | May::ManageIntegrations)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::session_key;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn asked(name: &str, scopes: &[May], expires_at: Option<Timestamp>) -> Result<NewApiToken, Vec<String>> {
        let asked = NewApiToken { name: name.to_owned(), scopes: scopes.to_vec(), expires_at };
        asked.check(NOW).map_err(|errors| errors.into_keys().collect())
    }

    #[test]
    fn tokens_are_kept_tidily() {
        let kept = asked(" Scoreboard ", &[May::SeeOrders, May::EditSite, May::SeeOrders], None).unwrap();
        assert_eq!((kept.name.as_str(), kept.scopes), ("Scoreboard", vec![May::EditSite, May::SeeOrders]));
    }

    /// T27: no token leads to more rights than were given to it.
    #[test]
    fn scopes_do_not_reach_the_team_or_other_tokens() {
        for what in [May::ManageTeam, May::ManageIntegrations] {
            assert_eq!(asked("a", &[May::EditSite, what], None), Err(vec!["scopes".to_owned()]));
        }
        assert_eq!(asked("", &[], Some(NOW)), Err(["expires_at", "name", "scopes"].map(str::to_owned).to_vec()));
    }

    #[test]
    fn expiry_is_between_now_and_five_years() {
        for (after, is_good) in [(-1, false), (0, false), (1, true), (MAX_LIFE, true), (MAX_LIFE + 1, false)] {
            assert_eq!(asked("a", &[May::EditSite], Some(NOW.plus(after))).is_ok(), is_good, "{after}");
        }
    }

    proptest! {
        #[test]
        fn tokens_have_one_hash_and_show_nothing_of_it(random: [u8; 32], other: [u8; 32]) {
            let token = issue(random);
            let found = hash(&token).unwrap();
            prop_assert_ne!(found.0, random);
            prop_assert_eq!(hash(&issue(other)) == Some(found), random == other);
            prop_assert!(token.ends_with(ending(&token)) && ending(&token).len() == ENDING);
            prop_assert_eq!(session_key::hash(&token), None);
            prop_assert_eq!(hash(&session_key::issue(random)), None);
        }

        #[test]
        fn any_text_is_taken_or_refused_without_panic(text in "(touchline_)?\\PC{0,60}") {
            let _ = hash(&text);
        }
    }
}
