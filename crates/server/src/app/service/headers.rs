//! Security headers. A header that the response already has is kept.

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// On every answer.
static ALWAYS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Addresses can carry an api key; they must not travel to other sites.
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// On pages alone: browsers look for them nowhere else.
static ON_PAGES: [(HeaderName, &str); 2] = [
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(), payment=(self)"),
];

pub(super) fn secure(headers: &mut HeaderMap) {
    let is_page = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let on_pages = if is_page { &ON_PAGES[..] } else { &[] };
    for (name, value) in ALWAYS.iter().chain(on_pages) {
        if !headers.contains_key(name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    // T10: for browsers that do not read the policy. It knows no list, so that a page that some may show goes without.
    if is_page && is_for_no_frame(headers) {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
}

fn is_for_no_frame(headers: &HeaderMap) -> bool {
    let policy = headers.get(header::CONTENT_SECURITY_POLICY).and_then(|policy| policy.to_str().ok());
    let ancestors = policy.and_then(|policy| policy.split("frame-ancestors ").nth(1));
    ancestors.is_none_or(|ancestors| ancestors.starts_with("'none'"))
}
