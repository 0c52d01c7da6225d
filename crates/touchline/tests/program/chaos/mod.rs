//! Buying while everything goes wrong: webhooks that are dropped, doubled, late and out of turn, answers that are lost,
//! buyers who press twice and leave, and a program that is killed under fire. What is left has to be right to the cent.

mod bank;
mod buyer;
mod plan;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use domain::ids::{ChannelId, PassId};
use domain::time::Timestamp;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use store::Store;
use testkit::books::{Books, Breach, Told};
use testkit::shop::{self, Fan, MONTHLY, OWN_GAME, PAID_GAME, SEASON_PASS, SINGLE};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use self::bank::Bank;
use self::buyer::Buyer;
use self::plan::Plan;
use crate::process::Program;

/// Buyers who are busy at one time.
const AT_ONCE: usize = 10;
/// Longer than an order is kept for a buyer who left.
const A_DAY: i64 = 26 * Timestamp::HOUR;

/// A number of the environment: `make chaos` asks for more than each run of the tests.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |said| said.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

fn now() -> Timestamp {
    Timestamp(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap())
}

struct Market {
    program: Program,
    database: String,
    channel: ChannelId,
    http: reqwest::Client,
    bank: Bank,
    fans: Vec<Fan>,
    told: Arc<Mutex<Vec<Told>>>,
    random: StdRng,
}

impl Market {
    /// The program with a channel that sells, and people who are logged in.
    async fn open(seed: u64, buyers: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let sqlite = format!("sqlite:{}", folder.path().join("shop.db").display());
        let database = testkit::postgres_database().await.unwrap_or(sqlite);
        let store = Store::open(&database).await.unwrap();
        store.migrate().await.unwrap();
        let channel = store.channel_import(shop::shop("localhost")).await.unwrap();
        let fans = shop::fans(&store, channel, buyers, now()).await.unwrap();
        let few = u32::try_from(buyers / 15).unwrap();
        for coupon in [shop::coupon("TEN", 10, Some(few * 2), Some(1)), shop::coupon("FREE", 100, Some(few), Some(1))] {
            store.coupon_create(channel, coupon).await.unwrap().unwrap();
        }
        drop(store);
        let settings = [
            ("DATABASE_URL", database.as_str()),
            ("TOUCHLINE_TRUSTED_PROXIES", "[\"127.0.0.1/32\"]"),
            ("TOUCHLINE_PAYMENT_SWEEP_S", "1"),
        ];
        let program = Program::serve_in(folder, &settings).await;
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(30))
            .build()
            .unwrap();
        let bank = Bank::new(http.clone(), &program.address(), &program.folder.path().join("data"));
        let random = StdRng::seed_from_u64(seed);
        Self { program, database, channel, http, bank, fans, told: Arc::default(), random }
    }

    fn buyer(&self, number: usize) -> Buyer {
        Buyer {
            number,
            fan: self.fans[number].clone(),
            http: self.http.clone(),
            base: self.program.address(),
            bank: self.bank.clone(),
            told: self.told.clone(),
        }
    }

    /// Sends everybody shopping; says by `begun` how many have begun.
    fn send_buyers(&self, seed: u64, begun: watch::Sender<usize>) -> JoinSet<()> {
        let places = Arc::new(Semaphore::new(AT_ONCE));
        let mut shopping = JoinSet::new();
        for number in 0..self.fans.len() {
            let (buyer, plan) = (self.buyer(number), Plan::of(seed, number));
            let (places, begun) = (places.clone(), begun.clone());
            shopping.spawn(async move {
                let _place = places.acquire_owned().await.unwrap();
                begun.send_modify(|begun| *begun += 1);
                buyer.buy(plan).await;
            });
        }
        shopping
    }

    /// Kills the program whenever so many more have begun, at some moment of what they do.
    async fn kill_under_fire(&mut self, kills: usize, mut begun: watch::Receiver<usize>) {
        let each = self.fans.len() / (kills + 1);
        self.bank.turn_knobs(&plan::knobs(&mut self.random)).await;
        for kill in 1..=kills {
            begun.wait_for(|begun| *begun >= kill * each).await.unwrap();
            if self.random.random_range(0..3) == 0 {
                self.bank.turn_knobs("down=true").await;
            }
            tokio::time::sleep(Duration::from_millis(self.random.random_range(0..500))).await;
            self.program.crash_and_start_again().await;
            self.bank.turn_knobs(&plan::knobs(&mut self.random)).await;
        }
    }

    /// A last crash, and a day without visitors: buyers who left are gone, and every lease and pause is over.
    async fn let_a_day_pass(&mut self) {
        self.program.crash();
        for sql in [
            format!("UPDATE orders SET created_at = created_at - {A_DAY}, changed_at = changed_at - {A_DAY}"),
            format!("UPDATE jobs SET run_at = run_at - {A_DAY}, leased_until = leased_until - {A_DAY}"),
        ] {
            testkit::execute(&self.database, &sql).await;
        }
        self.program.start_again().await;
    }

    async fn breaches(&self) -> Vec<Breach> {
        let ledger = self.bank.ledger().await;
        let books = Books::read(&self.database, self.channel).await.unwrap();
        let told = self.told.lock().unwrap().clone();
        books.breaches(&ledger, &told, now())
    }

    /// Waits until the books are right; what nothing happens to for a while is wrong for good.
    async fn settle(&self) -> Vec<Breach> {
        let patience = Duration::from_secs(setting("TOUCHLINE_CHAOS_PATIENCE_S", 90));
        let (mut last, mut since) = (vec![], Instant::now());
        loop {
            let breaches = self.breaches().await;
            if breaches != last {
                (last, since) = (breaches, Instant::now());
            }
            if last.is_empty() || since.elapsed() > patience {
                return last;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    /// The player opens for exactly the buyers whose money is kept.
    async fn check_players(&self, ledger: &[Value]) {
        let books = Books::read(&self.database, self.channel).await.unwrap();
        for number in 0..self.fans.len() {
            let buyer = self.buyer(number);
            let paid = books.paid_for(buyer.fan.account.0, ledger);
            let has = |passes: &[i64]| paid.iter().any(|part| passes.iter().any(|pass| part.pass == PassId(*pass)));
            for (game, passes) in [(PAID_GAME, &[SEASON_PASS, MONTHLY][..]), (OWN_GAME, &[SINGLE])] {
                let account = buyer.fan.account;
                assert_eq!(buyer.opens(game).await, has(passes), "I4: game {game} for account {account}: {paid:?}");
            }
        }
    }
}

/// PAY-17, PAY-20, I1 to I6: whatever is lost, doubled, delayed and killed, every charge at the bank has exactly one paid
/// order and access, and the other way round.
#[tokio::test(flavor = "multi_thread")]
async fn purchases_are_neither_lost_nor_doubled_under_fire() {
    let (seed, buyers) = (setting("TOUCHLINE_CHAOS_SEED", 1), setting("TOUCHLINE_CHAOS_PURCHASES", 60) as usize);
    let kills = setting("TOUCHLINE_CHAOS_KILLS", 3) as usize;
    eprintln!("chaos: TOUCHLINE_CHAOS_SEED={seed}, {buyers} purchases, {kills} kills");
    let mut market = Market::open(seed, buyers).await;
    let (began, begun) = watch::channel(0);
    let shopping = market.send_buyers(seed, began);
    market.kill_under_fire(kills, begun).await;
    shopping.join_all().await;
    market.let_a_day_pass().await;
    let breaches = market.settle().await;
    let ledger = market.bank.ledger().await;
    if !breaches.is_empty() {
        let kept = market.program.keep();
        let list: Vec<_> = breaches.iter().map(ToString::to_string).collect();
        panic!("seed {seed}, everything is kept in {}:\n{}", kept.display(), list.join("\n"));
    }
    market.check_players(&ledger).await;
    let told = market.told.lock().unwrap().len();
    eprintln!("chaos: {} charges, {told} answers about orders, all of them true", ledger.len());
    assert!(ledger.len() * 3 > buyers, "hardly anybody could buy anything: {}", ledger.len());
}
