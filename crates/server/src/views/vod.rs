//! Films as JSON.

use std::collections::HashMap;

use domain::access::{Holdings, Viewer};
use domain::account::Capability;
use domain::content::Content;
use domain::ids::{VodCategoryId, VodItemId, VodRailId};
use domain::time::Timestamp;
use domain::translations::Translations;
use domain::vod::{Library, VodAccess, VodAsset};
use serde::Serialize;
use utoipa::ToSchema;

use super::event::PlaybackSession;
use super::media::{Addresses, Media};
use super::public::list;
use crate::http::cached_response::CachedResponse;
use crate::http::envelope::Data;

/// A film of the library.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct VodItem {
    id: VodItemId,
    title: String,
    /// Plain text.
    description: String,
    /// Seconds since 1970, UTC.
    date: i64,
    /// Seconds.
    duration: Option<i32>,
    access_type: VodAccess,
    /// Whether the visitor may watch.
    has_access: bool,
    category_ids: Vec<VodCategoryId>,
    assets: Vec<VodAsset>,
    #[serde(skip_serializing_if = "Translations::is_empty")]
    translations: Translations,
}

/// A film with everything for its own page.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct VodDetails<'a> {
    #[serde(flatten)]
    item: VodItem,
    pub(crate) media: Vec<Media<'a>>,
    /// The play session of the URLs in `media`; null if there is nothing to play.
    pub(crate) playback: Option<PlaybackSession>,
}

impl<'a> VodDetails<'a> {
    /// The film as this viewer sees it, without addresses to play it.
    pub(crate) fn of(item: &'a domain::vod::VodItem, addresses: &Addresses, viewer: Viewer<'_>) -> Self {
        Self {
            media: addresses.for_everybody(item.id.0, item.image(), &item.media),
            playback: None,
            item: VodItem::seen_by(item, viewer),
        }
    }
}

/// A row of films.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct VodRail {
    id: VodRailId,
    title: String,
    vod_media_items: Vec<VodItem>,
    #[serde(skip_serializing_if = "Translations::is_empty")]
    translations: Translations,
}

impl VodItem {
    /// The film as this viewer sees it.
    pub(crate) fn seen_by(item: &domain::vod::VodItem, viewer: Viewer<'_>) -> Self {
        Self {
            id: item.id,
            title: item.title.clone(),
            description: item.description.clone(),
            date: item.date.seconds(),
            duration: item.duration_s,
            access_type: item.access,
            has_access: item.access.is_open_to(viewer),
            category_ids: item.category_ids.clone(),
            assets: item.assets.clone(),
            translations: item.translations.clone(),
        }
    }
}

/// A viewer to whom every film is open.
const WITH_FILMS: Viewer<'_> =
    Viewer::Member(Holdings { own: &[Capability::VodMedia], entitlements: &[], passes: &[], now: Timestamp(0) });

/// The library, ready to be asked.
pub(crate) struct Vod {
    pub(crate) library: Library,
    pub(crate) categories: CachedResponse,
    /// For those without the capability that some films ask for, and for those with it.
    closed_rails: CachedResponse,
    open_rails: CachedResponse,
}

impl Vod {
    pub(super) fn of(content: &Content) -> Result<Self, serde_json::Error> {
        Ok(Self {
            library: Library::of(&content.vod_items),
            categories: list(&content.vod_categories)?,
            closed_rails: rails(content, Viewer::Anonymous)?,
            open_rails: rails(content, WITH_FILMS)?,
        })
    }

    /// The rails as this viewer sees them.
    pub(crate) fn rails(&self, viewer: Viewer<'_>) -> &CachedResponse {
        if VodAccess::VodMedia.is_open_to(viewer) { &self.open_rails } else { &self.closed_rails }
    }
}

fn rails(content: &Content, viewer: Viewer<'_>) -> Result<CachedResponse, serde_json::Error> {
    let items: HashMap<_, _> = content.vod_items.iter().map(|item| (item.id, item)).collect();
    let rail = |rail: &domain::vod::VodRail| VodRail {
        id: rail.id,
        title: rail.title.clone(),
        vod_media_items: rail
            .item_ids
            .iter()
            .filter_map(|id| items.get(id).map(|item| VodItem::seen_by(item, viewer)))
            .collect(),
        translations: rail.translations.clone(),
    };
    CachedResponse::json(&Data::all(content.vod_rails.iter().map(rail).collect()))
}
