//! The page where a visitor chooses a person.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

const STYLE: &str = "\
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:28rem;padding:1.5rem}
.test{background:#fff3cd;border:1px solid #8a6d00;border-radius:.5rem;color:#4a3a00;font-weight:600;padding:.5rem .75rem}
h1{font-size:1.75rem;line-height:2rem}form{display:grid;gap:.75rem}
button{background:none;border:1px solid #767676;border-radius:.5rem;color:inherit;cursor:pointer;font:inherit;min-height:2.75rem;padding:.5rem .75rem;text-align:start}
button:focus-visible{outline:2px solid #1a56db;outline-offset:2px}
";

/// A person who does not exist.
pub(crate) struct Person {
    pub(crate) subject: &'static str,
    email: &'static str,
    names: [&'static str; 2],
}

pub(crate) const PEOPLE: [Person; 3] = [
    Person { subject: "person-1", email: "alex.morgan@people.test", names: ["Alex", "Morgan"] },
    Person { subject: "person-2", email: "robin.hale@people.test", names: ["Robin", "Hale"] },
    Person { subject: "person-3", email: "sasha.lind@people.test", names: ["Sasha", "Lind"] },
];

impl Person {
    /// What is said of them.
    pub(crate) fn claims(&self) -> Value {
        let [given, family] = self.names;
        json!({
            "sub": self.subject, "email": self.email, "email_verified": true,
            "given_name": given, "family_name": family,
        })
    }
}

/// `asked` is what the site asked with, and `back` where it wants people back: the one place a form here may lead to.
pub(crate) fn choice(asked: &str, back: &str) -> Response {
    let people: String = PEOPLE
        .iter()
        .map(|Person { subject, email, names: [given, family] }| {
            format!(r#"<button name="person" value="{subject}"><b>{given} {family}</b><br>{email}</button>"#)
        })
        .collect();
    let body = format!(
        r#"<h1>Who are you?</h1><form method="post"><input type="hidden" name="asked" value="{}">{people}<button name="person" value="">Cancel</button></form>"#,
        text(asked)
    );
    let leads_to = url::Url::parse(back).map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    page(StatusCode::OK, &body, &leads_to)
}

/// Nobody is sent to an address that is not known to be the site's.
pub(crate) fn refusal(problem: &str) -> Response {
    page(StatusCode::BAD_REQUEST, &format!("<h1>This login cannot go on</h1><p>{}</p>", text(problem)), "")
}

fn page(status: StatusCode, body: &str, leads_to: &str) -> Response {
    let html = format!(
        r#"<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Test login</title><link rel="stylesheet" href="style.css"></head><body><main><p class="test">TEST LOGIN. It stands in for the real site: no account of yours is asked for.</p>{body}</main></body></html>"#
    );
    let policy = format!(
        "default-src 'none'; style-src 'self'; form-action 'self' {leads_to}; base-uri 'none'; frame-ancestors 'none'"
    );
    let mut response = (status, html).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    // An address that cannot stand in a header leaves a page that can do nothing.
    let policy = HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // To itself it says where its forms come from: it takes none of other sites.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

pub(crate) async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
}

/// A text inside HTML or one of its attributes.
fn text(raw: &str) -> String {
    let safe = raw.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    safe.replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out() {
        assert_eq!(text(r#"<a href="x" o='y'>&"#), "&lt;a href=&quot;x&quot; o=&#39;y&#39;&gt;&amp;");
    }
}
