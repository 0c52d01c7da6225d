//! Ways in besides the password: identities at other sites, and the passkeys of devices.

use domain::ids::{AccountId, ChannelId};
use domain::one_time_token::{Purpose, TokenKey};
use domain::time::Timestamp;
use serde_json::json;
use store::{Identity, Joined, NewAccount, NewMember, NewOneTimeToken, NewPasskey};
use testkit::{TestDatabase, account, channel};

const NOW: Timestamp = Timestamp(1_800_000_000_000);
const CODE: TokenKey = TokenKey([5; 32]);

async fn import(test: &TestDatabase, alias: &str, first_id: i64) -> ChannelId {
    test.store.channel_import(channel(alias, first_id)).await.unwrap()
}

async fn fan(test: &TestDatabase, channel: ChannelId) -> AccountId {
    test.store.account_create(channel, account("fan@demo.test")).await.unwrap().unwrap().id
}

async fn give_code(test: &TestDatabase, channel: ChannelId) {
    let ticket = NewOneTimeToken::new(Purpose::SocialCode, CODE, NOW);
    test.store.one_time_token_add(channel, ticket, None, NOW).await.unwrap();
}

fn sample_identity() -> Identity {
    Identity { issuer: "https://accounts.test".into(), subject: "7".into() }
}

fn newcomer(email: &str) -> NewMember {
    let account = NewAccount { password: None, ..account(email) };
    NewMember { account, identity: sample_identity(), code: CODE, verification: None }
}

/// AUTH-05: two that come with one code at once make one account, and nothing is left of the other.
#[tokio::test]
async fn a_code_makes_one_account() {
    let test = TestDatabase::new().await;
    let demo = import(&test, "demo", 1).await;
    give_code(&test, demo).await;
    let join = |email| test.store.identity_register(demo, newcomer(email), NOW);
    let (one, two) = tokio::join!(join("one@demo.test"), join("two@demo.test"));
    let made = [one.unwrap(), two.unwrap()].into_iter().filter(|joined| matches!(joined, Joined::Made(_))).count();
    assert_eq!(made, 1);
    let mut left = 0;
    for email in ["one@demo.test", "two@demo.test"] {
        let key = domain::account::EmailKey::of(email).unwrap();
        left += usize::from(test.store.account_by_email(demo, &key).await.unwrap().is_some());
    }
    assert_eq!(left, 1);
    assert_eq!(join("three@demo.test").await.unwrap(), Joined::CodeGone);
}

/// An address that has an account costs nobody their code.
#[tokio::test]
async fn a_taken_address_keeps_the_code_good() {
    let test = TestDatabase::new().await;
    let demo = import(&test, "demo", 1).await;
    let fan = fan(&test, demo).await;
    give_code(&test, demo).await;
    assert_eq!(test.store.identity_register(demo, newcomer("FAN@demo.test"), NOW).await.unwrap(), Joined::EmailTaken);
    assert!(test.store.identity_link(demo, fan, sample_identity(), CODE, NOW).await.unwrap());
    assert!(!test.store.identity_link(demo, fan, sample_identity(), CODE, NOW).await.unwrap(), "once");
    assert_eq!(test.store.account_of_identity(demo, &sample_identity()).await.unwrap().unwrap().id, fan);
}

/// T26: an identity at another site opens accounts of one channel; so does a passkey.
#[tokio::test]
async fn ways_in_belong_to_their_channel() {
    let test = TestDatabase::new().await;
    let (demo, other) = (import(&test, "demo", 1).await, import(&test, "other", 1001).await);
    let (here, there) = (fan(&test, demo).await, fan(&test, other).await);
    give_code(&test, demo).await;
    assert!(
        !test.store.identity_link(other, there, sample_identity(), CODE, NOW).await.unwrap(),
        "another channel's code"
    );
    assert!(test.store.identity_link(demo, here, sample_identity(), CODE, NOW).await.unwrap());
    assert_eq!(test.store.account_of_identity(other, &sample_identity()).await.unwrap(), None);

    let new = || NewPasskey { credential_id: vec![1; 16], name: "Phone".into(), data: json!({ "n": 1 }), now: NOW };
    let kept = test.store.passkey_add(demo, here, new()).await.unwrap().unwrap();
    assert!(test.store.passkey_add(other, here, new()).await.is_err(), "an account of another channel");
    assert_eq!(test.store.passkey_by_credential(other, &[1; 16]).await.unwrap(), None);
    assert_eq!(test.store.passkeys(other, here).await.unwrap(), vec![]);
    assert!(!test.store.passkey_use(other, kept.id, json!({}), NOW).await.unwrap());
    assert!(!test.store.passkey_remove(other, here, kept.id).await.unwrap());
    assert!(!test.store.passkey_remove(demo, there, kept.id).await.unwrap());
    assert!(test.store.passkey_use(demo, kept.id, json!({ "n": 2 }), NOW).await.unwrap());
    let used = test.store.passkey_by_credential(demo, &[1; 16]).await.unwrap().unwrap();
    assert_eq!((used.data, used.last_used_at), (json!({ "n": 2 }), Some(NOW)));
}
