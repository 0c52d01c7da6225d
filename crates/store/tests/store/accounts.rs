//! Accounts: one for an address on a channel.

use domain::account::{Capability, EmailKey};
use testkit::{TestDatabase, account, channel};

fn key(email: &str) -> EmailKey {
    EmailKey::of(email).unwrap()
}

#[tokio::test]
async fn an_account_reads_back_as_it_was_made() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let mut new = account("Fan@Demo.test");
    new.capabilities = Capability::ALL.to_vec();
    new.temporary_password = true;
    let made = test.store.account_create(demo, new.clone()).await.unwrap().expect("the address is free");

    assert_eq!(made.email, "Fan@Demo.test", "as it was typed");
    assert_eq!(made.capabilities, Capability::ALL);
    assert_eq!(made.calendar_secret, new.calendar_secret);
    assert!(made.temporary_password && made.basic_pass_selected);
    assert_eq!(test.store.account(demo, made.id).await.unwrap(), Some(made.clone()));
    let found = test.store.account_by_email(demo, &key("fan@demo.TEST")).await.unwrap().expect("whatever its case");
    assert_eq!(found.account, made);
    assert_eq!(found.password, new.password);
    assert!(test.store.account_by_email(demo, &key("nobody@demo.test")).await.unwrap().is_none());
}

/// An address has one account, however many ask for it at once.
#[tokio::test]
async fn an_address_has_one_account() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let asked: Vec<_> = (0..20)
        .map(|n| {
            let store = test.store.clone();
            let email = if n % 2 == 0 { "fan@demo.test" } else { "FAN@demo.test" };
            tokio::spawn(async move { store.account_create(demo, account(email)).await.unwrap() })
        })
        .collect();
    let mut made = 0;
    for asked in asked {
        made += usize::from(asked.await.unwrap().is_some());
    }
    assert_eq!(made, 1);
    assert!(test.store.account_create(demo, account("not an address")).await.is_err());
}

/// T26: the same address on another channel is another account, and neither channel sees the other's.
#[tokio::test]
async fn accounts_belong_to_their_channel() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    let here = test.store.account_create(demo, account("fan@demo.test")).await.unwrap().unwrap();
    assert!(test.store.account_by_email(other, &key("fan@demo.test")).await.unwrap().is_none());
    let there = test.store.account_create(other, account("fan@demo.test")).await.unwrap().expect("free over there");
    assert_ne!(here.id, there.id);
    assert_eq!(test.store.account(other, here.id).await.unwrap(), None);
}
