//! Settings: `touchline.toml`, then the environment. A wrong value stops the program and names the setting.

mod captcha;
mod providers;
mod stripe;

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::secret::Secret;
use figment::Provider as _;
use figment::providers::{Env, Format, Serialized, Toml};
use figment::value::Dict;
use figment::{Figment, Profile};
use ipnet::IpNet;
use media::ingest::srt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

pub use crate::accounts::captcha::{CaptchaConfig, RecaptchaConfig};
pub use crate::accounts::social::{ChannelSocial, OAuth, OpenId, Provider, SocialSettings};
pub use crate::commerce::StripeConfig;
pub use crate::providers::ProviderUrls;

/// Environment variables that keep the names others know them by; all else is `TOUCHLINE_` and the setting's name.
const PLAIN_NAMES: [&str; 14] = [
    "port",
    "metrics_port",
    "rtmp_port",
    "srt_port",
    "srt_passphrase",
    "database_url",
    "media_url",
    "smtp_url",
    "recaptcha_site_key",
    "recaptcha_secret_key",
    "stripe_secret_key",
    "stripe_publishable_key",
    "stripe_webhook_secret",
    "stripe_api_base",
];

/// A month of free access: a member who has not paid by then will not pay.
const MAX_GRACE_DAYS: u16 = 30;

/// Read from the folder that the program is started in.
const USUAL_FILE: &str = "touchline.toml";

/// The program's settings, checked.
#[derive(Clone, Debug)]
pub struct Config {
    pub port: u16,
    pub listen: IpAddr,
    pub metrics_port: OptionalPort,
    /// Where encoders send to.
    pub rtmp_port: OptionalPort,
    pub srt_port: OptionalPort,
    /// Encrypts what comes by SRT; without one it is not.
    pub srt_passphrase: Option<Secret<String>>,
    pub rtmp_listen: IpAddr,
    /// A game from which nothing comes for so long has ended; 0 for never.
    pub stream_silence_s: u64,
    /// Cores of the processor that lower renditions of live games may use, 0 for none; half of them when not said.
    pub rendition_cores: Option<f64>,
    /// Below the first threshold operators are warned, below the second no new game can start.
    pub disk_warn_mb: u64,
    pub disk_refuse_mb: u64,
    /// The largest file that operators may upload.
    pub upload_max_mb: u64,
    /// How much of a live game is kept in memory, if that is less than usual. No setting.
    pub live_window: Option<Duration>,
    /// Live games restart after this time; never if this is not said. No setting.
    pub live_restart_after: Option<Duration>,
    pub data_dir: PathBuf,
    /// May hold a password.
    pub database_url: Secret<String>,
    pub media_url: Secret<String>,
    /// The mail server; without one, mails are kept.
    pub smtp_url: Option<Secret<String>>,
    /// The sender of all mails; each channel's own when not said.
    pub mail_from: Option<String>,
    pub development: bool,
    /// Requests from this very machine need no captcha. No setting.
    pub trusts_loopback: bool,
    /// Mails that no mail server takes are shown to this very machine. No setting.
    pub has_dev_mailbox: bool,
    pub trusted_proxies: Vec<IpNet>,
    /// In place of the one that the program carries.
    pub geo_database: Option<PathBuf>,
    pub captcha: CaptchaConfig,
    /// Where ids of channels are checked, and clients for social login that operators entered are known.
    pub provider_urls: ProviderUrls,
    /// The payment provider. Without it nothing is for sale, unless another one is passed to `server::start`.
    pub stripe: Option<StripeConfig>,
    /// Whether the built-in test bank takes the place of Stripe: what it sells is paid with nothing.
    pub test_payments: bool,
    /// How often orders that are not decided are asked about.
    pub payment_sweep_s: u64,
    /// How many days access continues while a renewal is retried or the provider is unavailable.
    pub renewal_grace_days: u16,
    /// Size of the in-memory segment cache.
    pub media_cache_mb: u64,
    pub max_connections: usize,
    pub max_connections_per_address: usize,
    pub head_time_s: u64,
    pub body_idle_s: u64,
    pub write_idle_s: u64,
    pub stop_grace_s: u64,
    pub log: String,
    /// Through which other sites people log in, by the channel's alias.
    pub social: SocialSettings,
}

/// A port (0 for any free one), or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionalPort {
    Off,
    On(u16),
}

impl<'de> Deserialize<'de> for OptionalPort {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Port(u16),
            Word(String),
        }
        match Written::deserialize(deserializer) {
            Ok(Written::Port(port)) => Ok(Self::On(port)),
            Ok(Written::Word(word)) if word == "off" => Ok(Self::Off),
            _ => Err(serde::de::Error::custom("expected a port, or `off`")),
        }
    }
}

/// As the file and the environment spell it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    port: u16,
    listen: IpAddr,
    metrics_port: OptionalPort,
    rtmp_port: OptionalPort,
    srt_port: OptionalPort,
    srt_passphrase: Option<Secret<String>>,
    rtmp_listen: Option<IpAddr>,
    stream_silence_s: u64,
    rendition_cores: Option<f64>,
    disk_warn_mb: u64,
    disk_refuse_mb: u64,
    upload_max_mb: u64,
    data_dir: PathBuf,
    database_url: Option<String>,
    media_url: Option<String>,
    smtp_url: Option<Secret<String>>,
    mail_from: Option<String>,
    development: bool,
    allow_plain_http: bool,
    trusted_proxies: Vec<IpNet>,
    geo_database: Option<PathBuf>,
    captcha_work: u32,
    recaptcha_site_key: Option<String>,
    recaptcha_secret_key: Option<Secret<String>>,
    recaptcha_url: String,
    google_tag_url: Option<String>,
    google_login_url: Option<String>,
    facebook_graph_url: Option<String>,
    stripe_secret_key: Option<Secret<String>>,
    stripe_publishable_key: Option<String>,
    stripe_webhook_secret: Option<Secret<String>>,
    stripe_api_base: Option<String>,
    test_payments: bool,
    payment_sweep_s: u64,
    renewal_grace_days: u16,
    media_cache_mb: u64,
    max_connections: usize,
    max_connections_per_address: usize,
    head_time_s: u64,
    body_idle_s: u64,
    write_idle_s: u64,
    stop_grace_s: u64,
    log: String,
    #[serde(default)]
    social: SocialSettings,
}

#[derive(Serialize)]
struct Defaults {
    port: u16,
    listen: IpAddr,
    metrics_port: u16,
    rtmp_port: u16,
    srt_port: &'static str,
    stream_silence_s: u64,
    disk_warn_mb: u64,
    disk_refuse_mb: u64,
    upload_max_mb: u64,
    data_dir: &'static str,
    development: bool,
    allow_plain_http: bool,
    trusted_proxies: [&'static str; 0],
    captcha_work: u32,
    recaptcha_url: &'static str,
    test_payments: bool,
    payment_sweep_s: u64,
    renewal_grace_days: u16,
    media_cache_mb: u64,
    max_connections: usize,
    max_connections_per_address: usize,
    head_time_s: u64,
    body_idle_s: u64,
    write_idle_s: u64,
    stop_grace_s: u64,
    log: &'static str,
}

const DEFAULTS: Defaults = Defaults {
    port: 8080,
    listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
    metrics_port: 9464,
    rtmp_port: 1935,
    srt_port: "off",
    // A half-time break without pictures is shorter.
    stream_silence_s: 15 * 60,
    disk_warn_mb: 5_000,
    disk_refuse_mb: 1_000,
    upload_max_mb: 20_000,
    data_dir: "./data",
    development: false,
    allow_plain_http: false,
    trusted_proxies: [],
    // A tenth of a second in a browser, on average.
    captcha_work: 50_000,
    recaptcha_url: "https://www.google.com/recaptcha/api/siteverify",
    test_payments: false,
    payment_sweep_s: 60,
    renewal_grace_days: 3,
    media_cache_mb: 256,
    max_connections: 16_384,
    // A school behind one address brings everybody at once.
    max_connections_per_address: 4_096,
    head_time_s: 10,
    body_idle_s: 30,
    write_idle_s: 60,
    stop_grace_s: 20,
    log: "info",
};

/// What is wrong with a setting.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting}: {problem}")]
pub struct ConfigError {
    setting: String,
    problem: String,
}

impl ConfigError {
    fn new(setting: &str, problem: impl Into<String>) -> Self {
        Self { setting: variable(setting), problem: problem.into() }
    }

    /// Of a setting within a group, which only the file has.
    fn within(path: &[String], problem: impl Into<String>) -> Self {
        Self { setting: path.join("."), problem: problem.into() }
    }
}

/// The environment variable of a setting.
fn variable(setting: &str) -> String {
    let upper = setting.to_uppercase();
    if PLAIN_NAMES.contains(&setting) { upper } else { format!("TOUCHLINE_{upper}") }
}

impl Config {
    /// Reads the file, and the environment over it. Settings whose names begin with one of `others` are those of other parts
    /// of the program, which read them by `settings_of`.
    pub fn load(named: Option<&Path>, others: &[&str]) -> Result<Self, ConfigError> {
        let mut found = sources(named)?;
        found.retain(|name, _| !others.iter().any(|prefix| name.starts_with(prefix)));
        Self::read(&Figment::from(Serialized::defaults(DEFAULTS)).merge(Serialized::defaults(found)))
    }

    fn read(figment: &Figment) -> Result<Self, ConfigError> {
        figment.extract::<Written>().map_err(error)?.check()
    }
}

/// The settings whose names begin with `prefix`, from the same file and environment.
pub fn settings_of<T: DeserializeOwned>(named: Option<&Path>, prefix: &str) -> Result<T, ConfigError> {
    let mut found = sources(named)?;
    found.retain(|name, _| name.starts_with(prefix));
    Figment::from(Serialized::defaults(found)).extract().map_err(error)
}

/// What file and environment say. A file that is named must be there; the usual one may be.
fn sources(named: Option<&Path>) -> Result<Dict, ConfigError> {
    let file = named.or(Some(Path::new(USUAL_FILE)).filter(|file| file.exists()));
    let figment = file.map_or_else(Figment::new, |file| Figment::from(Toml::file_exact(file)));
    let figment = figment.merge(Env::prefixed("TOUCHLINE_")).merge(Env::raw().only(&PLAIN_NAMES));
    Ok(figment.data().map_err(error)?.remove(&Profile::Default).unwrap_or_default())
}

fn error(cause: figment::Error) -> ConfigError {
    use figment::error::Kind;
    if cause.path.first().is_some_and(|setting| setting == "social") {
        return social_error(cause);
    }
    if let Kind::UnknownField(name, _) = &cause.kind {
        return ConfigError::new(name, "there is no such setting");
    }
    let Some(setting) = cause.path.first() else {
        return ConfigError { setting: USUAL_FILE.into(), problem: cause.kind.to_string() };
    };
    let problem = match &cause.kind {
        // The value itself stays out of the message: it may be a password.
        Kind::InvalidType(_, expected) | Kind::InvalidValue(_, expected) => format!("expected {expected}"),
        other => other.to_string(),
    };
    ConfigError::new(setting, problem)
}

/// The same for a group of settings: the whole way to the wrong one is named.
fn social_error(cause: figment::Error) -> ConfigError {
    use figment::error::Kind;
    let mut path = cause.path;
    let problem = match cause.kind {
        Kind::UnknownField(name, _) => {
            if path.last() != Some(&name) {
                path.push(name);
            }
            "there is no such setting".to_owned()
        }
        Kind::MissingField(name) => {
            path.push(name.into_owned());
            "it is missing".to_owned()
        }
        Kind::InvalidType(_, expected) | Kind::InvalidValue(_, expected) => format!("expected {expected}"),
        other => other.to_string(),
    };
    ConfigError::within(&path, problem)
}

impl Written {
    fn check(self) -> Result<Config, ConfigError> {
        if !self.listen.is_loopback() && !self.allow_plain_http {
            return Err(ConfigError::new(
                "listen",
                format!(
                    "{} can be reached from elsewhere, and this program speaks plain HTTP. Put a proxy with TLS in front \
                     and listen on 127.0.0.1, or say that it is meant with TOUCHLINE_ALLOW_PLAIN_HTTP=true",
                    self.listen
                ),
            ));
        }
        let in_data = |name: &str| self.data_dir.join(name).display().to_string();
        let database_url = self.database_url.unwrap_or_else(|| format!("sqlite:{}", in_data("touchline.db")));
        if !["sqlite:", "postgres:", "postgresql:"].iter().any(|scheme| database_url.starts_with(scheme)) {
            return Err(ConfigError::new("database_url", "expected sqlite:PATH or postgres://USER@HOST/NAME"));
        }
        let media_url = self.media_url.unwrap_or_else(|| format!("file:{}", in_data("media")));
        if !["file:", "s3:"].iter().any(|scheme| media_url.starts_with(scheme)) {
            return Err(ConfigError::new("media_url", "expected file:FOLDER or s3://BUCKET"));
        }
        // An empty one is none: so that a setting of the surroundings can be taken back.
        let smtp_url = self.smtp_url.filter(|url| !url.expose().is_empty());
        if let Some(url) = &smtp_url {
            mail::Smtp::new(url).map_err(|cause| ConfigError::new("smtp_url", cause.to_string()))?;
        }
        if self.mail_from.as_deref().is_some_and(|from| !mail::is_address(from)) {
            return Err(ConfigError::new("mail_from", "expected an address, as noreply@channel.example"));
        }
        let recaptcha_url = self.recaptcha_url;
        let captcha = captcha::read(
            self.captcha_work,
            self.recaptcha_site_key,
            self.recaptcha_secret_key,
            recaptcha_url.clone(),
        )?;
        let provider_urls =
            providers::read(recaptcha_url, self.google_tag_url, self.google_login_url, self.facebook_graph_url)?;
        let stripe = stripe::read(
            self.stripe_secret_key,
            self.stripe_publishable_key,
            self.stripe_webhook_secret,
            self.stripe_api_base.as_deref(),
        )?;
        let srt_passphrase = self.srt_passphrase.filter(|phrase| !phrase.expose().is_empty());
        if srt_passphrase.as_ref().is_some_and(|phrase| srt::Passphrase::new(phrase.expose()).is_none()) {
            return Err(ConfigError::new("srt_passphrase", "expected 10 to 79 letters"));
        }
        if self.rendition_cores.is_some_and(|cores| !(0.0..=1024.0).contains(&cores)) {
            return Err(ConfigError::new("rendition_cores", "expected a number from 0 to 1024"));
        }
        for (setting, value) in [
            ("max_connections", self.max_connections),
            ("max_connections_per_address", self.max_connections_per_address),
        ] {
            if value == 0 {
                return Err(ConfigError::new(setting, "expected a number above 0"));
            }
        }
        if self.payment_sweep_s == 0 {
            return Err(ConfigError::new("payment_sweep_s", "expected a number above 0"));
        }
        if self.renewal_grace_days > MAX_GRACE_DAYS {
            return Err(ConfigError::new("renewal_grace_days", "expected a number from 0 to 30"));
        }
        if let Some(alias) = self.social.keys().find(|alias| !domain::channel::is_alias(alias)) {
            return Err(ConfigError::within(&["social".into(), alias.clone()], "expected a channel's alias"));
        }
        Ok(Config {
            port: self.port,
            listen: self.listen,
            metrics_port: self.metrics_port,
            rtmp_port: self.rtmp_port,
            srt_port: self.srt_port,
            srt_passphrase,
            rtmp_listen: self.rtmp_listen.unwrap_or(self.listen),
            stream_silence_s: self.stream_silence_s,
            rendition_cores: self.rendition_cores,
            disk_warn_mb: self.disk_warn_mb,
            disk_refuse_mb: self.disk_refuse_mb,
            upload_max_mb: self.upload_max_mb,
            live_window: None,
            live_restart_after: None,
            data_dir: self.data_dir,
            database_url: Secret::new(database_url),
            media_url: Secret::new(media_url),
            smtp_url,
            mail_from: self.mail_from,
            development: self.development,
            trusts_loopback: false,
            has_dev_mailbox: false,
            trusted_proxies: self.trusted_proxies,
            geo_database: self.geo_database,
            captcha,
            provider_urls,
            stripe,
            test_payments: self.test_payments,
            payment_sweep_s: self.payment_sweep_s,
            renewal_grace_days: self.renewal_grace_days,
            media_cache_mb: self.media_cache_mb,
            max_connections: self.max_connections,
            max_connections_per_address: self.max_connections_per_address,
            head_time_s: self.head_time_s,
            body_idle_s: self.body_idle_s,
            write_idle_s: self.write_idle_s,
            stop_grace_s: self.stop_grace_s,
            log: self.log,
            social: self.social,
        })
    }
}

#[cfg(test)]
mod tests;
