//! Accounts to test with.

use std::sync::LazyLock;

use domain::ids::AccountId;
use domain::password::PasswordHash;
use domain::secret::Secret;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use store::{NewAccount, NewSession};

/// What every test's account is logged in with.
pub const PASSWORD: &str = "touchline-test";

/// Hashing is slow on purpose: once is enough for all accounts of a run.
static HASH: LazyLock<PasswordHash> = LazyLock::new(|| {
    PasswordHash::of(&Secret::new(PASSWORD.to_owned()), [7; 16]).expect("a password of this length is hashed")
});

/// The hash of [`PASSWORD`].
pub fn password_hash() -> PasswordHash {
    HASH.clone()
}

/// An ordinary account: it has the basic pass, and nothing bought.
pub fn account(email: &str) -> NewAccount {
    NewAccount {
        email: email.into(),
        password: Some(HASH.clone()),
        first_name: "Frankie".into(),
        last_name: "Fan".into(),
        temporary_password: false,
        basic_pass_selected: true,
        capabilities: vec![],
        language: None,
        email_verified_at: Some(Timestamp(1_000)),
        calendar_secret: Secret::new([9; 32]),
        now: Timestamp(1_000),
    }
}

/// A session on a nameless device.
pub fn session(account: AccountId, key: KeyHash, now: Timestamp) -> NewSession {
    NewSession { account, key, device: "Test browser".into(), country: None, now }
}
