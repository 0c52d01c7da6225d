//! Development mode: `?channel=ALIAS` selects the channel instead of the host. Pages keep the choice in a cookie, so
//! that all their calls use the same channel. Requests to public host names ignore it.

use std::borrow::Cow;
use std::sync::Arc;

use http::{HeaderMap, HeaderValue, Uri, header};

use crate::channels::site::is_local;
use crate::channels::snapshot::{Channels, Snapshot};
use crate::http::cookie::cookie;
use crate::http::error::{Error, Result};
use crate::http::extract::host;

/// The name of the parameter.
pub(crate) const PARAMETER: &str = "channel";
const COOKIE: &str = "touchline-channel";

/// Whether a request may choose: on this machine's own names, bare addresses and names that are reserved for tests.
pub(crate) fn may_choose(channels: &Channels, headers: &HeaderMap) -> bool {
    channels.development && host(headers).is_some_and(|host| is_local(&host) || host.ends_with(".test"))
}

/// The channel that a request chooses, by its address or else by what its browser keeps. Nothing where it chooses none.
pub(crate) fn chosen(channels: &Channels, uri: &Uri, headers: &HeaderMap) -> Result<Option<Arc<Snapshot>>> {
    if !may_choose(channels, headers) {
        return Ok(None);
    }
    match named(uri) {
        Some(alias) if alias.is_empty() => Ok(None),
        Some(alias) => channels.by_alias(&alias).map(Some).ok_or(Error::NotFound("channel")),
        // One that is gone must not lock the browser out.
        None => Ok(cookie(headers, COOKIE).and_then(|alias| channels.by_alias(alias))),
    }
}

/// What a page lets the browser keep: the channel that its address chose, or that an empty choice ends it.
pub(crate) fn kept(channels: &Channels, uri: &Uri, headers: &HeaderMap) -> Option<HeaderValue> {
    let alias = named(uri).filter(|_| may_choose(channels, headers))?;
    let life = if alias.is_empty() { "; Max-Age=0" } else { "" };
    // Only an alias that a channel has comes here, and aliases are plain.
    HeaderValue::from_str(&format!("{COOKIE}={alias}; Path=/; HttpOnly; SameSite=Lax{life}")).ok()
}

/// Addresses are the same for all channels there: a cache must not hand out what another one answered.
pub(crate) fn keep_from_caches(headers: &mut HeaderMap) {
    let kept = headers.get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if kept.starts_with("public") && !kept.contains("immutable") {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

fn named(uri: &Uri) -> Option<Cow<'_, str>> {
    let mut pairs = form_urlencoded::parse(uri.query()?.as_bytes());
    pairs.find(|(name, _)| name == PARAMETER).map(|(_, alias)| alias)
}
