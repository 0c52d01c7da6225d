//! The letters that are written to people.

use std::sync::LazyLock;

use domain::channel::Language;
use domain::colours::Colour;
use minijinja::{Environment, UndefinedBehavior, Value, context};

use crate::line::{name_to_greet, one_line};
use crate::words::{LetterWords, Words, words};

const PAGE: &str = include_str!("../templates/letter.html");

/// The style that all letters share: where letters are shown, it has to be allowed.
pub fn letter_style() -> &'static str {
    PAGE.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).map_or("", |(style, _)| style)
}

/// Whose name and look a letter has.
#[derive(Clone, Debug)]
pub struct Brand {
    pub name: String,
    /// The channel's accent colour, as `#rrggbb`.
    pub accent: String,
    /// Where the channel is found.
    pub site: String,
}

/// What is written about. Links are in full.
#[derive(Clone, Debug)]
pub enum Letter {
    /// The account is ready; the link leads to the channel.
    Welcome {
        link: String,
    },
    VerifyEmail {
        link: String,
    },
    /// To somebody who registers again, where nobody else may learn that they have an account.
    AlreadyRegistered {
        login: String,
        reset: String,
    },
    ResetPassword {
        link: String,
    },
    LoginCode {
        code: String,
    },
    /// To the new address.
    ChangeEmail {
        link: String,
    },
    /// To the old one, with the way back.
    EmailChange {
        new_email: String,
        undo: String,
    },
    PasswordChanged {
        reset: String,
    },
    NewDevice {
        device: String,
        country: Option<String>,
        devices: String,
    },
    /// A device that somebody let in by the code that it showed. Without a country, its network address says from where.
    DeviceConnected {
        device: String,
        country: Option<String>,
        address: String,
        devices: String,
    },
    DeleteAccount {
        link: String,
    },
    AccountDeleted,
    /// About something that was bought.
    Sale(Sale),
}

/// What was bought, and what becomes of it.
#[derive(Clone, Debug)]
pub struct Sale {
    pub news: SaleNews,
    pub product: String,
    /// With its currency.
    pub amount: Option<String>,
    /// The card that is charged, by its last digits.
    pub card: Option<String>,
    /// The day on which it ends.
    pub until: Option<String>,
    /// The day of the next charge.
    pub next_charge: Option<String>,
    /// To the member's orders.
    pub link: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaleNews {
    Receipt,
    Refunded,
    TrialStarted,
    TrialEnds,
    RenewsSoon,
    Renewed,
    RenewalFailed,
    Unsubscribed,
    SubscriptionEnded,
}

impl SaleNews {
    fn kind(self) -> &'static str {
        match self {
            Self::Receipt => "receipt",
            Self::Refunded => "refunded",
            Self::TrialStarted => "trial_started",
            Self::TrialEnds => "trial_ends",
            Self::RenewsSoon => "renews_soon",
            Self::Renewed => "renewed",
            Self::RenewalFailed => "renewal_failed",
            Self::Unsubscribed => "unsubscribed",
            Self::SubscriptionEnded => "subscription_ended",
        }
    }

    fn words(self, words: &Words) -> &LetterWords {
        match self {
            Self::Receipt => &words.receipt,
            Self::Refunded => &words.refunded,
            Self::TrialStarted => &words.trial_started,
            Self::TrialEnds => &words.trial_ends,
            Self::RenewsSoon => &words.renews_soon,
            Self::Renewed => &words.renewed,
            Self::RenewalFailed => &words.renewal_failed,
            Self::Unsubscribed => &words.unsubscribed,
            Self::SubscriptionEnded => &words.subscription_ended,
        }
    }
}

/// What stands in a letter in place of a link or a code where others than its recipient read it.
pub const BLANK: &str = "••••••";

/// A letter in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    pub subject: String,
    pub text: String,
    pub html: String,
}

impl Letter {
    /// A word for what the letter is about, as it is stored.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Welcome { .. } => "welcome",
            Self::VerifyEmail { .. } => "verify_email",
            Self::AlreadyRegistered { .. } => "already_registered",
            Self::ResetPassword { .. } => "reset_password",
            Self::LoginCode { .. } => "login_code",
            Self::ChangeEmail { .. } => "change_email",
            Self::EmailChange { .. } => "email_change",
            Self::PasswordChanged { .. } => "password_changed",
            Self::NewDevice { .. } => "new_device",
            Self::DeviceConnected { .. } => "device_connected",
            Self::DeleteAccount { .. } => "delete_account",
            Self::AccountDeleted => "account_deleted",
            Self::Sale(sale) => sale.news.kind(),
        }
    }

    /// Puts the letter into words.
    pub fn render(&self, brand: &Brand, language: Language, name: &str) -> Rendered {
        let draft = Draft::of(self, words(language), brand, language, name);
        Rendered {
            text: draft.fill("letter.txt", |url| url.into()),
            html: draft.fill("letter.html", safe_link),
            subject: draft.subject,
        }
    }

    /// The same for others to read: every link and every code is left out, whatever the letter is about, so that a new
    /// kind of letter cannot forget it.
    pub fn render_blank(&self, brand: &Brand, language: Language, name: &str) -> Rendered {
        let mut draft = Draft::of(self, words(language), brand, language, name);
        draft.code = draft.code.map(|_| BLANK.to_owned());
        let no_link = |_: &str| Value::from(());
        Rendered {
            text: draft.fill("letter.txt", no_link),
            html: draft.fill("letter.html", no_link),
            subject: draft.subject,
        }
    }

    fn words<'w>(&self, words: &'w Words) -> &'w LetterWords {
        match self {
            Self::Welcome { .. } => &words.welcome,
            Self::VerifyEmail { .. } => &words.verify_email,
            Self::AlreadyRegistered { .. } => &words.already_registered,
            Self::ResetPassword { .. } => &words.reset_password,
            Self::LoginCode { .. } => &words.login_code,
            Self::ChangeEmail { .. } => &words.change_email,
            Self::EmailChange { .. } => &words.email_change,
            Self::PasswordChanged { .. } => &words.password_changed,
            Self::NewDevice { .. } => &words.new_device,
            Self::DeviceConnected { .. } => &words.device_connected,
            Self::DeleteAccount { .. } => &words.delete_account,
            Self::AccountDeleted => &words.account_deleted,
            Self::Sale(sale) => sale.news.words(words),
        }
    }

    /// Where its buttons lead.
    fn links(&self) -> Vec<&str> {
        match self {
            Self::Welcome { link }
            | Self::VerifyEmail { link }
            | Self::ResetPassword { link }
            | Self::ChangeEmail { link }
            | Self::DeleteAccount { link } => vec![link],
            Self::AlreadyRegistered { login, reset } => vec![login, reset],
            Self::EmailChange { undo, .. } => vec![undo],
            Self::PasswordChanged { reset } => vec![reset],
            Self::NewDevice { devices, .. } | Self::DeviceConnected { devices, .. } => vec![devices],
            Self::Sale(sale) => vec![&sale.link],
            Self::LoginCode { .. } | Self::AccountDeleted => vec![],
        }
    }

    /// What the letter reports, each with its label.
    fn facts<'a>(&'a self, words: &'a Words) -> Vec<(&'a str, &'a str)> {
        match self {
            Self::EmailChange { new_email, .. } => vec![(&words.new_email, new_email)],
            Self::NewDevice { device, country, .. } => {
                let country = country.as_deref().map(|country| (words.country.as_str(), country));
                [(words.device.as_str(), device.as_str())].into_iter().chain(country).collect()
            }
            Self::DeviceConnected { device, country, address, .. } => {
                let place = match country {
                    Some(country) => (words.country.as_str(), country.as_str()),
                    None => (words.address.as_str(), address.as_str()),
                };
                vec![(words.device.as_str(), device.as_str()), place]
            }
            Self::Sale(sale) => {
                let facts = [
                    (&words.product, Some(&sale.product)),
                    (&words.amount, sale.amount.as_ref()),
                    (&words.card, sale.card.as_ref()),
                    (&words.until, sale.until.as_ref()),
                    (&words.next_charge, sale.next_charge.as_ref()),
                ];
                facts.into_iter().filter_map(|(label, fact)| Some((label.as_str(), fact?.as_str()))).collect()
            }
            _ => vec![],
        }
    }
}

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    for (name, source) in [("letter.txt", include_str!("../templates/letter.txt")), ("letter.html", PAGE)] {
        templates.add_template(name, source).expect("the templates are part of the program, and tested");
    }
    templates
});

/// A letter in plain words. They become HTML in one place only, where all of them are escaped.
struct Draft<'a> {
    language: Language,
    accent: Colour,
    channel: String,
    host: String,
    subject: String,
    hello: String,
    hint: String,
    preheader: String,
    title: String,
    body: Vec<String>,
    ask: Option<String>,
    code: Option<String>,
    facts: Vec<(&'a str, String)>,
    links: Vec<(String, &'a str)>,
    note: Option<String>,
    not_you: Option<String>,
    why: String,
}

impl<'a> Draft<'a> {
    fn of(letter: &'a Letter, words: &'a Words, brand: &Brand, language: Language, name: &str) -> Self {
        let (channel, host) = (one_line(&brand.name), host(&brand.site));
        let name = name_to_greet(name);
        // Only our own words are templates; what people wrote is filled in, and never read as one.
        let values = context! { channel => channel.as_str(), host => host.as_str(), name => name.as_deref().unwrap_or_default() };
        let say = |text: &str| TEMPLATES.render_str(text, values.clone()).expect("every text is rendered by a test");
        let say_all = |text: &Option<String>| text.as_deref().map(say);
        let of_letter = letter.words(words);
        let labels = of_letter.button.iter().chain(&of_letter.second).map(|label| say(label));
        let links: Vec<_> = labels.zip(letter.links()).collect();
        Self {
            language,
            accent: brand.accent.parse().unwrap_or(Colour::BLACK),
            subject: one_line(&say(&of_letter.subject)),
            hello: say(if name.is_some() { &words.hello } else { &words.hello_nameless }),
            hint: say(if links.len() > 1 { &words.hints } else { &words.hint }),
            preheader: say(&of_letter.preheader),
            title: say(&of_letter.title),
            body: of_letter.body.iter().map(|text| say(text)).collect(),
            ask: say_all(&of_letter.ask),
            code: match letter {
                Letter::LoginCode { code } => Some(code.clone()),
                _ => None,
            },
            facts: letter.facts(words).into_iter().map(|(label, value)| (label, one_line(value))).collect(),
            links,
            note: say_all(&of_letter.note),
            not_you: say_all(&of_letter.not_you),
            why: say(&of_letter.why),
            channel,
            host,
        }
    }

    /// `link` gives what stands where a link does; nothing where it is left out.
    fn fill(&self, template: &str, link: impl Fn(&str) -> Value) -> String {
        let links: Vec<Value> =
            self.links.iter().map(|(label, url)| context! { label => label.as_str(), url => link(url) }).collect();
        let facts: Vec<Value> =
            self.facts.iter().map(|(label, value)| context! { label => *label, value => value.as_str() }).collect();
        let values = context! {
            language => self.language.code(),
            accent => self.accent.to_string(),
            on_accent => text_on(self.accent).to_string(),
            edge => edge_of(self.accent).to_string(),
            channel => self.channel.as_str(),
            host => self.host.as_str(),
            subject => self.subject.as_str(),
            hello => self.hello.as_str(),
            hint => self.hint.as_str(),
            preheader => self.preheader.as_str(),
            title => self.title.as_str(),
            body => self.body.clone(),
            ask => self.ask.as_deref(),
            code => self.code.as_deref(),
            facts,
            links,
            note => self.note.as_deref(),
            not_you => self.not_you.as_deref(),
            why => self.why.as_str(),
            blank => BLANK,
        };
        let filled = TEMPLATES.get_template(template).and_then(|template| template.render(values));
        filled.expect("every letter is rendered by a test")
    }
}

/// A link for an attribute and for reading. The usual escaping turns its slashes into entities as well, which some mail
/// programs leave as they are.
fn safe_link(url: &str) -> Value {
    let escaped = url
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;");
    Value::from_safe_string(escaped)
}

/// The site without what people do not say: `channel.example`.
fn host(site: &str) -> String {
    let bare = site.split_once("://").map_or(site, |(_, rest)| rest);
    one_line(bare.trim_end_matches('/'))
}

/// As dark as it has to be: of this and white, one has a contrast of 4.5 on every colour.
const NEAR_BLACK: Colour = Colour::new(5, 5, 5);

/// The text on a button of that colour.
fn text_on(accent: Colour) -> Colour {
    if accent.contrast(Colour::WHITE) >= accent.contrast(NEAR_BLACK) { Colour::WHITE } else { NEAR_BLACK }
}

/// The line around a button: its own colour, unless the button would be lost on the white of the page.
fn edge_of(accent: Colour) -> Colour {
    const GREY: Colour = Colour::new(118, 118, 118);
    if accent.contrast(Colour::WHITE) >= 1.5 { accent } else { GREY }
}

#[cfg(test)]
mod tests {
    use domain::ticket::Purpose;
    use domain::time::Timestamp;

    use super::*;

    const LINK: &str = "https://demo.test/verify-email?email=fan%40demo.test&expires=1800000000&signature=a-b_c";
    const OTHER: &str = "https://demo.test/password-reset-request";

    fn brand() -> Brand {
        Brand { name: "Northline & Co".into(), accent: "#ffb703".into(), site: "https://demo.test/".into() }
    }

    fn letters() -> Vec<Letter> {
        let (link, other) = (|| LINK.to_owned(), OTHER.to_owned());
        [
            Letter::Welcome { link: link() },
            Letter::VerifyEmail { link: link() },
            Letter::AlreadyRegistered { login: link(), reset: other },
            Letter::ResetPassword { link: link() },
            Letter::LoginCode { code: "482913".into() },
            Letter::ChangeEmail { link: link() },
            Letter::EmailChange { new_email: "new@demo.test".into(), undo: link() },
            Letter::PasswordChanged { reset: link() },
            Letter::NewDevice { device: "Firefox on Linux".into(), country: Some("Canada".into()), devices: link() },
            Letter::NewDevice { device: "Firefox on Linux".into(), country: None, devices: link() },
            Letter::DeleteAccount { link: link() },
            Letter::AccountDeleted,
            connected(Some("Canada")),
            connected(None),
        ]
        .into_iter()
        .chain(SALES.map(|news| Letter::Sale(sale(news))))
        .collect()
    }

    fn connected(country: Option<&str>) -> Letter {
        Letter::DeviceConnected {
            device: "Samsung TV".into(),
            country: country.map(Into::into),
            address: "203.0.113.7".into(),
            devices: LINK.into(),
        }
    }

    /// Every kind of letter once: a new one does not compile before it has a place here.
    fn place_of(letter: &Letter) -> usize {
        match letter {
            Letter::Welcome { .. } => 0,
            Letter::VerifyEmail { .. } => 1,
            Letter::AlreadyRegistered { .. } => 2,
            Letter::ResetPassword { .. } => 3,
            Letter::LoginCode { .. } => 4,
            Letter::ChangeEmail { .. } => 5,
            Letter::EmailChange { .. } => 6,
            Letter::PasswordChanged { .. } => 7,
            Letter::NewDevice { .. } => 8,
            Letter::DeviceConnected { .. } => 9,
            Letter::DeleteAccount { .. } => 10,
            Letter::AccountDeleted => 11,
            Letter::Sale(_) => 12,
        }
    }

    /// T57: whoever reads a letter that is not theirs finds no link and no code in it, in no kind and no language, but the
    /// rest of the words.
    #[test]
    fn letters_for_others_to_read_let_nobody_in() {
        let places: std::collections::BTreeSet<usize> = letters().iter().map(place_of).collect();
        assert_eq!(places, (0..=12).collect(), "all kinds");
        for (letter, language) in letters().iter().flat_map(|letter| Language::ALL.map(|language| (letter, language))) {
            let what = format!("{} in {language:?}", letter.kind());
            let (sent, shown) =
                (letter.render(&brand(), language, "Frankie"), letter.render_blank(&brand(), language, "Frankie"));
            assert_eq!(sent.subject, shown.subject, "{what}");
            let is_secret = |line: &str| line.contains("://") || line.trim() == "482913";
            for (sent, shown) in [(&sent.text, &shown.text), (&sent.html, &shown.html)] {
                for secret in ["482913", "signature", "a-b_c", "verify-email?", "password-reset", "href", "https://"] {
                    assert!(!shown.contains(secret), "{what}: {secret} in {shown}");
                }
                assert!(shown.contains("Frankie"), "{what}");
                let blanks = letter.links().len() + usize::from(matches!(letter, Letter::LoginCode { .. }));
                assert_eq!(count(shown, BLANK), blanks, "{what}: {shown}");
                assert_eq!(count(sent, BLANK), 0, "{what}");
            }
            let kept = sent.text.lines().map(|line| if is_secret(line) { BLANK } else { line.trim() });
            let read = shown.text.lines().map(str::trim);
            assert!(kept.eq(read), "{what}: {}", shown.text);
        }
    }

    const SALES: [SaleNews; 9] = [
        SaleNews::Receipt,
        SaleNews::Refunded,
        SaleNews::TrialStarted,
        SaleNews::TrialEnds,
        SaleNews::RenewsSoon,
        SaleNews::Renewed,
        SaleNews::RenewalFailed,
        SaleNews::Unsubscribed,
        SaleNews::SubscriptionEnded,
    ];

    fn sale(news: SaleNews) -> Sale {
        Sale {
            news,
            product: "Season pass".into(),
            amount: Some("49.99 CAD".into()),
            card: Some("Visa •••• 4242".into()),
            until: Some("2027-11-15".into()),
            next_charge: None,
            link: LINK.into(),
        }
    }

    /// PAY-08, PAY-16, PAY-17: a letter about a purchase names it, its price, card and end.
    #[test]
    fn letters_about_purchases_name_them() {
        for (news, language) in SALES.into_iter().flat_map(|news| Language::ALL.map(|language| (news, language))) {
            let rendered = Letter::Sale(sale(news)).render(&brand(), language, "");
            for fact in ["Season pass", "49.99 CAD", "Visa •••• 4242", "2027-11-15"] {
                assert!(
                    rendered.text.contains(fact) && rendered.html.contains(fact),
                    "{fact}: {news:?} in {language:?}"
                );
            }
        }
    }

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn every_letter_in_every_language_has_its_link_once_to_press_and_once_to_read() {
        for (letter, language) in letters().iter().flat_map(|letter| Language::ALL.map(|language| (letter, language))) {
            let Rendered { subject, text, html } = letter.render(&brand(), language, "Frankie");
            let what = format!("{} in {language:?}", letter.kind());
            assert!(!subject.is_empty() && subject.chars().count() <= 70, "{what}: {subject}");
            assert!(text.contains("Frankie") && html.contains("Frankie"), "{what}");
            assert!(text.contains("Northline & Co") && html.contains("Northline &amp; Co"), "{what}");
            assert!(html.contains(&format!("<html lang=\"{}\"", language.code())), "{what}");
            for rest in ["{{", "{%", "None", "none,"] {
                assert!(!text.contains(rest) && !subject.contains(rest), "{what}: {rest} in {text}");
            }
            assert_eq!(count(&html, "href="), letter.links().len(), "{what}");
            for link in letter.links() {
                let escaped = link.replace('&', "&amp;");
                assert_eq!(count(&html, &format!("href=\"{escaped}\"")), 1, "{what}");
                assert_eq!(count(&html, &format!(">{escaped}<")), 1, "{what}");
                assert_eq!(count(&html, &escaped), 2, "{what}");
                assert_eq!(text.lines().filter(|line| *line == link).count(), 1, "{what}");
                assert_eq!(count(&text, link), 1, "{what}");
            }
        }
    }

    #[test]
    fn what_a_letter_reports_is_in_it() {
        for language in Language::ALL {
            for (letter, facts) in [
                (&letters()[4], vec!["482913"]),
                (&letters()[6], vec!["new@demo.test"]),
                (&letters()[8], vec!["Firefox on Linux", "Canada"]),
                (&letters()[12], vec!["Samsung TV", "Canada"]),
                (&letters()[13], vec!["Samsung TV", "203.0.113.7"]),
            ] {
                let rendered = letter.render(&brand(), language, "");
                for fact in facts {
                    assert!(rendered.text.contains(fact) && rendered.html.contains(fact), "{fact} in {language:?}");
                    assert!(!rendered.subject.contains(fact), "the subject is kept after the rest is forgotten");
                }
            }
        }
    }

    /// The words say for how long a link is good: exactly as long as its ticket.
    #[test]
    fn letters_say_how_long_they_are_good() {
        let minutes = |words: [&'static str; 3]| (Timestamp::MINUTE, words);
        let days = |words| (Timestamp::DAY, words);
        for (letter, purpose, (unit, words)) in [
            (&letters()[1], Purpose::VerifyEmail, days(["days", "jours", "дни"])),
            (&letters()[3], Purpose::ResetPassword, minutes(["minutes", "minutes", "минути"])),
            (&letters()[4], Purpose::LoginCode, minutes(["minutes", "minutes", "минути"])),
            (&letters()[5], Purpose::ChangeEmail, days(["day", "jour", "ден"])),
            (&letters()[6], Purpose::UndoEmailChange, days(["days", "jours", "дни"])),
            (&letters()[10], Purpose::DeleteAccount, minutes(["minutes", "minutes", "минути"])),
        ] {
            for (language, word) in Language::ALL.into_iter().zip(words) {
                let said = format!("{} {word}", purpose.life() / unit);
                assert!(letter.render(&brand(), language, "").text.contains(&said), "{purpose:?}: {said}");
            }
        }
    }

    /// T28, T46: what people call themselves stays text, on its line.
    #[test]
    fn hostile_names_do_no_harm() {
        let hostile = "<b onload=x>\r\nBcc: all";
        for letter in letters() {
            let brand = Brand {
                name: "<script>alert(1)</script>\r\nBcc: all@demo.test".into(),
                accent: "red;background:url(//evil.test)".into(),
                site: "https://demo.test/".into(),
            };
            for name in [hostile, "{{7*7}}", "{% raw %}", "\"'><img src=x>"] {
                let Rendered { subject, html, text } = letter.render(&brand, Language::En, name);
                assert!(!subject.contains(['\r', '\n']), "{subject:?}");
                for tag in ["<script", "<b ", "<img", "evil.test"] {
                    assert!(!html.contains(tag), "{tag} in {}", letter.kind());
                }
                assert!(name != "{{7*7}}" || text.starts_with("Hi {{7*7}},"), "a name is not a template: {text}");
                assert!(!text.contains("\nBcc") && !text.contains('\r'), "{text}");
            }
        }
        let device = Letter::NewDevice { device: hostile.into(), country: Some("<i>".into()), devices: LINK.into() };
        let html = device.render(&brand(), Language::En, "Fan").html;
        assert!(!html.contains("<b ") && !html.contains("<i>"), "{html}");
    }

    #[test]
    fn buttons_can_be_read_on_every_accent() {
        for step in 0..=255u8 {
            for accent in [Colour::new(step, step, step), Colour::new(step, 0, 255 - step), Colour::new(0, step, 80)] {
                assert!(text_on(accent).contrast(accent) >= 4.5, "{accent}");
                assert!(edge_of(accent).contrast(Colour::WHITE) >= 1.5, "{accent}");
            }
        }
    }

    #[test]
    fn nobody_is_greeted_by_nothing() {
        let text = letters()[1].render(&brand(), Language::En, " ").text;
        assert!(text.starts_with("Hello,\n"), "{text}");
    }
}
