//! Where webhooks may be sent: https addresses of the public internet.

use url::{Host, Url};

use crate::network::{is_public_name, may_reach};

/// In bytes.
pub const MAX_ADDRESS: usize = 2_000;

/// Why an address is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookAddressError {
    #[error("the address is too long")]
    Length,
    #[error("the address must not have spaces in it")]
    Spaces,
    #[error("this is not an address")]
    Address,
    #[error("the address must begin with https://")]
    Https,
    #[error("the address must not have a user name or password in it")]
    User,
    #[error("the address must be one of the public internet")]
    Private,
}

/// The address as it is kept, if it can be a public one by its text alone; what its name resolves to is looked at later.
/// `allows_loopback` lets this machine in, also without encryption.
pub fn check_address(text: &str, allows_loopback: bool) -> Result<Url, WebhookAddressError> {
    if text.len() > MAX_ADDRESS {
        return Err(WebhookAddressError::Length);
    }
    if text.chars().any(|sign| sign.is_whitespace() || sign.is_control()) {
        return Err(WebhookAddressError::Spaces);
    }
    let mut url = Url::parse(text).map_err(|_| WebhookAddressError::Address)?;
    let host = url.host().ok_or(WebhookAddressError::Address)?;
    let is_here = is_loopback(&host);
    let is_encrypted = match url.scheme() {
        "https" => true,
        "http" if is_here && allows_loopback => false,
        "http" if is_here => return Err(WebhookAddressError::Private),
        _ => return Err(WebhookAddressError::Https),
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(WebhookAddressError::User);
    }
    let is_public = match &host {
        Host::Domain(name) => is_public_name(name),
        Host::Ipv4(address) => may_reach((*address).into(), false),
        Host::Ipv6(address) => may_reach((*address).into(), false),
    };
    if !(is_public && is_encrypted || is_here && allows_loopback) {
        return Err(WebhookAddressError::Private);
    }
    // It is never sent.
    url.set_fragment(None);
    Ok(url)
}

/// Scheme, host and port: what may be written down of an address, whose path and query can hold a secret.
pub fn origin(url: &str) -> String {
    Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}

fn is_loopback(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => std::net::IpAddr::from(*address).to_canonical().is_loopback(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use proptest::prelude::*;

    use super::*;

    fn taken(text: &str) -> Result<String, WebhookAddressError> {
        check_address(text, false).map(String::from)
    }

    /// T32: a webhook goes to an https address of the public internet.
    #[test]
    fn address_must_be_public_and_https() {
        for (typed, kept) in [
            ("https://hooks.example.com/in?key=1#x", "https://hooks.example.com/in?key=1"),
            ("HTTPS://Hooks.Example.com:8443", "https://hooks.example.com:8443/"),
            ("https://1.1.1.1/", "https://1.1.1.1/"),
            ("https://[2606:4700::1111]/", "https://[2606:4700::1111]/"),
        ] {
            assert_eq!(taken(typed).as_deref(), Ok(kept), "{typed}");
        }
        for (refused, why) in [
            ("", WebhookAddressError::Address),
            ("hooks.example.com", WebhookAddressError::Address),
            ("https://", WebhookAddressError::Address),
            ("https://[fe80::1%25eth0]/", WebhookAddressError::Address),
            ("http://hooks.example.com/", WebhookAddressError::Https),
            ("ftp://hooks.example.com/", WebhookAddressError::Https),
            ("https://hooks.example.com/ x", WebhookAddressError::Spaces),
            ("https://hooks.example\n.com/", WebhookAddressError::Spaces),
            ("https://user@hooks.example.com/", WebhookAddressError::User),
            ("https://1.1.1.1@127.0.0.1/", WebhookAddressError::User),
        ] {
            assert_eq!(taken(refused), Err(why), "{refused}");
        }
        assert_eq!(taken(&format!("https://a.example/{}", "a".repeat(MAX_ADDRESS))), Err(WebhookAddressError::Length));
    }

    /// T32: an address of this machine or of a network around it is refused in every spelling.
    #[test]
    fn private_addresses_are_refused_in_every_spelling() {
        for private in [
            "https://localhost/",
            "https://LOCALHOST./",
            "https://a.localhost/",
            "https://printer.local/",
            "https://metadata.google.internal/",
            "https://intranet/",
            "https://127.0.0.1/",
            "https://127.1/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://2130706433/",
            "https://0x7f000001/",
            "https://127.0.0.1./",
            "https://１２７.０.０.１/",
            "https://127。0。0。1/",
            "https://%31%32%37.0.0.1/",
            "https://0/",
            "https://10.0.0.1/",
            "https://172.16.0.1/",
            "https://192.168.1.1/",
            "https://100.64.0.1/",
            "https://169.254.169.254/latest/meta-data/",
            "https://0xa9fea9fe/",
            "https://[::]/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:7f00:1]/",
            "https://[0:0:0:0:0:ffff:a9fe:a9fe]/",
            "https://[::127.0.0.1]/",
            "https://[64:ff9b::7f00:1]/",
            "https://[2002:7f00:1::]/",
            "https://[fd00:ec2::254]/",
            "https://[fe80::1]/",
            "http://127.0.0.1/",
            "http://localhost:8080/",
        ] {
            assert_eq!(taken(private), Err(WebhookAddressError::Private), "{private}");
        }
    }

    /// T32: the exception of development is this machine alone.
    #[test]
    fn exception_is_loopback_alone() {
        for local in ["http://127.0.0.1:9/x", "http://localhost:9/", "http://[::1]/", "https://127.0.0.1/"] {
            assert!(check_address(local, true).is_ok(), "{local}");
        }
        for refused in [
            "http://10.0.0.1/",
            "https://10.0.0.1/",
            "https://169.254.169.254/",
            "https://[fe80::1]/",
            "https://a.local/",
        ] {
            assert!(check_address(refused, true).is_err(), "{refused}");
        }
    }

    #[test]
    fn origin_shows_neither_path_nor_query() {
        assert_eq!(origin("https://hooks.example.com:8443/T0/s3cret?key=s3cret"), "https://hooks.example.com:8443");
        assert_eq!(origin("no address"), "");
    }

    proptest! {
        /// T32: however the number of a private address is written, it is refused; of a public one it is taken.
        #[test]
        fn numbers_are_as_public_as_their_address(bits: u32, spelling in 0..5) {
            let address = Ipv4Addr::from_bits(bits);
            let [a, b, c, d] = address.octets();
            let host = match spelling {
                0 => address.to_string(),
                1 => bits.to_string(),
                2 => format!("{bits:#x}"),
                3 => format!("0{a:o}.0{b:o}.0{c:o}.{d:#x}"),
                _ => format!("[{}]", Ipv6Addr::from_bits(0xffff << 32 | u128::from(bits))),
            };
            let is_taken = taken(&format!("https://{host}/")).is_ok();
            prop_assert_eq!(is_taken, crate::network::is_public(address.into()), "{}", host);
        }

        #[test]
        fn any_text_is_taken_or_refused_without_panic(text in "(https?://)?\\PC{0,60}") {
            if let Ok(url) = check_address(&text, false) {
                prop_assert_eq!(url.scheme(), "https");
                // What is kept is taken again, and stays the same.
                prop_assert_eq!(taken(url.as_str()), Ok(url.to_string()));
            }
        }
    }
}
