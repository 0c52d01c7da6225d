//! The channel's settings.

use axum::extract::State;
use domain::channel::Language;
use domain::geo::Rule;
use domain::ids::ChannelId;
use domain::money::Currency;
use domain::operator::Action;
use domain::site::{Settings, SettingsFields};
use domain::translations::Translations;
use serde::Serialize;
use store::Versioned;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::site::{self, ItemEdit, SiteContent};
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// What an operator decided about the channel as a whole.
#[derive(Serialize, ToSchema)]
pub(super) struct ChannelSettings {
    /// The channel.
    #[schema(value_type = i64)]
    id: ChannelId,
    version: i64,
    name: String,
    tagline: String,
    /// Of name and tagline.
    translations: Translations,
    /// The main language.
    language: Language,
    multi_language: bool,
    currency: Currency,
    /// Whether the currency can no longer change, because something was sold.
    is_currency_fixed: bool,
    /// IANA name: the zone in which operators type times and the channel tells days.
    time_zone: String,
    google_tag: Option<String>,
    analytics_key: Option<String>,
    sentry_dsn: Option<String>,
    recaptcha_site_key: Option<String>,
    google_client_id: Option<String>,
    facebook_client_id: Option<String>,
    /// Where the channel may be watched.
    geo_rule: Rule,
    reveal_unknown_email: bool,
    registration_by_mail: bool,
    max_streams: u32,
    max_downloads: u32,
    max_clips: u32,
    max_clip_s: u32,
    /// In hundredths of a game that costs money.
    clip_share: u32,
    clip_share_of_all: u32,
    preroll_pause_s: u32,
}

impl From<Versioned<Settings>> for ChannelSettings {
    fn from(Versioned { item, version }: Versioned<Settings>) -> Self {
        let Settings { id, profile, is_currency_fixed, .. } = item;
        let (accounts, playback) = (profile.accounts, profile.playback);
        Self {
            id,
            version,
            name: profile.name,
            tagline: profile.tagline,
            translations: profile.translations,
            language: profile.language,
            multi_language: profile.multi_language,
            currency: profile.currency,
            is_currency_fixed,
            time_zone: profile.time_zone,
            google_tag: profile.google_tag,
            analytics_key: profile.analytics_key,
            sentry_dsn: profile.ids.sentry_dsn,
            recaptcha_site_key: profile.ids.recaptcha_site_key,
            google_client_id: profile.ids.google_client_id,
            facebook_client_id: profile.ids.facebook_client_id,
            geo_rule: profile.geo_rule,
            reveal_unknown_email: accounts.reveal_unknown_email,
            registration_by_mail: accounts.registration_by_mail,
            max_streams: playback.max_streams,
            max_downloads: playback.max_downloads,
            max_clips: playback.max_clips,
            max_clip_s: playback.max_clip_s,
            clip_share: playback.clip_share,
            clip_share_of_all: playback.clip_share_of_all,
            preroll_pause_s: playback.preroll_pause_s,
        }
    }
}

impl SiteContent for Settings {
    type Item = ChannelSettings;

    const UPDATE: Action = Action::UpdateSettings;
    const RESTORE: Action = Action::RestoreSettings;
}

/// Returns the channel's settings.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/settings",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The settings", body = Data<ChannelSettings>)
    )
)]
pub(super) async fn get_channel_settings(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<ChannelSettings>> {
    site::single::<Settings>(&app, &allowed).await
}

/// Changes settings of the channel. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/settings",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    request_body = ItemEdit<SettingsFields>,
    responses(
        (status = 200, description = "The settings at their next version", body = Data<ChannelSettings>),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn update_channel_settings(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    edit: ItemEdit<SettingsFields>,
) -> Result<Data<ChannelSettings>> {
    site::update_single::<Settings>(&app, &allowed, edit).await
}
