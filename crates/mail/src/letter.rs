//! The types of mails.

use std::borrow::Cow;
use std::sync::LazyLock;

use domain::channel::Language;
use domain::colours::Colour;
use domain::operator::Role;
use domain::template::{Variable, fill, paragraphs};
use domain::translations::Texts;
use minijinja::{Environment, UndefinedBehavior, Value, context};

use crate::line::{name_to_greet, one_line};
use crate::words::{LetterWords, Words, words};

const PAGE: &str = include_str!("../templates/letter.html");

/// The style that all letters share: where letters are shown, it has to be allowed.
pub fn letter_style() -> &'static str {
    PAGE.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).map_or("", |(style, _)| style)
}

/// The name and look of a letter, and what the channel says in it.
#[derive(Clone, Debug, Default)]
pub struct Brand {
    pub name: String,
    /// The channel's accent colour, as `#rrggbb`.
    pub accent: String,
    /// Where the channel is found.
    pub site: String,
    /// In place of the texts of this letter in the reader's language.
    pub own_words: Texts,
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
    /// To an existing member after another registration, where nobody else may learn that they have an account.
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
    /// A device that was let in by the code that it showed. Without a country, its network address says from where.
    DeviceConnected {
        device: String,
        country: Option<String>,
        address: String,
        devices: String,
    },
    /// A private address for players was made, with this device. It holds no words of its maker: an account's mails may
    /// go to a foreign mailbox until that is confirmed.
    PlayerAddress {
        device: String,
        country: Option<String>,
        address: String,
        devices: String,
    },
    DeleteAccount {
        link: String,
    },
    AccountDeleted,
    /// To the operator who tests whether mail goes out.
    Test,
    /// To a colleague who is to run the channel.
    Invitation {
        inviter: String,
        role: Role,
        /// The day on which the link ends.
        until: String,
        link: String,
    },
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
            Self::PlayerAddress { .. } => "player_address",
            Self::DeleteAccount { .. } => "delete_account",
            Self::AccountDeleted => "account_deleted",
            Self::Test => "test",
            Self::Invitation { .. } => "invitation",
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

    pub(crate) fn words<'w>(&self, words: &'w Words) -> &'w LetterWords {
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
            Self::PlayerAddress { .. } => &words.player_address,
            Self::DeleteAccount { .. } => &words.delete_account,
            Self::AccountDeleted => &words.account_deleted,
            Self::Test => &words.test,
            Self::Invitation { .. } => &words.invitation,
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
            | Self::DeleteAccount { link }
            | Self::Invitation { link, .. } => vec![link],
            Self::AlreadyRegistered { login, reset } => vec![login, reset],
            Self::EmailChange { undo, .. } => vec![undo],
            Self::PasswordChanged { reset } => vec![reset],
            Self::NewDevice { devices, .. }
            | Self::DeviceConnected { devices, .. }
            | Self::PlayerAddress { devices, .. } => vec![devices],
            Self::Sale(sale) => vec![&sale.link],
            Self::LoginCode { .. } | Self::AccountDeleted | Self::Test => vec![],
        }
    }

    /// The values that texts of the channel may name. Links and codes are parts of the mail, no values.
    fn value(&self, variable: Variable) -> Option<&str> {
        let known = match self {
            Self::EmailChange { new_email, .. } => (variable == Variable::NewEmail).then_some(new_email),
            Self::NewDevice { device, country, .. } => match variable {
                Variable::Device => Some(device),
                Variable::Country => country.as_ref(),
                _ => None,
            },
            Self::DeviceConnected { device, country, address, .. }
            | Self::PlayerAddress { device, country, address, .. } => match variable {
                Variable::Device => Some(device),
                Variable::Country => country.as_ref(),
                Variable::Address => Some(address),
                _ => None,
            },
            Self::Sale(sale) => match variable {
                Variable::Product => Some(&sale.product),
                Variable::Amount => sale.amount.as_ref(),
                Variable::Card => sale.card.as_ref(),
                Variable::Until => sale.until.as_ref(),
                Variable::NextCharge => sale.next_charge.as_ref(),
                _ => None,
            },
            _ => None,
        };
        known.map(String::as_str)
    }

    /// What the letter reports, each with its label.
    fn facts<'a>(&'a self, words: &'a Words) -> Vec<(&'a str, &'a str)> {
        match self {
            Self::EmailChange { new_email, .. } => vec![(&words.new_email, new_email)],
            Self::NewDevice { device, country, .. } => {
                let country = country.as_deref().map(|country| (words.country.as_str(), country));
                [(words.device.as_str(), device.as_str())].into_iter().chain(country).collect()
            }
            Self::DeviceConnected { device, country, address, .. }
            | Self::PlayerAddress { device, country, address, .. } => {
                let place = match country {
                    Some(country) => (words.country.as_str(), country.as_str()),
                    None => (words.address.as_str(), address.as_str()),
                };
                vec![(words.device.as_str(), device.as_str()), place]
            }
            Self::Invitation { inviter, role, until, .. } => {
                let role = words.roles.of(*role);
                vec![(&words.invited_by, inviter), (&words.role, role), (&words.valid_until, until)]
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
        templates.add_template(name, source).expect("tests parse the embedded templates");
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
    /// Below the buttons.
    after: Vec<String>,
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
        let say = |text: &str| TEMPLATES.render_str(text, values.clone()).expect("a test renders every text");
        let say_all = |text: &Option<String>| text.as_deref().map(say);
        let of_letter = letter.words(words);
        let own = |field: &str| brand.own_words.get(field);
        let value = |variable: Variable| match variable {
            Variable::Channel => Some(Cow::Borrowed(channel.as_str())),
            Variable::Host => Some(Cow::Borrowed(host.as_str())),
            Variable::Name => name.as_deref().map(Cow::Borrowed),
            fact => letter.value(fact).map(|fact| Cow::Owned(one_line(fact))),
        };
        let own_line = |field: &str| own(field).and_then(|text| fill(text, value)).map(|text| one_line(&text));
        let own_lines = |text: &str| Some(fill(text, value)?.lines().map(one_line).collect::<Vec<_>>().join("\n"));
        // A paragraph of the channel that names what this letter does not know is left out.
        let [body, after]: [Vec<String>; 2] = match own("body").map(|text| paragraphs(text)) {
            Some(sides) => sides.map(|side| side.iter().filter_map(|text| own_lines(text)).collect()),
            None => [of_letter.body.iter().map(|text| say(text)).collect(), Vec::new()],
        };
        let labels = of_letter.button.iter().chain(&of_letter.second).map(|label| say(label));
        let links: Vec<_> = labels.zip(letter.links()).collect();
        Self {
            language,
            accent: brand.accent.parse().unwrap_or(Colour::BLACK),
            subject: own_line("subject").unwrap_or_else(|| one_line(&say(&of_letter.subject))),
            hello: say(if name.is_some() { &words.hello } else { &words.hello_nameless }),
            hint: say(if links.len() > 1 { &words.hints } else { &words.hint }),
            preheader: match own("body") {
                Some(_) => one_line(body.first().or(after.first()).map_or("", String::as_str)),
                None => say(&of_letter.preheader),
            },
            title: own_line("title").unwrap_or_else(|| say(&of_letter.title)),
            body,
            after,
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
            after => self.after.clone(),
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
        filled.expect("a test renders every mail")
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
mod tests;
