//! A built-in OpenID provider for demos and tests. It replaces Google if Google is not configured, and is called like
//! any other provider.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use domain::channel::normal_host;
use url::Url;

use super::{OpenId, Provider, SocialSettings};
use crate::channels::snapshot::Channels;
use crate::stand_ins::{LoginClient, LoginStandIn, Mount, MountPath, Mounted};

/// Adds it to the channels that have no OpenID provider of their own.
pub(crate) fn add_to(
    social: &mut SocialSettings,
    stand_in: &dyn LoginStandIn,
    channels: &BTreeSet<String>,
    address: SocketAddr,
) {
    let LoginClient { id, secret } = stand_in.client();
    for alias in channels {
        social.entry(alias.clone()).or_default().google.get_or_insert_with(|| OpenId {
            client_id: id.clone(),
            client_secret: secret.clone(),
            issuer: issuer(stand_in, address),
        });
    }
}

/// Mounts it. The port of a page that is being worked on is that of the tools.
pub(crate) fn mount(
    mounted: &mut Mounted,
    stand_in: &dyn LoginStandIn,
    development: bool,
    address: SocketAddr,
    channels: &Arc<Channels>,
) {
    let port = (!development).then(|| address.port());
    let returns = to_own_callback(channels.clone(), port);
    let at = MountPath { path: stand_in.path(), logged_below: None };
    mounted.push(Mount { at, router: stand_in.router(issuer(stand_in, address), returns) });
}

fn issuer(stand_in: &dyn LoginStandIn, address: SocketAddr) -> String {
    format!("http://{address}{}", stand_in.path())
}

/// People go back to where channels of this server wait for them, and nowhere else.
fn to_own_callback(channels: Arc<Channels>, port: Option<u16>) -> Arc<dyn Fn(&str) -> bool + Send + Sync> {
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
