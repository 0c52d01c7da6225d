//! The channel's icons, for tabs of browsers and home screens, and its web manifest.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use cache::Cache;
use domain::channel::Profile;
use domain::colours::theme;
use domain::ids::ChannelId;
use domain::picture::PictureName;
use http::{HeaderValue, header};
use media::picture::{IconLook, IconShape};
use minijinja::HtmlEscape;
use serde_json::json;

use crate::channels::request_channel::Channel;
use crate::http::cached_response::{CachedResponse, Caching, ClientCaching};
use crate::http::error::{Error, Result};
use crate::http::policy;
use crate::state::App;
use crate::views::icon::IconSource;

/// In bytes, of icons of all channels.
const MAX_CACHED: u64 = 16 * 1024 * 1024;
const MANIFEST: &str = "/manifest.webmanifest";

#[derive(Clone, Copy)]
struct File {
    path: &'static str,
    side: u32,
    shape: IconShape,
}

const fn file(path: &'static str, side: u32, shape: IconShape) -> File {
    File { path, side, shape }
}

const TABS: [File; 3] = [
    file("/favicon-16.png", 16, IconShape::Plain),
    file("/favicon-32.png", 32, IconShape::Plain),
    file("/favicon-48.png", 48, IconShape::Plain),
];
const TOUCH: File = file("/apple-touch-icon.png", 180, IconShape::Tile);
const APP: [File; 3] = [
    file("/icon-192.png", 192, IconShape::Plain),
    file("/icon-512.png", 512, IconShape::Plain),
    file("/icon-maskable-512.png", 512, IconShape::Maskable),
];
/// What browsers ask for by themselves.
const UNASKED: File = file("/favicon.ico", 32, IconShape::Plain);

type Ready = Cache<(ChannelId, String, &'static str), CachedResponse>;

pub(crate) fn router() -> Router<App> {
    let ready: Ready = Cache::builder(MAX_CACHED)
        .weigher(|_, icon: &CachedResponse| u32::try_from(icon.plain().len()).unwrap_or(u32::MAX))
        .build();
    let files = TABS.into_iter().chain(APP).chain([TOUCH, UNASKED]);
    let router = files.fold(Router::new(), |router, file| {
        let ready = ready.clone();
        let show = move |State(app): State<App>, Channel(channel): Channel, wants: ClientCaching| async move {
            show(&app, &ready, (channel.identity.id, &channel.profile), file, &wants).await
        };
        router.route(file.path, get(show))
    });
    router.route(MANIFEST, get(manifest))
}

/// What the head of every page links to.
pub(crate) fn links(profile: &Profile) -> String {
    let version = IconSource::of(profile).version();
    let mut links = String::new();
    for File { path, side, .. } in TABS {
        links.push_str(&format!("<link rel=\"icon\" sizes=\"{side}x{side}\" href=\"{path}?v={version}\">"));
    }
    links.push_str(&format!("<link rel=\"apple-touch-icon\" href=\"{}?v={version}\">", TOUCH.path));
    links.push_str(&format!("<link rel=\"manifest\" href=\"{MANIFEST}\">"));
    let header = profile.colours.header_background.to_string();
    links.push_str(&format!("<meta name=\"theme-color\" content=\"{}\">", HtmlEscape(&header)));
    links
}

async fn show(
    app: &App,
    ready: &Ready,
    (channel, profile): (ChannelId, &Profile),
    file: File,
    wants: &ClientCaching,
) -> Result<Response> {
    let source = IconSource::of(profile);
    let made = async {
        let drawing = match source.picture.filter(|_| file.shape == IconShape::Plain && file.side < APP[0].side) {
            Some((alias, name)) if name.ends_with(".svg") => app.images.get(alias, name).await?,
            _ => None,
        };
        // A drawing is sharp at every size, but only tabs show one.
        if let Some(drawing) = drawing {
            return Ok(response(drawing.content_type, drawing.bytes));
        }
        let focus = source.picture.and_then(|(_, name)| name.parse::<PictureName>().ok()).map(|name| name.focus);
        let look = IconLook {
            side: file.side,
            shape: file.shape,
            is_square: source.is_square,
            focus: focus.unwrap_or_default(),
            letter: source.letter,
            background: source.background.channels(),
            ink: source.ink.channels(),
        };
        Ok::<_, Error>(response("image/png", app.pictures.icon(source.picture, look).await?))
    };
    let icon = ready.try_get_with((channel, source.version(), file.path), made).await.map_err(|_| Error::Internal)?;
    let mut answer = icon.answer(wants, Caching::Public);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy::OF_PICTURES);
    Ok(answer)
}

fn response(content_type: &'static str, bytes: Bytes) -> CachedResponse {
    CachedResponse::encoded(HeaderValue::from_static(content_type), bytes, None, None)
}

/// What a home screen shows of the channel, and how it opens it.
async fn manifest(Channel(channel): Channel) -> Response {
    let profile = &channel.profile;
    let version = IconSource::of(profile).version();
    let icon = |file: File| {
        let purpose = if file.shape == IconShape::Maskable { "maskable" } else { "any" };
        let (src, sizes) = (format!("{}?v={version}", file.path), format!("{0}x{0}", file.side));
        json!({ "src": src, "sizes": sizes, "type": "image/png", "purpose": purpose })
    };
    let theme = theme(&profile.colours);
    let manifest = json!({
        "name": profile.name,
        "short_name": profile.name,
        "description": profile.tagline,
        "lang": profile.language.code(),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": theme.get("--body-background").unwrap_or(profile.colours.body_background),
        "theme_color": profile.colours.header_background,
        "icons": APP.map(icon),
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/manifest+json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")),
    ];
    (headers, manifest.to_string()).into_response()
}
