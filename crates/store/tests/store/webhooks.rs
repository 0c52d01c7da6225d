//! Outgoing webhooks: what is recorded, and how much of it is sent at a time.

use domain::event::StreamStatus;
use domain::ids::{ChannelId, EventId};
use domain::operator::Action;
use domain::time::Timestamp;
use domain::webhook::{
    DeliveryAttempt, DeliveryProblem, DeliveryState, MAX_TRIES, WebhookEventType, WebhookFields, WebhookSecret,
};
use store::{Attempted, Job, JobKind, Store, Webhook};
use testkit::{TestDatabase, audit_entry, channel};

const NOW: Timestamp = Timestamp(1_800_000_000_000);
const LEASE: i64 = Timestamp::MINUTE;
const GAME: EventId = EventId(2);

async fn connect(store: &Store, channel: ChannelId, events: &[WebhookEventType]) -> Webhook {
    let url = "https://hooks.example.com/".to_owned();
    let fields = WebhookFields { url, description: String::new(), events: events.to_vec(), is_on: true };
    let entry = audit_entry(Action::CreateWebhook);
    store.webhook_create(channel, fields, WebhookSecret::new([7; 32]), entry).await.unwrap().unwrap()
}

/// The game goes live and back as often.
async fn moves(store: &Store, channel: ChannelId, times: usize) {
    let (up, live) = (StreamStatus::Upcoming, StreamStatus::Live);
    for _ in 0..times {
        assert!(store.event_move(channel, GAME, up, live, NOW).await.unwrap());
        assert!(store.event_move(channel, GAME, live, up, NOW).await.unwrap());
    }
}

async fn update(store: &Store, channel: ChannelId, webhook: Webhook, fields: WebhookFields) -> Webhook {
    let entry = audit_entry(Action::UpdateWebhook);
    store.webhook_update(channel, webhook.id, webhook.version, fields, entry).await.unwrap().unwrap()
}

async fn claim(store: &Store, kind: JobKind, now: Timestamp) -> Option<Job> {
    store.job_claim(kind, LEASE, now).await.unwrap()
}

/// OPS-01: of one webhook's deliveries four run at a time, whoever claims them, and those of another one beside them.
#[tokio::test]
async fn deliveries_of_one_webhook_run_a_few_at_a_time() {
    let test = TestDatabase::new().await;
    let store = &test.store;
    let demo = store.channel_import(channel("demo", 1)).await.unwrap();
    let many = connect(store, demo, &[WebhookEventType::GameLive]).await;
    moves(store, demo, 6).await;
    let few = connect(store, demo, &[WebhookEventType::GameUpcoming]).await;
    moves(store, demo, 1).await;
    let mut running = Vec::new();
    while let Some(job) = claim(store, JobKind::SendWebhook, NOW).await {
        running.push(job);
    }
    let mut webhooks = Vec::new();
    for job in &running {
        webhooks.push(store.webhook_due(job, NOW).await.unwrap().unwrap().webhook);
    }
    assert_eq!(webhooks, [many.id, many.id, many.id, many.id, few.id]);
    let delivered = DeliveryAttempt::answered(204, String::new(), 1);
    let first = running.remove(0);
    assert_eq!(store.webhook_attempted(first, delivered, false, 0, NOW).await.unwrap(), Attempted::Delivered);
    assert!(claim(store, JobKind::SendWebhook, NOW).await.is_some(), "its place is free");
    assert!(claim(store, JobKind::SendWebhook, NOW).await.is_none());
    // A server that dies gives its places back with its leases.
    assert!(claim(store, JobKind::SendWebhook, NOW.plus(LEASE)).await.is_some());
}

/// OPS-01: a delivery that failed waits as a job of its own kind until its tries end; what a webhook is told then begins
/// there, too.
#[tokio::test]
async fn failed_deliveries_have_places_of_their_own() {
    let test = TestDatabase::new().await;
    let store = &test.store;
    let demo = store.channel_import(channel("demo", 1)).await.unwrap();
    let webhook = connect(store, demo, &[WebhookEventType::GameLive]).await;
    moves(store, demo, 1).await;
    let failed = || DeliveryAttempt::failed(DeliveryProblem::Refused, 3);
    let (mut now, mut kind) = (NOW, JobKind::SendWebhook);
    for tries in 1..MAX_TRIES {
        let job = claim(store, kind, now).await.unwrap();
        let outcome = store.webhook_attempted(job, failed(), false, 128, now).await.unwrap();
        let Attempted::Again(next) = outcome else { panic!("{outcome:?} after {tries}") };
        kind = JobKind::RetryWebhook;
        assert!(
            claim(store, kind, next.plus(-1)).await.is_none()
                && claim(store, JobKind::SendWebhook, next).await.is_none()
        );
        now = next;
    }
    let job = claim(store, kind, now).await.unwrap();
    assert_eq!(store.webhook_attempted(job.clone(), failed(), false, 0, now).await.unwrap(), Attempted::GivenUp);
    assert_eq!(store.webhook_attempted(job, failed(), false, 0, now).await.unwrap(), Attempted::Lost, "it is over");
    let deliveries = store.webhook_deliveries(demo, webhook.id, None, None, 9).await.unwrap();
    assert_eq!((deliveries.len(), deliveries[0].state, deliveries[0].attempts), (1, DeliveryState::Failed, MAX_TRIES));
    moves(store, demo, 1).await;
    assert!(claim(store, JobKind::SendWebhook, now).await.is_none());
    assert!(claim(store, JobKind::RetryWebhook, now).await.is_some());
}

/// OPS-01: what failed at one address says nothing of the next.
#[tokio::test]
async fn moved_webhook_has_not_failed() {
    let test = TestDatabase::new().await;
    let store = &test.store;
    let demo = store.channel_import(channel("demo", 1)).await.unwrap();
    let webhook = connect(store, demo, &[WebhookEventType::GameLive]).await;
    moves(store, demo, 1).await;
    let job = claim(store, JobKind::SendWebhook, NOW).await.unwrap();
    let failed = DeliveryAttempt::failed(DeliveryProblem::Refused, 3);
    store.webhook_attempted(job, failed, false, 0, NOW).await.unwrap();
    let described = WebhookFields { description: "Board".into(), ..webhook.fields.clone() };
    let failing = update(store, demo, webhook, described).await;
    assert_eq!(failing.failing_since, Some(NOW));
    let elsewhere = WebhookFields { url: "https://other.example.com/".into(), ..failing.fields.clone() };
    assert_eq!(update(store, demo, failing, elsewhere).await.failing_since, None);
}

/// OPS-01: a fact that was recorded while its webhook was switched off fails without being sent.
#[tokio::test]
async fn webhook_that_is_off_takes_nothing_that_waits() {
    let test = TestDatabase::new().await;
    let store = &test.store;
    let demo = store.channel_import(channel("demo", 1)).await.unwrap();
    let webhook = connect(store, demo, &[WebhookEventType::GameLive]).await;
    moves(store, demo, 1).await;
    test.execute("UPDATE webhook_endpoints SET is_on = FALSE").await;
    let job = claim(store, JobKind::SendWebhook, NOW).await.unwrap();
    assert!(!store.webhook_due(&job, NOW).await.unwrap().unwrap().is_on);
    let off = DeliveryAttempt::failed(DeliveryProblem::SwitchedOff, 0);
    assert_eq!(store.webhook_attempted(job, off, false, 0, NOW).await.unwrap(), Attempted::GivenUp);
    let delivery = store.webhook_deliveries(demo, webhook.id, None, None, 1).await.unwrap().remove(0);
    assert_eq!((delivery.state, delivery.problem), (DeliveryState::Failed, Some(DeliveryProblem::SwitchedOff)));
}
