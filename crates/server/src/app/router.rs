//! Every route of the server.

use std::sync::Arc;

use axum::handler::Handler;
use axum::{Extension, Router};

use crate::channels::preview::PreviewPages;
use crate::pages::page::Pages;
use crate::stand_ins::{Mount, Mounted};
use crate::state::App;

pub(crate) fn router(app: App, pages: Pages, mounted: Mounted) -> Router {
    let pages = Arc::new(pages);
    let previews: Arc<dyn PreviewPages> = pages.clone();
    mounted
        .into_iter()
        .fold(crate::api::router(), |router, Mount { at, router: inside }| router.nest_service(at.path, inside))
        .merge(crate::console::router().layer(Extension(previews)))
        .merge(crate::playback::router())
        .merge(crate::app::health::router())
        .merge(crate::pages::host_proof::router())
        .merge(crate::pages::storage::router())
        .merge(crate::pages::assets::router())
        .merge(crate::pages::icons::router())
        .merge(crate::pages::calendar::router())
        .merge(crate::pages::sitemap::router())
        .merge(crate::pages::login_callback::router())
        .merge(crate::pages::dev_mailbox::router())
        .method_not_allowed_fallback(|method: http::Method| async { crate::http::error::Error::Method(method) })
        .fallback(crate::pages::page::show.layer(Extension(pages)))
        .with_state(app)
}
