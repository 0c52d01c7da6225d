//! Accounts: a person on one channel. The same e-mail address on another channel is another account.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::channel::Language;
use crate::favourite::Favourites;
use crate::ids::AccountId;
use crate::pass::Entitlement;
use crate::secret::Secret;
use crate::time::Timestamp;

/// The longest address that mail can be sent to.
const MAX_ADDRESS: usize = 254;
const MAX_LOCAL_PART: usize = 64;

/// A person's account on a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    /// As its owner typed it.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// When its owner proved that mail to the address reaches them.
    pub email_verified_at: Option<Timestamp>,
    /// The new e-mail address that waits for confirmation.
    pub pending_email: Option<String>,
    /// Of the mail to its owner; the channel's when none was chosen.
    pub language: Option<Language>,
    /// False for members who only use social login.
    pub has_password: bool,
    /// Set by another person, to be changed before anything else is done.
    pub temporary_password: bool,
    pub basic_pass_selected: bool,
    pub capabilities: Vec<Capability>,
    /// Makes the address of this person's calendar unguessable.
    pub calendar_secret: Secret<[u8; 32]>,
    pub created_at: Timestamp,
}

impl Account {
    /// Nobody leaves before choosing the basic pass: they would come back to the same question.
    pub fn can_log_out(&self) -> bool {
        self.basic_pass_selected
    }

    /// What its owner has to do before anything else, if there is something.
    pub fn pending_step(&self) -> Option<PendingStep> {
        if self.temporary_password {
            Some(PendingStep::TemporaryPassword)
        } else if !self.basic_pass_selected {
            Some(PendingStep::BasicPass)
        } else {
            None
        }
    }
}

/// A step that blocks all other calls until it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PendingStep {
    /// A password known to another person has to be changed: before a pass is chosen with it.
    TemporaryPassword,
    /// The basic pass has to be chosen.
    BasicPass,
}

/// A capability of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    Watch,
    Download,
    Clipping,
    DownloadClip,
    NoAds,
    VodMedia,
}

impl Capability {
    pub const ALL: [Self; 6] =
        [Self::Watch, Self::Download, Self::Clipping, Self::DownloadClip, Self::NoAds, Self::VodMedia];
}

/// A logged-in member, with their favourites: what lists and pages are shaped by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub account: Account,
    pub favourites: Favourites,
    /// Those that have not ended; whether their time has come is asked with each use.
    pub entitlements: Vec<Entitlement>,
    /// Clips that they have.
    pub clips: u64,
    /// Games and clips taken along in all.
    pub downloads: u64,
    /// Whether they had the free trial.
    pub trial_used: bool,
}

/// An address as accounts are found by: two spellings that reach the same person are one key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EmailKey(String);

impl EmailKey {
    /// `None` when the text cannot be an address.
    pub fn of(typed: &str) -> Option<Self> {
        let key = typed.trim().to_lowercase();
        let (local, host) = key.rsplit_once('@')?;
        let labels_fit = host.split('.').all(|label| !label.is_empty()) && host.contains('.');
        let characters_fit = key.chars().all(|c| !c.is_whitespace() && !c.is_control());
        let fits = (1..=MAX_LOCAL_PART).contains(&local.len())
            && !local.contains('@')
            && labels_fit
            && characters_fit
            && key.len() <= MAX_ADDRESS;
        fits.then_some(Self(key))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(typed: &str) -> Option<String> {
        EmailKey::of(typed).map(|key| key.as_str().to_owned())
    }

    #[test]
    fn spellings_of_one_address_are_one_key() {
        for typed in ["fan@demo.test", "Fan@Demo.Test", "  FAN@DEMO.TEST\n"] {
            assert_eq!(key(typed).as_deref(), Some("fan@demo.test"), "{typed:?}");
        }
        assert_ne!(key("fan@demo.test"), key("fan+1@demo.test"));
    }

    #[test]
    fn malformed_address_has_no_key() {
        let long = format!("{}@demo.test", "a".repeat(65));
        for typed in
            ["", "fan", "@demo.test", "fan@", "fan@demo", "fan@.test", "a@b@c.test", "a b@c.test", "a@c.te\0st", &long]
        {
            assert_eq!(key(typed), None, "{typed:?}");
        }
    }

    /// NAV-08: the password first, then the pass, then nothing.
    #[test]
    fn account_has_one_pending_step_at_a_time() {
        let pending_step = |temporary_password, basic_pass_selected| {
            let secret = Secret::new([0; 32]);
            Account {
                id: AccountId(1),
                email: "fan@demo.test".into(),
                first_name: "Frankie".into(),
                last_name: "Fan".into(),
                email_verified_at: None,
                pending_email: None,
                language: None,
                has_password: true,
                temporary_password,
                basic_pass_selected,
                capabilities: vec![],
                calendar_secret: secret,
                created_at: Timestamp(0),
            }
            .pending_step()
        };
        assert_eq!(pending_step(true, false), Some(PendingStep::TemporaryPassword));
        assert_eq!(pending_step(true, true), Some(PendingStep::TemporaryPassword));
        assert_eq!(pending_step(false, false), Some(PendingStep::BasicPass));
        assert_eq!(pending_step(false, true), None);
    }

    proptest! {
        #[test]
        fn email_key_is_idempotent(typed in "\\PC{0,20}@\\PC{0,20}") {
            if let Some(found) = key(&typed) {
                prop_assert_eq!(key(&found), Some(found.clone()));
                prop_assert!(found.len() <= MAX_ADDRESS);
            }
        }

        #[test]
        fn case_never_makes_another_account(typed in "[a-zA-Z0-9.+_-]{1,30}@[a-zA-Z0-9]{1,20}\\.[a-zA-Z]{2,6}") {
            prop_assert!(key(&typed).is_some());
            prop_assert_eq!(key(&typed.to_uppercase()), key(&typed));
        }
    }
}
