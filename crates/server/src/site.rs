//! The address of the channel's site, for what has to name it in full: previews, feeds, site maps.

use domain::channel::Identity;
use http::{HeaderMap, header};

use crate::snapshot::Snapshot;

/// `https://channel.example`, as the visitor sees it.
pub(crate) struct Site {
    origin: String,
}

impl Site {
    /// The host is one that the channel is served at, or else the channel's first: a visitor cannot make one up.
    pub(crate) fn of(channel: &Snapshot, headers: &HeaderMap) -> Self {
        let hosts = &channel.identity.hosts;
        let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok()).filter(|asked| {
            domain::channel::normal_host(asked).is_some_and(|host| hosts.iter().any(|known| *known == host))
        });
        let host = asked.or(hosts.first().map(String::as_str)).unwrap_or("localhost").to_lowercase();
        // Public names are served with encryption by what stands in front; this machine's own are not.
        let scheme = if is_local(&host) { "http" } else { "https" };
        Self { origin: format!("{scheme}://{host}") }
    }

    /// The channel's first host, whatever a request says: for what is sent to people. On this machine with its port.
    pub(crate) fn own(identity: &Identity, port: u16) -> Self {
        let host = identity.hosts.first().map_or("localhost", String::as_str);
        let origin = if is_local(host) { format!("http://{host}:{port}") } else { format!("https://{host}") };
        Self { origin }
    }

    /// A path of the site in full; what is in full already stays.
    pub(crate) fn url(&self, path: &str) -> String {
        if path.starts_with('/') { format!("{}{path}", self.origin) } else { path.to_owned() }
    }
}

/// Whether a host, with its port or without, is one of this machine's own names or a bare address.
pub(crate) fn is_local(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    name == "localhost"
        || name.ends_with(".localhost")
        || name.starts_with('[')
        || name.parse::<std::net::Ipv4Addr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_plain() {
        for local in ["localhost", "localhost:8080", "demo2.localhost:8080", "127.0.0.1:80", "[::1]:8080"] {
            assert!(is_local(local), "{local}");
        }
        for public in ["channel.example", "channel.example:8443", "localhost.example"] {
            assert!(!is_local(public), "{public}");
        }
    }
}
