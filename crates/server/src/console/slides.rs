//! The slides, with the times at which viewers see them.

use axum::extract::State;
use domain::content::{SlidableType, Slide};
use domain::editing::nullable;
use domain::field_error::FieldErrors;
use domain::local_time::{LocalTime, ZonedTime};
use domain::operator::Action;
use domain::site::SlideFields;
use domain::time::UTC;
use domain::translations::Translations;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Versioned;
use utoipa::ToSchema;

use super::names::view_name;
use super::permission::{Allowed, EditSite};
use super::site::{
    self, ItemEdit, ItemFields, ItemNumber, ItemOrder, RemovedItem, RemovedVersion, RequestKey, SiteContent, SiteItem,
};
use super::window::{Typed, body_with_window, shown_window, window_of};
use super::write::{SameOrigin, SameOriginJson};
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A slide.
#[derive(Serialize, ToSchema)]
pub(super) struct SlideItem {
    id: i64,
    version: i64,
    title: String,
    text: String,
    /// A path of this site, or an https address.
    image: Option<String>,
    link_url: Option<String>,
    link_text: Option<String>,
    /// The game that the slide is about.
    event_id: Option<i64>,
    /// No type means the home page.
    slidable_type: Option<SlidableType>,
    slidable_id: Option<i64>,
    /// The name of that sport, school or team.
    view_name: Option<String>,
    /// From when viewers see it, in the channel's zone; null for no beginning.
    visible_from: Option<ZonedTime>,
    /// From when they no longer see it; null for no end.
    visible_until: Option<ZonedTime>,
    translations: Translations,
}

/// The fields of a slide, with its times as they are typed.
#[derive(Deserialize, ToSchema)]
pub(super) struct SlideRequest {
    /// From when viewers see it; null for no beginning.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<LocalTime>)]
    visible_from: Typed,
    /// From when they no longer see it; null for no end.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<LocalTime>)]
    visible_until: Typed,
    #[serde(flatten)]
    fields: SlideFields,
}

impl SlideRequest {
    /// The fields with the moments that are meant.
    fn resolved(self) -> Result<SlideFields, FieldErrors> {
        let [visible_from, visible_until] = window_of(self.visible_from, self.visible_until)?;
        Ok(SlideFields { visible_from, visible_until, ..self.fields })
    }
}

impl From<Versioned<Slide>> for SlideItem {
    fn from(Versioned { item, version }: Versioned<Slide>) -> Self {
        Self {
            id: item.id,
            version,
            title: item.title,
            text: item.text,
            image: item.image,
            link_url: item.link_url,
            link_text: item.link_text,
            event_id: item.event_id,
            slidable_type: item.slidable_type,
            slidable_id: item.slidable_id,
            view_name: None,
            visible_from: item.visible_from.map(|at| ZonedTime::of(at, UTC)),
            visible_until: item.visible_until.map(|at| ZonedTime::of(at, UTC)),
            translations: item.translations,
        }
    }
}

impl SiteContent for Slide {
    type Item = SlideItem;

    const UPDATE: Action = Action::UpdateSlide;
    const RESTORE: Action = Action::RestoreSlide;

    fn shown(stored: Versioned<Self>, channel: &Snapshot) -> SlideItem {
        let view = stored.item.slidable_type.zip(stored.item.slidable_id);
        let view_name = view.and_then(|(view, id)| view_name(channel, view, id)).map(str::to_owned);
        let [visible_from, visible_until] = shown_window(stored.item.window(), channel);
        SlideItem { view_name, visible_from, visible_until, ..stored.into() }
    }

    fn shown_body(body: Value, channel: &Snapshot) -> Value {
        body_with_window(body, channel)
    }
}

impl SiteItem for Slide {
    const CREATE: Action = Action::CreateSlide;
    const REMOVE: Action = Action::RemoveSlide;
}

/// Lists the slides in their order, also those that viewers do not see now.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/slides",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole list", body = Data<Vec<SlideItem>>)
    )
)]
pub(super) async fn list_slides(State(app): State<App>, allowed: Allowed<EditSite>) -> Result<Data<Vec<SlideItem>>> {
    site::list::<Slide>(&app, &allowed).await
}

/// Makes a slide. The same `Idempotency-Key` again gives the one that was made first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/slides",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body = SlideRequest,
    responses(
        (status = 200, description = "The slide as it is stored", body = Data<SlideItem>),
        (status = 409, description = "The channel has too many"),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn create_slide(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    key: RequestKey,
    ItemFields(request): ItemFields<SlideRequest>,
) -> Result<Data<SlideItem>> {
    site::create::<Slide>(&app, &allowed, key, ItemFields(request.resolved()?)).await
}

/// Changes fields of a slide. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/slides/{item}",
    tag = "site",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The slide")),
    request_body = ItemEdit<SlideRequest>,
    responses(
        (status = 200, description = "The slide at its next version", body = Data<SlideItem>),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_slide(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    ItemEdit { fields: request, version }: ItemEdit<SlideRequest>,
) -> Result<Data<SlideItem>> {
    let edit = ItemEdit { fields: request.resolved()?, version };
    site::update::<Slide>(&app, &allowed, item, edit).await
}

/// Removes a slide. Its revisions stay, so that it can be restored.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/slides/{item}",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The slide"),
        RemovedVersion
    ),
    responses(
        (status = 200, description = "Removed", body = Data<RemovedItem>),
        (status = "default", description = "There is no such item, or the role does not allow it")
    )
)]
pub(super) async fn remove_slide(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    version: RemovedVersion,
) -> Result<Data<RemovedItem>> {
    site::remove::<Slide>(&app, &allowed, item, version).await
}

/// Puts the slides in their order, also those that viewers do not see now into another order.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/slides/order",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    request_body = ItemOrder,
    responses(
        (status = 200, description = "The list in its order", body = Data<Vec<SlideItem>>)
    )
)]
pub(super) async fn order_slides(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    SameOriginJson(ItemOrder { ids }): SameOriginJson<ItemOrder>,
) -> Result<Data<Vec<SlideItem>>> {
    site::order::<Slide>(&app, &allowed, ids, Action::OrderSlides).await
}
