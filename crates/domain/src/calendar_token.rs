//! The secret in a member's calendar URL: calendar programs cannot log in, so the URL is the credential.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::account::Account;
use crate::ids::AccountId;

const MAC: usize = 16;

/// The word; another calendar secret makes another.
pub fn issue(account: &Account) -> String {
    let mac = mac(account).finalize().into_bytes();
    format!("{}-{}", account.id, URL_SAFE_NO_PAD.encode(&mac[..MAC]))
}

/// The account whose calendar it asks for; [`verify`] decides whether it may.
pub fn account_of(token: &str) -> Option<AccountId> {
    token.split_once('-')?.0.parse().ok().map(AccountId)
}

/// Whether the word is this account's, in the same time for every wrong one.
pub fn verify(account: &Account, token: &str) -> bool {
    let given = token.split_once('-').and_then(|(_, mac)| URL_SAFE_NO_PAD.decode(mac).ok());
    given.is_some_and(|given| given.len() == MAC && mac(account).verify_truncated_left(&given).is_ok())
}

fn mac(account: &Account) -> Hmac<Sha256> {
    // HMAC takes keys of any length, so a fixed-length one cannot be refused.
    let mac =
        Hmac::<Sha256>::new_from_slice(account.calendar_secret.expose()).expect("HMAC accepts keys of any length");
    mac.chain_update(b"favourites calendar").chain_update(account.id.0.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::Secret;
    use crate::time::Timestamp;

    fn account(id: i64, secret: u8) -> Account {
        Account {
            id: AccountId(id),
            email: "fan@demo.test".into(),
            first_name: String::new(),
            last_name: String::new(),
            email_verified_at: None,
            pending_email: None,
            language: None,
            has_password: true,
            temporary_password: false,
            basic_pass_selected: true,
            capabilities: vec![],
            calendar_secret: Secret::new([secret; 32]),
            created_at: Timestamp(0),
        }
    }

    /// T25: only the word that was made for the account opens its calendar.
    #[test]
    fn token_opens_the_calendar_of_its_account_alone() {
        let (mine, theirs, changed) = (account(1, 1), account(2, 1), account(1, 2));
        let token = issue(&mine);
        assert_eq!(account_of(&token), Some(AccountId(1)));
        assert!(verify(&mine, &token));
        assert!(!verify(&theirs, &token.replacen('1', "2", 1)));
        assert!(!verify(&changed, &token));
        for wrong in ["", "1", "1-", "1-AAAA", &token[..token.len() - 1], &format!("{token}A"), "x-y"] {
            assert!(!verify(&mine, wrong), "{wrong}");
        }
    }
}
