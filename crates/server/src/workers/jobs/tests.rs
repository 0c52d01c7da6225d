//! The runner against a real database, with mails as the jobs.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};

use domain::ids::ChannelId;
use store::NewMail;
use testkit::{TestDatabase, channel, until};
use tokio::sync::Semaphore;

use super::*;

const TIMEOUT: Duration = Duration::from_secs(20);
const KIND: JobKind = JobKind::SendMail;
const START: Timestamp = Timestamp(1_800_000_000_000);

/// What a job of the test does.
#[derive(Clone, Copy)]
enum Does {
    Ends,
    Fails,
    Panics,
    /// Until the test lets it.
    Waits,
    Postpones,
}

/// Does for the first job of a subject what the test says.
struct Handler {
    store: Store,
    policy: JobPolicy,
    does: HashMap<&'static str, Does>,
    began: Mutex<Vec<String>>,
    given_up: AtomicU32,
    dropped: Arc<AtomicU32>,
    gate: Semaphore,
}

struct CountsDrop(Arc<AtomicU32>);

impl Drop for CountsDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

impl Handler {
    fn began(&self) -> Vec<String> {
        self.began.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl JobHandler for Handler {
    fn policy(&self) -> JobPolicy {
        self.policy
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        let subject = self.store.mail_of(&job).await?.unwrap().subject;
        let does = self.does.get(subject.as_str()).copied().unwrap_or(Does::Ends);
        self.began.lock().unwrap().push(subject);
        match does {
            Does::Ends => Ok(Next::Done),
            Does::Fails => Ok(Next::Retry("it does not work".into())),
            Does::Panics => panic!("a planted panic"),
            Does::Postpones => Ok(Next::Postpone(START.plus(Timestamp::HOUR))),
            Does::Waits => {
                let _dropped = CountsDrop(self.dropped.clone());
                self.gate.acquire().await.unwrap().forget();
                Ok(Next::Done)
            }
        }
    }

    async fn give_up(&self, _: Job) -> store::Result<Next> {
        self.given_up.fetch_add(1, SeqCst);
        Ok(Next::Done)
    }
}

/// A server that runs jobs by a clock that the test moves.
struct Server {
    handler: Arc<Handler>,
    tasks: Tasks,
    time: Arc<AtomicI64>,
    readings: Arc<AtomicU32>,
}

fn policy() -> JobPolicy {
    JobPolicy { poll_interval: Duration::from_millis(5), ..JobPolicy::new(KIND, Duration::from_secs(60)) }
}

fn start(store: &Store, policy: JobPolicy, does: &[(&'static str, Does)]) -> Server {
    let (time, readings) = (Arc::new(AtomicI64::new(START.0)), Arc::new(AtomicU32::new(0)));
    let (read, count) = (time.clone(), readings.clone());
    let clock = Clock::new(move || {
        count.fetch_add(1, SeqCst);
        Timestamp(read.load(SeqCst))
    });
    let handler = Arc::new(Handler {
        store: store.clone(),
        policy,
        does: does.iter().copied().collect(),
        began: Mutex::default(),
        given_up: AtomicU32::new(0),
        dropped: Arc::default(),
        gate: Semaphore::new(0),
    });
    let mut tasks = Tasks::new();
    let jobs = Jobs { store: store.clone(), clock, grace: TIMEOUT };
    jobs.run::<Handler>(&mut tasks, "runs the test's jobs", handler.clone());
    Server { handler, tasks, time, readings }
}

async fn queue(store: &Store, channel: ChannelId, subject: &str) {
    let (text, html) = (String::new(), String::new());
    let mail = NewMail {
        account: None,
        kind: "test",
        recipient: "fan@demo.test".into(),
        subject: subject.into(),
        shown_text: text.clone(),
        shown_html: html.clone(),
        text,
        html,
    };
    store.mail_queue(channel, mail, START).await.unwrap();
}

async fn until_left(store: &Store, count: u64) {
    until("jobs end", TIMEOUT, async || (store.jobs_count(KIND).await.unwrap() == count).then_some(())).await;
}

async fn until_begun(server: &Server, count: usize) {
    until("jobs begin", TIMEOUT, async || (server.handler.began().len() >= count).then_some(())).await;
}

#[tokio::test]
async fn each_job_runs_once_in_the_order_of_queueing_however_many_servers_there_are() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1_001)).await.unwrap();
    for (channel, subject) in [(demo, "one"), (other, "two"), (demo, "three")] {
        queue(&test.store, channel, subject).await;
    }
    let first = start(&test.store, policy(), &[]);
    until_left(&test.store, 0).await;
    assert_eq!(first.handler.began(), ["one", "two", "three"]);
    let second = start(&test.store, policy(), &[]);
    for number in 0..20 {
        queue(&test.store, demo, &number.to_string()).await;
    }
    until_left(&test.store, 0).await;
    let mut all = first.handler.began().split_off(3);
    all.extend(second.handler.began());
    all.sort_by_key(|subject| subject.parse::<i32>().unwrap());
    assert_eq!(all, (0..20).map(|number| number.to_string()).collect::<Vec<_>>());
}

#[tokio::test]
async fn failed_job_waits_for_its_time_and_is_given_up_after_the_last_try() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    queue(&test.store, demo, "bad").await;
    let server = start(&test.store, policy(), &[("bad", Does::Fails)]);
    for tries in 1..=TRIES {
        until_begun(&server, usize::try_from(tries).unwrap()).await;
        queue(&test.store, demo, "good").await;
        let left = u64::from(tries < TRIES);
        until_left(&test.store, left).await;
        let bad = server.handler.began().iter().filter(|subject| *subject == "bad").count();
        assert_eq!(i32::try_from(bad).unwrap(), tries, "it waits, and others do not");
        server.handler.began.lock().unwrap().retain(|subject| subject == "bad");
        server.time.fetch_add(Timestamp::DAY, SeqCst);
    }
    queue(&test.store, demo, "last").await;
    until_left(&test.store, 0).await;
    assert_eq!(server.handler.began().last().map(String::as_str), Some("last"));
}

#[tokio::test]
async fn panic_fails_the_job_and_not_the_server() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    for subject in ["panics", "good"] {
        queue(&test.store, demo, subject).await;
    }
    let mut server = start(&test.store, policy(), &[("panics", Does::Panics)]);
    until_left(&test.store, 1).await;
    assert_eq!(server.handler.began(), ["panics", "good"]);
    for begun in 3..=usize::try_from(TRIES).unwrap() + 1 {
        assert_eq!(server.handler.given_up.load(SeqCst), 0);
        server.time.fetch_add(Timestamp::DAY, SeqCst);
        until_begun(&server, begun).await;
        assert_eq!(server.handler.began()[begun - 1], "panics", "it is tried again");
    }
    until_left(&test.store, 0).await;
    assert_eq!(server.handler.given_up.load(SeqCst), 1, "its handler ends what belongs to it");
    assert!(timeout(Duration::ZERO, server.tasks.died()).await.is_err());
}

#[tokio::test]
async fn job_whose_every_try_ended_with_the_server_is_given_up() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    queue(&test.store, demo, "deadly").await;
    let mut now = START;
    for _ in 0..TRIES {
        test.store.job_claim(KIND, 1_000, now).await.unwrap().expect("its lease is over");
        now = now.plus(1_000);
    }
    let server = start(&test.store, policy(), &[]);
    server.time.store(now.0, SeqCst);
    until_left(&test.store, 0).await;
    assert_eq!((server.handler.began().len(), server.handler.given_up.load(SeqCst)), (0, 1));
}

#[tokio::test]
async fn postponed_job_costs_no_try() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    queue(&test.store, demo, "later").await;
    let server = start(&test.store, policy(), &[("later", Does::Postpones)]);
    until_begun(&server, 1).await;
    server.tasks.finish(Duration::ZERO).await;
    assert_eq!(test.store.job_claim(KIND, 1_000, START.plus(Timestamp::HOUR - 1)).await.unwrap(), None);
    let job = test.store.job_claim(KIND, 1_000, START.plus(Timestamp::HOUR)).await.unwrap().unwrap();
    assert_eq!(job.attempts, 1);
}

#[tokio::test]
async fn lease_is_renewed_while_the_job_runs() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    queue(&test.store, demo, "slow").await;
    let quick = JobPolicy { poll_interval: TIMEOUT, lease: Duration::from_millis(60), ..policy() };
    let server = start(&test.store, quick, &[("slow", Does::Waits)]);
    until_begun(&server, 1).await;
    server.time.fetch_add(Timestamp::HOUR, SeqCst);
    // Only renewals read the clock now: the second reading comes after the first one's write.
    let before = server.readings.load(SeqCst);
    until("the lease is renewed", TIMEOUT, async || (server.readings.load(SeqCst) >= before + 3).then_some(())).await;
    assert_eq!(test.store.job_claim(KIND, 1_000, START.plus(Timestamp::HOUR)).await.unwrap(), None);
    server.handler.gate.add_permits(1);
    until_left(&test.store, 0).await;
}

#[tokio::test]
async fn job_that_another_server_has_claimed_is_cut_off() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    queue(&test.store, demo, "slow").await;
    let quick = JobPolicy { poll_interval: TIMEOUT, lease: Duration::from_millis(60), ..policy() };
    let server = start(&test.store, quick, &[("slow", Does::Waits)]);
    until_begun(&server, 1).await;
    let later = START.plus(Timestamp::DAY);
    let other = test.store.job_claim(KIND, 1_000, later).await.unwrap().expect("the lease is over by its clock");
    let dropped = &server.handler.dropped;
    until("the work is cut off", TIMEOUT, async || (dropped.load(SeqCst) == 1).then_some(())).await;
    assert!(test.store.job_hold(other, 1_000, later).await.unwrap(), "the other's claim stands");
}

#[tokio::test]
async fn stop_waits_for_short_jobs_and_releases_long_ones() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    queue(&test.store, demo, "short").await;
    let server = start(&test.store, policy(), &[("short", Does::Waits)]);
    until_begun(&server, 1).await;
    queue(&test.store, demo, "unbegun").await;
    let handler = server.handler.clone();
    let finished = tokio::spawn(server.tasks.finish(Duration::ZERO));
    tokio::task::yield_now().await;
    assert!(!finished.is_finished());
    handler.gate.add_permits(1);
    finished.await.unwrap();
    assert_eq!(handler.began(), ["short"]);
    assert_eq!(test.store.jobs_count(KIND).await.unwrap(), 1, "what was begun is done, and nothing begun any more");

    let server = start(&test.store, JobPolicy { is_long: true, ..policy() }, &[("unbegun", Does::Waits)]);
    until_begun(&server, 1).await;
    server.tasks.finish(Duration::ZERO).await;
    let job = test.store.job_claim(KIND, 1_000, START).await.unwrap().expect("the job is released");
    assert_eq!(job.attempts, 1, "which costs no try");
}
