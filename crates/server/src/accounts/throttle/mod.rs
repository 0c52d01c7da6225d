//! How often something may be tried by one address, or for one account. Counted on this server, in bounded memory.

mod logins;
mod slowdown;

pub(crate) use logins::{LoginTries, LoginTry};

use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cache::Cache;
use domain::account::EmailKey;
use domain::ids::{AccountId, ChannelId};
use domain::network::Network;
use domain::rate::{Rate, Tries, Wait};
use domain::time::Timestamp;

use crate::http::error::{Error, Result};

/// A school behind one address registers at once before the first game.
const KNOCKS: Rate = Rate::per_minute(60);
/// Somebody who does not find the mail asks again; nobody's mailbox is filled by strangers.
const MAILS: Rate = Rate { tries: 5, within: 10 * Timestamp::MINUTE };
/// A family that writes at once, then one in half a minute.
const FORMS: Rate = Rate { tries: 5, within: 150 * Timestamp::SECOND };
/// Enough for somebody who mistypes an address, too few to be a nuisance to its owner.
const ACCOUNT_MAILS: Rate = Rate { tries: 5, within: Timestamp::HOUR };
/// A shop window full of TVs.
const CODES_MADE: Rate = Rate::per_minute(30);
const CODES_TYPED: Rate = Rate { tries: 20, within: Timestamp::HOUR };
/// An operator who pastes the wrong line a few times.
const STREAM_KEYS: Rate = Rate::per_minute(5);
/// All that an account may have, and again after a change of mind. Each sends a mail.
const ADDRESSES_MADE: Rate = Rate { tries: 10, within: Timestamp::HOUR };
/// A household whose players go on with an address that was revoked.
const WRONG_ADDRESSES: Rate = Rate::per_minute(60);
/// A full school that begins to watch.
const PREROLLS: Rate = Rate::per_minute(600);
/// Codes that somebody mistypes, and all that are guessed at one channel.
const COUPONS: Rate = Rate::per_minute(10);
const COUPONS_OF_CHANNEL: Rate = Rate { tries: 1_000, within: Timestamp::HOUR };
/// Of each kind; the least used go first.
const REMEMBERED: u64 = 100_000;

/// Those who want an account, a new password or a code, by address.
pub(crate) struct Knocks(Throttle<(ChannelId, Network)>);

impl Knocks {
    pub(crate) fn new() -> Self {
        Self(Throttle::new(KNOCKS))
    }

    pub(crate) async fn take(&self, channel: ChannelId, from: IpAddr, now: Timestamp) -> Result<()> {
        self.0.take((channel, Network::of(from)), now).await
    }
}

/// Prerolls that were seen to their end, by address: each is a row.
pub(crate) struct PrerollEnds(Throttle<(ChannelId, Network)>);

impl PrerollEnds {
    pub(crate) fn new() -> Self {
        Self(Throttle::new(PREROLLS))
    }

    pub(crate) async fn take(&self, channel: ChannelId, from: IpAddr, now: Timestamp) -> Result<()> {
        self.0.take((channel, Network::of(from)), now).await
    }
}

/// Mails that strangers can have sent to an address, whether it has an account or not.
pub(crate) struct MailSends(Throttle<(ChannelId, EmailKey)>);

impl MailSends {
    pub(crate) fn new() -> Self {
        Self(Throttle::new(MAILS))
    }

    pub(crate) async fn take(&self, channel: ChannelId, to: EmailKey, now: Timestamp) -> Result<()> {
        self.0.take((channel, to), now).await
    }
}

/// Forms that were filled in, by each visitor to each channel. A member is counted by account: a class that chooses its
/// passes at once is behind one address.
pub(crate) struct FormSends {
    by_address: Throttle<(ChannelId, Network)>,
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
            None => self.by_address.take((channel, Network::of(from)), now).await,
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
    made: Throttle<Network>,
    typed: Throttle<(ChannelId, AccountId)>,
}

impl DeviceCodes {
    pub(crate) fn new() -> Self {
        Self { made: Throttle::new(CODES_MADE), typed: Throttle::new(CODES_TYPED) }
    }

    pub(crate) async fn make(&self, from: IpAddr, now: Timestamp) -> Result<()> {
        self.made.take(Network::of(from), now).await
    }

    /// Takes a try before the code is looked at.
    pub(crate) async fn try_one(&self, channel: ChannelId, account: AccountId, now: Timestamp) -> Result<()> {
        self.typed.take((channel, account), now).await
    }

    pub(crate) async fn was_right(&self, channel: ChannelId, account: AccountId) {
        self.typed.give_back((channel, account)).await;
    }
}

/// Promo codes that were wrong. A right one costs no try.
pub(crate) struct CouponTries {
    by_person: Throttle<(ChannelId, Option<AccountId>, Network)>,
    by_channel: Throttle<ChannelId>,
}

impl CouponTries {
    pub(crate) fn new() -> Self {
        Self { by_person: Throttle::new(COUPONS), by_channel: Throttle::new(COUPONS_OF_CHANNEL) }
    }

    /// Takes a try before the code is looked at.
    pub(crate) async fn take(
        self: &Arc<Self>,
        channel: ChannelId,
        account: Option<AccountId>,
        from: IpAddr,
        now: Timestamp,
    ) -> Result<CouponTry> {
        let person = (channel, account, Network::of(from));
        self.by_person.take(person, now).await?;
        let taken = self.by_channel.take(channel, now).await;
        if taken.is_err() {
            self.by_person.give_back(person).await;
        }
        taken.map(|()| CouponTry { tries: self.clone(), person })
    }
}

/// A try that was taken. It is spent, unless somebody says that the code was good.
pub(crate) struct CouponTry {
    tries: Arc<CouponTries>,
    person: (ChannelId, Option<AccountId>, Network),
}

impl CouponTry {
    /// The code was looked at, and found good.
    pub(crate) async fn was_right(&self) {
        self.tries.by_person.give_back(self.person).await;
        self.tries.by_channel.give_back(self.person.0).await;
    }
}

/// Wrong stream keys, by address.
pub(crate) struct WrongKeys(Throttle<Network>);

impl WrongKeys {
    pub(crate) fn new() -> Self {
        Self(Throttle::new(STREAM_KEYS))
    }

    /// Counts a wrong key; false when there were too many. Right ones are not asked about: whoever guesses beside an
    /// encoder does not keep it out.
    pub(crate) async fn take(&self, from: IpAddr, now: Timestamp) -> bool {
        self.0.take(Network::of(from), now).await.is_ok()
    }
}

/// Private addresses of players: how many a member makes, and how many that are none a network asks for.
pub(crate) struct PlayerAddresses {
    made: Throttle<(ChannelId, AccountId)>,
    wrong: Throttle<(ChannelId, Network)>,
}

impl PlayerAddresses {
    pub(crate) fn new() -> Self {
        Self { made: Throttle::new(ADDRESSES_MADE), wrong: Throttle::new(WRONG_ADDRESSES) }
    }

    pub(crate) async fn make(&self, channel: ChannelId, account: AccountId, now: Timestamp) -> Result<()> {
        self.made.take((channel, account), now).await
    }

    /// Counts a wrong one. Right ones are not asked about: whoever guesses beside a television does not stop it.
    pub(crate) async fn was_wrong(&self, channel: ChannelId, from: IpAddr, now: Timestamp) -> Result<()> {
        self.wrong.take((channel, Network::of(from)), now).await
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
        Self { rate, tries: Cache::builder(REMEMBERED).time_to_idle(within).build() }
    }

    async fn take(&self, key: K, now: Timestamp) -> Result<()> {
        let tries = self.tries.get_with(key, Arc::default()).await;
        lock(&tries).take(self.rate, now).map_err(too_many)
    }

    /// Refuses those who would have no try now.
    async fn check(&self, key: &K, now: Timestamp) -> Result<()> {
        match self.tries.get(key).await {
            Some(tries) => lock(&tries).check(self.rate, now).map_err(too_many),
            None => Ok(()),
        }
    }

    async fn give_back(&self, key: K) {
        if let Some(tries) = self.tries.get(&key).await {
            lock(&tries).give_back(self.rate);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn too_many(Wait(milliseconds): Wait) -> Error {
    Error::TooMany { wait_s: milliseconds.unsigned_abs().div_ceil(1_000) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    /// T35, T55: five wrong stream keys a minute, for a whole network. Those of IPv4 that come through a socket for both
    /// kinds are networks of their own.
    #[tokio::test]
    async fn an_address_has_five_wrong_stream_keys_a_minute() {
        for (one, neighbour, stranger) in [
            ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"),
            ("::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2"),
        ] {
            let keys = WrongKeys::new();
            let [one, neighbour, stranger] = [one, neighbour, stranger].map(|from| from.parse().unwrap());
            for _ in 0..5 {
                assert!(keys.take(one, NOW).await);
            }
            assert!(!keys.take(neighbour, NOW).await);
            assert!(keys.take(stranger, NOW).await, "{stranger}");
            assert!(keys.take(one, NOW.plus(12 * Timestamp::SECOND)).await);
        }
    }

    /// T14: a channel has a thousand wrong promo codes an hour, however many people type them; right ones are not counted,
    /// and whoever is refused for the others' sake keeps their own tries.
    #[tokio::test]
    async fn a_channel_has_a_thousand_wrong_promo_codes_an_hour() {
        let tries = Arc::new(CouponTries::new());
        let from = "192.0.2.1".parse().unwrap();
        let try_one =
            async |channel, person: i64| tries.take(ChannelId(channel), Some(AccountId(person)), from, NOW).await;
        let take = async |channel, person: i64| try_one(channel, person).await.is_ok();
        let right = try_one(1, 0).await.unwrap();
        for person in 1..1_000 {
            assert!(take(1, person).await, "{person}");
        }
        for _ in 0..20 {
            assert!(!take(1, 1_000).await);
        }
        assert!(take(2, 1_000).await, "another channel");
        right.was_right().await;
        assert!(take(1, 1_000).await && !take(1, 1_000).await);
    }

    /// T46: nobody's mailbox is filled by strangers.
    #[tokio::test]
    async fn an_address_gets_five_mails_in_ten_minutes() {
        let (mails, to) = (MailSends::new(), EmailKey::of("fan@demo.test").unwrap());
        for _ in 0..5 {
            mails.take(ChannelId(1), to.clone(), NOW).await.unwrap();
        }
        assert!(matches!(mails.take(ChannelId(1), to.clone(), NOW).await, Err(Error::TooMany { wait_s: 120 })));
        mails.take(ChannelId(1), EmailKey::of("rival@demo.test").unwrap(), NOW).await.unwrap();
    }
}
