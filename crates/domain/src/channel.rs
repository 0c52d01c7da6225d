//! A channel: the tenant that everything else belongs to.

use std::borrow::Cow;

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clip::Shares;
use crate::colours::ColorSettings;
use crate::geo::Rule;
use crate::ids::ChannelId;
use crate::money::Currency;
use crate::picture::stored;
use crate::provider_id::{ProviderIdKind, ProviderIds};
use crate::secret::Secret;
use crate::time::{Timestamp, zone_of};
use crate::translations::{Translated, Translations};

/// Former aliases stay the channel's, so that a channel cannot take every name.
pub const MAX_FORMER_ALIASES: u64 = 20;
/// For how long a deleted channel can be brought back.
pub const DELETED_CHANNEL_LIFE: i64 = 30 * Timestamp::DAY;

/// A language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    Fr,
    Bg,
}

impl Language {
    pub const ALL: [Self; 3] = [Self::En, Self::Fr, Self::Bg];

    /// The code used in `lang` attributes and on the wire.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
            Self::Bg => "bg",
        }
    }
}

/// What an operator decides about a channel as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    pub name: String,
    pub tagline: String,
    pub logo: Option<String>,
    /// A square picture of the library, for browsers' tabs and home screens; without one it is drawn.
    pub icon: Option<String>,
    pub language: Language,
    pub multi_language: bool,
    /// Of name and tagline.
    pub translations: Translations,
    pub currency: Currency,
    /// IANA name: the zone in which the channel tells days and its operators type times.
    pub time_zone: String,
    pub google_tag: Option<String>,
    pub analytics_key: Option<String>,
    pub ids: ProviderIds,
    pub colours: ColorSettings,
    /// Where the channel may be watched.
    pub geo_rule: Rule,
    pub accounts: AccountRules,
    pub playback: PlaybackRules,
}

impl Translated for Profile {
    const FIELDS: &'static [&'static str] = &["name", "tagline"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

impl Profile {
    /// The id that a provider gave the channel.
    pub fn provider_id(&self, kind: ProviderIdKind) -> Option<&str> {
        match kind {
            ProviderIdKind::GoogleTag => self.google_tag.as_deref(),
            ProviderIdKind::Sentry => self.ids.sentry_dsn.as_deref(),
            ProviderIdKind::Recaptcha => self.ids.recaptcha_site_key.as_deref(),
            ProviderIdKind::GoogleLogin => self.ids.google_client_id.as_deref(),
            ProviderIdKind::FacebookLogin => self.ids.facebook_client_id.as_deref(),
        }
    }

    pub fn zone(&self) -> TimeZone {
        zone_of(&self.time_zone)
    }

    /// The logo where it can be put on clips, by whose it is and its name: one that lies elsewhere cannot.
    pub fn stored_logo(&self) -> Option<(&str, &str)> {
        stored(self.logo.as_deref()?)
    }
}

/// How people get an account, and what strangers are told of it. A rule that is not stored is off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountRules {
    /// Answers "User not found" to a password reset with an unknown address.
    pub reveal_unknown_email: bool,
    /// An account is complete once its address is confirmed, and nobody learns whether an address has one.
    pub registration_by_mail: bool,
}

/// How much may be watched and taken along. A rule that is not stored is as usual.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlaybackRules {
    /// Streams of one account at the same time.
    pub max_streams: u32,
    /// Games and clips that an account may download within thirty days, unless its passes say otherwise.
    pub max_downloads: u32,
    /// Clips that an account may have, unless its passes say otherwise.
    pub max_clips: u32,
    /// How long a clip may be.
    pub max_clip_s: u32,
    /// How much of a game that costs money the clips of one member may show to everybody, in hundredths of it.
    pub clip_share: u32,
    /// The same of all members' clips together.
    pub clip_share_of_all: u32,
    /// For how many seconds a preroll that was seen to its end stays away.
    pub preroll_pause_s: u32,
    /// Sites that may show the channel's player in a frame, as `embed_host` keeps them.
    pub embed_hosts: Vec<String>,
}

impl PlaybackRules {
    pub fn clip_shares(&self) -> Shares {
        Shares { of_member: self.clip_share, of_all: self.clip_share_of_all }
    }
}

impl Default for PlaybackRules {
    fn default() -> Self {
        Self {
            max_streams: 2,
            max_downloads: 50,
            max_clips: 200,
            max_clip_s: 120,
            clip_share: 10,
            clip_share_of_all: 25,
            preroll_pause_s: 3600,
            embed_hosts: Vec::new(),
        }
    }
}

/// The identity of a channel: its names in addresses, and the keys that only it has.
#[derive(Clone, Debug)]
pub struct Identity {
    pub id: ChannelId,
    pub alias: String,
    pub hosts: Vec<String>,
    /// Public: what a browser exchanges for an api key.
    pub channel_key: String,
    /// Signs this channel's api keys.
    pub key_secret: Secret<[u8; 32]>,
}

/// Lower-cases a `Host` header and drops its port; `None` when it cannot be a host name.
pub fn normal_host(header: &str) -> Option<Cow<'_, str>> {
    let host = match header.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            if !port.is_empty() && !is_port(port.strip_prefix(':')?) {
                return None;
            }
            address.parse::<std::net::Ipv6Addr>().ok()?;
            &header[..address.len() + 2]
        }
        None => match header.split_once(':') {
            Some((host, port)) if is_port(port) => host,
            Some(_) => return None,
            None => header,
        },
    };
    let host = host.trim_end_matches('.');
    let plausible = !host.is_empty()
        && host.len() <= 253
        && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'[' | b']' | b':'));
    let lower = !host.bytes().any(|b| b.is_ascii_uppercase());
    // Browsers send it in lower case, and every request asks: nothing is copied for those.
    plausible.then(|| if lower { Cow::Borrowed(host) } else { Cow::Owned(host.to_ascii_lowercase()) })
}

fn is_port(text: &str) -> bool {
    text.parse::<u16>().is_ok()
}

/// Whether the text can be a channel's alias: it stands in addresses and file names.
pub fn is_alias(text: &str) -> bool {
    (1..=63).contains(&text.len())
        && !text.starts_with('-')
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// BOOT-02: the channel is found by the request's host, whatever its case or port.
    #[test]
    fn hosts_lose_case_and_port() {
        assert_eq!(normal_host("Demo.Localhost:8080").as_deref(), Some("demo.localhost"));
        assert_eq!(normal_host("[::1]:8080").as_deref(), Some("[::1]"));
        assert_eq!(normal_host("tv.example.").as_deref(), Some("tv.example"));
        for wrong in ["", ".", "..:80", "a b", "a:b:c", "[::1", "[::1]x", "a/../b", "a:99999", "é.example", "a@b"] {
            assert_eq!(normal_host(wrong), None, "{wrong}");
        }
    }

    /// Rules that were stored when a channel counted clips by pass are still read; what they do not say is as usual.
    #[test]
    fn stored_rules_of_older_versions_are_read() {
        let stored = r#"{"max_streams":3,"max_clips_by_pass":{"1":500}}"#;
        let read: PlaybackRules = serde_json::from_str(stored).unwrap();
        assert_eq!(read, PlaybackRules { max_streams: 3, ..PlaybackRules::default() });
    }

    #[test]
    fn aliases_are_safe_in_addresses() {
        assert!(is_alias("demo2"));
        for wrong in ["", "-a", "Demo", "a/b", "..", "a b"] {
            assert!(!is_alias(wrong), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn any_header_is_taken_or_refused_without_panic(header in prop_oneof!["\\PC{0,300}", "[aA0.:\\[\\]-]{0,8}"]) {
            if let Some(host) = normal_host(&header) {
                prop_assert_eq!(normal_host(&host), Some(host.clone()));
            }
        }
    }
}
