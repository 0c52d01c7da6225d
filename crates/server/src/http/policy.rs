//! The content security policy of our own pages.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::provider_id::GoogleTag;
use http::HeaderValue;
use sha2::{Digest, Sha256};

/// What of a page differs from one to another.
#[derive(Clone)]
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
    /// The channel has a Google tag, which brings more scripts along by itself. It loads once the visitor has accepted it.
    pub(crate) tag: Option<GoogleTag>,
    /// The origin that errors are reported to.
    pub(crate) reports: Option<String>,
    pub(crate) embedded_by: Embedders<'a>,
}

/// Which sites may embed the page.
#[derive(Clone)]
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
        let (mut scripts, mut connections, mut frames) = match self.recaptcha {
            true => (
                format!("{google} https://www.gstatic.com/recaptcha/"),
                google.to_owned(),
                format!("{google} https://recaptcha.google.com/recaptcha/"),
            ),
            false => Default::default(),
        };
        let (mut pictures, mut more) = (String::new(), String::new());
        // Nobody can name the scripts that these bring along.
        if !self.recaptcha && self.tag.is_none() {
            more.push_str("; require-trusted-types-for 'script'; trusted-types touchline");
        }
        if let Some(tag) = self.tag {
            let of_tag = TagHosts::of(tag);
            scripts.push_str(of_tag.scripts);
            connections.push_str(of_tag.connections);
            pictures.push_str(of_tag.pictures);
        }
        if let Some(origin) = &self.reports {
            connections.push(' ');
            connections.push_str(origin);
        }
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
            "default-src 'none'; script-src 'self'{scripts}; style-src 'self' {}; img-src 'self' data: blob:{pictures}; \
             font-src 'self'; connect-src 'self'{connections}; media-src 'self' blob: data: https:; manifest-src 'self'; \
             frame-src{frames} https:; form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}{more}",
            hash(self.style)
        ))
    }
}

/// What Google says that its tags need. A container of the tag manager may bring tags of others, which are not let in.
struct TagHosts {
    scripts: &'static str,
    connections: &'static str,
    pictures: &'static str,
}

impl TagHosts {
    fn of(tag: GoogleTag) -> Self {
        match tag {
            GoogleTag::Analytics | GoogleTag::Container => Self {
                scripts: " https://www.googletagmanager.com",
                connections: " https://*.google-analytics.com https://*.analytics.google.com \
                              https://*.googletagmanager.com",
                pictures: " https://*.google-analytics.com https://*.googletagmanager.com",
            },
            GoogleTag::Ads | GoogleTag::Tag => Self {
                scripts: " https://www.googletagmanager.com https://www.googleadservices.com \
                          https://googleads.g.doubleclick.net https://www.google.com",
                connections: " https://*.google-analytics.com https://*.analytics.google.com \
                              https://*.googletagmanager.com https://www.googleadservices.com \
                              https://googleads.g.doubleclick.net https://pagead2.googlesyndication.com \
                              https://www.google.com https://google.com",
                pictures: " https://*.google-analytics.com https://*.googletagmanager.com \
                           https://www.googleadservices.com https://googleads.g.doubleclick.net \
                           https://pagead2.googlesyndication.com https://www.google.com https://google.com",
            },
        }
    }
}

/// For the console: nothing from elsewhere, previews of the viewer in frames, and letters, which are bound by the same
/// policy. They are styled as letters are, in each element and by the one style that all of them share. What is pasted into
/// the text editor is parsed in a document of its own, by a policy that the editor names.
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
pub(crate) fn of_dev_mailbox(style: &str) -> HeaderValue {
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
        of(AppPolicy { recaptcha, stripe, ..PLAIN })
    }

    const PLAIN: AppPolicy<'static> = AppPolicy {
        style: "",
        recaptcha: false,
        stripe: false,
        tag: None,
        reports: None,
        embedded_by: Embedders::Nobody,
    };

    fn of(policy: AppPolicy<'_>) -> String {
        policy.header().to_str().unwrap().to_owned()
    }

    /// T28: a tag and an address for reports let in what they need where they are set, and nothing elsewhere.
    #[test]
    fn tag_and_reports_are_let_in_only_where_they_are_set() {
        let without = policy(false, false);
        assert!(!without.contains("google") && !without.contains("sentry"), "{without}");
        let tag = of(AppPolicy { tag: Some(GoogleTag::Analytics), ..PLAIN });
        assert!(tag.contains("script-src 'self' https://www.googletagmanager.com;"), "{tag}");
        assert!(
            tag.contains("img-src 'self' data: blob: https://*.google-analytics.com https://*.googletagmanager.com;")
        );
        assert!(!tag.contains("doubleclick") && !tag.contains("trusted-types"), "{tag}");
        assert!(of(AppPolicy { tag: Some(GoogleTag::Ads), ..PLAIN }).contains("https://googleads.g.doubleclick.net"));
        let reports = of(AppPolicy { reports: Some("https://o1.ingest.sentry.io".into()), ..PLAIN });
        assert!(reports.contains("connect-src 'self' https://o1.ingest.sentry.io;"), "{reports}");
        assert!(reports.ends_with("; trusted-types touchline") && reports.contains("script-src 'self';"), "{reports}");
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
