//! Responses that are the same for every visitor of a channel, serialized and compressed once per change.

use std::collections::BTreeMap;

use domain::access::Feature;
use domain::channel::{Identity, Language, Profile};
use domain::colours::ColorSettings;
use domain::content::{Content, FaqEntry, Menu, PageLink, SlidableType, Slide, StaticBlock};
use domain::event::{Category, Location};
use domain::ids::{CategoryId, LocationId, PassId, PrerollId};
use domain::money::Currency;
use domain::participant::{Group, GroupProperty};
use domain::pass::{PassKind, PassType, Period};
use domain::site::TextKind;
use domain::translations::Translations;
use serde::Serialize;
use utoipa::ToSchema;

use super::vod::Vod;
use crate::http::cached_response::CachedResponse;
use crate::http::envelope::Data;
use crate::views::icon::IconSource;
use crate::views::payment::PaymentSettings;
use crate::views::sign_in::Provider;

/// The channel's settings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Settings {
    alias: String,
    name: String,
    /// Only the calls of a member's own account are answered, and this brings none of the channel's lists.
    is_paused: bool,
    tagline: String,
    /// Of name and tagline.
    #[serde(skip_serializing_if = "Translations::is_empty")]
    translations: Translations,
    logo: Option<String>,
    /// Another one whenever the icons look different.
    icon_version: String,
    language: Language,
    /// Whether visitors may choose another language.
    multi_language: bool,
    currency: Currency,
    #[serde(rename = "google-analytics")]
    google_analytics: GoogleAnalytics,
    #[serde(rename = "yare-analytics")]
    yare_analytics: YareAnalytics,
    /// Where errors of the app are reported to, once the visitor has accepted that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sentry_dsn: Option<String>,
    prerolls: Vec<Preroll>,
    static_blocks: Vec<StaticBlock>,
    /// What the cookie notice says, by language; the app's own words where it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, String>>, nullable = false)]
    cookie_notice: Option<BTreeMap<&'static str, String>>,
    auth: Ways,
    payments: PaymentSettings,
    clips: ClipSettings,
}

/// The channel's clip settings.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct ClipSettings {
    max_duration_s: u32,
    min_duration_s: u32,
    /// Whether downloaded clips can have the channel's logo as a watermark.
    watermark: bool,
}

/// The ways to log in.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct Ways {
    /// The social login providers.
    social: Vec<Provider>,
    /// Whether registration requires a confirmed e-mail address.
    registration_by_mail: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct GoogleAnalytics {
    #[serde(rename = "google-tag")]
    google_tag: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct YareAnalytics {
    key: Option<String>,
}

/// A video shown before a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct Preroll {
    id: PrerollId,
    url: String,
    weight: u32,
    location_id: Option<LocationId>,
    event_categories: Vec<CategoryId>,
    for_live: bool,
    for_vod: bool,
}

/// A package or subscription; amounts are decimal strings in `currency`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Pass {
    id: PassId,
    name: String,
    price: String,
    base_price: String,
    /// Shown as Taxes.
    service_fee: String,
    currency: Currency,
    image: Option<String>,
    offer: String,
    period: Period,
    /// Free days before the first charge.
    trial_period: Option<i32>,
    pass_type: PassType,
    is_team_pass: bool,
    event_categories: Vec<CategoryId>,
    event_category_id: Option<CategoryId>,
    weight: i32,
    /// The features that the pass includes.
    features: Vec<Feature>,
    /// Maximum number of clips, and of downloads within thirty days; null for the channel's default.
    max_clips: Option<u32>,
    max_downloads: Option<u32>,
}

/// Everything that a page needs at start-up.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Bootstrap {
    /// The version of the channel's content that this is: `/api/live-updates` tells of newer ones.
    content_version: i64,
    color_settings: ColorSettings,
    event_categories: Vec<Category>,
    locations: Vec<Location>,
    faq: Vec<FaqEntry>,
    menu: Menu,
    packages: Vec<Pass>,
    pages: Vec<PageLink>,
    participant_groups: Vec<Group>,
    settings: Settings,
    slides: Vec<Slide>,
    subscriptions: Vec<Pass>,
    participant_group_properties: Vec<GroupProperty>,
    static_blocks: Vec<StaticBlock>,
}

/// `/storage/settings/{alias}.json`: what a page needs before any call.
#[derive(Serialize)]
struct SettingsFile<'a> {
    alias: &'a str,
    name: &'a str,
    /// The hosts of the other services; none means the page's own.
    api_host: Option<&'a str>,
    keys_host: Option<&'a str>,
    analytics_host: Option<&'a str>,
    language: Language,
    multi_language: bool,
    color_settings: &'a ColorSettings,
}

pub(crate) struct Public {
    pub(crate) channel_key: CachedResponse,
    pub(crate) bootstrap: CachedResponse,
    pub(crate) settings: CachedResponse,
    pub(crate) settings_file: CachedResponse,
    pub(crate) menu: CachedResponse,
    pub(crate) slides: CachedResponse,
    pub(crate) pages: CachedResponse,
    pub(crate) colours: CachedResponse,
    pub(crate) faq: CachedResponse,
    pub(crate) categories: CachedResponse,
    pub(crate) locations: CachedResponse,
    pub(crate) groups: CachedResponse,
    pub(crate) group_properties: CachedResponse,
    pub(crate) participants: CachedResponse,
    pub(crate) vod: Vod,
}

/// A channel's public key.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChannelKey {
    pub(crate) channel_key: String,
}

impl Public {
    pub(crate) fn of(
        identity: &Identity,
        profile: &Profile,
        content: &Content,
        content_version: i64,
        is_paused: bool,
        social: Vec<Provider>,
        payments: PaymentSettings,
    ) -> Result<Self, serde_json::Error> {
        let words_alone = Content { static_blocks: content.static_blocks.clone(), ..Content::default() };
        let shown = if is_paused { &words_alone } else { content };
        let mut bootstrap = bootstrap(identity, profile, shown, content_version, social, payments);
        bootstrap.settings.is_paused = is_paused;
        let settings_file = SettingsFile {
            alias: &identity.alias,
            name: &profile.name,
            api_host: None,
            keys_host: None,
            analytics_host: None,
            language: profile.language,
            multi_language: profile.multi_language,
            color_settings: &profile.colours,
        };
        Ok(Self {
            channel_key: CachedResponse::json(&Data::new(ChannelKey { channel_key: identity.channel_key.clone() }))?,
            settings: CachedResponse::json(&Data::new(&bootstrap.settings))?,
            settings_file: CachedResponse::json(&settings_file)?,
            menu: CachedResponse::json(&Data::new(&bootstrap.menu))?,
            slides: list(&bootstrap.slides)?,
            pages: list(&bootstrap.pages)?,
            colours: CachedResponse::json(&Data::new(&bootstrap.color_settings))?,
            faq: list(&bootstrap.faq)?,
            categories: list(&bootstrap.event_categories)?,
            locations: list(&bootstrap.locations)?,
            groups: list(&bootstrap.participant_groups)?,
            group_properties: list(&bootstrap.participant_group_properties)?,
            participants: list(&shown.participants)?,
            vod: Vod::of(content)?,
            bootstrap: CachedResponse::json(&Data::new(bootstrap))?,
        })
    }
}

pub(super) fn list<T: Serialize>(items: &[T]) -> Result<CachedResponse, serde_json::Error> {
    CachedResponse::json(&Data::all(items.iter().collect()))
}

fn bootstrap(
    identity: &Identity,
    profile: &Profile,
    content: &Content,
    content_version: i64,
    social: Vec<Provider>,
    payments: PaymentSettings,
) -> Bootstrap {
    let passes = |kind| {
        let mut passes: Vec<_> = content.passes_of(kind).map(|found| pass(found, profile.currency)).collect();
        passes.sort_by_key(|pass| pass.weight);
        passes
    };
    Bootstrap {
        content_version,
        color_settings: profile.colours.clone(),
        event_categories: content.categories.clone(),
        locations: content.locations.clone(),
        faq: content.faq.clone(),
        menu: Menu::of(content),
        packages: passes(PassKind::Package),
        pages: content.pages.iter().map(PageLink::from).collect(),
        participant_groups: content.groups.clone(),
        settings: settings(identity, profile, content, social, payments),
        slides: content.slides.clone(),
        subscriptions: passes(PassKind::Subscription),
        participant_group_properties: content.group_properties.clone(),
        static_blocks: content.static_blocks.clone(),
    }
}

fn settings(
    identity: &Identity,
    profile: &Profile,
    content: &Content,
    social: Vec<Provider>,
    payments: PaymentSettings,
) -> Settings {
    Settings {
        alias: identity.alias.clone(),
        name: profile.name.clone(),
        is_paused: false,
        tagline: profile.tagline.clone(),
        translations: profile.translations.clone(),
        logo: profile.logo.clone(),
        icon_version: IconSource::of(profile).version(),
        language: profile.language,
        multi_language: profile.multi_language,
        currency: profile.currency,
        google_analytics: GoogleAnalytics { google_tag: profile.google_tag.clone() },
        yare_analytics: YareAnalytics { key: profile.analytics_key.clone() },
        sentry_dsn: profile.ids.sentry_dsn.clone(),
        prerolls: content.prerolls.iter().filter(|preroll| preroll.active).map(preroll).collect(),
        static_blocks: content.static_blocks.clone(),
        cookie_notice: content.own_text(TextKind::CookieNotice).map(cookie_notice),
        auth: Ways { social, registration_by_mail: profile.accounts.registration_by_mail },
        payments,
        clips: ClipSettings {
            max_duration_s: profile.playback.max_clip_s,
            min_duration_s: 1,
            watermark: profile.stored_logo().is_some(),
        },
    }
}

fn cookie_notice(texts: &Translations) -> BTreeMap<&'static str, String> {
    texts.all().filter_map(|(language, texts)| Some((language.code(), texts.get("text")?.clone()))).collect()
}

fn preroll(preroll: &domain::preroll::Preroll) -> Preroll {
    Preroll {
        id: preroll.id,
        url: preroll.url.clone(),
        weight: preroll.weight,
        location_id: preroll.location_id,
        event_categories: preroll.categories.clone(),
        for_live: preroll.for_live,
        for_vod: preroll.for_vod,
    }
}

/// A pass as everybody is shown it.
pub(crate) fn pass(pass: &domain::pass::Pass, currency: Currency) -> Pass {
    Pass {
        id: pass.id,
        name: pass.name.clone(),
        price: pass.price.decimal(),
        base_price: pass.base_price.decimal(),
        service_fee: pass.service_fee.decimal(),
        currency,
        image: pass.image.clone(),
        offer: pass.offer.clone(),
        period: pass.period,
        trial_period: pass.trial_days,
        pass_type: pass.pass_type,
        is_team_pass: pass.is_team_pass,
        event_categories: pass.categories.clone(),
        event_category_id: pass.category_id,
        weight: pass.weight,
        features: pass.capabilities.iter().copied().map(Feature::from).collect(),
        max_clips: pass.max_clips,
        max_downloads: pass.max_downloads,
    }
}

/// The slides of one kind of view.
pub(crate) fn slides_of(content: &Content, wanted: SlidableType) -> Data<Vec<Slide>> {
    Data::all(content.slides.iter().filter(|slide| slide.is_of(wanted)).cloned().collect())
}
