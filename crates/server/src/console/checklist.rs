//! The checklist: what is missing until a channel's first game, and the tests of it.

use std::time::Duration;

use axum::extract::State;
use domain::checklist::{Check, CheckOutcome, CheckResult};
use domain::operator::Action;
use domain::site::LegalKind;
use live::TestError;
use rand::RngExt;
use serde::Serialize;
use serde_json::json;
use store::ChannelSetup;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};
use utoipa::ToSchema;

use super::host_check;
use super::permission::ManagedChannel;
use super::write::SameOrigin;
use crate::commerce::Closed;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::state::App;

/// With the longest test, less than an answer may take: a test that begins comes to its end.
const SLOT_TIMEOUT: Duration = Duration::from_secs(8);

/// How far a thing of the checklist is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ItemState {
    /// It is not set up.
    Missing,
    /// It is set up, but was never tested.
    Untested,
    /// The last test failed.
    Failed,
    Done,
}

/// The newest result of a test.
#[derive(Serialize, ToSchema)]
pub(super) struct TestResult {
    outcome: CheckOutcome,
    is_ok: bool,
    /// Seconds since 1970.
    at: i64,
    /// How long it took; of an encoder, until the first segment.
    took_ms: u64,
    /// The mail server, the provider, the port or the host.
    target: String,
    /// What it said, in its own words; empty if nothing.
    response: String,
}

impl From<&CheckResult> for TestResult {
    fn from(CheckResult { at, outcome, took_ms, target, response }: &CheckResult) -> Self {
        Self {
            outcome: *outcome,
            is_ok: outcome.is_ok(),
            at: at.seconds(),
            took_ms: *took_ms,
            target: target.clone(),
            response: response.clone(),
        }
    }
}

/// Mail to viewers.
#[derive(Serialize, ToSchema)]
struct MailItem {
    state: ItemState,
    /// Where mails are handed to; null without a mail server.
    server: Option<String>,
    sender: String,
    /// The server keeps mails for developers to read, in place of a mail server.
    is_kept_here: bool,
    last: Option<TestResult>,
}

/// Payments. A channel that sells nothing needs none.
#[derive(Serialize, ToSchema)]
struct PaymentsItem {
    state: ItemState,
    /// Null while nothing is for sale.
    provider: Option<String>,
    /// Whether real money moves: a test charges nothing then.
    is_live: bool,
    /// Why nothing is for sale.
    closed: Option<Closed>,
    /// Whether the channel has passes.
    is_needed: bool,
    last: Option<TestResult>,
}

/// Where encoders push to.
#[derive(Serialize, ToSchema)]
struct EncoderItem {
    state: ItemState,
    /// Null if the server listens for none.
    address: Option<String>,
    /// Whether only programs on the server's own machine reach it.
    is_local: bool,
    last: Option<TestResult>,
}

/// A page that the law asks for.
#[derive(Serialize, ToSchema)]
struct LegalItem {
    page: LegalKind,
    /// Its path; null if there is none.
    path: Option<&'static str>,
}

/// The host that viewers open.
#[derive(Serialize, ToSchema)]
struct HostItem {
    state: ItemState,
    /// The main one; null if the channel has none.
    host: Option<String>,
    last: Option<TestResult>,
}

/// What is missing until the first game.
#[derive(Serialize, ToSchema)]
pub(super) struct Checklist {
    /// Whether everything is done.
    is_ready: bool,
    /// A channel with games is under way: it is not asked to begin.
    has_games: bool,
    /// Whether the set-up assistant is still open.
    is_in_setup: bool,
    mail: MailItem,
    payments: PaymentsItem,
    encoder: EncoderItem,
    legal: Vec<LegalItem>,
    host: HostItem,
}

/// Returns what is missing until the channel's first game.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/checklist",
    tag = "setup",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The checklist", body = Data<Checklist>)
    )
)]
pub(super) async fn get_checklist(State(app): State<App>, managed: ManagedChannel) -> Result<Data<Checklist>> {
    let found = app.store.channel_setup(managed.channel.identity.id).await?;
    let setup = found.ok_or(Error::NotFound("channel"))?;
    Ok(Data::new(checklist(&app, &managed, &setup)))
}

fn checklist(app: &App, managed: &ManagedChannel, setup: &ChannelSetup) -> Checklist {
    let channel = &managed.channel;
    let last = |check: Check| setup.checks.get(&check);
    let state = |is_set_up: bool, check: Check| match (is_set_up, last(check)) {
        (false, _) => ItemState::Missing,
        (true, None) => ItemState::Untested,
        (true, Some(result)) if result.outcome.is_ok() => ItemState::Done,
        (true, Some(_)) => ItemState::Failed,
    };
    let shown = |check: Check| last(check).map(TestResult::from);
    let mail = MailItem {
        state: state(app.test_mails.server().is_some() || app.test_mails.is_kept_here(), Check::Mail),
        server: app.test_mails.server(),
        sender: app.test_mails.sender(channel),
        is_kept_here: app.test_mails.is_kept_here(),
        last: shown(Check::Mail),
    };
    let payments = PaymentsItem {
        state: state(app.not_for_sale.is_none(), Check::Payments),
        provider: app.gateway.provider_name().map(str::to_owned),
        is_live: app.gateway.takes_real_money(),
        closed: app.not_for_sale,
        is_needed: setup.has_passes,
        last: shown(Check::Payments),
    };
    let encoder = EncoderItem {
        state: state(app.rtmp_address.is_some(), Check::Encoder),
        address: app.rtmp_address.map(|address| address.to_string()),
        is_local: app.rtmp_address.is_some_and(|address| address.ip().is_loopback()),
        last: shown(Check::Encoder),
    };
    let host = channel.identity.hosts.first().cloned();
    // A result is about the host that was asked.
    let of_host = last(Check::Host).filter(|result| Some(&result.target) == host.as_ref());
    let host_state = match (&host, of_host) {
        (None, _) => ItemState::Missing,
        (Some(_), None) => ItemState::Untested,
        (Some(_), Some(result)) if result.outcome.is_ok() => ItemState::Done,
        (Some(_), Some(_)) => ItemState::Failed,
    };
    let host = HostItem { state: host_state, host, last: of_host.map(TestResult::from) };
    let is_there = |path: &&str| channel.content.pages.iter().any(|page| page.url == *path);
    let legal = LegalKind::REQUIRED.map(|page| LegalItem { page, path: Some(page.path()).filter(is_there) });
    let sells = payments.state == ItemState::Done || !payments.is_needed;
    let tested = [mail.state, encoder.state, host.state].into_iter().all(|state| state == ItemState::Done);
    let is_ready = sells && tested && legal.iter().all(|item| item.path.is_some());
    let (has_games, is_in_setup) = (setup.has_games, setup.record.is_some());
    Checklist { is_ready, has_games, is_in_setup, mail, payments, encoder, legal: legal.into(), host }
}

/// Sends a test mail to the operator's own address.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/checklist/mail/test",
    tag = "setup",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The result of the test", body = Data<TestResult>),
        (status = 429, description = "Too many tests in a minute; `Retry-After` says when to try again")
    )
)]
pub(super) async fn test_mail(
    State(app): State<App>,
    _: SameOrigin,
    managed: ManagedChannel,
) -> Result<Data<TestResult>> {
    limited(&app, &managed).await?;
    let _slot = slot(&app.slots.mail_tests).await?;
    let (channel, operator) = (&managed.channel, &managed.operator.operator);
    let result = app.test_mails.check(&app.store, app.mailer, channel, operator, app.now()).await?;
    recorded(&app, &managed, Check::Mail, Action::TestMail, result).await
}

/// With test money, makes a payment and refunds it. With real money, asks the provider whether the key works and where it
/// sends webhooks, and charges nothing.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/checklist/payments/test",
    tag = "setup",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "What came back", body = Data<TestResult>),
        (status = 429, description = "Too many tests in a minute; `Retry-After` says when to try again")
    )
)]
pub(super) async fn test_payments(
    State(app): State<App>,
    _: SameOrigin,
    managed: ManagedChannel,
) -> Result<Data<TestResult>> {
    limited(&app, &managed).await?;
    let _slot = slot(&app.slots.payment_tests).await?;
    let result = app.gateway.test(&managed.channel, app.now()).await;
    recorded(&app, &managed, Check::Payments, Action::TestPayments, result).await
}

/// Sends a test picture to the server's own port for encoders and waits for its first segment. The picture is not
/// shown or stored. It does not show that cameras reach the port from outside.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/checklist/encoder/test",
    tag = "setup",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "What came out", body = Data<TestResult>),
        (status = 429, description = "Too many tests in a minute; `Retry-After` says when to try again")
    )
)]
pub(super) async fn test_encoder(
    State(app): State<App>,
    _: SameOrigin,
    managed: ManagedChannel,
) -> Result<Data<TestResult>> {
    limited(&app, &managed).await?;
    let (at, began) = (app.now(), Instant::now());
    let listener = app.rtmp_address.map(|address| address.to_string()).unwrap_or_default();
    let secret = rand::rng().random();
    let tested = match app.rtmp_address {
        Some(address) => {
            let _slot = slot(&app.slots.encoder_tests).await?;
            Some(app.hub.test(address, secret).await)
        }
        None => None,
    };
    let (outcome, took, response) = match tested {
        None => (CheckOutcome::NoListener, Duration::ZERO, String::new()),
        Some(Ok(found)) => (CheckOutcome::OnAir, found.first_segment, String::new()),
        Some(Err(cause)) => {
            let (outcome, response) = match cause {
                TestError::NoPicture(cause) => (CheckOutcome::NoFfmpeg, cause.to_string()),
                TestError::NotAdmitted => (CheckOutcome::EncoderRefused, String::new()),
                TestError::NoSegment => (CheckOutcome::NoSegments, String::new()),
            };
            (outcome, began.elapsed(), response)
        }
    };
    let took_ms = took.as_millis().try_into().unwrap_or(u64::MAX);
    let result = CheckResult { at, outcome, took_ms, target: listener, response };
    recorded(&app, &managed, Check::Encoder, Action::TestEncoder, result).await
}

/// Asks the main host whether a server of this channel answers there.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/checklist/host/test",
    tag = "setup",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "What was found", body = Data<TestResult>),
        (status = 429, description = "Too many tests in a minute; `Retry-After` says when to try again"),
        (status = "default", description = "The channel has no host")
    )
)]
pub(super) async fn test_host(
    State(app): State<App>,
    _: SameOrigin,
    managed: ManagedChannel,
) -> Result<Data<TestResult>> {
    app.limits.host_checks.take(managed.operator.operator.id, app.now()).await?;
    let identity = &managed.channel.identity;
    let host = identity.hosts.first().cloned().ok_or(Error::NotFound("host"))?;
    let (at, began) = (app.now(), Instant::now());
    let found = host_check::found_of(&app, identity, host.clone()).await?;
    let outcome = if found.is_reached() { CheckOutcome::HostReached } else { CheckOutcome::HostNotReached };
    let took_ms = began.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
    let result = CheckResult { at, outcome, took_ms, target: host, response: String::new() };
    recorded(&app, &managed, Check::Host, Action::TestHost, result).await
}

/// For an operator who has not tested too often.
async fn limited(app: &App, managed: &ManagedChannel) -> Result<()> {
    Ok(app.limits.checklist_tests.take(managed.operator.operator.id, app.now()).await?)
}

/// A slot among the tests of a kind.
async fn slot(slots: &Semaphore) -> Result<tokio::sync::SemaphorePermit<'_>> {
    match timeout(SLOT_TIMEOUT, slots.acquire()).await {
        Ok(slot) => slot.map_err(|_| Error::Internal),
        Err(_) => Err(Error::Busy("checklist tests are full")),
    }
}

async fn recorded(
    app: &App,
    managed: &ManagedChannel,
    check: Check,
    action: Action,
    result: CheckResult,
) -> Result<Data<TestResult>> {
    let identity = &managed.channel.identity;
    let mut entry = managed.entry(action, &identity.alias);
    entry.detail["outcome"] = json!(result.outcome);
    entry.detail["place"] = json!(result.target);
    let shown = Data::new(TestResult::from(&result));
    app.store.channel_check_record(identity.id, check, result, entry).await?;
    Ok(shown)
}
