//! Accounts to test with.

use domain::account::Capability;
use domain::ids::{AccountId, ChannelId};
use domain::password::PasswordHash;
use domain::secret::Secret;
use domain::session_key::{self, KeyHash};
use domain::time::Timestamp;
use store::{NewAccount, NewSession, Store};

/// What every test's account is logged in with.
pub const PASSWORD: &str = "touchline-test";

/// The cheapest hash there is: tests check it hundreds of times, and a real one is slow on purpose.
const HASH: &str = "$argon2id$v=19$m=8,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$Ddlhl72b8wzWooo2FbrwLeevdZfbXbN4xEuIk+xbagk";

/// The hash of [`PASSWORD`].
pub fn password_hash() -> PasswordHash {
    PasswordHash::stored(HASH.into())
}

/// An ordinary account: it has the basic pass, and nothing bought.
pub fn account(email: &str) -> NewAccount {
    NewAccount {
        email: email.into(),
        password: Some(password_hash()),
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

/// A member who is logged in already: hashing a password for each would take longer than what they came for.
#[derive(Clone, Debug)]
pub struct Fan {
    pub account: AccountId,
    pub key: String,
}

/// As many as that, each with a session, and with these capabilities.
pub async fn crowd(
    store: &Store,
    channel: ChannelId,
    count: usize,
    capabilities: &[Capability],
    now: Timestamp,
) -> store::Result<Vec<Fan>> {
    let mut fans = Vec::with_capacity(count);
    for number in 0..count {
        let new = NewAccount { capabilities: capabilities.to_vec(), ..account(&format!("fan{number}@demo.test")) };
        let made = store.account_create(channel, new).await?.expect("every address is another one");
        let mut random = [7; 32];
        random[..8].copy_from_slice(&(number as u64).to_be_bytes());
        let key = session_key::issue(random);
        let hash = session_key::hash(&key).expect("it was made just now");
        store.session_open(channel, session(made.id, hash, now), None, None).await?;
        fans.push(Fan { account: made.id, key });
    }
    Ok(fans)
}
