//! Site map and robots.txt.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use domain::paths::Screen;
use futures::stream;
use http::{HeaderMap, HeaderValue, header};
use minijinja::HtmlEscape;

use crate::channels::request_channel::Channel;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::http::error::{Error, Result};
use crate::state::App;

/// The format allows 50,000.
const PER_FILE: usize = 40_000;
/// Written this many at a time, so that a large channel's list takes neither memory nor a thread for long.
const AT_ONCE: usize = 1_000;
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const NAMESPACE: &str = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap))
        .route("/sitemap/{file}", get(sitemap_part))
}

async fn robots(Channel(channel): Channel, headers: HeaderMap) -> Response {
    let sitemap = Site::of(&channel, &headers).url("/sitemap.xml");
    let text = format!("User-agent: *\nDisallow: /api/\nDisallow: /console\nDisallow: /login\n\nSitemap: {sitemap}\n");
    kept(text.into_response(), "text/plain; charset=utf-8")
}

/// All pages, or, where there are too many for one file, the files that list them.
async fn sitemap(Channel(channel): Channel, headers: HeaderMap) -> Response {
    let site = Site::of(&channel, &headers);
    let files = count(&channel).div_ceil(PER_FILE);
    if files <= 1 {
        return pages(channel, site, 0);
    }
    let entry = |file: usize| {
        format!("<sitemap><loc>{}</loc></sitemap>", HtmlEscape(&site.url(&format!("/sitemap/{file}.xml"))))
    };
    let entries: String = (1..=files).map(entry).collect();
    let text = format!("{HEAD}<sitemapindex {NAMESPACE}>{entries}</sitemapindex>");
    kept(text.into_response(), "application/xml")
}

async fn sitemap_part(Channel(channel): Channel, Path(file): Path<String>, headers: HeaderMap) -> Result<Response> {
    let number = file.strip_suffix(".xml").and_then(|number| number.parse::<usize>().ok());
    let files = count(&channel).div_ceil(PER_FILE);
    match number {
        Some(number) if (1..=files).contains(&number) => {
            let site = Site::of(&channel, &headers);
            Ok(pages(channel, site, number - 1))
        }
        _ => Err(Error::NotFound("page")),
    }
}

fn count(channel: &Snapshot) -> usize {
    few(channel).count() + channel.games.catalogue.len()
}

/// The pages that are not games.
fn few(channel: &Snapshot) -> impl Iterator<Item = String> {
    let fixed = Screen::FIXED.into_iter().filter(|(_, screen)| !screen.is_personal() && *screen != Screen::Simulate);
    let own = channel.content.pages.iter().map(|page| page.url.as_str());
    let own = own.filter(|url| Screen::FIXED.iter().all(|(fixed, _)| fixed != url));
    let films = channel.content.vod_items.iter().map(|film| format!("/vod_library/{}", film.id));
    fixed.map(|(path, _)| path).chain(own).map(str::to_owned).chain(films)
}

/// One file, written as it is sent.
fn pages(channel: Arc<Snapshot>, site: Site, file: usize) -> Response {
    let all = file * PER_FILE..count(&channel).min((file + 1) * PER_FILE);
    let starts = all.clone().step_by(AT_ONCE);
    let chunks = starts.map(move |start| {
        let few: Vec<String> = few(&channel).collect();
        let entry = |number: usize| match few.get(number) {
            Some(path) => url_entry(&site.url(path)),
            None => channel
                .games
                .catalogue
                .games()
                .get(number - few.len())
                .map_or_else(String::new, |game| url_entry(&site.url(&format!("/watch/{}", game.id)))),
        };
        Bytes::from((start..all.end.min(start + AT_ONCE)).map(entry).collect::<String>())
    });
    let head = Bytes::from(format!("{HEAD}<urlset {NAMESPACE}>"));
    let whole = [head].into_iter().chain(chunks).chain([Bytes::from_static(b"</urlset>")]);
    kept(Response::new(Body::from_stream(stream::iter(whole.map(Ok::<_, Infallible>)))), "application/xml")
}

fn url_entry(url: &str) -> String {
    format!("<url><loc>{}</loc></url>", HtmlEscape(url))
}

fn kept(mut answer: Response, content_type: &'static str) -> Response {
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    answer
}
