//! Answers viewers of a paused channel. It stands before the router, so that a new route is closed, too.

use axum::response::{IntoResponse, Response};
use domain::channel::Language;
use http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use minijinja::{Environment, context};

use crate::channels::chosen_channel;
use crate::channels::snapshot::{Channels, Snapshot};
use crate::http::error::{Error, PAUSED_RETRY_S};
use crate::http::extract::host;
use crate::http::policy;

const TEMPLATE: &str = include_str!("../../../templates/paused.html");
const STYLE: &str = include_str!("../../../templates/paused.css");

/// What goes on: the console with its files, webhooks of the payment provider, the stand-ins of the demo, and what asks
/// about the server itself. Media addresses look at the channel of their token.
const OPEN: [&str; 11] = [
    "/.well-known/touchline",
    "/api/stripe/webhook",
    "/assets",
    "/console",
    "/dev/mail",
    "/healthz",
    "/media",
    "/readyz",
    "/storage",
    "/testbank",
    "/testlogin",
];
/// Read by programs.
const CALLS: [&str; 2] = ["/api", "/tv"];

/// The answer to a viewer of a paused channel; nothing for all other requests.
pub(super) fn answer<B>(channels: &Channels, request: &Request<B>) -> Option<Response> {
    let (uri, headers) = (request.uri(), request.headers());
    let is_within = |folders: &[&str]| {
        let is_in = |rest: &str| rest.is_empty() || rest.starts_with('/');
        folders.iter().any(|folder| uri.path().strip_prefix(folder).is_some_and(is_in))
    };
    let chosen = chosen_channel::chosen(channels, uri, headers).ok().flatten();
    let channel = chosen.or_else(|| host(headers).and_then(|host| channels.by_host(&host)))?;
    if !channel.is_paused || is_within(&OPEN) {
        return None;
    }
    if is_within(&CALLS) {
        return Some(Error::ChannelPaused.into_response());
    }
    Some(page(&channel, headers).unwrap_or_else(|_| Error::ChannelPaused.into_response()))
}

fn page(channel: &Snapshot, headers: &HeaderMap) -> Result<Response, minijinja::Error> {
    let language = language(channel, headers);
    let [title, text, again] = words(language);
    let mut environment = Environment::new();
    environment.add_template("paused.html", TEMPLATE)?;
    let html = environment.get_template("paused.html")?.render(context! {
        name => &channel.profile.name, language => language.code(), style => STYLE, title, text, again
    })?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, policy::of_text(STYLE)),
        (header::RETRY_AFTER, HeaderValue::from(PAUSED_RETRY_S)),
    ];
    Ok((StatusCode::SERVICE_UNAVAILABLE, headers, html).into_response())
}

/// The first language that the browser asks for and the channel speaks.
fn language(channel: &Snapshot, headers: &HeaderMap) -> Language {
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|asked| asked.to_str().ok()).unwrap_or_default();
    let known = |tag: &str| Language::ALL.into_iter().find(|language| tag.trim().get(..2) == Some(language.code()));
    let found = asked.split(',').find_map(known).filter(|_| channel.profile.multi_language);
    found.unwrap_or(channel.profile.language)
}

fn words(language: Language) -> [&'static str; 3] {
    match language {
        Language::En => {
            ["We’ll be back", "This channel is paused. Your account and your passes stay as they are.", "Try again"]
        }
        Language::Fr => [
            "Nous revenons bientôt",
            "Cette chaîne est en pause. Votre compte et vos pass restent tels quels.",
            "Réessayer",
        ],
        Language::Bg => {
            ["Ще се върнем", "Този канал е на пауза. Профилът и абонаментите ви остават непроменени.", "Нов опит"]
        }
    }
}
