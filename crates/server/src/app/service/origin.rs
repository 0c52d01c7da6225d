//! CORS: only the channel's own hosts may call from a page of another origin.

use http::{HeaderMap, HeaderValue, Method, header};

use crate::http::error::Error;
use crate::http::extract::host;
use crate::state::App;

/// Where a request comes from.
pub(super) enum Origin {
    /// No page of another site is involved.
    Own,
    /// A page at one of the channel's own hosts.
    Channel(HeaderValue),
    /// A page of another origin: its request is handled, but the browser does not show it the response.
    Foreign,
}

/// Reads the request's origin; a foreign page that wants to change something is refused.
pub(super) fn check(app: &App, method: &Method, headers: &HeaderMap) -> Result<Origin, Error> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(Origin::Own) };
    if is_of_channel(app, origin, headers) {
        return Ok(Origin::Channel(origin.clone()));
    }
    // Our pages send no referrer, so their forms come from nowhere; the browser says itself whose they are, which no page can.
    if origin == "null" && headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin") {
        return Ok(Origin::Own);
    }
    if method.is_safe() { Ok(Origin::Foreign) } else { Err(Error::ForeignOrigin) }
}

fn is_of_channel(app: &App, origin: &HeaderValue, headers: &HeaderMap) -> bool {
    let authority = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, authority)| authority);
    let Some(from) = authority.and_then(domain::channel::normal_host) else { return false };
    let Some(here) = host(headers) else { return false };
    // A page's own address is no other site, also where no channel is served: the set-up link is opened there.
    if from == here {
        return true;
    }
    let Some(channel) = app.channels.by_host(&here) else { return false };
    channel.identity.hosts.iter().any(|host| *host == from)
}

impl Origin {
    pub(super) fn is_preflight(&self, method: &Method) -> bool {
        matches!(self, Self::Channel(_)) && method == Method::OPTIONS
    }

    pub(super) fn allow(&self, headers: &mut HeaderMap) {
        let Self::Channel(origin) = self else { return };
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, DELETE"));
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type, x-api-key"));
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
}
