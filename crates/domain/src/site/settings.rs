//! The settings of a channel: its profile but for the logo, the colours and the sites that embed its player.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::channel::{Language, PlaybackRules, Profile};
use crate::editing::{Check, Editable, MAX_NAME, nullable, present, present_number, set, set_line, set_optional_line};
use crate::field_error::{FieldError, FieldErrors};
use crate::geo::Rule;
use crate::ids::ChannelId;
use crate::money::Currency;
use crate::new_channel::MAX_CHANNEL_NAME;
use crate::provider_id::{ProviderIdKind, is_provider_id};
use crate::time::is_time_zone;
use crate::translations::Translations;

/// The ids that providers gave the channel, by their fields.
const IDS: [(&str, ProviderIdKind); 5] = [
    ("google_tag", ProviderIdKind::GoogleTag),
    ("sentry_dsn", ProviderIdKind::Sentry),
    ("recaptcha_site_key", ProviderIdKind::Recaptcha),
    ("google_client_id", ProviderIdKind::GoogleLogin),
    ("facebook_client_id", ProviderIdKind::FacebookLogin),
];

/// A number of the playback rules: its field, its value, and the least and the greatest that it can be.
type Number = (&'static str, fn(&PlaybackRules) -> u32, [u32; 2]);

const NUMBERS: [Number; 7] = [
    ("max_streams", |rules| rules.max_streams, [1, 20]),
    ("max_downloads", |rules| rules.max_downloads, [0, 10_000]),
    ("max_clips", |rules| rules.max_clips, [0, 10_000]),
    ("max_clip_s", |rules| rules.max_clip_s, [5, 600]),
    ("clip_share", |rules| rules.clip_share, [0, 100]),
    ("clip_share_of_all", |rules| rules.clip_share_of_all, [0, 100]),
    ("preroll_pause_s", |rules| rules.preroll_pause_s, [0, 604_800]),
];

/// A channel's settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub id: ChannelId,
    pub alias: String,
    pub profile: Profile,
    /// Whether something was sold: amounts stay in their currency.
    pub is_currency_fixed: bool,
}

/// The fields of a channel's settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SettingsFields {
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    pub tagline: Option<String>,
    /// Of name and tagline; replaced as a whole.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    pub translations: Option<Translations>,
    /// The main language.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    pub language: Option<Language>,
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    pub multi_language: Option<bool>,
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    pub currency: Option<Currency>,
    /// IANA name, such as `Europe/Sofia`: the zone in which operators type times and the channel tells days.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    pub time_zone: Option<String>,
    /// Such as `G-ABC123`.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub google_tag: Option<Option<String>>,
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub analytics_key: Option<Option<String>>,
    /// Where the viewer's errors are reported to, such as `https://KEY@o1.ingest.sentry.io/42`.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub sentry_dsn: Option<Option<String>>,
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub recaptcha_site_key: Option<Option<String>>,
    /// Such as `1234.apps.googleusercontent.com`.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub google_client_id: Option<Option<String>>,
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub facebook_client_id: Option<Option<String>>,
    /// Where the channel may be watched.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    pub geo_rule: Option<Rule>,
    /// Answers "User not found" to a password reset with an unknown address.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    pub reveal_unknown_email: Option<bool>,
    /// An account is complete once its address is confirmed.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    pub registration_by_mail: Option<bool>,
    /// Of one account at the same time, 1 to 20.
    #[serde(default, deserialize_with = "present_number")]
    #[schema(nullable = false)]
    pub max_streams: Option<u32>,
    /// Of an account within thirty days, 0 to 10,000.
    #[serde(default, deserialize_with = "present_number")]
    #[schema(nullable = false)]
    pub max_downloads: Option<u32>,
    /// Of an account, 0 to 10,000.
    #[serde(default, deserialize_with = "present_number")]
    #[schema(nullable = false)]
    pub max_clips: Option<u32>,
    /// 5 to 600 seconds.
    #[serde(default, deserialize_with = "present_number")]
    #[schema(nullable = false)]
    pub max_clip_s: Option<u32>,
    /// How much of a game that costs money one member's clips may show, in hundredths.
    #[serde(default, deserialize_with = "present_number")]
    #[schema(nullable = false)]
    pub clip_share: Option<u32>,
    /// The same of all members' clips.
    #[serde(default, deserialize_with = "present_number")]
    #[schema(nullable = false)]
    pub clip_share_of_all: Option<u32>,
    /// For how many seconds a preroll that was seen stays away, up to a week.
    #[serde(default, deserialize_with = "present_number")]
    #[schema(nullable = false)]
    pub preroll_pause_s: Option<u32>,
}

impl From<&Profile> for SettingsFields {
    fn from(profile: &Profile) -> Self {
        let Profile { accounts, playback, ids, .. } = profile;
        Self {
            name: Some(profile.name.clone()),
            tagline: Some(profile.tagline.clone()),
            translations: Some(profile.translations.clone()),
            language: Some(profile.language),
            multi_language: Some(profile.multi_language),
            currency: Some(profile.currency),
            time_zone: Some(profile.time_zone.clone()),
            google_tag: Some(profile.google_tag.clone()),
            analytics_key: Some(profile.analytics_key.clone()),
            sentry_dsn: Some(ids.sentry_dsn.clone()),
            recaptcha_site_key: Some(ids.recaptcha_site_key.clone()),
            google_client_id: Some(ids.google_client_id.clone()),
            facebook_client_id: Some(ids.facebook_client_id.clone()),
            geo_rule: Some(profile.geo_rule.clone()),
            reveal_unknown_email: Some(accounts.reveal_unknown_email),
            registration_by_mail: Some(accounts.registration_by_mail),
            max_streams: Some(playback.max_streams),
            max_downloads: Some(playback.max_downloads),
            max_clips: Some(playback.max_clips),
            max_clip_s: Some(playback.max_clip_s),
            clip_share: Some(playback.clip_share),
            clip_share_of_all: Some(playback.clip_share_of_all),
            preroll_pause_s: Some(playback.preroll_pause_s),
        }
    }
}

impl Editable for Settings {
    type Fields = SettingsFields;

    fn fields(&self) -> SettingsFields {
        (&self.profile).into()
    }

    fn apply(&mut self, fields: SettingsFields) {
        let profile = &mut self.profile;
        set_line(&mut profile.name, fields.name);
        set_line(&mut profile.tagline, fields.tagline);
        set(&mut profile.translations, fields.translations.map(Translations::without_empty));
        set(&mut profile.language, fields.language);
        set(&mut profile.multi_language, fields.multi_language);
        set(&mut profile.currency, fields.currency);
        set_line(&mut profile.time_zone, fields.time_zone);
        set_optional_line(&mut profile.google_tag, fields.google_tag);
        set_optional_line(&mut profile.analytics_key, fields.analytics_key);
        set_optional_line(&mut profile.ids.sentry_dsn, fields.sentry_dsn);
        set_optional_line(&mut profile.ids.recaptcha_site_key, fields.recaptcha_site_key);
        set_optional_line(&mut profile.ids.google_client_id, fields.google_client_id);
        set_optional_line(&mut profile.ids.facebook_client_id, fields.facebook_client_id);
        set(&mut profile.geo_rule, fields.geo_rule);
        set(&mut profile.accounts.reveal_unknown_email, fields.reveal_unknown_email);
        set(&mut profile.accounts.registration_by_mail, fields.registration_by_mail);
        set(&mut profile.playback.max_streams, fields.max_streams);
        set(&mut profile.playback.max_downloads, fields.max_downloads);
        set(&mut profile.playback.max_clips, fields.max_clips);
        set(&mut profile.playback.max_clip_s, fields.max_clip_s);
        set(&mut profile.playback.clip_share, fields.clip_share);
        set(&mut profile.playback.clip_share_of_all, fields.clip_share_of_all);
        set(&mut profile.playback.preroll_pause_s, fields.preroll_pause_s);
    }

    fn errors(&self) -> FieldErrors {
        let Profile { name, tagline, time_zone, analytics_key, geo_rule, playback, .. } = &self.profile;
        let mut check = Check::default();
        check.line("name", name, MAX_CHANNEL_NAME);
        check.optional_line("tagline", Some(tagline), MAX_NAME);
        check.translations(&self.profile, &[("name", MAX_CHANNEL_NAME), ("tagline", MAX_NAME)]);
        check.note("time_zone", (!is_time_zone(time_zone)).then_some(FieldError::TimeZone));
        for (field, kind) in IDS {
            let is_other = self.profile.provider_id(kind).is_some_and(|id| !is_provider_id(kind, id));
            check.note(field, is_other.then_some(FieldError::Invalid));
        }
        check.optional_line("analytics_key", analytics_key.as_ref(), MAX_NAME);
        check.note("geo_rule", geo_error(geo_rule));
        for (field, number, range) in NUMBERS {
            check.number(field, number(playback), range);
        }
        check.errors()
    }

    fn label(&self) -> &str {
        &self.alias
    }
}

impl Settings {
    /// The errors of a change of what can no longer change.
    pub fn fixed_errors(&self, before: &Self) -> FieldErrors {
        let mut check = Check::default();
        let is_fixed = before.is_currency_fixed && before.profile.currency != self.profile.currency;
        check.note("currency", is_fixed.then_some(FieldError::Fixed));
        check.errors()
    }
}

fn geo_error(rule: &Rule) -> Option<FieldError> {
    match rule {
        Rule::OnlyIn { countries } | Rule::NotIn { countries } if countries.is_empty() => Some(FieldError::Required),
        _ => rule.unknown_country().map(|_| FieldError::Invalid),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::channel::AccountRules;
    use crate::colours::ColorSettings;
    use crate::provider_id::ProviderIds;

    fn settings() -> Settings {
        let profile = Profile {
            name: "Demo".into(),
            tagline: String::new(),
            logo: Some("/storage/images/demo/logo.svg".into()),
            icon: None,
            language: Language::En,
            multi_language: false,
            translations: Translations::default(),
            currency: Currency::Usd,
            time_zone: "America/Toronto".into(),
            google_tag: None,
            analytics_key: None,
            ids: ProviderIds::default(),
            colours: ColorSettings::default(),
            geo_rule: Rule::Everywhere,
            accounts: AccountRules::default(),
            playback: PlaybackRules { embed_hosts: vec!["club.example".into()], ..PlaybackRules::default() },
        };
        Settings { id: ChannelId(1), alias: "demo".into(), profile, is_currency_fixed: false }
    }

    /// The settings with these fields, if they can be read.
    fn changed(fields: Value) -> Option<Settings> {
        let mut changed = settings();
        changed.apply(serde_json::from_value(fields).ok()?);
        Some(changed)
    }

    /// VAL-03: limits are inclusive, and every number names its own.
    #[test]
    fn wrong_settings_are_named() {
        let too_long = |max| FieldError::Length { min: u32::from(max == 80), max };
        for (field, wrong, error) in [
            ("name", json!(" "), FieldError::Required),
            ("name", json!("é".repeat(81)), too_long(80)),
            ("name", json!("a\nb"), FieldError::Invalid),
            ("tagline", json!("é".repeat(121)), too_long(120)),
            ("time_zone", json!("Mars/Olympus"), FieldError::TimeZone),
            ("time_zone", json!(""), FieldError::TimeZone),
            ("google_tag", json!("UA-1"), FieldError::Invalid),
            ("google_tag", json!("G-"), FieldError::Invalid),
            ("google_tag", json!("G-1');alert('"), FieldError::Invalid),
            ("analytics_key", json!("a".repeat(121)), too_long(120)),
            ("sentry_dsn", json!("https://o1.ingest.sentry.io/42"), FieldError::Invalid),
            ("recaptcha_site_key", json!("6Le IxAc"), FieldError::Invalid),
            ("google_client_id", json!("1234"), FieldError::Invalid),
            ("facebook_client_id", json!("G-1"), FieldError::Invalid),
            ("geo_rule", json!({ "mode": "only_in", "countries": [] }), FieldError::Required),
            ("geo_rule", json!({ "mode": "not_in", "countries": ["US", "ZZ"] }), FieldError::Invalid),
        ] {
            let errors = changed(json!({ field: wrong })).unwrap().errors();
            assert_eq!(errors, FieldErrors::from([(field.to_owned(), vec![error])]));
        }
        for (field, _, [min, max]) in NUMBERS {
            for number in [i64::MIN, i64::from(min) - 1, i64::from(max) + 1, 1 << 32, i64::MAX] {
                let errors = changed(json!({ field: number })).unwrap().errors();
                assert_eq!(errors, FieldErrors::from([(field.to_owned(), vec![FieldError::Range { min, max }])]));
            }
            for number in [min, max] {
                assert!(changed(json!({ field: number })).unwrap().errors().is_empty(), "{field}: {number}");
            }
        }
        for tag in ["G-ABC123", "GT-1a", "AW-12345", "GTM-XY"] {
            assert!(changed(json!({ "google_tag": tag })).unwrap().errors().is_empty(), "{tag}");
        }
    }

    /// Null clears what may be missing, and is no value of any other field.
    #[test]
    fn null_is_no_value() {
        let full = settings().body();
        for field in full.as_object().unwrap().keys() {
            let is_optional = field == "analytics_key" || IDS.iter().any(|(id, _)| id == field);
            assert_eq!(changed(json!({ field: null })).is_some(), is_optional, "{field}");
        }
    }

    /// Amounts are in the currency in which they were paid.
    #[test]
    fn fixed_currency_stays() {
        let fixed = Settings { is_currency_fixed: true, ..settings() };
        let other = changed(json!({ "currency": "EUR", "name": "Other" })).unwrap();
        assert_eq!(other.fixed_errors(&fixed)["currency"], [FieldError::Fixed]);
        assert!(other.fixed_errors(&settings()).is_empty());
        assert!(changed(json!({ "name": "Other" })).unwrap().fixed_errors(&fixed).is_empty());
    }

    fn odd() -> impl Strategy<Value = Value> {
        prop_oneof![
            any::<i64>().prop_map(|number| json!(number)),
            (-2i64..700).prop_map(|number| json!(number)),
            any::<f64>().prop_map(|number| json!(number)),
            any::<bool>().prop_map(|value| json!(value)),
            "(G-|en|USD|UTC|https://a@b.c/)?\\PC{0,130}".prop_map(|text| json!(text)),
            proptest::collection::vec("[A-Za-z]{1,3}", 0..3)
                .prop_map(|countries| json!({ "mode": "not_in", "countries": countries })),
        ]
    }

    proptest! {
        /// Whatever is sent as a field is refused, named by the field, or stored as it reads back; nothing else changes.
        #[test]
        fn odd_values_reach_no_other_field(index in 0usize..23, value in odd()) {
            let before = settings();
            let body = before.body();
            let field = body.as_object().unwrap().keys().nth(index).unwrap();
            let Some(after) = changed(json!({ field: value })) else { return Ok(()) };
            prop_assert!(after.errors().keys().all(|wrong| wrong == field));
            let mut again = after.clone();
            again.apply(serde_json::from_value(after.body()).unwrap());
            prop_assert_eq!(&again, &after);
            let mut rest = after.body();
            rest[field] = body[field].clone();
            prop_assert_eq!(rest, body.clone());
            prop_assert_eq!((&after.profile.logo, &after.profile.colours), (&before.profile.logo, &before.profile.colours));
            prop_assert_eq!(&after.profile.playback.embed_hosts, &before.profile.playback.embed_hosts);
        }
    }
}
