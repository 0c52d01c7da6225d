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
    /// Cards are typed into Stripe's own fields: its script, and the frames and calls that this needs, come from there.
    /// The app changes screens without loading a page, so the policy is that of all screens on which it can come to
    /// pay.
    pub(crate) stripe: bool,
    pub(crate) embedded_by: Embedders<'a>,
}

/// Which sites may embed the page.
pub(crate) enum Embedders<'a> {
    Nobody,
    /// The channel's own pages, and those of sites that it names, as a policy names them.
    Sites(&'a [String]),
    /// For what shows a clip that was given away, and nothing else.
    Anybody,
}

impl AppPolicy<'_> {
    /// Scripts from nowhere else, HTML only through one policy, and nothing inline but the one style. Players of other
    /// sites stand in frames, prerolls may come from elsewhere, and captions hang on an empty list that the player
    /// writes.
    pub(crate) fn header(&self) -> HeaderValue {
        let google = " https://www.google.com/recaptcha/";
        let (mut scripts, mut connections, mut frames, mut more) = match self.recaptcha {
            true => (
                format!("{google} https://www.gstatic.com/recaptcha/"),
                google.to_owned(),
                format!("{google} https://recaptcha.google.com/recaptcha/"),
                String::new(),
            ),
            false => {
                let trusted = "; require-trusted-types-for 'script'; trusted-types touchline";
                (String::new(), String::new(), String::new(), trusted.to_owned())
            }
        };
        if self.stripe {
            scripts.push_str(" https://js.stripe.com");
            connections.push_str(" https://api.stripe.com");
            frames.push_str(" https://js.stripe.com https://hooks.stripe.com");
            if !more.is_empty() {
                more.push_str(" touchline-payments");
            }
        }
        let ancestors = match self.embedded_by {
            Embedders::Nobody => "'none'".to_owned(),
            Embedders::Sites(sites) => {
                let sites: String = sites.iter().map(|site| format!(" {site}")).collect();
                format!("'self'{sites}")
            }
            Embedders::Anybody => "*".to_owned(),
        };
        value(&format!(
            "default-src 'none'; script-src 'self'{scripts}; style-src 'self' {}; img-src 'self' data: blob:; \
             font-src 'self'; connect-src 'self'{connections}; media-src 'self' blob: data: https:; manifest-src 'self'; \
             frame-src{frames} https:; form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}{more}",
            hash(self.style)
        ))
    }
}

/// For the console: nothing from elsewhere, previews of the viewer in frames, and letters, which are bound by the same policy. They are styled
/// as letters are, in each element and by the one style that all of them share. What is pasted into the text editor is
/// parsed in a document of its own, by a policy that the editor names.
pub(crate) fn of_console(letter_style: &str) -> HeaderValue {
    value(&format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-elem 'self' {}; \
         style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; \
         form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
         trusted-types touchline ProseMirrorClipboard",
        hash(letter_style)
    ))
}

/// A picture that is opened by itself may load and run nothing.
pub(crate) const OF_PICTURES: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

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

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(recaptcha: bool, stripe: bool) -> String {
        let policy = AppPolicy { style: "", recaptcha, stripe, embedded_by: Embedders::Nobody };
        policy.header().to_str().unwrap().to_owned()
    }

    /// PAY-18, T28: Stripe's script is let in where Stripe takes the money, by a policy of its own name, and nowhere
    /// else.
    #[test]
    fn stripe_is_let_in_only_where_it_is_configured() {
        let without = policy(false, false);
        assert!(!without.contains("stripe"), "{without}");
        assert!(without.ends_with("; trusted-types touchline"), "{without}");

        let with = policy(false, true);
        for part in [
            "script-src 'self' https://js.stripe.com;",
            "connect-src 'self' https://api.stripe.com;",
            "frame-src https://js.stripe.com https://hooks.stripe.com",
            "; require-trusted-types-for 'script'; trusted-types touchline touchline-payments",
        ] {
            assert!(with.contains(part), "{part}: {with}");
        }
    }

    /// Google's captcha brings scripts along by itself, so nobody can name those that are trusted.
    #[test]
    fn policy_with_recaptcha_names_no_trusted_types() {
        let both = policy(true, true);
        assert!(both.contains("https://www.gstatic.com/recaptcha/ https://js.stripe.com;"), "{both}");
        assert!(!both.contains("trusted-types"), "{both}");
    }
}
