//! Free trials: one per person, card and address.

use sha2::{Digest, Sha256};

use crate::account::EmailKey;
use crate::commerce::period::Window;
use crate::pass::{Pass, PassKind};
use crate::time::Timestamp;

/// The longest trial that is given.
const MAX_DAYS: i32 = 366;

/// Hosts where dots in the name of a mailbox count for nothing.
const DOTLESS: [&str; 2] = ["gmail.com", "googlemail.com"];

/// What a trial is remembered by when its account is gone: a hash of the mailbox. Nobody can be written to by it, but a
/// new account with the same address is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MailboxKey([u8; 32]);

impl MailboxKey {
    /// Addresses that reach the same mailbox have one key: what follows a plus does not count.
    pub fn of(address: &EmailKey) -> Self {
        let (local, host) = address.as_str().rsplit_once('@').unwrap_or((address.as_str(), ""));
        let name = local.split_once('+').map_or(local, |(name, _)| name);
        // A name of nothing but a tag would be everybody's.
        let name = if name.is_empty() { local } else { name };
        let mailbox = if DOTLESS.contains(&host) {
            format!("{}@{}", name.replace('.', ""), DOTLESS[0])
        } else {
            format!("{name}@{host}")
        };
        Self(Sha256::digest(format!("trial mailbox {mailbox}")).into())
    }

    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Whether a trial was had before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    pub by_account: bool,
    pub by_mailbox: bool,
    pub by_card: bool,
}

/// Why there is no trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTrial {
    #[error("This pass has no free trial")]
    NotOffered,
    #[error("The free trial was used already")]
    Used,
    #[error("This card was used for a free trial with another account")]
    CardUsed,
}

impl NoTrial {
    pub fn code(self) -> &'static str {
        match self {
            Self::NotOffered => "trial_not_offered",
            Self::Used => "trial_used",
            Self::CardUsed => "trial_card_used",
        }
    }
}

/// The time of a trial that begins now.
pub fn begin(pass: &Pass, used: Used, now: Timestamp) -> Result<Window, NoTrial> {
    let days = pass.trial_days.filter(|days| (1..=MAX_DAYS).contains(days)).ok_or(NoTrial::NotOffered)?;
    if pass.kind != PassKind::Subscription {
        return Err(NoTrial::NotOffered);
    }
    if used.by_account || used.by_mailbox {
        return Err(NoTrial::Used);
    }
    if used.by_card {
        return Err(NoTrial::CardUsed);
    }
    Ok(Window { starts_at: now, ends_at: now.plus(i64::from(days) * Timestamp::DAY) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::tests::pass;

    const NOW: Timestamp = Timestamp(1_000);

    fn monthly(trial_days: Option<i32>) -> Pass {
        Pass { kind: PassKind::Subscription, trial_days, ..pass(1, &[1]) }
    }

    /// PAY-08: a trial is as long as its subscription says.
    #[test]
    fn a_trial_is_as_long_as_the_pass_says() {
        let window = begin(&monthly(Some(30)), Used::default(), NOW).unwrap();
        assert_eq!(window, Window { starts_at: NOW, ends_at: NOW.plus(30 * Timestamp::DAY) });
        let package = Pass { trial_days: Some(30), ..pass(1, &[1]) };
        for pass in [monthly(None), monthly(Some(0)), monthly(Some(-1)), monthly(Some(9999)), package] {
            assert_eq!(begin(&pass, Used::default(), NOW), Err(NoTrial::NotOffered));
        }
    }

    /// T15: once for each person, mailbox and card.
    #[test]
    fn a_trial_is_had_once() {
        for place in 0..3 {
            let used = Used { by_account: place == 0, by_mailbox: place == 1, by_card: place == 2 };
            let expected = if place == 2 { NoTrial::CardUsed } else { NoTrial::Used };
            assert_eq!(begin(&monthly(Some(30)), used, NOW), Err(expected));
        }
    }

    /// T15: other spellings of a mailbox are not other people.
    #[test]
    fn spellings_of_a_mailbox_are_one() {
        let key = |typed: &str| MailboxKey::of(&EmailKey::of(typed).unwrap());
        assert_eq!(key("Fan+2@demo.test"), key("fan@demo.test"));
        assert_eq!(key("f.a.n+x@googlemail.com"), key("fan@gmail.com"));
        assert_ne!(key("f.an@demo.test"), key("fan@demo.test"));
        assert_ne!(key("+a@demo.test"), key("+b@demo.test"));
    }
}
