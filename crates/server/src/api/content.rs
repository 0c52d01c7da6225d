//! The channel's content around its games. All calls answer from memory.

use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use domain::colours::ColorSettings;
use domain::content::{FaqEntry, Menu, Page, PageLink, SlidableType, Slide};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::channels::request_channel::{AtLeast, Channel, CurrentChannel};
use crate::http::cached_response::{Caching, ClientCaching};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::views::public::{Bootstrap, Settings, slides_of};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "the answer is the same for every interface there is; the parameter is documented")]
pub(super) struct ClientInterface {
    /// The calling interface: `web`.
    client_interface: Option<String>,
}

/// Returns everything that a page needs at start-up.
#[utoipa::path(
    get,
    path = "/api/channel-bootstrap-data",
    tag = "content",
    params(ClientInterface, AtLeast),
    responses(
        (status = 200, description = "The channel's data", body = Data<Bootstrap>)
    )
)]
pub(super) async fn get_bootstrap(CurrentChannel(channel): CurrentChannel, wants: ClientCaching) -> Response {
    channel.public.bootstrap.answer(&wants, Caching::Public)
}

/// Returns the channel's settings.
#[utoipa::path(
    get,
    path = "/api/settings",
    tag = "content",
    responses(
        (status = 200, description = "The settings", body = Data<Settings>)
    )
)]
pub(super) async fn get_settings(Channel(channel): Channel, wants: ClientCaching) -> Response {
    channel.public.settings.answer(&wants, Caching::Public)
}

/// Returns the channel's menu.
#[utoipa::path(
    get,
    path = "/api/menu",
    tag = "content",
    responses(
        (status = 200, description = "The menu", body = Data<Menu>)
    )
)]
pub(super) async fn get_menu(Channel(channel): Channel, wants: ClientCaching) -> Response {
    channel.public.menu.answer(&wants, Caching::Public)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SlidesOf {
    /// Only the slides of this kind of view.
    #[param(inline)]
    r#type: Option<SlidableType>,
}

/// Lists the slides, optionally of one kind of view.
#[utoipa::path(
    get,
    path = "/api/slides/web",
    tag = "content",
    params(SlidesOf),
    responses(
        (status = 200, description = "The slides", body = Data<Vec<Slide>>)
    )
)]
pub(super) async fn list_slides(
    Channel(channel): Channel,
    Query(SlidesOf { r#type }): Query<SlidesOf>,
    wants: ClientCaching,
) -> Response {
    match r#type {
        None => channel.public.slides.answer(&wants, Caching::Public),
        Some(wanted) => slides_of(&channel.content, wanted).into_response(),
    }
}

/// Lists the channel's pages, without their content.
#[utoipa::path(
    get,
    path = "/api/pages",
    tag = "content",
    responses(
        (status = 200, description = "The pages", body = Data<Vec<PageLink>>)
    )
)]
pub(super) async fn list_pages(Channel(channel): Channel, wants: ClientCaching) -> Response {
    channel.public.pages.answer(&wants, Caching::Public)
}

/// Returns a page with its content.
#[utoipa::path(
    get,
    path = "/api/pages/{alias}",
    tag = "content",
    params(("alias" = String, Path, description = "The page's alt_name"), AtLeast),
    responses(
        (status = 200, description = "The page", body = Data<Page>),
        (status = "default", description = "No such page")
    )
)]
pub(super) async fn get_page(CurrentChannel(channel): CurrentChannel, Path(alias): Path<String>) -> Result<Data<Page>> {
    let found = channel.content.pages.iter().find(|page| page.alt_name == alias);
    found.cloned().map(Data::new).ok_or(Error::NotFound("page"))
}

/// Returns the channel's colours.
#[utoipa::path(
    get,
    path = "/api/color-settings/web",
    tag = "content",
    responses(
        (status = 200, description = "The colours", body = Data<ColorSettings>)
    )
)]
pub(super) async fn get_colours(Channel(channel): Channel, wants: ClientCaching) -> Response {
    channel.public.colours.answer(&wants, Caching::Public)
}

/// Lists the frequently asked questions.
#[utoipa::path(
    get,
    path = "/api/faq",
    tag = "content",
    responses(
        (status = 200, description = "The questions", body = Data<Vec<FaqEntry>>)
    )
)]
pub(super) async fn list_faq(Channel(channel): Channel, wants: ClientCaching) -> Response {
    channel.public.faq.answer(&wants, Caching::Public)
}
