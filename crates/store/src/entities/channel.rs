//! Rows of `channels`, `channel_hosts`, `channel_aliases` and `erased_channels`.

use domain::channel::Profile;
use domain::colours::ColorSettings;
use domain::provider_id::ProviderIds;
use sea_orm::ActiveValue::Set;

use crate::Result;
use crate::enum_text::{from_json, from_word, json, word};

pub(crate) mod channels {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "channels")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        #[sea_orm(unique)]
        pub alias: String,
        #[sea_orm(unique)]
        pub channel_key: String,
        pub key_secret: Vec<u8>,
        pub name: String,
        pub tagline: String,
        pub logo: Option<String>,
        pub icon: Option<String>,
        pub language: String,
        pub multi_language: bool,
        pub currency: String,
        pub google_tag: Option<String>,
        pub analytics_key: Option<String>,
        pub sentry_dsn: Option<String>,
        pub recaptcha_site_key: Option<String>,
        pub google_client_id: Option<String>,
        pub facebook_client_id: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub colours: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub geo_rule: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub account_rules: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub playback_rules: Json,
        pub version: i64,
        pub games_version: i64,
        pub created_at: i64,
        pub requires_second_factor: bool,
        pub settings_version: i64,
        pub colours_version: i64,
        /// Absent while viewers are served.
        pub paused_at: Option<i64>,
        pub time_zone: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
        /// How far its set-up is; absent where none is open.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub setup: Option<Json>,
        /// What the checks of its checklist found last.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub checks: Option<Json>,
        /// Secrets of the ids that providers gave the channel.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub provider_secrets: Option<Json>,
        /// What the checks of these ids found last.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub provider_checks: Option<Json>,
        /// Absent while the channel is there for anybody but the server's administrators.
        pub deleted_at: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod hosts {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "channel_hosts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub host: String,
        pub channel_id: i64,
        pub is_main: bool,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

/// Former aliases, which stay the channel's.
pub(crate) mod aliases {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "channel_aliases")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub alias: String,
        pub channel_id: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod erased {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "erased_channels")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        pub alias: String,
        pub erased_at: i64,
        /// Emptied once they are gone.
        #[sea_orm(column_type = "JsonBinary")]
        pub files: Json,
        pub files_deleted_at: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) fn profile(row: channels::Model) -> Result<Profile> {
    Ok(Profile {
        name: row.name,
        tagline: row.tagline,
        logo: row.logo,
        icon: row.icon,
        language: from_word(row.language)?,
        multi_language: row.multi_language,
        translations: from_json(row.translations)?,
        currency: from_word(row.currency)?,
        time_zone: row.time_zone,
        google_tag: row.google_tag,
        analytics_key: row.analytics_key,
        ids: ProviderIds {
            sentry_dsn: row.sentry_dsn,
            recaptcha_site_key: row.recaptcha_site_key,
            google_client_id: row.google_client_id,
            facebook_client_id: row.facebook_client_id,
        },
        colours: from_json(row.colours)?,
        geo_rule: from_json(row.geo_rule)?,
        accounts: from_json(row.account_rules)?,
        playback: from_json(row.playback_rules)?,
    })
}

/// The columns of the settings alone.
pub(crate) fn settings_row(profile: &Profile) -> Result<channels::ActiveModel> {
    Ok(channels::ActiveModel {
        name: Set(profile.name.clone()),
        tagline: Set(profile.tagline.clone()),
        language: Set(word(&profile.language)?),
        multi_language: Set(profile.multi_language),
        translations: Set(json(&profile.translations)?),
        currency: Set(word(&profile.currency)?),
        time_zone: Set(profile.time_zone.clone()),
        google_tag: Set(profile.google_tag.clone()),
        analytics_key: Set(profile.analytics_key.clone()),
        sentry_dsn: Set(profile.ids.sentry_dsn.clone()),
        recaptcha_site_key: Set(profile.ids.recaptcha_site_key.clone()),
        google_client_id: Set(profile.ids.google_client_id.clone()),
        facebook_client_id: Set(profile.ids.facebook_client_id.clone()),
        geo_rule: Set(json(&profile.geo_rule)?),
        account_rules: Set(json(&profile.accounts)?),
        playback_rules: Set(json(&profile.playback)?),
        ..Default::default()
    })
}

/// The column of the colours alone.
pub(crate) fn colours_row(colours: &ColorSettings) -> Result<channels::ActiveModel> {
    Ok(channels::ActiveModel { colours: Set(json(colours)?), ..Default::default() })
}
