//! Passkeys, with a device made of a few bytes: it keeps one key, counts its uses and answers as browsers do.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use reqwest::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use testkit::account;

use crate::app::{Answer, Client, Member, TestApp};

const SITE: &str = "https://demo.test";
/// A person is there, and has been verified.
const PRESENT_AND_VERIFIED: u8 = 0b101;
const HAS_KEY: u8 = 0b100_0000;

/// What is wrong with a device, and how it comes to be.
type Spoilt = (&'static str, fn(&mut Device));

pub struct Device {
    key: SigningKey,
    id: [u8; 16],
    pub site: &'static str,
    pub flags: u8,
    uses: u32,
    owner: String,
}

fn base64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

impl Device {
    pub fn new() -> Self {
        let key = SigningKey::from_slice(&rand::random::<[u8; 32]>()).unwrap();
        let flags = PRESENT_AND_VERIFIED;
        Self { key, id: rand::random(), site: SITE, flags, uses: 0, owner: String::new() }
    }

    fn said(&self, what: &str, question: &Value) -> String {
        let challenge = &question["options"]["publicKey"]["challenge"];
        json!({ "type": what, "challenge": challenge, "origin": self.site, "crossOrigin": false }).to_string()
    }

    /// What is signed: for which site, how, and how often so far.
    fn state(&self, flags: u8) -> Vec<u8> {
        let host = self.site.split_once("://").unwrap().1;
        [Sha256::digest(host).as_slice(), &[flags], &self.uses.to_be_bytes()].concat()
    }

    /// Makes its key for an account.
    pub fn make(&mut self, question: &Value) -> Value {
        self.owner = question["options"]["publicKey"]["user"]["id"].as_str().unwrap().to_owned();
        let point = self.key.verifying_key().to_sec1_point(false);
        let (x, y) = (&point.as_bytes()[1..33], &point.as_bytes()[33..]);
        // A map of kind (2: a curve), algorithm (-7: ES256), curve (1: P-256), x and y.
        let key = [&[0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20], x, &[0x22, 0x58, 0x20], y].concat();
        let state = [self.state(self.flags | HAS_KEY), vec![0; 16], vec![0, 16], self.id.to_vec(), key].concat();
        // {"fmt": "none", "attStmt": {}, "authData": …}
        let head = [&[0xa3, 0x63], &b"fmt"[..], &[0x64], b"none", &[0x67], b"attStmt", &[0xa0, 0x68], b"authData"];
        let object = [head.concat(), vec![0x58, u8::try_from(state.len()).unwrap()], state].concat();
        json!({
            "id": base64(self.id), "rawId": base64(self.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": { "credProps": { "rk": true } },
            "response": {
                "attestationObject": base64(object),
                "clientDataJSON": base64(self.said("webauthn.create", question)),
                "transports": ["internal", "hybrid"],
            },
        })
    }

    /// Proves its owner.
    pub fn prove(&mut self, question: &Value) -> Value {
        self.uses += 1;
        let (said, state) = (self.said("webauthn.get", question), self.state(self.flags));
        let signed = [state.as_slice(), &Sha256::digest(&said)].concat();
        let signature: Signature = self.key.sign(&signed);
        json!({
            "id": base64(self.id), "rawId": base64(self.id), "type": "public-key", "clientExtensionResults": {},
            "response": {
                "authenticatorData": base64(state), "clientDataJSON": base64(said),
                "signature": base64(signature.to_der()), "userHandle": self.owner,
            },
        })
    }
}

async fn begin(member: &Member) -> Value {
    let answer = member.post("auth/passkeys/begin", json!({})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].clone()
}

async fn add(member: &Member, question: &Value, name: &str, credential: Value) -> Answer {
    let body = json!({ "ticket": question["ticket"], "name": name, "credential": credential });
    member.post("auth/passkeys", body).await
}

/// Gives a member's account a device.
async fn enrol(member: &Member) -> Device {
    let mut device = Device::new();
    let question = begin(member).await;
    let made = add(member, &question, " Phone ", device.make(&question)).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    device
}

async fn ask(client: &Client, key: &str) -> Value {
    let answer = client.post("auth/passkey-login/begin", &json!({ "api_key": key })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].clone()
}

async fn log_in(client: &Client, key: &str, question: &Value, credential: Value) -> Answer {
    let body = json!({ "api_key": key, "ticket": question["ticket"], "credential": credential });
    client.post("auth/passkey-login", &body).await
}

/// Logs in from the first question to the answer.
async fn log_in_with(app: &TestApp, device: &mut Device) -> Answer {
    let client = app.demo();
    let key = client.api_key().await;
    let question = ask(&client, &key).await;
    log_in(&client, &key, &question, device.prove(&question)).await
}

fn assert_refused(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.body);
    assert_eq!(
        (&answer.body["code"], &answer.body["message"]),
        (&json!("passkey_failed"), &json!("The passkey was not accepted"))
    );
}

/// A device is added, logs its owner in with nothing typed, and does not any more once it is removed.
#[tokio::test]
async fn a_passkey_opens_its_owners_account_until_it_is_removed() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let question = begin(&fan).await;
    let options = &question["options"]["publicKey"];
    assert_eq!(options["rp"], json!({ "id": "demo.test", "name": "demo sports" }));
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    assert!(!options["user"]["id"].to_string().contains("fan"));

    let mut device = enrol(&fan).await;
    let listed = fan.get("auth/passkeys").await.body["data"].clone();
    assert_eq!((&listed[0]["name"], &listed[0]["last_used_at"]), (&json!("Phone"), &Value::Null));
    let (mut offered, known) = (Device::new(), begin(&fan).await);
    assert_eq!(known["options"]["publicKey"]["excludeCredentials"][0]["id"], base64(device.id));

    let client = app.demo();
    let key = client.api_key().await;
    let question = ask(&client, &key).await;
    assert_eq!(question["options"]["publicKey"]["allowCredentials"], json!([]));
    let member = log_in(&client, &key, &question, device.prove(&question)).await;
    assert_eq!(member.status, StatusCode::OK, "{}", member.body);
    assert_eq!(member.body["data"]["user"]["email"], "fan@demo.test");
    let new = member.body["data"]["api_key"].as_str().unwrap();
    assert_ne!(new, key);
    assert_eq!(client.get(&format!("profile?api_key={new}")).await.status, StatusCode::OK);
    assert!(fan.get("auth/passkeys").await.body["data"][0]["last_used_at"].is_number());
    assert_eq!(log_in_with(&app, &mut device).await.status, StatusCode::OK, "again");

    let path = format!("auth/passkeys/{}", listed[0]["id"]);
    assert_eq!(fan.delete(&path).await.body["data"], json!({ "removed": true }));
    assert_eq!(fan.delete(&path).await.status, StatusCode::NOT_FOUND);
    let sessions = app.count("sessions").await;
    assert_refused(&log_in_with(&app, &mut device).await);
    assert_refused(&log_in_with(&app, &mut offered).await);
    assert_eq!(app.count("sessions").await, sessions);
}

/// Whatever is wrong with a device's answer, nobody is let in.
#[tokio::test]
async fn wrong_device_opens_no_account() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let rival = app.member("rival@demo.test").await;
    let mut device = enrol(&fan).await;
    let mut other = enrol(&rival).await;
    let sessions = app.count("sessions").await;
    let client = app.demo();
    let key = client.api_key().await;

    let wrong: [Spoilt; 5] = [
        ("another key", |device| device.key = Device::new().key),
        ("another site", |device| device.site = "https://evil.test"),
        ("nobody there", |device| device.flags = 0b100),
        ("not verified", |device| device.flags = 0b001),
        ("another owner", |device| device.owner = base64([7; 16])),
    ];
    for (what, spoil) in wrong {
        let mut spoilt = Device { key: device.key.clone(), owner: device.owner.clone(), ..device };
        spoil(&mut spoilt);
        let question = ask(&client, &key).await;
        let answer = log_in(&client, &key, &question, spoilt.prove(&question)).await;
        assert_eq!(answer.body["code"], "passkey_failed", "{what}: {}", answer.body);
    }
    let mut crossed = Device { key: other.key.clone(), owner: device.owner.clone(), ..other };
    assert_refused(&log_in_with(&app, &mut crossed).await);

    let (first, second) = (ask(&client, &key).await, ask(&client, &key).await);
    assert_refused(&log_in(&client, &key, &first, device.prove(&second)).await);
    assert_refused(&log_in(&client, &key, &first, device.prove(&first)).await);
    assert_refused(&log_in(&client, &key, &json!({ "ticket": "made-up" }), device.prove(&second)).await);
    assert_refused(&log_in(&client, &key, &second, json!({ "id": "x" })).await);
    assert_eq!(app.count("sessions").await, sessions);

    let question = ask(&client, &key).await;
    let proof = device.prove(&question);
    assert_eq!(log_in(&client, &key, &question, proof.clone()).await.status, StatusCode::OK);
    assert_refused(&log_in(&client, &key, &question, proof).await);
    device.uses -= 1;
    assert_refused(&log_in_with(&app, &mut device).await);
    assert_eq!(app.count("sessions").await, sessions + 1, "a counter that stands still is a copy's");
    assert_eq!(log_in_with(&app, &mut device).await.status, StatusCode::OK);
    assert_eq!(log_in_with(&app, &mut other).await.status, StatusCode::OK);
}

/// T25: passkeys are added to, listed of and removed from one's own account.
#[tokio::test]
async fn passkeys_are_their_owners_alone() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let rival = app.member("rival@demo.test").await;
    let device = enrol(&fan).await;
    let id = fan.get("auth/passkeys").await.body["data"][0]["id"].clone();
    assert_eq!(rival.get("auth/passkeys").await.body["data"], json!([]));
    assert_eq!(rival.delete(&format!("auth/passkeys/{id}")).await.status, StatusCode::NOT_FOUND);

    let question = begin(&fan).await;
    assert_refused(&add(&rival, &question, "Phone", Device::new().make(&question)).await);
    assert_refused(&add(&fan, &question, "Phone", Device::new().make(&question)).await);
    let question = begin(&rival).await;
    let mut same = Device { key: device.key.clone(), owner: String::new(), ..device };
    assert_eq!(add(&rival, &question, "Phone", same.make(&question)).await.status, StatusCode::BAD_REQUEST);
    for name in ["", "  ", &"a".repeat(65)] {
        let question = begin(&fan).await;
        let answer = add(&fan, &question, name, Device::new().make(&question)).await;
        assert_eq!(answer.body["errors"]["name"][0], "Field length must be greater than 0, and must be less than 65");
        assert_eq!(answer.problems(), [json!(["name", "length", { "min": 1, "max": 64 }])]);
    }
    let mut elsewhere = Device { site: "https://other.test", ..Device::new() };
    let question = begin(&fan).await;
    assert_refused(&add(&fan, &question, "Phone", elsewhere.make(&question)).await);
    assert_eq!(app.count("passkeys").await, 1);

    let anonymous = json!({ "api_key": app.demo().api_key().await });
    assert_eq!(app.demo().post("auth/passkeys/begin", &anonymous).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.demo().get_keyed("auth/passkeys").await.status, StatusCode::UNAUTHORIZED);
}

/// T26: a passkey of one channel is nobody's at another, even at the same address and under the same key.
#[tokio::test]
async fn a_passkey_of_one_channel_opens_none_at_another() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    app.account_create("other", account("fan@demo.test")).await;
    let mut device = enrol(&fan).await;
    device.site = "https://other.test";
    let other = app.at("other.test");
    let key = other.api_key().await;
    let question = ask(&other, &key).await;
    assert_eq!(question["options"]["publicKey"]["rpId"], "other.test");
    assert_refused(&log_in(&other, &key, &question, device.prove(&question)).await);
    device.site = SITE;
    let (client, key) = (app.demo(), app.demo().api_key().await);
    assert_refused(&log_in(&client, &key, &question, device.prove(&question)).await);
    assert_eq!(app.count("sessions").await, 1);
}

/// An account keeps twenty at most.
#[tokio::test]
async fn passkeys_have_a_limit() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let last = begin(&fan).await;
    for _ in 0..20 {
        enrol(&fan).await;
    }
    let refused = fan.post("auth/passkeys/begin", json!({})).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    let refused = add(&fan, &last, "Phone", Device::new().make(&last)).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert_eq!(app.count("passkeys").await, 20);
}

/// AUTH-02: a logged-in member is not logged in a second time.
#[tokio::test]
async fn a_member_does_not_log_in_again() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let mut device = enrol(&fan).await;
    let question = ask(&fan.client, &fan.key).await;
    let answer = log_in(&fan.client, &fan.key, &question, device.prove(&question)).await;
    assert_eq!(answer.body["code"], "already_logged_in");
}
