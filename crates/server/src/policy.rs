//! The content security policy of our own pages.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::HeaderValue;
use sha2::{Digest, Sha256};

/// Nothing from elsewhere, HTML only through one policy, and nothing inline but the one style that is handed in.
pub(crate) fn of_app(style: Option<&str>) -> HeaderValue {
    app(style, "", "", "; require-trusted-types-for 'script'; trusted-types touchline")
}

/// The same where Google's captcha is configured: its scripts and frames come from there, and bring more of them along
/// by themselves.
pub(crate) fn of_app_with_recaptcha(style: Option<&str>) -> HeaderValue {
    let google = " https://www.google.com/recaptcha/";
    let scripts = format!("{google} https://www.gstatic.com/recaptcha/");
    app(style, &scripts, google, &format!("; frame-src{google} https://recaptcha.google.com/recaptcha/"))
}

fn app(style: Option<&str>, scripts: &str, connections: &str, more: &str) -> HeaderValue {
    let style = style.map(|style| format!(" {}", hash(style))).unwrap_or_default();
    value(&format!(
        "default-src 'none'; script-src 'self'{scripts}; style-src 'self'{style}; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'{connections}; media-src 'self' blob:; manifest-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'{more}"
    ))
}

/// For the console: nothing from elsewhere, and letters in frames, which are bound by the same policy. They are styled as
/// letters are, in each element and by the one style that all of them share.
pub(crate) fn of_console(letter_style: &str) -> HeaderValue {
    value(&format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-elem 'self' {}; \
         style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types touchline",
        hash(letter_style)
    ))
}

/// For a page that is nothing but text and one style.
pub(crate) fn of_text(style: &str) -> HeaderValue {
    value(&format!("default-src 'none'; style-src {}; base-uri 'none'; frame-ancestors 'none'", hash(style)))
}

/// For the list of mails: text, one style, and mails in frames.
pub(crate) fn of_outbox(style: &str) -> HeaderValue {
    value(&format!(
        "default-src 'none'; style-src {}; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        hash(style)
    ))
}

/// For a mail: styled as mails are, in each element, and able to do nothing but open its links elsewhere.
pub(crate) fn of_mail() -> HeaderValue {
    HeaderValue::from_static(
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; \
         sandbox allow-popups allow-popups-to-escape-sandbox",
    )
}

fn hash(style: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(style)))
}

fn value(policy: &str) -> HeaderValue {
    // Plain ASCII throughout; were it not, nothing at all would be allowed.
    HeaderValue::from_str(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}
