//! How often something may be tried by one address, or for one account. Counted on this server, in bounded memory.

use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::account::EmailKey;
use domain::device_token::KnownDevice;
use domain::ids::{AccountId, ChannelId};
use domain::rate::{Backoff, Failures, Rate, Tries, Wait};
use domain::time::Timestamp;
use moka::future::Cache;

use crate::error::{Error, Result};

/// A school behind one address logs in at once before a game, and registers before the first one.
const LOGINS_BY_ADDRESS: Rate = Rate::per_minute(60);
const KNOCKS: Rate = Rate::per_minute(30);
/// Whoever opens the login screen may be asked for a passkey: one for each who looks at it.
const BEGINNINGS: Rate = Rate::per_minute(240);
/// Somebody who does not find the mail asks again; nobody's mailbox is filled by strangers.
const MAILS: Rate = Rate { tries: 5, within: 10 * Timestamp::MINUTE };
/// Enough for somebody who does not remember, too few to guess.
const FOR_ACCOUNT: Backoff = Backoff {
    free: 5,
    first: 2 * Timestamp::SECOND,
    longest: 15 * Timestamp::MINUTE,
    forgotten: 15 * Timestamp::MINUTE,
};
/// Wrong passwords alone; a full school mistypes a few.
const BY_ADDRESS: Backoff =
    Backoff { free: 30, first: Timestamp::SECOND, longest: Timestamp::MINUTE, forgotten: 10 * Timestamp::SECOND };
/// From everywhere: beyond the first, nobody is let through without a captcha, beyond the second nobody at all.
const CALM: Rate = Rate::per_minute(120);
const ALL: Rate = Rate::per_minute(1_200);
/// How many failures ask for a captcha.
const TRUSTED_ACCOUNT: u32 = 3;
const TRUSTED_ADDRESS: u32 = 10;
/// A family that writes at once, then one in half a minute.
const FORMS: Rate = Rate { tries: 5, within: 150 * Timestamp::SECOND };
/// Enough for somebody who mistypes an address, too few to be a nuisance to its owner.
const ACCOUNT_MAILS: Rate = Rate { tries: 5, within: Timestamp::HOUR };
/// A shop window full of TVs.
const CODES_MADE: Rate = Rate::per_minute(30);
const CODES_TYPED: Rate = Rate { tries: 20, within: Timestamp::HOUR };
/// A full school that begins to watch.
const PREROLLS: Rate = Rate::per_minute(600);
/// Of each kind; the least used go first.
const REMEMBERED: u64 = 100_000;

/// Who tries to get in, and for which account.
#[derive(Clone, Debug)]
pub(crate) struct LoginTry {
    pub(crate) from: IpAddr,
    pub(crate) channel: ChannelId,
    pub(crate) address: Option<EmailKey>,
    /// A browser that the account's owner has used before. It has tries of its own, so that those who guess elsewhere
    /// do not keep the owner out.
    pub(crate) device: Option<KnownDevice>,
}

impl LoginTry {
    fn account(&self) -> Option<(ChannelId, EmailKey)> {
        Some((self.channel, self.address.clone()?))
    }
}

/// Wrong passwords and codes.
pub(crate) struct LoginTries {
    begun: Throttle<IpAddr>,
    by_address: Throttle<IpAddr>,
    failed_by_address: Slowdown<IpAddr>,
    for_account: Slowdown<(ChannelId, EmailKey)>,
    by_device: Slowdown<(ChannelId, KnownDevice)>,
    calm: Mutex<Tries>,
    all: Mutex<Tries>,
}

impl LoginTries {
    pub(crate) fn new() -> Self {
        Self {
            begun: Throttle::new(BEGINNINGS),
            by_address: Throttle::new(LOGINS_BY_ADDRESS),
            failed_by_address: Slowdown::new(BY_ADDRESS),
            for_account: Slowdown::new(FOR_ACCOUNT),
            by_device: Slowdown::new(FOR_ACCOUNT),
            calm: Mutex::default(),
            all: Mutex::default(),
        }
    }

    /// Somebody begins what ends elsewhere: at another site, or at their own device.
    pub(crate) async fn begin(&self, from: IpAddr, now: Timestamp) -> Result<()> {
        self.begun.take(network(from), now).await
    }

    /// Whether somebody may try now; true when they have to solve a captcha first.
    pub(crate) async fn check(&self, who: &LoginTry, now: Timestamp) -> Result<bool> {
        if let Some(device) = who.device {
            return Ok(self.by_device.check((who.channel, device), now).await? >= TRUSTED_ACCOUNT);
        }
        let network = network(who.from);
        self.by_address.take(network, now).await?;
        let from_address = self.failed_by_address.check(network, now).await?;
        let for_account = match who.account() {
            Some(account) => self.for_account.check(account, now).await?,
            None => 0,
        };
        let is_calm = lock(&self.calm).check(CALM, now).is_ok();
        Ok(!is_calm || from_address >= TRUSTED_ADDRESS || for_account >= TRUSTED_ACCOUNT)
    }

    /// Takes a try; counted before the password is looked at, so that many at once gain nothing.
    pub(crate) async fn take(&self, who: &LoginTry, now: Timestamp) -> Result<()> {
        if let Some(device) = who.device {
            return self.by_device.take((who.channel, device), now).await;
        }
        self.failed_by_address.take(network(who.from), now).await?;
        if let Some(account) = who.account() {
            self.for_account.take(account, now).await?;
        }
        // Beyond its limit it only asks for more proof, which the check before has seen to.
        let _ = lock(&self.calm).take(CALM, now);
        lock(&self.all).take(ALL, now).map_err(too_many)
    }

    /// It was right: nothing is held against the account any more. The address gets this one try back only, or an
    /// account of one's own would buy any number of guesses at others.
    pub(crate) async fn was_right(&self, who: &LoginTry) {
        if let Some(account) = who.account() {
            self.for_account.forgive(&account).await;
        }
        if let Some(device) = who.device {
            return self.by_device.forgive(&(who.channel, device)).await;
        }
        self.failed_by_address.give_back(&network(who.from)).await;
        lock(&self.calm).give_back(CALM);
        lock(&self.all).give_back(ALL);
    }
}

/// Those who want an account, a new password or a code, by address.
pub(crate) struct Knocks(Throttle<(ChannelId, IpAddr)>);

impl Knocks {
    pub(crate) fn new() -> Self {
        Self(Throttle::new(KNOCKS))
    }

    pub(crate) async fn take(&self, channel: ChannelId, from: IpAddr, now: Timestamp) -> Result<()> {
        self.0.take((channel, network(from)), now).await
    }
}

/// Prerolls that were seen to their end, by address: each is a row.
pub(crate) struct PrerollEnds(Throttle<(ChannelId, IpAddr)>);

impl PrerollEnds {
    pub(crate) fn new() -> Self {
        Self(Throttle::new(PREROLLS))
    }

    pub(crate) async fn take(&self, channel: ChannelId, from: IpAddr, now: Timestamp) -> Result<()> {
        self.0.take((channel, network(from)), now).await
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
        lock(&tries).take(self.rate, now).map_err(too_many)
    }

    async fn give_back(&self, key: K) {
        if let Some(tries) = self.tries.get(&key).await {
            lock(&tries).give_back(self.rate);
        }
    }
}

/// Those who failed, each slowed down by their own failures.
struct Slowdown<K> {
    backoff: Backoff,
    failures: Cache<K, Arc<Mutex<Failures>>>,
}

impl<K: Hash + Eq + Send + Sync + 'static> Slowdown<K> {
    /// After that time without a failure nothing is held against anybody.
    const REMEMBERED: Duration = Duration::from_secs(6 * 60 * 60);

    fn new(backoff: Backoff) -> Self {
        Self { backoff, failures: Cache::builder().max_capacity(REMEMBERED).time_to_idle(Self::REMEMBERED).build() }
    }

    /// How many failures are held against somebody who may try now.
    async fn check(&self, key: K, now: Timestamp) -> Result<u32> {
        let Some(failures) = self.failures.get(&key).await else { return Ok(0) };
        let failures = *lock(&failures);
        failures.check(now).map_err(too_many)?;
        Ok(failures.count(self.backoff, now))
    }

    async fn take(&self, key: K, now: Timestamp) -> Result<()> {
        let failures = self.failures.get_with(key, async { Arc::default() }).await;
        lock(&failures).take(self.backoff, now).map_err(too_many)
    }

    async fn give_back(&self, key: &K) {
        if let Some(failures) = self.failures.get(key).await {
            lock(&failures).give_back();
        }
    }

    async fn forgive(&self, key: &K) {
        self.failures.invalidate(key).await;
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
    use domain::ids::AccountId;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn try_at(from: &str, email: Option<&str>) -> LoginTry {
        LoginTry {
            from: from.parse().unwrap(),
            channel: ChannelId(1),
            address: email.map(|email| EmailKey::of(email).unwrap()),
            device: None,
        }
    }

    async fn fails(tries: &LoginTries, who: &LoginTry, now: Timestamp) -> Result<bool> {
        let captcha = tries.check(who, now).await?;
        tries.take(who, now).await?;
        Ok(captcha)
    }

    /// T18: neighbours in one subscriber's network are one; loopback is counted like any other. Right passwords have a
    /// limit too, but no captcha comes of them.
    #[tokio::test]
    async fn an_address_has_sixty_tries_a_minute() {
        for (one, neighbour, stranger) in [
            ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
            ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"),
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
        ] {
            let tries = LoginTries::new();
            let [one, neighbour, stranger] = [one, neighbour, stranger].map(|from| try_at(from, None));
            for _ in 0..60 {
                assert!(!fails(&tries, &one, NOW).await.unwrap(), "{one:?}");
                tries.was_right(&one).await;
            }
            let refused = fails(&tries, &neighbour, NOW).await;
            assert!(matches!(refused, Err(Error::TooMany { wait_s: 1 })), "{one:?}");
            fails(&tries, &stranger, NOW).await.unwrap();
        }
    }

    /// T18: an address that fails has to solve captchas after 10 tries, and waits longer and longer after 30.
    #[tokio::test]
    async fn an_address_that_fails_is_slowed_down() {
        let (tries, who) = (LoginTries::new(), try_at("192.0.2.1", None));
        for n in 0..30 {
            assert_eq!(fails(&tries, &who, NOW).await.unwrap(), n >= 10, "{n}");
        }
        assert!(matches!(fails(&tries, &who, NOW).await, Err(Error::TooMany { wait_s: 1 })));
        let mut taken = 0;
        for second in 1..3_600 {
            taken += u32::from(fails(&tries, &who, NOW.plus(second * Timestamp::SECOND)).await.is_ok());
        }
        assert!((100..400).contains(&taken), "{taken} in an hour");
    }

    /// T18: however many addresses guess, an account has few tries; the right password costs none.
    #[tokio::test]
    async fn an_account_that_is_guessed_at_is_slowed_down() {
        let tries = LoginTries::new();
        let from = |n: u8, email| try_at(&format!("192.0.2.{n}"), Some(email));
        for n in 0..50 {
            assert!(!fails(&tries, &from(n, "fan@demo.test"), NOW).await.unwrap());
            tries.was_right(&from(n, "fan@demo.test")).await;
        }
        for n in 0..5 {
            assert_eq!(fails(&tries, &from(n, "fan@demo.test"), NOW).await.unwrap(), n >= 3, "{n}");
        }
        let refused = fails(&tries, &from(200, "fan@demo.test"), NOW).await;
        assert!(matches!(refused, Err(Error::TooMany { wait_s: 2 })));
        assert!(!fails(&tries, &from(200, "rival@demo.test"), NOW).await.unwrap());
        let elsewhere = LoginTry { channel: ChannelId(2), ..from(200, "fan@demo.test") };
        assert!(!fails(&tries, &elsewhere, NOW).await.unwrap());
        let mut taken = 0;
        for minute in 1..24 * 60 {
            let who = from((minute % 250) as u8, "fan@demo.test");
            taken += u32::from(fails(&tries, &who, NOW.plus(minute * Timestamp::MINUTE)).await.is_ok());
        }
        assert!((50..150).contains(&taken), "{taken} in a day");
    }

    /// T18: whoever guesses elsewhere does not keep the owner out, whose own browser has a few tries of its own.
    #[tokio::test]
    async fn a_known_device_has_tries_of_its_own() {
        let tries = LoginTries::new();
        let stranger = try_at("192.0.2.1", Some("fan@demo.test"));
        while fails(&tries, &stranger, NOW).await.is_ok() {}
        let device = Some(KnownDevice { account: AccountId(1), id: [1; 16] });
        let owner = LoginTry { device, ..stranger.clone() };
        for n in 0..5 {
            assert_eq!(fails(&tries, &owner, NOW).await.unwrap(), n >= 3);
        }
        assert!(matches!(fails(&tries, &owner, NOW).await, Err(Error::TooMany { wait_s: 2 })));
        fails(&tries, &owner, NOW.plus(2_000)).await.unwrap();
        tries.was_right(&owner).await;
        assert!(!fails(&tries, &owner, NOW).await.unwrap());
    }

    /// T18: guesses that come from everywhere, each at another account, ask everybody for a captcha, then for patience.
    #[tokio::test]
    async fn guesses_from_everywhere_have_a_limit() {
        let tries = LoginTries::new();
        let who = |n: u32| try_at(&format!("10.0.{}.{}", n / 250, n % 250), Some(&format!("fan{n}@demo.test")));
        for n in 0..1_200 {
            assert_eq!(fails(&tries, &who(n), NOW).await.unwrap(), n >= 120, "{n}");
        }
        assert!(matches!(fails(&tries, &who(1_200), NOW).await, Err(Error::TooMany { wait_s: 1 })));
        assert!(!fails(&tries, &who(1_201), NOW.plus(Timestamp::MINUTE)).await.unwrap());
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
