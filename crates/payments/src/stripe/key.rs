//! Idempotency keys.

use domain::ids::{AccountId, ChannelId, PassId};
use sha2::{Digest, Sha256};

/// The sending installation. Two installations may share an account at the provider, with the same numbers of orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    pub installation: String,
    pub channel: ChannelId,
}

/// What a request is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'a> {
    /// By its name, which is never given again: its number may be, from an older copy of the database.
    Order(&'a str),
    /// By the provider's own name.
    Payment(&'a str),
    Account(AccountId),
    /// A product at the provider.
    Pass(PassId),
}

/// Which of the requests for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    CreateCustomer,
    DeleteCustomer,
    SetDefaultCard,
    AttachCard,
    DetachCard,
    CreateSetup,
    ConfirmSetup,
    CreateProduct,
    CreateCoupon,
    CreatePayment,
    ConfirmPayment,
    CancelPayment,
    CreateSubscription,
    SetRenewal,
    CancelSubscription,
    Refund,
    OpenPortal,
    /// Of the provider's test mode.
    MoveClock,
}

/// Made from what the request is for, so that the same request has the same key after a crash, too.
///
/// The provider remembers keys for a day. What is in doubt for longer is looked for in its lists.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// The number tells requests of one step apart that are meant to be different: another card, a second refund. A retry
    /// keeps it.
    pub fn new(owner: &Owner, subject: Subject<'_>, step: Step, number: u32) -> Self {
        let name = match subject {
            Subject::Order(name) => format!("order-{name}"),
            Subject::Payment(name) => format!("payment-{name}"),
            Subject::Account(id) => format!("account-{id}"),
            Subject::Pass(id) => format!("pass-{id}"),
        };
        let readable = format!("{}-{name}-{step:?}-{number}", owner.channel);
        let mut hash = Sha256::new();
        hash.update(owner.installation.as_bytes());
        hash.update([0]);
        hash.update(readable.as_bytes());
        let digest: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Self(format!("{readable}-{digest}"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// T13: a retry has the same key, whatever differs has another.
    #[test]
    fn keys_are_equal_for_equal_requests_only() {
        let owner =
            |installation: &str, channel| Owner { installation: installation.into(), channel: ChannelId(channel) };
        let make = || {
            let mut keys = Vec::new();
            for owner in [owner("a", 1), owner("a", 11), owner("b", 1), owner("", 1)] {
                for subject in [
                    Subject::Order("1"),
                    Subject::Order("11"),
                    Subject::Account(AccountId(1)),
                    Subject::Pass(PassId(1)),
                ] {
                    for step in [Step::CreatePayment, Step::ConfirmPayment, Step::Refund] {
                        keys.extend([1, 2, 11].map(|number| IdempotencyKey::new(&owner, subject, step, number)));
                    }
                }
            }
            keys
        };
        let keys = make();
        assert_eq!(keys, make());
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 4 * 4 * 3 * 3);
        let longest = IdempotencyKey::new(
            &owner(&"x".repeat(1000), i64::MIN),
            Subject::Account(AccountId(i64::MIN)),
            Step::CancelSubscription,
            u32::MAX,
        );
        assert!(longest.as_str().len() <= 255, "{}", longest.as_str());
        assert!(longest.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
    }
}
