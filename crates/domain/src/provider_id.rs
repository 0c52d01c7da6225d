//! Ids that other providers gave a channel: of its Google tag, of error reports, of the captcha, and as a client for social
//! login; the secrets that some of them have, and what checks of them found.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use url::{Host, Url};
use utoipa::ToSchema;

use crate::editing::MAX_NAME;
use crate::secret::Secret;
use crate::time::Timestamp;

/// In characters.
pub const MAX_SECRET: usize = 200;
/// What is kept of a provider's own words, in characters.
pub const MAX_SAID: usize = 200;

/// What the id is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProviderIdKind {
    GoogleTag,
    Sentry,
    Recaptcha,
    GoogleLogin,
    FacebookLogin,
}

impl ProviderIdKind {
    pub const ALL: [Self; 5] = [Self::GoogleTag, Self::Sentry, Self::Recaptcha, Self::GoogleLogin, Self::FacebookLogin];

    pub fn word(self) -> &'static str {
        match self {
            Self::GoogleTag => "google_tag",
            Self::Sentry => "sentry",
            Self::Recaptcha => "recaptcha",
            Self::GoogleLogin => "google_login",
            Self::FacebookLogin => "facebook_login",
        }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether the id does nothing without a secret.
    pub fn needs_secret(self) -> bool {
        matches!(self, Self::Recaptcha | Self::GoogleLogin | Self::FacebookLogin)
    }
}

/// The ids of a channel besides its Google tag.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderIds {
    pub sentry_dsn: Option<String>,
    pub recaptcha_site_key: Option<String>,
    pub google_client_id: Option<String>,
    pub facebook_client_id: Option<String>,
}

/// The kinds of Google tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoogleTag {
    Analytics,
    /// Of several products.
    Tag,
    Ads,
    /// A container of the tag manager.
    Container,
}

impl GoogleTag {
    /// The kind by the first letters; none if the text is no id of a tag.
    pub fn of(text: &str) -> Option<Self> {
        let kinds = [("G-", Self::Analytics), ("GT-", Self::Tag), ("AW-", Self::Ads), ("GTM-", Self::Container)];
        let (id, kind) = kinds.into_iter().find_map(|(start, kind)| Some((text.strip_prefix(start)?, kind)))?;
        let fits = !id.is_empty() && text.len() <= MAX_NAME as usize && id.bytes().all(|b| b.is_ascii_alphanumeric());
        fits.then_some(kind)
    }
}

/// Where error reports go: the address that Sentry gives a project, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentryDsn {
    /// Public: it lets reports in and nothing out.
    pub key: String,
    /// As a policy names it.
    pub origin: String,
    /// Where reports are posted to.
    pub envelope_url: String,
}

impl SentryDsn {
    /// Encrypted, but for this machine's own.
    pub fn of(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok().filter(|_| text.len() <= MAX_SECRET)?;
        let is_here = match url.host()? {
            // A policy is made of it, which some signs that names may have would end.
            Host::Domain(name) if !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.".contains(&b)) => {
                return None;
            }
            Host::Domain(name) => name == "localhost",
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        };
        let is_safe = url.scheme() == "https" || url.scheme() == "http" && is_here;
        let is_plain = url.password().is_none() && url.query().is_none() && url.fragment().is_none();
        let key = url.username();
        let (folder, project) = url.path().rsplit_once('/')?;
        let fits = is_safe
            && is_plain
            && !key.is_empty()
            && key.bytes().all(|b| b.is_ascii_alphanumeric())
            && !project.is_empty()
            && project.bytes().all(|b| b.is_ascii_digit())
            && folder.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_".contains(&b));
        let origin = url.origin().ascii_serialization();
        let envelope_url = format!("{origin}{folder}/api/{project}/envelope/");
        fits.then(|| Self { key: key.to_owned(), origin, envelope_url })
    }
}

/// Whether the text can be an id of this kind.
pub fn is_provider_id(kind: ProviderIdKind, text: &str) -> bool {
    let is_word = |more: &[u8]| {
        let length = 1..=MAX_NAME as usize;
        length.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || more.contains(&b))
    };
    match kind {
        ProviderIdKind::GoogleTag => GoogleTag::of(text).is_some(),
        ProviderIdKind::Sentry => SentryDsn::of(text).is_some(),
        ProviderIdKind::Recaptcha => is_word(b"-_"),
        // Other clients of Google have other endings: they cannot log anybody in.
        ProviderIdKind::GoogleLogin => text.ends_with(".apps.googleusercontent.com") && is_word(b"-_."),
        ProviderIdKind::FacebookLogin => is_word(b"") && text.bytes().all(|b| b.is_ascii_digit()),
    }
}

/// A secret as it is kept, if it can be one.
pub fn usable_secret(text: &str) -> Option<Secret<String>> {
    let text = text.trim();
    let fits = (1..=MAX_SECRET).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    fits.then(|| Secret::new(text.to_owned()))
}

/// A secret, and the id that it was given for.
#[derive(Clone, Debug, Deserialize)]
pub struct ProviderSecret {
    pub of: String,
    pub secret: Secret<String>,
}

/// The secrets of a channel's ids.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct ProviderSecrets(BTreeMap<ProviderIdKind, ProviderSecret>);

impl ProviderSecrets {
    /// The secret of this id. That of an id before it is never sent with another one.
    pub fn of(&self, kind: ProviderIdKind, id: &str) -> Option<&Secret<String>> {
        self.0.get(&kind).filter(|kept| kept.of == id).map(|kept| &kept.secret)
    }

    pub fn all(&self) -> impl Iterator<Item = (ProviderIdKind, &ProviderSecret)> {
        self.0.iter().map(|(kind, kept)| (*kind, kept))
    }

    /// The same with another secret of a kind, or with none.
    #[must_use]
    pub fn with(mut self, kind: ProviderIdKind, secret: Option<ProviderSecret>) -> Self {
        match secret {
            Some(secret) => self.0.insert(kind, secret),
            None => self.0.remove(&kind),
        };
        self
    }
}

/// What a provider answered about an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProviderIdOutcome {
    Known,
    /// Google serves a tag for it, but does so for ids that nobody has, too.
    Served,
    Unknown,
    /// It is an id of something else.
    WrongKind,
    /// The id may be right; its secret is not.
    WrongSecret,
    /// There is no secret for this id, so nobody was asked.
    NoSecret,
    /// Nothing came within five seconds.
    NoAnswer,
    /// Nothing listens there.
    Refused,
    /// The name does not resolve, or there was no connection.
    Unreachable,
    /// The address is not one of the public internet, so nobody was asked.
    Private,
    /// It answered something that says nothing about the id.
    Odd,
}

impl ProviderIdOutcome {
    pub fn is_ok(self) -> bool {
        matches!(self, Self::Known | Self::Served)
    }
}

/// The newest check of an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderIdCheck {
    pub at: Timestamp,
    pub outcome: ProviderIdOutcome,
    pub took_ms: u64,
    /// The id that was checked.
    pub id: String,
    /// What the provider said, without secrets; empty if nothing.
    pub said: String,
}

pub type ProviderIdChecks = BTreeMap<ProviderIdKind, ProviderIdCheck>;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn dsn_is_taken_apart() {
        let dsn = SentryDsn::of("https://abc123@o1.ingest.sentry.io/42").unwrap();
        assert_eq!((dsn.key.as_str(), dsn.origin.as_str()), ("abc123", "https://o1.ingest.sentry.io"));
        assert_eq!(dsn.envelope_url, "https://o1.ingest.sentry.io/api/42/envelope/");
        let below = SentryDsn::of("https://abc@errors.example:8443/datalake/1").unwrap();
        assert_eq!(below.envelope_url, "https://errors.example:8443/datalake/api/1/envelope/");
        assert!(SentryDsn::of("http://abc@127.0.0.1:9/1").is_some());
        for wrong in [
            "",
            "abc",
            "https://o1.ingest.sentry.io/42",
            "https://abc@o1.ingest.sentry.io/",
            "https://abc@o1.ingest.sentry.io/x",
            "https://abc:secret@o1.ingest.sentry.io/42",
            "https://abc@o1.ingest.sentry.io/42?x=1",
            "https://abc@o1.ingest.sentry.io/42#x",
            "http://abc@o1.ingest.sentry.io/42",
            "ftp://abc@o1.ingest.sentry.io/42",
            "https://abc@o1;script-src.example/42",
            "https://abc@o1'x.example/42",
        ] {
            assert_eq!(SentryDsn::of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn ids_have_the_form_of_their_kind() {
        for (kind, right, wrong) in [
            (ProviderIdKind::GoogleTag, "GTM-AB12", "UA-1-1"),
            (ProviderIdKind::Sentry, "https://abc@o1.ingest.sentry.io/42", "abc"),
            (ProviderIdKind::Recaptcha, "6LeIxAcTAAAAAJcZ-_x", "6Le IxAc"),
            (ProviderIdKind::GoogleLogin, "12-ab.apps.googleusercontent.com", "12-ab"),
            (ProviderIdKind::FacebookLogin, "123456", "12ab"),
        ] {
            assert!(is_provider_id(kind, right) && !is_provider_id(kind, wrong), "{kind:?}");
            assert!(!is_provider_id(kind, "") && !is_provider_id(kind, &"1".repeat(300)), "{kind:?}");
            assert_eq!((ProviderIdKind::of_word(kind.word()), json!(kind)), (Some(kind), json!(kind.word())));
        }
        assert_eq!(usable_secret(" x "), Some(Secret::new("x".to_owned())));
        assert!([" ", "a b", "é", "x".repeat(201).as_str()].into_iter().all(|wrong| usable_secret(wrong).is_none()));
    }

    /// T44: a secret goes nowhere with an id that it was not given for, and cannot be printed.
    #[test]
    fn secret_belongs_to_the_id_it_was_given_for() {
        let kept = json!({ "recaptcha": { "of": "6Le", "secret": "hunter2" } });
        let secrets: ProviderSecrets = serde_json::from_value(kept).unwrap();
        assert_eq!(secrets.of(ProviderIdKind::Recaptcha, "6Le").unwrap().expose(), "hunter2");
        assert!(secrets.of(ProviderIdKind::Recaptcha, "6Lf").is_none());
        assert!(secrets.of(ProviderIdKind::GoogleLogin, "6Le").is_none());
        assert!(!format!("{secrets:?}").contains("hunter2"));
        assert_eq!(secrets.with(ProviderIdKind::Recaptcha, None).all().count(), 0);
    }

    proptest! {
        /// T28: whatever is taken as an address of reports ends no directive of a policy and names one origin.
        #[test]
        fn dsn_is_safe_in_a_policy(text in "(https|http)://[a-z0-9]{0,4}@?[a-z.;,'* \\-\\[\\]:0-9é]{1,20}/(\\PC{0,6}|[0-9]{1,3})") {
            if let Some(dsn) = SentryDsn::of(&text) {
                let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-.:/[]".contains(&b);
                prop_assert!(dsn.origin.bytes().all(is_plain), "{}", dsn.origin);
                prop_assert!(dsn.envelope_url.starts_with(&dsn.origin) && dsn.envelope_url.ends_with("/envelope/"));
            }
        }

        /// Ids stand in addresses and pages as they are.
        #[test]
        fn ids_need_no_escaping(text in "((G|GT|AW|GTM)-|6L)?\\PC{0,40}(.apps.googleusercontent.com)?") {
            for kind in ProviderIdKind::ALL.into_iter().filter(|kind| *kind != ProviderIdKind::Sentry) {
                let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
                prop_assert!(!is_provider_id(kind, &text) || is_plain, "{kind:?}");
            }
        }
    }
}
