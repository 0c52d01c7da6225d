//! Checks the URLs of external players. Pages embed any https site in a sandboxed frame; URLs that would not play
//! there, or that are not public sites, are refused here.

use domain::network::is_public_name;
use url::{Host, Url};

use crate::channels::snapshot::Snapshot;
use crate::http::problem::{FieldCode, Reason};

const MAX_LENGTH: usize = 2000;

/// Why an address is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum AddressError {
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
    #[error("the address must be that of a site by its name")]
    Host,
    #[error("the address must be that of a site that everybody can reach")]
    Private,
    #[error("the address must be that of another site")]
    Own,
}

impl From<AddressError> for Reason {
    fn from(error: AddressError) -> Self {
        match error {
            AddressError::Length => FieldCode::Length.within(1, MAX_LENGTH),
            AddressError::Spaces => FieldCode::AddressSpaces.into(),
            AddressError::Address => FieldCode::Address.into(),
            AddressError::Https => FieldCode::AddressHttps.into(),
            AddressError::User => FieldCode::AddressUser.into(),
            AddressError::Host => FieldCode::AddressHost.into(),
            AddressError::Private => FieldCode::AddressPrivate.into(),
            AddressError::Own => FieldCode::AddressOwn.into(),
        }
    }
}

/// The address as it is kept, or why it is not.
pub(super) fn player_address(text: &str, channel: &Snapshot) -> Result<String, AddressError> {
    checked(text, &channel.identity.hosts)
}

fn checked(text: &str, own: &[String]) -> Result<String, AddressError> {
    if text.len() > MAX_LENGTH {
        return Err(AddressError::Length);
    }
    // What browsers would leave out of an address, nobody typed on purpose.
    if text.chars().any(|sign| sign.is_whitespace() || sign.is_control()) {
        return Err(AddressError::Spaces);
    }
    let url = Url::parse(text).map_err(|_| AddressError::Address)?;
    if url.scheme() != "https" {
        return Err(AddressError::Https);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddressError::User);
    }
    let Some(Host::Domain(host)) = url.host() else { return Err(AddressError::Host) };
    if !is_public_name(host) {
        return Err(AddressError::Private);
    }
    // In a frame of its own origin the sandbox would not keep it in, so viewers' pages refuse it.
    if own.iter().any(|own| own == host) {
        return Err(AddressError::Own);
    }
    Ok(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PLAY-04: a player is a page of another site, by https and by its name.
    #[test]
    fn player_address_must_be_an_https_page_of_another_site() {
        let own = ["demo.test".to_owned()];
        let taken = |text: &str| checked(text, &own);
        for (typed, kept) in [
            ("https://video.test/embed/1?start=5#t", "https://video.test/embed/1?start=5#t"),
            ("HTTPS://Video.test:8443/e", "https://video.test:8443/e"),
            ("https://видео.test/", "https://xn--b1aedk6a.test/"),
        ] {
            assert_eq!(taken(typed).as_deref(), Ok(kept), "{typed}");
        }
        for refused in [
            "",
            "video.test/embed/1",
            "//video.test/embed/1",
            "http://video.test/embed/1",
            "javascript:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "blob:https://video.test/1",
            "https://user@video.test/",
            "https://user:word@video.test/",
            "https://:word@video.test/",
            "https://127.0.0.1/",
            "https://0x7f.1/",
            "https://2130706433/",
            "https://[::1]/",
            "https://localhost/",
            "https://a.localhost/",
            "https://localhost./",
            "https://printer.local/",
            "https://intranet/",
            "https://demo.test/watch_embed/1",
            "https://DEMO.test:8443/",
            "https://video.test/ x",
            "https://vid\neo.test/",
            "https:///embed/1",
        ] {
            assert!(taken(refused).is_err(), "{refused}");
        }
        assert!(taken(&format!("https://video.test/{}", "a".repeat(MAX_LENGTH))).is_err());
    }
}
