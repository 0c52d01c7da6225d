//! Texts of mails as a channel may write them: the defaults that stand in, and mails to try them with.

use domain::channel::Language;
use domain::site::TextKind;
use domain::template::Variable;
use domain::translations::Texts;

use crate::letter::{Letter, Sale, SaleNews};
use crate::words::words;

/// The texts that stand in for a mail's own ones; none for what is no mail.
pub fn default_texts(kind: TextKind, language: Language) -> Texts {
    let Some(letter) = sample(kind, "") else { return Texts::new() };
    let words = letter.words(words(language));
    let part = kind.variables("body").into_iter().find(|variable| variable.is_part()).map(Variable::written);
    let body: Vec<String> = words.body.iter().cloned().chain(part).collect();
    [("subject", words.subject.clone()), ("title", words.title.clone()), ("body", body.join("\n\n"))]
        .map(|(field, text)| (field.to_owned(), text))
        .into()
}

/// A mail of that kind with made-up values, whose links lead to this address.
pub fn sample(kind: TextKind, site: &str) -> Option<Letter> {
    let link = || site.to_owned();
    let device = || "Firefox on Linux".to_owned();
    let (country, address) = (Some("Canada".to_owned()), "203.0.113.7".to_owned());
    Some(match kind {
        TextKind::CookieNotice => return None,
        TextKind::Welcome => Letter::Welcome { link: link() },
        TextKind::VerifyEmail => Letter::VerifyEmail { link: link() },
        TextKind::AlreadyRegistered => Letter::AlreadyRegistered { login: link(), reset: link() },
        TextKind::ResetPassword => Letter::ResetPassword { link: link() },
        TextKind::LoginCode => Letter::LoginCode { code: "123456".into() },
        TextKind::ChangeEmail => Letter::ChangeEmail { link: link() },
        TextKind::EmailChange => Letter::EmailChange { new_email: "alex@example.org".into(), undo: link() },
        TextKind::PasswordChanged => Letter::PasswordChanged { reset: link() },
        TextKind::NewDevice => Letter::NewDevice { device: device(), country, devices: link() },
        TextKind::DeviceConnected => Letter::DeviceConnected { device: device(), country, address, devices: link() },
        TextKind::PlayerAddress => Letter::PlayerAddress { device: device(), country, address, devices: link() },
        TextKind::DeleteAccount => Letter::DeleteAccount { link: link() },
        TextKind::AccountDeleted => Letter::AccountDeleted,
        TextKind::Receipt => sale(SaleNews::Receipt, site),
        TextKind::Refunded => sale(SaleNews::Refunded, site),
        TextKind::TrialStarted => sale(SaleNews::TrialStarted, site),
        TextKind::TrialEnds => sale(SaleNews::TrialEnds, site),
        TextKind::RenewsSoon => sale(SaleNews::RenewsSoon, site),
        TextKind::Renewed => sale(SaleNews::Renewed, site),
        TextKind::RenewalFailed => sale(SaleNews::RenewalFailed, site),
        TextKind::Unsubscribed => sale(SaleNews::Unsubscribed, site),
        TextKind::SubscriptionEnded => sale(SaleNews::SubscriptionEnded, site),
    })
}

fn sale(news: SaleNews, site: &str) -> Letter {
    Letter::Sale(Sale {
        news,
        product: "Season pass".into(),
        amount: Some("49.99".into()),
        card: Some("Visa •••• 4242".into()),
        until: Some("2027-06-30".into()),
        next_charge: Some("2027-06-30".into()),
        link: site.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use domain::editing::Editable;
    use domain::site::{OwnText, TextFields};
    use domain::translations::Translations;
    use proptest::prelude::*;

    use super::*;
    use crate::letter::{Brand, Rendered};

    const SITE: &str = "https://demo.test/";

    fn brand(own_words: Texts) -> Brand {
        Brand { name: "Northline & Co".into(), accent: "#ffb703".into(), site: SITE.into(), own_words }
    }

    fn rendered(kind: TextKind, own_words: &Texts, name: &str) -> Rendered {
        sample(kind, SITE).unwrap().render(&brand(own_words.clone()), Language::En, name)
    }

    fn mails() -> impl Iterator<Item = TextKind> {
        TextKind::ALL.into_iter().filter(|kind| kind.is_mail())
    }

    fn own(texts: &[(&str, &str)]) -> Texts {
        texts.iter().map(|(field, text)| ((*field).to_owned(), (*text).to_owned())).collect()
    }

    /// A default follows the rules of a text of the channel's own, and says the same as one.
    #[test]
    fn defaults_are_texts_that_a_channel_could_have_written() {
        for kind in mails() {
            for language in Language::ALL {
                let texts = default_texts(kind, language);
                let written =
                    texts.iter().fold(Translations::default(), |all, (field, text)| all.with(language, field, text));
                let mut thing = OwnText::blank(kind);
                thing.apply(TextFields { translations: Some(written) });
                assert!(thing.errors().is_empty(), "{kind:?} {language:?}: {:?}", thing.errors());
                let letter = sample(kind, SITE).unwrap();
                let [own, default] = [texts, Texts::new()].map(|texts| {
                    let rendered = letter.render(&brand(texts), language, "Frankie");
                    // What a list of mails shows of them is the beginning of the own text.
                    let html = rendered.html.lines().filter(|line| !line.contains("display:none")).collect::<String>();
                    (rendered.subject, rendered.text, html)
                });
                assert_eq!(own, default, "{kind:?} {language:?}");
            }
        }
        assert!(default_texts(TextKind::CookieNotice, Language::En).is_empty());
    }

    #[test]
    fn own_words_stand_around_the_button() {
        let words = own(&[
            ("subject", "News of {{ channel }}"),
            ("title", "{{ name }}, welcome"),
            ("body", "Hello {{ name }}.\nAt {{ host }}.\n\n{{ link }}\n\nSee you <b>soon</b>."),
        ]);
        let Rendered { subject, text, html } = rendered(TextKind::Welcome, &words, "Frankie");
        assert_eq!(subject, "News of Northline & Co");
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} in {text}"));
        assert!(
            at("Hello Frankie.\nAt demo.test.") < at("Open Northline & Co:") && at("Open") < at("See you <b>soon</b>.")
        );
        assert!(html.contains("Hello Frankie.<br>At demo.test.") && html.contains("&lt;b&gt;soon"), "{html}");
        assert!(html.contains(">Frankie, welcome</h1>") && !html.contains("ready"), "{html}");
        assert!(html.contains("opacity:0;font-size:1px;line-height:1px;\">Hello Frankie. At demo.test."), "{html}");
        // Without a name, the paragraph that names it is left out, and the title is the default.
        let Rendered { text, html, .. } = rendered(TextKind::Welcome, &words, "");
        assert!(!text.contains("At demo.test.") && text.contains("See you"), "{text}");
        assert!(html.contains(">Welcome to Northline &amp; Co</h1>"), "{html}");
    }

    /// T57: a text of the channel shows a code only where it is sent.
    #[test]
    fn own_words_keep_codes_from_other_readers() {
        let words = own(&[("body", "Type it.\n\n{{ code }}\n\nThanks.")]);
        let letter = sample(TextKind::LoginCode, SITE).unwrap();
        let shown = letter.render_blank(&brand(words.clone()), Language::En, "");
        assert!(!shown.text.contains("123456") && shown.text.contains("Thanks."), "{}", shown.text);
        assert!(letter.render(&brand(words), Language::En, "").text.contains("    123456"));
    }

    fn template() -> impl Strategy<Value = String> {
        let words =
            "([a-z<>&'\" ./:@-]|\\n|\\r\\n|\\PC|\\{\\{ ?(link|code|name|host|channel|product|x)? ?\\}\\}|[{}%#]){0,40}";
        (words, prop_oneof![Just("\n\n{{ link }}\n"), Just("\n{{ code }}"), Just("")], words)
            .prop_map(|(before, part, after)| format!("{before}{part}{after}"))
    }

    proptest! {
        /// T28, T46: whatever a channel writes is refused, or makes a mail with its own links alone, without tags or
        /// line ends where headers are made. Even a refused text that stands in the database renders.
        #[test]
        fn own_words_do_no_harm(kind in 1usize..23, subject in template(), title in template(), body in template()) {
            let kind = TextKind::ALL[kind];
            let texts = own(&[("subject", &subject), ("title", &title), ("body", &body)]);
            let written = texts.iter().fold(Translations::default(), |all, (field, text)| all.with(Language::En, field, text));
            let mut thing = OwnText::blank(kind);
            thing.apply(TextFields { translations: Some(written) });
            let plain = rendered(kind, &Texts::new(), "Frankie");
            let Rendered { subject, text, html } = rendered(kind, &texts, "Frankie");
            prop_assert!(!subject.contains(['\r', '\n']));
            let count = |page: &str, part: &str| page.matches(part).count();
            prop_assert_eq!(count(&html, "href="), count(&plain.html, "href="));
            for tag in ["<a", "<img", "<script", "<b>", "<i>"] {
                prop_assert_eq!(count(&html, tag), count(&plain.html, tag), "{}", tag);
            }
            if thing.errors().is_empty() {
                for address in ["://", "123456"] {
                    prop_assert_eq!(count(&text, address), count(&plain.text, address));
                }
                prop_assert!(!text.contains("{{") && !text.contains("}}"));
            }
        }
    }
}
