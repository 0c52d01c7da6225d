//! The content security policy of our own pages.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::HeaderValue;
use sha2::{Digest, Sha256};

/// What of a page differs from one to another.
pub(crate) struct AppPolicy<'a> {
    /// The one style that may stand in the page itself.
    pub(crate) style: &'a str,
    /// Google's captcha is configured: its scripts and frames come from there, and bring more of them along by
    /// themselves.
    pub(crate) recaptcha: bool,
    pub(crate) embedded_by: Embedders<'a>,
}

/// Whose pages may show this one.
pub(crate) enum Embedders<'a> {
    Nobody,
    Hosts(&'a [String]),
    /// For what shows a clip that was given away, and nothing else.
    Anybody,
}

impl AppPolicy<'_> {
    /// Scripts from nowhere else, HTML only through one policy, and nothing inline but the one style. Players of other
    /// sites stand in frames, and prerolls may come from elsewhere.
    pub(crate) fn header(&self) -> HeaderValue {
        let google = " https://www.google.com/recaptcha/";
        let (scripts, connections, frames, more) = match self.recaptcha {
            true => (
                format!("{google} https://www.gstatic.com/recaptcha/"),
                google,
                format!("{google} https://recaptcha.google.com/recaptcha/"),
                "",
            ),
            false => {
                (String::new(), "", String::new(), "; require-trusted-types-for 'script'; trusted-types touchline")
            }
        };
        let ancestors = match self.embedded_by {
            Embedders::Nobody | Embedders::Hosts([]) => "'none'".to_owned(),
            Embedders::Hosts(hosts) => {
                let hosts: String = hosts.iter().map(|host| format!(" https://{host}")).collect();
                format!("'self'{hosts}")
            }
            Embedders::Anybody => "*".to_owned(),
        };
        value(&format!(
            "default-src 'none'; script-src 'self'{scripts}; style-src 'self' {}; img-src 'self' data: blob:; \
             font-src 'self'; connect-src 'self'{connections}; media-src 'self' blob: https:; manifest-src 'self'; \
             frame-src{frames} https:; form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}{more}",
            hash(self.style)
        ))
    }
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
