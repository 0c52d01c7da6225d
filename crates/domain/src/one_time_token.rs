//! One-time secrets for one purpose and a limited time: links in mails, codes, and flows that span two requests. Only
//! their lookup key is stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::account::EmailKey;
use crate::secret::Secret;
use crate::time::Timestamp;

/// What a token is good for; no other purpose takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    VerifyEmail,
    ChangeEmail,
    UndoEmailChange,
    ResetPassword,
    DeleteAccount,
    /// Six digits by mail, in place of a password.
    LoginCode,
    /// A visitor is at a social provider and will come back.
    SocialState,
    /// A visitor came back from one.
    SocialCode,
    /// What a TV shows, to be typed elsewhere.
    DeviceCode,
    /// What that TV asks with whether it was let in.
    DeviceSession,
    /// A member has seen which device shows a code, and may let it in.
    DeviceConfirmation,
    PasskeyRegistration,
    PasskeyLogin,
    /// An operator's password was right, and their second factor is still to come.
    OperatorLogin,
    OperatorPasskeyRegistration,
    OperatorPasskeyLogin,
    /// A solved proof of work, kept so that it is taken once.
    Captcha,
}

impl Purpose {
    /// For how long a token is good, in milliseconds.
    pub fn life(self) -> i64 {
        match self {
            Self::VerifyEmail | Self::UndoEmailChange => 7 * Timestamp::DAY,
            Self::ChangeEmail => Timestamp::DAY,
            Self::ResetPassword | Self::DeleteAccount => 30 * Timestamp::MINUTE,
            Self::LoginCode
            | Self::SocialState
            | Self::SocialCode
            | Self::DeviceCode
            | Self::DeviceSession
            | Self::DeviceConfirmation
            | Self::Captcha => 10 * Timestamp::MINUTE,
            Self::PasskeyRegistration
            | Self::PasskeyLogin
            | Self::OperatorLogin
            | Self::OperatorPasskeyRegistration
            | Self::OperatorPasskeyLogin => 5 * Timestamp::MINUTE,
        }
    }
}

/// What a token is stored and found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenKey(pub [u8; 32]);

impl TokenKey {
    /// The key of a long random secret.
    pub fn of_secret(secret: &str) -> Self {
        Self(Sha256::digest(secret).into())
    }

    /// The key of a link: none of its parts can be changed.
    pub fn of_link(address: &EmailKey, expires: i64, signature: &str) -> Self {
        // The address holds no line ends, the number nothing but digits.
        Self::of_secret(&format!("{}\n{expires}\n{signature}", address.as_str()))
    }

    /// The key of a short code that people type. It could be guessed from a plain hash, so the channel's secret is in
    /// it.
    pub fn of_code(secret: &Secret<[u8; 32]>, purpose: &str, whose: &str, code: &str) -> Self {
        let mac = Hmac::<Sha256>::new_from_slice(secret.expose()).expect("HMAC accepts keys of any length");
        Self(mac.chain_update(format!("{purpose}\n{whose}\n{code}")).finalize().into_bytes().into())
    }
}

/// A secret that nobody guesses, safe in an address; `random` comes from the caller's random source.
pub fn secret(random: [u8; 32]) -> String {
    URL_SAFE_NO_PAD.encode(random)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn address(text: &str) -> EmailKey {
        EmailKey::of(text).unwrap()
    }

    proptest! {
        /// T19: whatever is changed in a link, it is another token.
        #[test]
        fn every_part_of_a_link_counts(random: [u8; 32], other: [u8; 32], expires in 0i64..1 << 40, later in 1i64..1000) {
            let (fan, rival) = (address("fan@demo.test"), address("rival@demo.test"));
            let key = TokenKey::of_link(&fan, expires, &secret(random));
            prop_assert_eq!(key, TokenKey::of_link(&fan, expires, &secret(random)));
            prop_assert_ne!(key, TokenKey::of_link(&rival, expires, &secret(random)));
            prop_assert_ne!(key, TokenKey::of_link(&fan, expires + later, &secret(random)));
            prop_assert_eq!(key == TokenKey::of_link(&fan, expires, &secret(other)), random == other);
        }

        #[test]
        fn a_code_is_one_persons_and_one_channels(code in "[0-9]{6}", channel: [u8; 32], other: [u8; 32]) {
            let key = |secret: [u8; 32], whose| TokenKey::of_code(&Secret::new(secret), "login", whose, &code);
            prop_assert_ne!(key(channel, "a@demo.test"), key(channel, "b@demo.test"));
            prop_assert_eq!(key(channel, "a@demo.test") == key(other, "a@demo.test"), channel == other);
        }
    }
}
