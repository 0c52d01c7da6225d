//! The demo's own OpenID provider. It takes the place of Google where none is set, and is asked like any other.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use domain::channel::normal_host;
use domain::secret::Secret;
use rand::distr::{Alphanumeric, SampleString};
use testlogin::{Client, Provider as StandIn, Returns};
use url::Url;

use super::{OpenId, Provider, SocialSettings};
use crate::app::config::Config;
use crate::channels::snapshot::Channels;

const MOUNTED_AT: &str = "/testlogin";
const SECRET_LENGTH: usize = 32;

/// How the channels ask it, as long as a server runs.
pub(crate) struct StandInClient {
    id: String,
    secret: String,
}

impl StandInClient {
    /// Whoever reaches it is whoever they say: it is there in demos alone, and only for this very machine.
    pub(crate) fn of(config: &Config) -> Option<Self> {
        let is_for_us_alone = config.demo && config.listen.is_loopback();
        let secret = || Alphanumeric.sample_string(&mut rand::rng(), SECRET_LENGTH);
        is_for_us_alone.then(|| Self { id: "touchline-demo".into(), secret: secret() })
    }

    /// Adds it to the channels that have no OpenID provider of their own.
    pub(crate) fn add_to(&self, social: &mut SocialSettings, channels: &BTreeSet<String>, address: SocketAddr) {
        for alias in channels {
            social.entry(alias.clone()).or_default().google.get_or_insert_with(|| OpenId {
                client_id: self.id.clone(),
                client_secret: Secret::new(self.secret.clone()),
                issuer: issuer(address),
            });
        }
    }

    pub(crate) fn open(self, config: &Config, address: SocketAddr, channels: &Arc<Channels>) -> StandIn {
        let client = Client { id: self.id, secret: self.secret };
        // The port of a page that is being worked on is that of the tools.
        let port = (!config.development).then(|| address.port());
        StandIn::new(issuer(address), client, to_own_callback(channels.clone(), port))
    }
}

fn issuer(address: SocketAddr) -> String {
    format!("http://{address}{MOUNTED_AT}")
}

/// People go back to where channels of this server wait for them, and nowhere else.
fn to_own_callback(channels: Arc<Channels>, port: Option<u16>) -> Returns {
    let callback = format!("/auth/login/{}/callback", Provider::Google.word());
    Arc::new(move |address| {
        let Ok(url) = Url::parse(address) else { return false };
        let host = url.host_str().and_then(normal_host);
        let is_plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
        url.scheme() == "http"
            && is_plain
            && url.path() == callback
            && port.is_none_or(|port| url.port_or_known_default() == Some(port))
            && host.is_some_and(|host| channels.by_host(&host).is_some())
    })
}

/// What browsers and this server itself ask it for.
pub(crate) fn mount<S: Clone + Send + Sync + 'static>(router: Router<S>, stand_in: Option<&StandIn>) -> Router<S> {
    match stand_in {
        Some(stand_in) => router.nest_service(MOUNTED_AT, stand_in.router()),
        None => router,
    }
}
