//! The letters that are written to people.

use domain::channel::Language;

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
    DeleteAccount {
        link: String,
    },
    AccountDeleted,
}

/// A letter as it is sent.
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
            Self::DeleteAccount { .. } => "delete_account",
            Self::AccountDeleted => "account_deleted",
        }
    }

    /// Puts the letter into words.
    pub fn render(&self, brand: &Brand, _language: Language, name: &str) -> Rendered {
        let text = format!("{name}\n\n{self:?}\n\n{}", brand.name);
        Rendered { subject: self.kind().to_owned(), html: text.clone(), text }
    }
}
