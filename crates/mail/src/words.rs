//! The texts of all mails, one file per language.

use std::sync::LazyLock;

use domain::channel::Language;
use domain::operator::Role;
use serde::Deserialize;

/// What one language has to say. Texts are templates; a letter that is missing fails when the file is read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    pub(crate) hello: String,
    pub(crate) hello_nameless: String,
    /// Above the address of a button, and of several.
    pub(crate) hint: String,
    pub(crate) hints: String,
    pub(crate) device: String,
    pub(crate) country: String,
    pub(crate) address: String,
    pub(crate) new_email: String,
    pub(crate) product: String,
    pub(crate) amount: String,
    pub(crate) card: String,
    pub(crate) until: String,
    pub(crate) next_charge: String,
    pub(crate) invited_by: String,
    pub(crate) role: String,
    pub(crate) valid_until: String,
    pub(crate) roles: RoleWords,
    pub(crate) welcome: LetterWords,
    pub(crate) verify_email: LetterWords,
    pub(crate) already_registered: LetterWords,
    pub(crate) reset_password: LetterWords,
    pub(crate) login_code: LetterWords,
    pub(crate) change_email: LetterWords,
    pub(crate) email_change: LetterWords,
    pub(crate) password_changed: LetterWords,
    pub(crate) new_device: LetterWords,
    pub(crate) device_connected: LetterWords,
    pub(crate) player_address: LetterWords,
    pub(crate) delete_account: LetterWords,
    pub(crate) account_deleted: LetterWords,
    pub(crate) test: LetterWords,
    pub(crate) invitation: LetterWords,
    pub(crate) receipt: LetterWords,
    pub(crate) refunded: LetterWords,
    pub(crate) trial_started: LetterWords,
    pub(crate) trial_ends: LetterWords,
    pub(crate) renews_soon: LetterWords,
    pub(crate) renewed: LetterWords,
    pub(crate) renewal_failed: LetterWords,
    pub(crate) unsubscribed: LetterWords,
    pub(crate) subscription_ended: LetterWords,
}

/// The names of operators' roles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoleWords {
    owner: String,
    editor: String,
    producer: String,
    finance: String,
    support: String,
}

impl RoleWords {
    pub(crate) fn of(&self, role: Role) -> &str {
        match role {
            Role::Owner => &self.owner,
            Role::Editor => &self.editor,
            Role::Producer => &self.producer,
            Role::Finance => &self.finance,
            Role::Support => &self.support,
        }
    }
}

/// One letter, in the order it is read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LetterWords {
    pub(crate) subject: String,
    /// What lists of mail show beside the subject.
    pub(crate) preheader: String,
    pub(crate) title: String,
    pub(crate) body: Vec<String>,
    /// Right above the button.
    pub(crate) ask: Option<String>,
    pub(crate) button: Option<String>,
    /// The other button.
    pub(crate) second: Option<String>,
    /// For how long it is good.
    pub(crate) note: Option<String>,
    pub(crate) not_you: Option<String>,
    pub(crate) why: String,
}

pub(crate) fn words(language: Language) -> &'static Words {
    static EN: LazyLock<Words> = LazyLock::new(|| read(include_str!("../templates/en.toml")));
    static FR: LazyLock<Words> = LazyLock::new(|| read(include_str!("../templates/fr.toml")));
    static BG: LazyLock<Words> = LazyLock::new(|| read(include_str!("../templates/bg.toml")));
    match language {
        Language::En => &EN,
        Language::Fr => &FR,
        Language::Bg => &BG,
    }
}

fn read(file: &str) -> Words {
    toml::from_str(file).expect("tests read every embedded file")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(words: &Words) -> [&LetterWords; 24] {
        [
            &words.welcome,
            &words.verify_email,
            &words.already_registered,
            &words.reset_password,
            &words.login_code,
            &words.change_email,
            &words.email_change,
            &words.password_changed,
            &words.new_device,
            &words.device_connected,
            &words.player_address,
            &words.delete_account,
            &words.account_deleted,
            &words.test,
            &words.invitation,
            &words.receipt,
            &words.refunded,
            &words.trial_started,
            &words.trial_ends,
            &words.renews_soon,
            &words.renewed,
            &words.renewal_failed,
            &words.unsubscribed,
            &words.subscription_ended,
        ]
    }

    /// A letter says the same in every language, and in words of that language.
    #[test]
    fn every_letter_is_translated() {
        let shape = |letter: &LetterWords| {
            let optional = [&letter.ask, &letter.button, &letter.second, &letter.note, &letter.not_you];
            (letter.body.len(), optional.map(Option::is_some))
        };
        let texts = |letter: &LetterWords| {
            let fixed = [&letter.subject, &letter.preheader, &letter.title, &letter.why];
            let optional = [&letter.ask, &letter.button, &letter.second, &letter.note, &letter.not_you];
            let all = fixed.into_iter().chain(&letter.body).chain(optional.into_iter().flatten());
            all.cloned().collect::<Vec<_>>()
        };
        let english = all(words(Language::En));
        for language in [Language::Fr, Language::Bg] {
            for (one, other) in english.into_iter().zip(all(words(language))) {
                assert_eq!(shape(one), shape(other), "{language:?} {}", one.subject);
                for (one, other) in texts(one).iter().zip(texts(other)) {
                    assert!(!other.trim().is_empty() && *one != other, "{language:?}: {one}");
                    assert_eq!(one.matches("{{").count(), other.matches("{{").count(), "{language:?}: {one}");
                }
            }
        }
    }

    #[test]
    fn a_missing_translation_fails() {
        let file = include_str!("../templates/fr.toml");
        let without = |line: &str| {
            let kept: Vec<&str> = file.lines().filter(|kept| !kept.starts_with(line)).collect();
            assert_ne!(kept.len(), file.lines().count(), "{line} is there");
            toml::from_str::<Words>(&kept.join("\n"))
        };
        assert!(without("[welcome]").is_err());
        assert!(without("why =").is_err());
        assert!(without("hint =").is_err());
        assert!(without("#").is_ok(), "only the comment is gone");
    }
}
