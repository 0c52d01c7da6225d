//! Absolute URLs of the channel's site, for previews, feeds and site maps.

use domain::channel::Identity;
use http::{HeaderMap, header};

use crate::channels::snapshot::Snapshot;

/// `https://channel.example`, as the visitor sees it.
pub(crate) struct Site {
    origin: String,
}

impl Site {
    /// The host is one that the channel is served at, or else the channel's first: a visitor cannot make one up.
    pub(crate) fn of(channel: &Snapshot, headers: &HeaderMap) -> Self {
        let identity = &channel.identity;
        let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let asked =
            asked.filter(|asked| domain::channel::normal_host(asked).is_some_and(|host| is_of(identity, &host)));
        let host = asked.or(identity.hosts.first().map(String::as_str)).unwrap_or("localhost").to_lowercase();
        Self { origin: origin(&host) }
    }

    /// The channel's first host, whatever a request says: for what is sent to people. On this machine with its port.
    pub(crate) fn own(identity: &Identity, port: u16) -> Self {
        let host = identity.hosts.first().map_or("localhost", String::as_str);
        let origin = if is_local(host) { format!("http://{host}:{port}") } else { format!("https://{host}") };
        Self { origin }
    }

    /// The site at the given host if the channel is served there, otherwise at the channel's first host.
    pub(crate) fn at(identity: &Identity, host: Option<&str>, port: u16) -> Self {
        let is_own = |host: &&str| domain::channel::normal_host(host).is_some_and(|host| is_of(identity, &host));
        match host.filter(is_own) {
            Some(host) => Self { origin: origin(&host.to_lowercase()) },
            None => Self::own(identity, port),
        }
    }

    /// With its port, where it has one.
    pub(crate) fn host(&self) -> &str {
        self.origin.split_once("://").map_or("", |(_, host)| host)
    }

    /// A path of the site in full; what is in full already stays.
    pub(crate) fn url(&self, path: &str) -> String {
        if path.starts_with('/') { format!("{}{path}", self.origin) } else { path.to_owned() }
    }
}

/// Whether a URL is one of the channel's screens, on one of its hosts, so that a visitor on the host `here` may be
/// redirected to it. It is compared exactly with the URLs that [`Site`] makes, so that it does not depend on how
/// browsers parse URLs.
pub(crate) fn is_own_page(identity: &Identity, here: &str, port: u16, address: &str) -> bool {
    // A proxy may listen at another port, which is the same at every host; what is sent to people has ours.
    let port_here = here.rsplit_once(':').map(|(_, port)| port).filter(|port| port.parse::<u16>().is_ok());
    let at_hosts = identity.hosts.iter().flat_map(|host| {
        let with_port = port_here.map(|port| origin(&format!("{host}:{port}")));
        let plain = (port_here.is_none() || !is_local(host)).then(|| origin(host));
        with_port.into_iter().chain(plain)
    });
    let mut origins = at_hosts.chain([Site::own(identity, port).origin]);
    origins.any(|origin| address.strip_prefix(origin.as_str()).is_some_and(domain::paths::is_return))
}

/// Public names are served with encryption by what stands in front; this machine's own are not.
fn origin(host: &str) -> String {
    let scheme = if is_local(host) { "http" } else { "https" };
    format!("{scheme}://{host}")
}

fn is_of(identity: &Identity, host: &str) -> bool {
    identity.hosts.iter().any(|known| known == host)
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

    /// T30: nobody is led to a host that is not the channel's, whatever a request or a row says.
    #[test]
    fn a_site_is_at_a_host_of_the_channel() {
        let identity = Identity {
            id: domain::ids::ChannelId(1),
            alias: "demo".into(),
            hosts: vec!["demo.test".into(), "www.demo.test".into(), "localhost".into()],
            channel_key: String::new(),
            key_secret: domain::secret::Secret::new([0; 32]),
        };
        let at = |host| Site::at(&identity, host, 8080).url("/buy");
        assert_eq!(at(Some("WWW.demo.test")), "https://www.demo.test/buy");
        assert_eq!(at(Some("localhost:9090")), "http://localhost:9090/buy");
        for elsewhere in [None, Some("evil.test"), Some("demo.test@evil.test"), Some("demo.test/x"), Some("")] {
            assert_eq!(at(elsewhere), "https://demo.test/buy", "{elsewhere:?}");
        }
        assert_eq!(Site::at(&identity, Some("www.demo.test"), 8080).host(), "www.demo.test");
    }

    fn demo() -> Identity {
        Identity {
            id: domain::ids::ChannelId(1),
            alias: "demo".into(),
            hosts: vec!["demo.test".into(), "www.demo.test".into(), "localhost".into()],
            channel_key: String::new(),
            key_secret: domain::secret::Secret::new([0; 32]),
        }
    }

    /// T30: the pages of a bank lead back to the channel's own screens.
    #[test]
    fn own_pages_are_screens_at_hosts_of_the_channel() {
        let is_own = |here, address| is_own_page(&demo(), here, 8080, address);
        for (here, address) in [
            ("demo.test", "https://demo.test/buy?order=7"),
            ("demo.test", "https://www.demo.test/profile?tab=transactions"),
            ("demo.test:8443", "https://demo.test:8443/buy?order=7"),
            ("demo.test:8443", "https://demo.test/"),
            ("localhost:8080", "http://localhost:8080/buy?order=7"),
            ("localhost:9090", "http://localhost:9090/buy?order=7"),
        ] {
            assert!(is_own(here, address), "{address} at {here}");
        }
        for address in [
            "https://evil.test/buy",
            "https://other.test/buy",
            "https://demo.test.evil.test/buy",
            "https://demo.testevil/buy",
            "https://demo.test@evil.test/buy",
            "https://demo.test:x@evil.test/buy",
            "https://evil.test/https://demo.test/buy",
            "https://demo.test:444/buy",
            "http://demo.test/buy",
            "HTTPS://demo.test/buy",
            "https:demo.test/buy",
            "https:\\\\demo.test/buy",
            "https://demo.test\\@evil.test/",
            "https://demo.test//evil.test",
            "https://demo.test/.//evil.test",
            "https://demo.test/%2fevil.test",
            "https://demo.test/api/profile",
            "https://demo.test/testbank/portal/x",
            "https://demo.test/console",
            "https://demo.test",
            "https://demo.test#/buy",
            "//demo.test/buy",
            "/buy",
            "javascript:alert(1)//https://demo.test/buy",
            "",
        ] {
            assert!(!is_own("demo.test", address), "{address}");
        }
    }

    proptest::proptest! {
        /// T30: whatever an address is made of, one that is taken for the channel's own is that to a browser too.
        #[test]
        fn browsers_agree_about_own_pages(
            pieces in proptest::collection::vec(proptest::sample::select(&[
                "https://", "http://", "demo.test", "www.", "other.test", "evil.test", "localhost", ":8080", ":444", "@", "/",
                "\\", "//", ".", "..", "%2f", "%40", "?", "#", "buy", "api", "watch/17", "\t", ":", "x",
            ][..]), 0..9),
            start in proptest::sample::select(&["", "https://demo.test", "https://demo.test/"][..]),
        ) {
            let address = format!("{start}{}", pieces.concat());
            if is_own_page(&demo(), "demo.test", 8080, &address) {
                let url = url::Url::parse(&address).unwrap();
                proptest::prop_assert!(url.username().is_empty() && url.password().is_none(), "{}", address);
                let (host, port) = (url.host_str().unwrap(), url.port());
                let is_public = ["demo.test", "www.demo.test"].contains(&host) && port.is_none() && url.scheme() == "https";
                proptest::prop_assert!(is_public || host == "localhost", "{}", address);
                proptest::prop_assert!(domain::paths::is_return(url.path()), "{}", address);
            }
        }
    }

    #[test]
    fn plain_http_is_for_local_hosts_alone() {
        for local in ["localhost", "localhost:8080", "demo2.localhost:8080", "127.0.0.1:80", "[::1]:8080"] {
            assert!(is_local(local), "{local}");
        }
        for public in ["channel.example", "channel.example:8443", "localhost.example"] {
            assert!(!is_local(public), "{public}");
        }
    }
}
