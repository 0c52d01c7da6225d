//! Tests of valid settings and of invalid ones, which are rejected by name.

use super::*;

fn read(toml: &str) -> Result<Config, ConfigError> {
    Config::read(&Figment::from(Serialized::defaults(DEFAULTS)).merge(Toml::string(toml)))
}

#[test]
fn empty_configuration_serves_one_machine_from_one_folder() {
    let config = read("").unwrap();
    assert_eq!(config.port, 8080);
    assert!(config.listen.is_loopback());
    assert_eq!(config.database_url.expose(), "sqlite:./data/touchline.db");
    assert_eq!(config.media_url.expose(), "file:./data/media");
    assert_eq!(config.metrics_port, OptionalPort::On(9464));
    assert!(config.smtp_url.is_none() && read("smtp_url = \"\"").unwrap().smtp_url.is_none());
    assert_eq!((config.rtmp_port, config.srt_port), (OptionalPort::On(1935), OptionalPort::Off));
    assert!(config.rtmp_listen.is_loopback());
    assert_eq!(config.stream_silence_s, 900);
    assert_eq!(config.rendition_cores, None);
    assert_eq!(config.provider_urls.google_tag, "https://www.googletagmanager.com");
    let urls = read("google_tag_url = \"http://127.0.0.1:9/\"").unwrap().provider_urls;
    assert_eq!((urls.google_tag.as_str(), urls.recaptcha), ("http://127.0.0.1:9", config.provider_urls.recaptcha));
    assert_eq!(read("rendition_cores = 0").unwrap().rendition_cores, Some(0.0));
    assert_eq!(read("metrics_port = \"off\"").unwrap().metrics_port, OptionalPort::Off);
}

#[test]
fn a_wrong_value_names_its_setting() {
    for (toml, setting) in [
        ("port = \"eighty\"", "PORT"),
        ("port = 70000", "PORT"),
        ("listen = \"everywhere\"", "TOUCHLINE_LISTEN"),
        ("database_url = \"mysql://x\"", "DATABASE_URL"),
        ("media_url = \"ftp:x\"", "MEDIA_URL"),
        ("metrics_port = \"on\"", "METRICS_PORT"),
        ("rtmp_port = \"on\"", "RTMP_PORT"),
        ("srt_port = 70000", "SRT_PORT"),
        ("srt_passphrase = \"hunter2\"", "SRT_PASSPHRASE"),
        ("rtmp_listen = \"here\"", "TOUCHLINE_RTMP_LISTEN"),
        ("stream_silence_s = -1", "TOUCHLINE_STREAM_SILENCE_S"),
        ("rendition_cores = -1", "TOUCHLINE_RENDITION_CORES"),
        ("rendition_cores = nan", "TOUCHLINE_RENDITION_CORES"),
        ("rendition_cores = \"all\"", "TOUCHLINE_RENDITION_CORES"),
        ("trusted_proxies = [\"10.0.0.0/99\"]", "TOUCHLINE_TRUSTED_PROXIES"),
        ("smtp_url = \"http://mail.example\"", "SMTP_URL"),
        ("mail_from = \"not an address\"", "TOUCHLINE_MAIL_FROM"),
        ("max_connections = 0", "TOUCHLINE_MAX_CONNECTIONS"),
        ("captcha_work = 0", "TOUCHLINE_CAPTCHA_WORK"),
        ("renewal_grace_days = 31", "TOUCHLINE_RENEWAL_GRACE_DAYS"),
        ("recaptcha_site_key = \"6Lc\"", "RECAPTCHA_SECRET_KEY"),
        ("recaptcha_secret_key = \"hunter2\"", "RECAPTCHA_SITE_KEY"),
        ("recaptcha_url = \"http://example.org\"", "TOUCHLINE_RECAPTCHA_URL"),
        ("google_tag_url = \"http://example.org\"", "TOUCHLINE_GOOGLE_TAG_URL"),
        ("google_login_url = \"accounts\"", "TOUCHLINE_GOOGLE_LOGIN_URL"),
        ("facebook_graph_url = \"ftp://localhost\"", "TOUCHLINE_FACEBOOK_GRAPH_URL"),
        ("colour = \"red\"", "TOUCHLINE_COLOUR"),
    ] {
        let message = read(toml).expect_err(toml).to_string();
        assert!(message.starts_with(&format!("{setting}: ")), "{toml} gave {message}");
    }
}

#[test]
fn other_sites_are_set_for_each_channel() {
    let config = read(
        "[social.demo.google]\nclient_id = \"id\"\nclient_secret = \"hunter2\"\n\
         [social.demo.facebook]\nclient_id = \"1\"\nclient_secret = \"hunter2\"\ntoken_url = \"http://localhost:9/t\"",
    )
    .unwrap();
    assert!(!format!("{config:?}").contains("hunter2"));
    let demo = &config.social["demo"];
    assert_eq!(demo.google.as_ref().unwrap().issuer, "https://accounts.google.com");
    let facebook = demo.facebook.as_ref().unwrap();
    assert_eq!(facebook.token_url, "http://localhost:9/t");
    assert!(facebook.authorize_url.starts_with("https://www.facebook.com/"));
    assert!(read("").unwrap().social.is_empty());
}

#[test]
fn a_wrong_value_of_another_site_is_named() {
    let google = "[social.demo.google]\nclient_id = \"id\"\nclient_secret = \"hunter2\"\n";
    for (toml, setting) in [
        ("[social.demo.google]\nclient_id = \"id\"", "social.demo.google.client_secret"),
        ("[social.demo.google]\nclient_id = \"\"\nclient_secret = \"x\"", "social.demo.google.client_id"),
        ("[social.demo.google]\nclient_id = \"id\"\nclient_secret = 7", "social.demo.google.client_secret"),
        (&format!("{google}issuer = \"http://accounts.test\""), "social.demo.google.issuer"),
        (&format!("{google}issuer = \"accounts\""), "social.demo.google.issuer"),
        (&format!("{google}colour = \"red\""), "social.demo.google.colour"),
        ("[social.demo.myspace]\nclient_id = \"id\"", "social.demo.myspace"),
        (&google.replace("demo", "Demo"), "social.Demo"),
    ] {
        let message = read(toml).expect_err(toml).to_string();
        assert!(message.starts_with(&format!("{setting}: ")), "{toml} gave {message}");
        assert!(!message.contains("hunter2"), "{message}");
    }
}

/// PAY-18, T12: an account at Stripe is whole, or there is none.
#[test]
fn stripe_is_whole_or_not_there() {
    let all = [
        "stripe_secret_key = 'sk_test_1'",
        "stripe_publishable_key = 'pk_test_1'",
        "stripe_webhook_secret = 'whsec_a, whsec_b'",
    ];
    assert!(read("stripe_secret_key = ''").unwrap().stripe.is_none());
    assert!(read(&all.join("\n")).unwrap().stripe.is_some());
    for left_out in 0..3 {
        let some: Vec<_> =
            all.iter().enumerate().filter(|(place, _)| *place != left_out).map(|(_, line)| *line).collect();
        let refused = read(&some.join("\n")).unwrap_err().to_string();
        assert!(refused.starts_with("STRIPE_") && !refused.contains("_test_"), "{refused}");
    }
    for wrong in ["stripe_api_base = 'http://elsewhere.test'", "stripe_webhook_secret = ','"] {
        let lines = all.iter().filter(|line| line.split(' ').next() != wrong.split(' ').next());
        let lines: Vec<_> = lines.copied().chain([wrong]).collect();
        assert!(read(&lines.join("\n")).is_err(), "{wrong}");
    }
    let mixed = all.join("\n").replace("pk_test", "pk_live");
    assert!(read(&mixed).is_err());
}

/// T53, T44: keys that are swapped, mixed or of another kind are refused by the name of their setting, and not
/// repeated.
#[test]
fn keys_of_stripe_stand_where_they_belong() {
    let account = |secret: &str, publishable: &str, webhook: &str| {
        read(&format!(
            "stripe_secret_key = '{secret}'\nstripe_publishable_key = '{publishable}'\nstripe_webhook_secret = '{webhook}'"
        ))
    };
    for (secret, publishable) in [("sk_test_1", "pk_test_1"), ("rk_live_1", "pk_live_1"), ("sk_live_1", "pk_live_1")] {
        assert!(account(secret, publishable, "whsec_1").unwrap().stripe.is_some());
    }
    for (secret, publishable, webhook, setting) in [
        ("pk_live_1x", "sk_live_1x", "whsec_1x", "STRIPE_SECRET_KEY"),
        ("sk_live_1x", "sk_live_1x", "whsec_1x", "STRIPE_PUBLISHABLE_KEY"),
        ("sk_live_1x", "whsec_1x", "pk_live_1x", "STRIPE_PUBLISHABLE_KEY"),
        ("sk_live_1x", "pk_test_1x", "whsec_1x", "STRIPE_PUBLISHABLE_KEY"),
        ("sk_test_1x", "pk_live_1x", "whsec_1x", "STRIPE_PUBLISHABLE_KEY"),
        ("whsec_1x", "pk_live_1x", "sk_live_1x", "STRIPE_SECRET_KEY"),
        ("sk_live_1x", "pk_live_1x", "sk_live_1x", "STRIPE_WEBHOOK_SECRET"),
        ("sk_live_1x", "pk_live_1x", "whsec_1x, 1x", "STRIPE_WEBHOOK_SECRET"),
        ("hunter2_1x", "pk_live_1x", "whsec_1x", "STRIPE_SECRET_KEY"),
    ] {
        let refused = account(secret, publishable, webhook).unwrap_err().to_string();
        assert!(refused.starts_with(setting) && !refused.contains("1x"), "{setting}: {refused}");
    }
}

/// T48: nobody serves plain HTTP to the world without having said so.
#[test]
fn listening_publicly_has_to_be_meant() {
    let refused = read("listen = \"0.0.0.0\"").unwrap_err().to_string();
    assert!(refused.contains("TOUCHLINE_ALLOW_PLAIN_HTTP"), "{refused}");
    assert!(read("listen = \"0.0.0.0\"\nallow_plain_http = true").is_ok());
}

/// T44: a password in a setting is not printed.
#[test]
fn passwords_are_not_shown() {
    let keys = "recaptcha_site_key = \"6Lc\"\nrecaptcha_secret_key = \"hunter2\"";
    let config = read(&format!("database_url = \"postgres://me:hunter2@db/x\"\n{keys}")).unwrap();
    assert!(!format!("{config:?}").contains("hunter2"));
    let refused = read("database_url = \"mysql://me:hunter2@db/x\"").unwrap_err();
    assert!(!refused.to_string().contains("hunter2"));
    let config = read("smtp_url = \"smtps://me:hunter2@mail.example\"").unwrap();
    assert!(config.smtp_url.is_some() && !format!("{config:?}").contains("hunter2"));
    for wrong in ["smtp_url = \"http://me:hunter2@x\"", "smtp_url = [\"hunter2\"]", "smtp_url = \"hunter2\""] {
        assert!(!read(wrong).unwrap_err().to_string().contains("hunter2"), "{wrong}");
    }
}
