//! The viewer app's pages: the built HTML with the channel's theme, start-up data and the page's metadata.

mod head;
mod schema_org;
mod shell;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use cache::Cache;
use domain::access::Viewer;
use domain::api_key;
use domain::catalogue::GameSet;
use domain::clip::{Audience, Clip};
use domain::content::Redirect;
use domain::ids::{ChannelId, VodItemId};
use domain::paths::{Screen, screen};
use domain::time::Timestamp;
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode, header};
use minijinja::HtmlEscape;
use rand::RngExt;
use transport::listener::ClientIp;

use crate::channels::chosen_channel;
use crate::channels::preview::{Preview, PreviewPages};
use crate::channels::request_channel::Channel;
use crate::channels::site::Site;
use crate::channels::snapshot::{Snapshot, home_rails};
use crate::http::API_BASE;
use crate::http::cached_response::ClientCaching;
use crate::http::error::Error;
use crate::http::gzip_splice::{self, Part, Piece};
use crate::http::script_json::json_in_page;
use crate::pages::assets::PREVIEW_SCRIPT;
use crate::state::App;
use crate::views::event::{AccessContext, EventDetails};
use crate::views::vod::VodDetails;

use head::Head;
use shell::Sources;
pub(crate) use shell::{Shell, ShellSettings};

/// What all pages of a channel are put together from, compressed when the channel changed.
pub(crate) struct ChannelPages {
    policy: HeaderValue,
    /// Of what other sites may show.
    embed_policy: HeaderValue,
    /// Of what every site may show.
    clip_policy: HeaderValue,
    before_head: Part,
    before_key: Part,
    after_key: Part,
    end: Part,
    preloads: shell::Preloads,
    /// For a frame of the console.
    is_preview: bool,
    /// The channel's own pages by their path, as they stand in the page.
    own: HashMap<String, Part>,
}

/// Pages of a state that is over are asked for by nobody.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60 * 60);
/// Channels whose pages are ready at a time; others are made again.
const MAX_READY: u64 = 10_000;

/// The pages of all channels, made when a channel's first one is asked for after a change.
pub(crate) struct Pages {
    shell: Arc<Shell>,
    ready: Cache<(ChannelId, i64), Arc<ChannelPages>>,
}

impl Pages {
    pub(crate) fn new(shell: Shell) -> Self {
        Self { shell: Arc::new(shell), ready: Cache::builder(MAX_READY).time_to_idle(IDLE_TIMEOUT).build() }
    }

    async fn of(&self, channel: &Arc<Snapshot>) -> Result<Arc<ChannelPages>, Error> {
        let key = (channel.identity.id, channel.content_version);
        if let Some(ready) = self.ready.get(&key).await {
            return Ok(ready);
        }
        let (shell, channel) = (self.shell.clone(), channel.clone());
        // Compressing takes too long for a thread that answers visitors.
        let made = async {
            let made = tokio::task::spawn_blocking(move || Arc::new(shell.pages_of(&channel)));
            made.await.map_err(|_| Error::Internal)
        };
        self.ready.try_get_with(key, made).await.map_err(|_| Error::Internal)
    }
}

impl PreviewPages for Pages {
    fn preview(&self, channel: &Snapshot, wanted: &Preview, site: &Site, now: Timestamp, compressed: bool) -> Response {
        let pages = self.shell.preview_of(channel, wanted.page.as_ref());
        let path = wanted.path.split('?').next().unwrap_or_default();
        let subject = wanted.page.as_ref().map_or_else(|| Subject::at(channel, path), Subject::Page);
        let at = (site, wanted.path.as_str());
        let mut page = answer(channel, &pages, &subject, AccessContext::ANYBODY, at, now, compressed);
        page.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
        page
    }
}

/// Every address that nothing else answers: the page of its screen, or the not-found page.
pub(crate) async fn show(
    State(app): State<App>,
    Extension(pages): Extension<Arc<Pages>>,
    channel: Result<Channel, Error>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    wants: ClientCaching,
    request: Parts,
) -> Response {
    let Parts { method, uri, headers, .. } = request;
    if uri.path().strip_prefix(API_BASE).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
        return Error::NotFound("call").into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return Error::Method(method).into_response();
    }
    let Ok(Channel(channel)) = channel else {
        return (StatusCode::NOT_FOUND, "No channel is served at this address.").into_response();
    };
    let content = &channel.content;
    if let Some(target) = Redirect::target(&content.redirects, &content.pages, uri.path().trim_end_matches('/')) {
        return moved(target, uri.query());
    }
    let subject = match clip_at(&app, &channel, uri.path()).await {
        Some(clip) => clip,
        None => Subject::at(&channel, uri.path()),
    };
    let access_context = AccessContext::new(Viewer::Anonymous, &channel.profile, app.countries.of(from));
    let site = Site::of(&channel, &headers);
    let pages = match pages.of(&channel).await {
        Ok(pages) => pages,
        Err(cause) => return cause.into_response(),
    };
    let mut page = answer(&channel, &pages, &subject, access_context, (&site, uri.path()), app.now(), wants.takes_gzip);
    if let Some(kept) = chosen_channel::kept(&app.channels, &uri, &headers) {
        page.headers_mut().append(header::SET_COOKIE, kept);
    }
    page
}

/// The page has another path now. Browsers ask again each time: the operator may give the former path to another page.
fn moved(target: &str, query: Option<&str>) -> Response {
    let target = query.map_or_else(|| target.to_owned(), |query| format!("{target}?{query}"));
    // Paths of pages and queries of requests are plain ASCII.
    match HeaderValue::try_from(target) {
        Ok(target) => {
            let headers = [(header::LOCATION, target), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
            (StatusCode::MOVED_PERMANENTLY, headers).into_response()
        }
        Err(_) => Error::Internal.into_response(),
    }
}

/// The clip at an address of one. A link that is not whole leads nowhere; a clip that is not public has a page that
/// says nothing of it.
async fn clip_at<'a>(app: &App, channel: &Snapshot, path: &str) -> Option<Subject<'a>> {
    let found = screen(path);
    let (Screen::Clip(id) | Screen::Share(id) | Screen::EmbedClip(id)) = found else { return None };
    let uuid = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let mut clip = app.clips.find(channel.identity.id, id).await.ok().flatten();
    if matches!(found, Screen::Share(_)) && clip.as_ref().is_some_and(|clip| clip.opens_with(uuid)) {
        clip = app.clips.for_link(channel.identity.id, id).await.ok().flatten();
    }
    let clip = clip.filter(|clip| channel.games.catalogue.get(clip.event).is_some());
    // T54: a page does not know its viewer, so that of a hidden clip says nothing, to its maker too.
    let clip = clip.filter(|clip| clip.audience != Audience::Maker);
    Some(match (found, clip) {
        (Screen::Clip(_), Some(clip)) if clip.is_listed_for_all() => Subject::Clip(clip),
        (Screen::Clip(_), _) => Subject::Screen(found),
        (Screen::Share(_), Some(clip)) if clip.opens_with(uuid) => Subject::Clip(clip),
        (Screen::EmbedClip(_), Some(clip)) if clip.opens_with(uuid) => Subject::EmbeddedClip(clip),
        _ => Subject::Nothing,
    })
}

/// What a page is about.
pub(crate) enum Subject<'a> {
    Clip(Arc<Clip>),
    /// A clip alone, within a page of another site.
    EmbeddedClip(Arc<Clip>),
    Screen(Screen),
    Game(&'a domain::event::Event),
    /// A game's player alone, within a page of another site.
    Embedded(&'a domain::event::Event),
    Film(&'a domain::vod::VodItem),
    Page(&'a domain::content::Page),
    Form(&'a domain::form::CustomForm),
    Nothing,
}

impl<'a> Subject<'a> {
    fn at(channel: &'a Snapshot, path: &str) -> Self {
        let url = path.trim_end_matches('/');
        let own = || channel.content.pages.iter().find(|page| page.url == url).map(Self::Page);
        let alias = url.rsplit('/').next().unwrap_or_default();
        let form = || channel.content.forms.iter().find(|form| form.alias == alias).map(Self::Form);
        match screen(path) {
            Screen::Form => form().unwrap_or(Self::Nothing),
            Screen::Game(id) => channel.games.catalogue.get(id).map_or(Self::Nothing, |game| Self::Game(game)),
            Screen::Embed(id) => channel.games.catalogue.get(id).map_or(Self::Nothing, |game| Self::Embedded(game)),
            Screen::Video(id) => channel.public.vod.library.item(VodItemId(id)).map_or(Self::Nothing, Self::Film),
            Screen::ChannelPage => own().unwrap_or(Self::Nothing),
            fixed @ (Screen::About | Screen::PrivacyPolicy | Screen::Terms) => own().unwrap_or(Self::Screen(fixed)),
            Screen::NotFound => Self::Nothing,
            fixed => Self::Screen(fixed),
        }
    }

    fn sources(&self) -> Sources {
        shell::sources(match self {
            Self::Screen(screen) => *screen,
            Self::Game(game) => Screen::Game(game.id),
            Self::Embedded(game) => Screen::Embed(game.id),
            Self::Film(film) => Screen::Video(film.id.0),
            Self::Clip(clip) => Screen::Share(clip.id),
            Self::EmbeddedClip(clip) => Screen::EmbedClip(clip.id),
            Self::Page(_) => Screen::ChannelPage,
            Self::Form(_) => Screen::Form,
            Self::Nothing => Screen::NotFound,
        })
    }
}

fn answer(
    channel: &Snapshot,
    pages: &ChannelPages,
    subject: &Subject<'_>,
    access_context: AccessContext<'_>,
    (site, path): (&Site, &str),
    now: Timestamp,
    compressed: bool,
) -> Response {
    let identity = &channel.identity;
    let key = api_key::issue(&identity.key_secret, identity.id, now, rand::rng().random());
    let preloads = pages.preloads.get(subject.sources()).map_or("", String::as_str);
    let mut head = Head::of(channel, subject, site, path);
    let mut script = String::new();
    if pages.is_preview {
        head = head.hidden();
        script = format!("<script src=\"{PREVIEW_SCRIPT}\" data-path=\"{}\"></script>", HtmlEscape(path));
    }
    let head = format!("{head}{preloads}{script}");
    let data = format!(",\"version\":{}{}", channel.games.version, data_of_subject(channel, subject, access_context));
    let is_home = matches!(subject, Subject::Screen(Screen::Home));
    let own_home = (is_home && !channel.games.home_fits(access_context)).then(|| home_for(channel, access_context));

    let mut pieces = vec![
        Piece::Ready(&pages.before_head),
        Piece::Text(&head),
        Piece::Ready(&pages.before_key),
        Piece::Text(&key),
        Piece::Ready(&pages.after_key),
        Piece::Text(&data),
    ];
    match subject {
        Subject::Screen(Screen::Home) => {
            let home = own_home.as_deref().map_or(Piece::Ready(&channel.games.home_in_page), Piece::Text);
            pieces.extend([Piece::Text(",\"home\":"), home]);
        }
        Subject::Page(page) => {
            let own = pages.own.get(&page.url);
            pieces.extend(own.into_iter().flat_map(|own| [Piece::Text(",\"page\":"), Piece::Ready(own)]));
        }
        _ => {}
    }
    pieces.push(Piece::Ready(&pages.end));

    let body = if compressed { gzip_splice::gzip(&pieces) } else { gzip_splice::plain(&pieces) };
    let mut answer = Response::new(Body::from(body));
    if matches!(subject, Subject::Nothing) {
        *answer.status_mut() = StatusCode::NOT_FOUND;
    }
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let policy = match subject {
        Subject::Embedded(_) => &pages.embed_policy,
        Subject::EmbeddedClip(_) => &pages.clip_policy,
        _ => &pages.policy,
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
    if compressed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    answer
}

/// What the address is about, as the call for it would answer a visitor without an account.
fn data_of_subject(channel: &Snapshot, subject: &Subject<'_>, access_context: AccessContext<'_>) -> String {
    match subject {
        Subject::Game(game) | Subject::Embedded(game) => {
            format!(",\"event\":{}", json_in_page(&EventDetails::of(game, &channel.teams, access_context)))
        }
        Subject::Film(film) => {
            format!(
                ",\"vod_item\":{}",
                json_in_page(&VodDetails::of(film, &channel.teams.addresses, access_context.viewer))
            )
        }
        _ => String::new(),
    }
}

/// The home page's games for a viewer who may not watch all of them.
fn home_for(channel: &Snapshot, access_context: AccessContext<'_>) -> String {
    let rails = home_rails(&channel.games.catalogue, None, &GameSet::default());
    json_in_page(&rails.events(&channel.teams, access_context))
}
