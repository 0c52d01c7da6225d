//! Renders mails in the recipient's language and the channel's design.

use domain::account::Account;
use domain::channel::Language;
use domain::ids::AccountId;
use domain::site::TextKind;
use domain::time::Timestamp;
use domain::translations::Texts;
use jiff::tz::TimeZone;
use mail::{Brand, Letter};
use store::NewMail;

use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;

/// The recipient of a mail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipient<'a> {
    pub(crate) account: Option<AccountId>,
    pub(crate) email: &'a str,
    /// Empty for an unconfirmed address: the address may belong to another person, who must not get text that a
    /// stranger wrote.
    pub(crate) name: &'a str,
    /// The channel's when not said.
    pub(crate) language: Option<Language>,
}

impl<'a> Recipient<'a> {
    pub(crate) fn of(account: &'a Account) -> Self {
        let name = if account.email_verified_at.is_some() { account.first_name.as_str() } else { "" };
        Self { account: Some(account.id), email: &account.email, name, language: account.language }
    }
}

/// The accent of channels that have not chosen one.
const ACCENT: &str = "#3b4252";

/// Writes letters; cheap to hand on.
#[derive(Clone, Copy)]
pub(crate) struct Mailer {
    /// Where the server listens: part of this machine's own addresses in mails.
    pub(crate) port: u16,
}

impl Mailer {
    /// The channel's address for mails: never what a request says of it.
    pub(crate) fn site(self, channel: &Snapshot) -> Site {
        Site::own(&channel.identity, self.port)
    }

    /// The look of the channel's letters, with its own words for one of them.
    pub(crate) fn brand(self, channel: &Snapshot, own_words: Texts) -> Brand {
        let profile = &channel.profile;
        let accent = profile.colours.accent.as_ref().map_or_else(|| ACCENT.to_owned(), ToString::to_string);
        Brand { name: profile.name.clone(), accent, site: self.site(channel).url("/"), own_words }
    }

    /// A letter as it is queued.
    pub(crate) fn write(self, channel: &Snapshot, to: Recipient<'_>, letter: &Letter) -> NewMail {
        let language = to.language.unwrap_or(channel.profile.language);
        let own = TextKind::of_word(letter.kind()).and_then(|kind| channel.content.own_text(kind));
        let brand = self.brand(channel, own.map(|texts| texts.of(language).clone()).unwrap_or_default());
        let (rendered, shown) =
            (letter.render(&brand, language, to.name), letter.render_blank(&brand, language, to.name));
        NewMail {
            account: to.account,
            kind: letter.kind(),
            recipient: to.email.to_owned(),
            subject: rendered.subject,
            text: rendered.text,
            html: rendered.html,
            shown_text: shown.text,
            shown_html: shown.html,
        }
    }
}

/// A day as mails write it.
pub(crate) fn day(at: Timestamp, zone: &TimeZone) -> String {
    let at = jiff::Timestamp::from_millisecond(at.0).map(|at| at.to_zoned(zone.clone()));
    at.map_or_else(|_| String::new(), |at| at.strftime("%Y-%m-%d").to_string())
}
