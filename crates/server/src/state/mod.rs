//! The application state that handlers use.

pub(crate) mod readiness;
pub(crate) mod slots;

use std::net::{IpAddr, SocketAddr};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::FromRef;
use domain::time::Timestamp;
use media::storage::{Images, Pictures};
use store::Store;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;

/// What handlers may ask for; cheap to hand to each of them.
#[derive(Clone)]
pub(crate) struct App(pub(crate) Arc<AppParts>);

impl Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

pub(crate) struct AppParts {
    pub(crate) clock: Clock,
    pub(crate) channels: Arc<crate::channels::snapshot::Channels>,
    pub(crate) store: Store,
    pub(crate) images: Images,
    pub(crate) pictures: Pictures,
    pub(crate) members: Arc<crate::accounts::members::Members>,
    /// The games that are live on this server.
    pub(crate) hub: live::Hub,
    pub(crate) playback: crate::playback::Playback,
    pub(crate) footage: crate::recordings::footage::Footage,
    pub(crate) clips: Arc<crate::recordings::clips::Clips>,
    pub(crate) change_feed: crate::channels::change_feed::ChangeFeed,
    pub(crate) long_work: Arc<crate::channels::long_work::LongWork>,
    /// Who has which form of the console open.
    pub(crate) presence: Arc<crate::channels::presence::Presence>,
    pub(crate) webhook_sender: Arc<crate::webhooks::WebhookSender>,
    pub(crate) provider_checks: crate::providers::ProviderChecks,
    pub(crate) mailer: crate::mailer::email::Mailer,
    pub(crate) test_mails: crate::mailer::test_mail::TestMails,
    /// Our account at the payment provider.
    pub(crate) gateway: Arc<crate::commerce::Gateway>,
    /// Where encoders push to; none if that is switched off.
    pub(crate) rtmp_address: Option<SocketAddr>,
    /// Files that are being uploaded.
    pub(crate) inbox: Arc<crate::recordings::uploads::Inbox>,
    pub(crate) passwords: crate::accounts::passwords::Passwords,
    pub(crate) setup_link: crate::accounts::setup_link::SetupLink,
    pub(crate) login_tries: crate::accounts::throttle::LoginTries,
    /// Separate from members' limits, so that guessing members' passwords does not lock operators out.
    pub(crate) operator_tries: crate::accounts::throttle::LoginTries,
    pub(crate) limits: crate::accounts::throttle::TryLimits,
    pub(crate) checkout: Arc<crate::commerce::Checkout>,
    pub(crate) subscriptions: Arc<crate::commerce::Subscriptions>,
    pub(crate) reconciler: Arc<crate::commerce::Reconciler>,
    pub(crate) provider_events: Arc<crate::commerce::ProviderEvents>,
    /// Why nothing is for sale; none while sales are open.
    pub(crate) not_for_sale: Option<crate::commerce::Closed>,
    pub(crate) captcha: crate::accounts::captcha::Captcha,
    pub(crate) social: crate::accounts::social::Social,
    pub(crate) countries: Arc<crate::accounts::countries::Countries>,
    /// Whether mails that no mail server takes are shown to this machine.
    pub(crate) has_dev_mailbox: bool,
    pub(crate) readiness: crate::state::readiness::Readiness,
    /// False once the server is stopping, so that load balancers send no new visitors.
    pub(crate) ready: AtomicBool,
    /// Work that goes on when the client of its request hangs up, and that the stop waits for.
    pub(crate) detached: TaskTracker,
    pub(crate) slots: crate::state::slots::Slots,
    /// Slots of the change feed.
    pub(crate) followers: Arc<crate::channels::followers::Followers>,
}

impl AppParts {
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Whether the channel may not be watched from this address.
    pub(crate) fn is_blocked(&self, channel: &crate::channels::snapshot::Snapshot, from: IpAddr) -> bool {
        channel.profile.geo_rule.blocks(self.countries.of(from))
    }
}

impl FromRef<App> for Arc<crate::channels::snapshot::Channels> {
    fn from_ref(app: &App) -> Self {
        app.channels.clone()
    }
}

impl FromRef<App> for crate::accounts::caller::Callers {
    fn from_ref(app: &App) -> Self {
        Self {
            channels: app.channels.clone(),
            members: app.members.clone(),
            countries: app.countries.clone(),
            clock: app.clock.clone(),
        }
    }
}

impl FromRef<App> for Clock {
    fn from_ref(app: &App) -> Self {
        app.clock.clone()
    }
}

impl FromRef<App> for crate::playback::Playback {
    fn from_ref(app: &App) -> Self {
        app.playback.clone()
    }
}

impl FromRef<App> for Arc<crate::commerce::ProviderEvents> {
    fn from_ref(app: &App) -> Self {
        app.provider_events.clone()
    }
}
