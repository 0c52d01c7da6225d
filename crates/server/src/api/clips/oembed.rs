//! oEmbed: how other sites show a clip's link.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::clip::Audience;
use domain::paths::clip_link;
use http::{HeaderMap, HeaderValue, header};
use minijinja::HtmlEscape;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::channels::game_text::clip_image;
use crate::channels::request_channel::Channel;
use crate::channels::site::Site;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::state::App;
use crate::views::share::{EMBED_SIZE, embed_path};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct LinkQuery {
    /// The link of a clip.
    #[param(max_length = 512)]
    url: String,
}

/// An oEmbed 1.0 response.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct Oembed {
    version: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    title: String,
    provider_name: String,
    provider_url: String,
    thumbnail_url: Option<String>,
    html: String,
    width: u32,
    height: u32,
}

/// Returns the oEmbed data of a clip's link.
#[utoipa::path(
    get,
    path = "/api/oembed",
    tag = "clips",
    params(LinkQuery),
    responses(
        (status = 200, description = "The clip's player", body = Oembed),
        (status = "default", description = "The URL is not a clip of this channel")
    )
)]
pub(in crate::api) async fn get_oembed(
    State(app): State<App>,
    Channel(channel): Channel,
    headers: HeaderMap,
    Query(LinkQuery { url }): Query<LinkQuery>,
) -> Result<Response> {
    let link = url.split_once("/share/").and_then(|(_, rest)| clip_link(rest.trim_end_matches('/')));
    let (id, uuid) = link.ok_or(Error::NotFound("clip"))?;
    let found = app.clips.find(channel.identity.id, id).await?.filter(|clip| clip.opens_with(uuid));
    // T54: one that is not for everybody would show its player and nothing in it.
    let found = found.filter(|clip| clip.audience == Audience::Everyone);
    let clip = found.ok_or(Error::NotFound("clip"))?;
    let site = Site::of(&channel, &headers);
    let image = clip_image(&channel, &clip);
    let (width, height) = EMBED_SIZE;
    let player = site.url(&embed_path(&clip));
    let html = format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"{width}\" height=\"{height}\" allow=\"autoplay\" \
         allowfullscreen></iframe>",
        HtmlEscape(&player),
        HtmlEscape(&clip.name)
    );
    let shown = Oembed {
        version: "1.0",
        kind: "video",
        title: clip.name.clone(),
        provider_name: channel.profile.name.clone(),
        provider_url: site.url("/"),
        thumbnail_url: image.map(|image| site.url(&image)),
        html,
        width,
        height,
    };
    Ok(([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], axum::Json(shown)).into_response())
}
