//! How often something may be tried by one address, or for one account. Counted on this server, in bounded memory.

use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::account::EmailKey;
use domain::ids::{AccountId, ChannelId};
use domain::rate::{Rate, Tries, Wait};
use domain::time::Timestamp;
use moka::future::Cache;

use crate::error::{Error, Result};

/// A school behind one address logs in at once before a game.
const BY_ADDRESS: Rate = Rate::per_minute(60);
/// Enough for somebody who does not remember, too few to guess.
const FOR_ACCOUNT: Rate = Rate::per_minute(10);
/// A family that writes at once, then one in half a minute.
const FORMS: Rate = Rate { tries: 5, within: 150 * Timestamp::SECOND };
/// Enough for somebody who mistypes an address, too few to be a nuisance to its owner.
const ACCOUNT_MAILS: Rate = Rate { tries: 5, within: Timestamp::HOUR };
/// A shop window full of TVs.
const CODES_MADE: Rate = Rate::per_minute(30);
const CODES_TYPED: Rate = Rate { tries: 20, within: Timestamp::HOUR };
/// Of each kind; the least used go first.
const REMEMBERED: u64 = 100_000;

pub(crate) struct LoginTries {
    by_address: Throttle<IpAddr>,
    for_account: Throttle<(ChannelId, EmailKey)>,
}

impl LoginTries {
    pub(crate) fn new() -> Self {
        Self { by_address: Throttle::new(BY_ADDRESS), for_account: Throttle::new(FOR_ACCOUNT) }
    }

    /// Takes a try; counted before the password is looked at, so that many at once gain nothing.
    pub(crate) async fn take(
        &self,
        from: IpAddr,
        channel: ChannelId,
        account: Option<&EmailKey>,
        now: Timestamp,
    ) -> Result<()> {
        self.by_address.take(network(from), now).await?;
        match account {
            Some(account) => self.for_account.take((channel, account.clone()), now).await,
            None => Ok(()),
        }
    }

    /// The password was right: the account's try is given back. The address's is not, or an account of one's own
    /// would buy any number of guesses at others.
    pub(crate) async fn was_right(&self, channel: ChannelId, account: EmailKey) {
        self.for_account.give_back((channel, account)).await;
    }
}

/// Forms that were filled in, by each visitor to each channel. A member is counted by account: a class that chooses its
/// passes at once is behind one address.
pub(crate) struct FormSends {
    by_address: Throttle<(ChannelId, IpAddr)>,
    by_account: Throttle<(ChannelId, AccountId)>,
}

impl FormSends {
    pub(crate) fn new() -> Self {
        Self { by_address: Throttle::new(FORMS), by_account: Throttle::new(FORMS) }
    }

    pub(crate) async fn take(
        &self,
        channel: ChannelId,
        from: IpAddr,
        account: Option<AccountId>,
        now: Timestamp,
    ) -> Result<()> {
        match account {
            Some(account) => self.by_account.take((channel, account), now).await,
            None => self.by_address.take((channel, network(from)), now).await,
        }
    }
}

/// Mails that a member has sent to themselves or, by a change of address, to somebody else.
pub(crate) struct AccountMails(Throttle<(ChannelId, AccountId)>);

impl AccountMails {
    pub(crate) fn new() -> Self {
        Self(Throttle::new(ACCOUNT_MAILS))
    }

    pub(crate) async fn take(&self, channel: ChannelId, account: AccountId, now: Timestamp) -> Result<()> {
        self.0.take((channel, account), now).await
    }
}

/// Codes that TVs show: how many are made, and how often a wrong one is typed.
pub(crate) struct DeviceCodes {
    made: Throttle<IpAddr>,
    typed: Throttle<(ChannelId, AccountId)>,
}

impl DeviceCodes {
    pub(crate) fn new() -> Self {
        Self { made: Throttle::new(CODES_MADE), typed: Throttle::new(CODES_TYPED) }
    }

    pub(crate) async fn make(&self, from: IpAddr, now: Timestamp) -> Result<()> {
        self.made.take(network(from), now).await
    }

    /// Takes a try before the code is looked at.
    pub(crate) async fn try_one(&self, channel: ChannelId, account: AccountId, now: Timestamp) -> Result<()> {
        self.typed.take((channel, account), now).await
    }

    pub(crate) async fn was_right(&self, channel: ChannelId, account: AccountId) {
        self.typed.give_back((channel, account)).await;
    }
}

/// What one subscriber has: an address of the old kind, or a whole network of the new one.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

struct Throttle<K> {
    rate: Rate,
    tries: Cache<K, Arc<Mutex<Tries>>>,
}

impl<K: Hash + Eq + Send + Sync + 'static> Throttle<K> {
    fn new(rate: Rate) -> Self {
        // After that time all tries have come back: there is nothing to remember.
        let within = Duration::from_millis(rate.within.unsigned_abs());
        Self { rate, tries: Cache::builder().max_capacity(REMEMBERED).time_to_idle(within).build() }
    }

    async fn take(&self, key: K, now: Timestamp) -> Result<()> {
        let tries = self.tries.get_with(key, async { Arc::default() }).await;
        let taken = tries.lock().unwrap_or_else(PoisonError::into_inner).take(self.rate, now);
        taken.map_err(|Wait(milliseconds)| Error::TooMany { wait_s: milliseconds.unsigned_abs().div_ceil(1_000) })
    }

    async fn give_back(&self, key: K) {
        if let Some(tries) = self.tries.get(&key).await {
            tries.lock().unwrap_or_else(PoisonError::into_inner).give_back(self.rate);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Neighbours in one subscriber's network are one; loopback is counted like any other.
    #[tokio::test]
    async fn an_address_has_sixty_tries_a_minute() {
        for (one, neighbour, stranger) in [
            ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
            ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"),
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
        ] {
            let tries = LoginTries::new();
            for _ in 0..60 {
                tries.take(address(one), ChannelId(1), None, NOW).await.unwrap();
            }
            let refused = tries.take(address(neighbour), ChannelId(1), None, NOW).await;
            assert!(matches!(refused, Err(Error::TooMany { wait_s: 1 })), "{one}");
            tries.take(address(stranger), ChannelId(1), None, NOW).await.unwrap();
        }
    }

    /// However many addresses guess, an account has ten tries a minute; the right password costs none.
    #[tokio::test]
    async fn an_account_has_ten_tries_a_minute() {
        let tries = LoginTries::new();
        let (fan, rival) = (EmailKey::of("fan@demo.test").unwrap(), EmailKey::of("rival@demo.test").unwrap());
        let from = |n: u8| IpAddr::from([192, 0, 2, n]);
        for n in 0..50 {
            tries.take(from(n), ChannelId(1), Some(&fan), NOW).await.unwrap();
            tries.was_right(ChannelId(1), fan.clone()).await;
        }
        for n in 0..10 {
            tries.take(from(n), ChannelId(1), Some(&fan), NOW).await.unwrap();
        }
        let refused = tries.take(from(200), ChannelId(1), Some(&fan), NOW).await;
        assert!(matches!(refused, Err(Error::TooMany { wait_s: 6 })));
        tries.take(from(200), ChannelId(1), Some(&rival), NOW).await.unwrap();
        tries.take(from(200), ChannelId(2), Some(&fan), NOW).await.unwrap();
        tries.take(from(200), ChannelId(1), Some(&fan), NOW.plus(6_000)).await.unwrap();
    }
}
