//! Answers viewers of a paused channel. It stands before the router, so that a new route is closed, too: members reach their
//! own account, and nothing else.

use axum::response::{IntoResponse, Response};
use domain::channel::Language;
use domain::paths::screen;
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use minijinja::{Environment, context};

use crate::channels::chosen_channel;
use crate::channels::snapshot::{Channels, Snapshot};
use crate::http::error::{Error, PAUSED_RETRY_S};
use crate::http::extract::host;
use crate::http::{API_BASE, policy};
use crate::stand_ins::MountPath;

const TEMPLATE: &str = include_str!("../../../templates/paused.html");
const STYLE: &str = include_str!("../../../templates/paused.css");

/// Paths served during a pause: the console with its files, the return from a social login, and what asks
/// about the server itself. Media addresses look at the channel of their token.
const OPEN: [&str; 9] = [
    "/.well-known/touchline",
    "/assets",
    "/auth/login",
    "/console",
    "/dev/mail",
    "/healthz",
    "/media",
    "/readyz",
    "/storage",
];
/// The calls that go on: those of a member's account and the ways into it, the form of the contact page, what its pages
/// begin with, and the webhooks of the payment provider. Buying, registering, watching and the channel's lists are not among
/// them.
const OPEN_CALLS: [(Method, &str); 45] = [
    (Method::POST, "/auth/add_session"),
    (Method::POST, "/auth/email-undo"),
    (Method::POST, "/auth/email-verify"),
    (Method::POST, "/auth/login-code"),
    (Method::POST, "/auth/login-code/confirm"),
    (Method::POST, "/auth/logout"),
    (Method::POST, "/auth/passkey-login"),
    (Method::POST, "/auth/passkey-login/begin"),
    (Method::GET, "/auth/passkeys"),
    (Method::POST, "/auth/passkeys"),
    (Method::POST, "/auth/passkeys/begin"),
    (Method::DELETE, "/auth/passkeys/{id}"),
    (Method::POST, "/auth/password-reset"),
    (Method::POST, "/auth/password-reset-request"),
    (Method::POST, "/auth/verify-resend"),
    (Method::GET, "/captcha"),
    (Method::GET, "/channel-bootstrap-data"),
    (Method::GET, "/channel-key"),
    (Method::GET, "/color-settings/web"),
    (Method::GET, "/custom-forms/contacts"),
    (Method::POST, "/custom-forms/contacts"),
    (Method::POST, "/delete-account-confirm"),
    (Method::GET, "/favorites"),
    (Method::POST, "/get_api_key"),
    (Method::GET, "/orders"),
    (Method::GET, "/orders/{id}"),
    (Method::GET, "/participants"),
    (Method::GET, "/player-addresses"),
    (Method::DELETE, "/player-addresses/{id}"),
    (Method::GET, "/profile"),
    (Method::POST, "/profile"),
    (Method::POST, "/profile/delete"),
    (Method::GET, "/profile/export"),
    (Method::GET, "/sessions"),
    (Method::POST, "/sessions/end-others"),
    (Method::DELETE, "/sessions/{id}"),
    (Method::GET, "/settings"),
    (Method::GET, "/stripe/customer-portal"),
    (Method::GET, "/stripe/list-cards"),
    (Method::DELETE, "/stripe/cards/{id}"),
    (Method::POST, "/stripe/unsubscribe"),
    (Method::POST, "/stripe/webhook"),
    (Method::GET, "/user/access"),
    (Method::POST, "/v2/auth/login"),
    (Method::POST, "/v2/auth/social/{provider}"),
];
/// Read by programs.
const CALLS: [&str; 2] = [API_BASE, "/tv"];

/// The answer to a viewer of a paused channel; nothing for what goes on, such as the stand-ins, and for all other channels.
pub(super) fn answer<B>(channels: &Channels, mounts: &[MountPath], request: &Request<B>) -> Option<Response> {
    let (uri, headers) = (request.uri(), request.headers());
    let chosen = chosen_channel::chosen(channels, uri, headers).ok().flatten();
    let channel = chosen.or_else(|| host(headers).and_then(|host| channels.by_host(&host)))?;
    if !channel.is_paused || goes_on(request.method(), uri.path(), mounts) {
        return None;
    }
    if is_within(uri.path(), &CALLS) {
        return Some(Error::ChannelPaused.into_response());
    }
    Some(page(&channel, headers).unwrap_or_else(|_| Error::ChannelPaused.into_response()))
}

fn goes_on(method: &Method, path: &str, mounts: &[MountPath]) -> bool {
    match path.strip_prefix(API_BASE).filter(|call| call.is_empty() || call.starts_with('/')) {
        Some(call) => OPEN_CALLS.iter().any(|(open, pattern)| open == method && is_call(pattern, call)),
        None => {
            let is_mounted = mounts.iter().any(|mount| is_within(path, &[mount.path]));
            is_mounted || is_within(path, &OPEN) || screen(path).is_open_while_paused()
        }
    }
}

fn is_within(path: &str, folders: &[&str]) -> bool {
    let is_in = |rest: &str| rest.is_empty() || rest.starts_with('/');
    folders.iter().any(|folder| path.strip_prefix(folder).is_some_and(is_in))
}

/// Whether a path is that of a call, whose parameters are parts in braces.
fn is_call(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut parts) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), parts.next()) {
            (None, None) => return true,
            (Some(wanted), Some(part)) if wanted == part || wanted.starts_with('{') && !part.is_empty() => {}
            _ => return false,
        }
    }
}

fn page(channel: &Snapshot, headers: &HeaderMap) -> Result<Response, minijinja::Error> {
    let language = language(channel, headers);
    let [title, text, account, again] = words(language);
    let mut environment = Environment::new();
    environment.add_template("paused.html", TEMPLATE)?;
    let html = environment.get_template("paused.html")?.render(context! {
        name => &channel.profile.name, language => language.code(), style => STYLE, title, text, account, again
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

fn words(language: Language) -> [&'static str; 4] {
    match language {
        Language::En => [
            "We’ll be back",
            "This channel is paused. Your account and your passes stay as they are: you can log in to see your orders, to cancel a renewal or to write to us.",
            "Your account",
            "Try again",
        ],
        Language::Fr => [
            "Nous revenons bientôt",
            "Cette chaîne est en pause. Votre compte et vos pass restent tels quels\u{a0}: connectez-vous pour voir vos commandes, annuler un renouvellement ou nous écrire.",
            "Votre compte",
            "Réessayer",
        ],
        Language::Bg => [
            "Ще се върнем",
            "Този канал е на пауза. Профилът и абонаментите ви остават непроменени: влезте, за да видите поръчките си, да спрете подновяване или да ни пишете.",
            "Вашият профил",
            "Нов опит",
        ],
    }
}
