//! Second factors of operators.

use domain::ids::{ChannelId, OperatorId};
use domain::one_time_token::{Purpose, TokenKey};
use domain::operator::{Action, Role};
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use domain::totp::TotpKey;
use serde_json::json;
use store::{FactorRemoved, NewOneTimeToken, NewOperatorSession, NewPasskey, SecondStep, UsedCode};
use testkit::{TestDatabase, audit_entry, channel, operator};

const NOW: Timestamp = Timestamp(1_800_000_000_000);
const CODES: [[u8; 32]; 2] = [[1; 32], [2; 32]];

async fn two(test: &TestDatabase) -> (ChannelId, [OperatorId; 2]) {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let hire = async |email: &str| {
        let new = operator(email, &[(demo, Role::Owner)]);
        test.store.operator_put(new, audit_entry(Action::CreateOwner)).await.unwrap()
    };
    (demo, [hire("owner@demo.test").await, hire("clerk@demo.test").await])
}

async fn set_up(test: &TestDatabase, operator: OperatorId, key: &TotpKey) {
    let begun = test.store.authenticator_begin(operator, key.clone(), audit_entry(Action::BeginAuthenticator));
    assert!(begun.await.unwrap());
    let entry = audit_entry(Action::AddAuthenticator);
    assert!(test.store.authenticator_confirm(operator, key.clone(), 100, CODES.to_vec(), entry).await.unwrap());
}

/// Logs in by a code, after a first step of its own.
async fn enter(test: &TestDatabase, channel: ChannelId, operator: OperatorId, at: u8, code: UsedCode) -> bool {
    let ticket = TokenKey([at; 32]);
    let first = NewOneTimeToken::new(Purpose::OperatorLogin, ticket, NOW);
    test.store.one_time_token_add(channel, first, None, NOW).await.unwrap();
    let new = NewOperatorSession { operator, key: KeyHash([at; 32]), device: "Test".into(), country: None, now: NOW };
    let step = SecondStep { channel, ticket, code };
    test.store.operator_session_open_by_code(step, new, None, audit_entry(Action::LogIn)).await.unwrap()
}

fn passkey(id: u8) -> NewPasskey {
    NewPasskey { credential_id: vec![id], name: "Phone".into(), data: json!({}), now: NOW }
}

/// T27: a step that was let in, and those before it, are not let in again; neither is a code of another key or operator.
#[tokio::test]
async fn a_code_is_used_up() {
    let test = TestDatabase::new().await;
    let (demo, [owner, clerk]) = two(&test).await;
    let [key, other] = [TotpKey::new([1; 20]), TotpKey::new([2; 20])];
    set_up(&test, owner, &key).await;
    set_up(&test, clerk, &other).await;
    let code = |key: &TotpKey, step| UsedCode::Authenticator { key: key.clone(), step };
    assert!(!enter(&test, demo, owner, 1, code(&key, 100)).await, "it confirmed the app");
    assert!(!enter(&test, demo, owner, 2, code(&other, 101)).await);
    assert!(enter(&test, demo, owner, 3, code(&key, 102)).await);
    assert!(!enter(&test, demo, owner, 4, code(&key, 102)).await);
    assert!(!enter(&test, demo, owner, 5, code(&key, 101)).await);
    assert!(enter(&test, demo, clerk, 6, code(&other, 101)).await, "the other operator has steps of their own");

    assert!(enter(&test, demo, owner, 7, UsedCode::Recovery(CODES[0])).await);
    assert!(!enter(&test, demo, owner, 8, UsedCode::Recovery(CODES[0])).await);
    assert!(!enter(&test, demo, owner, 9, UsedCode::Recovery([9; 32])).await);
    assert!(enter(&test, demo, clerk, 10, UsedCode::Recovery(CODES[0])).await);
    assert_eq!(test.store.second_factors(owner).await.unwrap().recovery_codes_left, 1);

    let new =
        NewOperatorSession { operator: owner, key: KeyHash([11; 32]), device: "Test".into(), country: None, now: NOW };
    let step = SecondStep { channel: demo, ticket: TokenKey([3; 32]), code: code(&key, 103) };
    let opened = test.store.operator_session_open_by_code(step, new, None, audit_entry(Action::LogIn)).await;
    assert!(!opened.unwrap(), "the first step was used up");
}

/// OPS-01: the last factor stays while a channel requires one; with it go the recovery codes.
#[tokio::test]
async fn the_last_factor_stays_where_one_is_required() {
    let test = TestDatabase::new().await;
    let (demo, [owner, clerk]) = two(&test).await;
    let key = TotpKey::new([1; 20]);
    set_up(&test, owner, &key).await;
    set_up(&test, clerk, &key).await;
    let add = async |operator, id| {
        let entry = audit_entry(Action::AddPasskey);
        test.store.operator_passkey_add(operator, "demo.test".into(), passkey(id), entry).await.unwrap()
    };
    let added = add(owner, 1).await.unwrap();
    assert_eq!(add(clerk, 1).await, None, "a passkey is one operator's");
    let entry = || audit_entry(Action::RemoveAuthenticator);
    assert!(test.store.second_factor_require(demo, true, audit_entry(Action::RequireSecondFactor)).await.unwrap());
    assert_eq!(test.store.authenticator_remove(owner, entry()).await.unwrap(), FactorRemoved::Removed);
    assert_eq!(test.store.authenticator_remove(owner, entry()).await.unwrap(), FactorRemoved::NotFound);
    let name = channel("demo", 1).profile.name;
    let last = FactorRemoved::Required(vec![name]);
    assert_eq!(test.store.operator_passkey_remove(clerk, added.id, entry()).await.unwrap(), FactorRemoved::NotFound);
    assert_eq!(test.store.operator_passkey_remove(owner, added.id, entry()).await.unwrap(), last);
    assert_eq!(test.store.authenticator_remove(clerk, entry()).await.unwrap(), last);
    assert!(test.store.second_factor_require(demo, false, audit_entry(Action::RequireSecondFactor)).await.unwrap());
    assert_eq!(test.store.operator_passkey_remove(owner, added.id, entry()).await.unwrap(), FactorRemoved::Removed);
    assert_eq!(test.store.second_factors(owner).await.unwrap(), Default::default());
    assert_eq!(test.store.second_factors(clerk).await.unwrap().recovery_codes_left, 2);
}
