//! What a new channel needs: a name, an address in the console, and a host that it is served at.

use crate::channel::{Language, is_alias, normal_host};
use crate::field_error::{FieldError, FieldErrors};
use crate::money::Currency;
use crate::time::is_time_zone;

/// In characters.
pub(crate) const MAX_CHANNEL_NAME: u32 = 80;

/// First parts of the console's own addresses, which a channel's alias would hide.
const RESERVED: [&str; 9] = ["api", "assets", "channels", "colours", "invitation", "login", "me", "setup", "sign-in"];

/// What is wrong with an alias, if anything is.
pub fn alias_error(alias: &str) -> Option<FieldError> {
    match alias {
        "" => Some(FieldError::Required),
        alias if !is_alias(alias) || RESERVED.contains(&alias) => Some(FieldError::Invalid),
        _ => None,
    }
}

/// What an administrator filled in.
#[derive(Clone, Debug)]
pub struct NewChannel {
    pub name: String,
    pub alias: String,
    pub host: String,
    pub language: Language,
    pub currency: Currency,
    /// IANA name.
    pub time_zone: String,
}

impl NewChannel {
    /// The same as it is kept, or everything that is wrong with it.
    pub fn check(self) -> Result<Self, FieldErrors> {
        let name = self.name.trim().to_owned();
        let host = normal_host(self.host.trim()).map(|host| host.into_owned());
        let mut errors = FieldErrors::new();
        let mut note = |field: &str, error| errors.insert(field.to_owned(), vec![error]);
        let letters = name.chars().count();
        if letters == 0 {
            note("name", FieldError::Required);
        } else if letters > MAX_CHANNEL_NAME as usize {
            note("name", FieldError::Length { min: 1, max: MAX_CHANNEL_NAME });
        } else if name.chars().any(char::is_control) {
            note("name", FieldError::Invalid);
        }
        if let Some(error) = alias_error(&self.alias) {
            note("alias", error);
        }
        if !is_time_zone(&self.time_zone) {
            note("time_zone", FieldError::TimeZone);
        }
        match host {
            _ if self.host.trim().is_empty() => {
                note("host", FieldError::Required);
                Err(errors)
            }
            None => {
                note("host", FieldError::Invalid);
                Err(errors)
            }
            Some(host) if errors.is_empty() => Ok(Self { name, host, ..self }),
            Some(_) => Err(errors),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn channel(name: &str, alias: &str, host: &str) -> NewChannel {
        let [name, alias, host] = [name, alias, host].map(str::to_owned);
        let time_zone = "Europe/Sofia".to_owned();
        NewChannel { name, alias, host, language: Language::En, currency: Currency::Usd, time_zone }
    }

    #[test]
    fn a_good_channel_is_kept_tidily() {
        let kept = channel(" Lions TV ", "lions", "TV.Lions.example:8080").check().unwrap();
        assert_eq!(
            (kept.name.as_str(), kept.alias.as_str(), kept.host.as_str()),
            ("Lions TV", "lions", "tv.lions.example")
        );
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let errors = channel(" ", "Lions TV", "no host!").check().unwrap_err();
        assert_eq!(errors.keys().collect::<Vec<_>>(), ["alias", "host", "name"]);
        for reserved in RESERVED {
            assert_eq!(channel("Lions", reserved, "a.test").check().unwrap_err()["alias"], [FieldError::Invalid]);
        }
        let empty = channel("", "", " ").check().unwrap_err();
        assert!(empty.values().all(|errors| *errors == [FieldError::Required]), "{empty:?}");
        assert!(channel(&"x".repeat(81), "a", "a.test").check().is_err());
        assert!(channel("a\nb", "a", "a.test").check().is_err());
        let nowhere = NewChannel { time_zone: "Mars/Olympus".into(), ..channel("Lions", "lions", "a.test") };
        assert_eq!(nowhere.check().unwrap_err()["time_zone"], [FieldError::TimeZone]);
    }

    proptest! {
        /// Whatever is typed, what is taken can be stored and found again.
        #[test]
        fn accepted_channel_has_a_usable_alias_and_host(name in ".{0,90}", alias in "[a-zA-Z0-9-]{0,70}", host in ".{0,40}") {
            if let Ok(kept) = channel(&name, &alias, &host).check() {
                prop_assert!(is_alias(&kept.alias));
                prop_assert!(normal_host(&kept.host).is_some_and(|host| host == kept.host));
                prop_assert!(!kept.name.is_empty() && kept.name == kept.name.trim());
            }
        }
    }
}
