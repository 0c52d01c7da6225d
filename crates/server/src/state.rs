//! What handlers may ask for.

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use media::images::Images;
use store::Store;
use tokio::runtime::Handle;
use tokio::sync::watch;

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
    /// The server's own threads.
    pub(crate) home: Handle,
    pub(crate) channels: Arc<crate::channels::snapshot::Channels>,
    pub(crate) store: Store,
    pub(crate) images: Images,
    pub(crate) members: Arc<crate::accounts::members::Members>,
    /// Who plays what.
    pub(crate) plays: Arc<crate::playback::PlaySessions>,
    pub(crate) on_air: Arc<crate::broadcast::on_air::OnAir>,
    /// The games that are live on this server.
    pub(crate) broadcasts: crate::broadcast::Hub,
    pub(crate) recordings: crate::playback::Recordings,
    pub(crate) stills: crate::playback::Stills,
    pub(crate) captions: crate::playback::CaptionTexts,
    pub(crate) clips: crate::recordings::clips::Clips,
    /// Files that are being uploaded.
    pub(crate) inbox: Arc<crate::recordings::uploads::Inbox>,
    pub(crate) passwords: crate::accounts::passwords::Passwords,
    pub(crate) login_tries: crate::accounts::throttle::LoginTries,
    /// Apart from those of members: whoever guesses at fans keeps no operator out.
    pub(crate) operator_tries: crate::accounts::throttle::LoginTries,
    pub(crate) knocks: crate::accounts::throttle::Knocks,
    pub(crate) mail_sends: crate::accounts::throttle::MailSends,
    pub(crate) form_sends: crate::accounts::throttle::FormSends,
    pub(crate) account_mails: crate::accounts::throttle::AccountMails,
    pub(crate) device_codes: crate::accounts::throttle::DeviceCodes,
    pub(crate) player_addresses: crate::accounts::throttle::PlayerAddresses,
    pub(crate) preroll_ends: crate::accounts::throttle::PrerollEnds,
    pub(crate) coupon_tries: Arc<crate::accounts::throttle::CouponTries>,
    pub(crate) till: crate::commerce::Till,
    pub(crate) captcha: crate::accounts::captcha::Captcha,
    pub(crate) social: crate::accounts::social::Social,
    pub(crate) countries: crate::accounts::countries::Countries,
    /// Where the server listens: part of this machine's own addresses in mails.
    pub(crate) port: u16,
    pub(crate) demo: bool,
    /// When this server began to answer.
    pub(crate) started_at: domain::time::Timestamp,
    /// Development mode: `?channel=alias` stands in for the host name on this machine.
    pub(crate) development: bool,
    pub(crate) readiness: crate::app::health::Readiness,
    /// False once the server has been told to stop, so that no new visitor is sent here.
    pub(crate) ready: AtomicBool,
    /// Turns true when the server stops, so that what waits for ever ends.
    pub(crate) stopping: watch::Receiver<bool>,
    /// What single members are told on their open pages.
    pub(crate) own_news: Arc<crate::channels::member_feed::OwnNews>,
    /// Places for those who follow live changes.
    pub(crate) followers: Arc<crate::channels::followers::Followers>,
}

impl AppParts {
    /// Whether the channel may not be watched from this address.
    pub(crate) fn is_blocked(&self, channel: &crate::channels::snapshot::Snapshot, from: IpAddr) -> bool {
        channel.profile.geo_rule.blocks(self.countries.of(from))
    }
}
