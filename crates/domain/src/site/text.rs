//! Texts for which a default stands in: those of mails to viewers, and of the cookie notice.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::editing::{Check, Editable, MAX_NAME, set};
use crate::field_error::FieldErrors;
use crate::template::{Variable, template_error};
use crate::translations::{Translated, Translations};

/// In characters.
const MAX_BODY: u32 = 4_000;
const MAX_NOTICE: u32 = 500;

/// A text that a channel may write itself. Those of mails are called like the mails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextKind {
    CookieNotice,
    Welcome,
    VerifyEmail,
    AlreadyRegistered,
    ResetPassword,
    LoginCode,
    ChangeEmail,
    EmailChange,
    PasswordChanged,
    NewDevice,
    DeviceConnected,
    PlayerAddress,
    DeleteAccount,
    AccountDeleted,
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

impl TextKind {
    /// Their places are their numbers in tables: a new one comes last.
    pub const ALL: [Self; 23] = [
        Self::CookieNotice,
        Self::Welcome,
        Self::VerifyEmail,
        Self::AlreadyRegistered,
        Self::ResetPassword,
        Self::LoginCode,
        Self::ChangeEmail,
        Self::EmailChange,
        Self::PasswordChanged,
        Self::NewDevice,
        Self::DeviceConnected,
        Self::PlayerAddress,
        Self::DeleteAccount,
        Self::AccountDeleted,
        Self::Receipt,
        Self::Refunded,
        Self::TrialStarted,
        Self::TrialEnds,
        Self::RenewsSoon,
        Self::Renewed,
        Self::RenewalFailed,
        Self::Unsubscribed,
        Self::SubscriptionEnded,
    ];

    /// The word on the wire and in channel files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::CookieNotice => "cookie_notice",
            Self::Welcome => "welcome",
            Self::VerifyEmail => "verify_email",
            Self::AlreadyRegistered => "already_registered",
            Self::ResetPassword => "reset_password",
            Self::LoginCode => "login_code",
            Self::ChangeEmail => "change_email",
            Self::EmailChange => "email_change",
            Self::PasswordChanged => "password_changed",
            Self::NewDevice => "new_device",
            Self::DeviceConnected => "device_connected",
            Self::PlayerAddress => "player_address",
            Self::DeleteAccount => "delete_account",
            Self::AccountDeleted => "account_deleted",
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

    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The id of the channel's text of this kind.
    pub fn number(self) -> i64 {
        (1..).zip(Self::ALL).find(|(_, kind)| *kind == self).map_or(0, |(number, _)| number)
    }

    pub fn of_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    pub fn is_mail(self) -> bool {
        self != Self::CookieNotice
    }

    /// The fields that it has.
    pub fn fields(self) -> &'static [&'static str] {
        if self.is_mail() { &["subject", "title", "body"] } else { &["text"] }
    }

    /// What a field may name. A subject is kept after the rest of a mail is forgotten, so it says nothing of its reader.
    pub fn variables(self, field: &str) -> Vec<Variable> {
        let everywhere = [Variable::Channel, Variable::Host];
        match field {
            "subject" => everywhere.to_vec(),
            "title" => [everywhere.as_slice(), &[Variable::Name], self.facts()].concat(),
            "body" => {
                let part = self.part().map_or_else(Vec::new, |part| vec![part]);
                [part.as_slice(), &everywhere, &[Variable::Name], self.facts()].concat()
            }
            _ => Vec::new(),
        }
    }

    /// What lets its reader in, or leads them on: no text of the mail is without it.
    fn part(self) -> Option<Variable> {
        match self {
            Self::LoginCode => Some(Variable::Code),
            Self::AccountDeleted | Self::CookieNotice => None,
            _ => Some(Variable::Link),
        }
    }

    fn facts(self) -> &'static [Variable] {
        match self {
            Self::EmailChange => &[Variable::NewEmail],
            Self::NewDevice => &[Variable::Device, Variable::Country],
            Self::DeviceConnected | Self::PlayerAddress => &[Variable::Device, Variable::Country, Variable::Address],
            Self::Receipt
            | Self::Refunded
            | Self::TrialStarted
            | Self::TrialEnds
            | Self::RenewsSoon
            | Self::Renewed
            | Self::RenewalFailed
            | Self::Unsubscribed
            | Self::SubscriptionEnded => {
                &[Variable::Product, Variable::Amount, Variable::Card, Variable::Until, Variable::NextCharge]
            }
            _ => &[],
        }
    }
}

/// What a channel says in place of a default, by language; the default stands in for what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnText {
    pub kind: TextKind,
    pub translations: Translations,
}

impl OwnText {
    /// One that says nothing.
    pub fn blank(kind: TextKind) -> Self {
        Self { kind, translations: Translations::default() }
    }
}

impl Translated for OwnText {
    const FIELDS: &'static [&'static str] = &["subject", "title", "body", "text"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// The texts in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TextFields {
    /// Replaced as a whole. A text that is absent or empty is the default.
    #[schema(nullable = false)]
    pub translations: Option<Translations>,
}

impl Editable for OwnText {
    type Fields = TextFields;

    fn fields(&self) -> TextFields {
        TextFields { translations: Some(self.translations.clone()) }
    }

    fn apply(&mut self, fields: TextFields) {
        set(&mut self.translations, fields.translations.map(Translations::without_empty));
    }

    fn errors(&self) -> FieldErrors {
        let lengths = [("subject", MAX_NAME), ("title", MAX_NAME), ("body", MAX_BODY), ("text", MAX_NOTICE)];
        let known: Vec<_> = lengths.into_iter().filter(|(field, _)| self.kind.fields().contains(field)).collect();
        let mut check = Check::default();
        check.translations(self, &known);
        if self.kind.is_mail() {
            for (language, texts) in self.translations.all() {
                for (field, text) in texts.iter().filter(|(field, _)| self.kind.fields().contains(&field.as_str())) {
                    let needed = self.kind.part().filter(|_| field == "body");
                    let error = template_error(text, &self.kind.variables(field), needed);
                    check.note(&format!("translations.{}.{field}", language.code()), error);
                }
            }
        }
        check.errors()
    }

    fn label(&self) -> &str {
        self.kind.word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channel::Language;
    use crate::field_error::FieldError;

    fn errors(kind: TextKind, field: &str, text: &str) -> FieldErrors {
        let mut own = OwnText::blank(kind);
        let translations = Translations::default().with(Language::Fr, field, text);
        own.apply(TextFields { translations: Some(translations) });
        own.errors()
    }

    #[test]
    fn kinds_have_one_word_and_number() {
        for kind in TextKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
            assert_eq!(TextKind::of_word(kind.word()), Some(kind));
            assert_eq!(TextKind::of_number(kind.number()), Some(kind));
        }
        assert_eq!((TextKind::of_number(0), TextKind::of_number(24)), (None, None));
        assert_eq!((TextKind::CookieNotice.number(), TextKind::SubscriptionEnded.number()), (1, 23));
    }

    /// T46: a mail keeps what lets its reader in, and its subject says nothing of them.
    #[test]
    fn mails_keep_their_buttons_and_codes() {
        let wrong = |kind, field: &str, text: &str| {
            errors(kind, field, text).remove(&format!("translations.fr.{field}")).unwrap_or_default()
        };
        assert_eq!(wrong(TextKind::ResetPassword, "body", "Hi"), [FieldError::LinkMissing]);
        assert_eq!(wrong(TextKind::LoginCode, "body", "Hi\n{{ link }}"), [FieldError::UnknownVariable]);
        assert_eq!(wrong(TextKind::LoginCode, "body", "Hi"), [FieldError::CodeMissing]);
        assert_eq!(wrong(TextKind::LoginCode, "body", "Hi {{ name }}\n{{ code }}"), Vec::new());
        assert_eq!(wrong(TextKind::AccountDeleted, "body", "Bye"), Vec::new());
        assert_eq!(wrong(TextKind::Receipt, "subject", "{{ product }}"), [FieldError::UnknownVariable]);
        assert_eq!(wrong(TextKind::Receipt, "title", "{{ product }}"), Vec::new());
        assert_eq!(wrong(TextKind::Receipt, "subject", "a\nBcc: b"), [FieldError::Invalid]);
        assert_eq!(wrong(TextKind::Receipt, "text", "a"), [FieldError::UnknownField]);
        assert_eq!(wrong(TextKind::Receipt, "body", ""), Vec::new());
    }

    #[test]
    fn cookie_notice_has_no_variables() {
        assert!(errors(TextKind::CookieNotice, "text", "{{ as typed }}").is_empty());
        assert_eq!(
            errors(TextKind::CookieNotice, "text", &"é".repeat(501))["translations.fr.text"],
            [FieldError::Length { min: 0, max: 500 }]
        );
    }
}
