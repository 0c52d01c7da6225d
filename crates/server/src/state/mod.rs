//! What handlers may ask for.

pub(crate) mod readiness;

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::FromRef;
use media::storage::Images;
use store::Store;

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
    pub(crate) channels: Arc<crate::channels::snapshot::Channels>,
    pub(crate) store: Store,
    pub(crate) images: Images,
    pub(crate) members: Arc<crate::accounts::members::Members>,
    /// The games that are live on this server.
    pub(crate) broadcasts: live::Hub,
    pub(crate) playback: crate::playback::Playback,
    pub(crate) footage: crate::recordings::footage::Footage,
    pub(crate) clips: Arc<crate::recordings::clips::Clips>,
    pub(crate) change_feed: crate::channels::change_feed::ChangeFeed,
    pub(crate) mailer: crate::mailer::email::Mailer,
    /// Files that are being uploaded.
    pub(crate) inbox: Arc<crate::recordings::uploads::Inbox>,
    pub(crate) passwords: crate::accounts::passwords::Passwords,
    pub(crate) login_tries: crate::accounts::throttle::LoginTries,
    /// Apart from those of members: whoever guesses at fans keeps no operator out.
    pub(crate) operator_tries: crate::accounts::throttle::LoginTries,
    pub(crate) limits: crate::accounts::throttle::TryLimits,
    pub(crate) till: crate::commerce::Till,
    pub(crate) captcha: crate::accounts::captcha::Captcha,
    pub(crate) social: crate::accounts::social::Social,
    pub(crate) countries: Arc<crate::accounts::countries::Countries>,
    pub(crate) demo: bool,
    pub(crate) readiness: crate::state::readiness::Readiness,
    /// False once the server has been told to stop, so that no new visitor is sent here.
    pub(crate) ready: AtomicBool,
    /// Places for those who follow live changes.
    pub(crate) followers: Arc<crate::channels::followers::Followers>,
}

impl AppParts {
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
        Self { channels: app.channels.clone(), members: app.members.clone(), countries: app.countries.clone() }
    }
}

impl FromRef<App> for crate::playback::Playback {
    fn from_ref(app: &App) -> Self {
        app.playback.clone()
    }
}

impl FromRef<App> for crate::commerce::Till {
    fn from_ref(app: &App) -> Self {
        app.till.clone()
    }
}
