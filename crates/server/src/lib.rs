//! The HTTP face of the product: public API, pages, assets, health, and the loop that accepts connections.

mod answer;
mod api;
mod arrival;
mod assets;
pub mod broadcast;
mod calendar;
mod captcha;
mod card_number;
mod chosen_channel;
mod clips;
pub mod config;
mod console;
mod countries;
mod delivery;
mod device_name;
mod document;
mod edge;
mod error;
mod express;
mod extract;
mod followers;
mod handover;
mod health;
mod holder;
mod ladders;
mod lanes;
mod letters;
mod links;
mod listen;
mod live;
mod members;
mod metrics;
mod on_air;
mod outbound;
mod outbox;
mod own_news;
mod page;
mod passwords;
mod policy;
mod post;
mod prepared;
mod refusal;
mod run;
mod site;
mod sitemap;
mod snapshot;
mod social;
mod spliced;
pub mod stand_ins;
mod storage;
mod throttle;
mod till;
mod uploads;
mod visitor;
mod wire;

pub use api::openapi;
pub use console::openapi as console_openapi;
pub use countries::{Countries, CountriesError};
pub use on_air::OnAir;
pub use passwords::hash_password;
pub use run::{RunError, Running, start};
pub use till::{Closed, ProviderError};

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use media::images::Images;
use store::Store;
use tokio::runtime::Handle;
use tokio::sync::watch;

/// What handlers may ask for; cheap to hand to each of them.
#[derive(Clone)]
struct App(Arc<AppParts>);

impl Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

struct AppParts {
    /// The server's own threads.
    home: Handle,
    channels: Arc<snapshot::Channels>,
    store: Store,
    images: Images,
    members: Arc<members::Members>,
    /// Who plays what.
    plays: Arc<delivery::PlaySessions>,
    on_air: Arc<OnAir>,
    /// The games that are live on this server.
    broadcasts: broadcast::Hub,
    recordings: delivery::Recordings,
    stills: delivery::Stills,
    captions: delivery::CaptionTexts,
    clips: clips::Clips,
    /// Files that are being uploaded.
    inbox: Arc<uploads::Inbox>,
    passwords: passwords::Passwords,
    login_tries: throttle::LoginTries,
    /// Apart from those of members: whoever guesses at fans keeps no operator out.
    operator_tries: throttle::LoginTries,
    knocks: throttle::Knocks,
    mail_sends: throttle::MailSends,
    form_sends: throttle::FormSends,
    account_mails: throttle::AccountMails,
    device_codes: throttle::DeviceCodes,
    player_addresses: throttle::PlayerAddresses,
    preroll_ends: throttle::PrerollEnds,
    coupon_tries: Arc<throttle::CouponTries>,
    till: till::Till,
    captcha: captcha::Captcha,
    social: social::Social,
    countries: countries::Countries,
    /// Where the server listens: part of this machine's own addresses in mails.
    port: u16,
    demo: bool,
    /// When this server began to answer.
    started_at: domain::time::Timestamp,
    /// Development mode: `?channel=alias` stands in for the host name on this machine.
    development: bool,
    readiness: health::Readiness,
    /// False once the server has been told to stop, so that no new visitor is sent here.
    ready: AtomicBool,
    /// Turns true when the server stops, so that what waits for ever ends.
    stopping: watch::Receiver<bool>,
    /// What single members are told on their open pages.
    own_news: Arc<own_news::OwnNews>,
    /// Places for those who follow live changes.
    followers: Arc<followers::Followers>,
}

impl AppParts {
    /// Whether the channel may not be watched from this address.
    fn is_blocked(&self, channel: &snapshot::Snapshot, from: IpAddr) -> bool {
        channel.profile.geo_rule.blocks(self.countries.of(from))
    }
}

fn router(app: App, mounted: stand_ins::Mounted) -> Router {
    mounted
        .into_iter()
        .fold(api::router(), |router, (path, inside)| router.nest_service(path, inside))
        .merge(console::router())
        .merge(delivery::router())
        .merge(health::router())
        .merge(storage::router())
        .merge(assets::router())
        .merge(calendar::router())
        .merge(sitemap::router())
        .merge(social::callback::router())
        .merge(outbox::router())
        .method_not_allowed_fallback(|method: http::Method| async { error::Error::Method(method) })
        .fallback(page::show)
        .with_state(app)
}
