//! Rate limits per address and per account. They are counted per server, in bounded memory.

mod logins;
mod slowdown;

pub(crate) use logins::{LoginTries, LoginTry};

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cache::Limiter;
use domain::account::EmailKey;
use domain::ids::{AccountId, ChannelId, OperatorId};
use domain::network::Network;
use domain::rate::Rate;
use domain::time::Timestamp;

use crate::http::error::Result;

/// Wrong promo codes per visitor, and in total per channel.
const COUPONS: Rate = Rate::per_minute(10);
const COUPONS_OF_CHANNEL: Rate = Rate { tries: 1_000, within: Timestamp::HOUR };

/// The rate limits of all calls.
pub(crate) struct TryLimits {
    /// Asking for an account, a new password or a code. 60/min per network: a school behind one NAT registers before the
    /// first game.
    pub(crate) signup_requests: Limiter<(ChannelId, Network)>,
    /// Prerolls that were seen to their end, each of which is a row. 600/min per network: a school behind one NAT.
    pub(crate) preroll_ends: Limiter<(ChannelId, Network)>,
    /// Mails that anonymous visitors can trigger to an address, with or without an account. Five in ten minutes: a
    /// visitor who does not find the mail asks again.
    pub(crate) mails_to_address: Limiter<(ChannelId, EmailKey)>,
    /// Mails that a member can trigger to their own or, by a change of address, to another address. Five in an hour:
    /// enough after a typing error, too few to annoy the address's owner.
    pub(crate) mails_of_account: Limiter<(ChannelId, AccountId)>,
    /// Forms. Five in 150 seconds: a family that writes at once. A member is counted by account: a class that chooses
    /// its passes at once is behind one address.
    pub(crate) forms_of_network: Limiter<(ChannelId, Network)>,
    pub(crate) forms_of_account: Limiter<(ChannelId, AccountId)>,
    /// Codes that TVs show. 30/min: several TVs set up at once.
    pub(crate) device_codes: Limiter<Network>,
    /// Entered device codes; a right one is not counted.
    pub(crate) device_codes_typed: Limiter<(ChannelId, AccountId)>,
    /// Private addresses of players, each of which sends a mail. Ten in an hour: all that an account may have, and
    /// again after a change of mind.
    pub(crate) player_addresses: Limiter<(ChannelId, AccountId)>,
    /// Invitations of operators, each of which sends a mail. 30 in an hour: a whole team at once, too few to send
    /// advertisements.
    pub(crate) invitations: Limiter<ChannelId>,
    /// Checks of hosts, each of which sends requests to other servers. 30 per minute: all hosts of a channel, and again.
    pub(crate) host_checks: Limiter<OperatorId>,
    /// Tests of the checklist, each of which sends a mail, makes a payment or starts an encoder. 10 per minute: each of them
    /// twice.
    pub(crate) checklist_tests: Limiter<OperatorId>,
    /// Tests of webhooks, each of which sends a request to another server.
    pub(crate) webhook_tests: Limiter<ChannelId>,
    /// Mails that operators send to themselves. Ten in ten minutes: after each change of a text, too few to fill a mailbox.
    pub(crate) test_mails: Limiter<OperatorId>,
    pub(crate) promo_codes: Arc<CouponTries>,
}

impl TryLimits {
    pub(crate) fn new() -> Self {
        let within = |tries, within| Rate { tries, within };
        Self {
            signup_requests: Limiter::new(Rate::per_minute(60)),
            preroll_ends: Limiter::new(Rate::per_minute(600)),
            mails_to_address: Limiter::new(within(5, 10 * Timestamp::MINUTE)),
            mails_of_account: Limiter::new(within(5, Timestamp::HOUR)),
            forms_of_network: Limiter::new(within(5, 150 * Timestamp::SECOND)),
            forms_of_account: Limiter::new(within(5, 150 * Timestamp::SECOND)),
            device_codes: Limiter::new(Rate::per_minute(30)),
            device_codes_typed: Limiter::new(within(20, Timestamp::HOUR)),
            player_addresses: Limiter::new(within(10, Timestamp::HOUR)),
            invitations: Limiter::new(within(30, Timestamp::HOUR)),
            host_checks: Limiter::new(Rate::per_minute(30)),
            checklist_tests: Limiter::new(Rate::per_minute(10)),
            webhook_tests: Limiter::new(Rate::per_minute(20)),
            test_mails: Limiter::new(within(10, 10 * Timestamp::MINUTE)),
            promo_codes: Arc::new(CouponTries::new()),
        }
    }
}

/// Promo codes that were wrong. A right one costs no try.
pub(crate) struct CouponTries {
    by_person: Limiter<(ChannelId, Option<AccountId>, Network)>,
    by_channel: Limiter<ChannelId>,
}

impl CouponTries {
    pub(crate) fn new() -> Self {
        Self { by_person: Limiter::new(COUPONS), by_channel: Limiter::new(COUPONS_OF_CHANNEL) }
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
        taken?;
        Ok(CouponTry { tries: self.clone(), person })
    }
}

/// A counted attempt. It is returned if the code was valid.
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use domain::rate::Wait;

    use super::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    /// T14: a channel has a thousand wrong promo codes an hour, however many people type them; right ones are not
    /// counted, and a buyer refused for the others' sake keeps their own tries.
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
        let (mails, to) = (TryLimits::new().mails_to_address, EmailKey::of("fan@demo.test").unwrap());
        for _ in 0..5 {
            mails.take((ChannelId(1), to.clone()), NOW).await.unwrap();
        }
        assert!(matches!(mails.take((ChannelId(1), to.clone()), NOW).await, Err(Wait(120_000))));
        mails.take((ChannelId(1), EmailKey::of("rival@demo.test").unwrap()), NOW).await.unwrap();
    }
}
