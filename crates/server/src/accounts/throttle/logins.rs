//! Limits wrong passwords and codes per account, per address and in total.

use std::net::IpAddr;
use std::sync::Mutex;

use cache::Limiter;
use domain::account::EmailKey;
use domain::device_token::KnownDevice;
use domain::ids::ChannelId;
use domain::network::Network;
use domain::rate::{Backoff, Rate, Tries};
use domain::time::Timestamp;

use super::lock;
use super::slowdown::{Held, Slowdown};
use crate::http::error::{Error, Result};

/// A full school behind one address logs in at once before a game: wrong passwords have limits of their own.
const BY_ADDRESS: Rate = Rate::per_minute(600);
/// 600/min: every visit of the login screen may start a passkey login.
const BEGINNINGS: Rate = Rate::per_minute(600);
/// Enough for a forgetful owner, too few to guess a password.
const FAILED_FOR_ACCOUNT: Backoff = Backoff {
    free: 5,
    first: 2 * Timestamp::SECOND,
    longest: 15 * Timestamp::MINUTE,
    forgotten: 15 * Timestamp::MINUTE,
};
/// Wrong passwords with a solved captcha while the account is slowed down by other people's guesses: far more than an
/// owner mistypes, too few to guess a password. One network cannot use up an account's attempts, so an attacker needs
/// several; login by mailed code is limited separately.
const SOLVED_FOR_ACCOUNT: Rate = Rate { tries: 20, within: Timestamp::HOUR };
const SOLVED_FROM_NETWORK: Rate = Rate { tries: 5, within: Timestamp::HOUR };
/// Wrong passwords alone; a full school mistypes a few.
const FAILED_BY_ADDRESS: Backoff =
    Backoff { free: 30, first: Timestamp::SECOND, longest: Timestamp::MINUTE, forgotten: 10 * Timestamp::SECOND };
/// In total: above the first rate every login needs a captcha, above the second all are refused.
const CALM: Rate = Rate::per_minute(120);
const ALL: Rate = Rate::per_minute(1_200);
/// How many failures ask for a captcha.
const TRUSTED_ACCOUNT: u32 = 3;
const TRUSTED_ADDRESS: u32 = 10;

/// A login attempt: client and account.
#[derive(Clone, Debug)]
pub(crate) struct LoginTry {
    pub(crate) from: IpAddr,
    pub(crate) channel: ChannelId,
    pub(crate) address: Option<EmailKey>,
    /// A browser that the account's owner has used before. It has separate attempts, so that guesses from elsewhere do
    /// not lock the owner out.
    pub(crate) device: Option<KnownDevice>,
}

impl LoginTry {
    fn account(&self) -> Option<(ChannelId, EmailKey)> {
        Some((self.channel, self.address.clone()?))
    }
}

type Account = (ChannelId, EmailKey);

/// The proof that comes with a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    Nothing,
    /// Nothing is asked for.
    NotAsked,
    Captcha,
    /// A code out of a mail instead of a password.
    Code,
}

/// A try in flight: a wrong one, unless it is handed back as a right one.
pub(crate) struct LoginTurn {
    who: LoginTry,
    for_account: Option<Held>,
    /// It was let past the account's wait.
    solved: bool,
    from_address: Option<Held>,
    by_device: Option<Held>,
}

pub(crate) struct LoginTries {
    begun: Limiter<Network>,
    by_address: Limiter<Network>,
    failed_by_address: Slowdown<Network>,
    for_account: Slowdown<Account>,
    /// Wrong codes, counted separately so that guessed passwords do not block login by mailed code.
    for_code: Slowdown<Account>,
    solved: SolvedTries,
    by_device: Slowdown<(ChannelId, KnownDevice)>,
    calm: Mutex<Tries>,
    all: Mutex<Tries>,
}

impl LoginTries {
    pub(crate) fn new() -> Self {
        Self {
            begun: Limiter::new(BEGINNINGS),
            by_address: Limiter::new(BY_ADDRESS),
            failed_by_address: Slowdown::new(FAILED_BY_ADDRESS, TRUSTED_ADDRESS),
            for_account: Slowdown::new(FAILED_FOR_ACCOUNT, TRUSTED_ACCOUNT),
            for_code: Slowdown::new(FAILED_FOR_ACCOUNT, TRUSTED_ACCOUNT),
            solved: SolvedTries::new(),
            by_device: Slowdown::new(FAILED_FOR_ACCOUNT, TRUSTED_ACCOUNT),
            calm: Mutex::default(),
            all: Mutex::default(),
        }
    }

    /// Counts the start of a login that ends elsewhere: at a provider, or on a device.
    pub(crate) async fn begin(&self, from: IpAddr, now: Timestamp) -> Result<()> {
        Ok(self.begun.take(Network::of(from), now).await?)
    }

    /// Counts a login attempt, right or wrong.
    pub(crate) async fn arrive(&self, who: &LoginTry, now: Timestamp) -> Result<()> {
        match who.device {
            Some(_) => Ok(()),
            None => Ok(self.by_address.take(Network::of(who.from), now).await?),
        }
    }

    /// Waits for the attempt's turn; `None` if a captcha is required first. The attempt is counted before the password
    /// is checked, so that parallel guesses gain nothing; right passwords only wait for each other.
    pub(crate) async fn turn(&self, who: &LoginTry, clock: impl Fn() -> Timestamp) -> Result<Option<LoginTurn>> {
        let is_calm = who.device.is_some() || lock(&self.calm).check(CALM, clock()).is_ok();
        let turn = if is_calm { self.take(who, Proof::Nothing, &clock).await? } else { None };
        if turn.is_none() {
            // Nobody solves a captcha to be told that they have to wait.
            self.check(who, clock()).await?;
        }
        Ok(turn)
    }

    /// The same with a solved captcha. It skips the delay that other people's guesses have caused, so that they cannot
    /// lock the owner out: T56.
    pub(crate) async fn solved_turn(&self, who: &LoginTry, clock: impl Fn() -> Timestamp) -> Result<LoginTurn> {
        self.take(who, Proof::Captcha, &clock).await?.ok_or(Error::Internal)
    }

    /// The same where no captcha is required.
    pub(crate) async fn unasked_turn(&self, who: &LoginTry, clock: impl Fn() -> Timestamp) -> Result<LoginTurn> {
        self.take(who, Proof::NotAsked, &clock).await?.ok_or(Error::Internal)
    }

    /// The same for a mailed code.
    pub(crate) async fn code_turn(&self, who: &LoginTry, clock: impl Fn() -> Timestamp) -> Result<LoginTurn> {
        self.take(who, Proof::Code, &clock).await?.ok_or(Error::Internal)
    }

    async fn take(&self, who: &LoginTry, proof: Proof, clock: &impl Fn() -> Timestamp) -> Result<Option<LoginTurn>> {
        let is_proven = proof != Proof::Nothing;
        let mut turn =
            LoginTurn { who: who.clone(), for_account: None, solved: false, from_address: None, by_device: None };
        if let Some(device) = who.device {
            turn.by_device = self.by_device.begin((who.channel, device), is_proven, clock).await?;
            return Ok(turn.by_device.is_some().then_some(turn));
        }
        if let Some(account) = who.account() {
            let line = if proof == Proof::Code { &self.for_code } else { &self.for_account };
            match line.begin(account.clone(), is_proven, clock).await {
                Ok(Some(held)) => turn.for_account = Some(held),
                Ok(None) => return Ok(None),
                Err(wait) => {
                    // Not for tries that only find too many before them.
                    let is_waiting = line.check(&account, clock()).await.is_err();
                    match proof {
                        Proof::Nothing if is_waiting => {
                            return self.solved.check(who, clock()).await.map_or(Err(wait), |()| Ok(None));
                        }
                        Proof::Captcha if is_waiting => self.solved.take(who, clock()).await.map_err(|_| wait)?,
                        _ => return Err(wait),
                    }
                    turn.solved = true;
                }
            }
        }
        match self.failed_by_address.begin(Network::of(who.from), is_proven, clock).await {
            Ok(Some(held)) => turn.from_address = Some(held),
            refused => {
                self.give_back(turn).await;
                return refused.map(|_| None);
            }
        }
        // Beyond its limit it only asks for more proof, which was seen to before.
        let _ = lock(&self.calm).take(CALM, clock());
        let all = lock(&self.all).take(ALL, clock());
        if let Err(wait) = all {
            self.give_back(turn).await;
            return Err(wait.into());
        }
        Ok(Some(turn))
    }

    /// Returns an attempt that was not made.
    async fn give_back(&self, turn: LoginTurn) {
        let LoginTurn { who, for_account, solved, from_address, .. } = turn;
        for_account.into_iter().chain(from_address).for_each(Held::give_back);
        if solved {
            self.solved.give_back(&who).await;
        }
    }

    async fn check(&self, who: &LoginTry, now: Timestamp) -> Result<()> {
        if let Some(device) = who.device {
            return self.by_device.check(&(who.channel, device), now).await;
        }
        self.failed_by_address.check(&Network::of(who.from), now).await?;
        let Some(account) = who.account() else { return Ok(()) };
        match self.for_account.check(&account, now).await {
            Err(wait) => self.solved.check(who, now).await.map_err(|_| wait),
            Ok(()) => Ok(()),
        }
    }

    /// The password was right: clears the account's failures. The address only gets this attempt back, otherwise an
    /// attacker's own account would allow any number of guesses at others.
    pub(crate) async fn was_right(&self, turn: LoginTurn) {
        let LoginTurn { who, for_account, solved, from_address, by_device } = turn;
        let is_known = by_device.is_some();
        by_device.into_iter().chain(for_account).for_each(Held::was_right);
        if let Some(account) = who.account() {
            self.for_account.forgive(&account).await;
        }
        if is_known {
            return;
        }
        if solved {
            self.solved.give_back(&who).await;
        }
        if let Some(held) = from_address {
            held.give_back();
        }
        lock(&self.calm).give_back(CALM);
        lock(&self.all).give_back(ALL);
    }
}

/// Tries that solved captchas buy while an account waits, counted before the password is looked at.
struct SolvedTries {
    for_account: Limiter<Account>,
    from_network: Limiter<(Account, Network)>,
}

impl SolvedTries {
    fn new() -> Self {
        Self { for_account: Limiter::new(SOLVED_FOR_ACCOUNT), from_network: Limiter::new(SOLVED_FROM_NETWORK) }
    }

    async fn check(&self, who: &LoginTry, now: Timestamp) -> Result<()> {
        let Some(account) = who.account() else { return Ok(()) };
        self.for_account.check(&account, now).await?;
        Ok(self.from_network.check(&(account, Network::of(who.from)), now).await?)
    }

    async fn take(&self, who: &LoginTry, now: Timestamp) -> Result<()> {
        let Some(account) = who.account() else { return Ok(()) };
        let from = (account.clone(), Network::of(who.from));
        self.from_network.take(from.clone(), now).await?;
        let taken = self.for_account.take(account, now).await;
        if taken.is_err() {
            self.from_network.give_back(from).await;
        }
        Ok(taken?)
    }

    async fn give_back(&self, who: &LoginTry) {
        if let Some(account) = who.account() {
            self.from_network.give_back((account.clone(), Network::of(who.from))).await;
            self.for_account.give_back(account).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::ids::AccountId;
    use std::sync::Arc;
    use tokio::task::JoinSet;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn try_at(from: &str, email: Option<&str>) -> LoginTry {
        LoginTry {
            from: from.parse().unwrap(),
            channel: ChannelId(1),
            address: email.map(|email| EmailKey::of(email).unwrap()),
            device: None,
        }
    }

    /// A try that is let through, and whether a captcha was solved for it.
    async fn begins(tries: &LoginTries, who: &LoginTry, now: Timestamp) -> Result<(LoginTurn, bool)> {
        tries.arrive(who, now).await?;
        match tries.turn(who, || now).await? {
            Some(turn) => Ok((turn, false)),
            None => Ok((tries.solved_turn(who, || now).await?, true)),
        }
    }

    async fn fails(tries: &LoginTries, who: &LoginTry, now: Timestamp) -> Result<bool> {
        begins(tries, who, now).await.map(|(_, captcha)| captcha)
    }

    async fn succeeds(tries: &LoginTries, who: &LoginTry, now: Timestamp) -> Result<bool> {
        let (turn, captcha) = begins(tries, who, now).await?;
        tries.was_right(turn).await;
        Ok(captcha)
    }

    /// T18: neighbours in one subscriber's network are one; loopback is counted like any other. Right passwords have a
    /// limit too, but no captcha comes of them.
    #[tokio::test]
    async fn an_address_has_six_hundred_tries_a_minute() {
        for (one, neighbour, stranger) in [
            ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
            ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"),
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
        ] {
            let tries = LoginTries::new();
            let [one, neighbour, stranger] = [one, neighbour, stranger].map(|from| try_at(from, None));
            for _ in 0..600 {
                assert!(!succeeds(&tries, &one, NOW).await.unwrap(), "{one:?}");
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
            assert!(!succeeds(&tries, &from(n, "fan@demo.test"), NOW).await.unwrap());
        }
        for n in 0..5 {
            assert_eq!(fails(&tries, &from(n, "fan@demo.test"), NOW).await.unwrap(), n >= 3, "{n}");
        }
        let refused = tries.unasked_turn(&from(200, "fan@demo.test"), || NOW).await.err();
        assert!(matches!(refused, Some(Error::TooMany { wait_s: 2 })));
        assert!(!fails(&tries, &from(200, "rival@demo.test"), NOW).await.unwrap());
        let elsewhere = LoginTry { channel: ChannelId(2), ..from(200, "fan@demo.test") };
        assert!(!fails(&tries, &elsewhere, NOW).await.unwrap());
        let mut taken = 0;
        for minute in 1..24 * 60 {
            let (who, now) = (from((minute % 250) as u8, "fan@demo.test"), NOW.plus(minute * Timestamp::MINUTE));
            taken += u32::from(tries.unasked_turn(&who, || now).await.is_ok());
        }
        assert!((50..150).contains(&taken), "{taken} in a day");
    }

    /// T18, T56: with solved captchas more guesses are looked at, and still few: of one network some, of all of them no
    /// more than twenty at once and one in three minutes.
    #[tokio::test]
    async fn solved_captchas_buy_few_guesses() {
        let tries = LoginTries::new();
        let from = |n: i64, email| try_at(&format!("10.0.{}.{}", n / 250, n % 250), Some(email));
        let guess = async |n, email, now| fails(&tries, &from(n, email), now).await.is_ok();
        let mut of_one = 0;
        for _ in 0..100 {
            of_one += u32::from(guess(0, "fan@demo.test", NOW).await);
        }
        assert_eq!(of_one, 5 + 5, "some are free, some are bought");
        let mut of_all = 0;
        for n in 1..=100 {
            of_all += u32::from(guess(n, "fan@demo.test", NOW).await);
        }
        assert_eq!(of_all, 20 - 5);
        assert!(matches!(tries.turn(&from(101, "fan@demo.test"), || NOW).await, Err(Error::TooMany { wait_s: 2 })));
        assert!(guess(101, "rival@demo.test", NOW).await, "nobody else is held up");
        let mut in_a_day = 0;
        for n in 0..24 * 60 * 4 {
            in_a_day += u32::from(guess(200 + n, "fan@demo.test", NOW.plus(n * 15 * Timestamp::SECOND)).await);
        }
        assert!((400..700).contains(&in_a_day), "{in_a_day} in a day");
    }

    /// T56: strangers who guess at an account do not keep its owner out, who solves a captcha or reads their mail; the
    /// owner's right tries cost nothing.
    #[tokio::test]
    async fn guesses_of_others_keep_no_owner_out() {
        let tries = LoginTries::new();
        let owner = try_at("192.0.2.1", Some("fan@demo.test"));
        let guess_on = async |round: i64| {
            let stranger = try_at(&format!("10.0.0.{round}"), Some("fan@demo.test"));
            while tries.unasked_turn(&stranger, || NOW).await.is_ok() {}
        };
        let more_than_are_bought = SOLVED_FOR_ACCOUNT.tries + 1;
        for round in 0..more_than_are_bought {
            guess_on(round).await;
            assert!(matches!(tries.turn(&owner, || NOW).await, Ok(None)), "asked for a captcha, not to wait");
            assert!(tries.unasked_turn(&owner, || NOW).await.is_err());
            assert!(succeeds(&tries, &owner, NOW).await.unwrap(), "the captcha lets the owner in");
            assert!(!succeeds(&tries, &owner, NOW).await.unwrap(), "nothing is held against the account any more");
        }
        guess_on(more_than_are_bought).await;
        let turn = tries.code_turn(&owner, || NOW).await.unwrap();
        tries.was_right(turn).await;
        while tries.code_turn(&owner, || NOW).await.is_ok() {}
        assert!(!succeeds(&tries, &owner, NOW).await.unwrap(), "nor do wrong codes keep a password out");
    }

    /// T18: guesses from elsewhere do not keep the owner out, whose own browser has a few tries of its own.
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
        succeeds(&tries, &owner, NOW.plus(2_000)).await.unwrap();
        assert!(!fails(&tries, &owner, NOW).await.unwrap());
        let other = LoginTry { from: "192.0.2.2".parse().unwrap(), ..stranger };
        assert!(!fails(&tries, &other, NOW).await.unwrap(), "nothing is held against the account");
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

    /// Fifty at once at one account, each of which takes a while; says how many were let through, and with a captcha.
    async fn crowd(right: bool) -> (usize, usize) {
        let tries = Arc::new(LoginTries::new());
        let mut crowd = JoinSet::new();
        for n in 0..50 {
            let (tries, who) = (tries.clone(), try_at(&format!("192.0.2.{n}"), Some("fan@demo.test")));
            crowd.spawn(async move {
                let (turn, captcha) = begins(&tries, &who, NOW).await.ok()?;
                tokio::task::yield_now().await;
                match right {
                    true => tries.was_right(turn).await,
                    false => drop(turn),
                }
                Some(captcha)
            });
        }
        let let_through: Vec<bool> = crowd.join_all().await.into_iter().flatten().collect();
        (let_through.len(), let_through.iter().filter(|captcha| **captcha).count())
    }

    /// T18: right passwords that come at once wait for each other, and none is refused or asked for a captcha; of wrong
    /// ones as few are looked at as if they came one after the other.
    #[tokio::test]
    async fn a_crowd_at_one_account_is_let_in_or_kept_out_together() {
        assert_eq!(crowd(true).await, (50, 0));
        let bought = usize::try_from(SOLVED_FOR_ACCOUNT.tries).unwrap();
        assert_eq!(crowd(false).await, (5 + bought, 2 + bought));
    }

    /// T18: a school behind one address logs in at once, each to an account of their own.
    #[tokio::test]
    async fn a_crowd_behind_one_address_is_let_in() {
        let tries = Arc::new(LoginTries::new());
        let mut crowd = JoinSet::new();
        for n in 0..50 {
            let (tries, who) = (tries.clone(), try_at("192.0.2.1", Some(&format!("fan{n}@demo.test"))));
            crowd.spawn(async move {
                let (turn, captcha) = begins(&tries, &who, NOW).await.unwrap();
                tokio::task::yield_now().await;
                tries.was_right(turn).await;
                captcha
            });
        }
        assert_eq!(crowd.join_all().await, [false; 50]);
    }

    /// Few tries wait: a hundred at once come from a program.
    #[tokio::test]
    async fn waiting_logins_are_bounded() {
        let (tries, who) = (Arc::new(LoginTries::new()), try_at("192.0.2.1", Some("fan@demo.test")));
        let mut held = Vec::new();
        for _ in 0..3 {
            held.push(tries.turn(&who, || NOW).await.unwrap().expect("the first are free"));
        }
        let mut crowd = JoinSet::new();
        for _ in 0..100 {
            let (tries, who) = (tries.clone(), who.clone());
            crowd.spawn(async move { tries.turn(&who, || NOW).await.map(drop) });
        }
        for _ in 0..100 - 64 {
            let refused = crowd.join_next().await.unwrap().unwrap();
            assert!(matches!(refused, Err(Error::TooMany { wait_s: 1 })));
        }
        held.clear();
        assert!(crowd.join_all().await.iter().all(Result::is_ok), "they are told about the captcha");
    }
}
