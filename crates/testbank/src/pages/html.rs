//! The frame of every page.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

pub const STYLE: &str = "\
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:40rem;padding:1.5rem}
.test{background:#fff3cd;border:1px solid #8a6d00;border-radius:.5rem;color:#4a3a00;font-weight:600;padding:.5rem .75rem}
h1{font-size:1.75rem;line-height:2rem}h2{font-size:1.25rem;margin-top:2rem}
ul{list-style:none;padding:0}li{align-items:center;border-top:1px solid #8888;display:flex;flex-wrap:wrap;gap:.75rem;justify-content:space-between;padding:.75rem 0}
form{display:inline-flex;flex-wrap:wrap;gap:.75rem}label{display:grid;gap:.25rem}
input,button{border:1px solid #767676;border-radius:.5rem;font:inherit;min-height:2.75rem;padding:.25rem .75rem}
button{cursor:pointer;font-weight:600}button.main{background:#1a56db;border-color:#1a56db;color:#fff}
a:focus-visible,button:focus-visible,input:focus-visible{outline:2px solid #1a56db;outline-offset:2px}
[role=alert]{color:#b3261e;font-weight:600}@media(prefers-color-scheme:dark){[role=alert]{color:#ff8a80}}
";

pub struct Page {
    pub title: &'static str,
    /// HTML; every text in it went through [`text`].
    pub body: String,
    /// Where forms may lead in the end, beside the bank itself.
    pub leads_to: Option<String>,
}

impl Page {
    pub fn new(title: &'static str, body: String) -> Self {
        Self { title, body, leads_to: None }
    }

    pub fn leading_to(mut self, address: Option<&url::Url>) -> Self {
        self.leads_to = address.map(|url| url.origin().ascii_serialization());
        self
    }
}

/// A text inside HTML or one of its attributes.
pub fn text(raw: &str) -> String {
    raw.chars().fold(String::with_capacity(raw.len()), |mut safe, letter| {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
        safe
    })
}

/// An amount for people.
pub fn money(amount: i64, currency: &str) -> String {
    format!("{} {}.{:02}", text(&currency.to_uppercase()), amount / 100, amount % 100)
}

/// A day for people.
pub fn day(at: i64) -> String {
    jiff::Timestamp::from_second(at).unwrap_or_default().strftime("%Y-%m-%d").to_string()
}

/// A button that posts one word, and an id if it is about something.
pub fn button(action: &str, id: &str, label: &str, class: &str) -> String {
    format!(
        r#"<form method="post"><input type="hidden" name="id" value="{}"><button class="{class}" name="action" value="{action}">{}</button></form>"#,
        text(id),
        text(label)
    )
}

/// How deep a page lies below the bank decides where its style is.
pub fn page(status: u16, page: &Page) -> Response {
    let title = text(page.title);
    let html = format!(
        r#"<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title} · Test bank</title><link rel="stylesheet" href="{}"></head><body><p class="test">TEST MODE. No real card, no real money.</p><main><h1>{title}</h1>{}</main></body></html>"#,
        if page.title == "Your billing" { "../style.css" } else { "../../style.css" },
        page.body
    );
    let leads_to = page.leads_to.as_deref().unwrap_or_default();
    let policy = format!(
        "default-src 'none'; style-src 'self'; form-action 'self' {leads_to}; base-uri 'none'; frame-ancestors 'self'"
    );
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // To the bank itself they say where they come from: it takes no forms of other sites.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out() {
        assert_eq!(text(r#"<a href="x" o='y'>&"#), "&lt;a href=&quot;x&quot; o=&#39;y&#39;&gt;&amp;");
    }

    #[test]
    fn amounts_have_two_decimals() {
        assert_eq!(money(4_905, "usd"), "USD 49.05");
    }
}
